"""The GPT interface and the KV cache, shared by every model.

Shapes in names: B sequences, T positions, C width, H heads, D width of a head, V vocabulary.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from fledge.config.shape import ModelShape
from fledge.model.attention import Attend, Documents, attend_to_cache
from fledge.model.loss import LARGE_VOCABULARY, cross_entropy

NO_TOKEN = -1  # stands before the first token
RECENT = 8  # tokens that a cache keeps, for models that look up n-grams


@dataclass
class KVCache:
    """Keys and values of the tokens read so far, so that each new token costs one position."""

    keys: list[Tensor]  # one per layer: B H T_max D
    values: list[Tensor]
    length: int = 0
    tokens: Tensor | None = None  # the last RECENT tokens read of each sequence, by models that look up n-grams

    @classmethod
    def empty(cls, model: "GPT", batch: int, positions: int | None = None) -> "KVCache":
        """Room for `positions` tokens of each sequence; if not given, for the model's whole context."""
        shape = model.shape
        sizes = (batch, shape.kv_heads, positions or shape.block_size, shape.head_size)
        weight = next(model.parameters())
        keys, values = (
            [torch.empty(sizes, device=weight.device, dtype=weight.dtype) for _ in range(shape.n_layer)]
            for _ in range(2)
        )
        return cls(keys, values)

    def repeated(self, batch: int) -> "KVCache":
        """A cache for `batch` sequences that all begin with the tokens of this one."""

        def widened(past_1HTD: Tensor) -> Tensor:
            made = past_1HTD.new_empty(batch, *past_1HTD.shape[1:])
            made[:, :, : self.length] = past_1HTD[:, :, : self.length]
            return made

        return KVCache(list(map(widened, self.keys)), list(map(widened, self.values)), self.length, self.tokens)

    def recent(self, idx_BT: Tensor) -> Tensor:
        """The tokens with the RECENT before them, NO_TOKEN where there are none; keeps the last for the next call."""
        before = self.tokens if self.tokens is not None and self.length else idx_BT.new_full((1, RECENT), NO_TOKEN)
        recent_BS = torch.cat((before.expand(idx_BT.size(0), -1), idx_BT), dim=1)
        self.tokens = recent_BS[:, -RECENT:]
        return recent_BS

    def next_rows(self, table: Tensor, count: int) -> Tensor:
        """The rows of a table with one row per position, for the `count` positions after those read."""
        return table[self.length : self.length + count]

    def attend(self, layer: int, q_BHTD: Tensor, k_BHTD: Tensor, v_BHTD: Tensor, how: Attend) -> Tensor:
        """Store the new positions of one layer; attention of their queries to all positions so far.

        In the last layer of the last query alone, since only the next token's logits are wanted.
        """
        end = self.length + k_BHTD.size(2)
        if layer == len(self.keys) - 1:
            q_BHTD = q_BHTD[:, :, -1:]
        self.keys[layer][:, :, self.length : end] = k_BHTD
        self.values[layer][:, :, self.length : end] = v_BHTD
        return attend_to_cache(q_BHTD, self.keys[layer][:, :, :end], self.values[layer][:, :, :end], how)

    @property
    def storage(self) -> "KVCache":
        """The cache whose memory this one is a part of."""
        return self

    def places(self, count: int) -> list[tuple[int, int]]:
        """Where the next `count` tokens of each sequence go: its row in the storage and the position."""
        positions = range(self.length, self.length + count)
        return [(sequence, at) for sequence in range(len(self.keys[0])) for at in positions]

    def advance(self, count: int) -> None:
        """`count` tokens of each sequence have been read."""
        self.length += count


def add_last(x_BTC: Tensor, y_BTC: Tensor) -> Tensor:
    """The sum; of the last positions of x, if y has only these (see KVCache.attend)."""
    return x_BTC + y_BTC if x_BTC.size(1) == y_BTC.size(1) else x_BTC[:, -y_BTC.size(1) :] + y_BTC


class GPT(nn.Module):
    """A language model: `model(tokens, targets)` is the training loss, `model.logits(tokens)` predicts."""

    shape: ModelShape
    attend: Attend
    lm_head: nn.Linear  # an Int8Linear in a quantized model
    document_end: int | None = None  # the token that attention does not look past, with mask_documents
    checkpoint_activations = False  # keep only the blocks' inputs for the backward pass, and compute the rest again

    def lookup(self, idx_BT: Tensor, dropout: float = 0.0) -> Tensor | None:
        """The embeddings that a training step looks up before `forward`; None for models without an n-gram table."""
        return None

    def documents(self, idx_BT: Tensor, cache: KVCache | None) -> Documents | None:
        """Keeps attention inside the documents of a window; a cache holds one document only (see generate.py)."""
        if self.document_end is None or cache is not None:
            return None
        return Documents(idx_BT, self.document_end)

    def blocks_in_order(self) -> Iterator[nn.Module]:
        """The blocks, from the first to the last."""
        raise NotImplementedError

    def through_blocks(self, x_BTC: Tensor, *others: Any) -> Tensor:
        """The output of the last block; `others` are what each block is given besides its input."""
        is_kept = not (self.checkpoint_activations and torch.is_grad_enabled())
        for block in self.blocks_in_order():
            x_BTC = block(x_BTC, *others) if is_kept else checkpoint(block, x_BTC, *others, use_reentrant=False)
        return x_BTC

    def hidden(self, idx_BT: Tensor, cache: KVCache | None = None, ngrams_BTC: Tensor | None = None) -> Tensor:
        """The last layer's normalised output, B T C; with a cache only that of the last position, B 1 C."""
        raise NotImplementedError

    def forward(self, idx_BT: Tensor, targets_BT: Tensor, ngrams_BTC: Tensor | None = None) -> Tensor:
        # The loss alone: a compiled forward would have to keep logits that leave it, and they take most of the memory.
        x_NC, targets_N = self.hidden(idx_BT, ngrams_BTC=ngrams_BTC).flatten(0, 1), targets_BT.flatten()
        if self.shape.vocab_size >= LARGE_VOCABULARY and isinstance(self.lm_head, nn.Linear):
            return cross_entropy(x_NC, self.lm_head.weight, targets_N)
        return F.cross_entropy(self.lm_head(x_NC), targets_N, ignore_index=-1)

    def logits(self, idx_BT: Tensor, cache: KVCache | None = None) -> Tensor:
        """Logits of the next token, B V. With a cache, `idx_BT` holds only the tokens it has not seen."""
        x_BTC = self.hidden(idx_BT, cache)
        if cache is not None:
            cache.advance(idx_BT.size(1))
        return self.lm_head(x_BTC[:, -1]).float()

    def all_logits(self, idx_BT: Tensor) -> Tensor:
        return self.lm_head(self.hidden(idx_BT)).float()

    def logits_in_window(self, idx_T: Tensor, x_TC: Tensor, places: slice) -> Tensor:
        """Logits after some of the tokens of a window; `x_TC` is the last layer's output for all of them."""
        return self.lm_head(x_TC[places]).float()
