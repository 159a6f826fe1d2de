"""The model's side of serving: reads prompts into slots, and takes one step for many sequences at once."""

from collections.abc import Sequence

import torch
from torch import Tensor

from fledge.model.base import GPT
from fledge.model.decode import decoder
from fledge.model.slots import EMPTY_ROW, SlotCache

# torch's products round differently for different numbers of rows. With always the same number, what a sequence gets
# does not depend on how many are beside it.
TORCH_ROWS = 8


class Steps:
    """A model with a cache of slots."""

    def __init__(self, model: GPT, slots: int) -> None:
        self._model, self._fast = model.eval(), decoder(model)
        self.cache = SlotCache(model, slots)
        self._device = self.cache.keys[0].device

    def read(self, slot: int, tokens: Sequence[int]) -> Tensor:
        """Reads more tokens of one sequence; the logits after the last, V."""
        idx_1T = torch.tensor([list(tokens)], device=self._device)
        if self._fast is not None and self._fast.reads(idx_1T):
            return self._fast.logits(idx_1T, self.cache.only(slot))[0]
        return self._model.logits(idx_1T, self.cache.only(slot))[0]

    def step(self, slots: Sequence[int], tokens: Sequence[int]) -> Tensor:
        """One more token of each of these sequences; the logits after it, B V."""
        if self._fast is not None:
            self.cache.select(slots)
            return self._fast.logits(torch.tensor(tokens)[:, None], self.cache)
        groups = range(0, len(slots), TORCH_ROWS)
        return torch.cat([self._group(slots[at : at + TORCH_ROWS], tokens[at : at + TORCH_ROWS]) for at in groups])

    def _group(self, slots: Sequence[int], tokens: Sequence[int]) -> Tensor:
        empty = TORCH_ROWS - len(slots)
        self.cache.select([*slots, *[EMPTY_ROW] * empty])
        idx_B1 = torch.tensor([*tokens, *[0] * empty], device=self._device)[:, None]
        return self._model.logits(idx_B1, self.cache)[: len(slots)]
