"""The pages of `fledge explain`: a run in numbers with its findings, or terms with their formulas."""

import textwrap
from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape
from rich.table import Column, Table

from fledge.analyze.summary import Explanation
from fledge.analyze.term_numbers import term_numbers
from fledge.common.console import console
from fledge.common.text import paragraph, sparkline
from fledge.logs.facts import Facts
from fledge.logs.readers import LogReading
from fledge.texts import text
from fledge.texts.glossary import Term
from fledge.texts.units import count, flops, milliseconds

COLOURS = {"error": "red", "warning": "yellow", "note": "cyan", "good": "green"}
FINDING_INDENT = 8
ROW_INDENT = 12
MAX_EXAMPLE_CHARS = 70
MIN_MEAN_DIFFERENCE = 0.05  # from the median step time, to be shown beside it


def print_page(explanation: Explanation, reading: LogReading, pick: int, verbose: bool) -> None:
    facts, run = explanation.facts, explanation.facts.run
    out = console()
    total = len(reading.runs)
    several = f", run {pick or total} of {total} in it (--pick)" if total > 1 else ""
    out.print(f"[bold]{escape(Path(run.name).name)}[/bold], {run.format}{several}\n", soft_wrap=True)
    for name, value in _summary(explanation):
        for number, part in enumerate(textwrap.wrap(value, max(40, out.width - ROW_INDENT))):
            out.print(f"  [bold]{name if number == 0 else '':<9}[/bold] {escape(part)}", soft_wrap=True)
    out.print()
    for finding in explanation.findings:
        colour = COLOURS[finding.severity]
        title = f"[bold]{escape(text(finding.title))}[/bold] [dim]({finding.code})[/dim]"
        row = Table.grid(Column(width=FINDING_INDENT, no_wrap=True), Column())
        row.add_row(f"[{colour}]{finding.severity}[/{colour}]", title)
        out.print(row)
        for words in (text(finding.evidence), f"→ {text(finding.advice)}"):
            out.print(escape(paragraph(words, FINDING_INDENT, out.width)), soft_wrap=True)
    is_asked = bool(run.curves) and run.is_language_model
    if is_asked and facts.missing and not (facts.tokens and facts.flops_per_s):
        asked = " ".join(f"--{name}=..." for name in facts.missing)
        out.print(f"\n[dim]Not in the log, and needed for tokens, FLOPs and MFU: {asked} or --config=FILE.[/dim]")
    if reading.other and not verbose and run.origin == "log":
        rest = f"{reading.other:,} of {reading.lines:,} lines are not about training"
        out.print(f"[dim]{rest} (--verbose shows some).[/dim]")
    if verbose:
        _print_verbose(explanation, reading)


def _print_verbose(explanation: Explanation, reading: LogReading) -> None:
    out = console()
    out.print(f"\n{reading.lines:,} lines, {reading.rows:,} rows of training, {reading.other:,} lines not understood:")
    for line, example in reading.examples:
        out.print(f"  {line:>6}: {escape(example[:MAX_EXAMPLE_CHARS])}", soft_wrap=True)
    if repeated := explanation.facts.run.repeated:
        out.print(f"{repeated:,} rows repeat another one, as when several processes print.")
    out.print("Settings:")
    for name, known in sorted(explanation.facts.run.settings.items()):
        out.print(f"  {name:<28} {escape(str(known.value)):<16} [dim]{escape(known.origin)}[/dim]", soft_wrap=True)


def _summary(explanation: Explanation) -> list[tuple[str, str]]:
    facts = explanation.facts
    run = facts.run
    rows: list[tuple[str, str]] = []
    if run.curves:
        rows.append(("progress", _progress(facts)))
    if facts.last_val and facts.best:
        it, val = facts.last_val
        best = f"; best {facts.best[1]:.4f} at {facts.best[0]:,}" if facts.best[0] != it else ""
        also = [f"perplexity {facts.val_perplexity:,.2f}"] if facts.val_perplexity is not None else []
        if facts.last_bpb and facts.last_bpb[0] == it:
            also.append(f"{facts.last_bpb[1]:.4f} bits per byte")
        beside = f" ({', '.join(also)})" if also else ""
        rows.append(("test loss" if run.is_val_test else "val loss", f"{val:.4f} at {it:,}{beside}{best}"))
    elif facts.last_bpb:
        rows.append(("val bpb", f"{facts.last_bpb[1]:.4f} bits per byte at {facts.last_bpb[0]:,}"))
    if facts.last_loss:
        rows.append(("loss", f"{facts.last_loss[1]:.4f} at {facts.last_loss[0]:,} (of its batches)"))
    elif facts.last_train:
        how = "mean over the epoch" if run.averages_epochs else "evaluated"
        rows.append(("train", f"{facts.last_train[1]:.4f} at {facts.last_train[0]:,} ({how})"))
    if facts.step_ms:
        rate = f", {facts.tokens_per_s:,.0f} tokens/s" if facts.tokens_per_s else ""
        mean = facts.step_mean_ms or 0.0
        on_average = f" at the median, {milliseconds(mean)} on average" if _differ(mean, facts.step_ms) else ""
        rows.append(("speed", f"{milliseconds(facts.step_ms)} per step{on_average}{rate}"))
    if facts.flops_per_s:
        device = facts.device.name if facts.device else "the device"
        share = f", {facts.mfu:.1%} of {device}" if facts.mfu else ""
        rows.append(("compute", f"{flops(facts.flops_per_s)}{share}"))
    if facts.peak_memory_mb:
        megabytes = facts.peak_memory_mb
        gigabytes = f" ({megabytes / 1024:,.2f} GB)" if megabytes >= 1024 else ""
        rows.append(("memory", f"{megabytes:,.0f} MB{gigabytes} at the most"))
    if facts.params:
        rows.append(("model", f"{facts.params / 1e6:,.2f}M parameters"))
    curve = run.curve("loss").values if len(run.curve("loss")) > 3 else run.curve("val_loss").values
    if len(curve) > 3:
        rows.append(("curve", sparkline(curve)))
    return rows


def _differ(mean: float, median: float) -> bool:
    return abs(mean / median - 1) > MIN_MEAN_DIFFERENCE


def _progress(facts: Facts) -> str:
    what = "iteration" if facts.run.counts == "iterations" else f"counted in {facts.run.counts}:"
    goal = f" of {facts.max_iters:,}" if facts.max_iters else ""
    tokens = f", {count(facts.tokens)} tokens" if facts.tokens else ""
    epochs = f", {facts.epochs:.3g} epochs" if facts.epochs else ""
    return f"{what} {facts.iterations:,}{goal}{tokens}{epochs}"


def print_terms(terms: Sequence[Term], facts: Facts | None) -> None:
    out = console()
    for term in terms:
        also = f" [dim]({escape(', '.join(term.also))})[/dim]" if term.also else ""
        out.print(f"[bold]{escape(term.name)}[/bold]{also}")
        paragraphs = [term.meaning]
        if term.formula:
            paragraphs.append(term.formula)
        if facts and (numbers := term_numbers(term.english, facts)):
            paragraphs.append(f"Here: {text(numbers)}")
        for words in paragraphs:
            out.print(escape(paragraph(words, 2, out.width)), soft_wrap=True)
