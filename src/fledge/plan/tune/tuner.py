"""Finds the micro-batch and accumulation with the most tokens per second, at equal tokens per iteration, that fit.

On this machine by measuring; for a GPU that is not here from the traced step and the roofline.
"""

from dataclasses import replace
from typing import Any

import torch

from fledge.common.errors import FledgeError, RunFailed
from fledge.common.progress import Show
from fledge.common.stats import Spread
from fledge.common.text import duration
from fledge.config.fields import Value
from fledge.config.schema import Config
from fledge.hardware.detect import cpu_has_bf16, device_name
from fledge.hardware.stopwatch import BUSY_SHARE, CoreClock, threads_at
from fledge.hardware.table import Device
from fledge.model.attention import Attend
from fledge.plan.memory import estimate_memory, fits
from fledge.plan.planner import Planner
from fledge.plan.timing.iterations import StepVariant
from fledge.plan.tune.result import Candidate, Tuning, VariantTrial, how_sure
from fledge.plan.tune.search import (
    KNEE_SHARE,
    MIN_ROUNDS,
    RESOLUTION_SHARE,
    Budget,
    Ratio,
    Search,
    TooLarge,
    ladder,
)
from fledge.plan.tune.variants import VariantTimer, micro_batches, variant_timer, with_micro_batch
from fledge.plan.types import Demands, Target
from fledge.texts import Message, say
from fledge.train.choices import WORTHWHILE, choose_device, planned_seconds
from fledge.train.memory import check_training_memory

SEARCH_BUDGET_SHARE = 0.5  # for the micro-batch; the rest is for other variants of the step
MIN_COMPILE_BUDGET_S = 60  # compiling is tried only if this much of the budget is left
MAX_TRIAL_ROUNDS = 6
COMPILE_PAYS_FACTOR = 1.5  # a run must save this many times the seconds that compiling takes


# a GPU that is not here


def tune_there(config: Config, target: Target, budget: Budget, show: Show) -> Tuning:
    """Choose the smallest micro-batch whose planned rate is as good as the best one's."""
    device = target.device
    if device.bandwidth is None:
        raise FledgeError(f"the bandwidth of {device.name} is not in the table.", "Add --gpu_bandwidth, in GB/s.")
    planner = Planner(show)
    candidates: list[Candidate] = []
    notes: list[Message] = []
    for size in sorted({*ladder(micro_batches(config)), config.batch_size}):
        if candidates and budget.left() <= 0:
            notes.append(say("tune.note.gpu_budget_ended", size=size, budget=2 * budget.seconds))
            break
        show(f"{budget.used():.0f} s: micro-batch {size}")
        candidates.append(_planned_candidate(with_micro_batch(config, size), target, planner))
        if candidates[-1].fits is False:
            break
    fitting = [candidate for candidate in candidates if candidate.fits is not False]
    if not fitting:
        raise _nothing_fits(candidates[0], device)
    best = max(fitting, key=lambda candidate: candidate.tokens_per_s)
    choice = _smallest_reaching(1 - RESOLUTION_SHARE, best, fitting)
    usual = {"dtype": target.dtype, "compile": target.compiled, "attention": target.attend}
    return Tuning(
        config=config,
        device=device,
        candidates=candidates,
        best=best,
        knee=_smallest_reaching(KNEE_SHARE, best, fitting),
        choice=choice,
        sure=say("tune.sure.data_sheet", share=RESOLUTION_SHARE),
        basis=say("tune.basis.roofline"),
        usual=usual,
        choices=usual,
        settings=_settings(choice),
        seconds=budget.used(),
        notes=notes,
    )


def _smallest_reaching(share: float, best: Candidate, candidates: list[Candidate]) -> Candidate:
    return next(candidate for candidate in candidates if candidate.tokens_per_s >= share * best.tokens_per_s)


def _planned_candidate(config: Config, target: Target, planner: Planner) -> Candidate:
    memory, _ = estimate_memory(planner.trace(config, target), target)
    verdict = fits(memory, target.device)
    rate = None
    if verdict is not False:
        rate = planner.plan(config, target, Demands(measure=False))["tokens_per_s"]
    return Candidate(config.batch_size, config.gradient_accumulation_steps, rate, memory, verdict)


