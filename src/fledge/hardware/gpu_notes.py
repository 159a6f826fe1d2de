"""What gpus.csv says about a figure: its sources and the doubts about it, as codes with numbers, or as names.

`not_measured; also_power watts=165` names two messages of texts/en/gpu.ftl. A source that is no code is a name.
"""

import re
from typing import Any

from fledge.texts import Message
from fledge.texts.catalog import has_message

BETWEEN = "; "
_VALUE = re.compile(r" (\w+)=(.*?)(?= \w+=|$)")


def read_doubts(written: str) -> tuple[Message, ...]:
    return tuple(_message("gpu.doubt.", one) for one in written.split(BETWEEN) if one)


def read_sources(written: str) -> tuple[Message | str, ...]:
    codes = [(one, "gpu.source." + one.partition(" ")[0]) for one in written.split(BETWEEN)]
    return tuple(_message("gpu.source.", one) if _is_code(key) else one for one, key in codes)


def note_to_json(note: Message) -> dict[str, Any]:
    return {"code": note.key.rpartition(".")[2], "numbers": dict(note.numbers)}


def _is_code(key: str) -> bool:
    return re.fullmatch(r"[\w.]+", key) is not None and has_message(key)


def _message(area: str, written: str) -> Message:
    """`also_power watts=165` as the message it names."""
    code = written.partition(" ")[0]
    return Message(area + code, {name: _number(value) for name, value in _VALUE.findall(written)})


def _number(value: str) -> int | float | str:
    """Numbers as numbers, so that every language writes them its way; all else is a name."""
    if value.isdecimal():
        return int(value)
    return float(value) if re.fullmatch(r"\d+\.\d+", value) else value
