"""A log that grows is read once: each look reads what was appended, and sees what a whole reading would see."""

import gzip
import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fledge.logs.readers import LogFollower, LogReading, read_log
from fledge.logs.readers.follow import REMEMBERED_BYTES
from fledge.logs.readers.source import HEAD_BYTES
from tests.helpers import TINY, Fledge

MANY = 3000  # lines that take more than HEAD_BYTES


def console_lines(first: int, end: int) -> str:
    return "".join(f"iter {it}: loss {4 - it / 10_000:.4f}, time 33.22ms, mfu 11.07%\n" for it in range(first, end))


def metrics_lines(first: int, end: int) -> str:
    rows = ({"event": "iter", "time": 1.0, "iter": it, "loss": 4 - it / 10_000} for it in range(first, end))
    return "".join(json.dumps(row) + "\n" for row in rows)


def append(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


def spoil(path: Path) -> None:
    """Overwrite what was read, except its end: a reader that reads it again finds nothing there."""
    with path.open("r+b") as file:
        file.write(b"x" * (path.stat().st_size - 2 * REMEMBERED_BYTES))


def losses(reading: LogReading) -> dict[int, float]:
    curve = reading.runs[-1].curve("loss")
    return dict(zip(curve.iters, curve.values, strict=True))


@pytest.mark.parametrize(("name", "lines"), [("train.log", console_lines), ("metrics.jsonl", metrics_lines)])
def test_only_what_was_appended_is_read(tmp_path: Path, name: str, lines: Callable[[int, int], str]) -> None:
    path = tmp_path / name
    path.write_text(lines(0, MANY))
    assert path.stat().st_size > HEAD_BYTES
    whole = tmp_path / "whole" / name
    whole.parent.mkdir()
    follower = LogFollower()
    assert len(losses(follower.read(str(path)))) == MANY
    spoil(path)
    for end in (MANY + 1, MANY + 500, MANY + 500):
        append(path, lines(len(losses(follower.read(str(path)))), end))
        whole.write_text(lines(0, end))
        assert losses(follower.read(str(path))) == losses(read_log(str(whole)))


def test_a_line_that_is_written_in_two_parts(tmp_path: Path) -> None:
    path = tmp_path / "train.log"
    path.write_text(console_lines(0, MANY) + f"iter {MANY}: lo")
    follower = LogFollower()
    assert max(losses(follower.read(str(path)))) == MANY - 1
    append(path, "ss 2.5000, time 33.22ms, mfu 11.07%\n")
    assert losses(follower.read(str(path)))[MANY] == 2.5
    append(path, f"iter {MANY + 1}: loss 2.4321, time 33.22ms, mfu 11.07%")  # whole, but for its line end
    assert losses(follower.read(str(path)))[MANY + 1] == 2.4321
    append(path, f"\niter {MANY + 2}: loss 2.4, time")
    assert losses(follower.read(str(path))) == losses(read_log(str(path)))


def test_a_character_that_is_written_in_two_parts(tmp_path: Path) -> None:
    path = tmp_path / "metrics.jsonl"
    sample = json.dumps({"event": "sample", "time": 1.0, "iter": 2, "text": "größer"}, ensure_ascii=False).encode()
    path.write_bytes(metrics_lines(0, 3).encode() + sample[:-7])
    follower = LogFollower()
    assert follower.read(str(path)).other == 0
    with path.open("ab") as file:
        file.write(sample[-7:] + b"\n")
    assert [notice.text for notice in follower.read(str(path)).runs[0].notices] == ["größer"]


@pytest.mark.parametrize("how", ["replaced", "begun anew", "cut"])
def test_a_file_that_was_written_anew_is_read_anew(tmp_path: Path, how: str) -> None:
    path, other = tmp_path / "train.log", tmp_path / "other.log"
    path.write_text(console_lines(0, MANY))
    follower = LogFollower()
    follower.read(str(path))
    new = "".join(line.replace("loss 3", "loss 2") for line in console_lines(0, 2 * MANY).splitlines(True))
    if how == "cut":
        new = console_lines(0, MANY - 100)
    (other if how == "replaced" else path).write_text(new)
    if how == "replaced":
        os.replace(other, path)
    assert losses(follower.read(str(path))) == losses(read_log(str(path)))


def test_other_files_are_read_when_they_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "metrics.csv"
    table.write_text("step,loss\n" + "".join(f"{it},{4 - it / 10_000:.4f}\n" for it in range(9000)))
    packed = tmp_path / "train.log.gz"
    packed.write_bytes(gzip.compress(os.urandom(HEAD_BYTES).hex().encode() + b"\n" + console_lines(0, 50).encode()))
    for path in (table, packed):
        follower = LogFollower()
        first = follower.read(str(path))
        assert losses(first) == losses(read_log(str(path)))
        assert follower.read(str(path)) is first
    append(table, "9000,1.5000\n")
    follower = LogFollower()
    assert losses(follower.read(str(table)))[9000] == 1.5


def test_a_small_log_may_still_become_anything(tmp_path: Path) -> None:
    path = tmp_path / "out.log"
    path.write_text("step,train_loss\n0,4.0\n")
    follower = LogFollower()
    assert follower.read(str(path)).runs[0].format == "CSV"
    path.write_text(console_lines(0, 5))
    assert follower.read(str(path)).runs[0].format == "nanoGPT"


def test_a_run_is_followed_to_its_end(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    metrics = Path("run/metrics.jsonl")
    lines = metrics.read_text().splitlines(True)
    metrics.write_text("".join(lines[:5]))
    looks: list[str] = []

    def go_on(seconds: float) -> None:
        looks.append(metrics.read_text())
        append(metrics, "".join(lines[5:]))

    monkeypatch.setattr(time, "sleep", go_on)
    code, out, _ = fledge("explain", "run", "--follow")
    assert code == 0
    assert len(looks) == 1
    assert out.count("Looking again every 5 s") == 2
    assert fledge("explain", "run")[1] in out
