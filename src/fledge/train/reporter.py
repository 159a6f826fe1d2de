"""Reports a run while it goes: console and log.txt, metrics.jsonl, experiment trackers."""

import contextlib
import platform
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch

from fledge import __version__
from fledge.common.console import console
from fledge.common.errors import FledgeError
from fledge.common.progress import OnProgress, Progress, listener
from fledge.common.terminal import clean, show_line, while_watched
from fledge.config.checks import notes_on
from fledge.config.planned_loss import planned_loss_of
from fledge.config.schema import Config
from fledge.data.mixture import Mixture
from fledge.data.text_identity import validation_text
from fledge.hardware.detect import device_name
from fledge.hardware.load import MIN_WINDOW_S, LoadMeter
from fledge.hardware.matmul_peak import device_peak
from fledge.hardware.waiting import START_UP
from fledge.logs.neighbours import Neighbour
from fledge.logs.rundir import RunLog
from fledge.model.flops import flops_per_token, mfu, parameters, parameters_nanogpt
from fledge.texts import Message, say, text
from fledge.texts.bidi import isolated
from fledge.texts.language import ENGLISH, language, speaking
from fledge.texts.message_json import message_to_json
from fledge.texts.units import flops
from fledge.train.evaluate import Losses
from fledge.train.saver import SavedCheckpoint
from fledge.train.session import Session
from fledge.train.slowness import Slowness, Window
from fledge.train.threads import ThreadChange

REDRAW_S = 0.5
LEFT_TO_RIGHT = "\u200e"  # a mark of no width: the line begins as left-to-right text does


