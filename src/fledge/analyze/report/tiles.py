"""Tiles: a run in a dozen numbers, each with a label and a short explanation."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fledge.analyze.report.view import RunView
from fledge.logs.facts import Facts
from fledge.logs.names import COUNTS
from fledge.logs.run import Point
from fledge.texts import Message, say, text
from fledge.texts.numbers import fixed, number, percent, significant
from fledge.texts.units import count, duration, flops, with_commas

ITERATIONS = say("report.tile.iterations")
TRAINING = say("report.tile.training")
STEP = say("report.tile.step")
PEAK_MEMORY = say("report.tile.peak_memory")


@dataclass(frozen=True)
class Tile:
    label: str
    value: str
    about: str = ""


def tiles_of(view: RunView) -> list[Tile]:
    """Always the same tiles in the same order; a number that the run does not give has an empty value."""
    return [*_progress(view), *_results(view), *_speed(view)]


def _progress(view: RunView) -> list[Tile]:
    facts = view.facts
    about = text(say("report.tile.of", goal=facts.max_iters)) if facts.max_iters else ""
    if facts.run.counts != "iterations":  # then no goal is known
        about = text(COUNTS[facts.run.counts])
    clock = view.clock
    epochs = text(say("report.tile.epochs", epochs=facts.epochs)) if facts.epochs else ""
    millions = text(say("report.tile.millions", n=facts.params / 1e6)) if facts.params else ""
    time, basis = (duration(clock.at(facts.iterations)), text(clock.basis)) if clock else ("", "")
    return [
        Tile(text(ITERATIONS), number(facts.iterations) if facts.run.curves else "", about),
        Tile(text(say("report.tile.tokens")), count(facts.tokens) if facts.tokens else "", epochs),
        Tile(text(TRAINING), time, basis),
        Tile(text(say("report.tile.parameters")), millions),
    ]


def _results(view: RunView) -> list[Tile]:
    facts, printed = view.facts, view.facts.run.curve("loss").values
    ends_broken = bool(printed) and not math.isfinite(printed[-1])
    return [
        _loss(facts, say("report.tile.best_val"), facts.best),
        _loss(facts, say("report.tile.last_val"), facts.last_val),
        _loss(facts, say("report.tile.last_train"), facts.last_train, [say("report.tile.evaluated")]),
        _loss(
            facts, say("report.tile.last_batch"), facts.last_loss, [say("report.tile.finite")] if ends_broken else []
        ),
    ]


def _loss(facts: Facts, label: Message, point: Point | None, about: Sequence[Message] = ()) -> Tile:
    if point is None:
        return Tile(text(label), "")
    it, loss = point
    perplexity = facts.perplexity(loss) if 0 < loss < 20 else None
    said = [*about, say("report.tile.at", it=it)]
    if perplexity:
        said.append(say("report.tile.perplexity", perplexity=perplexity))
    return Tile(text(label), fixed(loss, 4) if abs(loss) < 1e6 else significant(loss, 4), with_commas(said))


def _speed(view: RunView) -> list[Tile]:
    facts = view.facts
    memory = [value for _, value in facts.run.curve("memory_mb").finite()]
    return [
        Tile(text(STEP), step_text(facts.step_ms) if facts.step_ms else "", text(say("report.tile.median"))),
        Tile(
            text(say("report.tile.throughput")),
            number(facts.tokens_per_s, 0) if facts.tokens_per_s else "",
            text(say("report.tile.tokens_per_s")),
        ),
        Tile(
            text(say("report.tile.compute")),
            flops(facts.flops_per_s) if facts.flops_per_s else "",
            text(say("report.tile.formula")),
        ),
        _mfu(view),
        Tile(text(PEAK_MEMORY), text(say("report.tile.megabytes", mb=max(memory))) if memory else ""),
        Tile(text(say("report.tile.device")), facts.device_name or ""),
    ]


def _mfu(view: RunView) -> Tile:
    facts, label = view.facts, text(say("report.tile.mfu"))
    if facts.mfu and facts.peak:
        return Tile(label, percent(facts.mfu, 1), text(say("report.tile.of_peak", peak=facts.peak)))
    if facts.printed_mfu is None:
        return Tile(label, "")
    about = say("report.tile.printed_of_a100") if facts.prints_a100_mfu else say("report.tile.printed")
    return Tile(label, percent(facts.printed_mfu, 1), text(about))


def step_text(ms: float) -> str:
    if ms < 1000:
        return text(say("report.tile.ms", ms=ms))
    return text(say("report.tile.s", s=ms / 1000)) if ms < 100_000 else duration(ms / 1000)
