"""The validation loss that `fledge plan --hours` expected of a run: in the settings file that it wrote."""

import math
from dataclasses import dataclass

from fledge.config.schema import Config
from fledge.texts import Message, say

# A file's expectation holds for its own values of these; for others nobody expected anything.
EXPECTED_WITH = (
    *("dataset", "arch", "depth", "n_layer", "n_embd", "block_size", "batch_size", "gradient_accumulation_steps"),
    *("max_iters", "learning_rate", "dropout", "ngram_dropout", "ngram_counts", "schedule", "eval_iters"),
)


@dataclass(frozen=True)
class PlannedLoss:
    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4f} {self.low:.4f} {self.high:.4f}"

    def beside(self, actual: float) -> Message:
        """A sentence about what came."""
        numbers = {"planned": self.value, "low": self.low, "high": self.high, "actual": actual}
        off = actual / self.value - 1
        if self.low <= actual <= self.high:
            return say("train.loss_as_planned", off=off, **numbers)
        return say("train.loss_not_as_planned", off=off, **numbers)

    def row(self, actual: float) -> dict[str, float | str]:
        """For metrics.jsonl."""
        return {
            "planned": self.value,
            "actual": actual,
            "unit": "nats/token",
            "low": self.low,
            "high": self.high,
        }


def read_planned_loss(written: str) -> PlannedLoss | None:
    """Three numbers: the loss, and the ends of its range. None if that is not what was written."""
    try:
        value, low, high = (float(word) for word in written.split())
    except ValueError:
        return None
    if not all(map(math.isfinite, (value, low, high))) or not 0 < low <= value <= high:
        return None
    return PlannedLoss(value, low, high)


def planned_loss_of(config: Config) -> PlannedLoss | None:
    """The loss that was expected of this run; None if something was changed since that changes it."""
    if not config.planned_loss:
        return None
    file = _file_of(config, "planned_loss")
    changed = (name for name in EXPECTED_WITH if config.chosen(name) and _file_of(config, name) != file)
    return read_planned_loss(config.planned_loss) if next(changed, None) is None else None


def _file_of(config: Config, name: str) -> str:
    """The settings file that a value is from, without the line."""
    return config.origins[name].rpartition(":")[0]
