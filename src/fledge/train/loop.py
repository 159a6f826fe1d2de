"""The training loop, in nanoGPT's order: learning rate, evaluate and save, micro-steps, clip, step, log."""

import contextlib
import math
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.distributed as dist
from torch import Tensor, nn

from fledge.common.errors import Diverged, FledgeError, RunFailed, is_out_of_memory
from fledge.common.signals import StopRequest
from fledge.config.schedule import learning_rate
from fledge.logs.run_requests import RequestBox, let_go
from fledge.model.base import GPT
from fledge.optim.build import set_rates
from fledge.parallel.processes import leave_processes
from fledge.parallel.shards import plain_copy
from fledge.parallel.wrap import replicate
from fledge.texts import say
from fledge.train.busy_machine import BusyMachine
from fledge.train.clock import Clock
from fledge.train.evaluate import Evaluator, Interrupted, Losses
from fledge.train.generate import Sampling, generate
from fledge.train.health import Health
from fledge.train.memory import smaller_batch
from fledge.train.profiling import Profile, Profiler, iterations_to_profile
from fledge.train.reporter import Reporter
from fledge.train.saver import Saver
from fledge.train.session import Session
from fledge.train.step import TrainingStep, batches_of, compiled_model, held_out_batches

SAMPLE_TOKENS = 100
HELD_LOOK_S = 0.05  # between two looks of a run that waits


@dataclass
class Outcome:
    """How a run ended, if it did not fail."""

    reason: str  # finished | interrupted
    signal: int | None
    iterations: int
    seconds: float  # of training, without evaluation and saving
    losses: Losses | None  # of the last evaluation
    best_val: float
    profile: Profile | None = None


def train(session: Session, profile: bool = False) -> Outcome:
    """Run a session to its end; its log says how it ended, whatever happens."""
    reporter = Reporter(session)
    reason = "error"
    # Signals are heeded until all is written: a second SIGTERM must not cut a save short.
    signals = contextlib.ExitStack()
    try:
        with reporter.console, Trainer(session, reporter, profile) as trainer:
            outcome = trainer.run(signals)
            if outcome.reason == "finished":
                reporter.planned_and_actual(outcome.seconds, outcome.losses.val if outcome.losses else None)
        reason = outcome.reason
        return outcome
    except Diverged:
        reason = "diverged"
        raise
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        reason = "out of memory"
        problem = say("train.out_of_memory", device=str(session.runtime.device))
        raise RunFailed(problem, smaller_batch(session.config)) from error
    finally:
        reporter.end(reason)
        signals.close()
        leave_processes()


