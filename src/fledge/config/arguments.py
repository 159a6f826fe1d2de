"""The one reader of command lines: `--key=value`, `--key value`, `--key`, `--no-key` and plain words, in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fledge.config.fields import BOOL_WORDS, COMMAND_LINE, Assignment, Setting, convert, did_you_mean, shown_value
from fledge.texts import say, text


@dataclass(frozen=True)
class Argument:
    """One thing that was typed: a word, or a setting with its value."""

    text: str  # the word, or --key=value
    assignment: Assignment | None = None


def read_arguments(specs: Mapping[str, Setting], argv: Sequence[str]) -> tuple[list[Argument], list[str]]:
    """A command line in order, and every problem found in it. What comes after `--` are words."""
    return _Reader(specs, argv).read()


class _Reader:
    def __init__(self, specs: Mapping[str, Setting], argv: Sequence[str]) -> None:
        self.specs = specs
        self.spellings = {spelling: spec.name for spec in specs.values() for spelling in spec.spellings}
        self.rest = list(argv)
        self.found: list[Argument] = []
        self.problems: list[str] = []

    def read(self) -> tuple[list[Argument], list[str]]:
        while self.rest:
            word = self.rest.pop(0)
            if word == "--":
                self.found += [Argument(plain) for plain in self.rest]
                break
            if word.startswith("--") or word.partition("=")[0] in self.spellings:
                self._read_setting(word)
            else:
                self.found.append(Argument(word))
        return self.found, self.problems

    def _read_setting(self, word: str) -> None:
        name, equals, value = word.partition("=")
        key = self.spellings.get(name) or name.removeprefix("--").replace("-", "_")
        is_negated = key not in self.specs and key.startswith("no_") and key.removeprefix("no_") in self.specs
        if is_negated and not equals:
            self._switch_off(name, key.removeprefix("no_"))
        elif key not in self.specs:
            self._unknown(name, key, has_value=bool(equals))
        elif equals:
            self._assign(key, value)
        elif bool in self.specs[key].kinds:
            self._assign(key, self._next_value(self.specs[key]))
        elif self.rest and not self.rest[0].startswith("--"):
            self._assign(key, self.rest.pop(0))
        else:
            self.problems.append(text(say("config.needs_value", name=name, default=self.specs[key].default)))

    def _next_value(self, switch: Setting) -> str:
        """The value of a switch: the next word if that is one of its values, otherwise True."""
        if self.rest and (self.rest[0].lower() in BOOL_WORDS or self.rest[0] in switch.choices):
            return self.rest.pop(0)
        return "True"

    def _switch_off(self, name: str, key: str) -> None:
        if bool in self.specs[key].kinds:
            self._assign(key, "False")
        else:
            default = self.specs[key].default
            self.problems.append(text(say("config.no_switch", name=name, key=key, default=default)))

    def _unknown(self, name: str, key: str, has_value: bool) -> None:
        near = did_you_mean(key, self.specs, prefix="--")
        self.problems.append(text(say("config.unknown", name=name, near=near)))
        if not has_value and self.rest and not self.rest[0].startswith("--"):
            self.rest.pop(0)  # very likely its value: one mistake, one message

    def _assign(self, key: str, written: str) -> None:
        try:
            value = convert(self.specs[key], written)
        except ValueError as error:
            shown = shown_value(written)[1:-1]
            self.problems.append(text(say("config.bad_option", key=key, shown=shown, error=error)))
            return
        self.found.append(Argument(f"--{key}={written}", Assignment(key, value, COMMAND_LINE)))