def _nothing_fits(smallest: Candidate, device: Device) -> FledgeError:
    needs = f" (up to {smallest.memory.high / 1024:,.1f} GB)" if smallest.memory else ""
    return FledgeError(
        f"no micro-batch fits {device.name}: not even batch_size={smallest.batch_size}{needs}.",
        "Try a smaller model or --block_size.",
    )


def _settings(choice: Candidate) -> dict[str, Value]:
    return {"batch_size": choice.batch_size, "gradient_accumulation_steps": choice.accumulation}


def _choices(variant: StepVariant) -> dict[str, Any]:
    return {
        "dtype": variant.dtype,
        "compile": variant.compiled,
        "attention": variant.attend,
        "threads": variant.threads,
    }


# this machine


def tune_here(config: Config, budget: Budget, show: Show) -> Tuning:
    """Measure on this machine. The config has its vocab_size. Nothing is written, and torch's threads stay as set."""
    _check_budget(config, budget)
    with threads_at(config.threads or torch.get_num_threads()), variant_timer(config, show) as timer:
        return _Tuner(config, timer, budget, show).run()


def _check_budget(config: Config, budget: Budget) -> None:
    """A measurement that has begun is finished, so one that takes hours must not begin."""
    where, _ = choose_device(config.device)
    single = replace(config, batch_size=1, gradient_accumulation_steps=1, max_iters=1)
    check_training_memory(single, where)
    seconds = planned_seconds(single) if where.type == "cpu" else 0.0
    if seconds > budget.seconds:
        raise FledgeError(
            f"one sequence of this model takes about {duration(seconds)} here: a budget of {budget.seconds:g} s is "
            "too short.",
            "Try a smaller model or --block_size, or a longer --budget.",
        )


