"""Everything said about a run while it goes: console and log.txt, metrics.jsonl, and the trackers."""

import contextlib
import platform
from typing import Any

import torch

from fledge import __version__
from fledge.common.errors import FledgeError
from fledge.common.text import duration, flops
from fledge.config.schema import notes_on
from fledge.data.mixture import Mixture
from fledge.hardware.detect import device_name
from fledge.hardware.matmul_peak import device_peak
from fledge.logs.runlog import RunLog
from fledge.model.flops import flops_per_token, mfu, parameters, parameters_nanogpt
from fledge.train.display import Display
from fledge.train.evaluate import Losses
from fledge.train.session import Session
from fledge.train.track import open_trackers


class Journal:
    """One run's reporter. In all processes but the first it says nothing."""

    def __init__(self, session: Session) -> None:
        self.session = session
        config, runtime = session.config, session.runtime
        main = runtime.is_main
        self.trackers = open_trackers(config) if main else []  # first: a missing one leaves no trace of a run
        self.log = RunLog(config.run_path, config, session.resumed) if main else None
        self.display = Display(self.log, config.max_iters, session.counters.it)
        self.peak, self.peak_basis, self.peak_source = device_peak(runtime.device, runtime.dtype, runtime.threads)
        self.peak *= runtime.world_size
        self.flops_per_token = flops_per_token(session.model.shape, "nanogpt")

    def start(self) -> None:
        session, config, runtime = self.session, self.session.config, self.session.runtime
        shape, data = session.model.shape, session.dataset
        lines = [*runtime.reasons, *session.notes, *(f"note: {note}" for note in notes_on(config))]
        lines.append(f"tokens per iteration will be: {config.tokens_per_iter:,}")
        epochs = config.tokens_per_iter * config.max_iters / data.tokens["train"]
        lines.append(
            f"training tokens: {data.tokens['train']:,}, seen {epochs:.3g} times in {config.max_iters:,} iterations"
        )
        for part in data.parts if isinstance(data, Mixture) else ():
            tokens = part.dataset.tokens["train"]
            seen = part.share * config.tokens_per_iter * config.max_iters / tokens
            lines.append(f"  {part.name}: {tokens:,}, {part.share:.3g} of the sequences, seen {seen:.3g} times")
        lines.append(f"number of parameters: {parameters_nanogpt(shape) / 1e6:.2f}M")
        name = device_name(runtime.device)
        lines.append(f"mfu is of {flops(self.peak)} ({name}, {runtime.dtype}, {self.peak_basis})")
        for line in lines:
            self.display.line(line)
        self._event(
            "start",
            iter=session.counters.it,
            fledge=__version__,
            torch=torch.__version__,
            python=platform.python_version(),
            **runtime.choices(),
            device_name=device_name(runtime.device),
            world_size=runtime.world_size,
            peak_flops=self.peak,
            peak_basis=self.peak_basis,
            peak_source=self.peak_source,
            params=parameters(shape),
            params_nanogpt=parameters_nanogpt(shape),
            flops_per_token=self.flops_per_token,
            tokens_per_iter=config.tokens_per_iter,
            train_tokens=data.tokens["train"],
            max_iters=config.max_iters,
        )

    def iteration(self, it: int, loss: float, lr: float, grad_norm: float, dt: float) -> None:
        config, counters = self.session.config, self.session.counters
        rate = config.tokens_per_iter / dt
        used = mfu(self.flops_per_token, rate, self.peak)
        self.display.line(f"iter {it}: loss {loss:.4f}, time {dt * 1000:.2f}ms, mfu {used * 100:.2f}%")
        self.display.progress(counters.it, rate, (config.max_iters - counters.it) * dt)
        memory = self.session.runtime.peak_memory_mb()
        values = {
            "loss": loss,
            "lr": lr,
            "grad_norm": grad_norm,
            "dt_ms": dt * 1000,
            "tokens": counters.tokens,
        }
        values |= {"tokens_per_s": rate, "mfu": used, "memory_mb": memory}
        self._event("iter", iter=it, **values)
        self._track("train", values, it)

    def evaluation(self, it: int, losses: Losses, lr: float, seconds: float, trained: float) -> None:
        self.display.line(f"step {it}: train loss {losses.train:.4f}, val loss {losses.val:.4f}")
        if losses.parts:
            self.display.line("  val loss by dataset: " + ", ".join(f"{n} {v:.4f}" for n, v in losses.parts.items()))
        self.display.validated(losses.val)
        values = {"train_loss": losses.train, "val_loss": losses.val, "perplexity": losses.perplexity}
        if losses.bits_per_byte is not None:
            values["bits_per_byte"] = losses.bits_per_byte
        more = {"val_losses": losses.parts} if losses.parts else {}
        self._event("eval", iter=it, lr=lr, eval_s=seconds, train_s=trained, **values, **more)
        self._track("eval", values | {f"val_loss/{name}": loss for name, loss in losses.parts.items()}, it)

    def checkpoint(self, it: int, path: str, is_best: bool, seconds: float) -> None:
        self.display.line(f"saving checkpoint to {path}")
        self._event("checkpoint", iter=it, path=path, best=is_best, seconds=seconds)

    def compiled(self, seconds: float) -> None:
        self.display.line(f"compiled in {seconds:.1f} s")
        self._event("compile", seconds=seconds)

    def sample(self, it: int, text: str) -> None:
        self.display.line(f"sample at {it}: {text!r}")
        self._event("sample", iter=it, text=text)

    def warning(self, it: int, text: str) -> None:
        self.display.line(f"warning: {text}")
        self._event("warning", iter=it, text=text)

    def check_plan(self, seconds: float) -> None:
        """What was planned beside what came of it."""
        session = self.session
        if not session.planned or session.resumed or not session.counters.it:
            return
        actual = {
            "hours": (seconds / 3600, "h"),
            "step_ms": (1000 * seconds / session.counters.it, "ms"),
            "peak_memory_mb": (session.runtime.peak_memory_mb(), "MiB"),
        }
        rows = {
            name: {"planned": planned, "actual": actual[name][0], "unit": actual[name][1]}
            for name, planned in session.planned.items()
        }
        hours = session.planned.get("hours")
        if hours:
            self.display.line(f"planned {duration(hours * 3600)} of training, took {duration(seconds)}")
        self._event("planned", **rows)

    def end(self, reason: str, **fields: Any) -> None:
        """The last word; then everything is closed. A disk that is full has been reported by now."""
        with contextlib.suppress(FledgeError):
            self._event("end", iter=self.session.counters.it, reason=reason, **fields)
        for tracker in self.trackers:
            tracker.close()
        if self.log is not None:
            self.log.close()

    def _event(self, name: str, **fields: Any) -> None:
        if self.log is not None:
            self.log.event(name, **fields)

    def _track(self, group: str, values: dict[str, float], it: int) -> None:
        for tracker in self.trackers:
            tracker.log({f"{group}/{name}": value for name, value in values.items()}, it)
