"""`fledge sweep`: what is swept, what is printed and written, and real trials that are stopped and killed."""

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from fledge.cli.pages import sweep_page
from fledge.common.errors import FledgeError
from fledge.config.load import load_config
from fledge.config.schema import SETTINGS
from fledge.logs.run_lock import writer_of
from fledge.options.parser import parse
from fledge.options.sweep import COMMAND, combinations, read_values
from tests.helpers import Fledge
from tests.processes import FledgeProcess
from tests.sweeps import TRIAL, FakeTrial, fake_trials

THREE = "--learning_rate=0.005,0.02,0.04"


@pytest.mark.parametrize(
    ("key", "written", "values"),
    [
        ("learning_rate", "0.01,0.02,4e-2", (0.01, 0.02, 0.04)),
        ("learning_rate", "0.01", (0.01,)),
        ("depth", "2:6", (2, 3, 4, 5, 6)),
        ("depth", "2:10:4", (2, 6, 10)),
        ("depth", "2:2", (2,)),
        ("depth", "1,4:6,12", (1, 4, 5, 6, 12)),
        ("block_size", "64,128", (64, 128)),  # not 64128
        ("batch_size", "8, 16", (8, 16)),
        ("bias", "True,False", (True, False)),
        ("schedule", "cosine,linear", ("cosine", "linear")),
        ("dataset", "a:0.5,b:0.5", ("a:0.5,b:0.5",)),  # a mixture is one value
    ],
)
def test_values_that_a_text_stands_for(key: str, written: str, values: tuple[object, ...]) -> None:
    assert read_values(SETTINGS[key], written) == values


def test_every_combination_is_a_trial() -> None:
    arguments = parse(COMMAND, ["--learning_rate=0.1,0.2", "--depth=2:3", "--dropout=0.1", "--vocab_size=9"])
    assert combinations(arguments.swept) == [
        {"learning_rate": 0.1, "depth": 2},
        {"learning_rate": 0.1, "depth": 3},
        {"learning_rate": 0.2, "depth": 2},
        {"learning_rate": 0.2, "depth": 3},
    ]
    config = arguments.config_with({"learning_rate": 0.2, "depth": 3})
    assert (config.learning_rate, config.n_layer, config.dropout) == (0.2, 3, 0.1)


def test_the_last_one_typed_counts() -> None:
    assert parse(COMMAND, ["--depth=2:3", "--batch_size=1,2", "--depth=5"]).swept[0].key == "batch_size"
    with pytest.raises(FledgeError, match="nothing to sweep"):
        parse(COMMAND, ["--depth=2:3", "--depth=5"])


def test_help_teaches(fledge: Fledge) -> None:
    code, out, _ = fledge("sweep", "--help")
    assert code == 0
    for words in (
        "--learning_rate=0.01,0.02,0.04 --depth=2:4",
        "beyond noise",
        "goes on",
        "fledge train sweep/best.py",
    ):
        assert words in out


def test_the_page(work: Path, fledge: Fledge) -> None:
    with fake_trials():
        code, out, err = fledge("sweep", *TRIAL, THREE)
    assert code == 0
    assert "Best: learning_rate=0.02, val loss 1.5000." in out
    rows = [line.split() for line in out.splitlines() if line.strip().startswith("0.")]
    assert [(row[0], row[-1]) for row in rows] == [("0.02", "finished"), ("0.04", "dropped"), ("0.005", "dropped")]
    assert "learning_rate=0.005: dropped: it would end at" in out
    assert "learning_rate=0.02: finished, val loss 1.5000" in err
    assert "  fledge train sweep/best.py" in out
    assert "To go on:" not in out
    page = Path("sweep/report.html").read_text()
    assert all(f"learning_rate={rate}" in page for rate in ("0.005", "0.02", "0.04"))
    assert page.count('"text": "dropped"') == 2
    assert page.count("Dropped: it can no longer reach") == 2
    assert "It was interrupted" not in page


