"""A run of several processes with random kills, for 20 minutes: nothing is lost, nothing grows, nobody is left behind.

python bench/soak.py                      # 20 minutes
python bench/soak.py --minutes=1          # a quick try

Prints a line for every kill: the iteration before and after it, and memory (MB) and open files of the agent and of the
first process. At the end: whether the iterations went on from a checkpoint each time, which processes are left, and
whether the weights are those of an unbroken run of as many iterations (which takes some minutes more).
"""

import argparse
import os
import random
import signal
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import torch

from fledge.logs.rundir import events_in
from fledge.train.checkpoint import find_checkpoint, read_checkpoint
from tests.helpers import write_dataset
from tests.parallel.jobs import ENDLESS, Job, is_alive, kill

EVERY = 50  # iterations between two checkpoints


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    os.chdir(tempfile.mkdtemp(prefix="fledge_soak_"))
    write_dataset(Path("data/tiny"))
    settings = [*ENDLESS, f"--eval_interval={EVERY}", "--eval_iters=1", "--always_save_checkpoint=True", "--keep=2"]
    settings += ["--dtype=float32", "--compile=False", "--dropout=0.1"]
    job = Job("train", *settings, "--out_dir=run", "--devices=2", "--max_restarts=1000000")
    deadline = time.monotonic() + 60 * options.minutes
    known: set[int] = set()
    kills = lost = 0
    columns = ("kill", "at iteration", "went on at", "agent MB", "files", "rank 0 MB", "files")
    print(" ".join(f"{name:>12}" for name in columns), flush=True)
    while time.monotonic() < deadline:
        before = started(job, len(starts()))
        time.sleep(chance.uniform(0, 10))
        workers = job.workers()
        known |= set(workers.values())
        saved = newest_checkpoint()
        sizes = [*memory_and_files(job.process.pid), *memory_and_files(workers.get(0, 0))]
        at = last_iteration()
        kill(workers[chance.randrange(2)])
        kills += 1
        wait_until(partial(was_started, before))
        went_on = starts()[-1]
        lost += went_on < saved
        row = (kills, at, went_on, *(round(size) for size in sizes))
        print(" ".join(f"{number:>12,}" for number in row), flush=True)
    started(job, len(starts()))
    known |= set(job.workers().values())
    os.kill(job.process.pid, signal.SIGTERM)
    code, output = job.end()
    left = [pid for pid in known if is_alive(pid)]
    print(f"{kills} kills, exit code {code}, {lost} starts behind their checkpoint, processes left: {left or 'none'}")
    print(output.splitlines()[-1] if output else "")
    ended = newest_checkpoint()
    code, output = Job("train", *settings, f"--max_iters={ended}", "--out_dir=unbroken", "--devices=2").end(3600)
    if code:
        raise SystemExit(output)
    ours, theirs = (read_checkpoint(find_checkpoint(Path(run), "latest")).weights() for run in ("run", "unbroken"))
    is_equal = all(torch.equal(ours[name], theirs[name]) for name in theirs)
    print(f"weights after {ended:,} iterations: {'those' if is_equal else 'NOT those'} of an unbroken run")


def starts() -> list[int]:
    """The iterations at which the run was started, and started again."""
    file = Path("run/metrics.jsonl")
    return [event["iter"] for event in events_in(file) if event["event"] == "start"] if file.exists() else []


def was_started(times: int) -> bool:
    """Whether the run was started more than so many times."""
    return len(starts()) > times


def last_iteration() -> int:
    return max((event["iter"] for event in events_in(Path("run/metrics.jsonl")) if "iter" in event), default=0)


def newest_checkpoint() -> int:
    steps = [int(path.parent.name.removeprefix("step-")) for path in Path("run/checkpoints").glob("step-*/state.json")]
    return max(steps, default=0)


def started(job: Job, before: int) -> int:
    """Wait until both processes train; returns how often they were started."""
    wait_until(lambda: len(job.workers()) == 2 and len(starts()) >= max(1, before) and last_iteration() >= EVERY)
    return len(starts())


def wait_until(is_so: Callable[[], bool], seconds: float = 300) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise SystemExit("nothing happened for five minutes: see run/log.txt")
        time.sleep(0.1)


def memory_and_files(pid: int) -> tuple[float, int]:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20, len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0.0, 0


if __name__ == "__main__":
    main()
