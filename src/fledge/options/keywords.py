"""Settings given by name from Python, checked as those of a command line are."""

import os
from collections.abc import Mapping, Sequence

from fledge.config.arguments import Argument
from fledge.config.fields import CALL, Assignment, Setting, convert, did_you_mean, shown_value
from fledge.texts import say, text


def read_keywords(
    specs: Mapping[str, Setting], given: Mapping[str, object], as_text: bool = False
) -> tuple[list[Argument], list[str]]:
    """The settings of a call, and every problem found. None stands for the default.

    `as_text`: numbers become text, for commands that take one value for all runs or one for each with commas.
    """
    found: list[Argument] = []
    problems: list[str] = []
    for key, raw in given.items():
        if key not in specs:
            problems.append(text(say("config.unknown", name=key, near=did_you_mean(key, specs))))
            continue
        if raw is None:
            continue
        plain = _plain(raw, specs[key])
        if as_text and isinstance(plain, bool | int | float):
            plain = str(plain)
        try:
            value = convert(specs[key], plain)
        except ValueError as error:
            problems.append(text(say("option.bad_keyword", key=key, value=shown_value(raw), error=error)))
            continue
        found.append(Argument(f"--{key}={value}", Assignment(key, value, CALL)))
    return found, problems


def _plain(raw: object, spec: Setting) -> object:
    """A path as text, a number of numpy's as Python's, several names as one text with commas."""
    if isinstance(raw, os.PathLike):
        return os.fspath(raw)
    if isinstance(raw, Sequence) and not isinstance(raw, str | bytes) and spec.kinds == (str,):
        return ",".join(str(_plain(one, spec)) for one in raw)
    item = getattr(raw, "item", None)  # numpy's and torch's scalars; of an array with several elements it raises
    try:
        return item() if callable(item) else raw
    except (TypeError, ValueError, RuntimeError):
        return raw
