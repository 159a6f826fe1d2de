"""The files of a checkpoint: whole or absent whatever happens, read in every format, damage named."""

import json
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from fledge.common.errors import FledgeError, RunFailed
from fledge.logs.rundir import step_folders
from fledge.train import saver
from fledge.train.checkpoint import find_checkpoint, read_checkpoint
from fledge.train.checkpoint_files import consolidate, training_tensors, verify
from fledge.train.checkpoint_writing import Snapshot, shares, write_checkpoint, write_files, write_state
from fledge.train.tensor_files import FileSum, open_tensors, piece_of, whole, write_tensors
from tests.helpers import TINY, Fledge, read_events

GOLDEN = Path(__file__).parent / "golden" / "format-1"


def a_run_of_format_1(arch: str, run: Path) -> Path:
    folder = run / "checkpoints"
    shutil.copytree(GOLDEN / arch / "step-00000005", folder / "step-00000005")
    (folder / "latest").write_text("step-00000005\n")
    return folder / "step-00000005"


def snapshot(run: Path, it: int, value: float) -> Snapshot:
    """A checkpoint to write: every number of the weights is `value`."""
    old = read_checkpoint(GOLDEN / "gpt2" / "step-00000005")
    state = json.loads((old.path / "state.json").read_text())
    about = {key: state[key] for key in ("config", "choices", "tokenizer", "data")}
    tensors = {name: torch.full(size, value) for name, size in old.model_tensors().sizes.items()}
    tensors["rng.0.cpu"] = torch.get_rng_state()
    old.counters.it = it
    return Snapshot(run, old.shape, old.counters, about, tensors, tensors, keep=2, is_best=True)


def problems(path: Path) -> dict[str, str]:
    return {one.name: str(one.problem) for one in verify(path, lambda read: None) if one.problem}


# ---- format 1 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arch", ["gpt2", "modern"])
def test_a_run_of_format_1_goes_on_exactly(work: Path, fledge: Fledge, arch: str) -> None:
    """Saved at iteration 5 by the version before; its weights at iteration 10, trained without a stop, are known."""
    step = a_run_of_format_1(arch, Path("run"))
    assert problems(step) == {}
    code, out, err = fledge("train", "--init_from=resume", "--out_dir=run")
    assert (code, err) == (0, ""), out
    ours, theirs = (
        read_checkpoint(find_checkpoint(Path("run"), "latest")),
        load_file(GOLDEN / arch / "after.safetensors"),
    )
    assert (ours.format, ours.counters.it) == (2, 10)
    for name, tensor in ours.weights().items():
        assert torch.allclose(tensor, theirs[name], atol=1e-6), name
    assert fledge("sample", str(step), "--num_samples=1", "--max_new_tokens=3")[0] == 0


def test_format_1_becomes_format_2(work: Path, fledge: Fledge) -> None:
    step = a_run_of_format_1("modern", Path("run"))
    consolidate(step, Path("new/checkpoints/step-00000005"))
    old, new = read_checkpoint(step), read_checkpoint(Path("new/checkpoints/step-00000005"))
    assert (new.format, new.processes, new.config, new.counters) == (2, 1, old.config, old.counters)
    before, after = training_tensors(old), training_tensors(new)
    assert before.sizes == after.sizes
    assert any(name.endswith(".momentum") for name in after.sizes)
    assert all(torch.equal(before.read(name), after.read(name)) for name in before.sizes)
    assert fledge("train", "--init_from=resume", "--out_dir=new")[0] == 0
    theirs = load_file(GOLDEN / "modern" / "after.safetensors")
    for name, tensor in read_checkpoint(find_checkpoint(Path("new"), "latest")).weights().items():
        assert torch.allclose(tensor, theirs[name], atol=1e-6), name


# ---- whole or absent --------------------------------------------------------------------------------------------

CHANGES = {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "shutil.rmtree", "os.chmod"}


