"""Why a run of several processes failed, and what its processes must have in common. Without processes."""

import json
import os
import signal
from pathlib import Path

import pytest

from fledge.common.errors import FledgeError, RunFailed
from fledge.parallel.agent import Ended, cause, process_count
from fledge.parallel.failures import (
    AGENT_FOLDER,
    ERROR_FILE,
    Failure,
    Hung,
    PeerLost,
    exit_code_of_stop,
    must_print,
    tell,
)
from fledge.parallel.peers import is_lost_peer
from fledge.texts import text
from fledge.train.agreement import differences
from tests.helpers import TINY, Fledge


def ended(rank: int, code: int, error: Exception | None = None) -> Ended:
    return Ended(rank, code, None if error is None else Failure.of(error))


KILLED, TOLD = -signal.SIGKILL, -signal.SIGTERM


@pytest.mark.parametrize(
    ("seen", "rank"),
    [
        ([ended(0, 1, PeerLost("rank 1 is gone.")), ended(1, KILLED)], 1),
        ([ended(1, KILLED), ended(0, TOLD)], 1),
        ([ended(0, TOLD), ended(1, TOLD), ended(2, 1, RunFailed("the disk is full."))], 2),
        ([ended(2, 1, PeerLost("x")), ended(3, 1, ValueError("a bug"))], 3),
        ([ended(1, KILLED), ended(0, 1, Hung("rank 1 hangs."))], 0),
        ([ended(1, TOLD), ended(0, TOLD)], 1),  # the first that was seen
    ],
)
def test_the_cause_is_the_failure_that_others_follow_from(seen: list[Ended], rank: int) -> None:
    assert cause(seen).rank == rank


def test_a_failure_names_its_rank_once() -> None:
    assert str(ended(3, 1, RunFailed("the disk is full."))) == "rank 3: the disk is full."
    assert str(ended(0, 2, FledgeError("no dataset."))) == "no dataset."
    assert str(ended(1, 2, FledgeError("no dataset."))) == "rank 1: no dataset."
    assert str(ended(0, 1, PeerLost("rank 2 is gone."))) == "rank 2 is gone."
    assert str(ended(1, KILLED)) == "rank 1 was killed (SIGKILL)."
    assert str(ended(1, -99)) == "rank 1 was killed (signal 99)."
    assert str(ended(1, 7)) == "rank 1 ended with code 7 and without a word."
    assert ended(1, 2, FledgeError("x")).is_mistake
    assert not ended(1, 1, RunFailed("x")).is_mistake


@pytest.mark.parametrize(("rank", "is_ours", "printed"), [("0", False, True), ("1", False, False), ("0", True, False)])
def test_who_prints_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rank: str, is_ours: bool, printed: bool
) -> None:
    """Under torchrun the first process, under our agent the agent. All write what torchrun reads."""
    for name, value in (("RANK", rank), ("TORCHELASTIC_RUN_ID", "x"), (ERROR_FILE, str(tmp_path / "error.json"))):
        monkeypatch.setenv(name, value)
    if is_ours:
        monkeypatch.setenv(AGENT_FOLDER, str(tmp_path))
    assert must_print(Failure.of(RunFailed("the disk is full.", "Free some."))) is printed
    document = json.loads((tmp_path / "error.json").read_text())
    assert document["message"]["extraInfo"]["py_callstack"] == "the disk is full. Free some."
    assert Failure.read(document) == Failure("the disk is full. Free some.", 1, "own")
    assert Failure.read({"message": "of another program"}) is None


