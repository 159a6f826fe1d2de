"""What tuning found: a row a micro-batch, the choice, and how sure it is."""

from dataclasses import asdict, dataclass, field
from typing import Any

from fledge.common.stats import Spread
from fledge.config.fields import Value
from fledge.config.schema import Config
from fledge.hardware.table import Device
from fledge.plan.estimate import Estimate
from fledge.plan.tune.search import Ratio, Search


@dataclass(frozen=True)
class Row:
    """One micro-batch. A rate is measured (Spread) or foreseen (Estimate); there is none where it did not fit."""

    batch_size: int
    accumulation: int
    rate: Spread | Estimate | None
    memory: Estimate | None
    fits: bool | None
    note: str = ""

    @property
    def name(self) -> str:
        return f"{self.batch_size} x {self.accumulation}"

    @property
    def middle(self) -> float:
        return self.rate.median if isinstance(self.rate, Spread) else self.rate.value if self.rate else 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "batch_size": self.batch_size,
            "gradient_accumulation_steps": self.accumulation,
            "tokens_per_s": self.rate and self.rate.to_json(),
            "peak_memory_mb": self.memory and self.memory.to_json(),
            "fits": self.fits,
            "note": self.note,
        }


@dataclass(frozen=True)
class Trial:
    """Something else that was tried on the chosen micro-batch."""

    what: str  # dtype=float32
    gain: Ratio | None  # in speed; None where it could not be tried
    kept: bool
    note: str = ""


@dataclass(frozen=True)
class Tuning:
    config: Config
    device: Device
    rows: list[Row]
    best: Row
    knee: Row
    choice: Row
    sure: str
    basis: str
    usual: dict[str, Any]  # dtype, compile, attention and threads that the rows have
    choices: dict[str, Any]  # and those of the choice
    settings: dict[str, Value]  # what a settings file has to say
    seconds: float
    trials: list[Trial] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        def pair(row: Row) -> dict[str, int]:
            return {"batch_size": row.batch_size, "gradient_accumulation_steps": row.accumulation}

        return {
            "candidates": [row.to_json() for row in self.rows],
            "best": pair(self.best),
            "knee": pair(self.knee),
            "choice": pair(self.choice),
            "sure": self.sure,
            "basis": self.basis,
            "usual": self.usual,
            "choices": self.choices,
            "settings": self.settings,
            "trials": [asdict(trial) for trial in self.trials],
            "tokens_per_iter": self.config.tokens_per_iter,
            "device": self.device.to_json(),
            "seconds": self.seconds,
            "notes": self.notes,
        }


def how_sure(search: Search, names: dict[int, str]) -> str:
    """What the measurements say about the choice, and what they don't."""
    alike, best = search.alike, search.best
    choice = alike[0]
    told = f"{len(search.rounds)} interleaved rounds" if search.rounds else "one measurement of each"
    if best == max(search.seconds) and any(size > best for size in search.untried):
        return f"no: {names[choice]} is the largest that the budget reached, and larger ones were still faster"
    others = [size for size in alike if size != choice]
    if others:
        listed = ", ".join(names[size] for size in others)
        return f"within noise of {listed} ({told}); the smaller micro-batch needs less memory"
    doubtful = [size for size in search.doubtful if size != choice]
    if doubtful:
        ratio = search.ratio(doubtful[0], best)
        return (
            f"not quite: {names[doubtful[0]]} takes {ratio.low - 1:+.0%} to {ratio.high - 1:+.0%} more time ({told}); "
            "a longer --budget tells"
        )
    slower = sorted((size for size in search.seconds if size != choice), key=search.median)
    if not slower:
        return "yes: nothing else fits"
    return f"yes: the next, {names[slower[0]]}, has {search.share(slower[0]):.0%} of its speed ({told})"
