"""A run directory has one writer, nothing that was trained is written over, and a closed terminal loses nothing."""

import errno
import fcntl
import json
import os
import signal
import sys
import termios
import time
from pathlib import Path

import pytest

from fledge.cli.main import main
from fledge.common.errors import FledgeError
from fledge.logs.run_lock import LOCK, Held, lock_run, writer_of
from tests.helpers import TINY, Fledge, read_events
from tests.processes import CONTEXT, FledgeProcess, default_signals

LONG = [*TINY, "--max_iters=20000", "--eval_interval=20000", "--log_interval=1"]


def wait_for_rows(run: Path, rows: int = 3) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        path = run / "metrics.jsonl"
        if path.exists() and sum(event["event"] == "iter" for event in read_events(path)) >= rows:
            return
        time.sleep(0.02)
    raise AssertionError(f"{run} did not get there")


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("[!.]*") if path.is_file()}


def test_a_second_writer_is_refused_and_readers_see_the_first(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=other")[0] == 0
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    more = ["--init_from=resume", "--out_dir=run", "--max_iters=1000000", "--log_interval=1"]
    process = FledgeProcess("train", *more, cwd=work)
    try:
        wait_for_rows(work / "run", 15)
        pid = f"pid {process.pid} on "
        for again in ([*TINY, "--out_dir=run"], [*TINY, "--out_dir=run", "--overwrite"], more):
            code, _, err = fledge("train", *again)
            assert code == 2
            assert pid in err
            assert "--out_dir" in err
        code, out, _ = fledge("explain", "run")
        assert code == 0
        assert f"running now, pid {process.pid}, iteration " in out
        assert "init_from=resume" not in out
        found = json.loads(fledge("explain", "run", "--json")[1])["findings"]
        assert "running" in {finding["code"] for finding in found}
        assert f"running now, pid {process.pid}" in fledge("compare", "run", "other")[1]
        assert fledge("report", "run", "-o", "r.html")[0] == 0
        assert f"running now, pid {process.pid}" in Path("r.html").read_text()
    finally:
        process.kill()
        process.communicate()
    assert (work / "run" / LOCK).exists(), "a killed process leaves its file"
    assert writer_of(work / "run") is None
    out = fledge("explain", "run")[1]
    assert "running now" not in out
    assert "fledge train --init_from=resume --out_dir=run" in out
    assert fledge("train", "--init_from=resume", "--out_dir=run", "--max_iters=14")[0] == 0
    assert not (work / "run" / LOCK).exists()


def test_two_started_together_share_nothing(work: Path) -> None:
    """With the default out_dir each takes a name of its own; with the same out_dir one is refused."""
    both = [FledgeProcess("train", *TINY, "--seed=1", cwd=work) for _ in range(2)]
    outputs = [process.communicate(timeout=120) for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    runs = sorted((work / "runs").iterdir())
    assert len(runs) == 2
    for run in runs:
        events = read_events(run / "metrics.jsonl")
        assert sum(event["event"] == "start" for event in events) == 1
        assert events[-1]["reason"] == "finished"
        assert json.loads((run / "config.json").read_text())["out_dir"]["value"] == f"runs/{run.name}"


def test_a_run_killed_before_its_first_checkpoint_is_kept(work: Path, fledge: Fledge) -> None:
    process = FledgeProcess("train", *LONG, "--out_dir=run", cwd=work)
    wait_for_rows(work / "run")
    process.kill()
    process.communicate()
    before = files_of(work / "run")
    code, _, err = fledge("train", *TINY, "--out_dir=run")
    assert code == 2
    assert "before its first checkpoint" in err
    assert "resume" not in err
    assert files_of(work / "run") == before
    assert "can't be continued" in fledge("explain", "run")[1]
    assert fledge("train", *TINY, "--out_dir=run", "--overwrite")[0] == 0


def test_the_default_name_steps_over_such_a_run(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY)[0] == 0
    (run,) = (work / "runs").iterdir()
    for path in (run / "checkpoints").iterdir():
        if path.is_dir():
            for file in path.iterdir():
                file.unlink()
            path.rmdir()
    before = files_of(run)
    assert fledge("train", *TINY)[0] == 0
    assert len(list((work / "runs").iterdir())) == 2
    assert files_of(run) == before


def test_a_refused_start_leaves_nothing(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--dataset=none")[0] == 2
    assert fledge("train", *TINY, "--out_dir=deep/er", "--vocab_size=3")[0] == 2
    assert sorted(path.name for path in work.iterdir()) == ["data"]


def test_the_lock_is_the_kernels(tmp_path: Path) -> None:
    lock = lock_run(tmp_path / "run")
    with pytest.raises(Held, match=f"pid {os.getpid()} on "):
        lock_run(tmp_path / "run")
    lock.release()
    assert not (tmp_path / "run").exists(), "nothing was written to it"
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / LOCK).write_text('{"pid": 1, "host": "elsewhere", "started": 1e12}')  # of a dead process
    assert writer_of(tmp_path / "run") is None
    with lock_run(tmp_path / "run"):
        writer = writer_of(tmp_path / "run")
        assert writer is not None
        assert writer.pid == os.getpid()
        (tmp_path / "run" / LOCK).write_bytes(b"\xff not json")
        assert writer_of(tmp_path / "run") is not None


def test_a_lock_that_its_holder_removed_is_not_a_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened, then removed by the holder who leaves, then locked: it is nobody's file, so try again."""
    real, calls = fcntl.flock, list[int]()

    def flock(handle: int, how: int) -> None:
        if not calls:
            (tmp_path / LOCK).unlink()
        calls.append(how)
        real(handle, how)

    monkeypatch.setattr("fledge.logs.run_lock.fcntl.flock", flock)
    with lock_run(tmp_path):
        assert len(calls) == 2
        assert writer_of(tmp_path) is not None


def test_a_file_system_without_locks_is_said(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(handle: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fledge.logs.run_lock.fcntl.flock", flock)
    code, out, _ = fledge("train", *TINY, "--out_dir=run")
    assert code == 0
    assert "run has no file locks: start no second run in it" in out
    assert writer_of(work / "run") is None


def test_a_folder_that_cannot_be_locked_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("fledge.logs.run_lock.os.open", refuse)
    with pytest.raises(FledgeError, match="can't write"):
        lock_run(tmp_path / "run")
    assert not (tmp_path / "run").exists()


def train_in_terminal(terminal: str, folder: Path, environment: dict[str, str]) -> None:
    """As a shell starts it: a session of its own, with that terminal for everything it reads and prints."""
    default_signals()
    os.chdir(folder)
    os.environ.update(environment)
    os.setsid()
    number = os.open(terminal, os.O_RDWR)
    fcntl.ioctl(number, termios.TIOCSCTTY, 0)
    for stream in (0, 1, 2):
        os.dup2(number, stream)
    os.close(number)
    sys.stdout, sys.stderr = (open(stream, "w", buffering=1, closefd=False) for stream in (1, 2))  # noqa: SIM115
    sys.exit(main(["train", *LONG, "--out_dir=run"]))


@pytest.mark.skipif(sys.platform != "linux", reason="a controlling terminal is made in Linux's way")
def test_a_closed_terminal_saves(work: Path, fledge: Fledge) -> None:
    """ssh is cut, or the window closed: SIGHUP, and every further print fails."""
    ours, theirs = os.openpty()
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "TERM": "xterm"}
    process = CONTEXT.Process(target=train_in_terminal, args=(os.ttyname(theirs), work, environment), daemon=True)
    process.start()
    os.close(theirs)
    wait_for_rows(work / "run")
    os.close(ours)
    process.join(60)
    assert process.exitcode == 128 + signal.SIGHUP
    events = read_events(work / "run" / "metrics.jsonl")
    assert (events[-1]["event"], events[-1]["reason"]) == ("end", "interrupted")
    assert fledge("train", "--init_from=resume", "--out_dir=run", f"--max_iters={events[-1]['iter'] + 2}")[0] == 0


def test_a_reader_that_leaves_does_not_end_the_run(work: Path) -> None:
    """`fledge train | head -1`."""
    process = FledgeProcess("train", *TINY, "--out_dir=run", "--log_interval=1", cwd=work)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert read_events(work / "run" / "metrics.jsonl")[-1]["reason"] == "finished"