def killed_at(number: int, run: Path, it: int, value: float) -> bool:
    """Save in a process that ends at its file operation `number`, as by kill -9; whether it got so far."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9
    left = number

    def count(*_: object) -> None:
        nonlocal left
        if left == 0:
            os._exit(9)
        left -= 1

    content = snapshot(run, it, value)
    os.fsync = count  # type: ignore[assignment]
    sys.addaudithook(lambda event, arguments: count() if event in CHANGES else None)
    write_checkpoint(content)
    os._exit(0)


@pytest.mark.parametrize(
    ("it", "every"),
    # 5 is there already: it is replaced
    [(6, 3), pytest.param(6, 1, marks=pytest.mark.slow), pytest.param(5, 1, marks=pytest.mark.slow)],
)
def test_a_kill_at_any_moment_leaves_whole_checkpoints(tmp_path: Path, it: int, every: int) -> None:
    number = kills = 0
    start = tmp_path / "start"
    start.mkdir()
    for earlier in (4, 5):
        write_checkpoint(snapshot(start, earlier, float(earlier)))
    while True:
        run = shutil.copytree(start, tmp_path / str(number), symlinks=True)
        was_killed = killed_at(number, run, it, 9.0)
        for step in step_folders(run / "checkpoints"):
            assert problems(step) == {}, number
        found = read_checkpoint(find_checkpoint(run, "latest"))
        value = next(iter(found.weights().values())).flatten()[0].item()
        assert value in (9.0, float(found.counters.it)), number
        assert was_killed or value == 9.0
        write_checkpoint(snapshot(run, 7, 7.0))  # the next save works, and clears away what is left
        assert not list((run / "checkpoints").glob(".*")), number
        shutil.rmtree(run)
        if not was_killed:
            break
        number, kills = number + every, kills + 1
    assert kills * every > 20


# ---- in the background ------------------------------------------------------------------------------------------


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Writing waits while this is not set."""
    event, write = threading.Event(), write_checkpoint
    event.set()

    def gated(*arguments: Any) -> None:
        assert event.wait(60)
        write(*arguments)

    monkeypatch.setattr(saver, "write_checkpoint", gated)
    yield event
    event.set()


