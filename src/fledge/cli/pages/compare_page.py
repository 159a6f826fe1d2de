"""The page of `fledge compare`: the verdict, the results, what differs, the conclusions, the next command."""

import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fledge.analyze.compare import Comparison
from fledge.analyze.compare.conclusions.conclusion import Conclusion
from fledge.analyze.compare.group import RunGroup
from fledge.analyze.compare.next_steps import NextStep
from fledge.analyze.compare.speeds import has_long_steps, mean_step_ms
from fledge.analyze.compare.wording import setting_title, setting_value
from fledge.cli.pages.tables import WordTable
from fledge.common.console import console
from fledge.common.directed import FIRST_COLUMN
from fledge.common.lines import wrapped
from fledge.common.stats import mean_interval
from fledge.logs.facts import Facts
from fledge.logs.names import COUNTS, end_name, format_name
from fledge.texts import Message, say, text
from fledge.texts.language import language
from fledge.texts.numbers import number, percent
from fledge.texts.units import flops, milliseconds, separated, times, token_count, with_commas
from fledge.texts.width import width

# equal settings that a reader wants to be sure of; the JSON has all of them
SHOWN_IF_EQUAL = (
    "dataset", "arch", "params", "n_layer", "n_embd", "block_size", "batch_size", "gradient_accumulation_steps",
    "tokens_per_iter", "learning_rate", "max_iters", "dropout", "device", "dtype", "eval_iters",
)  # fmt: skip
MAX_COLUMNS = 4  # more groups than this do not fit side by side
MAIN_ROWS = ("compare.page.iterations", "compare.page.best_val", "compare.page.last_val", "compare.page.batch_loss",
             "compare.page.tokens_per_s")  # fmt: skip
DETAILS = ("compute", "micro_batch", "wider", "noise", "one_seed", "device", "crossing")
Row = tuple[Message, list[str]]


def print_page(comparison: Comparison) -> None:
    out = console()
    label_cells = max(3, 1 + max(len(label) for group in comparison.groups for label in group.labels()))
    for group in comparison.groups:
        for label, facts in zip(group.labels(), group.members, strict=True):
            seed = facts.run.value("seed")
            about = say("compare.page.format", format=format_name(facts.run.format))
            if seed is not None:
                about = say("compare.page.format_and_seed", format=format_name(facts.run.format), seed=seed)
            name = escape(_short(facts.run.name))
            out.print(f"[bold]{label:<{label_cells}}[/bold]{name} [dim]{text(about)}[/dim]", soft_wrap=True)
    out.print()
    _print_verdict(out, escape(text(comparison.verdict)))
    out.print()
    _print_results(out, comparison)
    _print_changes(out, comparison)
    print_conclusions(out, comparison)
    if comparison.next:
        out.print(f"\n[bold]{text(say('compare.page.experiment'))}[/bold]" if comparison.pairs else "")
        _print_next_steps(out, comparison.next)
    _print_missing(out, comparison)


def print_conclusions(out: Console, comparison: Comparison) -> None:
    shown = [one for one in comparison.conclusions if len(comparison.groups) < 3 or one.code not in DETAILS]
    _print_conclusions(out, say("compare.page.can"), [one for one in shown if one.kind == "can"])
    _print_conclusions(out, say("compare.page.cannot"), [one for one in shown if one.kind == "cannot"])


def _print_verdict(out: Console, verdict: str) -> None:
    if language().is_right_to_left:
        _print_indented(out, verdict, "", "bold")
    else:
        out.print(f"[bold]{verdict}[/bold]")


def _short(name: str) -> str:
    """The last two parts of a path: runs in different folders often have the same name."""
    return "/".join(Path(name).parts[-2:])


