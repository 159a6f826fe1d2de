"""The training loop, in nanoGPT's order: learning rate, evaluate and save, micro-steps, clip, step, log."""

import math
import time
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from fledge.data import TRAIN
from fledge.errors import Diverged, FledgeError, RunFailed, is_out_of_memory
from fledge.evaluate import Evaluator, Interrupted, Losses
from fledge.generate import Sampling, generate
from fledge.health import Health
from fledge.journal import Journal
from fledge.optim import set_learning_rate
from fledge.runtime import leave_processes, smaller_batch
from fledge.schedule import learning_rate
from fledge.session import Session
from fledge.step import TrainingStep, batches_of
from fledge.stopping import StopRequest

SAMPLE_TOKENS = 100


@dataclass
class Outcome:
    """How a run ended that did not fail."""

    reason: str  # finished | interrupted
    signal: int | None
    iterations: int
    seconds: float  # of training alone
    losses: Losses | None  # of the last evaluation
    best_val: float


class Clock:
    """Seconds spent in training alone: stopped while the run evaluates, saves or samples."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._since: float | None = None

    def start(self) -> None:
        if self._since is None:
            self._since = time.perf_counter()

    def stop(self) -> None:
        if self._since is not None:
            self.seconds += time.perf_counter() - self._since
            self._since = None


def train(session: Session) -> Outcome:
    """Run a session to its end, and see that its log says how it ended, whatever happens."""
    journal = Journal(session)
    reason = "error"
    try:
        with journal.display:
            outcome = Trainer(session, journal).run()
        reason = outcome.reason
        return outcome
    except Diverged:
        reason = "diverged"
        raise
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        reason = "out of memory"
        raise RunFailed(f"out of memory on {session.runtime.device}.", smaller_batch(session.config)) from error
    finally:
        journal.end(reason)
        leave_processes(session.runtime)


class Trainer:
    """One run of the loop over a session."""

    def __init__(self, session: Session, journal: Journal) -> None:
        self.session, self.journal = session, journal
        self.config, self.runtime, self.counters = session.config, session.runtime, session.counters
        self.batches = batches_of(session, "train")
        self.evaluator = Evaluator(
            self.config, self.runtime, self.batches, batches_of(session, "val"), session.dataset.bytes_per_token("val")
        )
        self.health = Health(self.config, self.runtime.dtype)
        self.stop = StopRequest()
        self.clock = Clock()
        self.losses: Losses | None = None
        self.saved_at = self.counters.it
        self.logged = (self.counters.it, 0.0)  # iterations and seconds at the last log line
        self.unread: list[tuple[int, Tensor, Tensor]] = []  # iteration, loss, gradient norm: still on the device

    def run(self) -> Outcome:
        c, counters = self.config, self.counters
        self.journal.start()
        self.model = self._ready_model()
        step = TrainingStep(self.session, self.model, self.batches)
        with self.stop:
            while True:
                lr = learning_rate(c, counters.it)
                set_learning_rate(self.session.optimizers, lr)

                if self._evaluation_is_due():
                    self._evaluate_and_save(lr)
                if counters.it >= c.max_iters or c.eval_only or self._must_stop():
                    break

                self.clock.start()
                loss, grad_norm = step.run(counters.it)
                self.unread.append((counters.it, loss, grad_norm))
                counters.it += 1
                counters.tokens += c.tokens_per_iter
                self.journal.display.advance(counters.it)

                is_logged = (counters.it - 1) % c.log_interval == 0
                is_sampled = c.sample_interval and counters.it % c.sample_interval == 0
                # Reading a number waits for a GPU: only when it is needed. On a CPU it costs nothing.
                if is_logged or is_sampled or self._evaluation_is_due() or self.runtime.device.type == "cpu":
                    self._read_losses(lr, is_logged)
                if is_sampled:
                    self._sample()
        return self._finish()

    def _read_losses(self, lr: float, is_logged: bool) -> None:
        """Bring the unread numbers to the CPU, check them all, and log the last."""
        if not self.unread:
            return
        values = torch.stack([torch.stack((loss, norm)) for _, loss, norm in self.unread])
        if self.runtime.world_size > 1:
            dist.all_reduce(values)
            values /= self.runtime.world_size
        numbers = values.tolist()
        self.clock.stop()
        for (it, _, _), (loss, grad_norm) in zip(self.unread, numbers, strict=True):
            if warning := self.health.check(it, loss, grad_norm):
                self.journal.warning(it, warning)
        self.unread.clear()
        if is_logged:
            iterations, seconds = self.logged
            dt = (self.clock.seconds - seconds) / (self.counters.it - iterations)
            self.logged = (self.counters.it, self.clock.seconds)
            self.journal.iteration(self.counters.it - 1, numbers[-1][0], lr, numbers[-1][1], dt)

    def _evaluation_is_due(self) -> bool:
        it = self.counters.it
        at_the_end = it >= self.config.max_iters or self.config.eval_only
        return (it % self.config.eval_interval == 0 or at_the_end) and it != self.counters.last_eval

    def _evaluate_and_save(self, lr: float) -> None:
        c, counters = self.config, self.counters
        self.journal.display.activity("evaluating")
        began = time.perf_counter()
        may_break_off = self.stop.requested if self.runtime.world_size == 1 else lambda: False
        try:
            losses = self.evaluator.losses(self.model, may_break_off)
        except Interrupted:
            return
        self.losses = losses
        counters.last_eval = counters.it
        self.journal.evaluation(counters.it, losses, lr, time.perf_counter() - began)
        if not math.isfinite(losses.val):
            raise Diverged(f"step {counters.it}: the validation loss is {losses.val}.", "Try a lower --learning_rate.")
        is_best = losses.val < counters.best_val
        counters.best_val = min(counters.best_val, losses.val)
        if counters.it and not c.eval_only and (is_best or c.always_save_checkpoint):
            self._save(is_best)

    def _save(self, is_best: bool = False) -> None:
        self.saved_at = self.counters.it
        if self.runtime.is_main:
            self.journal.display.activity("saving")
            began = time.perf_counter()
            path = self.session.save(is_best)
            self.journal.checkpoint(self.counters.it, str(path), is_best, time.perf_counter() - began)

    def _sample(self) -> None:
        if not self.runtime.is_main:
            return
        self.journal.display.activity("sampling")
        tokenizer = self.session.dataset.tokenizer()
        rows = generate(
            self.session.model,
            tokenizer.opening(),
            1,
            SAMPLE_TOKENS,
            Sampling(),
            tokenizer.eot,
            tokenizer.vocab_size,
        )
        self.journal.sample(self.counters.it, tokenizer.decode([row[0] for row in rows if row[0] is not None]))

    def _must_stop(self) -> bool:
        """Whether the user asked to stop. Processes agree on it, at log lines only: agreeing costs time."""
        if self.runtime.world_size == 1:
            return self.stop.requested()
        if self.counters.it % self.config.log_interval:
            return False
        asked = torch.tensor(float(self.stop.requested()), device=self.runtime.reduce_device)
        dist.all_reduce(asked)
        return bool(asked > 0)

    def _finish(self) -> Outcome:
        """Save what is not saved yet: a finished run can be extended, an interrupted one resumed."""
        c, counters = self.config, self.counters
        is_done = (counters.it >= c.max_iters or c.eval_only) and not self._evaluation_is_due()
        if not is_done:
            self._read_losses(learning_rate(c, counters.it), is_logged=False)
        if counters.it > self.saved_at and not c.eval_only:
            self._save()
        return Outcome(
            "finished" if is_done else "interrupted",
            None if is_done else self.stop.number or 15,
            counters.it,
            self.clock.seconds,
            self.losses,
            counters.best_val,
        )

    def _ready_model(self) -> nn.Module:
        """The model as the loop calls it: compiled if that was chosen, and shared between processes."""
        model: nn.Module = self.session.model
        if self.runtime.compile:
            model = self._compiled(model)
        if self.runtime.world_size > 1:
            ids = [self.runtime.device.index] if self.runtime.device.type == "cuda" else None
            model = DistributedDataParallel(model, device_ids=ids)
        return model

    def _compiled(self, model: nn.Module) -> nn.Module:
        """torch.compile, with its first and slow step done here, on a batch that counts for nothing."""
        self.journal.display.activity("compiling")
        compiled: nn.Module = torch.compile(model)  # type: ignore[assignment]
        began = time.perf_counter()
        x, y = self.batches.random(self.config.seed, TRAIN, 0)
        try:
            with torch.random.fork_rng(), self.runtime.autocast():
                compiled(x, y).backward()
        except Exception as error:  # the compiler's errors are of many kinds, none of which the user can use
            if is_out_of_memory(error):
                raise
            reason = f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"
            if self.config.compile != "auto":
                raise FledgeError(f"torch.compile fails here: {reason}", "Try --compile=False.") from error
            self.journal.warning(self.counters.it, f"torch.compile fails here, going on without it: {reason}")
            return model
        finally:
            model.zero_grad(set_to_none=True)
        self.runtime.synchronize()
        self.journal.compiled(time.perf_counter() - began)
        return compiled


def resume_command(run: Path) -> str:
    return f"fledge train --init_from=resume --out_dir={run}"
