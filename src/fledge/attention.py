"""Causal attention: torch's fused kernel, or plain matrix products where they are faster."""

import math
from functools import lru_cache
from typing import Literal

import torch
import torch.nn.functional as F
from torch import Tensor

Attend = Literal["sdpa", "matmul"]


def attend(q_BHTD: Tensor, k_BHSD: Tensor, v_BHSD: Tensor, how: Attend, dropout: float = 0.0) -> Tensor:
    """Each query sees the keys up to its own position; queries are the last T of S positions."""
    T, S = q_BHTD.size(2), k_BHSD.size(2)
    if how == "sdpa" and T == S:
        return F.scaled_dot_product_attention(q_BHTD, k_BHSD, v_BHSD, dropout_p=dropout, is_causal=True)
    if T == 1 and how == "sdpa":
        # A CPU's 16-bit kernel takes longer for one query than a copy in float32.
        if q_BHTD.device.type == "cpu" and q_BHTD.dtype.itemsize == 2:
            return F.scaled_dot_product_attention(q_BHTD.float(), k_BHSD.float(), v_BHSD.float()).to(q_BHTD.dtype)
        return F.scaled_dot_product_attention(q_BHTD, k_BHSD, v_BHSD)
    scores_BHTS = (q_BHTD @ k_BHSD.mT) * (1 / math.sqrt(q_BHTD.size(3)))
    if T > 1:
        make_mask = causal_mask if torch.compiler.is_compiling() else remembered_mask
        scores_BHTS = scores_BHTS + make_mask(T, S, q_BHTD.device, scores_BHTS.dtype)
    weights_BHTS = F.dropout(torch.softmax(scores_BHTS, dim=-1).to(v_BHSD.dtype), dropout)
    return weights_BHTS @ v_BHSD


def causal_mask(T: int, S: int, device: torch.device, dtype: torch.dtype) -> Tensor:
    """0 where a query may look, -inf where it may not."""
    return torch.full((T, S), -math.inf, device=device, dtype=dtype).triu(1 + S - T)


@lru_cache(maxsize=8)
def remembered_mask(T: int, S: int, device: torch.device, dtype: torch.dtype) -> Tensor:
    """Making it each time costs as much as using it."""
    with torch.inference_mode(False):
        return causal_mask(T, S, device, dtype)
