"""`fledge train --profile`: a trace that tools open, and a run that is otherwise the same."""

import json
from pathlib import Path

import pytest

from fledge.config.load import load_config
from fledge.train.clock import Clock
from fledge.train.launch import new_launch
from fledge.train.profiling import Profiler, iterations_to_profile
from fledge.train.session import new_session
from fledge.train.step import TrainingStep, batches_of
from tests.helpers import TINY, Fledge, read_events


def losses(run: Path) -> list[tuple[object, ...]]:
    events = read_events(run / "metrics.jsonl")
    return [
        (event["iter"], event.get("loss"), event.get("grad_norm"), event.get("val_loss"))
        for event in events
        if event["event"] in ("iter", "eval")
    ]


def labels(run: Path) -> list[str]:
    """The names of the parts in the trace, in the order in which they began."""
    events = json.loads((run / "profile.json").read_text())["traceEvents"]
    found = [event for event in events if event.get("cat") == "user_annotation" and "#" not in event["name"]]
    assert any(event["name"].startswith("aten::") for event in events)
    return [event["name"] for event in sorted(found, key=lambda event: event["ts"])]


@pytest.mark.parametrize("arch", ["gpt2", "modern"])
def test_a_profiled_run_is_the_same_run(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch, arch: str) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    options = [*TINY, f"--arch={arch}", "--dropout=0.2", "--max_iters=20"]
    assert fledge("train", *options, "--out_dir=plain")[0] == 0
    code, out, err = fledge("train", *options, "--out_dir=run", "--profile")
    assert (code, err) == (0, "")
    assert losses(work / "run") == losses(work / "plain")
    parts = ["data", "forward", "backward", "optimizer"]
    assert labels(work / "run") == ["iteration 10", *parts, "iteration 11", *parts]  # at 12 comes an evaluation
    lines = out.splitlines()
    where = lines.index("profile: run/profile.json, to open at ui.perfetto.dev")
    table = lines[where + 3 :]
    assert len(table) <= 12
    assert all(len(line) <= 80 for line in lines[where:])
    shares = [float(line.split()[-1].removesuffix("%")) for line in table]
    assert sum(shares) == pytest.approx(100, abs=1)
    assert shares[:10] == sorted(shares[:10], reverse=True)


def test_a_short_run_with_micro_batches(work: Path, fledge: Fledge) -> None:
    options = [*TINY, "--max_iters=3", "--gradient_accumulation_steps=2", "--out_dir=run"]
    assert fledge("train", *options, "--profile")[0] == 0
    micro = ["data", "forward", "backward"]
    assert labels(work / "run") == [
        word for it in range(3) for word in (f"iteration {it}", *micro, *micro, "optimizer")
    ]
    assert fledge("train", *options, "--overwrite")[0] == 0
    assert not (work / "run/profile.json").exists()  # it was of the run that is gone


def test_a_run_that_is_stopped_meanwhile_keeps_what_was_traced(work: Path) -> None:
    session = new_session(new_launch(load_config(TINY)))
    step = TrainingStep(session, session.model, batches_of(session, "train"))
    with Profiler(step, range(5), work / "run/profile.json", Clock()) as profiler:
        profiler.run(0)
        profiler.run(1)
    assert profiler.result is not None
    assert profiler.result.iterations == range(2)
    assert labels(work / "run")[::5] == ["iteration 0", "iteration 1"]


def test_nothing_left_to_trace(work: Path, fledge: Fledge) -> None:
    code, out, _ = fledge("train", *TINY, "--max_iters=0", "--profile", "--out_dir=run")
    assert code == 0
    assert "profile: none" in out


@pytest.mark.parametrize(
    ("settings", "start", "expected"),
    [
        ([], 0, range(10, 15)),
        ([], 100, range(110, 115)),
        (["--max_iters=12"], 0, range(7, 12)),
        (["--max_iters=3"], 0, range(3)),
        (["--max_iters=3"], 3, range(3, 3)),
        (["--eval_interval=12"], 0, range(10, 12)),
        (["--sample_interval=11"], 0, range(10, 11)),
        (["--eval_interval=10"], 0, range(10, 15)),
        (["--eval_only"], 0, range(0)),
    ],
)
def test_which_iterations(settings: list[str], start: int, expected: range) -> None:
    assert iterations_to_profile(load_config(settings), start) == expected
