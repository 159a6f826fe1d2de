"""One training iteration: forward and backward over the micro-batches, clip, update."""

import contextlib
import statistics
import time

import torch
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from fledge.data import TRAIN, Batches
from fledge.session import Session


class TrainingStep:
    """Runs iterations of a session; `model` is the session's model as it is called: compiled, in DDP, or itself."""

    def __init__(self, session: Session, model: nn.Module, batches: Batches) -> None:
        self.session, self.model, self.batches = session, model, batches

    def run(self, it: int) -> tuple[Tensor, Tensor]:
        """Iteration `it`: its mean loss and its gradient norm before clipping, both still on the device."""
        loss = self.accumulate_gradients(it)
        return loss, self.update(loss)

    def accumulate_gradients(self, it: int) -> Tensor:
        """Forward and backward over this process's micro-batches; returns their mean loss."""
        c, runtime = self.session.config, self.session.runtime
        steps = c.gradient_accumulation_steps // runtime.world_size
        total = torch.zeros((), device=runtime.device)
        for step in range(steps):
            number = it * c.gradient_accumulation_steps + step * runtime.world_size + runtime.rank
            x, y = self.batches.random(c.seed, TRAIN, number)
            with self._gradients_stay_here(step < steps - 1):
                with runtime.autocast():
                    loss = self.model(x, y) / steps
                self.session.scaler.scale(loss).backward()
            total += loss.detach()
        return total

    def _gradients_stay_here(self, stay: bool) -> contextlib.AbstractContextManager[None]:
        """Processes exchange gradients once an iteration, after the last micro-step."""
        if stay and isinstance(self.model, DistributedDataParallel):
            return self.model.no_sync()
        return contextlib.nullcontext()

    def update(self, loss: Tensor) -> Tensor:
        """Clip, step, and free the gradients; returns their norm before clipping."""
        session, c = self.session, self.session.config
        for optimizer in session.optimizers:
            session.scaler.unscale_(optimizer)
        parameters = list(session.model.parameters())
        grad_norm = nn.utils.get_total_norm([p.grad for p in parameters if p.grad is not None])
        if c.grad_clip:
            nn.utils.clip_grads_with_norm_(parameters, c.grad_clip, grad_norm)
        # With on_nan=stop a bad step is taken, seen at the next reading and never saved: no wait for the GPU here.
        if c.on_nan == "stop" or session.scaler.is_enabled() or bool(torch.isfinite(loss + grad_norm)):
            for optimizer in session.optimizers:
                session.scaler.step(optimizer)
        session.scaler.update()
        for optimizer in session.optimizers:
            optimizer.zero_grad(set_to_none=True)
        return grad_norm


def batches_of(session: Session, split: str) -> Batches:
    c = session.config
    tokens = session.dataset.split(split)
    return Batches(tokens, split, c.block_size, c.batch_size, c.vocab_size, session.runtime.device)


def measure_step(session: Session, iterations: int = 5) -> float:
    """Seconds an iteration takes here: the median of some, after one that warms up. The session is used up."""
    step = TrainingStep(session, session.model, batches_of(session, "train"))
    times = []
    for it in range(iterations + 1):
        began = time.perf_counter()
        step.run(it)
        session.runtime.synchronize()
        times.append(time.perf_counter() - began)
    return statistics.median(times[1:])
