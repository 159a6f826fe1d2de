"""A message: a key of the catalog and the numbers it names. Code makes messages; the sentences are in `en/`.

A template names its numbers with Python's format fields (`{loss:.4f}`, `{iteration:,}`), or with one of NAMED:
`{seconds:duration}`. One message is one whole sentence, so that it can be translated on its own.
"""

import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fledge.common.text import count, duration, flops, milliseconds, number_word, parameter_count, times, token_count
from fledge.texts.catalog import catalog


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
    """A message in words; several become several sentences."""
    if isinstance(message, Message):
        return FORMATTER.vformat(catalog()[message.key], (), message.numbers)
    return " ".join(text(one) for one in message)


def listed(items: Sequence[str | Message]) -> str:
    """a, b and c."""
    words = _words(items)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _separated(items: Sequence[str | Message]) -> str:
    """a; b; c."""
    return "; ".join(_words(items))


def _words(items: Sequence[str | Message]) -> list[str]:
    return [text(item) if isinstance(item, Message) else item for item in items]


NAMED: dict[str, Callable[[Any], str]] = {
    "duration": duration,
    "milliseconds": milliseconds,
    "count": count,
    "flops": flops,
    "list": listed,
    "separated": _separated,
    "tokens": token_count,
    "parameters": parameter_count,
    "times": times,
    "word": number_word,
}


class _Formatter(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> Any:
        if isinstance(value, Message):
            return text(value)
        if format_spec in NAMED:
            return NAMED[format_spec](value)
        return super().format_field(value, format_spec)


FORMATTER = _Formatter()
