"""kill -9 of a random process, in training and in saving: the final weights are those of an unbroken run."""

import random
import time
from functools import partial
from pathlib import Path

import pytest
import torch

from fledge.train.checkpoint import find_checkpoint, read_checkpoint
from tests.helpers import read_events
from tests.parallel.jobs import PAIR, Job, kill, wait_for

KILLS = 20
LENGTH = 1200
EVERY = 20  # iterations between two checkpoints
# Checkpoints are large enough that some kills meet a save.
OPTIONS = [
    *(*PAIR, f"--max_iters={LENGTH}", f"--eval_interval={EVERY}", "--eval_iters=1", "--log_interval=5"),
    *("--dropout=0.1", "--always_save_checkpoint=True", "--dtype=float32", "--n_embd=128", "--compile=False"),
]


def weights(run: str) -> dict[str, torch.Tensor]:
    return read_checkpoint(find_checkpoint(Path(run), "latest")).weights()


def has_saved_in_start(number: int) -> bool:
    """Whether the processes, started again so many times, have come to an evaluation, after which they save."""
    file = Path("run/metrics.jsonl")
    names = [event["event"] for event in read_events(file)] if file.exists() else []
    if names.count("start") != number + 1 or not Path("run/checkpoints/latest").exists():
        return False
    return "eval" in names[len(names) - names[::-1].index("start") :]


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are found as Linux lists them")
def test_killed_runs_end_with_the_weights_of_an_unbroken_one(work: Path) -> None:
    code, output = Job("train", *OPTIONS, "--out_dir=unbroken", "--devices=2").end(600)
    assert code == 0, output
    chance = random.Random(7)
    job = Job("train", *OPTIONS, "--out_dir=run", "--devices=2", f"--max_restarts={KILLS}")
    for number in range(KILLS):
        wait_for(partial(has_saved_in_start, number))
        time.sleep(chance.uniform(0, 0.3))  # its checkpoint is being written, or the next iterations run
        kill(job.worker(chance.randrange(2)))
    code, output = job.end(600)
    assert code == 0, output
    starts = [event for event in read_events(Path("run/metrics.jsonl")) if event["event"] == "start"]
    assert len(starts) == KILLS + 1
    ours, theirs = weights("run"), weights("unbroken")
    assert ours.keys() == theirs.keys()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
