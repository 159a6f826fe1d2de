"""Arch "modern": rotary embeddings, norms without gains, squared ReLU, zero-initialised outputs, an n-gram table.

With `ngram_counts`, counts of the training text are mixed into its predictions (Bengio et al. 2003; see counts.py).
"""

from collections.abc import Iterator

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor

from fledge.config.shape import ModelShape
from fledge.model.attention import Attend, Documents, attend
from fledge.model.base import GPT, RECENT, KVCache, add_last
from fledge.model.counts import CONTEXT, NgramCounts
from fledge.model.gpt2 import MLP, SelfAttention
from fledge.model.ngrams import LOOK_BACK, Ngrams, padded

ROPE_BASE = 10_000.0
Rotary = tuple[Tensor, Tensor]  # cosines and sines of the positions


def norm(x: Tensor) -> Tensor:
    return F.layer_norm(x, (x.size(-1),))


def rotary_tables(positions: int, head_width: int, base: float) -> Rotary:
    """The cosines and sines of all positions, T 1 D. On the meta device they have a size, and nothing is computed."""
    half = head_width // 2
    if torch.get_default_device().type == "meta":
        return torch.empty(positions, 1, half), torch.empty(positions, 1, half)
    frequencies = base ** -(torch.arange(half) / half)
    angles = torch.outer(torch.arange(positions).float(), frequencies)[:, None]
    return angles.cos(), angles.sin()


def rotate(x_BTHD: Tensor, cos_T1D: Tensor, sin_T1D: Tensor) -> Tensor:
    """Rotary embedding: rotate each pair of features by an angle that grows with the position."""
    a, b = x_BTHD.chunk(2, dim=-1)
    return torch.cat((a * cos_T1D + b * sin_T1D, b * cos_T1D - a * sin_T1D), dim=-1)


