"""Fluent's files, read quickly: fluent.syntax takes a quarter of a second for 130 KB, the index here 2 ms.

`entries` finds where each message begins and ends. Most messages are text with numbers in it, `{ $name }` or
`{ NUMBER($n, digits: 2) }`: `simple_parts` reads those. The others (plurals, terms) go through fluent.runtime, and a
test compares both readers on every message.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_ENTRY = re.compile(r"^(-?[a-zA-Z][\w-]*) *=(.*(?:\n(?:[ \t}].*|[ \t]*(?=\n)))*)", re.M)
_PLACEABLE = re.compile(
    r"\{\s*(?:"
    r"\$(?P<name>[a-zA-Z][\w-]*)"
    r'|"(?P<literal>[^"\\{}\n]*|[{}])"'
    r"|(?P<function>[A-Z][A-Z0-9_-]*)\(\s*\$(?P<argument>[a-zA-Z][\w-]*)(?P<options>[^(){}]*)\)"
    r")\s*\}"
)
_OPTION = re.compile(r'\s*,\s*(?P<name>[a-zA-Z][\w-]*)\s*:\s*(?:(?P<number>-?\d+)|"(?P<text>[^"\\\n]*)")')


@dataclass(frozen=True)
class Placeable:
    """A number of the message, and the function that writes it; without one it is written as it is."""

    name: str
    function: str = ""
    options: Mapping[str, int | str] = field(default_factory=dict)


def entries(source: str) -> dict[str, str]:
    """The text of every message and term (`-name`) of a file, by its id, as it is written there."""
    return {found[1]: found[2] for found in _ENTRY.finditer(source)}


def simple_parts(written: str) -> tuple[str | Placeable, ...] | None:
    """A message's text and placeables in order; None if it has more than that."""
    text = _dedented(written)
    parts: list[str | Placeable] = []
    place = 0
    for found in _PLACEABLE.finditer(text):
        parts += [text[place : found.start()], _placeable(found)]
        place = found.end()
    parts.append(text[place:])
    if any(isinstance(part, str) and ("{" in part or "}" in part) for part in parts[::2]):
        return None
    return _joined(parts)


def _placeable(found: re.Match[str]) -> str | Placeable:
    if found["literal"] is not None:
        return found["literal"]
    if found["name"] is not None:
        return Placeable(found["name"])
    options = {
        one["name"]: int(one["number"]) if one["number"] else one["text"] for one in _OPTION.finditer(found["options"])
    }
    return Placeable(found["argument"], found["function"], options)


def _joined(parts: list[str | Placeable]) -> tuple[str | Placeable, ...]:
    """The parts, with neighbouring texts made one."""
    joined: list[str | Placeable] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part:
            joined.append(part)
    return tuple(joined)


def _dedented(written: str) -> str:
    """Lines after the first lose the indentation they share."""
    first, *rest = written.split("\n")
    indents = [len(line) - len(line.lstrip(" ")) for line in rest if line.strip()]
    lines = [line[min(indents) :] if line.strip() else "" for line in rest]
    if first.strip():
        return "\n".join([first.lstrip(" "), *lines]).rstrip(" \n")
    return "\n".join(lines).strip("\n").rstrip(" \n")
