"""A sweep: which trial goes on, how far, which ones are dropped, and what came out."""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fledge.analyze.compare import Comparison, compare
from fledge.analyze.sweep import Standing, beaten_by, finishing, narrowed, next_trial
from fledge.api.sweep_process import LOOK_EVERY_S, TrialProcess, last_iteration
from fledge.api.sweep_trials import SweepFolder, Trial, sweep_folder
from fledge.common.errors import FledgeError
from fledge.common.progress import Show, note
from fledge.common.signals import StopRequest
from fledge.config.schema import Config
from fledge.data.mixture import open_data
from fledge.data.prepare.job import usable_cores
from fledge.logs.run_lock import Held, RunLock, lock_run
from fledge.model.flops import flops_per_token
from fledge.options.parser import Arguments
from fledge.options.sweep import SweepOptions
from fledge.texts import say, text

SECONDS_PER_HOUR = 3600.0
SAVE_EVERY_S = 30.0  # so that a sweep that was killed knows how long it took
SPARE_SHARE = 0.1  # of the time that a trial needs to finish, kept free beside it
CLOSEST = 3  # finished trials whose comparison is printed
# Of a micro-batch. At this size two trials side by side get 1.3 times as much done as one on both of two cores, below
# 1.6 times and more; above 1.1 times, which is less than is lost by dropping losers later (LOG.md, 2026-11-18).
SMALL_FLOPS = 15e9
FIRST_STOP_CODE = 128  # a run that was stopped ends with that and the signal's number, as shells count


@dataclass(frozen=True)
class SweepResult:
    """Every trial with where it stands, the best first, and what that shows."""

    folder: SweepFolder
    standings: list[Standing]  # the finished by their loss, then the others by what they would reach
    comparison: Comparison | None  # of those that finished
    closest: Comparison | None  # of the best of these: of many, the conclusions about each pair would fill pages
    signal: int | None  # that stopped it

    @property
    def best(self) -> Trial | None:
        """The finished trial with the lowest validation loss."""
        return self.trial(self.standings[0]) if self.standings[0].is_done else None

    @property
    def is_complete(self) -> bool:
        return all(now.is_done or self.trial(now).fate != "open" for now in self.standings)

    def trial(self, now: Standing) -> Trial:
        return next(trial for trial in self.folder.trials if trial.name == now.name)

    def label(self, now: Standing) -> str:
        """What the comparison calls it: A, B and so on; empty if it is not compared."""
        groups = self.comparison.groups if self.comparison and now.is_done else []
        labels = {
            Path(facts.run.name).name: label
            for group in groups
            for label, facts in zip(group.labels(), group.members, strict=True)
        }
        return labels.get(now.name, "")

    def to_json(self) -> dict[str, Any]:
        best = self.best
        return {
            "folder": str(self.folder.path),
            "is_complete": self.is_complete,
            "seconds": self.folder.seconds,
            "best": best.name if best else None,
            "trials": [_trial_json(self.trial(now), now) for now in self.standings],
            "comparison": self._comparison_json(),
            "notes": [text(one) for one in self.folder.notes],
        }

    def _comparison_json(self) -> dict[str, Any] | None:
        """As `fledge compare --json`, without the settings of each run: config.json in its directory has them."""
        found = self.comparison.to_json() if self.comparison else None
        return found and {key: value for key, value in found.items() if key not in ("runs", "same")}


def _trial_json(trial: Trial, now: Standing) -> dict[str, Any]:
    return {
        "name": trial.name,
        "settings": trial.values,
        "state": trial.state(now),
        "reason": str(trial.reason),
        "iterations": last_iteration(trial.folder),
        "max_iters": trial.config.max_iters,
        "val_loss": now.best,
        "expected": {"value": now.value, "low": now.low, "high": now.high},
        "lost_to": trial.lost_to or None,
        "seconds": trial.seconds,
        "run": str(trial.folder),
    }


def sweep_asked(arguments: Arguments, show: Show) -> SweepResult:
    """Runs the sweep of a command line to its end, to its time's end, or until it is stopped."""
    options: SweepOptions = arguments.options
    folder = sweep_folder(arguments)
    open_data(folder.trials[0].config)  # no trial begins without it; all have the same, because it can't be swept
    with _held(folder), StopRequest() as stop:
        folder.begin(options.overwrite)
        _Sweep(folder, arguments, stop, show).run()
    return _result(folder, stop.number)


def _held(folder: SweepFolder) -> RunLock:
    """The folder's lock, as a run directory has one: one sweep writes it at a time."""
    try:
        return lock_run(folder.path)
    except Held as error:
        raise FledgeError(error.problem, say("sweep.wait")) from None


