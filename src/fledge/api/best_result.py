"""BestForTime: the choice of `fledge plan --hours`, what is beside it, and what it rests on."""

from dataclasses import dataclass
from typing import Any

from fledge.hardware.table import Device
from fledge.plan.best_for_time import DepthChoice, DepthCurve
from fledge.plan.rung import Rung
from fledge.plan.scaling import LossRange
from fledge.texts import Message, text


@dataclass(frozen=True)
class BestForTime:
    """The choice, what is beside it, and what it rests on."""

    hours: float
    best: DepthChoice
    smaller: DepthChoice | None
    larger: DepthChoice | None
    curves: list[DepthCurve]
    device: Device
    rungs: list[Rung]
    new_rungs: int  # that were made now
    ladder_s: float
    checked: tuple[Rung, LossRange] | None  # the largest rung, and what the others said about it
    notes: list[Message]

    def to_json(self) -> dict[str, Any]:
        largest = None
        if self.checked is not None:
            rung, said = self.checked
            largest = {"actual": rung.val_loss, "value": said.value, "low": said.low, "high": said.high}
        return {
            "hours": self.hours,
            "best": choice_json(self.best),
            "smaller": choice_json(self.smaller) if self.smaller else None,
            "larger": choice_json(self.larger) if self.larger else None,
            "device": self.device.to_json(),
            "ladder": {
                "measured": bool(self.rungs),
                "rungs": [rung.to_json() for rung in self.rungs],
                "new_rungs": self.new_rungs,
                "seconds": self.ladder_s,
                "largest_from_others": largest,
            },
            "curves": [{"depth": curve.depth, "hours_and_loss": curve.points} for curve in self.curves],
            "notes": [text(note) for note in self.notes],
        }


def choice_json(choice: DepthChoice) -> dict[str, Any]:
    c, loss = choice.config, choice.loss
    return {
        "depth": choice.depth,
        "batch_size": c.batch_size,
        "gradient_accumulation_steps": c.gradient_accumulation_steps,
        "max_iters": c.max_iters,
        "learning_rate": c.learning_rate,
        "tokens": choice.tokens,
        "val_loss": {"value": loss.value, "low": loss.low, "high": loss.high} if loss else None,
        "limited_by": choice.limit,
        **choice.plan.to_json(),
    }
