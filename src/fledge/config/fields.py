"""Settings: dataclass fields with a type, a range and a comment.

A command declares a dataclass whose fields are made by `setting(default, comment)`. The command-line reader, the
checks and the help page all come from that one declaration.
"""

import contextlib
import dataclasses
import difflib
import math
import re
import typing
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fledge.texts import Message, say, text
from fledge.texts.units import either

Value = bool | int | float | str
COMMAND_LINE = "command line"  # the origin of what was typed
CALL = "Python"  # the origin of what a caller of the Python API gave

BOOL_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(,[0-9]{3})+")  # 524,288
MAX_SHOWN_BITS = 1024
KIND_NAMES = {
    int: say("config.kind.whole"),
    float: say("config.kind.number"),
    bool: say("config.kind.switch"),
    str: say("config.kind.text"),
}


@dataclass(frozen=True)
class Setting:
    name: str
    kinds: tuple[type, ...]
    default: Value
    comment: str | Message
    group: str | Message = ""
    choices: tuple[Value, ...] = ()
    least: float | None = None
    most: float | None = None
    above: float | None = None
    also: tuple[str, ...] = ()  # other spellings, such as -o

    @property
    def spellings(self) -> tuple[str, ...]:
        return (f"--{self.name}", *self.also)


@dataclass(frozen=True)
class Assignment:
    """One `key = value`, and where it was written: `command line`, `Python` or `file:line`."""

    key: str
    value: Value
    origin: str

    @property
    def is_typed(self) -> bool:
        return self.origin in (COMMAND_LINE, CALL)


def setting(
    default: Any,
    comment: str | Message,
    *,
    group: str | Message = "",
    choices: Sequence[Value] = (),
    least: float | None = None,
    most: float | None = None,
    above: float | None = None,
    also: Sequence[str] = (),
) -> Any:
    """A dataclass field with the comment that says when you would change it, and the values it may take.

    With `choices` of a kind the annotation does not exclude (`int | str`, choices=("all",)), the choices
    come on top of the plain kinds; otherwise they are the only values.
    """
    spec = Setting("", (), default, comment, group, tuple(choices), least, most, above, tuple(also))
    return dataclasses.field(default=default, metadata={"setting": spec})


def settings_of(cls: type) -> dict[str, Setting]:
    """The settings a dataclass declares, in order. A group given once holds until the next one."""
    hints = typing.get_type_hints(cls)
    found: dict[str, Setting] = {}
    group: str | Message = ""
    for field in dataclasses.fields(cls):
        spec: Setting | None = field.metadata.get("setting")
        if spec is None:
            continue
        group = spec.group or group
        hint = hints[field.name]
        kinds = typing.get_args(hint) or (hint,)
        found[field.name] = dataclasses.replace(spec, name=field.name, kinds=kinds, group=group)
    return found


def convert(spec: Setting, raw: object) -> Value:
    """`raw`, from a command line (text) or a settings file (a Python value), as the setting's own kind.

    Raises ValueError with a sentence that says what is needed instead.
    """
    for choice in spec.choices:
        if raw == choice and isinstance(raw, bool) == isinstance(choice, bool):
            return choice
    if not spec.choices or len(spec.kinds) > 1:
        for kind in spec.kinds:
            if kind is str and spec.choices:
                continue  # text is one of the choices, and those did not match
            value = _as_kind(kind, raw)
            if value is not None:
                _check_range(spec, value)
                return value
    raise ValueError(text(say("config.not_wanted", value=shown_value(raw), wanted=_wanted(spec))))


def _as_kind(kind: type, raw: object) -> Value | None:
    """`raw` as int, float, bool or str, or None where it is not one."""
    if kind is bool:
        return raw if isinstance(raw, bool) else BOOL_WORDS.get(str(raw).lower())
    if kind is str:
        return raw if isinstance(raw, str) and "\0" not in raw else None  # no path can hold a zero byte
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        return None
    if isinstance(raw, str) and THOUSANDS.fullmatch(raw):
        raw = raw.replace(",", "")
    if kind is int and isinstance(raw, str):
        with contextlib.suppress(ValueError):
            return int(raw)  # exact for whole numbers that a float would round
    try:
        number = float(raw)
    except (ValueError, OverflowError):
        return None
    if not math.isfinite(number):
        return None
    if kind is float:
        return number
    if isinstance(raw, int):
        return raw
    return int(number) if number.is_integer() else None


def _check_range(spec: Setting, value: Value) -> None:
    if isinstance(value, str | bool):
        return
    if spec.least is not None and value < spec.least:
        raise ValueError(text(say("config.too_small", value=value, least=spec.least)))
    if spec.above is not None and value <= spec.above:
        raise ValueError(text(say("config.not_above", value=value, above=spec.above)))
    if spec.most is not None and value > spec.most:
        raise ValueError(text(say("config.too_large", value=shown_value(value), most=spec.most)))


def _wanted(spec: Setting) -> str:
    words: list[str | Message] = [f"'{c}'" if isinstance(c, str) else str(c) for c in spec.choices]
    if not spec.choices or (len(spec.kinds) > 1 and set(spec.kinds) - {str} and not _choices_cover(spec)):
        words = [*(KIND_NAMES[k] for k in spec.kinds if not (k is str and spec.choices)), *words]
    return either(words)


def _choices_cover(spec: Setting) -> bool:
    return set(spec.kinds) - {str} == {bool} and {True, False} <= set(spec.choices)


def shown_value(raw: object) -> str:
    """A value as an error shows it, shortened."""
    if isinstance(raw, int) and raw.bit_length() > MAX_SHOWN_BITS:
        return text(say("config.huge_number"))  # Python refuses to write the longest
    written = repr(raw)
    return written if len(written) <= 40 else written[:37] + "..."


def did_you_mean(word: str, known: Iterable[str], prefix: str = "") -> str:
    """` Did you mean X?` where something near is known, else nothing."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" {say('error.did_you_mean', near=prefix + near[0])}" if near else ""