class Trainer:
    """One run of the loop over a session."""

    def __init__(self, session: Session, reporter: Reporter, profile: bool) -> None:
        self.session, self.reporter, self.profile = session, reporter, profile
        self.config, self.runtime, self.counters = session.config, session.runtime, session.counters
        self.batches = batches_of(session, "train")
        self.evaluator = Evaluator(
            self.config,
            self.runtime,
            self.batches,
            batches_of(session, "val"),
            session.dataset.bytes_per_token("val"),
            held_out_batches(session),
        )
        self.health = Health(self.config, self.runtime.dtype)
        self.saver = Saver(session)
        self.stop = StopRequest()
        self.requests = RequestBox(self.config.run_path, self.runtime.is_main)
        self.clock = Clock()
        self.busy_machine = BusyMachine(self.runtime, reporter, self.counters.it)
        self.profiler: Profiler | None = None
        self.losses: Losses | None = None
        self.saved_at = self.counters.it
        self.logged = (self.counters.it, 0.0)  # iterations and seconds at the last log line
        self.unread: list[tuple[int, Tensor, Tensor]] = []  # iteration, loss, gradient norm: still on the device

    def __enter__(self) -> "Trainer":
        return self

    def __exit__(self, *error: object) -> None:
        """Wait for a checkpoint that is being written, however the run ends; `_finish` raises its error, if it can."""
        try:
            with self.runtime.pulse.slow(say("train.saving")):
                self.saver.wait()
        except (FledgeError, OSError) as problem:
            self.reporter.warning(self.counters.it, str(problem))
        self._report_saved()

    def run(self, signals: contextlib.ExitStack) -> Outcome:
        c, counters = self.config, self.counters
        self.reporter.start()
        self.busy_machine.start(counters.it)
        self.model = self._ready_model()
        signals.enter_context(self.stop)
        self.reporter.console.on_interrupt = self.stop.request
        with self._step() as step:
            while True:
                lr = learning_rate(c, counters.it)
                set_rates(self.session.optimizers, lr, counters.it)

                if self._evaluation_is_due():
                    self._evaluate_and_save(lr)
                if counters.it >= c.max_iters or c.eval_only or self._must_stop():
                    break

                self._report_saved()

                self.clock.start()
                loss, grad_norm = step.run(counters.it)  # micro-steps, clip, update
                self.unread.append((counters.it, loss, grad_norm))
                counters.it += 1
                counters.tokens += c.tokens_per_iter
                self.reporter.console.advance(counters.it)

                is_logged = (counters.it - 1) % c.log_interval == 0
                is_sampled = c.sample_interval and counters.it % c.sample_interval == 0
                # Reading a number waits for the GPU, so only when it is needed. On a CPU it costs nothing.
                if is_logged or is_sampled or self._evaluation_is_due() or self.runtime.device.type == "cpu":
                    self._read_losses(lr, is_logged)
                self.busy_machine.look(counters.it, self.clock.seconds)
                if is_sampled:
                    self._sample()
                if is_logged or self.runtime.world_size == 1:  # many processes read their losses together
                    self._do_requests(lr)
        return self._finish()

    def _read_losses(self, lr: float, is_logged: bool) -> None:
        """Copy the unread losses to the CPU, check them all, and log the last."""
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
                self.reporter.warning(it, warning)
        self.unread.clear()
        if is_logged:
            iterations, seconds = self.logged
            dt = (self.clock.seconds - seconds) / (self.counters.it - iterations)
            self.logged = (self.counters.it, self.clock.seconds)
            self.reporter.iteration(self.counters.it - 1, numbers[-1][0], lr, numbers[-1][1], dt, self.clock.seconds)

    def _evaluation_is_due(self) -> bool:
        c, it = self.config, self.counters.it
        at_the_end = it >= c.max_iters or c.eval_only
        if it == 0 and not at_the_end and c.init_from == "scratch" and c.eval_iters == "all":
            return False  # evaluating on the whole split takes long, and a new model knows nothing
        return (it % c.eval_interval == 0 or at_the_end) and it != self.counters.last_eval

    def _evaluate_and_save(self, lr: float) -> None:
        c, counters = self.config, self.counters
        self.reporter.console.activity(say("train.evaluating"))
        began = time.perf_counter()
        try:
            # The plain model: torch.compile would compile again, for other shapes and without gradients.
            losses = self.evaluator.losses(self.session.model, self._is_asked_to_stop)
        except Interrupted:
            return
        self.losses = losses
        counters.last_eval = counters.it
        self.reporter.evaluation(counters.it, losses, lr, time.perf_counter() - began, self.clock.seconds)
        if not math.isfinite(losses.val):
            raise Diverged(say("train.bad_val", it=counters.it, loss=losses.val), say("train.try_lower_rate"))
        is_best = losses.val < counters.best_val
        counters.best_val = min(counters.best_val, losses.val)
        if counters.it and not c.eval_only and (is_best or c.always_save_checkpoint):
            self._save(is_best)

    def _save(self, is_best: bool = False) -> None:
        """Begin to save; all processes together. The first reports it when the last byte is on the disk."""
        self.saved_at = self.counters.it
        self.reporter.console.activity(say("train.saving"))
        with self.runtime.pulse.slow(say("train.saving")):
            self.saver.save(is_best)

    def _report_saved(self) -> None:
        for saved in self.saver.finished():
            self.reporter.checkpoint(saved)

    def _sample(self) -> None:
        """The first process samples; from a copy, if the model is sharded, so that the others need not take part."""
        model: GPT | None = self.session.model
        if self.runtime.parallel == "fsdp":
            model = plain_copy(self.session.model, keep=self.runtime.is_main)
        if model is None or not self.runtime.is_main:
            return
        self.reporter.console.activity(say("train.sampling"))
        tokenizer = self.session.dataset.tokenizer()
        prompt, size = tokenizer.opening(), tokenizer.vocab_size
        with self.runtime.pulse.slow(say("train.sampling")):
            rows = list(generate(model, prompt, 1, SAMPLE_TOKENS, Sampling(), tokenizer.eot, size))
        self.reporter.sample(self.counters.it, tokenizer.decode([row[0] for row in rows if row[0] is not None]))

    def _do_requests(self, lr: float) -> None:
        """Save, sample or wait, if somebody asked for it while the run goes on."""
        if self.runtime.any_process(self.requests.take("save")):
            self._read_losses(lr, is_logged=False)  # nothing is saved unchecked
            self._save()
        if self.runtime.any_process(self.requests.take("sample")):
            self._sample()
        if self.runtime.world_size == 1 and self.requests.must_wait():
            self._wait()

    def _wait(self) -> None:
        """Until the sweep that holds this run lets it go on, or stops it."""
        self.clock.stop()
        while self.requests.must_wait() and not self._must_stop():
            time.sleep(HELD_LOOK_S)
        let_go(self.config.run_path)  # of a sweep that was killed, or stops this run, the file is still there
        self.busy_machine.skip(self.counters.it, self.clock.seconds)

    def _must_stop(self) -> bool:
        """Whether any process was asked to stop, or can't save. All stop at one iteration: the others would wait."""
        return self.runtime.any_process(self._is_asked_to_stop() or self.saver.failed())

    def _is_asked_to_stop(self) -> bool:
        """By a signal, or by `fledge stop`."""
        return self.stop.requested() or self.requests.has("stop")

    def _finish(self) -> Outcome:
        """Save a last checkpoint, so that a finished run can be extended and an interrupted one resumed."""
        c, counters = self.config, self.counters
        is_done = (counters.it >= c.max_iters or c.eval_only) and not self._evaluation_is_due()
        if not is_done:
            self._read_losses(learning_rate(c, counters.it), is_logged=False)
        with self.runtime.pulse.slow(say("train.saving")):
            self.saver.wait()
        if counters.it > self.saved_at and not c.eval_only:
            self._save()
            with self.runtime.pulse.slow(say("train.saving")):
                self.saver.wait()
        self._report_saved()
        return Outcome(
            reason="finished" if is_done else "interrupted",
            signal=None if is_done else self.stop.number or signal.SIGTERM,
            iterations=counters.it,
            seconds=self.clock.seconds,
            losses=self.losses,
            best_val=counters.best_val,
            profile=self.profiler.result if self.profiler else None,
        )

    def _step(self) -> contextlib.AbstractContextManager[TrainingStep | Profiler]:
        """The step that runs iterations, inside a profiler if that was asked for and there is something to trace."""
        step = TrainingStep(self.session, self.model, self.batches)
        iterations = iterations_to_profile(self.config, self.counters.it)
        if not self.profile or not iterations or not self.runtime.is_main:
            return contextlib.nullcontext(step)
        self.reporter.console.line(say("train.profiling", first=iterations[0], last=iterations[-1]))
        self.profiler = Profiler(step, iterations, self.config.run_path / "profile.json", self.clock)
        return self.profiler

    def _ready_model(self) -> nn.Module:
        """The model as the loop calls it: compiled if that was chosen, and in DDP if there are many processes."""
        model: nn.Module = self.session.model
        if self.runtime.compile:
            self.reporter.console.activity(say("train.compiling"))
            began = time.perf_counter()
            with self.runtime.pulse.slow(say("train.compiling")):
                model, problem = compiled_model(self.session, self.batches)
            if problem:
                self.reporter.warning(self.counters.it, problem)
            else:
                self.reporter.compiled(time.perf_counter() - began)
        if self.runtime.parallel == "ddp":
            model = replicate(model, self.runtime.device)
        return model


def resume_command(run: Path) -> str:
    return f"fledge train --init_from=resume --out_dir={run}"
