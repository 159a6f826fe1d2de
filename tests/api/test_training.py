"""fledge.train and fledge.prepare: stopped, in threads, in a running event loop, and what they leave behind."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import fledge
from tests.api.conftest import TINY
from tests.helpers import TEXT, read_events


def test_progress_has_every_line_and_its_numbers(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[fledge.Progress] = []
    run = fledge.train(progress=told.append, **TINY)
    assert (run.path, run.iterations) == (Path("runs/tiny-gpt2"), 4)
    losses = [one.values["loss"] for one in told if "loss" in one.values]
    val_losses = [one.values["val_loss"] for one in told if "val_loss" in one.values]
    assert len(losses) == 4
    assert len(val_losses) == 3
    assert run.val_loss == val_losses[-1]
    assert run.best_val_loss == min(val_losses)
    assert told[-1].done == told[-1].total == 4
    lines = (run.path / "log.txt").read_text().splitlines()
    assert [one.text for one in told if one.text in lines] == lines
    assert capsys.readouterr() == ("", "")
    settings = fledge.read(run.path)
    assert settings.facts.run.settings["n_layer"].origin == "Python"


def stopping(at: int, how: Callable[[], None]) -> Callable[[fledge.Progress], None]:
    def listen(progress: fledge.Progress) -> None:
        if progress.text.startswith(f"iter {at}:"):
            how()

    return listen


def interrupt() -> None:
    raise KeyboardInterrupt


def ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("how", [interrupt, ctrl_c])
def test_an_interrupted_run_is_saved_and_goes_on(work: Path, how: Callable[[], None]) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        fledge.train(progress=stopping(2, how), **{**TINY, "out_dir": "run"})
    assert signal.getsignal(signal.SIGINT) is before
    assert read_events(Path("run/metrics.jsonl"))[-1]["reason"] == "interrupted"
    assert [step.name for step in Path("run/checkpoints").glob("step-00000003")] == ["step-00000003"]
    done = fledge.train(init_from="resume", out_dir="run")
    assert done.iterations == 4
    whole = fledge.train(**{**TINY, "out_dir": "whole"})
    assert done.val_loss == whole.val_loss


def test_a_second_interrupt_leaves_at_once_and_keeps_the_process(work: Path) -> None:
    def twice() -> None:
        ctrl_c()
        ctrl_c()

    with pytest.raises(KeyboardInterrupt):
        fledge.train(progress=stopping(2, twice), **{**TINY, "out_dir": "run"})


def test_sigterm_waits_for_the_checkpoint_and_is_raised_again(work: Path) -> None:
    got: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: got.append(number))
    try:
        with pytest.raises(KeyboardInterrupt):
            fledge.train(
                progress=stopping(2, lambda: os.kill(os.getpid(), signal.SIGTERM)), **{**TINY, "out_dir": "run"}
            )
    finally:
        signal.signal(signal.SIGTERM, before)
    assert got == [signal.SIGTERM]
    assert Path("run/checkpoints/step-00000003").is_dir()


def test_in_a_thread_and_stopped_there(work: Path) -> None:
    ended: list[object] = []

    def in_thread() -> None:
        try:
            ended.append(fledge.train(**{**TINY, "out_dir": "whole"}).iterations)
            fledge.train(progress=stopping(1, interrupt), **{**TINY, "out_dir": "stopped"})
        except KeyboardInterrupt:
            ended.append("stopped")

    thread = threading.Thread(target=in_thread)
    thread.start()
    thread.join()
    assert ended == [4, "stopped"]
    assert Path("stopped/checkpoints/step-00000002").is_dir()


def test_in_a_running_event_loop(work: Path) -> None:
    async def cell() -> int:
        made = fledge.load(fledge.train(**TINY).path).generate("abc", max_tokens=3)
        return len(made.tokens)

    assert asyncio.run(cell()) == 3


def test_a_listener_that_fails_ends_the_run(work: Path) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fledge.train(progress=stopping(1, fail), **{**TINY, "out_dir": "run"})
    assert read_events(Path("run/metrics.jsonl"))[-1]["reason"] == "error"
    assert fledge.train(**{**TINY, "out_dir": "run", "overwrite": True}).iterations == 4  # it is not locked


def test_mistakes_are_told_at_once(work: Path) -> None:
    with pytest.raises(fledge.FledgeError) as caught:
        fledge.train(n_lyer=3, batch_size="many", max_iters=1.5)
    assert str(caught.value).splitlines() == [
        "3 problems:",
        "  - unknown setting n_lyer. Did you mean n_layer?",
        "  - batch_size='many': 'many' is not a whole number.",
        "  - max_iters=1.5: 1.5 is not a whole number.",
    ]
    mistakes: list[tuple[Callable[[], object], str]] = [
        (lambda: fledge.train("nothing.py"), "no settings file nothing.py"),
        (lambda: fledge.train({"n_layer": 2}), "by name"),
        (lambda: fledge.train(3), "not the name of a settings file"),  # type: ignore[arg-type]
        (lambda: fledge.train(**{**TINY, "dataset": "nothing"}), "nothing"),
        (lambda: fledge.train(**TINY, n_kv_head=3), "n_kv_head"),
    ]
    for call, says in mistakes:
        with pytest.raises(fledge.FledgeError, match=says):
            call()
    assert not Path("runs").exists()


def test_prepare(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("book.txt").write_text(TEXT)
    told: list[fledge.Progress] = []
    made = fledge.prepare("book.txt", progress=told.append)
    assert made.dataset.path == Path("data/book")
    assert sum(made.dataset.tokens.values()) == len(TEXT)
    assert made.is_new
    assert not fledge.prepare(Path("book.txt")).is_new
    named = fledge.prepare(["book.txt"], name="letters", tokenizer="byte", data_dir=Path("sets"))
    assert (named.dataset.path, named.dataset.vocab_size) == (Path("sets/letters"), 257)
    assert told[-1].done == told[-1].total == len(TEXT)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("text", "settings", "says"),
    [
        ("nothing.txt", {}, "no file or folder nothing.txt"),
        ([], {}, "nothing to prepare"),
        (7, {}, "not the name of a text file"),
        ("book.txt", {"tokeniser": "char"}, "Did you mean tokenizer"),
        ("book.txt", {"name": "../out"}, "not a name below data_dir"),
        ("empty.txt", {}, "is empty"),
    ],
)
def test_prepare_tells_mistakes(work: Path, text: object, settings: dict[str, str], says: str) -> None:
    Path("book.txt").write_text(TEXT)
    Path("empty.txt").touch()
    with pytest.raises(fledge.FledgeError, match=says):
        fledge.prepare(text, **settings)  # type: ignore[arg-type]


def test_an_interrupted_preparation_goes_on(work: Path) -> None:
    Path("book.txt").write_text(TEXT * 20)

    def stop(progress: fledge.Progress) -> None:
        if "documents" in progress.text:
            ctrl_c()

    with pytest.raises(KeyboardInterrupt):
        fledge.prepare("book.txt", progress=stop)
    assert not Path("data/book").exists()
    assert sum(fledge.prepare("book.txt").dataset.tokens.values()) == 20 * len(TEXT)
