"""Archs "llama" and "qwen3", with Hugging Face's parameter names: what transformers, llama.cpp and Ollama run.

RMSNorm with gains, rotary positions, an MLP with a gate (SwiGLU), fewer heads of keys and values if asked. qwen3 also
normalises the queries and keys of each head.
"""

from collections.abc import Iterator

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor

from fledge.config.shape import ModelShape
from fledge.model.attention import Attend, Documents, attend
from fledge.model.base import GPT, KVCache, add_last
from fledge.model.modern import Rotary, rotary_tables

TIED_STD = 0.02  # of a token table that is also the head: with larger rows the first logits would be huge


class RMSNorm(nn.Module):
    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        # The gains apart: under autocast x and they have different dtypes, which the fused norm does not take.
        return F.rms_norm(x, x.shape[-1:], eps=self.eps) * self.weight


def rotate_half(x_BTHD: Tensor, cos_T1D: Tensor, sin_T1D: Tensor) -> Tensor:
    """Rotary embedding in Hugging Face's convention: the opposite direction to modern's."""
    a, b = x_BTHD.chunk(2, dim=-1)
    return torch.cat((a * cos_T1D - b * sin_T1D, b * cos_T1D + a * sin_T1D), dim=-1)


class LlamaAttention(nn.Module):
    def __init__(self, shape: ModelShape, dropout: float, layer: int) -> None:
        super().__init__()
        width, self.head = shape.n_embd, shape.head_size
        self.q_proj = nn.Linear(width, shape.n_head * self.head, bias=False)
        self.k_proj = nn.Linear(width, shape.kv_heads * self.head, bias=False)
        self.v_proj = nn.Linear(width, shape.kv_heads * self.head, bias=False)
        self.o_proj = nn.Linear(shape.n_head * self.head, width, bias=False)
        has_norms = shape.arch == "qwen3"
        self.q_norm = RMSNorm(self.head, shape.norm_eps) if has_norms else None
        self.k_norm = RMSNorm(self.head, shape.norm_eps) if has_norms else None
        self.resid_dropout = nn.Dropout(dropout)
        self.dropout, self.layer = dropout, layer

    def forward(
        self, x_BTC: Tensor, rotary: Rotary, how: Attend, cache: KVCache | None, documents: Documents | None
    ) -> Tensor:
        q, k, v = (part(x_BTC).unflatten(-1, (-1, self.head)) for part in (self.q_proj, self.k_proj, self.v_proj))
        if self.q_norm is not None and self.k_norm is not None:
            q, k = self.q_norm(q), self.k_norm(k)
        q_BHTD = rotate_half(q, *rotary).to(v.dtype).transpose(1, 2)
        k_BKTD = rotate_half(k, *rotary).to(v.dtype).transpose(1, 2)
        v_BKTD = v.transpose(1, 2)
        if cache is not None:
            y_BHTD = cache.attend(self.layer, q_BHTD, k_BKTD, v_BKTD, how)
        else:
            y_BHTD = attend(q_BHTD, k_BKTD, v_BKTD, how, self.dropout if self.training else 0.0, documents)
        return self.resid_dropout(self.o_proj(y_BHTD.transpose(1, 2).flatten(2)))


class GatedMLP(nn.Module):
    def __init__(self, shape: ModelShape, dropout: float) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(shape.n_embd, shape.ffn_size, bias=False)
        self.up_proj = nn.Linear(shape.n_embd, shape.ffn_size, bias=False)
        self.down_proj = nn.Linear(shape.ffn_size, shape.n_embd, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x)))


class LlamaBlock(nn.Module):
    def __init__(self, shape: ModelShape, dropout: float, layer: int) -> None:
        super().__init__()
        self.input_layernorm = RMSNorm(shape.n_embd, shape.norm_eps)
        self.self_attn = LlamaAttention(shape, dropout, layer)
        self.post_attention_layernorm = RMSNorm(shape.n_embd, shape.norm_eps)
        self.mlp = GatedMLP(shape, dropout)

    def forward(
        self, x: Tensor, rotary: Rotary, how: Attend, cache: KVCache | None, documents: Documents | None
    ) -> Tensor:
        x = add_last(x, self.self_attn(self.input_layernorm(x), rotary, how, cache, documents))
        return x + self.mlp(self.post_attention_layernorm(x))


class Llama(GPT):
    """Llama and Qwen3."""

    cos: Tensor
    sin: Tensor

    def __init__(self, shape: ModelShape, dropout: float = 0.0, how: Attend = "sdpa") -> None:
        super().__init__()
        self.shape, self.attend = shape, how
        self.model = nn.ModuleDict(
            {
                "embed_tokens": nn.Embedding(shape.vocab_size, shape.n_embd),
                "layers": nn.ModuleList([LlamaBlock(shape, dropout, layer) for layer in range(shape.n_layer)]),
                "norm": RMSNorm(shape.n_embd, shape.norm_eps),
            }
        )
        self.lm_head = nn.Linear(shape.n_embd, shape.vocab_size, bias=False)
        if shape.is_tied:
            self.model["embed_tokens"].weight = self.lm_head.weight
        cos_T1D, sin_T1D = rotary_tables(shape.block_size, shape.head_size, shape.rope_base)
        self.register_buffer("cos", cos_T1D, persistent=False)
        self.register_buffer("sin", sin_T1D, persistent=False)
        self.init_weights()

    def init_weights(self) -> None:
        """As modern's: unit variance through the matrices, and every block starts as the identity."""
        bound = (3 / self.shape.n_embd) ** 0.5
        for name, parameter in self.model["layers"].named_parameters():
            if name.endswith(("o_proj.weight", "down_proj.weight")):
                nn.init.zeros_(parameter)
            elif parameter.dim() > 1:
                nn.init.uniform_(parameter, -bound, bound)
        nn.init.zeros_(self.lm_head.weight)
        embedding = self.get_parameter("model.embed_tokens.weight")  # the head itself, if tied
        nn.init.normal_(embedding, std=TIED_STD if self.shape.is_tied else 1.0)

    def embedded(self, idx_BT: Tensor, cache: KVCache | None) -> Tensor:
        """The tokens' embeddings; positions come in by rotation."""
        x_BTC: Tensor = self.model["embed_tokens"](idx_BT)
        return x_BTC

    def blocks_in_order(self) -> Iterator[nn.Module]:
        return self.model["layers"].children()

    def hidden(self, idx_BT: Tensor, cache: KVCache | None = None, ngrams_BTC: Tensor | None = None) -> Tensor:
        x_BTC = self.embedded(idx_BT, cache)
        T = idx_BT.size(1)
        rotary = (self.cos[:T], self.sin[:T])
        if cache is not None:
            rotary = (cache.next_rows(self.cos, T), cache.next_rows(self.sin, T))
        documents = self.documents(idx_BT, cache)
        return self.model["norm"](self.through_blocks(x_BTC, rotary, self.attend, cache, documents))
