"""The pages of `fledge explain`: a run in numbers with its findings, or terms with their formulas."""

from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape
from rich.table import Column

from fledge.analyze.findings.finding import SEVERITY_NAMES
from fledge.analyze.summary import Explanation
from fledge.analyze.term_numbers import term_numbers
from fledge.cli.pages.tables import WordTable
from fledge.common.console import console
from fledge.common.lines import arrow, gap, in_column, wrapped
from fledge.common.text import paragraph, sparkline
from fledge.logs.facts import Facts
from fledge.logs.names import COUNTS, format_name, origin_name
from fledge.logs.readers import LogReading
from fledge.logs.run import Point
from fledge.texts import Message, say, text
from fledge.texts.glossary import Term
from fledge.texts.width import padded, width

COLOURS = {"error": "red", "warning": "yellow", "note": "cyan", "good": "green"}
MIN_FINDING_INDENT = 8
MIN_NAME_CELLS = 9
MAX_EXAMPLE_CHARS = 70
MIN_MEAN_DIFFERENCE = 0.05  # from the median step time, to be shown beside it

Row = tuple[Message, Message | str]


def print_page(explanation: Explanation, reading: LogReading, pick: int, verbose: bool) -> None:
    facts, run = explanation.facts, explanation.facts.run
    out = console()
    total = len(reading.runs)
    name = f"[bold]{escape(Path(run.name).name)}[/bold]"
    if total > 1:
        head = say(
            "explain.page.head_of_several", name=name, format=format_name(run.format), number=pick or total, total=total
        )
    else:
        head = say("explain.page.head", name=name, format=format_name(run.format))
    out.print(f"{text(head)}\n", soft_wrap=True)
    _print_rows(_summary(explanation))
    out.print()
    indent = max(MIN_FINDING_INDENT, 1 + max(width(text(name)) for name in SEVERITY_NAMES.values()))
    for finding in explanation.findings:
        colour = COLOURS[finding.severity]
        title = f"[bold]{escape(text(finding.title))}[/bold] [dim]({finding.code})[/dim]"
        row = WordTable.grid(Column(width=indent, no_wrap=True), Column())
        row.add_row(f"[{colour}]{text(SEVERITY_NAMES[finding.severity])}[/{colour}]", title)
        out.print(row)
        for words in (text(finding.evidence), f"{arrow()} {text(finding.advice)}"):
            out.print(escape(paragraph(words, indent, out.width)), soft_wrap=True)
    is_asked = bool(run.curves) and run.is_language_model
    if is_asked and facts.missing and not (facts.tokens and facts.flops_per_s):
        asked = " ".join(f"--{name}=..." for name in facts.missing)
        out.print(f"\n[dim]{text(say('explain.page.asked', settings=asked))}[/dim]")
    if reading.other and not verbose and run.origin == "log":
        out.print(f"[dim]{text(say('explain.page.other_lines', other=reading.other, lines=reading.lines))}[/dim]")
    if verbose:
        _print_verbose(explanation, reading)


def _print_rows(rows: Sequence[Row]) -> None:
    out = console()
    names = [text(name) for name, _ in rows]
    columns = max([MIN_NAME_CELLS, *map(width, names)])
    for name, value in zip(names, (value for _, value in rows), strict=True):
        said = value if isinstance(value, str) else text(value)
        for number, part in enumerate(wrapped(said, max(40, out.width - columns - 2 - len(gap())))):
            label = padded(in_column(name) if number == 0 else "", columns)
            out.print(f"  [bold]{label}[/bold]{gap()}{escape(in_column(part))}", soft_wrap=True)


def _print_verbose(explanation: Explanation, reading: LogReading) -> None:
    out = console()
    read = say("explain.page.read", lines=reading.lines, rows=reading.rows, other=reading.other)
    out.print(f"\n{text(read)}")
    for line, example in reading.examples:
        out.print(f"  {line:>6}: {escape(example[:MAX_EXAMPLE_CHARS])}", soft_wrap=True)
    if repeated := explanation.facts.run.repeated:
        out.print(text(say("explain.page.repeated", rows=repeated)))
    out.print(text(say("explain.page.settings")))
    for name, known in sorted(explanation.facts.run.settings.items()):
        value, origin = escape(in_column(str(known.value))), escape(in_column(origin_name(known.origin)))
        out.print(f"  {padded(in_column(name), 28)} {padded(value, 16)} [dim]{origin}[/dim]", soft_wrap=True)


def _summary(explanation: Explanation) -> list[Row]:
    facts = explanation.facts
    run = facts.run
    rows: list[Row] = []
    if run.curves:
        rows.append((say("explain.page.progress"), _progress(facts)))
    rows += _losses(facts)
    if facts.step_ms:
        rows.append((say("explain.page.speed"), _speed(facts, facts.step_ms)))
    if facts.flops_per_s:
        rows.append((say("explain.page.compute"), _compute(facts, facts.flops_per_s)))
    if facts.peak_memory_mb:
        rows.append((say("explain.page.memory"), _memory(facts.peak_memory_mb)))
    if facts.params:
        rows.append((say("explain.page.model"), say("explain.page.parameters", millions=facts.params / 1e6)))
    curve = run.curve("loss").values if len(run.curve("loss")) > 3 else run.curve("val_loss").values
    if len(curve) > 3:
        rows.append((say("explain.page.curve"), sparkline(curve)))
    return rows