def test_training_goes_on_while_a_checkpoint_is_written(
    work: Path, fledge: Fledge, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The checkpoint is of the iteration at which it was asked for, though the weights have changed since."""
    assert fledge("train", *TINY, "--out_dir=whole", "--keep=9", "--max_iters=6")[0] == 0
    plain = saver.Saver.finished

    def released(self: saver.Saver) -> Any:
        if self.session.counters.it >= 9:
            gate.set()
        return plain(self)

    monkeypatch.setattr(saver.Saver, "finished", released)
    gate.clear()
    code, _, _ = fledge("train", *TINY, "--out_dir=run", "--keep=9", "--log_interval=1")
    assert code == 0
    events = read_events(Path("run/metrics.jsonl"))
    order = [(event["event"], event["iter"]) for event in events if event["event"] in ("iter", "checkpoint")]
    assert order.index(("checkpoint", 6)) > order.index(("iter", 8))
    assert order[-1] == ("checkpoint", 12)
    whole_run, run = (read_checkpoint(Path(name, "checkpoints/step-00000006")).weights() for name in ("whole", "run"))
    assert all(torch.equal(tensor, run[name]) for name, tensor in whole_run.items())


def test_without_memory_for_a_copy_training_waits(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saver, "available_memory", lambda: 1_000_000)  # of which four processes have a quarter each
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "4")
    monkeypatch.setattr(saver, "copied", lambda live: pytest.fail("copied"))
    assert fledge("train", *TINY, "--out_dir=run", "--keep=9", "--log_interval=1")[0] == 0
    events = read_events(Path("run/metrics.jsonl"))
    order = [(event["event"], event["iter"]) for event in events if event["event"] in ("iter", "checkpoint")]
    assert order.index(("checkpoint", 6)) == order.index(("iter", 5)) + 1
    assert problems(Path("run/checkpoints/step-00000006")) == {}


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(28, "No space left on device"), "can't write run/checkpoints/step-00000006: No space left on device."),
        (RunFailed("run has vanished."), "run has vanished."),
    ],
)
def test_a_failed_save_stops_the_run_at_the_next_step(
    work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("fledge.train.checkpoint_writing.write_files", fails)
    code, _, err = fledge("train", *TINY, "--out_dir=run", "--max_iters=1000", "--log_interval=1")
    assert code == 1
    assert said in err
    assert len(err.splitlines()) == 1
    events = read_events(Path("run/metrics.jsonl"))
    assert events[-1]["reason"] == "error"
    assert not [event for event in events if event["event"] == "checkpoint"]
    assert max(event["iter"] for event in events if event["event"] == "iter") < 999


def test_a_vanished_directory_is_said_and_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(RunFailed, match="run has vanished: the checkpoint of iteration 6 was not saved"):
        write_checkpoint(snapshot(tmp_path / "run", 6, 1.0))
    assert not (tmp_path / "run").exists()


# ---- damage -----------------------------------------------------------------------------------------------------


def sharded(run: Path) -> Path:
    """A checkpoint as two processes write it, with a tensor in two pieces."""
    content = snapshot(run, 5, 3.0)
    path = content.path
    path.mkdir(parents=True)
    names = sorted(content.tensors)
    sums: dict[str, FileSum] = {}
    for rank in (0, 1):
        pieces = [whole(name, content.tensors[name]) for name in names[1:][rank::2]]
        split = content.tensors[names[0]]
        cut = len(split) // 2 + 1
        part, at = (split[:cut], 0) if rank == 0 else (split[cut:], cut)
        pieces.append(piece_of(names[0], part, (at,) + (0,) * (split.dim() - 1)))
        sums |= write_files(path, pieces, rank, 2)
    write_state(path, {**content.state(), "processes": 2}, sums)
    return path


def test_every_damaged_byte_is_found_and_its_file_named(tmp_path: Path) -> None:
    path = sharded(tmp_path / "run")
    assert problems(path) == {}
    files = list(path.iterdir())
    assert len(files) == 5
    for file in files:
        content = file.read_bytes()
        for at in (0, 9, len(content) // 2, len(content) - 1):
            damaged = bytearray(content)
            damaged[at] ^= 1
            file.write_bytes(damaged)
            assert list(problems(path)) == [file.name], at
        file.write_bytes(content[:-1])
        assert list(problems(path)) == [file.name]
        file.unlink()
        assert list(problems(path)) == [file.name]
        file.write_bytes(content)
    assert problems(path) == {}


def test_pieces_become_one_file(tmp_path: Path) -> None:
    path, one = sharded(tmp_path / "run"), tmp_path / "one"
    consolidate(path, one)
    assert sorted(file.name for file in one.iterdir()) == ["model.safetensors", "state.json", "training.safetensors"]
    assert problems(one) == {}
    ours, theirs = load_file(one / "model.safetensors"), read_checkpoint(path).weights()
    assert ours.keys() == theirs.keys()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)


def test_the_commands_say_what_is_there(tmp_path: Path, fledge: Fledge) -> None:
    path, one = sharded(tmp_path / "run"), str(tmp_path / "one")
    code, out, err = fledge("checkpoint", "inspect", str(tmp_path / "run"))
    assert (code, err) == (0, "")
    assert "5, 160 tokens" in out
    assert "2 processes" in out
    assert "model-00002-of-00002.safetensors" in out
    code, out, _ = fledge("checkpoint", "verify", str(tmp_path / "run"))
    assert code == 0
    assert "in 5 files are as they were written" in out
    code, out, _ = fledge("checkpoint", "consolidate", str(path), f"--out={one}")
    assert code == 0
    assert "5 files became 3" in out
    code, out, err = fledge("checkpoint", "consolidate", str(path), f"--out={one}.safetensors")
    assert load_file(f"{one}.safetensors").keys() == read_checkpoint(path).weights().keys()
    (path / "training-00001-of-00002.safetensors").write_bytes(b"")
    code, out, err = fledge("checkpoint", "verify", str(tmp_path / "run"))
    assert (code, out) == (1, "")
    assert f"{path / 'training-00001-of-00002.safetensors'} is damaged: it has 0 bytes, not " in err
    assert json.loads(fledge("checkpoint", "verify", str(path), "--json")[1])["ok"] is False
    old = str(GOLDEN / "gpt2" / "step-00000005")
    assert "it has no checksums" in fledge("checkpoint", "verify", old)[1]
    assert "format 1" in fledge("checkpoint", "inspect", old)[1]


def test_torchs_own_reader_finds_the_pieces(tmp_path: Path) -> None:
    import torch.distributed.checkpoint.state_dict_loader as dcp
    from torch.distributed.checkpoint.hf_storage import HuggingFaceStorageReader

    path = sharded(tmp_path / "run")
    wanted = read_checkpoint(path).weights()
    found = {name: torch.zeros_like(tensor) for name, tensor in wanted.items()}
    with pytest.warns(UserWarning, match="single process"):
        dcp.load(found, storage_reader=HuggingFaceStorageReader(str(path)))
    assert all(torch.equal(tensor, found[name]) for name, tensor in wanted.items())


@pytest.mark.parametrize("offsets", [[(0, 0), (1, 0)], [(0, 0), (3, 0)], [(0, 0), (0, 0)], [(0, 0), (2, 1)]])
def test_pieces_that_overlap_or_leave_holes_are_refused(tmp_path: Path, offsets: list[tuple[int, int]]) -> None:
    paths = [tmp_path / f"{number}.safetensors" for number in (0, 1)]
    for path, at in zip(paths, offsets, strict=True):
        write_tensors(path, [piece_of("a", torch.ones(2, 3), at)], are_parts=True)
    with pytest.raises(FledgeError, match="don't make one tensor"):
        open_tensors(paths, tmp_path)


def test_each_tensor_is_written_once_and_the_work_is_shared() -> None:
    alike = {"a": 100, "b": 60, "c": 50, "d": 40}
    chosen = shares([{**alike, "rng.0": 5}, {**alike, "rng.1": 5, "only.1": 10}])
    assert sorted(name for names in chosen for name in names) == ["a", "b", "c", "d", "only.1", "rng.0", "rng.1"]
    assert "only.1" in chosen[1]
    assert all("a" not in names or "b" not in names for names in chosen)
