"""Changes of the recipe that are not in fledge, so that they can be measured again.

    python bench/variants.py NAME... -- train config/demo.py [--key=value ...]

Each is a function that changes fledge in this process, before the run begins. `bench/ablation.py` takes a name with an
@ among the settings of a variant: `++ @cautious_decay --weight_decay=0.4`.
"""

import sys
from collections.abc import Callable
from typing import Any

import torch
import torch.nn as nn
from torch import Tensor

from fledge.cli.main import main
from fledge.common.errors import FledgeError
from fledge.model import build, modern
from fledge.model.attention import Attend, Documents, attend
from fledge.model.base import KVCache
from fledge.optim import build as optim_build
from fledge.optim.muon import Muon, places_by_shape

GATE_INPUTS = 32


def cautious_decay() -> None:
    """Muon's weight decay only where the update makes the weight smaller, too (Chen et al. 2025, nanochat)."""

    class CautiousMuon(Muon):
        @torch.no_grad()
        def step(self, closure: Any = None) -> None:  # type: ignore[override]
            for group in self.param_groups:
                weights = [parameter for parameter in group["params"] if parameter.grad is not None]
                updates = self._orthogonalised(weights, self._momenta(weights, group["momentum"]))
                for (height, width), places in places_by_shape(weights).items():
                    lr = group["lr"] * max(1.0, height / width) ** 0.5
                    for place in places:
                        weight, update = weights[place], updates[place]
                        decayed = weight * (weight * update >= 0)
                        weight.sub_(decayed, alpha=group["lr"] * group["weight_decay"]).sub_(update, alpha=lr)

    setattr(optim_build, "Muon", CautiousMuon)  # noqa: B010 mypy knows it as a class that can't be set


def value_embeddings() -> None:
    """nanochat's gated value embeddings: in every other layer, each head's values get a row of the token's own."""

    class Attention(modern.RotaryAttention):
        tokens: Tensor  # B T, of the window that is read

        def add_values(self, vocab_size: int) -> None:
            width = self.c_proj.in_features
            self.values, self.gate = nn.Embedding(vocab_size, width), nn.Linear(GATE_INPUTS, self.n_head, bias=False)
            bound = (3 / width) ** 0.5
            nn.init.uniform_(self.values.weight, -bound, bound)
            nn.init.zeros_(self.gate.weight)  # a factor of 1

        def forward(  # type: ignore[override]
            self,
            x_BTC: Tensor,
            rotary: modern.Rotary,
            how: Attend,
            cache: KVCache | None,
            documents: Documents | None,
        ) -> Tensor:
            if not hasattr(self, "values"):
                return super().forward(x_BTC, rotary, how, cache, documents)
            if cache is not None:
                raise FledgeError("value_embeddings can't be sampled.")
            B, T, C = x_BTC.shape
            q, k, v = self.c_attn(x_BTC).view(B, T, 3, self.n_head, C // self.n_head).unbind(2)
            factor_BTH1 = 2 * torch.sigmoid(self.gate(x_BTC[..., :GATE_INPUTS]))[..., None]
            v = v + (factor_BTH1 * self.values(self.tokens).view_as(v)).to(v.dtype)
            q_BHTD = modern.rotate(modern.norm(q), *rotary).to(v.dtype).transpose(1, 2)
            k_BHTD = modern.rotate(modern.norm(k), *rotary).to(v.dtype).transpose(1, 2)
            y_BHTD = attend(q_BHTD, k_BHTD, v.transpose(1, 2), how, 0.0, documents)
            return self.c_proj(y_BHTD.transpose(1, 2).flatten(2))

    class WithValues(modern.Modern):
        def init_weights(self) -> None:
            super().init_weights()
            for layer in range(self.shape.n_layer - 1, -1, -2):
                self.blocks[layer].attn.add_values(self.shape.vocab_size)  # type: ignore[operator, union-attr]

        def hidden(self, idx_BT: Tensor, cache: KVCache | None = None, ngrams_BTC: Tensor | None = None) -> Tensor:
            for block in self.blocks:
                block.attn.tokens = idx_BT  # type: ignore[union-attr]
            return super().hidden(idx_BT, cache, ngrams_BTC)

    setattr(modern, "RotaryAttention", Attention)  # noqa: B010 the same
    setattr(build, "Modern", WithValues)  # noqa: B010 the same


VARIANTS: dict[str, Callable[[], None]] = {one.__name__: one for one in (cautious_decay, value_embeddings)}


def run(words: list[str]) -> int:
    cut = words.index("--") if "--" in words else 0
    unknown = [name for name in words[:cut] if name not in VARIANTS]
    if not cut or unknown:
        sys.exit(f"error: say which of {', '.join(VARIANTS)}, then -- and a command.")
    for name in words[:cut]:
        VARIANTS[name]()
    return main(words[cut + 1 :])


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