def _print_results(out: Console, comparison: Comparison) -> None:
    rows = [row for row in _result_rows(comparison.groups) if any(row[1])]
    if len(comparison.groups) <= MAX_COLUMNS:
        table = _table([group.label for group in comparison.groups])
        for name, row in rows:
            table.add_row(text(name), *row)
    else:
        rows = [row for row in rows if row[0].key in MAIN_ROWS]
        table = _table([text(name) for name, _ in rows])
        for place, group in enumerate(comparison.groups):
            table.add_row(group.label, *(row[place] for _, row in rows))
    out.print(table)


def _table(headings: Sequence[str]) -> Table:
    table = WordTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _result_rows(groups: Sequence[RunGroup]) -> list[Row]:
    def row(name: Message, cell: Callable[[RunGroup], str]) -> Row:
        return name, [cell(group) for group in groups]

    def figure(name: Message, value: Callable[[RunGroup], float | None], written: Callable[[float], str]) -> Row:
        values = [value(group) for group in groups]
        return name, ["" if found is None else written(found) for found in values]

    has_val = any(facts.last_val for group in groups for facts in group.members)
    return [
        row(say("compare.page.iterations"), lambda group: _progress(group.first)),
        figure(say("compare.page.tokens"), lambda group: group.mean(lambda facts: facts.tokens), token_count),
        row(say("compare.page.best_val"), lambda group: _loss(group, lambda facts: facts.best)),
        row(say("compare.page.last_val"), lambda group: _loss(group, lambda facts: facts.last_val)),
        row(say("compare.page.last_train"), lambda group: _loss(group, lambda facts: facts.last_train)),
        row(
            say("compare.page.batch_loss"), lambda group: "" if has_val else _loss(group, lambda facts: facts.last_loss)
        ),
        row(say("compare.page.val_bpb"), lambda group: _loss(group, lambda facts: facts.last_bpb)),
        figure(say("compare.page.step"), lambda group: group.step_ms, milliseconds),
        figure(
            say("compare.page.mean_step"),
            mean_step_ms if any(map(has_long_steps, groups)) else lambda _: None,
            milliseconds,
        ),
        figure(say("compare.page.tokens_per_s"), lambda group: group.tokens_per_s, lambda rate: number(rate, 0)),
        figure(say("compare.page.flops_per_s"), lambda group: group.flops_per_s, flops),
        figure(
            say("compare.page.peak_memory"),
            lambda group: group.peak_memory_mb,
            lambda peak: text(say("compare.page.megabytes", mb=peak)),
        ),
        row(say("compare.page.mfu_printed"), lambda group: _printed_mfu(group.first)),
        row(say("compare.page.mfu"), _mfu),
        row(
            say("compare.page.ended"),
            lambda group: with_commas(sorted({end_name(facts.run.ended) for facts in group.members})),
        ),
    ]


def _progress(facts: Facts) -> str:
    done = facts.iterations
    if facts.run.counts != "iterations":
        return text(say("compare.page.done_counted", done=done, counts=COUNTS[facts.run.counts]))
    return text(say("compare.page.done_of", done=done, goal=facts.max_iters)) if facts.max_iters else number(done)


def _loss(group: RunGroup, point: Callable[[Facts], tuple[int, float] | None]) -> str:
    points = [found for facts in group.distinct if (found := point(facts)) is not None]
    if not points:
        return ""
    if len(points) == 1:
        return text(say("compare.page.loss_at", loss=points[0][1], it=points[0][0]))
    mean = mean_interval([value for _, value in points])
    return text(say("compare.page.loss_mean", mean=mean.mean, half=mean.high - mean.mean))


def _printed_mfu(facts: Facts) -> str:
    printed = facts.printed_mfu
    if printed is None or facts.run.origin == "directory":
        return ""
    return text(say("compare.page.mfu_of_a100", share=printed)) if facts.prints_a100_mfu else percent(printed, 1)


def _mfu(group: RunGroup) -> str:
    if not group.mfu or not group.first.peak:
        return ""
    return text(say("compare.page.mfu_of", share=group.mfu, peak=group.first.peak))


