"""The best model for the time there is: `fledge plan --hours=8`."""

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from fledge.api.asked_gpus import asked_gpus
from fledge.api.planning import measured_step, targets_for
from fledge.api.time_budget import hours_allowed
from fledge.common.errors import FledgeError
from fledge.common.progress import Show, status_line
from fledge.config.fields import Assignment, Value
from fledge.config.load import make_config
from fledge.config.schema import Config
from fledge.data.mixture import Data, open_data
from fledge.hardware.table import Device
from fledge.model.flops import flops_per_token
from fledge.options.parser import Arguments
from fledge.options.plan import PlanOptions
from fledge.plan.best_for_time import Chooser, DepthChoice, DepthCurve
from fledge.plan.ladder import LEAST_RUNGS, LEAST_S, MOST_S, SAME_TOKENS, SHARE, Ladder
from fledge.plan.planner import Planner
from fledge.plan.quantities import MIN_WEB_TEXT_VOCABULARY
from fledge.plan.recipe import ORIGIN, Recipe
from fledge.plan.rung import Rung
from fledge.plan.scaling import LossPoint, LossRange, ScalingLaw, checked_law, published_law
from fledge.plan.types import Demands, MeasuredStep, Target
from fledge.texts import Message, say, text
from fledge.train.choices import USUAL_MFU
from fledge.train.launch import check_data, with_vocabulary

CHOSEN_HERE = ("depth", "n_layer", "n_head", "n_embd", "max_iters", "gradient_accumulation_steps", "planned_loss")
OF_LENGTH = ("batch_size", "eval_interval", "eval_iters", "lr_decay_iters", "warmup_iters")  # typed ones are kept
BLOCK_SIZE = 256  # unless the user chooses: twice the demo's, for runs of minutes to hours
SHORTEST_HOURS = LEAST_S / SHARE / 3600
REPEATED_PASSES = 4  # over the text, from which on a recipe without an n-gram table is tried, too
MOST_UNSEEN_PASSES, MORE_PASSES = 2.0, 3.0  # over the text, if no rung repeats it; and times what a rung did
LEAST_TEXT = 50  # blocks of training text: with fewer, small runs would tell nothing


@dataclass(frozen=True)
class BestForTime:
    """The choice, what is beside it, and what it rests on."""

    hours: float
    best: DepthChoice
    smaller: DepthChoice | None
    larger: DepthChoice | None
    curves: list[DepthCurve]
    device: Device
    rungs: list[Rung]
    new_rungs: int
    ladder_s: float
    checked: tuple[Rung, LossRange] | None  # the largest rung, and what the others said about it
    notes: list[Message]

    def to_json(self) -> dict[str, Any]:
        largest = None
        if self.checked is not None:
            rung, said = self.checked
            largest = {"actual": rung.val_loss, "value": said.value, "low": said.low, "high": said.high}
        return {
            "hours": self.hours,
            "best": choice_json(self.best),
            "smaller": choice_json(self.smaller) if self.smaller else None,
            "larger": choice_json(self.larger) if self.larger else None,
            "device": self.device.to_json(),
            "ladder": {
                "measured": bool(self.rungs),
                "rungs": [rung.to_json() for rung in self.rungs],
                "new_rungs": self.new_rungs,
                "seconds": self.ladder_s,
                "largest_from_others": largest,
            },
            "curves": [{"depth": curve.depth, "hours_and_loss": curve.points} for curve in self.curves],
            "notes": [text(note) for note in self.notes],
        }


def choice_json(choice: DepthChoice) -> dict[str, Any]:
    c, loss = choice.config, choice.loss
    return {
        "depth": choice.depth,
        "batch_size": c.batch_size,
        "gradient_accumulation_steps": c.gradient_accumulation_steps,
        "max_iters": c.max_iters,
        "learning_rate": c.learning_rate,
        "tokens": choice.tokens,
        "val_loss": {"value": loss.value, "low": loss.low, "high": loss.high} if loss else None,
        "limited_by": choice.limit,
        **choice.plan.to_json(),
    }


