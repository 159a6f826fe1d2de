"""The one reader of command lines: `--key=value`, `--key value`, `--key`, `--no-key` and plain words, in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fledge.config.fields import BOOL_WORDS, COMMAND_LINE, Assignment, Setting, convert, did_you_mean, shown_value


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
        name, equals, text = word.partition("=")
        key = self.spellings.get(name) or name.removeprefix("--").replace("-", "_")
        is_negated = key not in self.specs and key.startswith("no_") and key.removeprefix("no_") in self.specs
        if is_negated and not equals:
            self._switch_off(name, key.removeprefix("no_"))
        elif key not in self.specs:
            self._unknown(name, key, has_value=bool(equals))
        elif equals:
            self._assign(key, text)
        elif bool in self.specs[key].kinds:
            self._assign(key, self._next_value(self.specs[key]))
        elif self.rest and not self.rest[0].startswith("--"):
            self._assign(key, self.rest.pop(0))
        else:
            self.problems.append(f"{name} needs a value: {name}={self.specs[key].default}.")

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
            self.problems.append(f"{name}: {key} is not a switch. Give it a value: --{key}={default}.")

    def _unknown(self, name: str, key: str, has_value: bool) -> None:
        near = did_you_mean(key, self.specs).replace("mean ", "mean --")
        self.problems.append(f"unknown setting {name}.{near}")
        if not has_value and self.rest and not self.rest[0].startswith("--"):
            self.rest.pop(0)  # very likely its value: one mistake, one message

    def _assign(self, key: str, text: str) -> None:
        try:
            value = convert(self.specs[key], text)
        except ValueError as error:
            self.problems.append(f"--{key}={shown_value(text)[1:-1]}: {error}.")
            return
        self.found.append(Argument(f"--{key}={text}", Assignment(key, value, COMMAND_LINE)))