class _Sweep:
    def __init__(self, folder: SweepFolder, arguments: Arguments, stop: StopRequest, show: Show) -> None:
        self.folder, self.stop, self.show = folder, stop, show
        self.options: SweepOptions = arguments.options
        self.typed = [*arguments.typed, *(["--trust-config"] if self.options.trust_config else [])]
        self.places = _places(self.options.jobs, str(folder.trials[0].config.device))
        self.standings = {trial.name: trial.standing() for trial in folder.trials}
        self.running: dict[int, tuple[Trial, TrialProcess]] = {}  # by the number of their place
        self.began = time.monotonic() - folder.seconds
        self.saved = time.monotonic()

    def run(self) -> None:
        if not self.options.jobs and _gains_by_jobs([trial.config for trial in self.folder.trials]):
            self._tell(text(say("sweep.small_trials")))
        self._drop_losers()  # a sweep that was killed may not have come to it
        try:
            while self._start_some():
                time.sleep(LOOK_EVERY_S)
                for place, (trial, process) in list(self.running.items()):
                    if self._has_left(trial, process):
                        del self.running[place]
                self._show_progress()
                if time.monotonic() - self.saved > SAVE_EVERY_S:
                    self._save()
        finally:
            for _, process in self.running.values():
                process.end()
            self._save()

    def _save(self) -> None:
        self.saved = time.monotonic()
        self.folder.seconds = self.saved - self.began
        self.folder.save()

    @property
    def _seconds_left(self) -> float:
        limit = self.options.hours * SECONDS_PER_HOUR
        return limit - (time.monotonic() - self.began) if limit else float("inf")

    def _must_stop(self) -> bool:
        return self.stop.requested() or self._seconds_left <= 0

    def _start_some(self) -> bool:
        """Fill the free places; whether anything runs."""
        for place, environment in enumerate(self.places):
            if place in self.running:
                continue
            while (trial := self._next_trial()) is not None and self._is_there(trial):
                self._judge(trial)
            if trial is None:
                break
            settings = {
                **trial.values,
                "eval_interval": trial.config.eval_interval,
                "eval_iters": trial.config.eval_iters,
            }
            typed = [*self.typed, *(f"--{key}={value}" for key, value in settings.items())]
            self.running[place] = trial, TrialProcess(typed, trial.folder, environment)
        return bool(self.running)

    def _next_trial(self, running: Trial | None = None) -> Trial | None:
        """The trial to go on with; one that is running only if it is `running`."""
        if self._must_stop():
            return None
        busy = [trial for trial, _ in self.running.values() if trial is not running]
        waiting = [trial for trial in self.folder.trials if trial.fate == "open" and trial not in busy]
        standings = [self.standings[trial.name] for trial in waiting]
        chosen = next_trial(standings)
        if self.options.hours and not any(now.is_done for now in self.standings.values()):
            best = finishing(standings)
            if best is not None and chosen is not None and not self._is_time_for(chosen, best):
                chosen = best
        return next((trial for trial in waiting if chosen is not None and trial.name == chosen.name), None)

    def _is_time_for(self, chosen: Standing, best: Standing) -> bool:
        """Whether the most promising trial can still finish in time if another goes on first."""
        begun = [trial for trial in self.folder.trials if trial.at]
        usual = sum(trial.seconds for trial in begun) / sum(trial.at for trial in begun)
        by_name = {trial.name: trial for trial in self.folder.trials}
        mine, other = by_name[best.name], by_name[chosen.name]
        rest = mine.seconds / mine.at * (mine.config.max_iters - mine.at)
        detour = (other.seconds / other.at if other.at else usual) * (other.next_stop - other.at)
        return chosen is best or (1 + SPARE_SHARE) * rest + detour < self._seconds_left

    def _is_there(self, trial: Trial) -> bool:
        """Whether its log has come to the next stop, and its process has nothing left to do for it."""
        return trial.reached >= trial.next_stop

    def _has_left(self, trial: Trial, process: TrialProcess) -> bool:
        """Look at a trial that runs: judge it where it is due, ask it to stop, note how it ended."""
        code = process.exit_code
        if code is not None:
            trial.seconds += process.seconds
            self._note_end(trial, process, code)
            return True
        if not process.was_asked_to_stop and trial.next_stop < trial.config.max_iters and self._is_there(trial):
            self._judge(trial)
            if self._next_trial(trial) is not trial:
                process.ask_to_stop()
        if process.was_asked_to_stop or trial.fate != "open" or self._must_stop():
            process.ask_to_stop()
        return False

    def _note_end(self, trial: Trial, process: TrialProcess, code: int) -> None:
        error = process.take_error()
        before = trial.at
        # A process that was asked to stop runs a little further. That is not looked at before the trial's turn comes:
        # what is decided would depend on how far it got.
        is_due = not process.was_asked_to_stop or (self._must_stop() and trial.reached >= trial.config.max_iters)
        while is_due and trial.fate == "open" and trial.at < trial.config.max_iters and self._is_there(trial):
            self._judge(trial)
        is_stop = code == 0 or code >= FIRST_STOP_CODE or self._must_stop()
        if trial.fate != "open" or self.standings[trial.name].is_done or process.was_asked_to_stop:
            return
        if code == FledgeError.exit_code:
            self._check_mistake(error)
        if not is_stop:
            self._fail(trial, error or text(say("sweep.killed", code=code)))
        elif trial.at == before and not self._must_stop():
            self._fail(trial, text(say("sweep.no_progress")))
        self._save()

    def _check_mistake(self, error: str) -> None:
        """A mistake that another trial made too is none of its own settings: the sweep can't go on."""
        same = [trial for trial in self.folder.trials if trial.error == error]
        if same:
            for trial in same:
                trial.fate, trial.error = "open", ""
            self._save()
            raise FledgeError(error)

    def _fail(self, trial: Trial, error: str) -> None:
        trial.fate, trial.error = "failed", error
        self._tell(text(say("sweep.told.failed", trial=trial.name, error=error)))

    def _judge(self, trial: Trial) -> None:
        """Look at what it has come to, and drop what has lost by it."""
        trial.at = trial.next_stop
        now = self.standings[trial.name] = trial.standing()
        if now.is_diverged:
            self._fail(trial, text(say("sweep.diverged")))
        if now.is_done:
            self._tell(text(say("sweep.told.finished", trial=trial.name, loss=now.best)))
        self._drop_losers()
        self._save()

    def _drop_losers(self) -> None:
        if not self.options.drop:
            return
        open_ones = [trial for trial in self.folder.trials if trial.fate == "open"]
        judged = [self.standings[trial.name] for trial in open_ones]
        for trial, own in zip(open_ones, judged, strict=True):
            defeat = beaten_by(own, judged)
            if defeat is not None:
                trial.fate = "dropped"
                trial.lost_to = {"low": defeat.low, "winner": defeat.winner.name, "high": defeat.high}
                self._tell(text(say("sweep.told.dropped", trial=trial.name, reason=trial.reason)))

    def _tell(self, line: str) -> None:
        self.show("")
        note(line)

    def _show_progress(self) -> None:
        open_ones = [trial for trial in self.folder.trials if trial.fate == "open"]
        decided = len(self.folder.trials) - sum(not self.standings[trial.name].is_done for trial in open_ones)
        trials = [
            say("sweep.trial_at", trial=trial.name, it=last_iteration(trial.folder), max_iters=trial.config.max_iters)
            for trial, _ in self.running.values()
        ]
        self.show(text(say("sweep.progress", decided=decided, number=len(self.folder.trials), trials=trials)))


