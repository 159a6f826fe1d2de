"""The trials of a sweep: one run directory each, and sweep.json, which says what is swept and what was decided.

How far a trial has come stands in its own run directory. So a sweep that was killed goes on from what its trials have
saved, and from what was decided.
"""

import json
import math
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from fledge.analyze.sweep import WANTED_EVALUATIONS, Standing, standing, stops
from fledge.api.sweep_process import end_earlier, last_iteration
from fledge.common.errors import FledgeError
from fledge.common.files import read_json, write_text
from fledge.config.fields import Value
from fledge.config.schema import Config
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.options.parser import Arguments
from fledge.options.sweep import combinations
from fledge.texts import Message, say

FILE = "sweep.json"
FORMAT = 1
MAX_EVALUATION_SHARE = 0.25  # of a trial's training time, where the sweep evaluates more often than the settings say
FORWARD_SHARE = 1 / 3  # of a training step: the backward pass takes twice as long
SPLITS = 2  # both are evaluated
MIN_EVALUATED_TOKENS = 8192  # fewer do not tell two models apart that differ by a percent

Fate = Literal["open", "dropped", "failed"]
State = Literal["waiting", "stopped", "finished", "dropped", "failed"]


@dataclass
class Trial:
    name: str  # learning_rate=0.02,depth=4: also its folder's name
    values: dict[str, Value]  # of the swept settings
    asked: Config  # as the command line says
    config: Config  # with evaluations often enough
    folder: Path
    at: int = 0  # the iteration up to which it is judged
    seconds: float = 0.0  # that its processes took
    fate: Fate = "open"
    lost_to: dict[str, Any] = field(
        default_factory=dict
    )  # of a trial that was dropped: the own low, winner, what it had to beat
    error: str = ""  # of a trial that failed

    @property
    def stops(self) -> tuple[int, ...]:
        return stops(self.config.max_iters)

    @property
    def next_stop(self) -> int:
        return next((stop for stop in self.stops if stop > self.at), self.config.max_iters)

    @property
    def reached(self) -> int:
        """The last stop that its log has passed, or has come to."""
        done = last_iteration(self.folder)
        return max((stop for stop in self.stops if stop <= done), default=0)

    @property
    def has_run(self) -> bool:
        """Whether its log has come to its end, judged or not."""
        return self.reached >= self.config.max_iters

    @property
    def reason(self) -> str | Message:
        return say("sweep.lost_to", **self.lost_to) if self.lost_to else self.error

    def facts(self) -> Facts:
        return Facts(read_log(str(self.folder)).runs[-1])

    def standing(self) -> Standing:
        """Where it stands at the iteration up to which it is judged."""
        if not self.at:
            return Standing(self.name, 0, self.config.max_iters)
        return standing(self.name, self.facts(), self.at, self.config.max_iters)

    def state(self, now: Standing) -> State:
        if now.is_done:
            return "finished"
        if self.fate != "open":
            return self.fate
        return "stopped" if last_iteration(self.folder) else "waiting"

    def to_json(self) -> dict[str, Any]:
        chosen = {key: value for key, value in self.asked.values().items() if self.asked.chosen(key)}
        decided = {"at": self.at, "seconds": round(self.seconds, 3), "fate": self.fate}
        return {"settings": chosen, **decided, "lost_to": self.lost_to, "error": self.error}

    def take_up(self, known: Mapping[str, Any]) -> None:
        """What was decided before. A log that has lost its end is judged by what is left."""
        self.seconds, self.fate, self.error = float(known["seconds"]), known["fate"], str(known["error"])
        if self.fate not in get_args(Fate) or not math.isfinite(self.seconds):
            raise ValueError(self.fate)
        if known["lost_to"] or self.fate == "dropped":
            lost_to = known["lost_to"]
            numbers = {"low": float(lost_to["low"]), "high": float(lost_to["high"])}
            self.lost_to = {**numbers, "winner": str(lost_to["winner"])}
        self.at = min(int(known["at"]), self.reached)