class RotaryAttention(SelfAttention):
    def forward(  # type: ignore[override]
        self, x_BTC: Tensor, rotary: Rotary, how: Attend, cache: KVCache | None, documents: Documents | None
    ) -> Tensor:
        B, T, C = x_BTC.shape
        q, k, v = self.c_attn(x_BTC).view(B, T, 3, self.n_head, C // self.n_head).unbind(2)
        # Normalised queries and keys: attention scores stay bounded however large the weights grow.
        q_BHTD = rotate(norm(q), *rotary).to(v.dtype).transpose(1, 2)
        k_BHTD = rotate(norm(k), *rotary).to(v.dtype).transpose(1, 2)
        v_BHTD = v.transpose(1, 2)
        if cache is not None:
            y_BHTD = cache.attend(self.layer, q_BHTD, k_BHTD, v_BHTD, how)
        else:
            y_BHTD = attend(q_BHTD, k_BHTD, v_BHTD, how, self.dropout if self.training else 0.0, documents)
        return self.resid_dropout(self.c_proj(y_BHTD.transpose(1, 2).flatten(2)))


class SquaredReluMLP(MLP):
    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(self.c_proj(F.relu(self.c_fc(x)).square()))


class ModernBlock(nn.Module):
    def __init__(self, shape: ModelShape, dropout: float, layer: int) -> None:
        super().__init__()
        self.attn = RotaryAttention(shape, dropout, layer)
        self.mlp = SquaredReluMLP(shape, dropout)

    def forward(
        self, x: Tensor, rotary: Rotary, how: Attend, cache: KVCache | None, documents: Documents | None
    ) -> Tensor:
        x = add_last(x, self.attn(norm(x), rotary, how, cache, documents))
        return x + self.mlp(norm(x))


class Modern(GPT):
    cos: Tensor
    sin: Tensor

    def __init__(self, shape: ModelShape, dropout: float = 0.0, how: Attend = "sdpa") -> None:
        super().__init__()
        self.shape, self.attend = shape, how
        self.embed = nn.Embedding(shape.vocab_size, shape.n_embd)
        self.ngrams = Ngrams(shape.ngram_rows, shape.n_embd) if shape.ngram_rows else None
        self.blocks = nn.ModuleList([ModernBlock(shape, dropout, layer) for layer in range(shape.n_layer)])
        self.lm_head = nn.Linear(shape.n_embd, shape.vocab_size, bias=False)
        self.counts = NgramCounts(shape.ngram_counts, shape.vocab_size) if shape.ngram_counts else None
        cos_T1D, sin_T1D = rotary_tables(shape.block_size, shape.n_embd // shape.n_head, ROPE_BASE)
        self.register_buffer("cos", cos_T1D, persistent=False)
        self.register_buffer("sin", sin_T1D, persistent=False)
        self.init_weights()

    def init_weights(self) -> None:
        nn.init.normal_(self.embed.weight)
        bound = (3 / self.shape.n_embd) ** 0.5  # unit variance through a matrix of this width
        for name, parameter in self.blocks.named_parameters():
            if name.endswith("c_proj.weight"):
                nn.init.zeros_(parameter)  # every block starts as the identity
            else:
                nn.init.uniform_(parameter, -bound, bound)
        nn.init.zeros_(self.lm_head.weight)

    def lookup(self, idx_BT: Tensor, dropout: float = 0.0) -> Tensor | None:
        return None if self.ngrams is None else self.ngrams.lookup(idx_BT, dropout, self.document_end)

    def blocks_in_order(self) -> Iterator[nn.Module]:
        return self.blocks.children()

    def hidden(self, idx_BT: Tensor, cache: KVCache | None = None, ngrams_BTC: Tensor | None = None) -> Tensor:
        x_BTC = self.embed(idx_BT)
        recent_BS = None if cache is None else cache.recent(idx_BT)[:, RECENT - LOOK_BACK :]
        if self.ngrams is not None:
            if ngrams_BTC is None:
                recent_BS = padded(idx_BT, LOOK_BACK) if recent_BS is None else recent_BS
                ngrams_BTC = self.ngrams(recent_BS, self.document_end)
            x_BTC = x_BTC + ngrams_BTC
        x_BTC = norm(x_BTC)
        T = idx_BT.size(1)
        rotary = (self.cos[:T], self.sin[:T])
        if cache is not None:
            rotary = (cache.next_rows(self.cos, T), cache.next_rows(self.sin, T))
        documents = self.documents(idx_BT, cache)
        return norm(self.through_blocks(x_BTC, rotary, self.attend, cache, documents))

    def forward(self, idx_BT: Tensor, targets_BT: Tensor, ngrams_BTC: Tensor | None = None) -> Tensor:
        if self.counts is None or self.training:  # what training learns does not depend on the counts
            return super().forward(idx_BT, targets_BT, ngrams_BTC)
        logits_BTV = self.lm_head(self.hidden(idx_BT, ngrams_BTC=ngrams_BTC)).float()
        losses_N = F.cross_entropy(logits_BTV.flatten(0, 1), targets_BT.flatten(), ignore_index=-1, reduction="none")
        network_BT = -losses_N.view_as(targets_BT)
        counts_BT = self.counts.of_targets(padded(idx_BT, CONTEXT - 1), targets_BT, self.document_end)
        counted_BT = targets_BT >= 0
        return self.counts.losses(network_BT, counts_BT).where(counted_BT, 0.0).sum((-2, -1)) / counted_BT.sum()

    def logits(self, idx_BT: Tensor, cache: KVCache | None = None) -> Tensor:
        logits_BV = super().logits(idx_BT, cache)
        if self.counts is None:
            return logits_BV
        recent_BS = padded(idx_BT, CONTEXT - 1)[:, -CONTEXT:] if cache is None else cache.tokens
        assert recent_BS is not None
        return self.counts.mixed(logits_BV.log_softmax(-1), self.counts(recent_BS, self.document_end)[:, -1])

    def all_logits(self, idx_BT: Tensor) -> Tensor:
        logits_BTV = super().all_logits(idx_BT)
        if self.counts is None:
            return logits_BTV
        return self.counts.mixed(
            logits_BTV.log_softmax(-1), self.counts(padded(idx_BT, CONTEXT - 1), self.document_end)
        )

    def logits_in_window(self, idx_T: Tensor, x_TC: Tensor, places: slice) -> Tensor:
        logits_NV = super().logits_in_window(idx_T, x_TC, places)
        if self.counts is None:
            return logits_NV
        first, last, _ = places.indices(len(idx_T))
        recent_1S = padded(idx_T[None], CONTEXT - 1)[:, first : last + CONTEXT - 1]
        return self.counts.mixed(logits_NV.log_softmax(-1), self.counts(recent_1S, self.document_end)[0])
