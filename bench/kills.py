"""Kill `fledge train`, its resumes and `fledge prepare` at random moments, and check that nothing is lost.

    python bench/kills.py --kills=200

Every run is killed (SIGKILL, SIGTERM or SIGHUP) and continued until it ends. Then its weights and logged losses must be
those of an uninterrupted run, bit for bit, and a dataset must have the same bytes. After each kill: every checkpoint is
whole, the run's lock is free, and no more is lost than what came after the last save.
"""

import argparse
import itertools
import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

import torch
from safetensors.torch import load_file

from fledge.cli.main import main as fledge
from fledge.data.dataset import open_dataset
from fledge.logs.run_lock import writer_of
from fledge.logs.rundir import events_in, step_folders
from fledge.train.checkpoint import read_checkpoint
from fledge.train.checkpoint_files import verify

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)
TRAIN = [
    "train", "--dataset=text", "--device=cpu", "--compile=False", "--dtype=float32", "--arch=modern",
    "--ngram_rows=4096", "--n_layer=2", "--n_head=2", "--n_embd=64", "--block_size=64", "--batch_size=8",
    "--max_iters=120", "--lr_decay_iters=120", "--eval_interval=7", "--eval_iters=4", "--log_interval=1",
    "--dropout=0.1", "--threads=1",
]  # fmt: skip
RESUME = ["train", "--init_from=resume"]
PREPARE = ["prepare", "text.txt", "--tokenizer=bpe:500"]


def start(folder: Path, *argv: str) -> int:
    """A command in a process of its own; forked, because importing torch takes longer than the whole run."""
    pid = os.fork()
    if pid:
        return pid
    os.chdir(folder)
    output = os.open("output.txt", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    try:
        code = fledge(argv)
    except BaseException:
        traceback.print_exc()
        code = 99
    sys.stdout.flush()
    os._exit(code)


def finish(folder: Path, *argv: str) -> float:
    """Run a command to its end; the seconds it took."""
    began = time.perf_counter()
    _, status = os.waitpid(start(folder, *argv), 0)
    if status:
        raise SystemExit(f"{argv} failed in {folder}:\n{(folder / 'output.txt').read_text()[-2000:]}")
    return time.perf_counter() - began


def killed(folder: Path, draw: random.Random, seconds: float, *argv: str) -> bool:
    """Start a command and kill it after a random time; False if it ended by itself before that."""
    pid, until = start(folder, *argv), time.perf_counter() + draw.uniform(0, seconds)
    while time.perf_counter() < until:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            assert status == 0, (folder / "output.txt").read_text()[-2000:]
            return False
        time.sleep(0.001)
    os.kill(pid, draw.choice(SIGNALS))
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (*(-number for number in SIGNALS), *(128 + number for number in SIGNALS), 0), (
        f"exit code {code}\n" + (folder / "output.txt").read_text()[-2000:]
    )
    return True


def losses(run: Path) -> dict[tuple[str, int], object]:
    found: dict[tuple[str, int], object] = {}
    for event in events_in(run / "metrics.jsonl"):
        if event["event"] in ("iter", "eval"):
            found[event["event"], event["iter"]] = (event.get("loss"), event.get("val_loss"), event.get("grad_norm"))
    return found


def check_run(run: Path) -> int:
    """After a kill. Returns the last iteration that was saved."""
    if not run.exists():
        return 0
    assert writer_of(run) is None, f"{run} is still locked"
    steps = step_folders(run / "checkpoints")
    for step in steps:
        damaged = [one for one in verify(step, lambda read: None) if one.problem]
        assert not damaged, damaged
    for line in (run / "metrics.jsonl").read_text().splitlines()[:-1] if (run / "metrics.jsonl").exists() else []:
        if line:
            json.loads(line)
    return read_checkpoint(steps[-1]).counters.it if steps else 0


def train_story(folder: Path, whole: Path, seconds: float, draw: random.Random) -> int:
    """One run, killed and continued until it ends. Returns the number of kills."""
    kills, saved, run = 0, 0, folder / "run"
    while True:
        where = ["--out_dir=run"] + ([] if saved else ["--overwrite"])
        was_killed = killed(folder, draw, seconds, *(RESUME if saved else TRAIN), *where)
        now = check_run(run)
        assert now >= saved, f"{folder}: {saved} iterations were saved, and {now} are left"
        saved = now
        if not was_killed:
            break
        kills += 1
    assert losses(run) == losses(whole), f"{folder}: other losses than those of an uninterrupted run"
    ours, theirs = (load_file(step_folders(path / "checkpoints")[-1] / "model.safetensors") for path in (run, whole))
    assert all(ours[name].equal(theirs[name]) for name in theirs), f"{folder}: other weights"
    return kills


def prepare_story(folder: Path, whole: dict[str, bytes], seconds: float, draw: random.Random) -> int:
    kills = 0
    while killed(folder, draw, seconds, *PREPARE):
        kills += 1
        if (folder / "data/text").exists():
            open_dataset(folder / "data/text")  # whole or absent
    assert dataset_bytes(folder) == whole, f"{folder}: another dataset"
    return kills


def dataset_bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "data/text").glob("*.bin"))}


def write_text(folder: Path) -> None:
    draw = random.Random(1)
    words = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(2, 9))) for _ in range(3000)]
    text = "\n\n".join(" ".join(draw.choices(words, k=60)) for _ in range(6000))
    (folder / "text.txt").write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(1)  # a fork must not inherit a pool of threads
    root = Path(tempfile.mkdtemp(prefix="kills-"))
    base = root / "whole"
    base.mkdir()
    write_text(base)
    prepare_s, train_s = finish(base, *PREPARE), finish(base, *TRAIN, "--out_dir=run")
    whole = dataset_bytes(base)
    kills = {"train": 0, "prepare": 0}
    for number in itertools.count():
        draw, folder = random.Random(options.seed * 100_000 + number), root / f"story-{number}"
        folder.mkdir()
        if number % 3 == 2:
            (folder / "text.txt").symlink_to(base / "text.txt")
            kills["prepare"] += prepare_story(folder, whole, prepare_s, draw)
        else:
            (folder / "data").symlink_to(base / "data")
            kills["train"] += train_story(folder, base / "run", 0.5 * train_s, draw)
        total = sum(kills.values())
        print(f"{total} kills ({kills['train']} of train, {kills['prepare']} of prepare): all well", flush=True)
        if total >= options.kills:
            break


if __name__ == "__main__":
    main()