@pytest.mark.parametrize(
    ("rank", "local_rank", "is_ours", "shown"),
    [("0", "0", False, 1), ("1", "1", False, 0), ("8", "0", False, 1), ("0", "0", True, 0), ("8", "0", True, 0)],
)
def test_a_lost_process_speaks_once_for_its_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rank: str, local_rank: str, is_ours: bool, shown: int
) -> None:
    """The agent did not end it: the cause is on another machine. Its error is recorded only now."""
    file = tmp_path / "error.json"
    waited: list[bool] = []
    monkeypatch.setattr("fledge.parallel.failures.time.sleep", lambda seconds: waited.append(file.exists()))
    about = {"RANK": rank, "LOCAL_RANK": local_rank, "TORCHELASTIC_RUN_ID": "x", ERROR_FILE: str(file)}
    for name, value in {**about, **({AGENT_FOLDER: str(tmp_path)} if is_ours else {})}.items():
        monkeypatch.setenv(name, value)
    said: list[str] = []
    tell(Failure.of(PeerLost("rank 3 is gone.", 2)), lambda: said.append("rank 3 is gone."))
    assert len(said) == shown
    assert waited == [False]
    assert Failure.read(json.loads(file.read_text())) == Failure("rank 3 is gone.", 2, "peer")


def test_without_an_agent_every_error_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TORCHELASTIC_RUN_ID", raising=False)
    assert must_print(Failure.of(RunFailed("x")))
    assert exit_code_of_stop(signal.SIGINT) == 130


def test_a_stop_is_no_error_for_an_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would start the processes again. Ours is told the signal."""
    monkeypatch.setenv("TORCHELASTIC_RUN_ID", "x")
    monkeypatch.setenv("RANK", "0")
    assert exit_code_of_stop(signal.SIGINT) == 0
    monkeypatch.setenv(AGENT_FOLDER, str(tmp_path))
    assert exit_code_of_stop(signal.SIGINT) == 0
    assert (tmp_path / "stopped").read_text() == "2"


@pytest.mark.parametrize(
    ("asked", "device", "gpus", "number"),
    [("auto", "auto", 0, 1), ("auto", "auto", 8, 8), ("auto", "cpu", 8, 1), (3, "auto", 0, 3), (3, "cpu", 2, 3)],
)
def test_how_many_processes(
    asked: int | str, device: str, gpus: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: gpus > 0)
    monkeypatch.setattr("torch.cuda.device_count", lambda: gpus)
    assert process_count(asked, device) == number


@pytest.mark.parametrize(("asked", "device"), [(4, "auto"), (2, "cuda:1"), (2, "mps")])
def test_gpus_that_are_not_there(asked: int, device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    monkeypatch.setattr("torch.cuda.device_count", lambda: 2)
    with pytest.raises(FledgeError):
        process_count(asked, device)


def test_the_command_of_a_process(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that was typed but what starts several; dollars are the agent's own signs."""
    started: list[object] = []

    def start(*what: object) -> int:
        started.append(what)
        return 0

    monkeypatch.setattr("fledge.cli.commands.train.start_processes", start)
    monkeypatch.setattr("fledge.parallel.agent.torch.get_num_threads", lambda: 8)
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert fledge("train", *TINY, "--devices", "4", "--max_restarts=2", "--overwrite", "--out_dir=a$$b")[0] == 0
    assert started == [(["train", *TINY, "--out_dir=a$$b", "--overwrite=True"], 4, 2, 2)]
    monkeypatch.setenv("TORCHELASTIC_RUN_ID", "x")
    assert "torchrun has already started" in fledge("train", *TINY, "--devices=2")[2]


def test_ranks_that_differ_are_named() -> None:
    first = {"learning_rate": 1e-3, "fledge's code": "a", "seed": 1}
    assert differences([first, dict(first)]) == []
    told = text(differences([first, {**first, "learning_rate": 6e-4}, dict(first), {**first, "learning_rate": 6e-4}]))
    assert told.startswith("ranks 1, 3 have another value of learning_rate than rank 0: 0.0006, not 0.001.")
    told = text(differences([first, {"learning_rate": 2, "fledge's code": "b", "seed": 2, "x": 1}]))
    assert "rank 1 has another value of fledge's code than rank 0: b, not a." in told


def test_errors_of_a_lost_connection_are_known() -> None:
    gloo = "[/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer [127.0.0.1]:43881"
    assert is_lost_peer(RuntimeError(gloo))
    assert not is_lost_peer(RuntimeError("mat1 and mat2 shapes cannot be multiplied"))
    assert not is_lost_peer(ValueError(gloo))
    assert os.environ.get(ERROR_FILE) is None
