"""Stage 5: each policy attempts each task, through the same loop and the same tools."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from isthmus.agents import PROMPT_VERSION, NoSearch, OneSearch, Policy, ToolRunner, run_episodes
from isthmus.agents.oracle import Oracle
from isthmus.config import Config
from isthmus.errors import ConfigError
from isthmus.ids import file_digest
from isthmus.pipeline.job import Job, Made
from isthmus.pipeline.synth import TASKS
from isthmus.records import Episode, Task, dump_python, read_records
from isthmus.runs import Manifest, StageFolder
from isthmus.tools import document_tools

EPISODES = "episodes"


def _oracle(config: Config) -> Policy:
    return Oracle(searches=config.gates.reach_calls - 1, results=config.gates.reach_k)


POLICIES: Mapping[str, Callable[[Config], Policy]] = {
    "oracle": _oracle,
    OneSearch.name: lambda config: OneSearch(),
    NoSearch.name: lambda config: NoSearch(),
}
"""Built-in policies by name."""


def settings(config: Config) -> Mapping[str, object]:
    """Return what changes the episodes: policies, attempts, limits, the oracle's reach and the prompt."""
    return {
        "policies": list(config.rollout.policies),
        "attempts": config.rollout.attempts,
        "limits": dump_python(config.rollout.limits),
        "reach": [config.gates.reach_calls, config.gates.reach_k],
        "prompt": PROMPT_VERSION,
    }


def policies(config: Config) -> list[Policy]:
    """Return the policies a configuration names.

    Raises:
        ConfigError: for a name that is no policy.
    """
    chosen = []
    for name in config.rollout.policies:
        if name not in POLICIES:
            raise ConfigError(
                f"no policy {name!r}", place="rollout.policies", fix=f"choose from {', '.join(POLICIES)}"
            )
        chosen.append(POLICIES[name](config))
    return chosen


def toolbox(job: Job) -> ToolRunner:
    """Return the tools every policy gets."""
    return document_tools(job.index, job.snapshot, databases=job.databases)


def run_rollout(job: Job, stage: StageFolder) -> Made:
    """Make every episode that is not yet in the journal."""
    config = job.config.rollout
    chosen = policies(job.config)
    path = job.path("synth") / f"{TASKS}.jsonl"
    total = job.done["synth"][1].counts[TASKS] * config.attempts * len(chosen)
    journal = stage.journal(EPISODES)
    with job.console.progress("rollout", total) as progress:

        def emit(episode: Episode) -> None:
            journal.append(episode.id, {EPISODES: [episode]})
            progress(len(journal))

        async def attempt_all() -> None:
            tools = toolbox(job)
            for policy in chosen:
                await run_episodes(
                    read_records(Task, path),
                    policy,
                    tools,
                    attempts=config.attempts,
                    limits=config.limits,
                    concurrency=config.concurrency,
                    done=journal.done,
                    emit=emit,
                )

        asyncio.run(attempt_all())
    counts = journal.finish(stage.path, [EPISODES])
    outputs = {EPISODES: file_digest(stage.path / f"{EPISODES}.jsonl")}
    return Made(outputs=outputs, counts=counts)


def tell(manifest: Manifest) -> str:
    """Say how many episodes there are."""
    return f"{manifest.counts[EPISODES]:,} episodes"
