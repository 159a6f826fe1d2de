"""The micro-batch and accumulation with the most tokens a second, for equal tokens an iteration, that fit in memory.

On this machine by measuring; for a GPU that isn't here from the traced step and the roofline.
"""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from fledge.common.errors import FledgeError, RunFailed
from fledge.common.progress import Show
from fledge.common.stats import Spread
from fledge.common.text import duration
from fledge.config.fields import Value
from fledge.config.schema import Config
from fledge.hardware.matmul_peak import BUSY, CoreClock, cpu_has_bf16, described, device_name, threads_at
from fledge.hardware.table import GIB, MIB, Device
from fledge.plan.bench import random_dataset
from fledge.plan.estimate import Estimate
from fledge.plan.iteration_times import IterationTimer, OutOfMemory, Way
from fledge.plan.planner import Planner, fits, gpu_target, memory_of, target_here
from fledge.plan.tune.result import Row, Trial, Tuning, how_sure
from fledge.plan.tune.search import KNEE, LEAST_ROUNDS, RESOLUTION, Budget, Ratio, Search, TooLarge, divisors, ladder
from fledge.plan.types import Demands, Target
from fledge.train.choices import WORTHWHILE, choose_device, planned_seconds
from fledge.train.memory import check_training_memory

SEARCH_SHARE = 0.5  # of the budget, for the micro-batch; the rest is for what else may be faster
COMPILE_BUDGET = 60  # seconds that must be left
TRIAL_ROUNDS = 6
PAYS = 1.5  # times the compiler's seconds that a run must save by it
ROOFLINE = "from trace and roofline, not measured"


def micro_batches(config: Config) -> list[int]:
    """Those that give the same tokens an iteration."""
    return divisors(config.batch_size, config.gradient_accumulation_steps)


