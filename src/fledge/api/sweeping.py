"""A sweep: which trial goes on, how far, which ones are dropped, and what came out."""

import os
import shlex
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fledge.analyze.compare import Comparison, compare
from fledge.analyze.sweep import WANTED_EVALUATIONS, Standing, beaten_by, next_stop, next_trial
from fledge.api.sweep_process import Stretch, end_earlier, last_iteration, run_stretch
from fledge.api.sweep_trials import SweepFolder, Trial, space_of, trial_name
from fledge.common.errors import FledgeError, RunFailed
from fledge.common.progress import Show
from fledge.common.signals import StopRequest
from fledge.config.fields import Value
from fledge.logs.run_lock import hold_run
from fledge.options.parser import Arguments
from fledge.options.sweep import SweepOptions, combinations
from fledge.texts import say, text

SECONDS_PER_HOUR = 3600.0
SHOW_EVERY_S = 1.0


@dataclass(frozen=True)
class SweepResult:
    """Every trial with where it stands, the best first, and what that shows."""

    folder: SweepFolder
    standings: list[Standing]  # the finished by their loss, then those that were dropped, then the rest
    is_complete: bool
    comparison: Comparison | None  # of the two best that finished

    @property
    def best(self) -> Trial | None:
        """The finished trial with the lowest validation loss."""
        if not self.standings or not self.standings[0].is_done:
            return None
        return self.trial(self.standings[0].name)

    def trial(self, name: str) -> Trial:
        return next(trial for trial in self.folder.trials if trial.name == name)


def sweep_asked(arguments: Arguments, show: Show) -> SweepResult:
    """Runs the sweep of a command line to its end, to its time's end, or until it is stopped."""
    options: SweepOptions = arguments.options
    folder = _folder(arguments)
    with hold_run(folder.path, is_main=True), StopRequest() as stop:
        if not folder.take_up(options.overwrite):
            _check_free(folder, options.overwrite)
        folder.save()
        for trial in folder.trials:
            end_earlier(trial.folder)
        sweep = _Sweep(folder, options, arguments.typed, stop, show)
        sweep.run()
    return result_of(folder)


def _folder(arguments: Arguments) -> SweepFolder:
    path = Path(arguments.options.out)
    trials, typed = [], list(arguments.typed)
    notes: list[str] = []
    for values in combinations(arguments.swept):
        config = arguments.config_with(values)
        name = trial_name(values)
        every = _evaluation_interval(config.max_iters)
        if config.eval_interval > every and not any(key == "eval_interval" for key in values):
            config = config.with_values("fledge sweep", eval_interval=every)
            notes = [text(say("sweep.note.evaluations", every=every, number=WANTED_EVALUATIONS))]
        trials.append(Trial(name, values, config, path / name))
    return SweepFolder(path, space_of(typed, trials), trials, notes=notes)