def best_for_time(arguments: Arguments) -> BestForTime:
    """The run with the lowest expected validation loss that fits the time. Without --no-measure, climbs the ladder."""
    options: PlanOptions = arguments.options
    config, data = asked_recipe(arguments)
    target_of, notes = _one_target(config, options)
    device = target_of(config).device
    hours = hours_allowed(options, device, datetime.now())
    if hours < SHORTEST_HOURS and options.measure:
        raise FledgeError(say("best.too_short", seconds=3600 * hours), say("best.longer", minutes=60 * SHORTEST_HOURS))
    recipe = Recipe(config, data.tokens["train"], data.tokens["val"])
    if recipe.text_tokens < LEAST_TEXT * config.block_size:
        sizes = {"tokens": recipe.text_tokens, "needed": LEAST_TEXT * config.block_size}
        raise FledgeError(say("best.small_text", **sizes), say("best.more_text"))
    recipes = _recipes(recipe, target_of(config), hours)
    seconds = min(MOST_S, 3600 * SHARE * hours) / len(recipes)
    ladders = [Ladder(one, data, seconds) for one in recipes]
    if options.measure:
        for ladder in ladders:
            ladder.climb()
            if len(ladder.rungs) < LEAST_RUNGS:
                counts = {"rungs": len(ladder.rungs), "needed": LEAST_RUNGS}
                raise FledgeError(say("best.few_rungs", **counts), say("best.more_time"))
    if options.until:
        hours = hours_allowed(options, device, datetime.now())  # less than before the ladder
    search = _Search(arguments, data, hours, target_of)
    with status_line() as show:
        found = [search.best_of(ladder, show) for ladder in (ladders if options.measure else ladders[:1])]
    fitting = [one for one in found if one is not None]
    if not fitting:
        raise FledgeError(say("best.nothing_fits", device=device.name), say("best.smaller_block"))
    best = min(fitting, key=lambda one: one.expected)
    if len(fitting) > 1:
        notes.append(_compared(best, next(one for one in fitting if one is not best)))
    ran, spent = sum(ladder.ran for ladder in ladders), sum(ladder.spent for ladder in ladders)
    return replace(best.found, new_rungs=ran, ladder_s=spent, notes=[*notes, *best.found.notes])


@dataclass(frozen=True)
class _Found:
    """The best of one recipe."""

    found: BestForTime
    expected: float
    has_table: bool


@dataclass(frozen=True)
class _Search:
    """The choice by one ladder at a time."""

    arguments: Arguments
    data: Data
    hours: float
    target_of: Callable[[Config], Target]

    def best_of(self, ladder: Ladder, show: Show) -> _Found | None:
        options: PlanOptions = self.arguments.options
        recipe, rungs = ladder.recipe, ladder.rungs if options.measure else []
        config, target = recipe.base, self.target_of(recipe.base)
        law, checked = _law(rungs) if rungs else (published_law(), None)
        has_level = bool(rungs) or config.vocab_size >= MIN_WEB_TEXT_VOCABULARY
        chooser = Chooser(
            recipe=recipe,
            law=law,
            planner=Planner(show, runs_steps=not rungs),
            target_of=self.target_of,
            demands=_demands(recipe, self.data, options),
            known_of=_known_steps(recipe, rungs, measured_step(config, self.arguments), target),
            hours=self.hours,
            most_tokens=_most_tokens(recipe, rungs),
            flops_per_s=_first_rate(recipe, rungs, target),
            has_level=has_level,
            memory_bytes=target.device.memory_bytes,
            deepest=max((rung.depth for rung in rungs), default=0),
        )
        best = chooser.choose()
        if best is None:
            return None
        smaller, larger = chooser.neighbours(best)
        found = BestForTime(
            hours=self.hours,
            best=best,
            smaller=smaller,
            larger=larger,
            curves=chooser.curves(best) if has_level else [],
            device=target.device,
            rungs=rungs,
            new_rungs=0,
            ladder_s=0.0,
            checked=checked,
            notes=_notes(best, rungs, has_level),
        )
        return _Found(found, chooser.expected(best), bool(config.ngram_rows))


def _recipes(recipe: Recipe, target: Target, hours: float) -> list[Recipe]:
    """The recipe, and the same without its n-gram table if the time allows to read the text often.

    The table learns fast, and learns a text by heart that is read more than two or three times (LOG.md, 2026-11-17).
    """
    base = recipe.base
    if not base.ngram_rows or base.chosen("ngram_rows"):
        return [recipe]
    often = recipe.config(2, REPEATED_PASSES * recipe.text_tokens)
    work = flops_per_token(often.shape) * often.tokens_per_iter * often.max_iters
    if work > 3600 * hours * USUAL_MFU * max(target.device.peak_flops.values()):
        return [recipe]
    return [recipe, replace(recipe, base=base.with_values(ORIGIN, ngram_rows=0))]


def _compared(best: _Found, other: _Found) -> Message:
    """That the table was left out, or kept, and what the other way would give."""
    numbers = {"loss": other.expected, "depth": other.found.best.depth}
    if best.has_table:
        return say("best.note.with_table", **numbers)
    return say("best.note.without_table", **numbers)


def asked_recipe(arguments: Arguments) -> tuple[Config, Data]:
    """The settings that are the same for every size, and the text. Sizes in a settings file are left out."""
    for entry in arguments.settings:
        if entry.is_typed and entry.key in CHOSEN_HERE:
            raise FledgeError(say("best.chosen", name=entry.key), say("best.leave_out", name=entry.key))
    kept = [entry for entry in arguments.settings if entry.is_typed or entry.key not in (*CHOSEN_HERE, *OF_LENGTH)]
    written = {entry.key for entry in kept}
    usual: dict[str, Value] = {"arch": "modern", "block_size": BLOCK_SIZE}
    kept += [Assignment(key, value, ORIGIN) for key, value in usual.items() if key not in written]
    config = make_config(kept)
    if config.init_from != "scratch":
        raise FledgeError(say("best.scratch", init_from=config.init_from), say("best.leave_out", name="init_from"))
    data = open_data(config)
    config = with_vocabulary(config, data)
    check_data(config, data, say("best.leave_out", name="vocab_size"))
    return config, data


