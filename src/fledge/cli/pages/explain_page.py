"""What `fledge explain` prints: a run in numbers and its findings, or a term and its formula."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fledge.common.terminal import console
from fledge.common.text import paragraph

if TYPE_CHECKING:
    from fledge.analyze.glossary import Term
    from fledge.analyze.summary import Explanation
    from fledge.logs.facts import Facts
    from fledge.logs.readers.log import Reading

COLOURS = {"error": "red", "warning": "yellow", "note": "cyan", "good": "green"}


def print_page(explanation: "Explanation", reading: "Reading", pick: int, verbose: bool) -> None:
    from rich.markup import escape

    facts, run = explanation.facts, explanation.facts.run
    out = console()
    total = len(reading.runs)
    several = f", run {pick or total} of {total} in it (--pick)" if total > 1 else ""
    out.print(f"[bold]{escape(Path(run.name).name)}[/bold], {run.format}{several}\n", soft_wrap=True)
    for name, text in _summary(explanation):
        out.print(f"  [bold]{name:<9}[/bold] {escape(text)}", soft_wrap=True)
    out.print()
    for finding in explanation.findings:
        colour = COLOURS[finding.severity]
        title = f"[bold]{escape(finding.title)}[/bold] [dim]({finding.code})[/dim]"
        out.print(f"[{colour}]{finding.severity:<8}[/{colour}]{title}")
        out.print(escape(paragraph(finding.evidence, 8, out.width)), soft_wrap=True)
        out.print(escape(paragraph(f"→ {finding.advice}", 8, out.width)), soft_wrap=True)
    if facts.missing and not (facts.tokens and facts.flops_per_s):
        asked = " ".join(f"--{name}=..." for name in facts.missing)
        out.print(f"\n[dim]Not in the log, and needed for tokens, FLOPs and MFU: {asked} or --config=FILE.[/dim]")
    if reading.other and not verbose and run.origin == "log":
        rest = f"{reading.other:,} of {reading.lines:,} lines say nothing of the training"
        out.print(f"[dim]{rest} (--verbose shows some).[/dim]")
    if verbose:
        _print_verbose(explanation, reading)


def _print_verbose(explanation: "Explanation", reading: "Reading") -> None:
    from rich.markup import escape

    out = console()
    out.print(f"\n{reading.lines:,} lines, {reading.rows:,} of training, {reading.other:,} not understood:")
    for line, text in reading.examples:
        out.print(f"  {line:>6}: {escape(text[:70])}", soft_wrap=True)
    if repeated := explanation.facts.run.repeated:
        out.print(f"{repeated:,} rows said again what another had said, as several processes do.")
    out.print("Settings:")
    for name, known in sorted(explanation.facts.run.settings.items()):
        out.print(f"  {name:<28} {escape(str(known.value)):<16} [dim]{escape(known.origin)}[/dim]", soft_wrap=True)


def _summary(explanation: "Explanation") -> list[tuple[str, str]]:
    from fledge.common.text import count, duration, flops, sparkline

    facts = explanation.facts
    run = facts.run
    rows: list[tuple[str, str]] = []
    of = f" of {facts.max_iters:,}" if facts.max_iters else ""
    tokens = f", {count(facts.tokens)} tokens" if facts.tokens else ""
    epochs = f", {facts.epochs:.3g} epochs" if facts.epochs else ""
    if run.curves:
        what = "iteration" if run.counts == "iterations" else f"counted in {run.counts}:"
        rows.append(("progress", f"{what} {facts.iterations:,}{of}{tokens}{epochs}"))
    if facts.last_val and facts.best:
        it, val = facts.last_val
        best = f"; best {facts.best[1]:.4f} at {facts.best[0]:,}" if facts.best[0] != it else ""
        rows.append(("val loss", f"{val:.4f} at {it:,} (perplexity {math.exp(min(val, 700)):,.2f}){best}"))
    if facts.last_loss:
        rows.append(("loss", f"{facts.last_loss[1]:.4f} at {facts.last_loss[0]:,} (of its batches)"))
    if facts.step_ms:
        rate = f", {facts.tokens_per_s:,.0f} tokens/s" if facts.tokens_per_s else ""
        step = f"{facts.step_ms:,.1f} ms" if facts.step_ms < 10_000 else duration(facts.step_ms / 1000)
        rows.append(("speed", f"{step} a step{rate}"))
    if facts.flops_per_s:
        real = f", {facts.mfu:.1%} of {facts.device.name if facts.device else 'the device'}" if facts.mfu else ""
        rows.append(("compute", f"{flops(facts.flops_per_s)}{real}"))
    if facts.params:
        rows.append(("model", f"{facts.params / 1e6:,.2f}M parameters"))
    curve = run.curve("loss").values if len(run.curve("loss")) > 3 else run.curve("val_loss").values
    if len(curve) > 3:
        rows.append(("curve", sparkline(curve)))
    return rows


def print_terms(terms: Sequence["Term"], facts: "Facts | None") -> None:
    from rich.markup import escape

    from fledge.analyze.glossary import with_numbers

    out = console()
    for term in terms:
        also = f" [dim]({escape(', '.join(term.also))})[/dim]" if term.also else ""
        out.print(f"[bold]{escape(term.name)}[/bold]{also}")
        here = with_numbers(term, facts) if facts else None
        for text in (term.meaning, term.formula, f"Here: {here}" if here else ""):
            if text:
                out.print(escape(paragraph(text, 2, out.width)), soft_wrap=True)
