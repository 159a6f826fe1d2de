"""The terms of the glossary."""

from dataclasses import dataclass

from fledge.texts.catalog import read_area
from fledge.texts.language import ENGLISH, speaking
from fledge.texts.message import Message, text

NAME = "-name"  # ends the id of the message that has a term's name


@dataclass(frozen=True)
class Term:
    name: str
    meaning: str
    formula: str = ""
    also: tuple[str, ...] = ()  # other names
    english: str = ""  # its name in English, if it is a term of the glossary

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "also": list(self.also), "meaning": self.meaning, "formula": self.formula}


def terms() -> tuple[Term, ...]:
    """Every term in the current language, in the order of the English catalog."""
    return tuple(_term(name) for name in _names())


def english_terms() -> tuple[Term, ...]:
    with speaking(ENGLISH):
        return terms()


def _names() -> list[str]:
    ids = [name for name in read_area("en", "glossary") if name.endswith(NAME)]
    return [name.removeprefix("glossary-").removesuffix(NAME) for name in ids]


def _term(name: str) -> Term:
    also = _part(name, "also")
    with speaking(ENGLISH):
        english = _part(name, "name")
    return Term(
        name=_part(name, "name"),
        meaning=_part(name, "meaning"),
        formula=_part(name, "formula"),
        also=tuple(also.split(", ")) if also else (),
        english=english,
    )


def _part(name: str, part: str) -> str:
    """A part of a term in the current language; empty if it has none."""
    if f"glossary-{name}-{part}" not in read_area("en", "glossary"):
        return ""
    return text(Message(f"glossary.{name}.{part}"))
