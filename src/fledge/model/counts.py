"""Counts of the training text's n-grams, and the probabilities of the next token that follow from them.

A network learns rare n-grams slowly; counting finds all of them before the first iteration, in about a second per
million tokens. The counts are smoothed by Kneser and Ney's method with modified discounts (Chen and Goodman 1999), and
their probabilities are mixed with the network's, as Bengio et al. 2003 mixed a trigram model with theirs. They are no
weights: training neither reads nor changes them, and evaluations and samples mix them in.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
import torch.nn as nn
from torch import Tensor

from fledge.model.attention import document_ids
from fledge.model.base import NO_TOKEN, RECENT
from fledge.model.ngrams import HASH_BASE, HASH_PRIME, padded

CONTEXT = RECENT  # tokens before the predicted one, at most: 9-grams
USUAL_SHARE = 0.3  # of the counts in the mixture, until held-out text tells: that of characters (LOG.md, 2026-11-17)
SHARES = tuple(number / 50 for number in range(1, 50))  # that are tried on held-out text
SELDOM = 0.5  # contexts grow until this much fewer n-grams repeat than at the length with the most
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
    share: Tensor  # of the counts in the mixture, in UNITs

    def __init__(self, rows: int, vocab_size: int) -> None:
        super().__init__()
        self.vocab_size = vocab_size
        self.register_buffer("keys", torch.zeros(rows, dtype=torch.int64).fill_(NO_KEY))
        self.register_buffer("running", torch.zeros(rows + 1, dtype=torch.int64))
        self.register_buffer("share", torch.tensor(int(USUAL_SHARE * UNIT)))
        self.tried: tuple[float, ...] | None = None  # shares whose losses are asked for, instead of that of `share`

    def mixed(self, network: Tensor, counts: Tensor) -> Tensor:
        """Log-probabilities of the mixture, from the network's and from the probabilities of the counts."""
        return mixture(network, counts, self.share / UNIT)

    def losses(self, network_BT: Tensor, counts_BT: Tensor) -> Tensor:
        """The negative log-probabilities of targets, B T; if shares are tried, those of each, S B T."""
        if self.tried is None:
            return -self.mixed(network_BT, counts_BT)
        return -mixture(network_BT, counts_BT, torch.tensor(self.tried, device=network_BT.device)[:, None, None])

    @property
    def used(self) -> int:
        """The n-grams that the rows hold."""
        return int((self.keys != NO_KEY).sum())

    def forward(self, recent_BS: Tensor, document_end: int | None = None) -> Tensor:
        """The probability of every token after each, B T V; `recent_BS` begins with CONTEXT - 1 tokens more."""
        B, T = recent_BS.size(0), recent_BS.size(1) - (CONTEXT - 1)
        p_NV = torch.full((B * T, self.vocab_size), 1 / self.vocab_size, device=recent_BS.device)
        for context_BT in self.contexts(recent_BS, document_end):
            first_N, last_N = (
                torch.searchsorted(self.keys, (context_BT.flatten() + one) * self.vocab_size) for one in (0, 1)
            )
            if torch.equal(first_N, last_N):  # no context of this length is known; a longer one may be, if rows ran out
                continue
            p_NV *= (UNIT - (self.running[last_N] - self.running[first_N]))[:, None]
            # Few tokens follow a context: only the M rows of these are read, however large the vocabulary is.
            places_M = torch.repeat_interleave(last_N - first_N)
            ends_N = (last_N - first_N).cumsum(0)
            rows_M = torch.arange(len(places_M), device=places_M.device) + (last_N - ends_N)[places_M]
            tokens_M = self.keys[rows_M] % self.vocab_size
            parts_M = (self.running[rows_M + 1] - self.running[rows_M]).to(p_NV.dtype)
            p_NV.view(-1).index_add_(0, places_M * self.vocab_size + tokens_M, parts_M)
            p_NV /= UNIT
        return p_NV.view(B, T, -1)

    def of_targets(self, recent_BS: Tensor, targets_BT: Tensor, document_end: int | None = None) -> Tensor:
        """The same for one token after each, B T."""
        p_BT = torch.full((), 1 / self.vocab_size, device=recent_BS.device)
        for context_BT in self.contexts(recent_BS, document_end):
            first_BT = context_BT * self.vocab_size
            target_BT = first_BT + targets_BT.clamp_min(0)  # -1 is a target that does not count
            edges_BT4 = torch.stack((first_BT, first_BT + self.vocab_size, target_BT, target_BT + 1), dim=-1)
            first, last, before, after = self._sums(edges_BT4).unbind(-1)
            if torch.equal(first, last):  # no context of this length is known; a longer one may be, if rows ran out
                continue
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
        """Fill the rows from a text, with contexts as long as its n-grams still repeat.

        An n-gram below the longest counts once for each token that it was seen after (Kneser and Ney): what follows
        only one longer context says little about others.
        """
        longest: list[Level] = []
        shorter: list[Level] = []  # of the contexts below the longest one
        shorter_N: Tensor | None = None
        most = 0  # n-grams of one length that were seen twice
        for context_1N in self.contexts(padded(tokens_N[None, :-1], CONTEXT - 1), document_end):
            context_N = context_1N[0]
            keys_N, places_N = (context_N * self.vocab_size + tokens_N[1:]).where(context_N >= 0, -1).sort()
            outside = int((keys_N < 0).sum())
            keys_N, places_N = keys_N[outside:], places_N[outside:]
            if shorter_N is not None:
                first_of_each = torch.ones_like(keys_N, dtype=torch.bool)
                first_of_each[1:] = keys_N[1:] != keys_N[:-1]
                shorter.append(self._level(shorter_N[places_N[first_of_each]].sort().values))
            found = [*shorter, self._level(keys_N)]
            # Only the longest contexts have plain counts: those that do not fit are left out whole, not in part.
            if longest and sum(level.often for level in found) > len(self.keys):
                break
            most = max(most, found[-1].often)
            if found[-1].often < SELDOM * most:  # so long that they seldom come again
                break
            longest, shorter_N = found, context_N * self.vocab_size + tokens_N[1:]
        keys, parts = self._kept(longest)
        self.keys.fill_(NO_KEY)
        self.keys[: len(keys)] = keys
        self.running.fill_(int(parts.sum()))
        self.running[0] = 0
        self.running[1 : len(keys) + 1] = parts.cumsum(0)

    def _kept(self, levels: list["Level"]) -> tuple[Tensor, Tensor]:
        """Keys and parts of the n-grams that fit: those seen twice first, and of these the shorter ones.

        A context whose hash a shorter one has is left out: together, what follows the two would have more than a
        probability of 1.
        """
        found, left = [], len(self.keys)
        for is_single in (False, True):
            for length, level in enumerate(levels):
                chosen = (level.is_single == is_single).nonzero()[:, 0][:left]
                left -= len(chosen)
                found.append((level.keys[chosen], level.parts[chosen], torch.full_like(chosen, length)))
        keys, parts, lengths = (torch.cat(column) for column in zip(*found, strict=True))
        keys, order = keys.sort()
        parts, lengths = parts[order], lengths[order]
        contexts, place = torch.unique_consecutive(keys // self.vocab_size, return_inverse=True)
        shortest = torch.full_like(contexts, CONTEXT).scatter_reduce_(0, place, lengths, "amin")
        kept = lengths == shortest[place]
        return keys[kept], parts[kept]

    def _level(self, keys_N: Tensor) -> "Level":
        """The n-grams of a text whose contexts have one length, from their keys in order."""
        keys, counts = torch.unique_consecutive(keys_N, return_counts=True)
        _, place = torch.unique_consecutive(keys // self.vocab_size, return_inverse=True)
        totals = torch.zeros(len(keys), dtype=torch.int64).index_add_(0, place, counts)
        left = (counts - discounts(counts)[counts.clamp_max(MANY)]).clamp_min(0)
        is_single = counts == 1
        return Level(keys, (left / totals[place] * UNIT).long(), is_single, int((~is_single).sum()))


def mixture(network: Tensor, counts: Tensor, share: Tensor) -> Tensor:
    return torch.logaddexp(network + torch.log1p(-share), counts.log() + share.log())


@dataclass(frozen=True)
class Level:
    keys: Tensor
    parts: Tensor
    is_single: Tensor  # whether it was seen once
    often: int  # how many were seen more than once


def discounts(counts: Tensor) -> Tensor:
    """What is taken off a count of 0, of 1, of 2, and of 3 or more (Chen and Goodman 1999, equation 17), float64."""
    of = torch.bincount(counts.clamp_max(MANY + 2), minlength=MANY + 3).tolist()
    if min(of[1 : MANY + 2]) == 0:
        return torch.tensor([0.0, *[USUAL_DISCOUNT] * MANY], dtype=torch.float64)
    once = of[1] / (of[1] + 2 * of[2])
    made = [seen - (seen + 1) * once * of[seen + 1] / of[seen] for seen in range(1, MANY + 1)]
    return torch.tensor([0.0, *made], dtype=torch.float64).clamp_min(0)
