"""Health of a run: losses that are not finite, and loss spikes."""

import math

from fledge.common.errors import Diverged
from fledge.config.schema import Config
from fledge.texts import Message, say

SPIKE_DEVIATIONS = 6.0  # standard deviations above the recent mean
MIN_SPIKE_SHARE = 0.05  # of the recent mean
SETTLE_ITERS = 30  # before the recent mean means anything
DECAY = 0.98  # of the running mean and variance
MAX_SKIPS = 100  # in a row: the run learns nothing any more


class Health:
    def __init__(self, config: Config, dtype: str) -> None:
        self.config, self.dtype = config, dtype
        self.mean = self.variance = 0.0
        self.seen = 0
        self.skipped_in_a_row = 0

    def check(self, it: int, loss: float, grad_norm: float) -> Message | None:
        """A warning, if there is one; raises Diverged if the run is lost."""
        scaled = self.dtype == "float16"  # infinite gradients are normal then: the loss scaler skips them
        if not math.isfinite(loss) or not (math.isfinite(grad_norm) or scaled):
            what = (
                say("train.bad_loss", loss=loss) if not math.isfinite(loss) else say("train.bad_norm", norm=grad_norm)
            )
            if self.config.on_nan == "stop":
                raise Diverged(say("train.stopped_at_once", it=it, what=what), self._advice())
            self.skipped_in_a_row += 1
            if self.skipped_in_a_row > MAX_SKIPS:
                raise Diverged(say("train.too_many_skipped", it=it, what=what, most=MAX_SKIPS), self._advice())
            return say("train.skipped", it=it, what=what)
        self.skipped_in_a_row = 0
        return self._spike(it, loss)

    def _spike(self, it: int, loss: float) -> Message | None:
        distance = loss - self.mean
        deviation = math.sqrt(self.variance)
        if self.seen > SETTLE_ITERS and distance > max(SPIKE_DEVIATIONS * deviation, MIN_SPIKE_SHARE * abs(self.mean)):
            return say("train.spike", it=it, loss=loss, mean=self.mean, deviation=deviation)
        self.seen += 1
        keep = min(DECAY, 1 - 1 / self.seen)
        self.variance = keep * (self.variance + (1 - keep) * distance**2)
        self.mean += (1 - keep) * distance
        return None

    def _advice(self) -> Message:
        lower = self.config.learning_rate / 3
        if self.dtype == "float16":
            return say("train.float16_overflows", rate=lower)
        if self.config.grad_clip == 0:
            return say("train.not_clipped", rate=lower)
        return say("train.lower_rate", rate=lower)
