"""A message: a key of the catalog and the numbers it names. Code makes messages; the sentences are in `en/`, `ar/`, ...

A sentence names its numbers and says how each is written: `{ NUMBER($it) }`, `{ FIXED($loss, digits: 4) }`. One message
is one whole sentence, so that it can be translated on its own. A message becomes text when it is printed, not earlier.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fledge.texts import numbers as written_numbers
from fledge.texts.bidi import directed, isolate_code, isolated
from fledge.texts.bundle import Function, format_message
from fledge.texts.catalog import message_id, written
from fledge.texts.ftl import Placeable, simple_parts
from fledge.texts.language import PSEUDO, Language, language
from fledge.texts.pseudo import stretched


@dataclass(frozen=True)
class Message:
    key: str
    numbers: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return text(self)


def say(key: str, /, **numbers: Any) -> Message:
    """The message of that key. A number may itself be a message: it is written out in its place."""
    return Message(key, numbers)


def text(message: Message | Sequence[Message]) -> str:
    """A message in words of the current language; several become several sentences."""
    if not isinstance(message, Message):
        return " ".join(text(one) for one in message)
    said = _said(message)
    return isolate_code(said) if language().is_right_to_left else said


def words_of(value: Any) -> str:
    """A number of a message as it is: messages written out, all else as Python writes it."""
    return _said(value) if isinstance(value, Message) else str(value)


def _said(message: Message) -> str:
    now = language()
    if now.code != "en":
        said = _translated(message, now)
        if said is not None:
            return said
    english = _simple("en", message.key)
    if english is None:
        return format_message("en", message.key, message.numbers, FUNCTIONS)
    return "".join(_part(part, message.numbers) for part in english)


def _translated(message: Message, into: Language) -> str | None:
    """None if the language's catalog lacks the message."""
    if written(into.code, message.key) is None:
        return None
    said = _formatted(message, into)
    return directed(said) if into.is_right_to_left else said


def _formatted(message: Message, into: Language) -> str:
    parts = _simple(into.code, message.key)
    if parts is None:
        return format_message(into.code, message.key, message.numbers, FUNCTIONS)
    texts = [_part(part, message.numbers) for part in parts]
    if into.is_right_to_left and len(parts) > 1:
        texts = [isolated(one) if isinstance(part, Placeable) else one for part, one in zip(parts, texts, strict=True)]
    return "".join(texts)


@functools.cache
def _simple(code: str, key: str) -> tuple[str | Placeable, ...] | None:
    """The parts of a message that needs no fluent.runtime."""
    source = written(code, key)
    if source is None:
        raise KeyError(f"no message {message_id(key)} in the catalog")
    parts = simple_parts(source)
    if parts is None or code != PSEUDO:
        return parts
    return tuple(stretched(part) if isinstance(part, str) else part for part in parts)


def _part(part: str | Placeable, numbers: Mapping[str, Any]) -> str:
    if isinstance(part, str):
        return part
    value = numbers[part.name]
    if not part.function:
        return words_of(value)
    return FUNCTIONS[part.function](value, **part.options)


def _number_or_message(function: Callable[..., str]) -> Function:
    """The function, except that a message in place of a number is written out."""

    def write(value: Any, **options: Any) -> str:
        return _said(value) if isinstance(value, Message) else function(value, **options)

    return write


# What a catalog can call: see CONTRIBUTING.md. units.py adds its own.
FUNCTIONS: dict[str, Function] = {
    "PLAIN": words_of,
    "NUMBER": _number_or_message(written_numbers.number),
    "FIXED": _number_or_message(written_numbers.fixed),
    "PERCENT": _number_or_message(written_numbers.percent),
    "SIGNIFICANT": _number_or_message(written_numbers.significant),
    "SCIENTIFIC": _number_or_message(written_numbers.scientific),
    "CODE": _number_or_message(written_numbers.code),
    "QUOTED": _number_or_message(written_numbers.quoted),
}


def catalog_function(name: str) -> Callable[[Function], Function]:
    """Makes a function callable from the catalogs by that name."""

    def add(function: Function) -> Function:
        FUNCTIONS[name] = _number_or_message(function)
        return function

    return add


def t(key: str, /, **numbers: Any) -> str:
    """The words of a message, for templates: `{{ t("report.title", name=name) }}`."""
    return text(Message(key, numbers))