def _print_changes(out: Console, comparison: Comparison) -> None:
    groups, changes = comparison.groups, comparison.changes
    if changes:
        out.print(text(_counted(comparison.chosen_changes)))
    if len(groups) > MAX_COLUMNS:
        for change in changes:
            labels: dict[str, list[str]] = {}
            for group, value in zip(groups, change.values, strict=True):
                labels.setdefault(setting_value(change.name, value), []).append(group.label)
            said = [
                say("compare.page.value_of", value=value, labels=" ".join(names)) for value, names in labels.items()
            ]
            _print_indented(out, separated(said), f"  {setting_title(change.name)}: ")
    elif changes:
        table = _table([*(group.label for group in groups), ""])
        for change in changes:
            values = [setting_value(change.name, value) for value in change.values]
            note = _ratio(change.ratio)
            if change.follows:
                note = text(say("compare.page.follows", setting=change.follows))
            table.add_row(setting_title(change.name), *values, f"[dim]{note}[/dim]")
        out.print(table)
    equal = comparison.equal
    settings = [f"{setting_title(name)} {setting_value(name, equal[name])}" for name in SHOWN_IF_EQUAL if name in equal]
    if settings:
        _print_indented(out, with_commas(settings), f"{text(say('compare.page.same'))} ", "dim")


def _counted(settings: int) -> Message:
    title = f"[bold]{text(say('compare.page.differs'))}[/bold]"
    if settings == 0:
        return say("compare.page.no_setting_differs", title=title)
    return say("compare.page.settings_differ", title=title, settings=settings)


def _ratio(ratio: float | None) -> str:
    return times(ratio) if ratio and not 0.9 < ratio < 1.1 else ""


def _print_conclusions(out: Console, heading: Message, conclusions: Sequence[Conclusion]) -> None:
    said = dict.fromkeys((text(one.text), text(one.evidence)) for one in conclusions)
    if said:
        out.print(f"\n[bold]{text(heading)}[/bold]")
    for conclusion, evidence in said:
        _print_indented(out, escape(conclusion), "- ")
        if evidence:
            _print_indented(out, escape(evidence), "  ", "dim")


def _print_next_steps(out: Console, steps: Sequence[NextStep]) -> None:
    previous = ""
    for step in steps:
        why = text(step.why)
        if why != previous:
            _print_indented(out, f"{escape(why)}:", "  ")
        previous = why
        if isinstance(step.command, Message):
            _print_indented(out, escape(text(step.command)), "    ")
            continue
        for line in _shell_lines(step.command):
            out.print(f"    {line}", soft_wrap=True, markup=False)


def _shell_lines(command: str) -> list[str]:
    """A command in lines that a shell reads as one."""
    lines = textwrap.wrap(command, 70, break_long_words=False, break_on_hyphens=False, subsequent_indent="  ")
    return [f"{line} \\" for line in lines[:-1]] + lines[-1:]


def _print_missing(out: Console, comparison: Comparison) -> None:
    """The settings that would make the comparison sharper."""
    labels: dict[tuple[str, ...], list[str]] = {}
    for place, group in enumerate(comparison.groups):
        names = [name for name, places in comparison.unknown.items() if place in places]
        labels.setdefault(tuple(dict.fromkeys([*names, *group.first.missing])), []).append(group.label)
    for missing, groups in labels.items():
        if missing:
            asked = say("compare.page.missing", groups=groups, settings=", ".join(missing), first=missing[0])
            out.print(f"\n[dim]{text(asked)}[/dim]")


def _print_indented(out: Console, line: str, mark: str, style: str = "none") -> None:
    if language().is_right_to_left:  # rich would break what is isolated
        for place, part in enumerate(wrapped(line, out.width - width(mark) - FIRST_COLUMN)):
            out.print(f"{' ' * width(mark) if place else mark}[{style}]{part}[/{style}]", soft_wrap=True)
        return
    grid = Table.grid(padding=0)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_row(mark, f"[{style}]{line}[/{style}]")
    out.print(grid)
