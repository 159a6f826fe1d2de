"""The depth, batch and iterations with the lowest expected validation loss that fit the time and the memory."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from fledge.common.errors import FledgeError
from fledge.config.schema import Config
from fledge.model.flops import flops_per_token, least_model_bytes
from fledge.plan.planner import Planner
from fledge.plan.recipe import LEAST_ITERS, ORIGIN, Recipe
from fledge.plan.rung import weights_of
from fledge.plan.scaling import LossRange, ScalingLaw
from fledge.plan.types import Demands, MeasuredStep, Plan, Target
from fledge.texts import say

TIME_SHARE = 0.95  # of the time is planned: starting takes some, and so does a busy minute
MOST_DEPTH = 64
ROUNDS = 6  # of planning the neighbours of what looks best
CURVE_POINTS = 40
CURVE_REACH = (0.02, 1.5)  # of the hours there are
TOKEN_STEPS = 60
DEEPER = 4  # than the deepest small run, where the text is what limits
HARDLY_BETTER = 0.003  # of a loss: not worth a larger model
NEIGHBOURS = 2  # depths to each side in the picture


# What ends the run: the time; that more passes over the text would raise the loss; or that no small run tells whether
Limit = Literal["time", "text", "unseen"]


@dataclass(frozen=True)
class DepthChoice:
    """A run of one depth, as long as the time, the memory and the text allow."""

    depth: int
    plan: Plan
    loss: LossRange | None  # None where nothing says what loss this text has
    limit: Limit
    text_tokens: int

    @property
    def config(self) -> Config:
        return self.plan.config

    @property
    def tokens(self) -> int:
        return self.config.tokens_per_iter * self.config.max_iters

    @property
    def hours(self) -> float:
        total = self.plan.figures["total_hours"]
        assert total is not None  # a device without a speed was refused before
        return total.value


@dataclass(frozen=True)
class DepthCurve:
    """The expected loss of a depth, by hours."""

    depth: int
    points: list[tuple[float, float]]


@dataclass
class Chooser:
    """Plans depth by depth around what looks best, until nothing better is beside it."""

    recipe: Recipe
    law: ScalingLaw
    planner: Planner
    target_of: Callable[[Config], Target]
    demands: Demands
    known_of: Callable[[Target], MeasuredStep | None]
    hours: float
    most_tokens: Callable[[int], float]  # of a depth, beyond which no rung tells what repeating the text does
    flops_per_s: float  # until something is planned
    has_level: bool = True  # whether the law tells the loss, and not only which size is best
    memory_bytes: int | None = None
    deepest: int = 0  # of the small runs
    found: dict[int, DepthChoice] = field(default_factory=dict)
    too_large: set[int] = field(default_factory=set)

    def choose(self) -> DepthChoice | None:
        """The best of the depths that fit; None if none does."""
        for _ in range(ROUNDS):
            best = self._looks_best()
            if best is None:
                return None
            if not self._plan_missing(best, best - 1, best + 1):
                break
        in_time = {depth: self.expected(one) for depth, one in self.found.items() if one.hours <= self.hours}
        if in_time:
            return self.found[self._best_of(in_time)]
        return min(self.found.values(), key=lambda choice: choice.hours, default=None)

    def _plan_missing(self, *depths: int) -> bool:
        """Plans those that are possible and not planned yet; whether there was one."""
        missing = [depth for depth in depths if self._is_possible(depth) and depth not in self.found]
        for depth in missing:
            self._plan(depth)
        return bool(missing)

    def expected(self, choice: DepthChoice) -> float:
        """The middle of what the fits expect."""
        return float(self._losses(choice.depth, np.array([choice.tokens]))[0])

    def _is_possible(self, depth: int) -> bool:
        return 1 <= depth <= MOST_DEPTH and depth not in self.too_large and not self._is_too_large_for_text(depth)

    def _is_too_large_for_text(self, depth: int) -> bool:
        """Where a text is read more than once, a larger model always looks better to the law, which does not know how
        fast it learns a text by heart: only depths near those of small runs are believed.
        """
        if not self.deepest:
            return any(self._has_more_weights_than_text(smaller) for smaller in range(2, depth + 1))
        believed = self.deepest + DEEPER
        return depth > believed and (
            self._is_text_short(believed) or self._tokens(believed, self.hours) > self.recipe.text_tokens
        )

    def _has_more_weights_than_text(self, depth: int) -> bool:
        return self._is_text_short(depth) and weights_of(self.recipe.config(depth, 1.0)) > self._useful_tokens(depth)

    def _is_text_short(self, depth: int) -> bool:
        """Whether there is time left when more passes over the text no longer help."""
        return self._useful_tokens(depth) * self._seconds_per_token(depth) <= 3600 * self.hours

    def _looks_best(self) -> int | None:
        """By what was planned, and for other depths by the FLOPs of the nearest planned one."""
        memory = self.memory_bytes
        losses = {}
        for depth in range(1, MOST_DEPTH + 1):
            config = self.recipe.config(depth, 1.0)
            if memory is not None and least_model_bytes(config.shape, config.optimizer) > memory:
                break
            tokens = self._tokens(depth, self.hours)
            enough = LEAST_ITERS * config.tokens_per_iter
            if self._is_possible(depth) and (tokens >= enough or depth == 1):
                losses[depth] = float(self._losses(depth, np.array([tokens]))[0])
        return self._best_of(losses) if losses else None

    def _best_of(self, losses: dict[int, float]) -> int:
        """The depth with the lowest loss. Where the text is what limits, larger models always look a little better to
        the law, and the smallest one that is about as good is taken.
        """
        best = min(losses, key=losses.__getitem__)
        if not self._is_text_short(best):
            return best
        return min(depth for depth, loss in losses.items() if loss <= (1 + HARDLY_BETTER) * losses[best])

    def _tokens(self, depth: int, hours: float) -> float:
        """That a run of this depth trains on in this time, at most."""
        if depth in self.found and hours == self.hours:
            return self.found[depth].tokens
        return min(self._useful_tokens(depth), hours * 3600 / self._seconds_per_token(depth))

    def _useful_tokens(self, depth: int) -> float:
        """More tokens than this would not lower the loss: they repeat the text too often."""
        most = self.most_tokens(depth)
        tokens = np.geomspace(min(most, self.recipe.text_tokens), most, TOKEN_STEPS)
        return float(tokens[self._losses(depth, tokens).argmin()])

    def _seconds_per_token(self, depth: int) -> float:
        flops = flops_per_token(self.recipe.config(depth, 1.0).shape)
        if not self.found:
            return flops / self.flops_per_s
        near = self.found[min(self.found, key=lambda other: abs(other - depth))]
        return near.hours * 3600 / near.tokens * flops / flops_per_token(near.config.shape)

    def _losses(self, depth: int, tokens: Any) -> Any:
        config = self.recipe.config(depth, 1.0)
        return self.law.expected(np.array(weights_of(config)), tokens, np.array(self.recipe.text_tokens))

    def _plan(self, depth: int) -> None:
        """Plans a run of this depth that takes the time there is, if a micro-batch of it fits."""
        useful = self._useful_tokens(depth)
        tokens = self._tokens(depth, TIME_SHARE * self.hours)
        for _ in range(3):  # the batch follows from the tokens, the time of an iteration from the batch
            plan = self._planned(self.recipe.config(depth, tokens))
            if plan is None:
                self.too_large.add(depth)
                return
            total = plan.figures["total_hours"]
            assert total is not None
            possible = min(useful, tokens * TIME_SHARE * self.hours / total.value)
            if self.recipe.config(depth, possible).batch_size == self.recipe.config(depth, tokens).batch_size:
                break
            tokens = possible
        plan = self._planned(self.recipe.config(depth, possible))
        while plan is not None and plan["total_hours"].value > self.hours and plan.config.max_iters > LEAST_ITERS:
            # Evaluations take as long for a shorter run.
            possible *= TIME_SHARE * self.hours / plan["total_hours"].value
            plan = self._planned(self.recipe.config(depth, possible))
        assert plan is not None
        limit: Limit = "time"
        if possible >= 0.99 * useful:
            limit = "unseen" if useful >= 0.99 * self.most_tokens(depth) else "text"
        c = plan.config
        loss = None
        if self.has_level:
            loss = self.law.predict(weights_of(c), c.tokens_per_iter * c.max_iters, self.recipe.text_tokens)
        self.found[depth] = DepthChoice(depth, plan, loss, limit, self.recipe.text_tokens)

    def _planned(self, config: Config) -> Plan | None:
        """The plan of a config, with a smaller micro-batch if it has to; None if none fits."""
        plan = self._plan_of(config)
        if plan.fits is not False:
            return plan
        values = dict(setting.removeprefix("--").split("=") for setting in plan.remedy)
        if "batch_size" not in values:
            return None
        config = config.with_values(ORIGIN, **{name: int(value) for name, value in values.items()})
        return self._plan_of(config)

    def _plan_of(self, config: Config) -> Plan:
        target = self.target_of(config)
        plan = self.planner.plan(config, target, self.demands, self.known_of(target))
        if plan.figures["total_hours"] is None:
            raise FledgeError(say("best.no_speed", device=target.device.name), say("best.give_step"))
        return plan

    def neighbours(self, best: DepthChoice) -> tuple[DepthChoice | None, DepthChoice | None]:
        """The next smaller and the next larger depth, where they fit."""
        self._plan_missing(best.depth - 1, best.depth + 1)
        return self.found.get(best.depth - 1), self.found.get(best.depth + 1)

    def curves(self, best: DepthChoice) -> list[DepthCurve]:
        """The expected loss by hours, for the depths around the best."""
        hours = self.hours * np.geomspace(*CURVE_REACH, CURVE_POINTS)
        curves = []
        for depth in range(max(1, best.depth - NEIGHBOURS), best.depth + NEIGHBOURS + 1):
            config = self.recipe.config(depth, 1.0)
            tokens = hours * 3600 / self._seconds_per_token(depth)
            kept = (tokens >= LEAST_ITERS * config.tokens_per_iter) & (tokens <= 1.001 * self.most_tokens(depth))
            if kept.any():
                losses = self._losses(depth, tokens[kept])
                curves.append(DepthCurve(depth, list(zip(hours[kept].tolist(), losses.tolist(), strict=True))))
        return curves
