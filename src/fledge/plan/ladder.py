"""The ladder: small runs on the user's own text, from which the loss of a long run is expected."""

import contextlib
import math
import time
from dataclasses import dataclass

from fledge.common.progress import work_bar
from fledge.data.mixture import Data
from fledge.model.flops import flops_per_token
from fledge.plan.ladder_store import LadderStore
from fledge.plan.recipe import LEAST_ITERS, Recipe
from fledge.plan.rung import Rung, run_rung
from fledge.texts import say, text
from fledge.train.session import Session

SHARE, MOST_SHARE = 0.09, 0.10  # of the time there is: as planned, and at most
LEAST_S, MOST_S = 10.0, 600.0  # of a whole ladder; a longer one would tell little more
CAREFUL_SHARE = 0.7  # of the time that is left, for a rung whose depth was not timed before
LEAST_RUNGS = 4
# Of the validation split, for each second of the ladder: about a tenth of its time on one core, in all. A small part
# can be 1% harder or easier than the whole (LOG.md, 2026-11-18).
VAL_TOKENS_PER_S, MOST_VAL_TOKENS = 1_500, 300_000
SAME_TOKENS = 1.5  # a rung that was run before stands for one with up to so many times the tokens, or as much fewer
REPEATS = 1.5  # times the passes that a plan may make unseen: enough to see a text being learned by heart
FIRST_FLOPS = 1e9  # per second: slower than any CPU of the last ten years; until the first rung has told
FIRST_ITERS = 40


@dataclass(frozen=True)
class WantedRung:
    """A rung of the design: its depth, its share of the ladder's time, and which seed it has."""

    depth: int
    share: float
    seed: int = 0


FIRST = WantedRung(1, 0.0)  # tells how fast the machine is
# The smallest depth at three lengths, which tell how the fall slows down; depth 2 at two, the longer one as long as it
# can be: a long rung tells more than a deep one (LOG.md, 2026-11-19). One rung twice, for the noise between seeds. The
# short ones are first: whoever stops the ladder keeps the most rungs.
DESIGN = (
    WantedRung(1, 0.03),
    WantedRung(1, 0.03, seed=1),
    WantedRung(1, 0.06),
    WantedRung(2, 0.09),
    WantedRung(1, 0.12),
    WantedRung(3, 0.20),
    WantedRung(2, 0.47),
)


class OutOfTime(Exception):
    """A rung took much longer than expected, and was left."""


class Ladder:
    """Runs the rungs of the design that are not remembered."""

    def __init__(self, recipe: Recipe, data: Data, seconds: float) -> None:
        self.recipe, self.data, self.seconds = recipe, data, seconds
        self.val_tokens = round(min(recipe.val_tokens, MOST_VAL_TOKENS, VAL_TOKENS_PER_S * seconds))  # read by a rung
        self.store = LadderStore(recipe.base, data)
        self.spent = 0.0
        self.ran = 0
        self._before: Session | None = None

    @property
    def rungs(self) -> list[Rung]:
        """Those with the learning rate of the recipe."""
        return [rung for rung in self.store.rungs if rung.learning_rate == self.recipe.base.learning_rate]

    def climb(self) -> list[Rung]:
        """The rungs, remembered and new ones. Ctrl-C keeps those that are finished, and is raised."""
        if self.seconds <= SAME_TOKENS * self.store.climbed_s:
            return self.rungs
        design = DESIGN if self.rungs else (FIRST, *DESIGN)
        with work_bar(text(say("best.climbing")), len(design)) as show:
            for number, wanted in enumerate(design):
                show(number, text(say("best.rung", number=number + 1, total=len(design), depth=wanted.depth)))
                with contextlib.suppress(OutOfTime):
                    self._run(wanted)
        self.store.climbed(self.seconds)
        return self.rungs

    def _run(self, wanted: WantedRung) -> None:
        tokens = self._tokens_of_pair(wanted) if wanted.seed else self.tokens_of(wanted)
        if self._is_remembered(wanted, tokens):
            return
        left = MOST_SHARE / SHARE * self.seconds - self.spent
        if self.rungs:
            fitting = tokens * CAREFUL_SHARE * left / self.seconds_of(wanted.depth, tokens)
            tokens = min(tokens, fitting)
            if tokens < LEAST_ITERS * self.recipe.config(1, 1.0).tokens_per_iter:
                return
        began = time.perf_counter()

        def advance() -> None:
            if time.perf_counter() - began > left:
                raise OutOfTime

        try:
            config = self.recipe.rung(wanted.depth, tokens, wanted.seed)
            rung, self._before = run_rung(config, self.data, self.val_tokens, self._before, advance)
        finally:
            self.spent += time.perf_counter() - began
        self.ran += 1
        self.store.add(rung)

    def _is_remembered(self, wanted: WantedRung, tokens: float) -> bool:
        seed = self.recipe.base.seed + wanted.seed
        return any(
            rung.depth == wanted.depth
            and rung.seed == seed
            and not rung.is_whole_run
            and tokens / SAME_TOKENS <= rung.tokens <= tokens * SAME_TOKENS
            for rung in self.rungs
        )

    def _tokens_of_pair(self, wanted: WantedRung) -> float:
        """Those of the rung with another seed: the two differ by nothing else."""
        tokens = self.tokens_of(wanted)
        others = [rung.tokens for rung in self.rungs if rung.depth == wanted.depth and not rung.is_whole_run]
        return min(others, key=lambda other: abs(math.log(other / tokens)), default=tokens)

    def tokens_of(self, wanted: WantedRung) -> float:
        """As many tokens as the rung's share of the time allows, and as many passes as tell something."""
        per_iter = float(self.recipe.config(1, 1.0).tokens_per_iter)
        if wanted is FIRST:
            return FIRST_ITERS * per_iter
        left = wanted.share * self.seconds - self._seconds_around()
        most = REPEATS * self.recipe.unseen_passes * self.recipe.text_tokens
        return max(min(most, left / self._seconds_per_token(wanted.depth)), LEAST_ITERS * per_iter)

    def seconds_of(self, depth: int, tokens: float) -> float:
        """Seconds of a rung, by those that were run."""
        return tokens * self._seconds_per_token(depth) + self._seconds_around()

    def _seconds_around(self) -> float:
        """Of a rung besides its iterations: most of it is its evaluation. The first one has also counted and chosen."""
        return min(
            (rung.seconds - rung.step_s * rung.tokens / rung.tokens_per_iter for rung in self._run_here), default=0
        )

    def _seconds_per_token(self, depth: int) -> float:
        """By the longest rung of the nearest depth."""
        shape = self.recipe.config(depth, 1.0).shape
        if not self._run_here:
            return flops_per_token(shape) / FIRST_FLOPS
        near = min(self._run_here, key=lambda rung: (abs(rung.depth - depth), -rung.tokens))
        flops = flops_per_token(self.recipe.config(near.depth, 1.0).shape)
        return near.step_s / near.tokens_per_iter * flops_per_token(shape) / flops

    @property
    def _run_here(self) -> list[Rung]:
        return [rung for rung in self.store.rungs if not rung.is_whole_run]
