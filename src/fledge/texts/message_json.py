"""A message in a file: its code and its numbers, which a reader says in the viewer's language."""

import math
import re
from numbers import Integral
from typing import Any

from fledge.texts.catalog import area_of, has_message, message_id, read_area
from fledge.texts.message import Message, text

CODE = re.compile(r"[a-z][a-z_]*(\.[a-z0-9_]+)+")
VARIABLE = re.compile(r"\$([a-zA-Z]\w*)")
NOT_FINITE = ("nan", "inf", "-inf")  # as text: JSON has no such numbers
MAX_ITEMS, MAX_CHARS, MAX_DEPTH = 20, 300, 3  # of a file that anybody may have written


def message_to_json(message: Message) -> dict[str, Any]:
    return {"code": message.key, "numbers": {name: _plain(value) for name, value in message.numbers.items()}}


def message_from_json(written: Any) -> Message | None:
    """The message of such an object; None if this version does not have it, or can't say it with these numbers."""
    message = _message(written, 0)
    if message is None:
        return None
    try:
        text(message)
    except Exception:  # numbers of another kind than the sentence needs: the file is of another version, or edited
        return None
    return message


def _plain(value: Any) -> Any:
    if isinstance(value, Message):
        return message_to_json(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Integral) and not isinstance(value, bool):  # numpy's are not Python's
        return int(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(float(value))
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _message(written: Any, depth: int) -> Message | None:
    if not isinstance(written, dict) or depth > MAX_DEPTH:
        return None
    code, numbers = written.get("code"), written.get("numbers")
    if not isinstance(code, str) or not CODE.fullmatch(code) or not has_message(code) or not isinstance(numbers, dict):
        return None
    if set(numbers) != set(VARIABLE.findall(read_area("en", area_of(code))[message_id(code)])):
        return None
    read = {str(name): _value(value, depth) for name, value in numbers.items()}
    return None if any(value is None for value in read.values()) else Message(code, read)


def _value(written: Any, depth: int) -> Any:
    """A number, text, message or list of a message; None for anything else."""
    if isinstance(written, dict):
        return _message(written, depth + 1)
    if isinstance(written, list):
        items = [_value(item, depth + 1) for item in written[:MAX_ITEMS]]
        return None if depth > MAX_DEPTH or any(item is None for item in items) else items
    if isinstance(written, str):
        return float(written) if written in NOT_FINITE else written[:MAX_CHARS]
    return written if isinstance(written, bool | int | float) else None
