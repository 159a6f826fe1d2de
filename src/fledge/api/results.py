"""What a Model returns: a Completion, or the Score of a text."""

import math
from dataclasses import dataclass, field
from typing import Literal

NATS_PER_BIT = math.log(2)


@dataclass(frozen=True)
class Completion:
    """A text that a model wrote. `str(completion)` is the prompt and what follows it."""

    prompt: str
    text: str  # what the model wrote after the prompt
    tokens: tuple[int, ...]  # the same as token ids
    ended: Literal["length", "end of text"]  # max_tokens were written, or the model chose <|endoftext|>

    def __str__(self) -> str:
        return self.prompt + self.text


@dataclass(frozen=True)
class TokenScore:
    """One token of a text, and how much it surprised the model."""

    id: int
    bytes: bytes  # a token may be a part of a character
    nats: float  # -log(probability the model gave it): 0 if it was sure of it, log(vocabulary) for a blind guess

    @property
    def text(self) -> str:
        """The token as text; � where it is only a part of a character."""
        return self.bytes.decode("utf-8", errors="replace")

    @property
    def probability(self) -> float:
        return math.exp(-self.nats)


@dataclass(frozen=True)
class Score:
    """How well a model predicts a text.

    `nats` is the sum over its tokens; divided by their number it is the loss that training shows. Losses of models with
    different tokenizers can't be compared, bits per byte can: they count the text itself.
    """

    nats: float
    tokens: tuple[TokenScore, ...] = field(repr=False)

    @property
    def nats_per_token(self) -> float:
        """The loss of the text, in the unit of a training log."""
        return self.nats / len(self.tokens)

    @property
    def perplexity(self) -> float:
        """Among how many equally likely tokens the model seemed to choose."""
        return math.exp(min(self.nats_per_token, 700))  # as in the log: beyond, a float has no room

    @property
    def bytes(self) -> int:
        """The length of the text in UTF-8, as its tokens have it. <|endoftext|> has none."""
        return sum(len(token.bytes) for token in self.tokens)

    @property
    def bits_per_byte(self) -> float | None:
        """None for a text of <|endoftext|> alone, which has no bytes."""
        return self.nats / NATS_PER_BIT / self.bytes if self.bytes else None
