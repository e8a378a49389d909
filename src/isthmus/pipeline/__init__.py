"""The main job: corpus, graph, index, tasks, episodes, scores, report. One module a stage; `stages.STAGES` is the order."""

from isthmus.pipeline.accuracy import PolicyAccuracy, accuracies
from isthmus.pipeline.closing import accuracy_lines, closing_lines, funnel_lines, stage_lines
from isthmus.pipeline.console import Console, PlainConsole, console_for
from isthmus.pipeline.run import Run
from isthmus.pipeline.stages import STAGES, open_run, plan, run_all, run_stages, wanted
from isthmus.pipeline.verify import Checked, verify_tasks

__all__ = [
    "STAGES",
    "Checked",
    "Console",
    "PlainConsole",
    "PolicyAccuracy",
    "Run",
    "accuracies",
    "accuracy_lines",
    "closing_lines",
    "console_for",
    "funnel_lines",
    "open_run",
    "plan",
    "run_all",
    "run_stages",
    "stage_lines",
    "verify_tasks",
    "wanted",
]
