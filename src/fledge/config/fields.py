"""Settings: typed dataclass fields that explain themselves, read the same way by every command.

A command declares a dataclass whose fields are made by `setting(default, comment)`. From that one
declaration come the command-line reader, the type and range checks, and the `--help` page.
"""

import dataclasses
import difflib
import math
import textwrap
import typing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

Value = bool | int | float | str
T = TypeVar("T")

BOOL_WORDS = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
KIND_NAMES = {int: "a whole number", float: "a number", bool: "True or False", str: "text"}


@dataclass(frozen=True)
class Setting:
    name: str
    kinds: tuple[type, ...]
    default: Value
    comment: str
    group: str
    choices: tuple[Value, ...]
    least: float | None
    most: float | None
    above: float | None


@dataclass(frozen=True)
class Assignment:
    """One `key = value`, and where it was written: `command line` or `file:line`."""

    key: str
    value: Value
    origin: str


def setting(
    default: Any,
    comment: str,
    *,
    group: str = "",
    choices: Sequence[Value] = (),
    least: float | None = None,
    most: float | None = None,
    above: float | None = None,
) -> Any:
    """A dataclass field with the comment that says when you would change it, and the values it may take.

    With `choices` of a kind the annotation does not exclude (`int | str`, choices=("all",)), the choices
    come on top of the plain kinds; otherwise they are the only values.
    """
    about = {
        "comment": comment,
        "group": group,
        "choices": tuple(choices),
        "least": least,
        "most": most,
        "above": above,
    }
    return dataclasses.field(default=default, metadata=about)


def settings_of(cls: type) -> dict[str, Setting]:
    """The settings a dataclass declares, in order. A group given once holds until the next one."""
    hints = typing.get_type_hints(cls)
    found: dict[str, Setting] = {}
    group = ""
    for field in dataclasses.fields(cls):
        if "comment" not in field.metadata:
            continue
        group = field.metadata["group"] or group
        hint = hints[field.name]
        kinds = typing.get_args(hint) or (hint,)
        assert field.default is not dataclasses.MISSING, f"{field.name} needs a default"
        found[field.name] = Setting(
            field.name,
            kinds,
            field.default,
            **{**field.metadata, "group": group},
        )
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
    raise ValueError(f"{_show(raw)} is not {_wanted(spec)}")


def _as_kind(kind: type, raw: object) -> Value | None:
    """`raw` as int, float, bool or str, or None where it is not one."""
    if kind is bool:
        return raw if isinstance(raw, bool) else BOOL_WORDS.get(str(raw).lower())
    if kind is str:
        return raw if isinstance(raw, str) and "\0" not in raw else None  # no path can hold a zero byte
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        return None
    if kind is int and isinstance(raw, str):
        try:
            return int(raw, 10)  # exact for whole numbers that a float would round
        except ValueError:
            pass
    try:
        number = float(raw)
    except (ValueError, OverflowError):
        return None
    if not math.isfinite(number):
        return None
    if kind is int:
        return int(raw) if isinstance(raw, int) else int(number) if number.is_integer() else None
    return number


def _check_range(spec: Setting, value: Value) -> None:
    if isinstance(value, str | bool):
        return
    if spec.least is not None and value < spec.least:
        raise ValueError(f"{value} is too small: {spec.least:,g} is the least")
    if spec.above is not None and value <= spec.above:
        raise ValueError(f"{value} is too small: it must be above {spec.above:,g}")
    if spec.most is not None and value > spec.most:
        raise ValueError(f"{_show(value)} is too large: {spec.most:,g} is the most")


def _wanted(spec: Setting) -> str:
    words = [f"'{c}'" if isinstance(c, str) else str(c) for c in spec.choices]
    if not spec.choices or (len(spec.kinds) > 1 and set(spec.kinds) - {str} and not _choices_cover(spec)):
        words = [KIND_NAMES[k] for k in spec.kinds if not (k is str and spec.choices)] + words
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"


def _choices_cover(spec: Setting) -> bool:
    return set(spec.kinds) - {str} == {bool} and {True, False} <= set(spec.choices)


def _show(raw: object) -> str:
    text = repr(raw)
    return text if len(text) <= 40 else text[:37] + "..."


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` Did you mean X?` where something near is known, else nothing."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" Did you mean {near[0]}?" if near else ""


def read_options(cls: type[T], argv: Sequence[str]) -> tuple[T, list[str], list[str]]:
    """A command's settings, the other words of its command line, and every problem found."""
    items, problems = read_arguments(cls, argv)
    given = {item.key: item.value for item in items if isinstance(item, Assignment)}
    return cls(**given), [item for item in items if isinstance(item, str)], problems


def read_arguments(cls: type, argv: Sequence[str]) -> tuple[list[str | Assignment], list[str]]:
    """A command line as words (positional arguments) and assignments, in order, and every problem found.

    `--n_layer=6`, `--n-layer 6`, `--compile=False`, `--compile` and `--no-compile` are all understood.
    """
    specs = settings_of(cls)
    items: list[str | Assignment] = []
    problems: list[str] = []
    rest = list(argv)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--") or word == "--":
            items.append(word)
            continue
        name, equals, text = word[2:].partition("=")
        key = name.replace("-", "_")
        raw: object = text
        if key not in specs and key.removeprefix("no_") in specs and not equals:
            key, raw = key.removeprefix("no_"), False
            if bool not in specs[key].kinds:
                problems.append(f"--{name}: {key} is not a switch. Give it a value: --{key}={specs[key].default}.")
                continue
        elif key not in specs:
            near = did_you_mean(key, specs)
            problems.append(f"unknown setting --{name}.{near.replace('mean ', 'mean --')}")
            if not equals and rest and not rest[0].startswith("--"):
                rest.pop(0)  # very likely its value: one mistake, one message
            continue
        elif not equals:
            if bool in specs[key].kinds:
                takes_next = rest and (rest[0].lower() in BOOL_WORDS or rest[0] in specs[key].choices)
                raw = rest.pop(0) if takes_next else True
            elif rest and not rest[0].startswith("--"):
                raw = rest.pop(0)
            else:
                problems.append(f"--{name} needs a value: --{key}={specs[key].default}.")
                continue
        try:
            items.append(Assignment(key, convert(specs[key], raw), "command line"))
        except ValueError as error:
            problems.append(f"--{key}={_show(str(raw))[1:-1]}: {error}.")
    return items, problems


def default_text(spec: Setting) -> str:
    if isinstance(spec.default, float):
        return f"{spec.default:g}"
    return repr(spec.default) if "\n" in str(spec.default) else str(spec.default)


def settings_help(cls: type, describe: Callable[[Setting], str] = default_text) -> str:
    """Every setting with its default and its comment, in 80 columns, group by group."""
    lines: list[str] = []
    group = ""
    for spec in settings_of(cls).values():
        if spec.group != group:
            group = spec.group
            lines += ["", f"{group}:"]
        head = f"  --{spec.name}={describe(spec)}"
        comment = spec.comment
        if spec.choices:
            comment += f" ({' | '.join(str(choice) for choice in spec.choices)})"
        body = textwrap.wrap(comment, 48)
        if len(head) > 30:
            lines.append(head)
        else:
            lines.append(f"{head:<31} {body.pop(0)}")
        lines += [" " * 32 + line for line in body]
    return "\n".join(lines).strip("\n")
