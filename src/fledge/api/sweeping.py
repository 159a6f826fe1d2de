"""A sweep: which trial goes on, how far, which ones are dropped, and what came out."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fledge.analyze.compare import Comparison, compare
from fledge.analyze.sweep import Standing, beaten_by, finishing, glimpse, narrowed, next_ahead, next_trial
from fledge.api.sweep_pool import RunningTrial, TrialPool
from fledge.api.sweep_process import LOOK_EVERY_S, last_iteration
from fledge.api.sweep_trials import SweepFolder, Trial, sweep_folder
from fledge.common.errors import FledgeError
from fledge.common.progress import Show, note
from fledge.common.signals import StopRequest
from fledge.data.mixture import open_data
from fledge.logs.run_lock import Held, RunLock, lock_run
from fledge.options.parser import Arguments
from fledge.options.sweep import SweepOptions
from fledge.texts import say, text

SECONDS_PER_HOUR = 3600.0
SAVE_EVERY_S = 30.0  # so that a sweep that was killed knows how long it took
SPARE_SHARE = 0.1  # of the time that a trial needs to finish, kept free beside it
CLOSEST = 3  # finished trials whose comparison is printed
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
    """Decides as if one trial ran after the other, whatever runs meanwhile.

    Only the trial whose turn it is is judged. The others that have a place run ahead of their turn: their logs are
    there when it comes. So the same is decided with any number of places, however fast each is, and after a kill.
    """

    def __init__(self, folder: SweepFolder, arguments: Arguments, stop: StopRequest, show: Show) -> None:
        self.folder, self.stop, self.show = folder, stop, show
        self.options: SweepOptions = arguments.options
        typed = [*arguments.typed, *(["--trust-config"] if self.options.trust_config else [])]
        self.pool = TrialPool(typed, folder.trials, self.options.jobs)
        self.standings = {trial.name: trial.standing() for trial in folder.trials}
        self.ahead: dict[str, Standing] = {}  # what logs show that are not judged yet
        self.errors: dict[str, str] = {}  # of trials that failed ahead of their turn
        self.began = time.monotonic() - folder.seconds
        self.saved = time.monotonic()

    def run(self) -> None:
        if not self.options.jobs and "OMP_NUM_THREADS" in self.pool.places[0]:
            self._tell(text(say("sweep.side_by_side")))
        self._drop_losers()  # a sweep that was killed may not have come to it
        try:
            while self._go_on():
                time.sleep(LOOK_EVERY_S)
                for one, code in self.pool.take_ended():
                    self._note_end(one, code)
                self._show_progress()
                if time.monotonic() - self.saved > SAVE_EVERY_S:
                    self._save()
        finally:
            self.pool.end()
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

    def _go_on(self) -> bool:
        """Judge what is due, and run what is wanted then; whether anything runs."""
        self.pool.run(self._wanted())
        return not self.pool.is_empty

    def _wanted(self) -> list[Trial]:
        """The trial whose turn it is, and those that will probably be next; as many as there are places."""
        turn = self._turn()
        if turn is None or self._must_stop():
            return []
        wanted, others = [turn], [trial for trial in self._open_trials() if self._can_run_ahead(trial)]
        while len(wanted) < len(self.pool.places):
            others = [trial for trial in others if trial not in wanted]
            following = self._next_trial(others, [self._seen(trial) for trial in others], self._seen(turn))
            if following is None:
                break
            wanted.append(following)
        return wanted

    def _turn(self) -> Trial | None:
        """Judge whatever is due, in order; the trial whose log is needed next. None: all is decided."""
        while True:
            waiting = self._open_trials()
            trial = self._next_trial(waiting, [self.standings[trial.name] for trial in waiting])
            if trial is None:
                return None
            if self._is_due(trial):
                self._judge(trial)
            elif trial.name in self.errors:
                self._fail(trial, self.errors.pop(trial.name))
                self._save()
            else:
                return trial

    def _open_trials(self) -> list[Trial]:
        return [trial for trial in self.folder.trials if trial.fate == "open"]

    def _can_run_ahead(self, trial: Trial) -> bool:
        return not trial.has_run and trial.name not in self.errors

    def _seen(self, trial: Trial) -> Standing:
        """What its log shows, judged or not: it says which trials to run, not which to drop."""
        known = self.ahead.get(trial.name, self.standings[trial.name])
        reached = trial.reached
        if reached > known.at:
            known = self.ahead[trial.name] = glimpse(trial.name, trial.facts(), reached, trial.config.max_iters)
        return known

    def _next_trial(
        self, waiting: list[Trial], standings: list[Standing], turn: Standing | None = None
    ) -> Trial | None:
        """The one of those waiting to go on with: now, or ahead of its turn, beside the trial whose turn it is."""
        chosen = next_trial(standings) if turn is None else next_ahead(turn, standings)
        if self.options.hours and not any(now.is_done for now in self.standings.values()):
            best = finishing(standings)
            if best is not None and chosen is not None and not self._is_time_for(chosen, best):
                chosen = best
        return next((trial for trial in waiting if chosen is not None and trial.name == chosen.name), None)

    def _is_time_for(self, chosen: Standing, best: Standing) -> bool:
        """Whether the most promising trial can still finish in time if another goes on first."""
        paces = {trial.name: self._pace(trial) for trial in self.folder.trials}
        known = [pace for pace in paces.values() if pace]
        usual = sum(known) / len(known) if known else 0.0
        by_name = {trial.name: trial for trial in self.folder.trials}
        mine, other = by_name[best.name], by_name[chosen.name]
        rest = (paces[best.name] or usual) * (mine.config.max_iters - best.at)
        detour = (paces[chosen.name] or usual) * (other.next_stop - other.at)
        return chosen is best or (1 + SPARE_SHARE) * rest + detour < self._seconds_left

    def _pace(self, trial: Trial) -> float:
        """Seconds per iteration so far; 0 before the first."""
        done = last_iteration(trial.folder)
        return (trial.seconds + self.pool.seconds_of(trial)) / done if done else 0.0

    def _is_due(self, trial: Trial) -> bool:
        """Whether its log has come to the next stop, and its process has nothing left to do for it."""
        is_saving = trial.next_stop >= trial.config.max_iters and self.pool.has(trial)
        return trial.reached >= trial.next_stop and not is_saving

    def _note_end(self, one: RunningTrial, code: int) -> None:
        trial, process = one.trial, one.process
        error = process.take_error()
        trial.seconds += process.seconds
        if trial.fate != "open" or trial.has_run or process.was_asked_to_stop or process.is_held:
            return  # one that was killed while it waited continues from its checkpoint
        if code == FledgeError.exit_code:
            self._check_mistake(error)
        is_stop = code == 0 or code >= FIRST_STOP_CODE or self._must_stop()
        if not is_stop:
            self.errors[trial.name] = error or text(say("sweep.killed", code=code))
        elif trial.reached == one.reached and not self._must_stop():
            self.errors[trial.name] = text(say("sweep.no_progress"))
        self._save()

    def _check_mistake(self, error: str) -> None:
        """A mistake that another trial made too is none of its own settings: the sweep can't go on."""
        same = [trial for trial in self.folder.trials if trial.error == error]
        if same or error in self.errors.values():
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
        open_ones = self._open_trials()
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
        open_ones = self._open_trials()
        decided = len(self.folder.trials) - sum(not self.standings[trial.name].is_done for trial in open_ones)
        trials = [
            say("sweep.trial_at", trial=trial.name, it=last_iteration(trial.folder), max_iters=trial.config.max_iters)
            for trial in self.pool.running
        ]
        self.show(text(say("sweep.progress", decided=decided, number=len(self.folder.trials), trials=trials)))


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