def with_micro_batch(config: Config, batch_size: int) -> Config:
    sequences = config.batch_size * config.gradient_accumulation_steps
    return replace(config, batch_size=batch_size, gradient_accumulation_steps=sequences // batch_size)


# a GPU that isn't here


def tune_there(config: Config, device: Device, budget: Budget, show: Show) -> Tuning:
    """The smallest micro-batch whose foreseen rate can't be told from the best one's."""
    if device.bandwidth is None:
        raise FledgeError(f"the bandwidth of {device.name} is not in the table.", "Add --gpu_bandwidth, in GB/s.")
    planner, target = Planner(show), gpu_target(config, device)
    rows: list[Row] = []
    notes: list[str] = []
    for size in sorted({*ladder(micro_batches(config)), config.batch_size}):
        if rows and budget.left() <= 0:
            notes.append(f"the budget ended before micro-batch {size}: --budget={2 * budget.seconds:.0f} goes on")
            break
        show(f"{budget.used():.0f} s: micro-batch {size}")
        rows.append(_foreseen(with_micro_batch(config, size), target, planner))
        if rows[-1].fits is False:
            break
    good = [row for row in rows if row.fits is not False]
    if not good:
        raise _nothing_fits(rows[0], device)
    best = max(good, key=lambda row: row.middle)
    choice = next(row for row in good if row.middle >= (1 - RESOLUTION) * best.middle)
    sure = f"as far as a data sheet tells: the smallest within {RESOLUTION:.0%} of the best, as larger gains little"
    usual = {"dtype": target.dtype, "compile": target.compiled, "attention": target.attend}
    return Tuning(
        config=config,
        device=device,
        rows=rows,
        best=best,
        knee=next(row for row in good if row.middle >= KNEE * best.middle),
        choice=choice,
        sure=sure,
        basis=ROOFLINE,
        usual=usual,
        choices=usual,
        settings=_settings(choice),
        seconds=budget.used(),
        notes=notes,
    )


def _foreseen(config: Config, target: Target, planner: Planner) -> Row:
    memory, _ = memory_of(planner.trace(config, target), target)
    verdict = fits(memory, target.device)
    rate = None
    if verdict is not False:
        rate = planner.plan(config, target, Demands(measure=False))["tokens_per_s"]
    return Row(config.batch_size, config.gradient_accumulation_steps, rate, memory, verdict)


def _nothing_fits(row: Row, device: Device) -> FledgeError:
    needs = f" (up to {row.memory.high / 1024:,.1f} GB)" if row.memory else ""
    return FledgeError(
        f"no micro-batch fits {device.name}: not even batch_size={row.batch_size}{needs}.",
        "Try a smaller model or --block_size.",
    )


def _settings(choice: Row) -> dict[str, Value]:
    return {"batch_size": choice.batch_size, "gradient_accumulation_steps": choice.accumulation}


def _choices(way: Way) -> dict[str, Any]:
    return {"dtype": way.dtype, "compile": way.compiled, "attention": way.attend, "threads": way.threads}


# this machine


def tune_here(config: Config, budget: Budget, show: Show) -> Tuning:
    """The config has its vocab_size. Nothing is written, and the number of threads is as before afterwards."""
    _check_budget(config, budget)
    with threads_at(config.threads or torch.get_num_threads()), bench_here(config, show) as bench:
        return _Tuner(config, bench, budget, show).run()


def _check_budget(config: Config, budget: Budget) -> None:
    """What has begun is finished: one sequence that takes hours must not begin."""
    where, _ = choose_device(config.device)
    single = replace(config, batch_size=1, gradient_accumulation_steps=1, max_iters=1)
    check_training_memory(single, where)
    if where.type == "cpu" and (seconds := planned_seconds(single)) > budget.seconds:
        raise FledgeError(
            f"one sequence of this model takes about {duration(seconds)} here: a budget of {budget.seconds:g} s is "
            "too short.",
            "Try a smaller model or --block_size, or a longer --budget.",
        )


@contextlib.contextmanager
def bench_here(config: Config, show: Show) -> Iterator["Bench"]:
    """What measures iterations of this config on this machine."""
    where, _ = choose_device(config.device)
    with random_dataset(config.vocab_size, config.block_size) as dataset:
        quiet = replace(config, batch_size=1, gradient_accumulation_steps=1, sample_interval=0)
        show("building the model")
        yield Bench(config, where, IterationTimer(quiet, dataset), Planner(show))


class Bench:
    """Measures ways of computing the iterations of a config, if they fit."""

    def __init__(self, config: Config, where: torch.device, timer: IterationTimer, planner: Planner) -> None:
        self.config, self.where, self.timer, self.planner = config, where, timer, planner
        self.device = described(where)
        self.memory: dict[Way, Estimate] = {}
        self._ways: dict[tuple[int, str], Way] = {}

    def way(self, batch_size: int, dtype: str = "") -> Way:
        """As `fledge train` would do it; on a CPU not compiled, unless that was asked for."""
        if (batch_size, dtype) not in self._ways:
            self._ways[batch_size, dtype] = self._chosen(batch_size, dtype or self.config.dtype)
        return self._ways[batch_size, dtype]

    def _chosen(self, batch_size: int, dtype: str) -> Way:
        config = replace(with_micro_batch(self.config, batch_size), dtype=dtype)
        target = target_here(config, self.where, self.device)
        compiled = target.compiled and (self.where.type != "cpu" or config.compile is True)
        steps = config.gradient_accumulation_steps
        return Way(batch_size, steps, target.dtype, target.attend, compiled, torch.get_num_threads())

    def seconds(self, way: Way) -> float:
        """Of an iteration. Raises TooLarge where the trace says that it won't fit, or trying it does."""
        if way not in self.memory:
            target = Target(self.device, way.dtype, way.compiled, way.attend, self.where)
            traced = self.planner.trace(with_micro_batch(self.config, way.batch_size), target)
            self.memory[way], _ = memory_of(traced, target)
        memory = self.memory[way]
        if fits(memory, self.device) is False:
            raise TooLarge("does not fit")
        free = _free_memory(self.where)
        if free is not None and memory.high * MIB > free:
            raise TooLarge(f"{free / GIB:.1f} GB are free")
        try:
            return self.timer.seconds(way)
        except OutOfMemory:
            raise TooLarge("out of memory") from None


def _free_memory(where: torch.device) -> int | None:
    """Bytes that this process has or could have now. A CPU's process that takes more is killed, not told."""
    if where.type != "cpu":
        return None
    with contextlib.suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
        own = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return free + own
    return None


class _Tuner:
    def __init__(self, config: Config, bench: Bench, budget: Budget, show: Show) -> None:
        self.config, self.bench, self.budget, self.show = config, bench, budget, show
        self.trials: list[Trial] = []
        self.notes: list[str] = []

    def run(self) -> Tuning:
        core = CoreClock()
        search = Search(
            micro_batches(self.config),
            lambda size: self.bench.seconds(self.bench.way(size)),
            self.budget.part(SEARCH_SHARE),
            self.show,
        )
        search.run(self.config.batch_size)
        rows = self._rows(search)
        by_size = {row.batch_size: row for row in rows}
        if not search.seconds:
            raise _nothing_fits(rows[0], self.bench.device)
        if len(search.seconds) == 1 and search.untried:
            raise RunFailed(
                f"a budget of {self.budget.seconds:g} s is too short: one micro-batch took {self.budget.used():.0f} s.",
                f"Try --budget={max(60, 10 * self.budget.used()):.0f}.",
            )
        choice = by_size[search.alike[0]]
        usual = self.bench.way(choice.batch_size)
        way = self._vary(usual)
        if self.bench.where.type == "cpu" and core.share() < BUSY:
            self.notes.append(
                f"other work took {1 - core.share():.0%} of the core meanwhile: repeat it on a quiet machine"
            )
        if search.untried:
            untried = ", ".join(map(str, sorted(search.untried)))
            self.notes.append(
                f"the budget had no room for micro-batch {untried}: --budget={2 * self.budget.seconds:.0f}"
            )
        if self.bench.timer.problem:
            self.notes.append(self.bench.timer.problem)
        settings = _settings(choice)
        settings |= {key: getattr(way, key) for key in ("dtype", "threads") if getattr(way, key) != getattr(usual, key)}
        if way.compiled != usual.compiled:
            settings["compile"] = way.compiled
        return Tuning(
            config=self.config,
            device=replace(self.bench.device, name=device_name(self.bench.where)),
            rows=rows,
            best=by_size[search.best],
            knee=by_size[search.knee],
            choice=choice,
            sure=how_sure(search, {size: row.name for size, row in by_size.items()}),
            basis=f"measured on this machine, torch {torch.__version__}",
            usual=_choices(usual),
            choices=_choices(way),
            settings=settings,
            seconds=self.budget.used(),
            trials=self.trials,
            notes=self.notes,
        )

    def _rows(self, search: Search) -> list[Row]:
        tokens = self.config.tokens_per_iter
        rows = []
        for size in sorted({*search.seconds, *search.refused}):
            way = self.bench.way(size)
            found = search.seconds.get(size)
            rate = Spread.of(found).rate(tokens) if found else None
            memory = self.bench.memory.get(way)
            rows.append(Row(size, way.accumulation, rate, memory, bool(found), search.refused.get(size, "")))
        return rows

    def _vary(self, way: Way) -> Way:
        """What else may be faster at the chosen micro-batch; what the user wrote stays."""
        config, on_cpu = self.config, self.bench.where.type == "cpu"
        if on_cpu and not config.chosen("dtype") and cpu_has_bf16()[0]:
            dtype = "float32" if way.dtype == "bfloat16" else "bfloat16"
            # bfloat16 has to earn its rounding
            least = WORTHWHILE if dtype == "bfloat16" else 1.0
            way = self._try(way, self.bench.way(way.batch_size, dtype=dtype), f"dtype={dtype}", least)
        if on_cpu:
            other: Any = "matmul" if way.attend == "sdpa" else "sdpa"
            self._try(way, replace(way, attend=other), f"attention={other}", keep=False)
        if on_cpu and not config.chosen("threads"):
            while way.threads > 1:
                fewer = self._try(way, replace(way, threads=way.threads // 2), f"threads={way.threads // 2}")
                if fewer is way:
                    break
                way = fewer
        if on_cpu and not config.chosen("compile") and self.budget.left() >= COMPILE_BUDGET:
            return self._try_compiled(way)
        return way

    def _try_compiled(self, way: Way) -> Way:
        began = self.budget.used()
        compiled = self._try(way, replace(way, compiled=True), "compile=True")
        if compiled is way or self.bench.timer.problem:
            return way
        taken, trial = self.budget.used() - began, self.trials[-1]
        assert trial.gain is not None
        run = self.bench.seconds(way) * self.config.max_iters
        if run * (1 - 1 / trial.gain.median) > PAYS * taken:
            return compiled
        self.trials[-1] = replace(trial, kept=False, note="a run this short does not earn the compiler's time back")
        return way

    def _try(self, way: Way, other: Way, what: str, least: float = 1.0, keep: bool = True) -> Way:
        """The faster of two, measured in turn; the other one has to gain more than the noise, and `least`."""
        ratios: list[float] = []
        try:
            while len(ratios) < TRIAL_ROUNDS and self.budget.left() > 0:
                self.show(f"{self.budget.used():.0f} s: {what}, round {len(ratios) + 1}")
                ratios.append(self.bench.seconds(way) / self.bench.seconds(other))
                if len(ratios) >= LEAST_ROUNDS and Ratio.of(ratios).is_settled:
                    break
        except TooLarge as error:
            self.trials.append(Trial(what, None, False, str(error)))
            return way
        if not ratios:
            return way
        gain = Ratio.of(ratios)
        is_faster = len(ratios) >= LEAST_ROUNDS and gain.low > 1 and gain.median >= max(least, 1 + RESOLUTION)
        note = "" if keep or not is_faster else "no setting: `fledge train` chooses it by a test of its own"
        self.trials.append(Trial(what, gain, is_faster and keep, note))
        return other if is_faster and keep else way
