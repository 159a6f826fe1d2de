"""The model's side of serving: reads prompts into slots, and takes one step for many sequences at once."""

from collections.abc import Sequence

import torch
from torch import Tensor

from fledge.model.base import GPT
from fledge.model.decode import decoder
from fledge.model.slots import EMPTY_ROW, OneSlot, SlotCache

# torch's products round differently for different numbers of rows. With always the same number, what a sequence gets
# does not depend on how many are beside it.
TORCH_ROWS = 8


class Steps:
    """A model with a cache of slots."""

    def __init__(self, model: GPT, slots: int) -> None:
        self._model, self._fast = model.eval(), decoder(model)
        self.cache = SlotCache(model, slots)
        self._device = self.cache.keys[0].device
        self.kernels = None if self._fast is None else self._fast.kernels

    def read(self, slots: Sequence[int], pieces: Sequence[Sequence[int]]) -> list[Tensor]:
        """Reads more tokens of some sequences; the logits after the last of each, V."""
        caches = [self.cache.only(slot) for slot in slots]
        if self._fast is not None and all(self._fast.reads(len(piece)) for piece in pieces):
            return list(self._fast.logits_of_each(pieces, caches))
        return [self._alone(piece, cache) for piece, cache in zip(pieces, caches, strict=True)]

    def _alone(self, piece: Sequence[int], cache: OneSlot) -> Tensor:
        if self._fast is not None and self._fast.reads(len(piece)):
            return self._fast.logits([piece], cache)[0]
        return self._model.logits(torch.tensor([list(piece)], device=self._device), cache)[0]

    def step(self, slots: Sequence[int], tokens: Sequence[int]) -> Tensor:
        """One more token of each of these sequences; the logits after it, B V."""
        if self._fast is not None:
            self.cache.select(slots)
            return self._fast.logits([[token] for token in tokens], self.cache)
        groups = range(0, len(slots), TORCH_ROWS)
        return torch.cat([self._group(slots[at : at + TORCH_ROWS], tokens[at : at + TORCH_ROWS]) for at in groups])

    def _group(self, slots: Sequence[int], tokens: Sequence[int]) -> Tensor:
        empty = TORCH_ROWS - len(slots)
        self.cache.select([*slots, *[EMPTY_ROW] * empty])
        idx_B1 = torch.tensor([*tokens, *[0] * empty], device=self._device)[:, None]
        return self._model.logits(idx_B1, self.cache)[: len(slots)]
