"""Arch "gpt2": GPT-2 with nanoGPT's parameter names, so its checkpoints load unchanged."""

import math
from collections.abc import Iterator
from typing import cast

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor

from fledge.config.shape import ModelShape
from fledge.model.attention import Attend, Documents, attend
from fledge.model.base import GPT, KVCache, add_last

LAYER_NORM_EPS = 1e-5


class LayerNorm(nn.Module):
    """nn.LayerNorm, with or without the bias, under nanoGPT's parameter names."""

    def __init__(self, width: int, bias: bool) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width)) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        return F.layer_norm(x, self.weight.shape, self.weight, self.bias, LAYER_NORM_EPS)


class SelfAttention(nn.Module):
    def __init__(self, shape: ModelShape, dropout: float, layer: int) -> None:
        super().__init__()
        self.c_attn = nn.Linear(shape.n_embd, 3 * shape.n_embd, bias=shape.bias)
        self.c_proj = nn.Linear(shape.n_embd, shape.n_embd, bias=shape.bias)
        self.resid_dropout = nn.Dropout(dropout)
        self.n_head, self.dropout, self.layer = shape.n_head, dropout, layer

    def forward(self, x_BTC: Tensor, how: Attend, cache: KVCache | None, documents: Documents | None) -> Tensor:
        B, T, C = x_BTC.shape
        heads = self.c_attn(x_BTC).view(B, T, 3, self.n_head, C // self.n_head)
        q_BHTD, k_BHTD, v_BHTD = heads.permute(2, 0, 3, 1, 4).unbind(0)
        if cache is not None:
            y_BHTD = cache.attend(self.layer, q_BHTD, k_BHTD, v_BHTD, how)
        else:
            y_BHTD = attend(q_BHTD, k_BHTD, v_BHTD, how, self.dropout if self.training else 0.0, documents)
        return self.resid_dropout(self.c_proj(y_BHTD.transpose(1, 2).flatten(2)))


class MLP(nn.Module):
    def __init__(self, shape: ModelShape, dropout: float) -> None:
        super().__init__()
        self.c_fc = nn.Linear(shape.n_embd, 4 * shape.n_embd, bias=shape.bias)
        self.c_proj = nn.Linear(4 * shape.n_embd, shape.n_embd, bias=shape.bias)
        self.dropout = nn.Dropout(dropout)
        self.gelu = "tanh" if shape.gelu == "tanh" else "none"  # torch's words for the approximation

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(self.c_proj(F.gelu(self.c_fc(x), approximate=self.gelu)))


class Block(nn.Module):
    def __init__(self, shape: ModelShape, dropout: float, layer: int) -> None:
        super().__init__()
        self.ln_1 = LayerNorm(shape.n_embd, shape.bias)
        self.attn = SelfAttention(shape, dropout, layer)
        self.ln_2 = LayerNorm(shape.n_embd, shape.bias)
        self.mlp = MLP(shape, dropout)

    def forward(self, x: Tensor, how: Attend, cache: KVCache | None, documents: Documents | None) -> Tensor:
        x = add_last(x, self.attn(self.ln_1(x), how, cache, documents))
        return x + self.mlp(self.ln_2(x))


class GPT2(GPT):
    """GPT-2 with nanoGPT's module names, so that its checkpoints load as they are."""

    def __init__(self, shape: ModelShape, dropout: float = 0.0, how: Attend = "sdpa") -> None:
        super().__init__()
        self.shape, self.attend = shape, how
        self.transformer = nn.ModuleDict(
            {
                "wte": nn.Embedding(shape.vocab_size, shape.n_embd),
                "wpe": nn.Embedding(shape.block_size, shape.n_embd),
                "drop": nn.Dropout(dropout),
                "h": nn.ModuleList([Block(shape, dropout, layer) for layer in range(shape.n_layer)]),
                "ln_f": LayerNorm(shape.n_embd, shape.bias),
            }
        )
        self.lm_head = nn.Linear(shape.n_embd, shape.vocab_size, bias=False)
        self.transformer["wte"].weight = self.lm_head.weight  # tied, as in GPT-2
        self.init_weights()

    def init_weights(self) -> None:
        # In nanoGPT's order (the tied matrix drawn twice), so that one seed gives one model in both.
        for module in self.modules():
            if isinstance(module, nn.Linear | nn.Embedding):
                nn.init.normal_(module.weight, std=0.02)
            if isinstance(module, nn.Linear) and module.bias is not None:
                nn.init.zeros_(module.bias)
        for name, parameter in self.named_parameters():
            if name.endswith("c_proj.weight"):  # 2 * n_layer of them add up in the residual stream
                nn.init.normal_(parameter, std=0.02 / math.sqrt(2 * self.shape.n_layer))

    def embedded(self, idx_BT: Tensor, cache: KVCache | None) -> Tensor:
        """The tokens' embeddings with those of their positions."""
        x_BTC: Tensor = self.transformer["wte"](idx_BT)
        if cache is None:
            x_BTC = x_BTC + self.transformer["wpe"](torch.arange(idx_BT.size(1), device=idx_BT.device))
        else:
            table = cast(Tensor, self.transformer["wpe"].weight)  # may be a plain tensor, where the step is traced
            x_BTC = x_BTC + cache.next_rows(table, idx_BT.size(1))
        return x_BTC

    def blocks_in_order(self) -> Iterator[nn.Module]:
        return self.transformer["h"].children()

    def hidden(self, idx_BT: Tensor, cache: KVCache | None = None, ngrams_BTC: Tensor | None = None) -> Tensor:
        parts, documents = self.transformer, self.documents(idx_BT, cache)
        x_BTC: Tensor = parts["drop"](self.embedded(idx_BT, cache))
        return parts["ln_f"](self.through_blocks(x_BTC, self.attend, cache, documents))
