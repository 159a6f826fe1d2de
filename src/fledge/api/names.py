"""Paths and names that Python code gives: one, or several, as text or as Path objects."""

from collections.abc import Iterable, Mapping
from os import PathLike, fspath

from fledge.common.errors import FledgeError

Name = str | PathLike[str]


def name_of(given: object, what: str) -> str:
    """`what` says what the name should be of, in an error."""
    name = fspath(given) if isinstance(given, str | PathLike) else None
    if not isinstance(name, str) or not name or "\0" in name:
        raise FledgeError(f"{given!r:.60} is not the name of {what}.", "Give a path, as text or as a Path.")
    return name


def names_of(given: object, what: str) -> list[str]:
    """None is none."""
    if given is None:
        return []
    if isinstance(given, Mapping):
        raise FledgeError(
            f"a {type(given).__name__} is not the name of {what}.", "Give settings by name: f(**settings)."
        )
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | PathLike):
        return [name_of(one, what) for one in given]
    return [name_of(given, what)]
