"""`fledge sweep`: several values of some settings, and the trials they make."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fledge.common.text import counted
from fledge.config.arguments import Argument
from fledge.config.fields import COMMAND_LINE, THOUSANDS, Assignment, Setting, Value, convert, setting
from fledge.config.schema import SETTINGS
from fledge.options.command import Command

MAX_TRIALS = 1000  # a range with a zero too many, not a sweep
NOT_SWEPT = ("out_dir", "init_from")


@dataclass(frozen=True)
class SweepOptions:
    hours: float = setting(
        0.0, "stop after this long, with the best so far; 0: no limit", group="Sweep", least=0, most=1e6
    )
    jobs: int = setting(
        1, "trials side by side; more than one pays where a trial leaves cores or GPUs idle", least=1, most=64
    )
    drop: bool = setting(True, "stop trials that can no longer win; --no-drop runs each to its end")
    trust_config: bool = setting(False, "execute the settings files as Python, as nanoGPT does")
    out: str = setting("sweep", "the folder for the trials' runs and the result", group="Output")
    overwrite: bool = setting(False, "replace another sweep in that folder")
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


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
        if item is None or item.key not in SETTINGS:
            single.append(argument)
            continue
        try:
            values = read_values(SETTINGS[item.key], str(item.value))
        except ValueError as error:
            problems.append(f"--{item.key}={str(item.value)[:40]}: {error}.")
            continue
        if len(values) == 1:
            swept.pop(item.key, None)
            single.append(Argument(argument.text, Assignment(item.key, values[0], COMMAND_LINE)))
        elif item.key in NOT_SWEPT:
            problems.append(f"--{item.key} can't be swept. Give it one value.")
        else:
            swept[item.key] = Swept(item.key, values)
    return single, list(swept.values()), problems


def read_values(spec: Setting, text: str) -> tuple[Value, ...]:
    """The values that a text stands for: one, several with commas, or a range of whole numbers such as 2:6 or 2:10:2.

    A setting that is free text (a dataset, a path) may hold commas itself, so it has one value.
    """
    if str in spec.kinds and not spec.choices:
        return (convert(spec, text),)
    if THOUSANDS.fullmatch(text) and not spec.choices:
        return (convert(spec, text),)
    if int in spec.kinds and ":" in text:
        return _range(spec, text)
    values = tuple(convert(spec, part.strip()) for part in text.split(","))
    if len(set(values)) < len(values):
        raise ValueError("a value stands there twice")
    return values


def _range(spec: Setting, text: str) -> tuple[Value, ...]:
    parts = text.split(":")
    if len(parts) > 3 or not all(part.strip().isdecimal() for part in parts):
        raise ValueError("a range is written FIRST:LAST or FIRST:LAST:STEP, in whole numbers")
    first, last, step = (int(part) for part in [*parts, "1"][:3])
    if last < first or step < 1 or (last - first) // step >= MAX_TRIALS:
        raise ValueError(f"this range has no values, or more than {MAX_TRIALS:,}")
    return tuple(convert(spec, number) for number in range(first, last + 1, step))


def combinations(swept: Sequence[Swept]) -> list[dict[str, Value]]:
    """Every combination, the last setting changing fastest."""
    return [
        dict(zip((one.key for one in swept), values, strict=True))
        for values in itertools.product(*(one.values for one in swept))
    ]


def check_swept(swept: Sequence[Swept]) -> list[str]:
    """What is wrong with the space as a whole."""
    if not swept:
        return ["nothing to sweep. Give a setting several values: --learning_rate=0.001,0.002 or --depth=2:6."]
    number = 1
    for one in swept:
        number *= len(one.values)
    if number > MAX_TRIALS:
        return [f"{counted(number, 'trial')}: at most {MAX_TRIALS:,}. Sweep fewer settings at once."]
    return []
