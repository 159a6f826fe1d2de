"""Health of a run: losses that are not finite, and loss spikes."""

import math

from fledge.common.errors import Diverged
from fledge.config.schema import Config

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

    def check(self, it: int, loss: float, grad_norm: float) -> str | None:
        """A warning, if there is one; raises Diverged if the run is lost."""
        scaled = self.dtype == "float16"  # infinite gradients are normal then: the loss scaler skips them
        if not math.isfinite(loss) or not (math.isfinite(grad_norm) or scaled):
            what = f"the loss is {loss}" if not math.isfinite(loss) else f"the gradient norm is {grad_norm}"
            if self.config.on_nan == "stop":
                raise Diverged(f"iteration {it}: {what}; stopped before anything was saved over.", self._advice())
            self.skipped_in_a_row += 1
            if self.skipped_in_a_row > MAX_SKIPS:
                raise Diverged(f"iteration {it}: {what}, for {MAX_SKIPS} iterations in a row.", self._advice())
            return f"iteration {it}: {what}; the step was skipped"
        self.skipped_in_a_row = 0
        return self._spike(it, loss)

    def _spike(self, it: int, loss: float) -> str | None:
        distance = loss - self.mean
        deviation = math.sqrt(self.variance)
        if self.seen > SETTLE_ITERS and distance > max(SPIKE_DEVIATIONS * deviation, MIN_SPIKE_SHARE * abs(self.mean)):
            return f"iteration {it}: loss spike, {loss:.4f} where {self.mean:.4f} ± {deviation:.4f} was usual"
        self.seen += 1
        keep = min(DECAY, 1 - 1 / self.seen)
        self.variance = keep * (self.variance + (1 - keep) * distance**2)
        self.mean += (1 - keep) * distance
        return None

    def _advice(self) -> str:
        c = self.config
        lower = f"--learning_rate={c.learning_rate / 3:.2g}"
        if self.dtype == "float16":
            return f"float16 overflows easily: try --dtype=bfloat16 or float32, or {lower}."
        if c.grad_clip == 0:
            return f"Gradients are not clipped: try --grad_clip=1.0, or {lower}."
        return f"Try {lower}, a longer --warmup_iters, or --dtype=float32; --on_nan=skip skips single bad batches."
