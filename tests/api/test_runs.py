"""fledge.read and fledge.compare: any trainer's log as an object."""

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

import fledge
from tests.docs.desk import OF_GPT2, falling, nanogpt_log


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.log").write_text(OF_GPT2 + nanogpt_log(falling, 2000))
    Path("b.log").write_text(OF_GPT2 + nanogpt_log(lambda it: falling(it) - 0.4, 2000))
    Path("two.log").write_text(nanogpt_log(falling, 500) + nanogpt_log(falling, 300))
    return tmp_path


def test_a_log_of_another_trainer(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = fledge.read("a.log", gpu="RTX 4070", max_iters=4000)
    assert (run.format, run.iterations, run.ended) == ("nanoGPT", 2000, "")
    assert len(run.losses) == 201
    assert run.losses[0][0] == 0
    assert run.val_losses[-1][0] == 2000
    assert run.val_losses[-1][1] == pytest.approx(falling(2000) + 0.01, abs=1e-3)
    assert run.settings["max_iters"] == 4000
    assert run.summary["val_loss"] == run.val_losses.values[-1]
    assert [finding.severity for finding in run.findings() if finding.code == "mfu_units"] == ["note"]
    worst = run.findings()[0]
    assert str(worst) == f"{worst.severity}: {worst.title} ({worst.code})"
    assert worst.evidence
    forecast = run.forecast()
    assert forecast.to == 4000
    assert forecast.value is not None
    assert forecast.low is not None
    assert forecast.high is not None
    assert forecast.low < forecast.value < forecast.high
    assert run.forecast(to=3000).to == 3000
    assert "a.log: nanoGPT, 2,000 iterations" in repr(run)
    assert capsys.readouterr() == ("", "")


def test_several_runs_in_a_file(logs: Path) -> None:
    assert [fledge.read("two.log", pick=pick).iterations for pick in (1, 2)] == [500, 300]
    assert fledge.read("two.log").iterations == 300


def test_a_run_that_is_still_training(run_path: Path, tmp_path: Path) -> None:
    events = (run_path / "metrics.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "config.json").write_text((run_path / "config.json").read_text())
    last = max(at for at, line in enumerate(events) if json.loads(line)["event"] == "iter")
    (tmp_path / "metrics.jsonl").write_text("".join(events[:last]) + '{"event": "iter", "it')
    run = fledge.read(tmp_path)
    assert run.ended == ""
    assert 0 < run.iterations < fledge.read(run_path).iterations
    assert run.findings() is not None
    assert "svg" in run._repr_html_()
    assert fledge.read("tiny-gpt2").ended == "finished"  # by its name in runs/


class Table:
    """Stands for a DataFrame: it keeps the columns that it is given."""

    def __init__(self, columns: dict[str, list[float | None]]) -> None:
        self.columns = columns


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames(logs: Path, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType(library)
    module.__dict__.update(DataFrame=Table, __spec__=sys.__spec__)
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, library, module)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name == library or None)
    run = fledge.read("a.log")
    columns = run.to_frame().columns
    assert next(iter(columns)) == "iteration"
    assert {len(column) for column in columns.values()} == {len(run.losses)}
    assert columns["loss"] == list(run.losses.values)
    missing = columns["val_loss"][1]
    assert missing is None if library == "polars" else missing != missing
    other = "pandas" if library == "polars" else "polars"
    with pytest.raises(fledge.FledgeError, match=f"needs {other}"):
        run.to_frame(other)


def test_without_a_library_of_tables(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(fledge.FledgeError, match="pip install pandas"):
        fledge.read("a.log").to_frame()
    with pytest.raises(fledge.FledgeError, match="Try pandas or polars"):
        fledge.read("a.log").to_frame("excel")


def test_read_tells_mistakes(logs: Path) -> None:
    Path("empty.log").touch()
    Path("letter.log").write_text("Dear Sir,\nI write to you.\n")
    for name, says in (("nothing.log", "no run or log"), ("empty.log", "empty"), ("letter.log", "no training lines")):
        with pytest.raises(fledge.FledgeError, match=says):
            fledge.read(name)
    with pytest.raises(fledge.FledgeError, match="not the name of a run or a log"):
        fledge.read(["a.log"])  # type: ignore[arg-type]
    with pytest.raises(fledge.FledgeError, match="Did you mean max_iters"):
        fledge.read("a.log", max_iter=3)
    with pytest.raises(fledge.FledgeError, match="holds 2 runs"):
        fledge.read("two.log", pick=3)
    with pytest.raises(fledge.FledgeError, match="Name a file"):
        fledge.read("-")
    with pytest.raises(fledge.FledgeError, match="not an iteration"):
        fledge.read("a.log").forecast(to=-5)


def test_compare(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = fledge.compare("a.log", Path("b.log"), learning_rate=[6e-4, 3e-4], dataset="openwebtext")
    assert str(made) == made.to_json()["verdict"]
    assert made.chosen_changes == 1
    assert "B is " in str(made)
    runs = fledge.read("a.log", learning_rate=6e-4), fledge.read("b.log", learning_rate=3e-4)
    assert fledge.compare(*runs).chosen_changes == 1
    assert len(fledge.compare("two.log", "two.log", pick=[1, 2], group=["a", "b"]).groups) == 2
    assert capsys.readouterr() == ("", "")


def test_compare_tells_mistakes(logs: Path) -> None:
    run = fledge.read("a.log")
    with pytest.raises(fledge.FledgeError, match="two runs or more, not 1"):
        fledge.compare("a.log")
    with pytest.raises(fledge.FledgeError, match="two runs or more, not 1"):
        fledge.compare(run)
    with pytest.raises(fledge.FledgeError, match="can't be mixed"):
        fledge.compare(run, "b.log")
    with pytest.raises(fledge.FledgeError, match="Give it to"):
        fledge.compare(run, run, gpu="A100")
    with pytest.raises(fledge.FledgeError, match="3 values for 2 runs"):
        fledge.compare("a.log", "b.log", batch_size=[1, 2, 3])
    with pytest.raises(fledge.FledgeError, match="not the name"):
        fledge.compare(None, "b.log")  # type: ignore[arg-type]
