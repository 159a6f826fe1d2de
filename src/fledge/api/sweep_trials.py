"""The trials of a sweep: one run directory each, and sweep.json, which says what is swept and what was decided.

How far a trial is stands in its own run directory. So a sweep that was killed goes on from what its trials have saved.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from fledge.analyze.sweep import Standing, standing
from fledge.common.errors import FledgeError
from fledge.common.files import read_json, write_text
from fledge.config.fields import Value
from fledge.config.schema import Config
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.logs.run import Curve

FILE = "sweep.json"
FORMAT = 1

Fate = Literal["open", "dropped", "failed"]


@dataclass
class Trial:
    name: str  # learning_rate=0.02,depth=4: also its folder's name
    values: dict[str, Value]
    config: Config
    folder: Path
    fate: Fate = "open"
    reason: str = ""  # of a trial that was dropped or failed

    def standing(self) -> Standing:
        """Where it stands by its log; a trial that has no log yet stands at its beginning."""
        max_iters = self.config.max_iters
        if not (self.folder / "metrics.jsonl").is_file():
            return Standing(self.name, 0.0, False, False, Curve(), max_iters, None)
        try:
            return standing(self.name, self.facts(), max_iters)
        except FledgeError:  # nothing trained yet
            return Standing(self.name, 0.0, False, False, Curve(), max_iters, None)

    def facts(self) -> Facts:
        return Facts(read_log(str(self.folder)).runs[-1])


@dataclass
class SweepFolder:
    """A folder of trials."""

    path: Path
    about: dict[str, Any]  # what is swept: another sweep in this folder differs in it
    trials: list[Trial]
    spent_s: float = 0.0
    notes: list[str] = field(default_factory=list)

    def save(self) -> None:
        fates = {trial.name: {"fate": trial.fate, "reason": trial.reason} for trial in self.trials}
        document = {"format": FORMAT, **self.about, "spent_seconds": round(self.spent_s, 3), "trials": fates}
        write_text(self.path / FILE, json.dumps(document, indent=1) + "\n")

    def take_up(self, overwrite: bool) -> bool:
        """Go on with the sweep that is here, if it is this one: whether there was one."""
        if not (self.path / FILE).is_file():
            return False
        fix = "Name another --out, or add --overwrite."
        found = read_json(self.path / FILE, fix)
        is_same = isinstance(found, dict) and all(found.get(key) == value for key, value in self.about.items())
        if not is_same:
            if overwrite:
                return False
            raise FledgeError(f"{self.path} holds another sweep.", fix)
        self.spent_s = float(found.get("spent_seconds", 0.0))
        known: Mapping[str, Any] = found.get("trials", {})
        for trial in self.trials:
            trial.fate = known.get(trial.name, {}).get("fate", "open")
            trial.reason = known.get(trial.name, {}).get("reason", "")
        return True


def trial_name(values: Mapping[str, Value]) -> str:
    """A name that is a folder's too: the swept settings, the only ones being choices, numbers and switches."""
    return ",".join(f"{key}={value}" for key, value in values.items())


def space_of(typed: Sequence[str], trials: Sequence[Trial]) -> dict[str, Any]:
    return {"settings": list(typed), "names": [trial.name for trial in trials]}
