"""What is asked of the engine, and what it hands back."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from fledge.train.generate import Sampling

Finish = Literal["stop", "length", "error"]


@dataclass(frozen=True)
class Asked:
    """One text to be written."""

    prompt: tuple[int, ...]
    max_tokens: int
    sampling: Sampling
    stop: tuple[str, ...] = ()  # the text ends before the first of these
    alternatives: int | None = None  # with the log probabilities of each token and of so many others; None: without


@dataclass(frozen=True)
class Scored:
    """A token with its log probability, before temperature, and the likeliest ones at its place."""

    token: int
    logprob: float
    top: tuple[tuple[int, float], ...]
    start: int  # characters of the text before it


@dataclass(frozen=True)
class Piece:
    """The text since the last piece. The last one says why the text ends."""

    text: str
    tokens: int  # read from the model so far
    scored: tuple[Scored, ...] = ()
    finish: Finish | None = None


@dataclass
class Ticket:
    """A text in the making. The engine calls `deliver` from its own thread."""

    asked: Asked
    deliver: Callable[[Piece], None]
    is_cancelled: bool = field(default=False)

    def cancel(self) -> None:
        """Nobody waits for it any more: its place is freed before the next step."""
        self.is_cancelled = True