def _places(jobs: int, device: str) -> list[dict[str, str]]:
    """The environments of the processes side by side: a GPU for each, or a part of the cores."""
    gpus: list[str] = []
    if device in ("auto", "cuda"):
        import torch

        listed = os.environ.get("CUDA_VISIBLE_DEVICES", "")
        gpus = listed.split(",") if listed else [str(number) for number in range(torch.cuda.device_count())]
        gpus = gpus[: torch.cuda.device_count()]
    number = jobs or max(1, len(gpus))
    if len(gpus) > 1:
        return [{"CUDA_VISIBLE_DEVICES": gpus[place % len(gpus)]} for place in range(number)]
    if number == 1 or "OMP_NUM_THREADS" in os.environ:
        return [{} for _ in range(number)]
    return [{"OMP_NUM_THREADS": str(max(1, usable_cores() // number))} for _ in range(number)]


def _gains_by_jobs(configs: Sequence[Config]) -> bool:
    """Whether the trials are so small that a CPU's cores share one badly, and two side by side get more done.

    That is the user's choice, because which trial is judged first would depend on the machine's speed then.
    """
    device = configs[0].device
    if device == "auto":
        import torch

        device = "gpu" if torch.cuda.is_available() or torch.backends.mps.is_available() else "cpu"
    has_chosen = "OMP_NUM_THREADS" in os.environ or any(config.threads for config in configs)
    if device != "cpu" or len(configs) == 1 or has_chosen or usable_cores() == 1:
        return False
    return max(c.batch_size * c.block_size * flops_per_token(c.shape) for c in configs) < SMALL_FLOPS


def _result(folder: SweepFolder, stopped_by: int | None) -> SweepResult:
    """What the trials' logs show."""
    standings = sorted(narrowed([trial.standing() for trial in folder.trials]), key=_order)
    by_name = {trial.name: trial for trial in folder.trials}
    finished = [by_name[now.name].facts() for now in standings if now.is_done]
    comparison = compare(finished, []) if len(finished) > 1 else None
    closest = compare(finished[:CLOSEST], []) if len(finished) > CLOSEST else comparison
    return SweepResult(folder, standings, comparison, closest, stopped_by)


def _order(now: Standing) -> tuple[bool, float]:
    return not now.is_done, now.value if now.value is not None else float("inf")
