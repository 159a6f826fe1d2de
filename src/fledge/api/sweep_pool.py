"""The processes of a sweep: which trial has which place, and which ones wait for one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fledge.api.sweep_places import are_on_cpu, has_room_to_hold, places_for
from fledge.api.sweep_process import TrialProcess
from fledge.api.sweep_trials import Trial


@dataclass(frozen=True)
class RunningTrial:
    trial: Trial
    process: TrialProcess
    reached: int  # by the trial when the process began


class TrialPool:
    """Runs the trials that are wanted, in as many places as the machine has.

    A trial that loses its place waits in memory, if there is room, or it is stopped and continued from its checkpoint.
    """

    def __init__(self, typed: Sequence[str], trials: Sequence[Trial], jobs: int) -> None:
        configs = [trial.config for trial in trials]
        self.places: list[Mapping[str, str]] = [*places_for(configs, jobs)]
        self._typed = typed
        self._may_hold = are_on_cpu(configs)
        self._running: dict[int, RunningTrial] = {}  # by the number of their place
        self._held: list[RunningTrial] = []

    @property
    def running(self) -> list[Trial]:
        return [one.trial for one in self._running.values()]

    @property
    def is_empty(self) -> bool:
        return not self._all()

    def has(self, trial: Trial) -> bool:
        return any(one.trial is trial for one in self._all())

    def seconds_of(self, trial: Trial) -> float:
        """That its process has run for, if it has one."""
        return sum(one.process.seconds for one in self._all() if one.trial is trial)

    def run(self, wanted: Sequence[Trial]) -> None:
        """Run these, one a place, and no others; if none is wanted, none may wait. To be called at every look."""
        for place, one in list(self._running.items()):
            if one.trial in wanted or one.trial.has_run:  # one that has run is saving
                one.process.let_go()
            elif not wanted or one.trial.fate != "open" or not self._has_room():
                one.process.ask_to_stop()
            elif one.process.hold():
                self._held.append(self._running.pop(place))
        for one in self._held:
            if not wanted or one.trial.fate != "open":
                one.process.ask_to_stop()
        if self._held and not self._has_room():
            self._held[-1].process.ask_to_stop()
        free = [place for place in range(len(self.places)) if place not in self._running]
        for place, trial in zip(free, [trial for trial in wanted if trial not in self.running], strict=False):
            self._running[place] = self._held_again(trial) or self._begun(trial, self.places[place])

    def take_ended(self) -> list[tuple[RunningTrial, int]]:
        """The processes that have ended since the last look, with their exit codes."""
        codes = [(one, one.process.exit_code) for one in self._all()]
        ended = [(one, code) for one, code in codes if code is not None]
        gone = [one for one, _ in ended]
        self._running = {place: one for place, one in self._running.items() if one not in gone}
        self._held = [one for one in self._held if one not in gone]
        return ended

    def end(self) -> None:
        """Stop all, and wait until they have saved."""
        for one in self._all():
            one.process.ask_to_stop()
        for one in self._all():
            one.process.end()

    def _all(self) -> list[RunningTrial]:
        return [*self._running.values(), *self._held]

    def _has_room(self) -> bool:
        return self._may_hold and has_room_to_hold()

    def _held_again(self, trial: Trial) -> RunningTrial | None:
        one = next((one for one in self._held if one.trial is trial), None)
        if one is not None:
            self._held.remove(one)
            one.process.let_go()
        return one

    def _begun(self, trial: Trial, environment: Mapping[str, str]) -> RunningTrial:
        """From its checkpoint, if it has one."""
        settings = {
            **trial.values,
            "eval_interval": trial.config.eval_interval,
            "eval_iters": trial.config.eval_iters,
        }
        typed = [*self._typed, *(f"--{key}={value}" for key, value in settings.items())]
        return RunningTrial(trial, TrialProcess(typed, trial.folder, environment), trial.reached)