class Reporter:
    """Reports one run. In all processes but the first it does nothing."""

    def __init__(self, session: Session) -> None:
        self.session = session
        config, runtime = session.config, session.runtime
        is_main = runtime.is_main
        self.trackers = open_trackers(config) if is_main else []  # first: if one is missing, nothing is written
        self.log = RunLog(config.run_path, config, session.resumed) if is_main else None
        self.console = Console(self.log, config.max_iters, session.counters.it)
        self.peak, self.peak_basis, self.peak_source = device_peak(runtime.device, runtime.dtype, runtime.threads)
        self.peak *= runtime.world_size
        self.flops_per_token = flops_per_token(session.model.shape, "nanogpt")
        self.load_meter = LoadMeter(runtime.world_size)
        self.slowness = Slowness(session.planned.get("step_ms"))
        self._window_began = (session.counters.it, 0.0)  # iterations and seconds of training at the last reading

    def start(self) -> None:
        session, config, runtime = self.session, self.session.config, self.session.runtime
        shape, train_tokens = session.model.shape, session.dataset.tokens["train"]
        for line in self._first_lines():
            self.console.line(line)
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
            train_tokens=train_tokens,
            val_text=validation_text(session.dataset),
            max_iters=config.max_iters,
            cores=self.load_meter.cores,
            planned_step_ms=session.planned.get("step_ms"),
            usual_threads=runtime.usual_threads,
            wait_policy=START_UP.waiting.policy,
        )

    def _first_lines(self) -> list[str | Message]:
        session, config, runtime = self.session, self.session.config, self.session.runtime
        data, trained_tokens = session.dataset, config.tokens_per_iter * config.max_iters
        train_tokens = data.tokens["train"]
        epochs = trained_tokens / train_tokens
        lines: list[str | Message] = [
            *runtime.reasons,
            *session.notes,
            *(say("train.note", note=note) for note in notes_on(config)),
            f"tokens per iteration will be: {config.tokens_per_iter:,}",
            say("train.data", tokens=train_tokens, epochs=epochs, iterations=config.max_iters),
        ]
        for part in data.parts if isinstance(data, Mixture) else ():
            tokens = part.dataset.tokens["train"]
            epochs = part.share * trained_tokens / tokens
            lines.append(say("train.data_part", name=part.name, tokens=tokens, share=part.share, epochs=epochs))
        lines.append(f"number of parameters: {parameters_nanogpt(session.model.shape) / 1e6:.2f}M")
        with speaking(ENGLISH):  # a log without this line would be taken for nanoGPT's, whose mfu is of another device
            peak = flops(self.peak)
        lines.append(f"mfu is of {peak} ({device_name(runtime.device)}, {runtime.dtype}, {self.peak_basis})")
        return lines

    def iteration(self, it: int, loss: float, lr: float, grad_norm: float, dt: float, train_s: float) -> None:
        """Report the last of some iterations, which took `dt` seconds each; `train_s` seconds of training so far."""
        config, counters = self.session.config, self.session.counters
        rate = config.tokens_per_iter / dt
        used = mfu(self.flops_per_token, rate, self.peak)
        values = {
            "loss": loss,
            "lr": lr,
            "grad_norm": grad_norm,
            "dt_ms": dt * 1000,
            "tokens": counters.tokens,
            "tokens_per_s": rate,
            "mfu": used,
            "memory_mb": self.session.runtime.peak_memory_mb(),
        }
        self.console.line(f"iter {it}: loss {loss:.4f}, time {dt * 1000:.2f}ms, mfu {used * 100:.2f}%", values)
        self.console.progress(counters.it, rate, (config.max_iters - counters.it) * dt)
        window = self._window(train_s)
        if window is not None:
            values.update(window.load.to_json())
        self._event("iter", iter=it, **values)
        self._track("train", values, it)
        if window is not None and (message := self.slowness.check(window)):
            self.warning(it, message)

    def _window(self, train_s: float) -> Window | None:
        """The iterations since the last reading of the machine's load; None if that was a moment ago."""
        if self.log is None or self.load_meter.seconds() < MIN_WINDOW_S:
            return None
        (first, before), done = self._window_began, self.session.counters.it
        self._window_began = (done, train_s)
        seconds = train_s - before
        return Window(seconds, 1000 * seconds / (done - first), self.load_meter.since())

    def evaluation(self, it: int, losses: Losses, lr: float, eval_s: float, train_s: float) -> None:
        values = {"train_loss": losses.train, "val_loss": losses.val, "perplexity": losses.perplexity}
        if losses.bits_per_byte is not None:
            values["bits_per_byte"] = losses.bits_per_byte
        self.console.line(f"step {it}: train loss {losses.train:.4f}, val loss {losses.val:.4f}", values)
        if losses.parts:
            parts = ", ".join(f"{name} {loss:.4f}" for name, loss in losses.parts.items())
            self.console.line(say("train.val_losses", parts=parts))
        self.console.validated(losses.val)
        by_dataset = {"val_losses": losses.parts} if losses.parts else {}
        self._event("eval", iter=it, lr=lr, eval_s=eval_s, train_s=train_s, **values, **by_dataset)
        self._track("eval", values | {f"val_loss/{name}": loss for name, loss in losses.parts.items()}, it)

    def checkpoint(self, saved: SavedCheckpoint) -> None:
        path = str(saved.path)
        self.console.line(f"saving checkpoint to {path}")
        times = {"seconds": saved.seconds, "stopped_s": saved.stopped_s}
        self._event("checkpoint", iter=saved.it, path=path, best=saved.is_best, **times)

    def compiled(self, seconds: float) -> None:
        self.console.line(say("train.compiled", seconds=seconds))
        self._event("compile", seconds=seconds)

    def sample(self, it: int, text: str) -> None:
        self.console.line(say("train.sample", it=it, text=text))
        self._event("sample", iter=it, text=text)

    def warning(self, it: int, problem: str | Message) -> None:
        self.console.line(say("train.warning", problem=problem))
        with speaking(ENGLISH):  # programs read the file, whatever their user speaks
            said = str(problem)
        coded = message_to_json(problem) if isinstance(problem, Message) else {}
        self._event("warning", iter=it, text=said, **coded)

    def threads_changed(self, it: int, change: ThreadChange) -> None:
        self.console.line(say("train.note", note=change.message))
        numbers = {"threads": change.threads, "before": change.before, "usual": self.session.runtime.usual_threads}
        with speaking(ENGLISH):
            self._event("threads", iter=it, change=change.kind, **numbers, text=str(change.message))

    def neighbour(self, it: int, other: Neighbour) -> None:
        """Another run trains on this machine."""
        said = say("train.neighbour", run=str(other.run), pid=other.pid)
        self.console.line(say("train.note", note=said))
        with speaking(ENGLISH):
            self._event("neighbour", iter=it, run=str(other.run), pid=other.pid, text=str(said))

    def planned_and_actual(self, seconds: float, val_loss: float | None) -> None:
        """Report the figures of the plan beside the actual ones."""
        session = self.session
        rows: dict[str, Any] = {}
        if val_loss is not None and (planned_loss := planned_loss_of(session.config)) is not None:
            self.console.line(planned_loss.beside(val_loss))
            rows["val_loss"] = planned_loss.row(val_loss)
        if session.resumed or not session.counters.it:  # its time and memory are of a part of the run
            if rows:
                self._event("planned", **rows)
            return
        if not session.planned and not rows:
            return
        actual = {
            "hours": (seconds / 3600, "h"),
            "step_ms": (1000 * seconds / session.counters.it, "ms"),
            "peak_memory_mb": (session.runtime.peak_memory_mb(), "MiB"),
        }
        for name, planned in session.planned.items():
            value, unit = actual[name]
            rows[name] = {"planned": planned, "actual": value, "unit": unit}
        hours = session.planned.get("hours")
        if hours:
            self.console.line(self.slowness.summary(hours * 3600, seconds))
        self._event("planned", **rows, busy_share=self.slowness.busy_share())

    def end(self, reason: str) -> None:
        """Write the last event and close everything. A full disk has been reported by now."""
        with contextlib.suppress(FledgeError):
            self._event("end", iter=self.session.counters.it, reason=reason)
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


