"""A table of n-grams: what the last few tokens say together, looked up instead of computed.

It spares the first layers learning which letters follow which. A batch reads a few thousand of its rows, so its
gradient is never made in full: `recall` hands out the looked-up sum as a leaf of the graph, and RowAdagrad teaches
the rows that were read. That is why it may have a hundred thousand rows and cost a small model no time.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor

from fledge.model.attention import document_ids
from fledge.model.base import NOTHING, KVCache

LOOK_BACK = 4  # tokens before the present one: 2-, 3-, 4- and 5-grams
# Key of an n-gram: a polynomial in its tokens, in a field that keeps 64-bit products exact.
HASH, FIELD = 1_000_003, 2**31 - 1


class Ngrams(nn.Module):
    """Unequal n-grams may share a row: the layers above tell them apart."""

    def __init__(self, rows: int, width: int) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.zeros(rows, width), requires_grad=False)
        self.unlearned: list[tuple[Tensor, Tensor]] = []  # rows and their sum, whose gradient comes with backward

    def rows(self, recent_BS: Tensor, document_end: int | None = None) -> Tensor:
        """Rows of every n-gram that ends at a token with LOOK_BACK before it, B T K.

        With a `document_end`, there is nothing before the first token of a document.
        """
        T = recent_BS.size(1) - LOOK_BACK
        ids_BS = None if document_end is None else document_ids(recent_BS, document_end)
        key_BT, rows = recent_BS[:, LOOK_BACK:], []
        for back in range(1, LOOK_BACK + 1):
            earlier = slice(LOOK_BACK - back, LOOK_BACK - back + T)
            before_BT = recent_BS[:, earlier]
            if ids_BS is not None:
                before_BT = before_BT.where(ids_BS[:, earlier] == ids_BS[:, LOOK_BACK:], NOTHING)
            key_BT = (key_BT * HASH + before_BT + 1) % FIELD
            rows.append(key_BT % len(self.table))
        return torch.stack(rows, dim=-1)

    def forward(self, idx_BT: Tensor, cache: KVCache | None = None, document_end: int | None = None) -> Tensor:
        """What the n-grams that end at each token say together."""
        recent_BS = cache.recent(idx_BT, LOOK_BACK) if cache else _alone(idx_BT)
        return self._sum(self.rows(recent_BS, document_end))

    def recall(self, idx_BT: Tensor, dropout: float = 0.0, document_end: int | None = None) -> Tensor:
        """The same for whole windows, as a leaf whose gradient the table will learn from.

        `dropout` hides it at a share of the positions, and makes up for it at the others: text that is seen again would
        be remembered, not understood.
        """
        rows_BTK = self.rows(_alone(idx_BT), document_end)
        x_BTC = self._sum(rows_BTK).requires_grad_()
        self.unlearned.append((rows_BTK, x_BTC))
        if not dropout:
            return x_BTC
        return x_BTC * ((torch.rand(*idx_BT.shape, 1, device=idx_BT.device) >= dropout) / (1 - dropout))

    def _sum(self, rows_BTK: Tensor) -> Tensor:
        B, T, K = rows_BTK.shape
        return F.embedding_bag(rows_BTK.view(B * T, K), self.table, mode="sum").view(B, T, -1)


def _alone(idx_BT: Tensor) -> Tensor:
    """Windows with nothing before them."""
    return F.pad(idx_BT, (LOOK_BACK, 0), value=NOTHING)
