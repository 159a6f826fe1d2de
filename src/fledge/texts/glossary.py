"""The terms of the glossary."""

from dataclasses import dataclass

from fledge.texts.catalog import read


@dataclass(frozen=True)
class Term:
    name: str
    meaning: str
    formula: str = ""
    also: tuple[str, ...] = ()  # other names

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "also": list(self.also), "meaning": self.meaning, "formula": self.formula}


TERMS = tuple(Term(**{**entry, "also": tuple(entry.get("also", ()))}) for entry in read("glossary")["term"])