def _progress(facts: Facts) -> Message:
    done, goal, counts = facts.iterations, facts.max_iters, facts.run.counts
    if counts != "iterations":
        parts = [say("explain.page.counted", counts=COUNTS[counts], it=done)]
    elif goal:
        parts = [say("explain.page.iteration_of", it=done, goal=goal)]
    else:
        parts = [say("explain.page.iteration", it=done)]
    if facts.tokens:
        parts.append(say("explain.page.tokens", tokens=facts.tokens))
    if facts.epochs:
        parts.append(say("explain.page.epochs", epochs=facts.epochs))
    return say("explain.page.figures", figures=parts)


def _losses(facts: Facts) -> list[Row]:
    rows: list[Row] = []
    run = facts.run
    if facts.last_val and facts.best:
        name = say("explain.page.test_loss") if run.is_val_test else say("explain.page.val_loss")
        rows.append((name, _val(facts, facts.last_val, facts.best)))
    elif facts.last_bpb:
        it, bpb = facts.last_bpb
        rows.append((say("explain.page.val_bpb"), say("explain.page.bits_per_byte_at", bpb=bpb, it=it)))
    planned = run.planned.get("val_loss")
    if planned is not None and planned.low is not None and planned.high is not None:
        numbers = {"planned": planned.planned, "low": planned.low, "high": planned.high}
        off = planned.actual / planned.planned - 1
        said = say("explain.page.planned_outside", off=off, **numbers)
        if planned.low <= planned.actual <= planned.high:
            said = say("explain.page.planned_inside", off=off, **numbers)
        rows.append((say("explain.page.planned"), said))
    if facts.last_loss:
        it, loss = facts.last_loss
        rows.append((say("explain.page.loss"), say("explain.page.batch_loss_at", loss=loss, it=it)))
    elif facts.last_train and run.averages_epochs:
        it, loss = facts.last_train
        rows.append((say("explain.page.train"), say("explain.page.epoch_loss_at", loss=loss, it=it)))
    elif facts.last_train:
        it, loss = facts.last_train
        rows.append((say("explain.page.train"), say("explain.page.evaluated_loss_at", loss=loss, it=it)))
    return rows


def _val(facts: Facts, last: Point, best: Point) -> Message:
    """The last evaluation, what it is in other units, and the best one."""
    it, val = last
    also = []
    if facts.val_perplexity is not None:
        also.append(say("explain.page.perplexity", perplexity=facts.val_perplexity))
    if facts.last_bpb and facts.last_bpb[0] == it:
        also.append(say("explain.page.bits_per_byte", bpb=facts.last_bpb[1]))
    said = say("explain.page.loss_at", loss=val, it=it)
    if also:
        said = say("explain.page.loss_at_with", loss=val, it=it, also=also)
    return said if best[0] == it else say("explain.page.last_and_best", last=said, best=best[1], it=best[0])


def _speed(facts: Facts, step_ms: float) -> Message:
    mean = facts.step_mean_ms or 0.0
    parts = [say("explain.page.step", step=step_ms)]
    if abs(mean / step_ms - 1) > MIN_MEAN_DIFFERENCE:
        parts = [say("explain.page.step_and_mean", step=step_ms, mean=mean)]
    if facts.tokens_per_s:
        parts.append(say("explain.page.tokens_per_s", rate=facts.tokens_per_s))
    return say("explain.page.figures", figures=parts)


def _compute(facts: Facts, rate: float) -> Message:
    if not facts.mfu:
        return say("explain.page.flops", rate=rate)
    if facts.device is None:
        return say("explain.page.flops_of_the_device", rate=rate, share=facts.mfu)
    return say("explain.page.flops_of", rate=rate, share=facts.mfu, device=facts.device.name)


def _memory(megabytes: float) -> Message:
    if megabytes < 1024:
        return say("explain.page.megabytes", mb=megabytes)
    return say("explain.page.gigabytes", mb=megabytes, gb=megabytes / 1024)


def print_terms(terms: Sequence[Term], facts: Facts | None) -> None:
    out = console()
    for term in terms:
        also = f" [dim]({escape(', '.join(term.also))})[/dim]" if term.also else ""
        out.print(f"[bold]{escape(term.name)}[/bold]{also}")
        paragraphs = [term.meaning]
        if term.formula:
            paragraphs.append(term.formula)
        if facts and (numbers := term_numbers(term.english, facts)):
            paragraphs.append(text(say("explain.page.here", numbers=text(numbers))))
        for words in paragraphs:
            out.print(escape(paragraph(words, 2, out.width)), soft_wrap=True)