def test_the_best_settings_can_be_trained_with(work: Path, fledge: Fledge) -> None:
    Path("mine.py").write_text("dropout = 0.05  # mine\n")
    with fake_trials():
        fledge("sweep", "mine.py", *TRIAL, THREE, "--eval_interval=500")
    text = Path("sweep/best.py").read_text()
    assert text.startswith("# fledge sweep: the best of 3 trials: learning_rate=0.02\n")
    config = load_config(["sweep/best.py"])
    assert (config.learning_rate, config.dropout, config.n_embd, config.max_iters) == (0.02, 0.05, 16, 320)
    assert config.eval_interval == 500  # as asked; the sweep's own is for its forecasts
    assert not config.chosen("out_dir")


def test_conclusions_are_those_of_compare(work: Path, fledge: Fledge) -> None:
    with fake_trials():
        code, out, _ = fledge("sweep", *TRIAL, "--learning_rate=0.01,0.02", "--no-drop")
    assert code == 0
    _, compared, _ = fledge("compare", "sweep/learning_rate=0.02", "sweep/learning_rate=0.01")
    verdict = next(line for line in compared.splitlines() if "A" in line and "better" in line)
    assert verdict.split()[:4] == [word for word in verdict.split() if word in out.split()][:4]
    assert "What this can show" in out or "- " in out


