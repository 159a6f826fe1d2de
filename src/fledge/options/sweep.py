"""`fledge sweep`: several values of some settings, and the trials they make."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fledge.config.arguments import Argument
from fledge.config.fields import COMMAND_LINE, Assignment, Setting, Value, convert, setting, shown_value
from fledge.config.schema import SETTINGS
from fledge.options.command import Command
from fledge.options.shared import TrainingOptions
from fledge.texts import Message, say, text

MAX_TRIALS = 1000  # a range with a zero too many, not a sweep
# Settings that make no better or worse model, and the one whose differences are the noise.
NOT_SWEPT = ("out_dir", "init_from", "eval_interval", "eval_iters", "eval_only", "seed")


@dataclass(frozen=True)
class SweepOptions(TrainingOptions):
    hours: float = setting(0.0, say("option.sweep.hours"), group=say("option.group.search"), least=0, most=1e6)
    jobs: int = setting(0, say("option.sweep.jobs"), least=0, most=64)
    drop: bool = setting(True, say("option.sweep.drop"))
    out: str = setting("sweep", say("option.sweep.out"), group=say("option.group.output"))
    overwrite: bool = setting(False, say("option.sweep.overwrite"))
    json: bool = setting(False, say("option.json"))


COMMAND = Command(name="sweep", options=SweepOptions, settings="sweep")


@dataclass(frozen=True)
class Swept:
    """A setting with the values to try."""

    key: str
    values: tuple[Value, ...]


def as_text(specs: dict[str, Setting]) -> dict[str, Setting]:
    """The same settings, each taking a text that may hold several values."""
    return {key: replace(spec, kinds=(str,), choices=()) for key, spec in specs.items()}


def split_swept(found: Sequence[Argument]) -> tuple[list[Argument], list[Swept], list[str]]:
    """What was typed, apart: settings with one value, those with several, and every problem."""
    single: list[Argument] = []
    swept: dict[str, Swept] = {}
    problems: list[str] = []
    for argument in found:
        item = argument.assignment
        if item is None:
            single.append(argument)
            continue
        try:
            values = read_values(SETTINGS[item.key], str(item.value))
        except ValueError as error:
            shown = shown_value(item.value)[1:-1]
            problems.append(text(say("config.bad_option", key=item.key, shown=shown, error=error)))
            continue
        if len(values) == 1:
            swept.pop(item.key, None)
            single.append(Argument(argument.text, Assignment(item.key, values[0], COMMAND_LINE)))
        elif item.key in NOT_SWEPT:
            problems.append(text(_not_swept(item.key)))
        else:
            swept[item.key] = Swept(item.key, values)
    return single, list(swept.values()), problems


def _not_swept(key: str) -> Message:
    return say("sweep.seed") if key == "seed" else say("sweep.not_swept", key=key)


def read_values(spec: Setting, written: str) -> tuple[Value, ...]:
    """The values that a text stands for: one, several with commas, or a range of whole numbers such as 2:6 or 2:10:2.

    A setting that is free text (a dataset, a path) may hold commas itself, so it has one value.
    """
    if str in spec.kinds and not spec.choices:
        return (convert(spec, written),)
    parts = [part.strip() for part in written.split(",")]
    if len(parts) > 1 and any(part.startswith("00") for part in parts):  # 5,000 is meant as one number
        raise ValueError(text(say("sweep.thousands", number=written.replace(",", ""))))
    values = [value for part in parts for value in _range(spec, part)]
    if len(set(values)) < len(values):
        raise ValueError(text(say("sweep.twice")))
    return tuple(values)


def _range(spec: Setting, part: str) -> list[Value]:
    """The values of FIRST:LAST or FIRST:LAST:STEP, with both ends; one value if it is no range."""
    if ":" not in part or not {int, float} & set(spec.kinds):
        return [convert(spec, part)]
    ends = part.split(":")
    if (
        int not in spec.kinds
        or len(ends) > 3
        or not all(end.strip().isascii() and end.strip().isdecimal() for end in ends)
    ):
        raise ValueError(text(say("sweep.range")))
    first, last, step = (int(end) for end in [*ends, "1"][:3])
    if last < first or step < 1 or (last - first) // step >= MAX_TRIALS:
        raise ValueError(text(say("sweep.range_size", most=MAX_TRIALS)))
    return [convert(spec, number) for number in range(first, last + 1, step)]


def combinations(swept: Sequence[Swept]) -> list[dict[str, Value]]:
    """Every combination, the last setting changing fastest."""
    return [
        dict(zip((one.key for one in swept), values, strict=True))
        for values in itertools.product(*(one.values for one in swept))
    ]


def check_swept(swept: Sequence[Swept]) -> list[str]:
    """What is wrong with the space as a whole."""
    if not swept:
        return [text(say("sweep.nothing"))]
    number = math.prod(len(one.values) for one in swept)
    return [text(say("sweep.too_many", number=number, most=MAX_TRIALS))] if number > MAX_TRIALS else []
