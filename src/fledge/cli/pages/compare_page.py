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
from fledge.common.console import console
from fledge.common.stats import mean_interval
from fledge.logs.facts import Facts
from fledge.texts import Message, listed, text
from fledge.texts.units import flops, milliseconds, number_word, times, token_count

# equal settings that a reader wants to be sure of; the JSON has all of them
SHOWN_IF_EQUAL = (
    "dataset", "arch", "params", "n_layer", "n_embd", "block_size", "batch_size", "gradient_accumulation_steps",
    "tokens_per_iter", "learning_rate", "max_iters", "dropout", "device", "dtype", "eval_iters",
)  # fmt: skip
MAX_COLUMNS = 4  # more groups than this do not fit side by side
MAIN_ROWS = ("iterations", "best val", "last val", "batch loss", "tokens/s")
DETAILS = ("compute", "micro_batch", "wider", "noise", "one_seed", "device", "crossing")
Row = tuple[str, list[str]]


def print_page(comparison: Comparison) -> None:
    out = console()
    width = max(3, 1 + max(len(label) for group in comparison.groups for label in group.labels()))
    for group in comparison.groups:
        for label, facts in zip(group.labels(), group.members, strict=True):
            seed = facts.run.value("seed")
            known = f", seed {seed}" if seed is not None else ""
            name = escape(_short(facts.run.name))
            out.print(f"[bold]{label:<{width}}[/bold]{name} [dim]{facts.run.format}{known}[/dim]", soft_wrap=True)
    out.print(f"\n[bold]{escape(text(comparison.verdict))}[/bold]\n")
    _print_results(out, comparison)
    _print_changes(out, comparison)
    shown = [one for one in comparison.conclusions if len(comparison.groups) < 3 or one.code not in DETAILS]
    _print_conclusions(out, "What can be concluded", [one for one in shown if one.kind == "can"])
    _print_conclusions(out, "What cannot", [one for one in shown if one.kind == "cannot"])
    if comparison.next:
        out.print("\n[bold]The experiment that would tell[/bold]" if comparison.pairs else "")
        _print_next_steps(out, comparison.next)
    _print_missing(out, comparison)


def _short(name: str) -> str:
    """The last two parts of a path: runs in different folders often have the same name."""
    return "/".join(Path(name).parts[-2:])


def _print_results(out: Console, comparison: Comparison) -> None:
    rows = [row for row in _result_rows(comparison.groups) if any(row[1])]
    if len(comparison.groups) <= MAX_COLUMNS:
        table = _table([group.label for group in comparison.groups])
        for name, cells in rows:
            table.add_row(name, *cells)
    else:
        rows = [row for row in rows if row[0] in MAIN_ROWS]
        table = _table([name for name, _ in rows])
        for number, group in enumerate(comparison.groups):
            table.add_row(group.label, *(cells[number] for _, cells in rows))
    out.print(table)


