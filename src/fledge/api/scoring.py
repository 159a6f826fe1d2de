"""The loss of each token of a text, which may be longer than the context."""

from collections.abc import Sequence

import torch
import torch.nn.functional as F

from fledge.model.base import GPT

MAX_LOGITS = 1 << 24  # at once: 64 MB in float32


@torch.inference_mode()
def token_losses(model: GPT, before: Sequence[int], tokens: Sequence[int], vocab_size: int) -> list[float]:
    """The nats of each of `tokens`, in order, after the tokens `before` (one at least), which are not scored.

    A text longer than the context is read in windows that overlap by half: each token is predicted from half a context
    or more, as far as there are so many before it.
    """
    ids = torch.tensor([*before, *tokens], device=next(model.parameters()).device)
    block = model.shape.block_size
    step = max(1, block // 2)
    losses: list[float] = []
    scored = len(before)  # the place in `ids` of the next token to score
    while scored < len(ids):
        end = min(len(ids), max(block + 1, scored + step))
        window = ids[max(0, end - 1 - block) : end]  # what is read, and the token that follows it
        losses += _window_losses(model, window, end - scored, vocab_size)
        scored = end
    return losses


def _window_losses(model: GPT, window: torch.Tensor, last: int, vocab_size: int) -> list[float]:
    """The nats of the last tokens of a window; in parts, as the logits of a large vocabulary take most memory."""
    read = window[:-1]
    hidden = model.hidden(read[None])[0]
    targets = window[-last:]
    before = len(read) - last
    rows = max(1, MAX_LOGITS // vocab_size)
    found: list[float] = []
    for first in range(0, last, rows):
        part = slice(first, first + rows)
        places = slice(before + first, min(before + first + rows, len(read)))
        logits = model.logits_in_window(read, hidden, places)[:, :vocab_size]  # padding is no token of the text
        found += F.cross_entropy(logits, targets[part], reduction="none").tolist()
    return found
