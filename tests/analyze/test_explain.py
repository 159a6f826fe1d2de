"""`fledge explain` as a command: what it is given, and how it watches a run that goes on."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from fledge.analyze.forecast import forecast
from fledge.analyze.summary import explain
from fledge.cli.pages.explain_page import print_page
from fledge.cli.pages.forecast_page import print_page as print_forecast
from fledge.config.fields import Value
from fledge.logs.facts import Facts
from fledge.logs.readers import LogReading
from fledge.logs.run import Curve, Known, Run
from fledge.texts import text
from tests.helpers import TINY, Fledge

LINES = "".join(f"iter {it}: loss {4 - it / 20:.4f}, time 33.22ms, mfu 11.07%\n" for it in range(0, 50, 5))


def test_the_newest_run_is_taken_where_none_is_named(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY)[0] == 0
    code, out, _ = fledge("explain", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["format"] == "fledge"
    assert found["run"].startswith("runs/")
    assert {"run", "format", "summary", "findings"} == found.keys()
    assert all({"code", "severity", "title", "evidence", "advice"} == one.keys() for one in found["findings"])


@pytest.mark.parametrize("command", ["explain", "report", "forecast"])
def test_a_checkpoint_without_a_log_is_passed_over(work: Path, fledge: Fledge, command: str) -> None:
    """nanoGPT's out_dir has nothing but a ckpt.pt."""
    Path("out").mkdir()
    Path("out/ckpt.pt").touch()
    code, _, err = fledge(command)
    assert code == 2
    assert (
        f"no log of how it was trained. Name the file with what the trainer printed: fledge {command} train.log" in err
    )
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    os.utime("out/ckpt.pt", (2e9, 2e9))
    code, _, err = fledge(command, *(["--to=24"] if command == "forecast" else []))
    lacks = "log" if command == "explain" else "losses"
    assert (code, err) == (0, f"{command}: run, the newest run; out is newer, but has no {lacks}\n")


