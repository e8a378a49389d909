"""Stage 6: what each episode is worth, and what that says of each policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from isthmus.config import Config
from isthmus.ids import file_digest
from isthmus.pipeline.job import Job, Made
from isthmus.pipeline.rollout import EPISODES
from isthmus.pipeline.synth import TASKS
from isthmus.records import Episode, Score, Task, read_records, write_records
from isthmus.runs import Manifest, StageFolder
from isthmus.scoring import SCORER, score_episode

SCORES = "scores"


def settings(config: Config) -> Mapping[str, object]:
    """Return what changes the scores: the scorer's version."""
    del config
    return {"scorer": SCORER}


def run_score(job: Job, stage: StageFolder) -> Made:
    """Score every episode."""
    tasks = {task.id: task for task in read_records(Task, job.path("synth") / f"{TASKS}.jsonl")}
    path = stage.path / f"{SCORES}.jsonl"
    unscored = 0

    def scores() -> Iterator[Score]:
        nonlocal unscored
        with job.console.progress("score", job.done["rollout"][1].counts[EPISODES]) as progress:
            episodes = read_records(Episode, job.path("rollout") / f"{EPISODES}.jsonl")
            for number, episode in enumerate(episodes, start=1):
                score = score_episode(tasks[episode.task_id], episode)
                unscored += score.value is None
                progress(number)
                yield score

    count = write_records(path, scores())
    return Made(outputs={SCORES: file_digest(path)}, counts={SCORES: count, "unscored": unscored})


def tell(manifest: Manifest) -> str:
    """Say how many scores there are."""
    return f"{manifest.counts[SCORES]:,} scores, {manifest.counts['unscored']:,} unscored"