def test_lines_are_no_wider_than_the_terminal(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    grids = ["--learning_rate=0.01,0.02", "--dropout=0.0,0.1", "--weight_decay=0.05,0.1"]
    for columns in (80, 40):
        monkeypatch.setattr(sweep_page, "console", lambda columns=columns: Console(width=columns, highlight=False))
        with fake_trials():
            code, out, _ = fledge("sweep", *TRIAL, *grids, "--eval_interval=500", "--no-drop")
        assert code == 0
        said, _, commands = out.partition("the best settings, to train with:")
        assert max(map(len, said.splitlines())) <= columns
        assert "…" not in said  # no number is cut
        assert "A" in said.split()
        assert "H" in said.split()
        assert "These conclusions are about the best 3" in " ".join(said.split())
        assert "D: " not in said  # of eight trials, three are compared in detail
        assert "fledge train sweep/best.py" in commands


def test_settings_that_compare_does_not_know_are_trials_too(work: Path, fledge: Fledge) -> None:
    with fake_trials():
        code, out, _ = fledge("sweep", *TRIAL, "--log_interval=1,2")
    assert code == 0
    assert "Best: log_interval=" in out


@pytest.mark.parametrize(("iters", "words"), [(32, "every iteration on"), (320, "every 10 iterations on")])
def test_the_note_about_evaluations_counts(iters: int, words: str, work: Path, fledge: Fledge) -> None:
    with fake_trials():
        _, out, _ = fledge("sweep", *TRIAL, THREE, f"--max_iters={iters}", "--eval_interval=500")
    assert words in " ".join(out.split())


@pytest.mark.parametrize("dataset", ["missing", "empty"])
def test_without_a_dataset_no_trial_begins(dataset: str, work: Path, fledge: Fledge) -> None:
    Path("data/empty").mkdir()
    with fake_trials():
        code, _, err = fledge("sweep", *TRIAL, THREE, f"--dataset={dataset}")
        assert not FakeTrial.started
    assert (code, len(err.splitlines())) == (2, 1)
    assert f"data/{dataset}" in err
    assert not Path("sweep").exists()


def test_json(work: Path, fledge: Fledge) -> None:
    with fake_trials():
        FakeTrial.failures[0.04] = (1, "the loss is NaN.")
        code, out, _ = fledge("sweep", *TRIAL, THREE, "--json")
    document = json.loads(out)
    assert (code, document["best"], document["is_complete"]) == (0, "learning_rate=0.02", True)
    states = {row["name"]: (row["state"], row["reason"] != "") for row in document["trials"]}
    assert states == {
        "learning_rate=0.02": ("finished", False),
        "learning_rate=0.005": ("dropped", True),
        "learning_rate=0.04": ("failed", True),
    }
    best = document["trials"][0]
    assert best["expected"]["low"] < best["val_loss"] < best["expected"]["high"]
    assert document["files"] == {"best": "sweep/best.py", "report": "sweep/report.html"}


def test_a_sweep_without_a_finished_trial(work: Path, fledge: Fledge) -> None:
    with fake_trials():
        FakeTrial.failures |= {0.01: (1, "NaN at iteration 3."), 0.02: (1, "NaN at iteration 9.")}
        code, out, _ = fledge("sweep", *TRIAL, "--learning_rate=0.01,0.02")
    assert code == 1
    assert "No trial has finished." in out
    assert "learning_rate=0.02: failed: NaN at iteration 9." in out
    assert not Path("sweep/best.py").exists()


def test_time_that_ends_says_how_to_go_on(work: Path, fledge: Fledge) -> None:
    with fake_trials():
        code, out, _ = fledge("sweep", *TRIAL, THREE, "--hours=1e-9", "--no-drop", "--out=mine")
    assert code == 0
    assert "No trial has finished." in out
    command = out.splitlines()[-1].split()
    assert command[:2] == ["fledge", "sweep"]
    with fake_trials():
        code, out, _ = fledge(*command[1:])
    assert code == 0
    assert "To go on:" not in out


def test_no_picture_without_plotly(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "plotly.offline", None)
    with fake_trials():
        code, out, _ = fledge("sweep", *TRIAL, THREE)
    assert code == 0
    assert "no picture was made" in out
    assert Path("sweep/best.py").is_file()


# ---- real trials ------------------------------------------------------------------------------------------------

REAL = ["sweep", "--dataset=tiny", "--arch=gpt2", "--n_layer=1", "--n_head=1", "--n_embd=16", "--block_size=16",
        "--batch_size=8", "--gradient_accumulation_steps=1", "--device=cpu", "--threads=1", "--compile=False",
        "--warmup_iters=2", "--beta2=0.99", "--max_iters=64", "--json"]  # fmt: skip


def real(rates: str) -> list[str]:
    return [*REAL, f"--learning_rate={rates}"]


def document(process: FledgeProcess) -> Any:
    """What it printed on stdout; here the notes on stderr stand before it."""
    out = process.communicate(timeout=600)
    return json.loads(out[out.index("\n{\n") if not out.startswith("{") else 0 :])


def rows(found: Any) -> list[Any]:
    return [{key: row[key] for key in ("name", "state", "val_loss", "expected", "reason")} for row in found["trials"]]


@pytest.mark.slow
def test_killed_and_continued_it_gives_the_same_table(work: Path) -> None:
    rates = "1e-4,0.003,0.01"
    expected = document(FledgeProcess(*real(rates), "--out=whole"))
    for begun in (1, 2, 3):
        part = FledgeProcess(*real(rates), "--out=part")
        wait_for(lambda least=begun: len(list(Path("part").glob("*/metrics.jsonl"))) >= least)
        part.kill()
        part.communicate()
    found = document(FledgeProcess(*real(rates), "--out=part"))
    assert rows(found) == rows(expected)
    assert found["is_complete"]
    assert found["best"] == "learning_rate=0.01"


@pytest.mark.slow
def test_no_trial_outlives_a_sweep_that_was_killed(work: Path) -> None:
    sweep = FledgeProcess(*real("0.003,0.01"), "--max_iters=1000000")
    running = Path("sweep/learning_rate=0.003")
    wait_for(lambda: (running / "metrics.jsonl").exists())
    assert writer_of(running) is not None
    sweep.kill()
    sweep.communicate()
    wait_for(lambda: writer_of(running) is None)


@pytest.mark.slow
def test_ctrl_c_saves(work: Path) -> None:
    sweep = FledgeProcess(*real("0.003,0.01"), "--max_iters=1000000")
    running = Path("sweep/learning_rate=0.003")
    wait_for(
        lambda: (running / "metrics.jsonl").exists() and '"event": "iter"' in (running / "metrics.jsonl").read_text()
    )
    sweep.send_signal(signal.SIGINT)
    found = document(sweep)
    assert sweep.returncode == 128 + signal.SIGINT
    assert not found["is_complete"]
    assert found["command"].startswith("fledge sweep --dataset=tiny")
    assert writer_of(running) is None
    assert any((running / "checkpoints").glob("step-*"))


def wait_for(is_there: Any) -> None:
    while not is_there():
        time.sleep(0.05)