@dataclass
class SweepFolder:
    """A folder of trials."""

    path: Path
    trials: list[Trial]
    seconds: float = 0.0  # of the sweep so far
    notes: list[Message] = field(default_factory=list)

    def save(self) -> None:
        trials = {trial.name: trial.to_json() for trial in self.trials}
        document = {"format": FORMAT, "seconds": round(self.seconds, 3), "trials": trials}
        write_text(self.path / FILE, json.dumps(document, indent=1) + "\n")

    def begin(self, overwrite: bool) -> None:
        """Go on with the sweep that is in the folder, or begin there."""
        file = self.path / FILE
        if not file.is_file():
            if any(not path.name.startswith(".") for path in self.path.iterdir()):
                raise FledgeError(say("sweep.not_empty", path=self.path), say("sweep.another_out"))
            self.save()
            return
        found = read_json(file, say("sweep.another_out"))
        if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("trials"), dict):
            raise FledgeError(say("sweep.damaged", path=file), say("sweep.another_out"))
        known: dict[str, Any] = found["trials"]
        if overwrite:
            self._remove(known)
            self.save()
        elif self._is_same(known):
            self._take_up(found)
        else:
            raise FledgeError(say("sweep.other", path=self.path), say("sweep.another_or_overwrite"))

    def _is_same(self, known: Mapping[str, Any]) -> bool:
        own = {trial.name: json.loads(json.dumps(trial.to_json()["settings"])) for trial in self.trials}
        return own == {name: one.get("settings") for name, one in known.items() if isinstance(one, dict)}

    def _take_up(self, found: Mapping[str, Any]) -> None:
        for trial in self.trials:
            end_earlier(trial.folder)
        try:
            self.seconds = float(found["seconds"])
            for trial in self.trials:
                trial.take_up(found["trials"][trial.name])
        except (KeyError, TypeError, ValueError, OverflowError):
            raise FledgeError(say("sweep.damaged", path=self.path / FILE), say("sweep.another_out")) from None

    def _remove(self, known: Mapping[str, Any]) -> None:
        """The runs of the sweep that was here, and nothing else."""
        for name in known:
            folder = self.path / name
            if folder.parent == self.path and (folder / "config.json").is_file() and not folder.is_symlink():
                end_earlier(folder)
                shutil.rmtree(folder)


def sweep_folder(arguments: Arguments) -> SweepFolder:
    """The trials that a command line asks for, none of which has begun."""
    path = Path(arguments.options.out)
    trials, notes = [], []
    for values in combinations(arguments.swept):
        asked = arguments.config_with(values)
        config = _evaluated_often(asked)
        name = ",".join(f"{key}={value}" for key, value in values.items())
        trials.append(Trial(name, values, asked, config, path / name))
        if config is not asked:
            notes.append(say("sweep.evaluations", every=config.eval_interval, batches=config.eval_iters))
    return SweepFolder(path, trials, notes=notes[:1])


def _evaluated_often(config: Config) -> Config:
    """The config with enough evaluations for a forecast, each small enough that all take a small part of the time.

    A smaller evaluation is no less fair: fledge evaluates all runs on the same batches.
    """
    every = max(1, config.max_iters // WANTED_EVALUATIONS)
    if config.eval_interval <= every:
        return config
    steps = MAX_EVALUATION_SHARE * config.max_iters / WANTED_EVALUATIONS  # that one evaluation may take as long as
    batches = steps * config.gradient_accumulation_steps / (FORWARD_SHARE * SPLITS)
    least = math.ceil(MIN_EVALUATED_TOKENS / (config.batch_size * config.block_size))
    batches = max(int(batches), least)
    if config.eval_iters != "all":
        batches = min(batches, int(config.eval_iters))
    return config.with_values("fledge sweep", eval_interval=every, eval_iters=batches)
