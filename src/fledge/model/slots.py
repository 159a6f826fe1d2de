"""A KV cache of sequences that come and go: each has a slot and a length of its own."""

from collections.abc import Sequence

import torch
from torch import Tensor

from fledge.model.attention import Attend, attend_to_cache
from fledge.model.base import GPT, NO_TOKEN, RECENT, KVCache

EMPTY_ROW = -1  # a row of a step that holds no sequence: it fills up the batch


class SlotCache(KVCache):
    """Many sequences in one cache. A step reads one token of each sequence that `select` names."""

    def __init__(self, model: GPT, slots: int) -> None:
        empty = KVCache.empty(model, slots)
        device = empty.keys[0].device
        recent = torch.full((slots, RECENT), NO_TOKEN, device=device)
        super().__init__(empty.keys, empty.values, 0, recent)
        self.lengths = [0] * slots
        self._recent, self._device = recent, device
        self._slots: list[int] = []  # of the rows of this step
        self._at = torch.zeros(0, dtype=torch.long)

    def select(self, slots: Sequence[int]) -> None:
        """The next step reads one token for each of these, in this order."""
        self._slots = list(slots)
        lengths = [0 if slot == EMPTY_ROW else self.lengths[slot] for slot in slots]
        self._at = torch.tensor(lengths, device=self._device)
        self.length = max(lengths)

    def clear(self, slot: int) -> None:
        self.lengths[slot] = 0
        self._recent[slot] = NO_TOKEN

    def copy(self, source: int, target: int) -> None:
        """The target slot becomes a copy of the source."""
        length = self.lengths[source]
        for part in (*self.keys, *self.values):
            part[target, :, :length] = part[source, :, :length]
        self.lengths[target] = length
        self._recent[target] = self._recent[source]

    def only(self, slot: int) -> "OneSlot":
        """One sequence alone, to read several of its tokens at once."""
        return OneSlot(self, slot)

    def keep_recent(self, slot: int, recent_1S: Tensor) -> None:
        self._recent[slot] = recent_1S[0]

    def recent_of(self, slot: int) -> Tensor:
        return self._recent[slot : slot + 1]

    def recent(self, idx_BT: Tensor) -> Tensor:
        before_BS = self._recent[torch.tensor(self._slots).clamp_min(0).to(self._device)]
        recent_BS = torch.cat((before_BS, idx_BT), dim=1)
        self.tokens = recent_BS[:, -RECENT:]
        for row, slot in enumerate(self._slots):
            if slot != EMPTY_ROW:
                self._recent[slot] = self.tokens[row]
        return recent_BS

    def next_rows(self, table: Tensor, count: int) -> Tensor:
        return table[self._at][:, None]

    def attend(self, layer: int, q_BHTD: Tensor, k_BHTD: Tensor, v_BHTD: Tensor, how: Attend) -> Tensor:
        """Each sequence alone: what it attends to, and how that is rounded, do not depend on the others."""
        y_BHTD = torch.zeros_like(q_BHTD)
        for row, slot in enumerate(self._slots):
            if slot == EMPTY_ROW:
                continue
            at = self.lengths[slot]
            keys_HTD, values_HTD = self.keys[layer][slot], self.values[layer][slot]
            keys_HTD[:, at], values_HTD[:, at] = k_BHTD[row, :, 0], v_BHTD[row, :, 0]
            past = (keys_HTD[None, :, : at + 1], values_HTD[None, :, : at + 1])
            y_BHTD[row] = attend_to_cache(q_BHTD[row : row + 1], *past, how)[0]
        return y_BHTD

    def places(self, count: int) -> list[tuple[int, int]]:
        assert count == 1
        return [(slot, self.lengths[slot]) for slot in self._slots]

    def advance(self, count: int) -> None:
        for slot in self._slots:
            if slot != EMPTY_ROW:
                self.lengths[slot] += count


class OneSlot(KVCache):
    """A view of one slot of a SlotCache, which learns what is read through it."""

    def __init__(self, whole: SlotCache, slot: int) -> None:
        keys, values = ([each[slot : slot + 1] for each in part] for part in (whole.keys, whole.values))
        super().__init__(keys, values, whole.lengths[slot], whole.recent_of(slot))
        self._whole, self._slot = whole, slot

    @property
    def storage(self) -> KVCache:
        return self._whole

    def places(self, count: int) -> list[tuple[int, int]]:
        return [(self._slot, at) for _, at in super().places(count)]

    def advance(self, count: int) -> None:
        super().advance(count)
        self._whole.lengths[self._slot] = self.length
        if self.tokens is not None:
            self._whole.keep_recent(self._slot, self.tokens)
