"""Tiles: a run in a dozen numbers, each with a label and a short explanation."""

import math
from dataclasses import dataclass

from fledge.analyze.report.view import RunView
from fledge.logs.facts import Facts
from fledge.logs.run import Point
from fledge.texts.units import count, duration, flops


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
    about = f"of {facts.max_iters:,}" if facts.max_iters else ""  # which is known only where iterations are counted
    if facts.run.counts != "iterations":
        about = facts.run.counts
    epochs = f"{facts.epochs:.3g} epochs" if facts.epochs else ""
    clock = view.clock
    return [
        Tile("Iterations", f"{facts.iterations:,}" if facts.run.curves else "", about),
        Tile("Tokens", count(facts.tokens) if facts.tokens else "", epochs),
        Tile("Training", duration(clock.at(facts.iterations)) if clock else "", clock.basis if clock else ""),
        Tile("Parameters", f"{facts.params / 1e6:,.2f}M" if facts.params else ""),
    ]


def _results(view: RunView) -> list[Tile]:
    facts, printed = view.facts, view.facts.run.curve("loss").values
    ends_broken = bool(printed) and not math.isfinite(printed[-1])
    return [
        _loss(facts, "Best val loss", facts.best),
        _loss(facts, "Last val loss", facts.last_val),
        _loss(facts, "Last train loss", facts.last_train, "evaluated, "),
        _loss(facts, "Last batch loss", facts.last_loss, "finite, " if ends_broken else ""),
    ]


def _loss(facts: Facts, label: str, point: Point | None, word: str = "") -> Tile:
    if point is None:
        return Tile(label, "")
    it, loss = point
    perplexity = facts.perplexity(loss) if 0 < loss < 20 else None
    words = f", perplexity {perplexity:,.2f}" if perplexity else ""
    return Tile(label, f"{loss:.4f}" if abs(loss) < 1e6 else f"{loss:.4g}", f"{word}at {it:,}{words}")


def _speed(view: RunView) -> list[Tile]:
    facts = view.facts
    memory = [value for _, value in facts.run.curve("memory_mb").finite()]
    return [
        Tile("Step", step_text(facts.step_ms) if facts.step_ms else "", "median, without evaluations"),
        Tile("Throughput", f"{facts.tokens_per_s:,.0f}" if facts.tokens_per_s else "", "tokens/s"),
        Tile("Compute", flops(facts.flops_per_s) if facts.flops_per_s else "", "by nanoGPT's formula"),
        _mfu(view),
        Tile("Peak memory", f"{max(memory):,.0f} MB" if memory else ""),
        Tile("Device", facts.device_name or ""),
    ]


def _mfu(view: RunView) -> Tile:
    facts = view.facts
    if facts.mfu and facts.peak:
        return Tile("MFU", f"{facts.mfu:.1%}", f"of {flops(facts.peak)}")
    if facts.printed_mfu is None:
        return Tile("MFU", "")
    return Tile("MFU", f"{facts.printed_mfu:.1%}", "as printed, of an A100" if facts.prints_a100_mfu else "as printed")


def step_text(ms: float) -> str:
    if ms < 1000:
        return f"{ms:,.1f} ms"
    return f"{ms / 1000:.3g} s" if ms < 100_000 else duration(ms / 1000)