class Console:
    """nanoGPT's lines, also kept in log.txt; on a terminal a progress bar stands below them.

    Messages are shown in the user's language. log.txt is English: other versions of fledge and scripts read it.
    """

    def __init__(self, log: RunLog | None, total: int, done: int) -> None:
        self._log = log
        self._listener = listener()
        self.on_interrupt: Callable[[], None] = _raise_interrupt  # until the loop can save
        self._done, self._total = done, total
        self._bar = None
        self._task = None
        self._val_loss: float | None = None
        self._remark: Message | None = None
        self._drawn_at = 0.0
        if log is not None and self._listener is None and sys.stdout.isatty():
            from rich.progress import BarColumn, Progress, TextColumn

            # In a terminal that orders right-to-left text, the mark keeps the bar on the left, growing to the right.
            percent = TextColumn(f"{LEFT_TO_RIGHT}{{task.percentage:.0f}}%")
            columns = (BarColumn(bar_width=20), percent, TextColumn("{task.description}", markup=False))
            # Drawn by the loop itself: a thread that redraws would take its core from the computation.
            self._bar = Progress(*columns, console=console(), transient=True, auto_refresh=False)
            self._task = self._bar.add_task(_shown(say("train.starting")), total=max(total, 1), completed=done)

    def __enter__(self) -> "Console":
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar:
            with while_watched():
                self._bar.stop()

    def line(self, said: str | Message, values: Mapping[str, float] | None = None) -> None:
        """`values` are the numbers in it, for a listener."""
        if self._log is None:
            return
        with speaking(ENGLISH):
            self._log.line(clean(str(said)))
        shown = str(said)
        if self._listener:
            self._tell(self._listener, Progress(shown, self._done, self._total, values or {}))
        elif self._bar:
            with while_watched():
                self._bar.console.print(shown, markup=False, highlight=False, soft_wrap=True)
        else:
            show_line(shown)

    def advance(self, done: int) -> None:
        """Move the bar between log lines, but not so often that drawing it costs time."""
        self._done = done
        if time.monotonic() - self._drawn_at > REDRAW_S:
            self._draw(completed=done)
            self._drawn_at = time.monotonic()

    def progress(self, done: int, tokens_per_s: float, seconds_left: float) -> None:
        said = say("train.progress", rate=tokens_per_s, left=seconds_left)
        if self._val_loss is not None:
            said = say("train.progress_val", rate=tokens_per_s, left=seconds_left, val=self._val_loss)
        if self._remark is not None:
            said = say("train.progress_remark", progress=said, remark=self._remark)
        self._draw(completed=done, description=_shown(said))

    def validated(self, val_loss: float) -> None:
        self._val_loss = val_loss

    def remark(self, said: Message | None) -> None:
        """Words at the end of the progress line, from now on."""
        self._remark = said

    def activity(self, said: Message) -> None:
        """Show what the run does between iterations: evaluating, saving, compiling."""
        if self._listener and self._log is not None:
            self._tell(self._listener, Progress(text(said), self._done, self._total))
        self._draw(description=_shown(said))

    def _tell(self, told: OnProgress, progress: Progress) -> None:
        """A listener stops the run as Ctrl-C does: it raises KeyboardInterrupt."""
        try:
            told(progress)
        except KeyboardInterrupt:
            self.on_interrupt()

    def _draw(self, **changes: Any) -> None:
        if self._bar and self._task is not None:
            with while_watched():
                self._bar.update(self._task, refresh=True, **changes)


def _shown(said: Message) -> str:
    """Words beside the bar: in a right-to-left language they are ordered by themselves."""
    return isolated(text(said)) if language().is_right_to_left else text(said)


def _raise_interrupt() -> None:
    raise KeyboardInterrupt


class TensorBoard:
    def __init__(self, run: Path) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            raise _missing("tensorboard") from None
        self._writer = SummaryWriter(str(run / "tensorboard"))

    def log(self, values: dict[str, float], it: int) -> None:
        for name, value in values.items():
            self._writer.add_scalar(name, value, it)

    def close(self) -> None:
        self._writer.close()


class Wandb:
    """wandb, or trackio, which has the same interface and keeps everything on this machine."""

    def __init__(self, library: str, config: Config) -> None:
        try:
            self._library: Any = __import__(library)
        except ImportError:
            raise _missing(library) from None
        name = config.run_path.name if config.wandb_run_name == "auto" else config.wandb_run_name
        try:
            self._library.init(project=config.wandb_project, name=name, config=config.values())
        except Exception as error:  # no key or no network: the library raises many kinds of errors
            first = (str(error).splitlines() or [type(error).__name__])[0]
            raise FledgeError(
                say("train.tracker_fails", library=library, error=first),
                say("train.tracker_offline", variable=f"{library.upper()}_MODE"),
            ) from error

    def log(self, values: dict[str, float], it: int) -> None:
        self._library.log({**values, "iter": it}, step=it)

    def close(self) -> None:
        self._library.finish()


def _missing(library: str) -> FledgeError:
    return FledgeError(say("train.tracker_missing", library=library), "pip install 'fledge[track]'")


def open_trackers(config: Config) -> list[TensorBoard | Wandb]:
    names = set(config.track.split(",")) | ({"wandb"} if config.wandb_log else set())
    return [
        TensorBoard(config.run_path) if name == "tensorboard" else Wandb(name, config)
        for name in sorted(names - {"none"})
    ]
