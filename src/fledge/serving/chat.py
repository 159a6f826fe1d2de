"""Messages as one text for the model. A model without a template of its own gets a plain one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fledge.tokenizer.base import Tokenizer


@dataclass(frozen=True)
class Turn:
    role: str  # system, user or assistant
    content: str


class ChatTemplate(Protocol):
    is_the_models: bool  # the model was trained with it
    stops: tuple[str, ...]  # besides the end of the text

    def tokens(self, turns: Sequence[Turn], tokenizer: Tokenizer) -> list[int]: ...


class PlainTemplate:
    """A dialogue as it would stand in a book: a model that only continues text may go on with it."""

    is_the_models = False
    stops: tuple[str, ...] = ("\nUser:", "\nAssistant:")

    def tokens(self, turns: Sequence[Turn], tokenizer: Tokenizer) -> list[int]:
        return tokenizer.encode(self.text(turns)).tolist()

    def text(self, turns: Sequence[Turn]) -> str:
        names = {"user": "User: ", "assistant": "Assistant: ", "system": ""}
        lines = [f"{names[turn.role]}{turn.content.strip()}\n" for turn in turns]
        return "".join(lines) + "Assistant:"  # without a space: most vocabularies have it in the next token