def _evaluation_interval(max_iters: int) -> int:
    """A forecast needs evaluations: that often at least."""
    return max(1, max_iters // WANTED_EVALUATIONS)


def _check_free(folder: SweepFolder, overwrite: bool) -> None:
    if overwrite:
        return
    for trial in folder.trials:
        if trial.folder.exists():
            raise FledgeError(f"{trial.folder} exists already.", "Name another --out, or add --overwrite.")


class _Sweep:
    def __init__(
        self, folder: SweepFolder, options: SweepOptions, typed: Sequence[str], stop: StopRequest, show: Show
    ) -> None:
        self.folder, self.options, self.typed, self.stop, self.show = folder, options, typed, stop, show
        self.standings = {trial.name: trial.standing() for trial in folder.trials}
        self.running: dict[Future[Stretch], Trial] = {}
        self.started = time.monotonic() - folder.spent_s

    def run(self) -> None:
        with ThreadPoolExecutor(self.options.jobs) as pool:
            while self._start_some(pool) or self.running:
                done, _ = wait(self.running, SHOW_EVERY_S, return_when=FIRST_COMPLETED)
                for future in done:
                    self._end(self.running.pop(future), future.result())
                if done:
                    self._drop_losers()
                    self.folder.spent_s = time.monotonic() - self.started
                    self.folder.save()
                self._show_progress()

    def _is_stopped(self) -> bool:
        limit = self.options.hours * SECONDS_PER_HOUR
        return self.stop.requested() or bool(limit and time.monotonic() - self.started >= limit)

    def _start_some(self, pool: ThreadPoolExecutor) -> bool:
        """Fill the free places; whether anything was started."""
        busy = {trial.name for trial in self.running.values()}
        for _ in range(self.options.jobs - len(busy)):
            waiting = [self.standings[trial.name] for trial in self._open() if trial.name not in busy]
            chosen = None if self._is_stopped() else next_trial(waiting)
            if chosen is None:
                break
            trial = next(trial for trial in self.folder.trials if trial.name == chosen.name)
            busy.add(trial.name)
            settings = [f"--{key}={value}" for key, value in self._settings(trial).items()]
            future = pool.submit(
                run_stretch,
                [*self.typed, *settings],
                trial.folder,
                next_stop(chosen),
                self._threads(),
                self._is_stopped,
            )
            self.running[future] = trial
        return bool(self.running)

    def _settings(self, trial: Trial) -> Mapping[str, Value]:
        return {**trial.values, "eval_interval": trial.config.eval_interval}

    def _threads(self) -> int:
        """Trials side by side share the cores. 0: the run chooses."""
        if self.options.jobs == 1 or "OMP_NUM_THREADS" in os.environ:
            return 0
        return max(1, (os.cpu_count() or 1) // self.options.jobs)

    def _open(self) -> list[Trial]:
        return [trial for trial in self.folder.trials if trial.fate == "open"]

    def _end(self, trial: Trial, stretch: Stretch) -> None:
        before, now = self.standings[trial.name], trial.standing()
        self.standings[trial.name] = now
        if stretch.code == 2 and before.share == 0:  # the user's mistake: the other trials would make it too
            raise FledgeError(stretch.error.removeprefix("fledge: error: "))
        if now.is_diverged or stretch.has_failed:
            trial.fate, trial.reason = "failed", stretch.error.removeprefix("fledge: error: ")
        elif now.share <= before.share and not now.is_done and not self._is_stopped():
            raise RunFailed(text(say("sweep.no_progress", trial=trial.name)))

    def _drop_losers(self) -> None:
        if not self.options.drop:
            return
        judged = [self.standings[trial.name] for trial in self._open()]
        busy = {trial.name for trial in self.running.values()}
        for trial in self._open():
            winner = beaten_by(self.standings[trial.name], judged)
            if winner is not None and trial.name not in busy:
                own = self.standings[trial.name]
                trial.fate = "dropped"
                trial.reason = text(say("sweep.dropped", low=own.low, winner=winner.name, high=winner.high))

    def _show_progress(self) -> None:
        decided = [trial for trial in self.folder.trials if trial.fate != "open" or self.standings[trial.name].is_done]
        for trial in self.running.values():
            progress = say(
                "sweep.progress",
                trial=trial.name,
                iteration=last_iteration(trial.folder),
                max_iters=trial.config.max_iters,
                decided=len(decided),
                number=len(self.folder.trials),
            )
            self.show(text(progress))


def result_of(folder: SweepFolder) -> SweepResult:
    """What the trials' logs show."""
    found = sorted((trial.standing() for trial in folder.trials), key=_order)
    fates = {trial.name: trial.fate for trial in folder.trials}
    finished = [standing for standing in found if standing.is_done]
    comparison = None
    if len(finished) > 1:
        by_name = {trial.name: trial for trial in folder.trials}
        comparison = compare([by_name[standing.name].facts() for standing in finished[:2]], [])
    is_complete = all(standing.is_done or fates[standing.name] != "open" for standing in found)
    return SweepResult(folder, found, is_complete, comparison)


def _order(now: Standing) -> tuple[bool, float]:
    return not now.is_done, now.value if now.value is not None else float("inf")


def result_json(result: SweepResult, files: Mapping[str, str]) -> dict[str, Any]:
    rows = []
    for standing in result.standings:
        trial = result.trial(standing.name)
        rows.append(
            {
                "name": trial.name,
                "settings": trial.values,
                "state": state_of(trial, standing),
                "reason": trial.reason,
                "share": standing.share,
                "val_loss": standing.best,
                "expected": {"value": standing.value, "low": standing.low, "high": standing.high},
                "run": str(trial.folder),
            }
        )
    best = result.best
    return {
        "folder": str(result.folder.path),
        "is_complete": result.is_complete,
        "seconds": result.folder.spent_s,
        "trials": rows,
        "best": best.name if best else None,
        "verdict": str(result.comparison) if result.comparison else "",
        "files": dict(files),
    }


def state_of(trial: Trial, now: Standing) -> str:
    if now.is_done:
        return "finished"
    if trial.fate != "open":
        return trial.fate
    return "stopped" if now.share else "waiting"


def command_of(arguments: Arguments) -> str:
    """The same command again: it goes on."""
    options: SweepOptions = arguments.options
    swept = [f"--{one.key}={','.join(map(str, one.values))}" for one in arguments.swept]
    limit = [f"--out={options.out}"] if options.out != "sweep" else []
    return shlex.join(["fledge", "sweep", *arguments.typed, *swept, *limit])