class _Tuner:
    def __init__(self, config: Config, timer: VariantTimer, budget: Budget, show: Show) -> None:
        self.config, self.timer, self.budget, self.show = config, timer, budget, show
        self.trials: list[VariantTrial] = []

    def run(self) -> Tuning:
        core = CoreClock()
        sizes, budget = micro_batches(self.config), self.budget.part(SEARCH_BUDGET_SHARE)
        search = Search(sizes, lambda size: self.timer.seconds(self.timer.usual(size)), budget, self.show)
        search.run(self.config.batch_size)
        candidates = self._candidates(search)
        by_size = {candidate.batch_size: candidate for candidate in candidates}
        if not search.seconds:
            raise _nothing_fits(candidates[0], self.timer.device)
        if len(search.seconds) == 1 and search.untried:
            raise RunFailed(
                f"a budget of {self.budget.seconds:g} s is too short: one micro-batch took {self.budget.used():.0f} s.",
                f"Try --budget={max(60, 10 * self.budget.used()):.0f}.",
            )
        choice = by_size[search.alike[0]]
        usual = self.timer.usual(choice.batch_size)
        chosen = self._fastest_variant(usual)
        settings = _settings(choice)
        usual_choices, choices = _choices(usual), _choices(chosen)
        for key in ("dtype", "threads", "compile"):
            if choices[key] != usual_choices[key]:
                settings[key] = choices[key]
        return Tuning(
            config=self.config,
            device=replace(self.timer.device, name=device_name(self.timer.where)),
            candidates=candidates,
            best=by_size[search.best],
            knee=by_size[search.knee],
            choice=choice,
            sure=how_sure(search, {size: candidate.name for size, candidate in by_size.items()}),
            basis=say("tune.basis.measured", version=torch.__version__),
            usual=usual_choices,
            choices=choices,
            settings=settings,
            seconds=self.budget.used(),
            trials=self.trials,
            notes=self._notes(search, core.share()),
        )

    def _candidates(self, search: Search) -> list[Candidate]:
        tokens = self.config.tokens_per_iter
        candidates = []
        for size in sorted({*search.seconds, *search.refused}):
            variant = self.timer.usual(size)
            found = search.seconds.get(size)
            candidates.append(
                Candidate(
                    batch_size=size,
                    accumulation=variant.accumulation,
                    rate=Spread.of(found).rate(tokens) if found else None,
                    memory=self.timer.memory.get(variant),
                    fits=bool(found),
                    refused=search.refused.get(size),
                )
            )
        return candidates

    def _notes(self, search: Search, core_share: float) -> list[Message]:
        notes = []
        if self.timer.where.type == "cpu" and core_share < BUSY_SHARE:
            notes.append(say("tune.note.busy", share=1 - core_share))
        if search.untried:
            sizes = [str(size) for size in sorted(search.untried)]
            notes.append(say("tune.note.no_room", sizes=sizes, budget=2 * self.budget.seconds))
        if self.timer.timer.problem:
            notes.append(say("tune.note.compile_failed", problem=self.timer.timer.problem))
        return notes

    def _fastest_variant(self, variant: StepVariant) -> StepVariant:
        """The fastest variant at the chosen micro-batch. What the user set is not varied."""
        config = self.config
        if self.timer.where.type != "cpu":
            return variant
        if not config.chosen("dtype") and cpu_has_bf16()[0]:
            dtype = "float32" if variant.dtype == "bfloat16" else "bfloat16"
            # bfloat16 rounds, so it has to gain more
            least = WORTHWHILE if dtype == "bfloat16" else 1.0
            variant = self._faster(variant, self.timer.usual(variant.batch_size, dtype), f"dtype={dtype}", least)
        kernel: Attend = "matmul" if variant.attend == "sdpa" else "sdpa"
        self._faster(variant, replace(variant, attend=kernel), f"attention={kernel}", keep=False)
        if not config.chosen("threads"):
            variant = self._fewer_threads(variant)
        if not config.chosen("compile") and self.budget.left() >= MIN_COMPILE_BUDGET_S:
            variant = self._compiled_if_it_pays(variant)
        return variant

    def _fewer_threads(self, variant: StepVariant) -> StepVariant:
        """Halve the number of threads for as long as that is faster."""
        while variant.threads > 1:
            threads = variant.threads // 2
            faster = self._faster(variant, replace(variant, threads=threads), f"threads={threads}")
            if faster is variant:
                break
            variant = faster
        return variant

    def _compiled_if_it_pays(self, variant: StepVariant) -> StepVariant:
        began = self.budget.used()
        compiled = self._faster(variant, replace(variant, compiled=True), "compile=True")
        if compiled is variant or self.timer.timer.problem:
            return variant
        taken, trial = self.budget.used() - began, self.trials[-1]
        assert trial.gain is not None
        run = self.timer.seconds(variant) * self.config.max_iters
        if run * (1 - 1 / trial.gain.median) > COMPILE_PAYS_FACTOR * taken:
            return compiled
        self.trials[-1] = replace(trial, kept=False, note=say("tune.trial.compile_too_long"))
        return variant

    def _faster(
        self, variant: StepVariant, other: StepVariant, what: str, least: float = 1.0, keep: bool = True
    ) -> StepVariant:
        """The faster of two variants, measured in turn. `other` has to gain more than the noise, and `least`."""
        ratios: list[float] = []
        try:
            while len(ratios) < MAX_TRIAL_ROUNDS and self.budget.left() > 0:
                self.show(f"{self.budget.used():.0f} s: {what}, round {len(ratios) + 1}")
                ratios.append(self.timer.seconds(variant) / self.timer.seconds(other))
                if len(ratios) >= MIN_ROUNDS and Ratio.of(ratios).is_settled:
                    break
        except TooLarge as error:
            self.trials.append(VariantTrial(what, None, False, error.reason))
            return variant
        if not ratios:
            return variant
        gain = Ratio.of(ratios)
        is_faster = len(ratios) >= MIN_ROUNDS and gain.low > 1 and gain.median >= max(least, 1 + RESOLUTION_SHARE)
        note = say("tune.trial.not_a_setting") if is_faster and not keep else None
        self.trials.append(VariantTrial(what, gain, is_faster and keep, note))
        return other if is_faster and keep else variant
