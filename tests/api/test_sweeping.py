"""A sweep's trials: which run, which are dropped, and that nothing is lost when it is stopped or killed."""

import itertools
import json
import math
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from fledge.api import sweep_pool, sweep_process, sweep_trials, sweeping
from fledge.api.sweep_process import last_iteration
from fledge.api.sweeping import SweepResult, sweep_asked
from fledge.common.errors import FledgeError
from fledge.common.progress import nowhere
from fledge.logs.run_lock import HELD, lock_run
from fledge.options.parser import parse
from fledge.options.sweep import COMMAND
from tests.sweeps import TRIAL, FakeTrial, fake_trials

ONE = "--gradient_accumulation_steps=1"
RATES = "--learning_rate=0.005,0.01,0.02,0.04,0.08"


@pytest.fixture(autouse=True)
def _fake_trials(work: Path) -> Iterator[None]:
    with fake_trials():
        yield


def sweep(*words: str) -> SweepResult:
    return sweep_asked(parse(COMMAND, [*TRIAL, *words]), nowhere)


def states(result: SweepResult) -> dict[str, str]:
    return {now.name: result.trial(now).state(now) for now in result.standings}


def table(result: SweepResult) -> list[dict[str, Any]]:
    """What was decided: neither the clock nor a kill nor trials that ran ahead change it."""
    changing = ("seconds", "iterations", "run")
    return [{key: value for key, value in row.items() if key not in changing} for row in result.to_json()["trials"]]


def test_the_best_finishes_and_the_losers_are_dropped() -> None:
    result = sweep(RATES)
    assert result.best is not None
    assert result.best.values == {"learning_rate": 0.02}
    assert states(result) == {
        "learning_rate=0.02": "finished",
        "learning_rate=0.01": "dropped",
        "learning_rate=0.04": "dropped",
        "learning_rate=0.005": "dropped",
        "learning_rate=0.08": "dropped",
    }
    assert result.is_complete
    dropped = [trial for trial in result.folder.trials if trial.fate == "dropped"]
    assert all(trial.lost_to["winner"] == "learning_rate=0.02" for trial in dropped)
    assert all(trial.lost_to["low"] > trial.lost_to["high"] for trial in dropped)
    assert all(48 <= last_iteration(trial.folder) < 320 for trial in dropped)


def test_a_trial_that_goes_on_is_not_started_again() -> None:
    sweep("--learning_rate=0.005,0.02", "--jobs=1")
    assert FakeTrial.started == ["learning_rate=0.005", "learning_rate=0.02"]


def test_no_drop_runs_all_and_compares_them() -> None:
    result = sweep("--learning_rate=0.01,0.02,0.04", "--no-drop")
    assert set(states(result).values()) == {"finished"}
    assert result.comparison is not None
    assert len(result.comparison.groups) == 3
    assert result.comparison.groups[0].first.run.value("learning_rate") == 0.02


