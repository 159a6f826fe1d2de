"""The sentences: one folder per language, one Fluent file per area: `en/findings.ftl` has the findings' in English.

The first word of a key says the area: `finding.plateau.title` is the message `finding-plateau-title` of findings.ftl.
Fluent's ids have no dots; apart from that they are alike.
"""

import functools
from pathlib import Path

from fledge.texts.ftl import entries
from fledge.texts.language import PSEUDO

FOLDER = Path(__file__).parent
# The file of a key's first word, if it has another name.
AREAS = {
    "command": "commands",
    "finding": "findings",
    "load": "train",
    "processes": "train",
    "request": "train",
    "term": "term_numbers",
    "tune": "plan",
    "unit": "units",
    "watch": "watch_page",
    "watchdog": "train",
}
MISSING: set[tuple[str, str]] = set()  # languages and keys that English stood in for; for tests


def area_of(key: str) -> str:
    first = key.partition(".")[0]
    return AREAS.get(first, first)


def message_id(key: str) -> str:
    return key.replace(".", "-")


@functools.cache
def read_area(code: str, area: str) -> dict[str, str]:
    """The messages of a file by their ids, as they are written there. None, if the language has no such file."""
    folder = "en" if code == PSEUDO else code  # the pseudo-language is made of English
    path = FOLDER / folder / f"{area}.ftl"
    return entries(path.read_text(encoding="utf-8")) if path.exists() else {}


def written(code: str, key: str) -> str | None:
    """A message as that language's catalog has it."""
    found = read_area(code, area_of(key)).get(message_id(key))
    if found is None:
        MISSING.add((code, key))
    return found


def has_message(key: str) -> bool:
    return message_id(key) in read_area("en", area_of(key))


def areas(code: str) -> list[str]:
    return sorted(path.stem for path in (FOLDER / code).glob("*.ftl"))


def document(code: str, name: str) -> str:
    """A text that is a file of its own, such as a template; in English where the language has none."""
    path = FOLDER / code / name
    if not path.exists():
        path = FOLDER / "en" / name
    return path.read_text(encoding="utf-8")
