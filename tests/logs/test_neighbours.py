"""Runs on one machine find each other, and only as long as they live."""

import json
import os
import socket
from pathlib import Path

import pytest

import fledge.logs.neighbours as module
from fledge.common.files import cache_dir
from fledge.logs.neighbours import Neighbour, announced, neighbours
from fledge.logs.run_lock import lock_run

FOLDER = "training"
NOBODY = -1  # a process number that none of the runs has


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "FOLDER", FOLDER)


def notes() -> list[Path]:
    return list((cache_dir() / FOLDER).glob("*"))


def test_a_run_is_seen_while_it_is_locked(tmp_path: Path) -> None:
    run = tmp_path / "runs" / "a"
    with lock_run(run), announced(run):
        assert neighbours(NOBODY) == [Neighbour(run, os.getpid())]
        assert neighbours() == [], "this process is nobody's neighbour of its own"
    assert neighbours(NOBODY) == []
    assert notes() == []


def test_the_note_of_a_killed_run_is_removed(tmp_path: Path) -> None:
    run = tmp_path / "a"
    with lock_run(run):
        keeps = announced(run)
        keeps.__enter__()
    assert len(notes()) == 1
    assert neighbours(NOBODY) == []
    assert notes() == []


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"run": 1}', b"\xff\xfe", json.dumps({"run": "/x"}).encode()])
def test_a_damaged_note_is_nobody(tmp_path: Path, content: bytes) -> None:
    place = cache_dir() / FOLDER
    place.mkdir(parents=True)
    (place / "note.json").write_bytes(content)
    assert neighbours(NOBODY) == []


def test_another_machine_with_the_same_home_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tmp_path / "a"
    with lock_run(run), announced(run):
        monkeypatch.setattr(socket, "gethostname", lambda: "elsewhere")
        assert neighbours(NOBODY) == []
        assert len(notes()) == 1


def test_a_cache_that_cannot_be_written_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path / "file"))
    with announced(tmp_path / "a"):
        assert neighbours(NOBODY) == []
