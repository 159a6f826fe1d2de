"""Samples from a model, token by token, with a KV cache, many at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from fledge.model.base import GPT, KVCache
from fledge.model.decode import decoder
from fledge.model.kernels import Kernels

BLOCK = 512  # probabilities that are summed together to find the one that was drawn
MAX_SORTED = 1024  # probabilities that our kernel sorts for top_p; torch's sort is faster for more
SLIDE = 8  # when the context is full, its oldest eighth is dropped and the rest is read again


@dataclass(frozen=True)
class Sampling:
    """Settings of how the next token is drawn."""

    temperature: float = 0.8  # 0 always takes the most likely
    top_k: int = 200  # 0: no limit
    top_p: float = 1.0
    seed: int = 1337


@torch.inference_mode()
def generate(
    model: GPT,
    prompt: Sequence[int],
    samples: int,
    max_new_tokens: int,
    sampling: Sampling,
    eot: int | None = None,
    vocab_size: int | None = None,
) -> Iterator[list[int | None]]:
    """Yields, for every new position, the next token of each sample; None for samples that have ended.

    Sample k depends on the seed and on k alone, not on how many are drawn beside it. `vocab_size` is the
    tokenizer's, where the model's is padded beyond it.
    """
    was_training = model.training
    if was_training:  # setting the mode of every module takes as long as reading a token
        model.eval()
    device = next(model.parameters()).device
    generators = [torch.Generator().manual_seed(sampling.seed + k) for k in range(samples)]
    # Published models have contexts of many thousand tokens: the cache needs only what is read and written here.
    block = min(model.shape.block_size, len(prompt) + max_new_tokens)
    # A model trained with mask_documents sees only the last document; and a text that begins with <|endoftext|> no
    # longer sees that token once it has its first one.
    end = model.document_end
    contexts = [last_document(prompt, end)[-block:]]
    begins = prompt[-1] == end
    cache, fast = KVCache.empty(model, 1, block), decoder(model)
    unread = contexts
    alive = [True] * samples
    try:
        for _ in range(max_new_tokens):
            if cache.length + len(unread[0]) > block:
                unread = [context[-(block - max(1, block // SLIDE)) :] for context in contexts]
                cache.length = 0
            if fast is not None and fast.reads(len(unread[0])):
                logits = fast.logits(unread, cache)[:, :vocab_size]
            else:
                logits = model.logits(torch.tensor(unread, device=device), cache)[:, :vocab_size]
            if len(logits) < samples:  # the samples share the prompt: it is read once
                logits, contexts = logits.expand(samples, -1), [list(contexts[0]) for _ in range(samples)]
                cache = cache.repeated(samples)
            tokens = next_tokens(logits, sampling, generators, None if fast is None else fast.kernels)
            chosen: list[int | None] = []
            for k, token in enumerate(tokens):
                alive[k] = alive[k] and token != eot
                chosen.append(token if alive[k] else None)
            if not any(alive):
                return
            yield chosen
            unread = [[token] for token in tokens]
            if begins:
                contexts, cache.length, begins = [[token] for token in tokens], 0, False
            else:
                for context, token in zip(contexts, tokens, strict=True):
                    context.append(token)
    finally:
        if was_training:
            model.train()


def last_document(prompt: Sequence[int], end: int | None) -> list[int]:
    """The tokens after the last `end` that is not the last token."""
    tokens = list(prompt)
    ends = [place for place, token in enumerate(tokens[:-1]) if token == end]
    return tokens[ends[-1] + 1 :] if ends else tokens


def next_tokens(
    logits_BV: Tensor, sampling: Sampling, generators: Sequence[torch.Generator], kernels: Kernels | None
) -> list[int]:
    """One token per row, drawn on the CPU so that a seed gives the same text on every device."""
    is_greedy = sampling.temperature == 0
    draws = [0.0 if is_greedy else torch.rand(1, generator=g, dtype=torch.float64).item() for g in generators]
    kept = min(sampling.top_k or logits_BV.size(1), logits_BV.size(1))
    if kernels is not None and (sampling.top_p == 1 or kept <= MAX_SORTED):
        tokens = kernels.draw(logits_BV, sampling.temperature, sampling.top_k, sampling.top_p, draws)
        if tokens is not None:
            return tokens
    return pick(logits_BV, sampling, draws).tolist()


def pick(logits_BV: Tensor, sampling: Sampling, draws: Sequence[float]) -> Tensor:
    """The same by torch: for each row a number from 0 to 1 decides."""
    logits = logits_BV.float().cpu()
    if sampling.temperature == 0:
        return logits.argmax(dim=-1)
    kept = None
    if 0 < sampling.top_k < logits.size(-1):
        # In vocabulary order: if another device's rounding swaps two ranks, a draw still gives the same token.
        kept = logits.topk(sampling.top_k, sorted=False).indices.sort(dim=-1).values
        logits = logits.gather(1, kept)
    probabilities = torch.softmax(logits if sampling.temperature == 1 else logits / sampling.temperature, dim=-1)
    if sampling.top_p < 1:
        ordered, order = probabilities.sort(dim=-1, descending=True)
        before = ordered.cumsum(dim=-1) - ordered
        probabilities = torch.zeros_like(probabilities).scatter(1, order, ordered.where(before < sampling.top_p, 0.0))
    chosen = _drawn(probabilities, torch.tensor(draws, dtype=torch.float64)[:, None])
    return (chosen if kept is None else kept.gather(1, chosen))[:, 0]


def _drawn(probabilities_BV: Tensor, draws_B1: Tensor) -> Tensor:
    """The token at which the sum of the probabilities exceeds the draw: never one of probability zero."""
    B, V = probabilities_BV.shape
    if V <= BLOCK:
        return _first_beyond(probabilities_BV, draws_B1 * probabilities_BV.double().sum(dim=-1, keepdim=True))
    # The running sum of 50,000 probabilities takes as long as a step of a small model: first the block, then the token.
    whole = V // BLOCK * BLOCK
    blocks = (probabilities_BV[:, :whole].view(B, -1, BLOCK), probabilities_BV[:, None, whole:])
    sums_BN = torch.cat([each.sum(dim=-1, dtype=torch.float64) for each in blocks], dim=1)
    wanted_B1 = draws_B1 * sums_BN.sum(dim=-1, keepdim=True)
    block_B1 = _first_beyond(sums_BN, wanted_B1)
    before_B1 = (sums_BN.cumsum(dim=-1) - sums_BN).gather(1, block_B1)
    places_BK = block_B1 * BLOCK + torch.arange(BLOCK)
    own_BK = probabilities_BV.gather(1, places_BK.clamp_max(V - 1)).masked_fill(places_BK >= V, 0.0)
    return block_B1 * BLOCK + _first_beyond(own_BK, wanted_B1 - before_B1)


def _first_beyond(values_BN: Tensor, wanted_B1: Tensor) -> Tensor:
    """The first place whose running sum exceeds what is wanted, which rounding may have made a little too much."""
    running_BN = values_BN.double().cumsum(dim=-1)
    largest_B1 = torch.nextafter(running_BN[:, -1:], torch.zeros(1, dtype=torch.float64))
    return torch.searchsorted(running_BN, torch.minimum(wanted_B1, largest_B1), right=True)
