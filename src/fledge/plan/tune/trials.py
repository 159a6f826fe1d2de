"""Other variants of the step, tried on the chosen micro-batch: dtype, attention kernel, threads, torch.compile."""

from dataclasses import replace

from fledge.common.progress import Show
from fledge.config.schema import Config
from fledge.hardware.detect import cpu_has_bf16
from fledge.model.attention import Attend
from fledge.plan.timing.iterations import StepVariant
from fledge.plan.tune.ratio import MIN_ROUNDS, RESOLUTION_SHARE, Ratio
from fledge.plan.tune.result import VariantTrial
from fledge.plan.tune.search import Budget, TooLarge
from fledge.plan.tune.variants import VariantTimer
from fledge.texts import say, text
from fledge.train.choices import WORTHWHILE

MIN_COMPILE_BUDGET_S = 60  # compiling is tried only if this much of the budget is left
MAX_ROUNDS = 8
COMPILE_PAYS_FACTOR = 1.5  # a run must save this many times the seconds that compiling takes


class Trials:
    """Measures variants beside one another, and keeps a record."""

    def __init__(self, config: Config, timer: VariantTimer, budget: Budget, show: Show) -> None:
        self.config, self.timer, self.budget, self.show = config, timer, budget, show
        self.done: list[VariantTrial] = []

    def fastest(self, variant: StepVariant) -> StepVariant:
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
        taken, trial = self.budget.used() - began, self.done[-1]
        assert trial.gain is not None
        run = self.timer.timed(variant).seconds * self.config.max_iters
        if run * (1 - 1 / trial.gain.median) > COMPILE_PAYS_FACTOR * taken:
            return compiled
        self.done[-1] = replace(trial, kept=False, note=say("tune.trial.compile_too_long"))
        return variant

    def _faster(
        self, variant: StepVariant, other: StepVariant, what: str, least: float = 1.0, keep: bool = True
    ) -> StepVariant:
        """The faster of two variants, measured in turn. `other` has to gain more than the noise, and `least`."""
        ratios: list[float] = []
        try:
            for number in range(2 * MAX_ROUNDS):
                is_settled = len(ratios) % 2 == 0 and bool(ratios) and Ratio.of(ratios).is_settled
                is_busy = number >= MIN_ROUNDS and not ratios
                if is_settled or is_busy or len(ratios) == MAX_ROUNDS or self.budget.left() <= 0:
                    break
                self.show(text(say("tune.doing.trial", seconds=self.budget.used(), what=what, number=number + 1)))
                there_and_back = (variant, other) if len(ratios) % 2 else (other, variant)
                taken = {one: self.timer.timed(one) for one in there_and_back}
                if not any(timing.is_busy for timing in taken.values()):
                    ratios.append(taken[variant].seconds / taken[other].seconds)
        except TooLarge as error:
            self.done.append(VariantTrial(what, None, False, error.reason))
            return variant
        if not ratios:
            if self.budget.left() > 0:
                self.done.append(VariantTrial(what, None, False, say("tune.trial.busy")))
            return variant
        gain = Ratio.of(ratios)
        is_faster = gain.is_above(1) and gain.median >= max(least, 1 + RESOLUTION_SHARE)
        note = say("tune.trial.not_a_setting") if is_faster and not keep else None
        self.done.append(VariantTrial(what, gain, is_faster and keep, note))
        return other if is_faster and keep else variant
