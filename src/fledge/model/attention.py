"""Causal attention: torch's fused kernel, or plain matmuls where they are faster."""

import math
from functools import lru_cache
from typing import Any, Literal

import torch
import torch.nn.functional as F
from torch import Tensor

from fledge.model.kernels import kernels

Attend = Literal["sdpa", "matmul"]
QUERIES = 128  # per block: fewer make small matmuls, more compute scores that the mask throws away


class Documents:
    """The document of each position in a window, for attention that stays inside documents."""

    def __init__(self, idx_BT: Tensor, end: int) -> None:
        """`end` is the last token of a document."""
        self.ids_BT = document_ids(idx_BT, end)
        self._mask_B1TT: Tensor | None = None

    def mask(self, dtype: torch.dtype) -> Tensor:
        """Added to the scores: 0 where a query may look, hugely negative where not; made once for all layers.

        -inf would give NaN in kernels that process the keys in blocks, if a query sees nothing in one.
        """
        if self._mask_B1TT is None:
            same_BTT = (self.ids_BT[:, :, None] == self.ids_BT[:, None, :]).tril()
            seen = torch.zeros((), dtype=dtype, device=same_BTT.device)
            self._mask_B1TT = torch.where(same_BTT, seen, torch.finfo(dtype).min / 2)[:, None]
        return self._mask_B1TT


def document_ids(idx_BT: Tensor, end: int) -> Tensor:
    """The number of documents that ended before each position."""
    ends_BT = (idx_BT == end).int()
    return ends_BT.cumsum(1, dtype=torch.int32) - ends_BT


def attend(
    q_BHTD: Tensor,
    k_BHSD: Tensor,
    v_BHSD: Tensor,
    how: Attend,
    dropout: float = 0.0,
    documents: Documents | None = None,
) -> Tensor:
    """Causal attention: each query sees the keys up to its own position; queries are the last T of S positions.

    With `documents`, T equals S, and a query sees only the keys of its own document. There may be fewer heads of keys
    and values than of queries: then each serves several heads of queries.
    """
    if k_BHSD.size(1) < q_BHTD.size(1):
        return _attend_in_groups(q_BHTD, k_BHSD, v_BHSD, how, dropout, documents)
    T, S = q_BHTD.size(2), k_BHSD.size(2)
    if how == "sdpa" and documents is not None:
        mask_B1TT = documents.mask(q_BHTD.dtype)
        return F.scaled_dot_product_attention(q_BHTD, k_BHSD, v_BHSD, mask_B1TT, dropout_p=dropout)
    if how == "sdpa" and T == S:
        return F.scaled_dot_product_attention(q_BHTD, k_BHSD, v_BHSD, dropout_p=dropout, is_causal=True)
    if T == 1 and how == "sdpa":
        # For one query, the CPU's 16-bit kernel is slower than copying to float32.
        if q_BHTD.device.type == "cpu" and q_BHTD.dtype.itemsize == 2:
            return F.scaled_dot_product_attention(q_BHTD.float(), k_BHSD.float(), v_BHSD.float()).to(q_BHTD.dtype)
        return F.scaled_dot_product_attention(q_BHTD, k_BHSD, v_BHSD)
    if T == S and T > QUERIES and not dropout:
        return attend_in_blocks(q_BHTD, k_BHSD, v_BHSD, documents)
    scores_BHTS = (q_BHTD @ k_BHSD.mT) * (1 / math.sqrt(q_BHTD.size(3)))
    if documents is not None:
        scores_BHTS = scores_BHTS + documents.mask(scores_BHTS.dtype)
    elif T > 1:
        make_mask = causal_mask if torch.compiler.is_compiling() else remembered_mask
        scores_BHTS = scores_BHTS + make_mask(T, S, q_BHTD.device, scores_BHTS.dtype)
    weights_BHTS = F.dropout(torch.softmax(scores_BHTS, dim=-1).to(v_BHSD.dtype), dropout)
    return weights_BHTS @ v_BHSD