def test_a_tie_runs_to_its_end() -> None:
    result = sweep("--learning_rate=0.02,0.0201")
    assert set(states(result).values()) == {"finished"}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_sweep_that_was_killed_goes_on_and_ends_alike(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between any two of its decisions: sweep.json and the trials' logs are all that is left."""
    whole = table(sweep(RATES, "--out=whole"))
    save = sweep_trials.SweepFolder.save
    for stop_after in (1, 4, 9, 14):
        saves: list[sweep_trials.SweepFolder] = []

        def save_or_die(
            folder: sweep_trials.SweepFolder, saves: list[Any] = saves, stop_after: int = stop_after
        ) -> None:
            saves.append(folder)
            if len(saves) > stop_after:
                raise KeyboardInterrupt
            save(folder)

        monkeypatch.setattr(sweep_trials.SweepFolder, "save", save_or_die)
        with pytest.raises(KeyboardInterrupt):
            sweep(RATES, f"--out=part{stop_after}", f"--jobs={jobs}")
        monkeypatch.setattr(sweep_trials.SweepFolder, "save", save)
        assert table(sweep(RATES, f"--out=part{stop_after}", f"--jobs={jobs}")) == whole, stop_after


def test_a_log_that_lost_its_end_is_judged_again() -> None:
    whole = table(sweep(RATES))
    folder = Path("sweep/learning_rate=0.02")
    lines = (folder / "metrics.jsonl").read_text().splitlines(keepends=True)
    (folder / "metrics.jsonl").write_text("".join(lines[: len(lines) // 2]) + '{"event": "iter", "it')
    assert table(sweep(RATES)) == whole


def test_a_finished_sweep_starts_nothing() -> None:
    first = sweep(RATES)
    FakeTrial.started.clear()
    assert table(sweep(RATES)) == table(first)
    assert FakeTrial.started == []


def test_time_that_ends_leaves_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("fledge.api.sweeping.time.monotonic", lambda: clock.__setitem__(0, clock[0] + 1) or clock[0])
    result = sweep(RATES, "--hours=0.005")
    assert not result.is_complete
    assert result.signal is None
    unlimited = sweep(RATES)
    assert unlimited.is_complete
    assert unlimited.best is not None
    assert unlimited.best.name == "learning_rate=0.02"


def test_with_little_time_one_trial_finishes_before_others_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each iteration takes a second of the clock: there is time for one trial and a half."""
    monkeypatch.setattr("fledge.api.sweeping.time.monotonic", lambda: float(trained()))
    monkeypatch.setattr(FakeTrial, "seconds", property(lambda self: float(self.it)), raising=False)
    monkeypatch.setattr(FakeTrial, "__setattr__", without_seconds)
    result = sweep(RATES, f"--hours={480 / 3600}")
    assert list(states(result).values()).count("finished") == 1
    assert not result.is_complete


def trained() -> int:
    return sum(last_iteration(path.parent) for path in Path("sweep").glob("*/metrics.jsonl"))


def without_seconds(self: FakeTrial, name: str, value: object) -> None:
    if name != "seconds":
        object.__setattr__(self, name, value)


def test_a_trial_that_fails_is_a_row() -> None:
    FakeTrial.failures[0.08] = (1, "the loss is NaN at iteration 12.")
    FakeTrial.failures[0.04] = (-9, "")
    result = sweep(RATES)
    found = {trial.name: (trial.fate, str(trial.reason)) for trial in result.folder.trials}
    assert found["learning_rate=0.08"] == ("failed", "the loss is NaN at iteration 12.")
    assert found["learning_rate=0.04"] == ("failed", "its process ended with -9")
    assert result.is_complete
    assert result.best is not None
    assert result.best.name == "learning_rate=0.02"


def test_a_mistake_of_one_trial_is_a_row_and_of_two_ends_the_sweep() -> None:
    FakeTrial.failures[0.005] = (2, "needs 9 GB.")
    assert states(sweep(RATES))["learning_rate=0.005"] == "failed"
    FakeTrial.failures = dict.fromkeys((0.005, 0.01, 0.02, 0.04, 0.08), (2, "no dataset data/tiny."))
    with pytest.raises(FledgeError, match=r"^no dataset data/tiny\.$"):
        sweep(RATES, "--out=other")
    FakeTrial.failures = {}
    assert sweep(RATES, "--out=other").is_complete  # when it is put right, the same command goes on


def test_every_trial_may_fail() -> None:
    for rate in (0.01, 0.02):
        FakeTrial.failures[rate] = (1, f"the loss is NaN with {rate}.")
    result = sweep("--learning_rate=0.01,0.02")
    assert (result.best, result.comparison, result.is_complete) == (None, None, True)


def test_ctrl_c_stops_and_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def interrupt(folder: Path) -> int:
        looks.append(folder)
        if len(looks) == 30:
            signal.raise_signal(signal.SIGINT)
        return last_iteration(folder)

    monkeypatch.setattr(sweeping, "last_iteration", interrupt)
    result = sweep(RATES)
    assert result.signal == signal.SIGINT
    assert not result.is_complete
    assert json.loads(Path("sweep/sweep.json").read_text())["seconds"] >= 0
    assert sweep(RATES).is_complete


def test_one_sweep_writes_a_folder_at_a_time() -> None:
    with lock_run(Path("sweep")), pytest.raises(FledgeError, match=r"another fledge writes sweep now .* --out=DIR"):
        sweep(RATES)


def test_other_settings_are_another_sweep() -> None:
    Path("mine.py").write_text("dropout = 0.0\n")
    sweep("mine.py", "--learning_rate=0.01,0.02")
    for other in (["--learning_rate=0.01,0.04"], ["--learning_rate=0.01,0.02", "--dropout=0.1"]):
        with pytest.raises(FledgeError, match="sweep holds a sweep of other settings"):
            sweep("mine.py", *other)
    Path("mine.py").write_text("dropout = 0.2\n")  # the same command, and another file
    with pytest.raises(FledgeError, match="sweep holds a sweep of other settings"):
        sweep("mine.py", "--learning_rate=0.01,0.02")


def test_overwrite_removes_the_runs_of_the_other_sweep_and_nothing_else() -> None:
    sweep("--learning_rate=0.01,0.08")
    Path("sweep/notes.txt").write_text("mine")
    Path("elsewhere").mkdir()
    Path("elsewhere/config.json").write_text("{}")
    document = json.loads(Path("sweep/sweep.json").read_text())
    document["trials"]["../elsewhere"] = {}
    Path("sweep/sweep.json").write_text(json.dumps(document))
    result = sweep("--learning_rate=0.01,0.02", "--overwrite")
    assert FakeTrial.started.count("learning_rate=0.01") >= 2  # it began anew
    assert result.is_complete
    assert sorted(path.name for path in Path("sweep").iterdir() if path.is_dir()) == [
        "learning_rate=0.01",
        "learning_rate=0.02",
    ]
    assert Path("sweep/notes.txt").read_text() == "mine"
    assert Path("elsewhere/config.json").is_file()


@pytest.mark.parametrize("document", ["[]", "{", '{"format": 9, "trials": {}}', '{"format": 1, "trials": []}'])
def test_a_damaged_folder_is_refused(document: str) -> None:
    Path("sweep").mkdir()
    Path("sweep/sweep.json").write_text(document)
    with pytest.raises(FledgeError, match="--out=DIR"):
        sweep(RATES)


@pytest.mark.parametrize(
    "changed",
    [
        {"lost_to": {"low": "x"}},
        {"fate": "dropped", "lost_to": {}},
        {"fate": "lost"},
        {"fate": []},
        {"seconds": math.nan},
        {"at": math.inf},
        {"lost_to": 7},
    ],
    ids=str,
)
def test_a_decision_that_makes_no_sense_is_refused(changed: dict[str, Any]) -> None:
    sweep(RATES)
    file = Path("sweep/sweep.json")
    document = json.loads(file.read_text())
    next(iter(document["trials"].values())).update(changed)
    file.write_text(json.dumps(document))
    with pytest.raises(FledgeError, match="--out=DIR"):
        sweep(RATES)


def test_a_folder_of_something_else_is_refused() -> None:
    Path("sweep").mkdir()
    Path("sweep/thesis.txt").write_text("mine")
    for more in ([], ["--overwrite"]):
        with pytest.raises(FledgeError, match="is not empty, and holds no sweep"):
            sweep(RATES, *more)
    assert [path.name for path in Path("sweep").iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("jobs", [2, 3, 5])
@pytest.mark.parametrize("speeds", [{}, {0.08: 20}, {0.005: 4, 0.04: 2}, {0.01: 3, 0.02: 7}], ids=str)
def test_side_by_side_the_same_is_decided(jobs: int, speeds: dict[float, int]) -> None:
    alone = sweep(RATES, "--jobs=1")
    FakeTrial.speeds = speeds
    together = sweep(RATES, f"--jobs={jobs}", "--out=together")
    assert table(together) == table(alone)
    assert {trial.name: trial.at for trial in together.folder.trials} == {
        trial.name: trial.at for trial in alone.folder.trials
    }


NAMES = [f"learning_rate={rate}" for rate in ("0.005", "0.01", "0.02", "0.04", "0.08")]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_trial_that_loses_its_place_waits_and_is_started_once(jobs: int) -> None:
    sweep(RATES, f"--jobs={jobs}")
    assert sorted(FakeTrial.started) == NAMES


@pytest.mark.parametrize("device", ["no room in memory", "a GPU"])
def test_where_none_can_wait_it_is_stopped_and_started_again(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All first stops, then the best and the one that comes next: no place is empty while there is something to run."""
    if device == "a GPU":
        monkeypatch.setattr(sweep_pool, "are_on_cpu", lambda configs: False)
    monkeypatch.setattr(sweep_pool, "has_room_to_hold", lambda: device == "a GPU")
    sweep(RATES, "--jobs=2")
    assert sorted(FakeTrial.started[:5]) == NAMES
    assert len(FakeTrial.started) > 5
    assert set(FakeTrial.started[5:7]) <= {"learning_rate=0.02", "learning_rate=0.01", "learning_rate=0.04"}


def test_when_memory_gets_short_trials_that_wait_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = itertools.count()
    monkeypatch.setattr(sweep_pool, "has_room_to_hold", lambda: next(looks) % 40 < 30)
    alone = sweep(RATES, "--jobs=1", "--no-drop")
    assert set(states(alone).values()) == {"finished"}
    assert len(FakeTrial.started) > 5


def test_the_mark_of_one_that_was_killed_while_it_waited_does_not_hold_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = tmp_path / "trial"
    trial.mkdir()
    (trial / HELD).touch()
    monkeypatch.setattr("fledge.api.sweep_process.subprocess.Popen", lambda *args, **options: None)
    assert not sweep_process.TrialProcess([], trial, {}).hold()


def test_one_that_dies_while_it_waits_goes_on_from_its_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    died: list[FakeTrial] = []

    def code(self: FakeTrial) -> int | None:
        if self.is_held and not died:
            died.append(self)
        return -9 if self in died else cast(int | None, exit_code(self))

    exit_code = vars(FakeTrial)["exit_code"].fget
    monkeypatch.setattr(FakeTrial, "exit_code", property(code))
    result = sweep(RATES, "--jobs=1", "--no-drop")
    assert len(died) == 1
    assert set(states(result).values()) == {"finished"}


def test_side_by_side_one_that_fails_ahead_of_its_turn_is_a_row() -> None:
    FakeTrial.failures[0.04] = (1, "the loss is NaN at iteration 12.")
    alone = sweep(RATES, "--jobs=1")
    FakeTrial.speeds = {0.04: 5}
    together = sweep(RATES, "--jobs=5", "--out=together")
    assert states(together)["learning_rate=0.04"] == "failed"
    assert table(together) == table(alone)


def test_evaluations_are_often_enough_and_cheap() -> None:
    arguments = parse(COMMAND, [*TRIAL, "--learning_rate=0.1,0.2", "--eval_interval=2000", "--eval_iters=all", ONE])
    config = sweep_trials.sweep_folder(arguments).trials[0].config
    assert config.eval_interval == 10
    assert config.eval_iters == 3  # 32 evaluations of 3 batches, both splits: 64 training steps of 320
    own = parse(COMMAND, [*TRIAL, "--learning_rate=0.1,0.2", "--eval_interval=4", "--eval_iters=500"])
    trial = sweep_trials.sweep_folder(own).trials[0]
    assert trial.config is trial.asked  # somebody who evaluates more often knows why
