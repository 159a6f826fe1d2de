"""Counts of the training text's n-grams, and the probabilities of the next token that follow from them.

A network learns rare n-grams slowly; counting finds all of them before the first iteration, in about a second per
million tokens. The counts are smoothed by Kneser and Ney's method with modified discounts (Chen and Goodman 1999), and
their probabilities are mixed with the network's, as Bengio et al. 2003 mixed a trigram model with theirs. They are no
weights: training neither reads nor changes them, and evaluations and samples mix them in.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import torch
import torch.nn as nn
from torch import Tensor

from fledge.model.attention import document_ids
from fledge.model.base import NO_TOKEN, RECENT
from fledge.model.ngrams import HASH_BASE, HASH_PRIME, padded

CONTEXT = RECENT  # tokens before the predicted one, at most: 9-grams
SHARE = 0.3  # of the counts in the mixture: 0.0003 from the best of six, on held-out text (LOG.md, 2026-11-17)
UNIT = 1 << 30  # what a probability of 1 is stored as: integers keep their sums exact, in every dtype of the model
NO_KEY = 2**63 - 1  # of rows that hold no n-gram
MANY = 3  # counts from here on share one discount
USUAL_DISCOUNT = 0.5  # where the text has too few n-grams to estimate one


class NgramCounts(nn.Module):
    """The n-grams of one to CONTEXT + 1 tokens, each with the part of the probability that it has in its context.

    A row's key is its context's hash, times the size of the vocabulary, plus the token that follows. Rows stand in the
    order of their keys, so those of a context are neighbours. `running` holds the sums of the parts before each row:
    the difference of two of them is the part of a token, or that of all tokens that follow a context. What is left of
    a context's probability goes to the context that is one token shorter.
    """

    keys: Tensor
    running: Tensor

    def __init__(self, rows: int, vocab_size: int) -> None:
        super().__init__()
        self.vocab_size = vocab_size
        self.register_buffer("keys", torch.zeros(rows, dtype=torch.int64).fill_(NO_KEY))
        self.register_buffer("running", torch.zeros(rows + 1, dtype=torch.int64))

    @property
    def used(self) -> int:
        """The n-grams that the rows hold."""
        return int((self.keys != NO_KEY).sum())

    def forward(self, recent_BS: Tensor, document_end: int | None = None) -> Tensor:
        """The probability of every token after each, B T V; `recent_BS` begins with CONTEXT - 1 tokens more."""
        steps = torch.arange(self.vocab_size + 1, device=recent_BS.device)
        p_BTV = torch.full((), 1 / self.vocab_size, device=recent_BS.device)
        for context_BT in self.contexts(recent_BS, document_end):
            sums_BTN = self._sums(context_BT[..., None] * self.vocab_size + steps)
            left_BT1 = UNIT - (sums_BTN[..., -1:] - sums_BTN[..., :1])
            p_BTV = (sums_BTN.diff(dim=-1) + left_BT1 * p_BTV) / UNIT
        return p_BTV

    def of_targets(self, recent_BS: Tensor, targets_BT: Tensor, document_end: int | None = None) -> Tensor:
        """The same for one token after each, B T."""
        p_BT = torch.full((), 1 / self.vocab_size, device=recent_BS.device)
        for context_BT in self.contexts(recent_BS, document_end):
            first_BT = context_BT * self.vocab_size
            target_BT = first_BT + targets_BT.clamp_min(0)  # -1 is a target that does not count
            edges_BT4 = torch.stack((first_BT, first_BT + self.vocab_size, target_BT, target_BT + 1), dim=-1)
            first, last, before, after = self._sums(edges_BT4).unbind(-1)
            p_BT = (after - before + (UNIT - (last - first)) * p_BT) / UNIT
        return p_BT

    def _sums(self, keys: Tensor) -> Tensor:
        """The sums of the parts of all rows below each key."""
        return self.running[torch.searchsorted(self.keys, keys)]

    def contexts(self, recent_BS: Tensor, document_end: int | None = None) -> Iterator[Tensor]:
        """The hashes of the last 0, 1, ... CONTEXT tokens up to each, B T; -1 where there are not so many.

        With a `document_end`, a context does not reach back into the document before.
        """
        T = recent_BS.size(1) - (CONTEXT - 1)
        ids_BS = None if document_end is None else document_ids(recent_BS, document_end)
        key_BT = torch.zeros_like(recent_BS[:, CONTEXT - 1 :])
        yield key_BT
        for back in range(CONTEXT):
            earlier = slice(CONTEXT - 1 - back, CONTEXT - 1 - back + T)
            token_BT = recent_BS[:, earlier]
            is_there_BT = (token_BT != NO_TOKEN) & (key_BT >= 0)
            if ids_BS is not None:
                is_there_BT &= ids_BS[:, earlier] == ids_BS[:, CONTEXT - 1 :]
            key_BT = ((key_BT * HASH_BASE + token_BT + 1) % HASH_PRIME).where(is_there_BT, -1)
            yield key_BT

    @torch.no_grad()
    def count(self, tokens_N: Tensor, document_end: int | None = None) -> None:
        """Fill the rows from a text. If it has more n-grams: first those seen twice, and of these the shorter ones.

        An n-gram below the longest counts once for each token that it was seen after (Kneser and Ney): what follows
        only one longer context says little about others.
        """
        longest: list[Level] = []
        shorter: list[Level] = []  # of the contexts below the longest one
        shorter_N: Tensor | None = None
        for context_1N in self.contexts(padded(tokens_N[None, :-1], CONTEXT - 1), document_end):
            context_N = context_1N[0]
            keys_N = (context_N * self.vocab_size + tokens_N[1:]).where(context_N >= 0, -1)
            if shorter_N is not None:
                shorter.append(self._level(len(shorter), shorter_N[_first_of_each(keys_N)]))
            found = [*shorter, self._level(len(shorter), keys_N[keys_N >= 0])]
            # Only the longest contexts have plain counts: those that do not fit are left out whole, not in part.
            if longest and sum(level.often for level in found) > len(self.keys):
                break
            longest, shorter_N = found, keys_N
        keys = torch.cat([level.keys for level in longest])
        parts = torch.cat([level.parts for level in longest])
        ranks = torch.cat([level.ranks for level in longest])
        kept = ranks.argsort(stable=True)[: len(self.keys)]
        kept = kept[keys[kept].argsort()]
        self.keys.fill_(NO_KEY)
        self.keys[: len(kept)] = keys[kept]
        self.running.fill_(int(parts[kept].sum()))
        self.running[0] = 0
        self.running[1 : len(kept) + 1] = parts[kept].cumsum(0)

    def _level(self, length: int, keys_N: Tensor) -> "Level":
        """The n-grams of a text whose contexts have one length."""
        keys, counts = torch.unique(keys_N, return_counts=True)
        _, place = torch.unique_consecutive(keys // self.vocab_size, return_inverse=True)
        totals = torch.zeros(len(keys), dtype=torch.int64).index_add_(0, place, counts)
        left = (counts - discounts(counts)[counts.clamp_max(MANY)]).clamp_min(0)
        is_single = counts == 1
        ranks = length + (CONTEXT + 1) * is_single
        return Level(keys, (left / totals[place] * UNIT).long(), ranks, int((~is_single).sum()))


@dataclass(frozen=True)
class Level:
    keys: Tensor
    parts: Tensor
    ranks: Tensor  # a lower one is kept first
    often: int  # how many were seen more than once


def discounts(counts: Tensor) -> Tensor:
    """What is taken off a count of 0, of 1, of 2, and of 3 or more (Chen and Goodman 1999, equation 17), float64."""
    of = torch.bincount(counts.clamp_max(MANY + 2), minlength=MANY + 3).tolist()
    if min(of[1 : MANY + 2]) == 0:
        return torch.tensor([0.0, *[USUAL_DISCOUNT] * MANY], dtype=torch.float64)
    once = of[1] / (of[1] + 2 * of[2])
    made = [seen - (seen + 1) * once * of[seen + 1] / of[seen] for seen in range(1, MANY + 1)]
    return torch.tensor([0.0, *made], dtype=torch.float64).clamp_min(0)


def mixed(network_V: Tensor, counts_V: Tensor) -> Tensor:
    """Log-probabilities of the mixture, from the network's and from the probabilities of the counts."""
    return torch.logaddexp(network_V + math.log(1 - SHARE), counts_V.log() + math.log(SHARE))


def _first_of_each(keys_N: Tensor) -> Tensor:
    """A place of each key; none of -1."""
    order = keys_N.argsort()
    ordered = keys_N[order]
    is_first = torch.ones_like(ordered, dtype=torch.bool)
    is_first[1:] = ordered[1:] != ordered[:-1]
    return order[is_first & (ordered >= 0)]