def attend_to_cache(q_BHTD: Tensor, k_BKSD: Tensor, v_BKSD: Tensor, how: Attend) -> Tensor:
    """`attend` for keys and values in a KV cache: on a CPU by our kernel, which is several times as fast."""
    is_for_ours = q_BHTD.dtype == torch.bfloat16 and q_BHTD.device.type == "cpu"
    ours = kernels() if is_for_ours else None  # looked for only then: they are compiled at their first use
    if ours is not None and ours.reads(q_BHTD, k_BKSD, v_BKSD):
        return ours.attend(q_BHTD, k_BKSD, v_BKSD)
    return attend(q_BHTD, k_BKSD, v_BKSD, how)


def _attend_in_groups(
    q_BHTD: Tensor, k_BKSD: Tensor, v_BKSD: Tensor, how: Attend, dropout: float, documents: Documents | None
) -> Tensor:
    """Attention with K heads of keys and values for H heads of queries."""
    (B, H, T, D), (K, S) = q_BHTD.shape, k_BKSD.shape[1:3]
    if T == 1:  # the group's queries all see everything: the cache is read once, and not copied
        scores_BKGS = (q_BHTD.reshape(B, K, H // K, D) @ k_BKSD.mT) * (1 / math.sqrt(D))
        weights_BKGS = torch.softmax(scores_BKGS.float(), dim=-1).to(v_BKSD.dtype)
        return (weights_BKGS @ v_BKSD).view(B, H, T, D)
    k_BHSD, v_BHSD = (x[:, :, None].expand(B, K, H // K, S, D).reshape(B, H, S, D) for x in (k_BKSD, v_BKSD))
    return attend(q_BHTD, k_BHSD, v_BHSD, how, dropout, documents)


def causal_mask(T: int, S: int, device: torch.device, dtype: torch.dtype) -> Tensor:
    """0 where a query may look, -inf where it may not."""
    return torch.full((T, S), -math.inf, device=device, dtype=dtype).triu(1 + S - T)


@lru_cache(maxsize=8)
def remembered_mask(T: int, S: int, device: torch.device, dtype: torch.dtype) -> Tensor:
    """A cached mask: making it each time costs as much as using it."""
    with torch.inference_mode(False):
        return causal_mask(T, S, device, dtype)


def attend_in_blocks(q_BHTD: Tensor, k_BHTD: Tensor, v_BHTD: Tensor, documents: Documents | None = None) -> Tensor:
    """Matmuls of a block of queries with the keys they may see: half the work of the full square."""
    sizes = q_BHTD.shape
    q, k, v = (x.reshape(-1, *sizes[2:]) for x in (q_BHTD, k_BHTD, v_BHTD))
    ids_BT = None if documents is None else documents.ids_BT
    if torch.compiler.is_compiling():  # as one operator: unrolled, the loop takes minutes to compile
        y_NTD: Tensor = torch.ops.fledge.attend_in_blocks(q, k, v, ids_BT)[0]
        return y_NTD.view(sizes)
    # Not the custom operator here: its first call imports the compiler, which takes 1.4 s.
    y_NTD = _InBlocks.apply(q, k, v, ids_BT)  # type: ignore[no-untyped-call]
    return y_NTD.view(sizes)


def _blocks(T: int) -> list[tuple[int, int]]:
    return [(start, min(start + QUERIES, T)) for start in range(0, T, QUERIES)]


def _forward(q_NTD: Tensor, k_NTD: Tensor, v_NTD: Tensor, ids_BT: Tensor | None, keep: bool) -> tuple[Tensor, Tensor]:
    """The output, and for `_backward` the attention weights of all blocks, concatenated."""
    N, T, D = q_NTD.shape
    blocks = _blocks(T)
    y_NTD = torch.empty(N, T, D, dtype=v_NTD.dtype, device=v_NTD.device)
    kept = v_NTD.new_empty(sum(N * (end - start) * end for start, end in blocks) if keep else 0)
    used = 0
    for start, end in blocks:
        scores = torch.bmm(q_NTD[:, start:end] * (1 / math.sqrt(D)), k_NTD[:, :end].mT)
        scores[:, :, start:] += causal_mask(end - start, end - start, scores.device, scores.dtype)
        if ids_BT is not None:
            others = ids_BT[:, None, start:end, None] != ids_BT[:, None, None, :end]
            scores.view(len(ids_BT), -1, *scores.shape[1:]).masked_fill_(others, -math.inf)
        weights = kept[used : used + scores.numel()].view_as(scores) if keep else torch.empty_like(scores)
        torch.softmax(scores, dim=-1, out=weights)
        used += scores.numel()
        y_NTD[:, start:end] = torch.bmm(weights, v_NTD[:, :end])
    return y_NTD, kept


def _backward(
    dy_NTD: Tensor, q_NTD: Tensor, k_NTD: Tensor, v_NTD: Tensor, kept: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    N, T, D = q_NTD.shape
    dq_NTD = torch.empty(N, T, D, dtype=q_NTD.dtype, device=q_NTD.device)
    # Keys and values get gradients from every later block: their sums are kept in float32 at least.
    exact = torch.promote_types(q_NTD.dtype, torch.float32)
    dk_NTD, dv_NTD = (torch.zeros(N, T, D, dtype=exact, device=q_NTD.device) for _ in range(2))
    used = 0
    for start, end in _blocks(T):
        size = N * (end - start) * end
        weights = kept[used : used + size].view(N, end - start, end)
        used += size
        dy = dy_NTD[:, start:end]
        dv_NTD[:, :end] += torch.bmm(weights.mT, dy)
        dweights = torch.bmm(dy, v_NTD[:, :end].mT)
        dscores = torch._softmax_backward_data(dweights, weights, -1, weights.dtype)
        dq_NTD[:, start:end] = torch.bmm(dscores, k_NTD[:, :end])
        dk_NTD[:, :end] += torch.bmm(dscores.mT, q_NTD[:, start:end])
    scale = 1 / math.sqrt(D)
    return dq_NTD.mul_(scale), dk_NTD.mul_(scale).to(k_NTD.dtype), dv_NTD.to(v_NTD.dtype)


class _InBlocks(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, q_NTD: Tensor, k_NTD: Tensor, v_NTD: Tensor, ids_BT: Tensor | None) -> Tensor:
        y_NTD, kept = _forward(q_NTD, k_NTD, v_NTD, ids_BT, any(ctx.needs_input_grad))
        ctx.save_for_backward(q_NTD, k_NTD, v_NTD, kept)
        return y_NTD

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, Tensor, None]:
        return *_backward(gradients[0], *ctx.saved_tensors), None


@torch.library.custom_op("fledge::attend_in_blocks", mutates_args=())
def _compiled_forward(q: Tensor, k: Tensor, v: Tensor, ids: Tensor | None) -> tuple[Tensor, Tensor]:
    return _forward(q, k, v, ids, keep=True)


@torch.library.custom_op("fledge::attend_in_blocks_backward", mutates_args=())
def _compiled_backward(dy: Tensor, q: Tensor, k: Tensor, v: Tensor, kept: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    return _backward(dy, q, k, v, kept)


@_compiled_forward.register_fake
def _(q: Tensor, k: Tensor, v: Tensor, ids: Tensor | None) -> tuple[Tensor, Tensor]:
    N, T, _ = q.shape
    return v.new_empty(q.shape), v.new_empty(sum(N * (end - start) * end for start, end in _blocks(T)))


@_compiled_backward.register_fake
def _(dy: Tensor, q: Tensor, k: Tensor, v: Tensor, kept: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    return q.new_empty(q.shape), k.new_empty(k.shape), v.new_empty(v.shape)


def _keep_for_backward(ctx: Any, inputs: tuple[Any, ...], output: tuple[Tensor, Tensor]) -> None:
    ctx.save_for_backward(*inputs[:3], output[1])


def _compiled_gradients(ctx: Any, dy: Tensor, _: Tensor) -> tuple[Tensor, Tensor, Tensor, None]:
    return *torch.ops.fledge.attend_in_blocks_backward(dy, *ctx.saved_tensors), None


_compiled_forward.register_autograd(_compiled_gradients, setup_context=_keep_for_backward)