def test_a_run_without_a_checkpoint_is_explained(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=old")[0] == 0
    assert fledge("train", *TINY, "--out_dir=new")[0] == 0
    shutil.rmtree("new/checkpoints")
    code, out, err = fledge("explain")
    assert (code, err) == (0, "explain: new, the newest run\n")
    assert out.startswith("new, fledge")


def test_a_forecast_takes_the_newest_run_with_losses(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=old")[0] == 0
    shutil.copytree("old", "new")
    start = Path("new/metrics.jsonl").read_text().splitlines()[0]
    Path("new/metrics.jsonl").write_text(start + "\n")
    os.utime("new/metrics.jsonl", (2e9, 2e9))
    assert fledge("explain")[2] == "explain: new, the newest run\n"
    assert fledge("forecast", "--to=24")[2] == "forecast: old, the newest run; new is newer, but has no losses\n"


def test_what_is_piped_in_is_read(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("log").write_text(LINES)
    with Path("log").open() as piped:
        monkeypatch.setattr(sys, "stdin", piped)
        code, out, _ = fledge("explain", "-")
    assert code == 0
    assert out.startswith("stdin, nanoGPT\n")
    assert "iteration 45" in out


def test_a_run_that_has_ended_is_not_watched(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    code, out, _ = fledge("explain", "run", "--follow")
    assert code == 0
    assert out.count("progress") == 1


def test_a_log_that_grows_is_looked_at_again(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    log = Path("log")
    log.write_text(LINES)
    naps = 0

    def nap(seconds: float) -> None:
        nonlocal naps
        naps += 1
        if naps == 2:
            raise KeyboardInterrupt
        with log.open("a") as file:
            file.write("iter 50: loss 1.4000, time 33.22ms, mfu 11.07%\n")

    monkeypatch.setattr("fledge.cli.commands.explain.time.sleep", nap)
    code, out, _ = fledge("explain", "log", "--follow")
    assert code == 0
    assert out.index("iteration 45") < out.index("iteration 50")


def test_several_words_are_one_term(work: Path, fledge: Fledge) -> None:
    code, out, _ = fledge("explain", "gradient", "accumulation")
    assert code == 0
    assert out.lower().startswith("gradient accumulation")


def test_settings_come_from_the_log_then_the_file_then_nanogpt(work: Path, fledge: Fledge) -> None:
    Path("log").write_text(f"Overriding: batch_size = 8\n{LINES}")
    Path("a.py").write_text("batch_size = 16\nblock_size = 256\ngradient_accumulation_steps = 2\n")
    assert fledge("explain", "log", "--config=a.py", "--json")[0] == 0
    found = json.loads(fledge("explain", "log", "--config=a.py", "--json")[1])
    assert found["summary"]["tokens_per_iter"] == 8 * 256 * 2
    found = json.loads(fledge("explain", "log", "--config=a.py", "--batch_size=4", "--json")[1])
    assert found["summary"]["tokens_per_iter"] == 4 * 256 * 2


@pytest.mark.parametrize(("format_name", "of_all"), [("fledge", 2e12), ("nanochat", 4e12)])
def test_a_stated_peak_is_of_all_devices_in_our_runs_and_of_one_in_others(format_name: str, of_all: float) -> None:
    run = Run("run", format_name, settings={"peak_flops": Known(2e12, "it"), "processes": Known(2, "it")})
    assert Facts(run).peak == of_all


def test_the_rows_of_an_ngram_table_are_no_parameters_of_scaling_laws() -> None:
    sizes = {"n_layer": 2, "n_head": 2, "n_embd": 64, "block_size": 64, "vocab_size": 512, "ngram_rows": 1000}
    known: dict[str, Value] = {"arch": "modern", "params": 228_608, **sizes}
    facts = Facts(Run("modern", "fledge", settings={name: Known(value, "the run") for name, value in known.items()}))
    assert facts.params == 228_608
    assert facts.params_dense == 228_608 - 64_000


def page_of(run: Run, capsys: pytest.CaptureFixture[str]) -> str:
    """The rows above the findings."""
    print_page(explain(Facts(run)), LogReading([run]), 0, verbose=False)
    return capsys.readouterr().out


def test_what_a_log_says_of_bytes_memory_and_long_steps_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run("log", "some trainer")
    run.curves["val_loss"] = Curve([0, 100], [6.9, 2.0269])
    run.curves["val_bpb"] = Curve([0, 100], [4.1, 1.2005])
    run.curves["dt_ms"] = Curve(range(100), [700.0 if it % 4 == 0 else 250.0 for it in range(100)])
    run.curves["memory_mb"] = Curve([0, 50, 100], [9000.0, 10247.0, 10100.0])
    shown = page_of(run, capsys)
    assert "val loss  2.0269 at 100 (perplexity 7.59, 1.2005 bits per byte)" in shown
    assert "speed     250.0 ms per step at the median, 359.1 ms on average" in shown
    assert "memory    10,247 MB (10.01 GB) at the most" in shown
    run.curves["dt_ms"] = Curve(range(100), [250.0 + it % 3 for it in range(100)])
    assert "speed     251.0 ms per step\n" in page_of(run, capsys)
    del run.curves["val_loss"]
    assert "val bpb   1.2005 bits per byte at 100" in page_of(run, capsys)


def test_a_classifier_has_no_perplexity(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run("log", "some trainer", is_language_model=False)
    run.curves["val_loss"] = Curve(range(10), [2.3 * 0.9**it for it in range(10)])
    run.curves["loss"] = Curve(range(10), [2.2 * 0.9**it for it in range(10)])
    assert "perplexity" not in page_of(run, capsys)
    found = forecast(Facts(run), 15)
    print_forecast(found, Facts(run))
    shown = capsys.readouterr().out
    assert "perplexity" not in shown
    assert "went wrong" not in shown


@pytest.mark.parametrize(
    ("is_language_model", "ended", "advised"),
    [(True, "", "forecast"), (False, "", "report"), (True, "finished", "report")],
)
def test_a_forecast_is_advised_where_one_can_be_made(is_language_model: bool, ended: str, advised: str) -> None:
    run = Run("log", "some trainer", is_language_model=is_language_model, ended=ended)
    run.curves["val_loss"] = Curve(range(0, 4000, 100), [3 + 4 * 0.9**it for it in range(40)])
    run.curves["loss"] = Curve(range(0, 4000, 10), [3 + 4 * 0.99**it for it in range(400)])
    (healthy,) = [finding for finding in explain(Facts(run)).findings if finding.code == "healthy"]
    assert f"fledge {advised} log" in text(healthy.advice)


def test_a_run_of_fledge_has_its_bits_per_byte(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    shown = json.loads(fledge("explain", "run", "--json")[1])["summary"]
    events = [json.loads(line) for line in Path("run/metrics.jsonl").read_text().splitlines()]
    assert shown["val_bpb"] == [event for event in events if event["event"] == "eval"][-1]["bits_per_byte"]


def test_means_over_epochs_are_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run("log", "Keras", counts="epochs", averages_epochs=True, is_language_model=False)
    run.curves["train_loss"] = Curve(range(1, 11), [1 - it / 12 for it in range(10)])
    assert "train     0.2500 at 10 (mean over the epoch)" in page_of(run, capsys)
    run.averages_epochs = False
    assert "train     0.2500 at 10 (evaluated)" in page_of(run, capsys)


def test_a_long_row_goes_on_in_its_column(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run("log", "some trainer")
    run.curves["loss"] = Curve(range(100), [5 - it / 50 for it in range(100)])
    run.curves["dt_ms"] = Curve(range(100), [2_900.0 if it % 4 == 0 else 1_250.0 for it in range(100)])
    run.curves["tokens_per_s"] = Curve(range(100), [123_456_789.0] * 100)
    lines = page_of(run, capsys).splitlines()
    assert max(map(len, lines)) <= 80
    at = lines.index("  speed     1,250.0 ms per step at the median, 1,650.0 ms on average,")
    assert lines[at + 1] == "            123,456,789 tokens/s"