def _table(headings: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _result_rows(groups: Sequence[RunGroup]) -> list[Row]:
    def row(name: str, cell: Callable[[RunGroup], str]) -> Row:
        return name, [cell(group) for group in groups]

    def figure(name: str, value: Callable[[RunGroup], float | None], written: Callable[[float], str]) -> Row:
        values = [value(group) for group in groups]
        return name, ["" if found is None else written(found) for found in values]

    has_val = any(facts.last_val for group in groups for facts in group.members)
    return [
        row("iterations", lambda group: _progress(group.first)),
        figure("tokens", lambda group: group.mean(lambda facts: facts.tokens), token_count),
        row("best val", lambda group: _loss(group, lambda facts: facts.best)),
        row("last val", lambda group: _loss(group, lambda facts: facts.last_val)),
        row("last train", lambda group: _loss(group, lambda facts: facts.last_train)),
        row("batch loss", lambda group: "" if has_val else _loss(group, lambda facts: facts.last_loss)),
        row("val bits/byte", lambda group: _loss(group, lambda facts: facts.last_bpb)),
        figure("step", lambda group: group.step_ms, milliseconds),
        figure("mean step", mean_step_ms if any(map(has_long_steps, groups)) else lambda _: None, milliseconds),
        figure("tokens/s", lambda group: group.tokens_per_s, lambda rate: f"{rate:,.0f}"),
        figure("FLOP/s", lambda group: group.flops_per_s, flops),
        figure("peak memory", lambda group: group.peak_memory_mb, lambda peak: f"{peak:,.0f} MB"),
        row("MFU printed", lambda group: _printed_mfu(group.first)),
        row("MFU", _mfu),
        row("ended", lambda group: ", ".join(sorted({facts.run.ended for facts in group.members}))),
    ]


def _progress(facts: Facts) -> str:
    done = f"{facts.iterations:,}" if facts.run.counts == "iterations" else f"{facts.iterations:,} {facts.run.counts}"
    return f"{done} of {facts.max_iters:,}" if facts.max_iters else done


def _loss(group: RunGroup, point: Callable[[Facts], tuple[int, float] | None]) -> str:
    points = [found for facts in group.distinct if (found := point(facts)) is not None]
    if not points:
        return ""
    if len(points) == 1:
        return f"{points[0][1]:.4f} at {points[0][0]:,}"
    mean = mean_interval([value for _, value in points])
    return f"{mean.mean:.4f} ± {mean.high - mean.mean:.2g}"


def _printed_mfu(facts: Facts) -> str:
    printed = facts.printed_mfu
    if printed is None or facts.run.origin == "directory":
        return ""
    return f"{printed:.1%} of an A100" if facts.prints_a100_mfu else f"{printed:.1%}"


def _mfu(group: RunGroup) -> str:
    return f"{group.mfu:.0%} of {flops(group.first.peak)}" if group.mfu and group.first.peak else ""


def _print_changes(out: Console, comparison: Comparison) -> None:
    groups, changes = comparison.groups, comparison.changes
    if changes:
        out.print(f"[bold]What differs[/bold]: {_counted(comparison.chosen_changes)}")
    if len(groups) > MAX_COLUMNS:
        for change in changes:
            labels: dict[str, list[str]] = {}
            for group, value in zip(groups, change.values, strict=True):
                labels.setdefault(setting_value(change.name, value), []).append(group.label)
            values = "; ".join(f"{value} ({' '.join(names)})" for value, names in labels.items())
            _print_indented(out, values, f"  {setting_title(change.name)}: ")
    elif changes:
        table = _table([*(group.label for group in groups), ""])
        for change in changes:
            cells = [setting_value(change.name, value) for value in change.values]
            note = f"with {change.follows}" if change.follows else _ratio(change.ratio)
            table.add_row(setting_title(change.name), *cells, f"[dim]{note}[/dim]")
        out.print(table)
    equal = comparison.equal
    settings = ", ".join(
        f"{setting_title(name)} {setting_value(name, equal[name])}" for name in SHOWN_IF_EQUAL if name in equal
    )
    if settings:
        _print_indented(out, f"[dim]{settings}[/dim]", "Same: ")


def _counted(settings: int) -> str:
    if settings == 0:
        return "no known setting, but these figures"
    return f"{number_word(settings)} setting{'s' if settings > 1 else ''}, and what follows"


def _ratio(ratio: float | None) -> str:
    return times(ratio) if ratio and not 0.9 < ratio < 1.1 else ""


def _print_conclusions(out: Console, heading: str, conclusions: Sequence[Conclusion]) -> None:
    said = dict.fromkeys((text(one.text), text(one.evidence)) for one in conclusions)
    if said:
        out.print(f"\n[bold]{heading}[/bold]")
    for conclusion, evidence in said:
        _print_indented(out, escape(conclusion), "- ")
        if evidence:
            _print_indented(out, f"[dim]{escape(evidence)}[/dim]", "  ")


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
    for number, group in enumerate(comparison.groups):
        names = [name for name, numbers in comparison.unknown.items() if number in numbers]
        labels.setdefault(tuple(dict.fromkeys([*names, *group.first.missing])), []).append(group.label)
    for missing, groups in labels.items():
        if missing:
            how = f"--config=FILE or --{missing[0]}=..., one per run with commas"
            out.print(f"\n[dim]Not known of {listed(groups)}: {', '.join(missing)}. Give {how}.[/dim]")


def _print_indented(out: Console, line: str, mark: str) -> None:
    grid = Table.grid(padding=0)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_row(mark, line)
    out.print(grid)