def _one_target(config: Config, options: PlanOptions) -> tuple[Callable[[Config], Target], list[Message]]:
    """Where a run of any size would be: one GPU that was asked for, or this machine."""
    devices, names = asked_gpus(options)
    if len(devices) > 1 or options.gpus * options.nodes > 1:
        raise FledgeError(say("best.one_device"), say("best.name_one"))
    _, more = targets_for(config, devices, options)
    notes = [say("plan.note.plain", note=note) for note in (*names, *more)]

    def target_of(sized: Config) -> Target:
        target = targets_for(sized, devices, options)[0][0]
        # Lowering a compiled step takes long for each depth; the eager one bounds its time and memory from above.
        return replace(target, compiled=False) if target.here is not None and not target.on_gpu else target

    return target_of, notes


def _demands(recipe: Recipe, data: Data, options: PlanOptions) -> Demands:
    return Demands(
        dataset_tokens=float(recipe.text_tokens),
        tokens_source=str(data.path),
        val_tokens=float(recipe.val_tokens),
        price_per_kwh=options.price_per_kwh,
        price_per_hour=options.price_per_hour,
        measure=False,
    )


def _law(rungs: Sequence[Rung]) -> tuple[ScalingLaw, tuple[Rung, LossRange] | None]:
    """The law of the rungs, and what the others say about the largest one."""
    points = {LossPoint(rung.params, rung.tokens, rung.text_tokens, rung.val_loss): rung for rung in rungs}
    law, found = checked_law(list(points), seed_noise(rungs))
    error = statistics.median(rung.val_error / rung.val_loss for rung in rungs)  # all read the same windows
    law = replace(law, noise=math.hypot(law.noise, error))
    return law, found and (points[found[0]], found[1])


def seed_noise(rungs: Sequence[Rung]) -> float | None:
    """The relative standard deviation between seeds, from rungs that differ by nothing else."""
    squares = []
    for number, one in enumerate(rungs):
        for other in rungs[:number]:
            is_same = one.depth == other.depth and one.seed != other.seed and not one.is_whole_run
            if is_same and 1 / SAME_TOKENS < one.tokens / other.tokens < SAME_TOKENS:
                squares.append(math.log(one.val_loss / other.val_loss) ** 2 / 2)
    return math.sqrt(statistics.fmean(squares)) if squares else None


def _most_tokens(recipe: Recipe, rungs: Sequence[Rung]) -> float:
    """Beyond this, nothing tells what reading the text again would do."""
    passes = max((rung.tokens / rung.text_tokens for rung in rungs), default=0.0)
    return max(MOST_UNSEEN_PASSES, MORE_PASSES * passes) * recipe.text_tokens


def _known_steps(
    recipe: Recipe, rungs: Sequence[Rung], typed: MeasuredStep | None, target: Target
) -> Callable[[Target], MeasuredStep | None]:
    """The step by which planned times are scaled: the user's own, or that of the deepest rung."""
    if typed is not None or target.here is None or not rungs:
        return lambda target: typed
    rung = max((one for one in rungs if not one.is_whole_run), key=lambda one: (one.depth, one.tokens))
    config = recipe.rung(rung.depth, rung.tokens, 0)
    source = text(say("best.step_of_rung", depth=rung.depth))
    return lambda target: MeasuredStep(config, rung.step_s, source)


def _first_rate(recipe: Recipe, rungs: Sequence[Rung], target: Target) -> float:
    """FLOP/s, for a first look at which depths may be best."""
    if target.here is None or not rungs:
        return USUAL_MFU * max(target.device.peak_flops.values())
    rung = max(rungs, key=lambda one: (one.depth, one.tokens))
    return flops_per_token(recipe.config(rung.depth, 1.0).shape) * rung.tokens_per_iter / rung.step_s


def _notes(best: DepthChoice, rungs: Sequence[Rung], has_level: bool) -> list[Message]:
    notes = []
    passes = best.tokens / best.text_tokens
    if best.limit == "text":
        notes.append(say("best.note.text", passes=passes))
    if best.limit == "unseen":
        seen = max((rung.tokens / rung.text_tokens for rung in rungs), default=0.0)
        notes.append(say("best.note.unseen", passes=passes, seen=seen))
    if not rungs:
        notes.append(say("best.note.published"))
        if not has_level:
            notes.append(say("best.note.no_level"))
    return notes
