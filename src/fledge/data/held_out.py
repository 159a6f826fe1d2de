"""Pieces of a text that are held out of training, and the text without them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fledge.data.dataset import Tokens
from fledge.data.shards import TokenArray

PIECES = 16  # evenly spaced: the end of a text may be of another kind than the rest
SHARE = 1 / 64  # of the text
MOST_TOKENS = 16_384


@dataclass(frozen=True)
class TextPart:
    """The pieces of a text that are held out, or all that lies between them, as one array."""

    tokens: Tokens
    piece: int  # tokens of each piece; each ends a sixteenth of the text
    is_held_out: bool

    def __len__(self) -> int:
        held_out = PIECES * self.piece
        return held_out if self.is_held_out else len(self.tokens) - held_out

    def __getitem__(self, places: slice | npt.NDArray[np.int64]) -> TokenArray:
        at: npt.NDArray[Any] = np.arange(*places.indices(len(self))) if isinstance(places, slice) else places
        kept = len(self.tokens) // PIECES - self.piece
        if self.is_held_out:
            return self.tokens[at + (at // self.piece + 1) * kept]
        return self.tokens[at + np.minimum(at // kept, PIECES) * self.piece]


def divided(tokens: Tokens, block_size: int) -> tuple[Tokens | TextPart, TextPart | None]:
    """The text to train on, and what is held out of it: nothing if that would be less than a window."""
    piece = int(min(MOST_TOKENS, SHARE * len(tokens))) // PIECES
    if PIECES * piece <= block_size:
        return tokens, None
    return TextPart(tokens, piece, False), TextPart(tokens, piece, True)
