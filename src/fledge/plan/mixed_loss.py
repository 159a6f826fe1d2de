"""The loss of a network with counts of n-grams mixed in, from that of the network alone.

    L = -ln(exp(-s l) + exp(-s c)) / s

l is the network's loss and c that of the counts, which is the same for every network. A network that knows little adds
little to the counts; where both are as good, the mixture is ln(2) / s better. How large s is depends on the text, and
follows from small runs whose three losses were measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

SHARPNESS = np.geomspace(0.5, 100, 300)  # that is tried


@dataclass(frozen=True)
class MixedLoss:
    counts_loss: float
    sharpness: float

    def of_network(self, network_loss: Numbers | float) -> Numbers:
        """The mixture's loss."""
        s = self.sharpness
        return np.asarray(-np.logaddexp(-s * np.asarray(network_loss), -s * self.counts_loss) / s)

    def network(self, loss: float) -> float:
        """The network's loss, from the mixture's; the counts' own where these explain all of it."""
        s = self.sharpness
        if loss >= self.counts_loss:
            return self.counts_loss
        return float(loss - np.log(-np.expm1(-s * (self.counts_loss - loss))) / s)


def fit_mixed_loss(network: Sequence[float], mixed: Sequence[float], counts_loss: float) -> MixedLoss:
    """That which describes some runs best; the last of them, which are the longest, count the most."""
    found = [MixedLoss(counts_loss, float(s)) for s in SHARPNESS]
    weights = np.arange(1, len(network) + 1)
    errors = [float(weights @ (one.of_network(np.array(network)) - np.array(mixed)) ** 2) for one in found]
    return found[int(np.argmin(errors))]
