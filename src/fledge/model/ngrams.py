"""A table of n-gram embeddings: the last few tokens select rows, whose sum is added to the token embedding.

It spares the first layers learning which letters follow which. A batch reads only a few thousand rows, so a gradient
of the whole table is never made: `lookup` returns the sum of the rows as a leaf of the graph, and RowAdagrad updates
only the rows read in this step. So the table may have a hundred thousand rows and cost a small model no time.
"""

from collections.abc import Callable

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor

from fledge.model.attention import document_ids
from fledge.model.base import NO_TOKEN

LOOK_BACK = 4  # tokens before the current one: 2-, 3-, 4- and 5-grams
# The key of an n-gram is a polynomial in its tokens, modulo a prime that keeps 64-bit products exact.
HASH_BASE = 1_000_003
HASH_PRIME = 2**31 - 1


class Ngrams(nn.Module):
    """Different n-grams may share a row: the layers above tell them apart."""

    def __init__(self, rows: int, width: int) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.zeros(rows, width), requires_grad=False)
        # Rows read since the last update and their sums, whose gradients come with backward.
        self.pending: list[tuple[Tensor, Tensor]] = []
        # For a table of which this process holds some rows: gets those it needs, and the place of each row in them.
        self.read_rows: Callable[[Tensor, Tensor], tuple[Tensor, Tensor]] | None = None

    def rows(self, recent_BS: Tensor, document_end: int | None = None) -> Tensor:
        """The rows of every n-gram that ends at a token with LOOK_BACK before it, B T K.

        With a `document_end`, an n-gram does not reach back into the document before.
        """
        T = recent_BS.size(1) - LOOK_BACK
        ids_BS = None if document_end is None else document_ids(recent_BS, document_end)
        key_BT, rows = recent_BS[:, LOOK_BACK:], []
        for back in range(1, LOOK_BACK + 1):
            earlier = slice(LOOK_BACK - back, LOOK_BACK - back + T)
            before_BT = recent_BS[:, earlier]
            if ids_BS is not None:
                before_BT = before_BT.where(ids_BS[:, earlier] == ids_BS[:, LOOK_BACK:], NO_TOKEN)
            key_BT = (key_BT * HASH_BASE + before_BT + 1) % HASH_PRIME
            rows.append(key_BT % len(self.table))
        return torch.stack(rows, dim=-1)

    def forward(self, recent_BS: Tensor, document_end: int | None = None) -> Tensor:
        """The sum of the rows of the n-grams that end at each token with LOOK_BACK before it."""
        return self._sum(self.rows(recent_BS, document_end))

    def lookup(self, idx_BT: Tensor, dropout: float = 0.0, document_end: int | None = None) -> Tensor:
        """The same for whole windows, as a leaf of the graph, whose gradient RowAdagrad uses.

        `dropout` zeroes it at a share of the positions and scales up the others: otherwise the table would memorise
        text that is seen again.
        """
        rows_BTK = self.rows(padded(idx_BT, LOOK_BACK), document_end)
        x_BTC = self._sum(rows_BTK).requires_grad_()
        self.pending.append((rows_BTK, x_BTC))
        if not dropout:
            return x_BTC
        return x_BTC * ((torch.rand(*idx_BT.shape, 1, device=idx_BT.device) >= dropout) / (1 - dropout))

    def _sum(self, rows_BTK: Tensor) -> Tensor:
        B, T, K = rows_BTK.shape
        table: Tensor = self.table
        if self.read_rows is not None:
            table, rows_BTK = self.read_rows(table, rows_BTK)
        return F.embedding_bag(rows_BTK.view(B * T, K), table, mode="sum").view(B, T, -1)


def padded(idx_BT: Tensor, before: int) -> Tensor:
    """Windows with NO_TOKEN before them."""
    return F.pad(idx_BT, (before, 0), value=NO_TOKEN)
