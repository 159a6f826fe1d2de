"""The loss of a model that only knows how often each token occurs: where learning to predict begins."""

import numpy as np

from fledge.data.mixture import Data, parts_of

MOST_TOKENS = 10_000_000  # that are counted: their frequencies are known well by then


def unigram_loss(data: Data) -> float:
    """Nats per token, by the frequencies of the training text."""
    frequencies = np.zeros(data.vocab_size)
    for part in parts_of(data):
        counts = np.bincount(part.dataset.split("train")[:MOST_TOKENS], minlength=data.vocab_size)
        frequencies += part.share * counts / counts.sum()
    known = frequencies[frequencies > 0] / frequencies.sum()
    return float(-(known * np.log(known)).sum())
