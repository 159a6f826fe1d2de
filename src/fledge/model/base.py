"""The GPT models: what they share, and arch "gpt2", which is nanoGPT's weight for weight.

Shapes in names: B sequences, T positions, C width, H heads, D width of a head, V vocabulary.
"""

import math
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor

from fledge.config.shape import ModelShape
from fledge.model.attention import Attend, Documents, attend
from fledge.model.loss import LARGE_VOCABULARY, cross_entropy

NOTHING = -1  # the token before the first


@dataclass
class KVCache:
    """The keys and values of what has been read so far, so that each new token costs one position."""

    keys: list[Tensor]  # a layer each: B H T_max D
    values: list[Tensor]
    length: int = 0
    tokens: Tensor | None = None  # the last ones read, for models that look at tokens again

    @classmethod
    def empty(cls, model: "GPT", batch: int) -> "KVCache":
        shape = model.shape
        sizes = (batch, shape.n_head, shape.block_size, shape.n_embd // shape.n_head)
        weight = next(model.parameters())
        keys, values = (
            [torch.empty(sizes, device=weight.device, dtype=weight.dtype) for _ in range(shape.n_layer)]
            for _ in range(2)
        )
        return cls(keys, values)

    def repeated(self, batch: int) -> "KVCache":
        """A cache for `batch` sequences that begin alike: what one has read, copied to each."""

        def widened(past_1HTD: Tensor) -> Tensor:
            made = past_1HTD.new_empty(batch, *past_1HTD.shape[1:])
            made[:, :, : self.length] = past_1HTD[:, :, : self.length]
            return made

        return KVCache(list(map(widened, self.keys)), list(map(widened, self.values)), self.length, self.tokens)

    def recent(self, idx_BT: Tensor, count: int) -> Tensor:
        """The tokens with `count` before them, NOTHING where there were none; the last are kept for the next call."""
        before = self.tokens if self.tokens is not None and self.length else idx_BT.new_full((1, count), NOTHING)
        recent_BS = torch.cat((before.expand(idx_BT.size(0), -1), idx_BT), dim=1)
        self.tokens = recent_BS[:, -count:]
        return recent_BS

    def extend(self, layer: int, k_BHTD: Tensor, v_BHTD: Tensor) -> tuple[Tensor, Tensor]:
        """Store the new positions of one layer; returns all of them."""
        end = self.length + k_BHTD.size(2)
        self.keys[layer][:, :, self.length : end] = k_BHTD
        self.values[layer][:, :, self.length : end] = v_BHTD
        return self.keys[layer][:, :, :end], self.values[layer][:, :, :end]


class GPT(nn.Module):
    """A language model: `model(tokens, targets)` is the training loss, `model.logits(tokens)` predicts."""

    shape: ModelShape
    attend: Attend
    lm_head: nn.Linear  # or what quantize.py makes of it
    document_end: int | None = None  # the token beyond which nothing is seen, if documents are kept apart

    def recall(self, idx_BT: Tensor, dropout: float = 0.0) -> Tensor | None:
        """What a model looks up before it computes, for `forward` of a training step; most look nothing up."""
        return None

    def documents(self, idx_BT: Tensor, cache: KVCache | None) -> Documents | None:
        """What keeps the documents of a window apart; a cache is of one document (generate.py sees to that)."""
        if self.document_end is None or cache is not None:
            return None
        return Documents(idx_BT, self.document_end)

    def hidden(self, idx_BT: Tensor, cache: KVCache | None = None, recalled_BTC: Tensor | None = None) -> Tensor:
        """The last layer's normalised output, B T C."""
        raise NotImplementedError

    def forward(self, idx_BT: Tensor, targets_BT: Tensor, recalled_BTC: Tensor | None = None) -> Tensor:
        # The loss alone: logits that leave a compiled forward have to be kept, and they are most of the memory.
        x_NC, targets_N = self.hidden(idx_BT, recalled_BTC=recalled_BTC).flatten(0, 1), targets_BT.flatten()
        if self.shape.vocab_size >= LARGE_VOCABULARY and isinstance(self.lm_head, nn.Linear):
            return cross_entropy(x_NC, self.lm_head.weight, targets_N)
        return F.cross_entropy(self.lm_head(x_NC), targets_N, ignore_index=-1)

    def logits(self, idx_BT: Tensor, cache: KVCache | None = None) -> Tensor:
        """Logits of the next token, B V. With a cache, `idx_BT` holds only the tokens it has not seen."""
        x_BTC = self.hidden(idx_BT, cache)
        if cache is not None:
            cache.length += idx_BT.size(1)
        return self.lm_head(x_BTC[:, -1]).float()

    def all_logits(self, idx_BT: Tensor) -> Tensor:
        return self.lm_head(self.hidden(idx_BT)).float()


class LayerNorm(nn.Module):
    """nn.LayerNorm, with or without the bias, under nanoGPT's parameter names."""

    def __init__(self, width: int, bias: bool) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width)) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        return F.layer_norm(x, self.weight.shape, self.weight, self.bias, 1e-5)


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
            k_BHTD, v_BHTD = cache.extend(self.layer, k_BHTD, v_BHTD)
        y_BHTD = attend(q_BHTD, k_BHTD, v_BHTD, how, self.dropout if self.training else 0.0, documents)
        return self.resid_dropout(self.c_proj(y_BHTD.transpose(1, 2).reshape(B, T, C)))


class MLP(nn.Module):
    def __init__(self, shape: ModelShape, dropout: float) -> None:
        super().__init__()
        self.c_fc = nn.Linear(shape.n_embd, 4 * shape.n_embd, bias=shape.bias)
        self.c_proj = nn.Linear(4 * shape.n_embd, shape.n_embd, bias=shape.bias)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(self.c_proj(F.gelu(self.c_fc(x))))


class Block(nn.Module):
    def __init__(self, shape: ModelShape, dropout: float, layer: int) -> None:
        super().__init__()
        self.ln_1 = LayerNorm(shape.n_embd, shape.bias)
        self.attn = SelfAttention(shape, dropout, layer)
        self.ln_2 = LayerNorm(shape.n_embd, shape.bias)
        self.mlp = MLP(shape, dropout)

    def forward(self, x: Tensor, how: Attend, cache: KVCache | None, documents: Documents | None) -> Tensor:
        x = x + self.attn(self.ln_1(x), how, cache, documents)
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

    def hidden(self, idx_BT: Tensor, cache: KVCache | None = None, recalled_BTC: Tensor | None = None) -> Tensor:
        start = cache.length if cache is not None else 0
        positions = torch.arange(start, start + idx_BT.size(1), device=idx_BT.device)
        parts, documents = self.transformer, self.documents(idx_BT, cache)
        x_BTC: Tensor = parts["drop"](parts["wte"](idx_BT) + parts["wpe"](positions))
        for block in parts["h"].children():
            x_BTC = block(x_BTC, self.attend, cache, documents)
        return parts["ln_f"](x_BTC)


def build_model(shape: ModelShape, dropout: float = 0.0, how: Attend = "sdpa") -> GPT:
    if shape.arch == "gpt2":
        return GPT2(shape, dropout, how)
    from fledge.model.modern import Modern

    return Modern(shape, dropout, how)
