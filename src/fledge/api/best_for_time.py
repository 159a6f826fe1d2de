"""The best model for the time there is: `fledge plan --hours=8`."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from fledge.api.asked_gpus import asked_gpus
from fledge.api.best_result import BestForTime
from fledge.api.planning import measured_step, targets_for
from fledge.api.time_budget import check_limits, hours_allowed
from fledge.common.errors import FledgeError
from fledge.common.progress import status_line
from fledge.config.fields import Assignment, Value
from fledge.config.load import make_config
from fledge.config.schema import Config
from fledge.data.mixture import Data, open_data
from fledge.model.flops import flops_per_token
from fledge.options.parser import Arguments
from fledge.options.plan import PlanOptions
from fledge.plan.best_for_time import Chooser, DepthChoice
from fledge.plan.ladder import LEAST_RUNGS, LEAST_S, MOST_S, SHARE, Ladder
from fledge.plan.ladder_results import (
    FEW_ITERS,
    OTHER_KIND,
    first_rate,
    harder_split,
    known_steps,
    law_of,
    longest_iters,
    most_tokens,
    passes_seen,
)
from fledge.plan.planner import Planner
from fledge.plan.quantities import MIN_WEB_TEXT_VOCABULARY
from fledge.plan.recipe import ORIGIN, Recipe
from fledge.plan.rung import Rung
from fledge.plan.scaling import published_law
from fledge.plan.types import Demands, Target
from fledge.plan.unigrams import unigram_loss
from fledge.texts import Message, say
from fledge.train.choices import CPU_COMPILE_GAIN, USUAL_MFU
from fledge.train.launch import check_data, with_vocabulary

CHOSEN_HERE = ("depth", "n_layer", "n_head", "n_embd", "max_iters", "gradient_accumulation_steps", "planned_loss")
OF_LENGTH = ("batch_size", "eval_interval", "eval_iters", "lr_decay_iters", "warmup_iters")  # typed ones are kept
BLOCK_SIZE = 256  # unless the user chooses: twice the demo's, for runs of minutes to hours
SHORTEST_HOURS = LEAST_S / SHARE / 3600
REPEATED_PASSES = 16  # of depth 2 in the time, from which on the n-gram table is left out (LOG.md, 2026-11-18)
FEWEST_COUNTS, MOST_COUNTS = 1 << 19, 1 << 21  # of n-grams, 16 bytes each (LOG.md, 2026-11-17)
USED_SHARE = 0.9  # of the time; where less of it is planned, the page says what is left
LEAST_TEXT = 50  # blocks of training text: with fewer, small runs would tell nothing


def best_for_time(arguments: Arguments) -> BestForTime:
    """The run with the lowest expected validation loss that fits the time. Without --no-measure, climbs the ladder."""
    options: PlanOptions = arguments.options
    check_limits(options, datetime.now())  # before anything is opened
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
    if _is_text_short(recipe, target_of(config), hours):
        recipe = replace(recipe, base=config.with_values(ORIGIN, ngram_rows=0))
        notes.append(say("best.note.without_table"))
    ladder = Ladder(recipe, data, min(MOST_S, 3600 * SHARE * hours))
    rungs = _climbed(ladder) if options.measure else []
    if options.until:
        hours = hours_allowed(options, device, datetime.now())  # less than before the ladder
    law, checked = published_law(bool(recipe.base.ngram_rows)), None
    if rungs:
        law, checked = law_of(rungs, unigram_loss(data), bool(recipe.base.ngram_rows))
    target = target_of(recipe.base)
    with status_line() as show:
        chooser = Chooser(
            recipe=recipe,
            law=law,
            planner=Planner(show, runs_steps=not rungs),
            target_of=lambda sized: _as_planned(target_of(sized)),
            demands=_demands(recipe, data, options),
            known_of=known_steps(recipe, rungs, measured_step(recipe.base, arguments), target),
            hours=hours,
            most_tokens=lambda depth: most_tokens(recipe, rungs, depth),
            flops_per_s=first_rate(recipe, rungs, target),
            has_level=bool(rungs) or config.vocab_size >= MIN_WEB_TEXT_VOCABULARY,
            memory_bytes=device.memory_bytes,
            deepest=max((rung.depth for rung in rungs), default=0),
        )
        best = _chosen(chooser)
        smaller, larger = chooser.neighbours(best)
    return BestForTime(
        hours=hours,
        best=best,
        smaller=smaller,
        larger=larger,
        curves=chooser.curves(best) if chooser.has_level else [],
        device=device,
        rungs=rungs,
        new_rungs=ladder.ran,
        ladder_s=ladder.spent,
        checked=checked,
        notes=[*notes, *_notes(best, hours, rungs, chooser.has_level), *_compiled_note(target_of(best.config))],
    )


def _climbed(ladder: Ladder) -> list[Rung]:
    rungs = ladder.climb()
    if len(rungs) < LEAST_RUNGS:
        raise FledgeError(say("best.few_rungs", rungs=len(rungs), needed=LEAST_RUNGS), say("best.more_time"))
    return rungs


def _chosen(chooser: Chooser) -> DepthChoice:
    """The best choice within memory and time."""
    best = chooser.choose()
    if best is None:
        device = chooser.target_of(chooser.recipe.base).device
        raise FledgeError(say("best.nothing_fits", device=device.name), say("best.smaller_block"))
    if best.hours > chooser.hours:
        least = say("best.least_time", seconds=3600 * best.hours)
        raise FledgeError(say("best.no_run_fits", seconds=3600 * chooser.hours), least)
    return best


def _is_text_short(recipe: Recipe, target: Target, hours: float) -> bool:
    """Whether the time allows to read the text so often that a run is better without an n-gram table.

    The table learns fast, and learns a text by heart that is read more than two or three times.
    """
    base = recipe.base
    if not base.ngram_rows or base.chosen("ngram_rows"):
        return False
    often = recipe.config(2, REPEATED_PASSES * recipe.text_tokens)
    work = flops_per_token(often.shape) * often.tokens_per_iter * often.max_iters
    return work <= 3600 * hours * USUAL_MFU * max(target.device.peak_flops.values())


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
    if config.arch == "modern" and "ngram_counts" not in written:
        config = config.with_values(ORIGIN, ngram_counts=counts_for(data.tokens["train"]))
    return config, data


def counts_for(text_tokens: int) -> int:
    """How many n-grams of a text are worth counting: a quarter of its tokens, as a power of two."""
    return min(max(FEWEST_COUNTS, 1 << (text_tokens // 4).bit_length()), MOST_COUNTS)


def _one_target(config: Config, options: PlanOptions) -> tuple[Callable[[Config], Target], list[Message]]:
    """Where a run of any size would be: one GPU that was asked for, or this machine."""
    devices, names = asked_gpus(options)
    if len(devices) > 1 or options.gpus * options.nodes > 1:
        raise FledgeError(say("best.one_device"), say("best.name_one"))
    _, more = targets_for(config, devices, options)
    notes = [say("plan.note.plain", note=note) for note in (*names, *more)]

    def target_of(sized: Config) -> Target:
        return targets_for(sized, devices, options)[0][0]

    return target_of, notes


def _as_planned(target: Target) -> Target:
    """Lowering a compiled step takes long for each depth; on a CPU the eager one bounds time and memory from above."""
    return replace(target, compiled=False) if _is_on_cpu(target) else target


def _is_on_cpu(target: Target) -> bool:
    return target.here is not None and not target.on_gpu


def _demands(recipe: Recipe, data: Data, options: PlanOptions) -> Demands:
    return Demands(
        dataset_tokens=float(recipe.text_tokens),
        tokens_source=str(data.path),
        val_tokens=float(recipe.val_tokens),
        price_per_kwh=options.price_per_kwh,
        price_per_hour=options.price_per_hour,
        measure=False,
    )


def _compiled_note(target: Target) -> list[Message]:
    """The planned time is that of a run that is not compiled; `fledge train` compiles a long one on a CPU, too."""
    if not _is_on_cpu(target) or not target.compiled:
        return []
    return [say("best.note.compiled", gain=CPU_COMPILE_GAIN)]


def _notes(best: DepthChoice, hours: float, rungs: Sequence[Rung], has_level: bool) -> list[Message]:
    notes = []
    passes = best.tokens / best.text_tokens
    if best.limit == "text":
        notes.append(say("best.note.text", passes=passes))
    seen = passes_seen(rungs, best.depth)
    if best.limit == "unseen" and seen >= 1:
        notes.append(say("best.note.unseen", passes=passes, seen=seen))
    elif best.limit == "unseen":
        notes.append(say("best.note.unread", passes=passes))
    if best.limit != "time" and best.hours < USED_SHARE * hours:
        notes.append(say("best.note.left", seconds=3600 * (hours - best.hours)))
    if harder_split(rungs) > OTHER_KIND:
        notes.append(say("best.note.other_kind", off=harder_split(rungs) - 1))
    if 0 < longest_iters(rungs) < FEW_ITERS:
        notes.append(say("best.note.short_runs", iters=longest_iters(rungs)))
    if not rungs:
        notes.append(say("best.note.published"))
        if not has_level:
            notes.append(say("best.note.no_level"))
    return notes
