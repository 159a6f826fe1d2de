"""Paths and names that Python code gives: one, or several, as text or as Path objects."""

from collections.abc import Iterable, Mapping
from os import PathLike, fspath

from fledge.common.errors import FledgeError
from fledge.texts import Message, say

Name = str | PathLike[str]


def name_of(given: object, what: Message) -> str:
    """`what` says what the name should be of, in an error."""
    name = fspath(given) if isinstance(given, str | PathLike) else None
    if not isinstance(name, str) or not name or "\0" in name:
        written = f"{given!r:.60}"
        raise FledgeError(say("api.no_name", written=written, what=what), say("api.give_path"))
    return name


def names_of(given: object, what: Message) -> list[str]:
    """None is none."""
    if given is None:
        return []
    if isinstance(given, Mapping):
        kind = type(given).__name__
        raise FledgeError(say("api.not_a_name", kind=kind, what=what), say("api.settings_by_name"))
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | PathLike):
        return [name_of(one, what) for one in given]
    return [name_of(given, what)]
