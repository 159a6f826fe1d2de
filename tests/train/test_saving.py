"""Saving: room on the disk, names, permissions, signals; and resuming on data that has changed."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from fledge.config.load import load_config
from fledge.model.flops import checkpoint_bytes
from fledge.train import checkpoint_writing
from fledge.train.checkpoint_writing import write_files
from tests.helpers import TINY, Fledge, read_events, write_dataset
from tests.processes import FledgeProcess, default_signals

MORE = ["--init_from=resume", "--out_dir=run", "--max_iters=14"]


def random_text(seed: int, size: int = 20_000) -> str:
    """Text without repetitions: no window of it is anywhere else."""
    return "".join(chr(97 + n) for n in np.random.default_rng(seed).integers(0, 26, size))


def dataset_of(text: str, val_fraction: float) -> None:
    path = Path("data/tiny")
    shutil.rmtree(path, ignore_errors=True)
    write_dataset(path, text)
    about = json.loads((path / "dataset.json").read_text())
    ids = np.concatenate([np.fromfile(path / f"{split}.bin", np.uint16) for split in ("train", "val")])
    cut = round(len(ids) * (1 - val_fraction))
    ids[:cut].tofile(path / "train.bin")
    ids[cut:].tofile(path / "val.bin")
    about["tokens"] = about["bytes"] = {"train": cut, "val": len(ids) - cut}
    (path / "dataset.json").write_text(json.dumps(about))


@pytest.mark.parametrize("val_fraction", [0.11, 0.3])
def test_training_text_that_became_validation_text_is_refused(work: Path, fledge: Fledge, val_fraction: float) -> None:
    dataset_of(random_text(0), 0.1)
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    dataset_of(random_text(0) + random_text(1, 100), val_fraction)
    before = sorted(Path("run/checkpoints").iterdir())
    code, out, err = fledge("train", *MORE)
    assert (code, out) == (2, "")
    assert "train had 18,000 tokens, has " in err
    assert "now in the validation split" in err
    assert "--force" in err
    assert sorted(Path("run/checkpoints").iterdir()) == before
    code, out, _ = fledge("train", *MORE, "--force")
    assert code == 0
    assert "has changed since the checkpoint" in out


@pytest.mark.parametrize(
    ("text", "val_fraction", "said"),
    [
        (random_text(0) + random_text(1, 2000), 0.0995, "val had 2,000 tokens, has 2,189"),
        (random_text(5), 0.1, "train has other tokens; val has other tokens"),
    ],
)
def test_other_data_is_said_and_no_error(work: Path, fledge: Fledge, text: str, val_fraction: float, said: str) -> None:
    dataset_of(random_text(0), 0.1)
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    shutil.rmtree("data/tiny")
    dataset_of(text, val_fraction)
    code, out, err = fledge("train", *MORE)
    assert (code, err) == (0, "")
    assert said in out


def test_the_same_data_is_not_mentioned_and_old_checkpoints_resume(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    assert "has changed" not in fledge("train", *MORE)[1]
    for state in Path("run/checkpoints").glob("*/state.json"):
        about = json.loads(state.read_text())
        del about["data"]
        state.write_text(json.dumps(about))
    dataset_of(random_text(5), 0.1)
    assert fledge("train", *MORE, "--max_iters=16")[0] == 2, "other characters"


@pytest.mark.parametrize("damage", ['{"": 3}', '{"": {"tokens": {}}}', "[]", '{"": {"windows": "?"}}'])
def test_a_damaged_identity_is_one_line(work: Path, fledge: Fledge, damage: str) -> None:
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    for state in Path("run/checkpoints").glob("*/state.json"):
        state.write_text(json.dumps({**json.loads(state.read_text()), "data": json.loads(damage)}))
    code, _, err = fledge("train", *MORE)
    assert code == 2
    assert "is damaged" in err


@pytest.mark.parametrize(
    "more", [[], ["--arch=modern", "--ngram_rows=512", "--ngram_counts=20000"], ["--arch=modern", "--optimizer=adamw"]]
)
def test_the_size_of_a_checkpoint_is_known(work: Path, fledge: Fledge, more: list[str]) -> None:
    settings = [*TINY, "--n_embd=128", "--n_layer=3", *more]
    assert fledge("train", *settings, "--out_dir=run")[0] == 0
    (step,) = Path("run/checkpoints").glob("step-*")
    config = load_config([*settings, "--vocab_size=27"])
    files = sum(file.stat().st_size for file in step.iterdir())
    assert checkpoint_bytes(config.shape, config.optimizer) == pytest.approx(files, abs=80_000)


def test_a_disk_without_room_is_refused(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(".")
    monkeypatch.setattr("fledge.common.files.shutil.disk_usage", lambda path: usage._replace(free=33 << 20))
    large = [*TINY, "--n_embd=256", "--max_iters=2", "--out_dir=run"]
    code, out, err = fledge("train", *large)
    assert (code, out) == (2, "")
    assert "GB free" in err
    assert "--force" in err
    assert not Path("run").exists()
    assert fledge("train", *large, "--eval_only", "--out_dir=looked_at")[0] == 0, "nothing is saved"
    assert fledge("train", *large, "--force")[0] == 0
    assert fledge("train", "--init_from=resume", "--out_dir=run", "--max_iters=3")[0] == 2


def full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_full_disk_advises_what_can_work(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint_writing, "write_files", full)
    code, _, err = fledge("train", *TINY, "--out_dir=run")
    assert code == 1
    assert "start the run again: it has no checkpoint yet" in err
    assert "resume" not in err
    monkeypatch.setattr(checkpoint_writing, "write_files", write_files)
    assert fledge("train", *TINY, "--out_dir=run", "--overwrite")[0] == 0
    monkeypatch.setattr(checkpoint_writing, "write_files", full)
    code, _, err = fledge("train", *MORE)
    assert code == 1
    assert "fledge train --init_from=resume --out_dir=run" in err


def test_only_our_own_names_are_cleaned(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    folder = Path("run/checkpoints")
    mine = ["step-00000012-mine", "step-9", "step-00000003.bak", ".step-00000012.mine", "step-99999999-mine"]
    for name in mine:
        shutil.copytree(folder / "step-00000012", folder / name)
    code, out, _ = fledge("train", "--init_from=resume", "--out_dir=run", "--max_iters=20")
    assert code == 0
    assert "resumed run/checkpoints/step-00000012 at" in out
    assert fledge("train", *TINY, "--out_dir=run", "--overwrite")[0] == 0
    assert {path.name for path in folder.iterdir()} == {*mine, "step-00000012", "latest", "best"}


def test_a_copied_step_works_by_itself(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    shutil.copytree("run/checkpoints/step-00000012", "elsewhere/mine")
    shutil.rmtree("run")
    samples = ["--num_samples=1", "--max_new_tokens=5", "--seed=1"]
    assert fledge("sample", "elsewhere/mine", *samples)[0] == 0
    assert fledge("train", *TINY, "--init_from=elsewhere/mine", "--out_dir=new")[0] == 0
    assert fledge("export", "elsewhere/mine", "--out=m.pt")[0] == 0


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o007])
def test_files_respect_the_umask(work: Path, fledge: Fledge, mask: int) -> None:
    before = os.umask(mask)
    try:
        assert fledge("train", *TINY, "--out_dir=run", "--max_iters=2")[0] == 0
    finally:
        os.umask(before)
    for path in [Path("run"), *Path("run").rglob("*")]:
        usual = 0o777 if path.is_dir() else 0o666
        assert path.stat().st_mode & 0o777 == usual & ~mask, path


STEPPING = [*TINY, "--max_iters=2000", "--eval_interval=2000", "--log_interval=1"]


def started(run: Path, *more: str) -> FledgeProcess:
    process = FledgeProcess("train", *STEPPING, f"--out_dir={run.name}", *more, cwd=run.parent)
    wait_for(lambda: (run / "log.txt").exists() and "iter 0" in (run / "log.txt").read_text())
    return process


def wait_for(is_there: Callable[[], object], seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while not is_there():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_second_sigterm_does_not_skip_the_save(work: Path) -> None:
    process = started(work / "run", "--n_embd=512", "--n_layer=2")
    process.send_signal(signal.SIGTERM)
    wait_for(lambda: list((work / "run").glob("checkpoints/.step-*")))  # it is saving
    process.send_signal(signal.SIGTERM)
    output = process.communicate(timeout=60)
    assert process.returncode == 143, output
    assert (work / "run/checkpoints/latest").exists()
    assert read_events(work / "run/metrics.jsonl")[-1]["reason"] == "interrupted"


@pytest.mark.slow
def test_nohup_is_respected(work: Path) -> None:
    command = [sys.executable, "-m", "fledge", "train", *STEPPING, "--out_dir=run"]
    process = subprocess.Popen(["nohup", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(lambda: Path("run/metrics.jsonl").exists())
    process.send_signal(signal.SIGHUP)
    time.sleep(1)
    assert process.poll() is None
    process.terminate()
    assert process.wait(timeout=60) == 143


TORCHRUN = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2", "-m", "fledge"]


@pytest.mark.slow
@pytest.mark.parametrize("signals", [[signal.SIGTERM], [signal.SIGTERM, signal.SIGTERM], [signal.SIGINT]])
@pytest.mark.parametrize("when", ["training", "evaluating"])
def test_torchrun_stops_and_saves(work: Path, signals: list[signal.Signals], when: str) -> None:
    """In its 30 seconds, however rare the log lines, and in the middle of an evaluation."""
    options = ["--gradient_accumulation_steps=2", "--log_interval=50000", "--max_iters=1000000"]
    if when == "evaluating":
        options += ["--eval_iters=1000000", "--eval_interval=5"]
    else:
        options += ["--eval_interval=1000000"]
    process = subprocess.Popen(
        [*TORCHRUN, "train", *TINY, *options, "--out_dir=run"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        start_new_session=True,
        preexec_fn=default_signals,
    )
    begun = "iter 0" if when == "training" else "number of parameters"
    wait_for(lambda: Path("run/log.txt").exists() and begun in Path("run/log.txt").read_text())
    time.sleep(3)
    for number in signals:
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # as a terminal does: to every process
        else:
            process.send_signal(number)
        time.sleep(0.5)
    began = time.monotonic()
    output, _ = process.communicate(timeout=60)
    assert time.monotonic() - began < 30, output
    end = read_events(Path("run/metrics.jsonl"))[-1]
    assert (end["event"], end.get("reason")) == ("end", "interrupted"), output
    if end["iter"]:
        assert Path("run/checkpoints/latest").exists(), output
