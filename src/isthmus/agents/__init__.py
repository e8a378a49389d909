"""Agents: the loop that runs an episode, what bounds it, what acts in it, and the runner of many."""

from isthmus.agents.harness import FINAL_ANSWER, ToolRunner, episode_id, run_episode
from isthmus.agents.limits import Limits
from isthmus.agents.policies import BASELINES, ModelPolicy, NoSearch, OneSearch, Policy
from isthmus.agents.prompts import PROMPT_VERSION, task_prompt
from isthmus.agents.runner import run_episodes

__all__ = [
    "BASELINES",
    "FINAL_ANSWER",
    "PROMPT_VERSION",
    "Limits",
    "ModelPolicy",
    "NoSearch",
    "OneSearch",
    "Policy",
    "ToolRunner",
    "episode_id",
    "run_episode",
    "run_episodes",
    "task_prompt",
]
