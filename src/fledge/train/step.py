"""One training iteration: forward and backward over the micro-batches, clip, update."""

import contextlib
import warnings
from collections.abc import Callable, Sequence
from typing import Protocol

import torch
from torch import Tensor, nn

from fledge.common.errors import FledgeError, is_out_of_memory
from fledge.data.dataset import Tokens
from fledge.data.held_out import TextPart, divided
from fledge.data.loader import Batches, MixedBatches
from fledge.data.mixture import parts_of
from fledge.parallel.shards import total_norm
from fledge.parallel.wrap import exchanging_gradients
from fledge.texts import Message, say
from fledge.train.session import Session

PARTS = ("data", "forward", "backward", "optimizer")
Watch = Callable[[str], contextlib.AbstractContextManager[object]]
unwatched: Watch = contextlib.nullcontext


class BatchSource(Protocol):
    """Gives a step its batches."""

    def training(self, seed: int, first: int) -> tuple[Tensor, Tensor]: ...


class TrainingStep:
    """Runs iterations of a session; `model` is the session's model as the loop calls it: compiled, in DDP, or itself.

    A profiler sets `watch`: each of PARTS then runs inside the context manager that `watch(part)` returns.
    """

    def __init__(self, session: Session, model: nn.Module, batches: BatchSource) -> None:
        self.session, self.model, self.batches = session, model, batches
        self.watch: Watch = unwatched
        # Counted in tokens: a resumed run may have another batch_size, and still continues where it stopped.
        counters = session.counters
        self.first_it, self.sequences_before = counters.it, counters.tokens // session.config.block_size

    def run(self, it: int) -> tuple[Tensor, Tensor]:
        """Run iteration `it`; returns its mean loss and its gradient norm before clipping, both still on the device."""
        loss = self.accumulate_gradients(it)
        with self.watch("optimizer"):
            return loss, self.update(loss)

    def accumulate_gradients(self, it: int) -> Tensor:
        """Forward and backward over this process's micro-batches; returns their mean loss."""
        c, runtime = self.session.config, self.session.runtime
        steps = c.gradient_accumulation_steps // runtime.world_size
        total = torch.zeros((), device=runtime.device)
        seen = self.sequences_before + (it - self.first_it) * c.gradient_accumulation_steps * c.batch_size
        for step in range(steps):
            runtime.pulse.beat()
            with self.watch("data"):
                x, y = self.batches.training(c.seed, seen + (step * runtime.world_size + runtime.rank) * c.batch_size)
            with exchanging_gradients(self.model, exchange=step == steps - 1):  # once per iteration
                with self.watch("forward"), runtime.autocast():
                    loss = self.model(x, y, self.session.model.lookup(x, c.ngram_dropout)) / steps
                with self.watch("backward"):
                    self.session.scaler.scale(loss).backward()
            total += loss.detach()
        return total

    def update(self, loss: Tensor) -> Tensor:
        """Clip, step, and free the gradients; returns the gradient norm before clipping."""
        session, c = self.session, self.session.config
        for optimizer in session.optimizers:
            optimizer.unscale(session.scaler)
        parameters = list(session.model.parameters())
        grad_norm = total_norm([p.grad for p in parameters if p.grad is not None])
        if c.grad_clip:
            nn.utils.clip_grads_with_norm_(parameters, c.grad_clip, grad_norm)
        if self._is_taken(loss, grad_norm):
            for optimizer in session.optimizers:
                optimizer.step()
        session.scaler.update()
        # DDP adds up micro-batches in the memory that it sends from (`replicate`).
        is_sent = session.runtime.parallel == "ddp" and c.gradient_accumulation_steps > session.runtime.world_size
        for optimizer in session.optimizers:
            optimizer.zero_grad(set_to_none=not is_sent)
        return grad_norm

    def _is_taken(self, loss: Tensor, grad_norm: Tensor) -> bool:
        """Whether the optimizers step: all of them in all processes, or none.

        With on_nan=stop a bad step is taken, noticed when the loss is read, and never saved: no wait for the GPU. In
        float16 gradients overflow now and then: the step is skipped, and the scaler lowers its scale.
        """
        session = self.session
        is_float16 = session.scaler.is_enabled()
        if session.config.on_nan == "stop" and not is_float16:
            return True
        is_finite = torch.isfinite(grad_norm) if is_float16 else torch.isfinite(loss + grad_norm)
        is_good = bool(is_finite) and all(optimizer.has_finite_gradients() for optimizer in session.optimizers)
        return not session.runtime.any_process(not is_good)


def batches_of(session: Session, split: str) -> Batches | MixedBatches:
    """The batches of a split, of one dataset or of a mixture. A run that counts n-grams holds some text out."""
    texts: list[Tokens | TextPart] = []
    for part in parts_of(session.dataset):
        tokens = part.dataset.split(split)
        holds_out = split == "train" and session.config.ngram_counts
        texts.append(divided(tokens, session.config.block_size)[0] if holds_out else tokens)
    return _batches(session, split, texts)


def held_out_batches(session: Session) -> Batches | MixedBatches | None:
    """What is held out of training, to see there how much counts of n-grams help; None if there is no such text."""
    if not session.config.ngram_counts:
        return None
    texts = [divided(part.dataset.split("train"), session.config.block_size)[1] for part in parts_of(session.dataset)]
    held_out = [tokens for tokens in texts if tokens is not None]
    return _batches(session, "train", held_out) if len(held_out) == len(texts) else None


def _batches(session: Session, split: str, texts: Sequence[Tokens | TextPart]) -> Batches | MixedBatches:
    c, device = session.config, session.runtime.device
    parts = []
    for part, tokens in zip(parts_of(session.dataset), texts, strict=True):
        name = f"{part.name} {split}".strip()
        batches = Batches(tokens, name, c.block_size, c.batch_size, c.vocab_size, device, c.sampling)
        parts.append((part.name, part.share, batches))
    return parts[0][2] if len(parts) == 1 else MixedBatches(parts)


def compiled_model(session: Session, batches: BatchSource) -> tuple[nn.Module, Message | None]:
    """The model after torch.compile and a first step on a batch whose gradients are thrown away.

    If the compiler fails and compile=auto chose it: the model as it is, and the reason.
    """
    model, runtime, c = session.model, session.runtime, session.config
    compiled: nn.Module = torch.compile(model)  # type: ignore[assignment]
    x, y = batches.training(c.seed, 0)
    try:
        with torch.random.fork_rng(), runtime.autocast(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Guards may run slower on Python")  # torch's remark on 3.13.0
            compiled(x, y, model.lookup(x)).backward()
    except Exception as error:  # the compiler raises many kinds of errors
        if is_out_of_memory(error):
            raise
        first_line = (str(error).strip().splitlines() or [""])[0]
        reason = f"{type(error).__name__}: {first_line}"
        if c.compile != "auto":
            raise FledgeError(say("train.compile_fails", reason=reason), say("train.do_not_compile")) from error
        return model, say("train.not_compiled", reason=reason)
    finally:
        for optimizer in session.optimizers:
            optimizer.zero_grad(set_to_none=True)
    runtime.synchronize()
    return compiled, None
