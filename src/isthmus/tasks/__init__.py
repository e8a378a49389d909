"""Task families: how a question with its proof is made. Here: research trees (InfoSeek, arXiv:2509.00375)."""

from isthmus.tasks.browser import Browser
from isthmus.tasks.config import SynthConfig
from isthmus.tasks.hcsp import Solution, solve
from isthmus.tasks.stats import VertexRow, by_vertices
from isthmus.tasks.synth import FAMILY, HOPELESS, candidate_roots, synthesise, task_id
from isthmus.tasks.trees import Grower
from isthmus.tasks.writer import WRITER, write_question

__all__ = [
    "FAMILY",
    "HOPELESS",
    "WRITER",
    "Browser",
    "Grower",
    "Solution",
    "SynthConfig",
    "VertexRow",
    "by_vertices",
    "candidate_roots",
    "solve",
    "synthesise",
    "task_id",
    "write_question",
]
