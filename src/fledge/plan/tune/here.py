"""Tuning on this machine: measures micro-batches, at equal tokens per iteration, and other variants of the step."""

from dataclasses import replace
from typing import Any

import torch

from fledge.common.errors import FledgeError, RunFailed
from fledge.common.progress import Show
from fledge.common.stats import Spread
from fledge.config.schema import Config
from fledge.hardware.detect import device_name
from fledge.hardware.stopwatch import threads_at
from fledge.plan.timing.iterations import StepVariant
from fledge.plan.tune.decision import busy_reasons, decide
from fledge.plan.tune.result import Candidate, Tuning
from fledge.plan.tune.search import Budget, Search, Timing, TooLarge
from fledge.plan.tune.there import nothing_fits, settings_of
from fledge.plan.tune.trials import Trials
from fledge.plan.tune.variants import VariantTimer, micro_batches, variant_timer
from fledge.texts import Message, say, text
from fledge.train.choices import choose_device, planned_seconds
from fledge.train.memory import check_training_memory

SEARCH_BUDGET_SHARE = 0.75  # for the micro-batch; the rest is for other variants of the step
FIRST_STEPS = 5  # micro-steps of the first two measurements: one to warm up, and two in each


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
            say("tune.long_sequence", seconds=seconds, budget=budget.seconds),
            say("tune.smaller_or_longer"),
        )


class _Tuner:
    def __init__(self, config: Config, timer: VariantTimer, budget: Budget, show: Show) -> None:
        self.config, self.timer, self.budget, self.show = config, timer, budget, show

    def run(self) -> Tuning:
        self._check_own()
        own, budget = self.config.batch_size, self.budget.part(SEARCH_BUDGET_SHARE)
        search = Search(micro_batches(self.config), own, self._timed, budget, self.show)
        search.run()
        candidates = self._candidates(search)
        by_size = {candidate.batch_size: candidate for candidate in candidates}
        if not search.tried:
            raise nothing_fits(candidates[0], self.timer.device)
        if len(search.tried) == 1 and search.untried:
            short = say("tune.short_budget", budget=self.budget.seconds, took=self.budget.used())
            longer = max(60, 10 * self.budget.used())
            if search.busy:
                busy = say("tune.busy", reasons=text(busy_reasons(search)))
                raise RunFailed(text([short, busy]), say("tune.longer_or_idle", budget=longer))
            raise RunFailed(short, say("tune.longer_budget", budget=longer))
        names = {size: candidate.name for size, candidate in by_size.items()}
        decision = decide(search, names, self.budget.seconds)
        choice = by_size[decision.choice]
        usual = self.timer.usual(choice.batch_size)
        trials = Trials(self.config, self.timer, self.budget, self.show)
        chosen = trials.fastest(usual)
        settings = settings_of(choice)
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
            sure=decision.sure,
            basis=_basis(decision.was_busy),
            usual=usual_choices,
            choices=choices,
            settings=settings,
            seconds=self.budget.used(),
            trials=trials.done,
            notes=self._notes(search),
            was_busy=decision.was_busy,
        )

    def _timed(self, size: int) -> Timing:
        return self.timer.timed(self.timer.usual(size))

    def _check_own(self) -> None:
        """Refuse a budget that the user's own micro-batch alone would use up, if it fits at all."""
        own = self.timer.usual(self.config.batch_size)
        try:
            self.timer.require_room(own)
        except TooLarge:
            return
        single = replace(self.config, gradient_accumulation_steps=1, max_iters=1)
        seconds = FIRST_STEPS * planned_seconds(single) if self.timer.where.type == "cpu" else 0.0
        if seconds > self.budget.seconds:
            raise FledgeError(
                say("tune.long_own", batch_size=own.batch_size, seconds=seconds, budget=self.budget.seconds),
                say("tune.longer_or_smaller", budget=20 * seconds),
            )

    def _candidates(self, search: Search) -> list[Candidate]:
        tokens = self.config.tokens_per_iter
        candidates = []
        for size in sorted({*search.tried, *search.refused}):
            variant = self.timer.usual(size)
            found = search.seconds(size) if size in search.tried else None
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

    def _notes(self, search: Search) -> list[Message]:
        notes = []
        if search.busy:
            numbers = {"count": len(search.busy), "all": search.measurements, "reasons": busy_reasons(search)}
            notes.append(say("tune.note.busy", **numbers))
        if search.untried:
            sizes = [str(size) for size in sorted(search.untried)]
            notes.append(say("tune.note.no_room", sizes=sizes, budget=2 * self.budget.seconds))
        if self.timer.timer.problem:
            notes.append(say("tune.note.compile_failed", problem=self.timer.timer.problem))
        return notes


def _basis(was_busy: bool) -> Message:
    if was_busy:
        return say("tune.basis.busy", version=torch.__version__)
    return say("tune.basis.measured", version=torch.__version__)


def _choices(variant: StepVariant) -> dict[str, Any]:
    return {
        "dtype": variant.dtype,
        "compile": variant.compiled,
        "attention": variant.attend,
        "threads": variant.threads,
    }
