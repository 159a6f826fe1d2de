"""Files written past the system's cache: what is read again is what was written, wherever that is possible."""

import errno
import fcntl
import hashlib
import os
from pathlib import Path

import pytest

from fledge.train import direct_file
from fledge.train.direct_file import DirectFile

BUFFER = 1 << 14


@pytest.fixture(autouse=True)
def small_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct_file, "BUFFER_BYTES", BUFFER)


@pytest.mark.parametrize("sizes", [(), (0,), (1,), (BUFFER,), (BUFFER - 1, 2), (3 * BUFFER + 5, 7, 0, BUFFER)])
def test_it_holds_what_was_written(tmp_path: Path, sizes: tuple[int, ...]) -> None:
    check(tmp_path / "file", sizes)


def check(path: Path, sizes: tuple[int, ...]) -> None:
    pieces = [os.urandom(size) for size in sizes]
    path.write_bytes(b"what was there before, and is longer" * BUFFER)
    with DirectFile(path) as file:
        for piece in pieces:
            file.write(memoryview(piece))
    assert path.read_bytes() == b"".join(pieces)
    assert file.sha256() == hashlib.sha256(b"".join(pieces)).hexdigest()


def test_a_file_system_without_direct_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = fcntl.fcntl

    def refuse(handle: int, command: int, flags: int = 0) -> int:
        if command == fcntl.F_SETFL and flags & direct_file.O_DIRECT:
            raise OSError(errno.EINVAL, "Invalid argument")
        return real(handle, command, flags)

    monkeypatch.setattr(fcntl, "fcntl", refuse)
    check(tmp_path / "file", (2 * BUFFER + 3,))


def test_a_file_system_that_refuses_them_only_when_it_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write

    def refuse(handle: int, data: memoryview) -> int:
        if fcntl.fcntl(handle, fcntl.F_GETFL) & direct_file.O_DIRECT:
            raise OSError(errno.EINVAL, "Invalid argument")
        return real(handle, data)

    monkeypatch.setattr(os, "write", refuse)
    check(tmp_path / "file", (2 * BUFFER + 3,))


def test_writes_that_take_less_than_they_are_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[: 1 << 12]))
    check(tmp_path / "file", (2 * BUFFER + 3,))


def test_an_error_while_writing_is_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int, data: memoryview) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"), DirectFile(tmp_path / "file") as file:
        file.write(bytes(2 * BUFFER))
    after = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    assert after == before
