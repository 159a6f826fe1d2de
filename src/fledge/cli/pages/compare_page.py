"""What `fledge compare` prints: the verdict, the results, what differs, what that shows, what to type next."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fledge.common.terminal import console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from fledge.analyze.compare import Comparison
    from fledge.analyze.compare.sides import Side
    from fledge.logs.facts import Facts

# of what is equal, what a reader wants to be sure of; the JSON has it all
SAME = (
    "dataset", "arch", "params", "n_layer", "n_embd", "block_size", "batch_size", "gradient_accumulation_steps",
    "tokens_per_iter", "learning_rate", "max_iters", "dropout", "device", "dtype", "eval_iters",
)  # fmt: skip
COLUMNS = 4  # more sides than this do not fit beside each other
DETAILS = ("compute", "micro_batch", "wider", "noise", "one_seed", "device", "crossing")
Row = tuple[str, list[str]]


def print_page(comparison: "Comparison") -> None:
    from rich.markup import escape

    out = console()
    for side in comparison.sides:
        for label, facts in zip(side.labels(), side.members, strict=True):
            seed = facts.run.value("seed")
            known = f", seed {seed}" if seed is not None else ""
            name = escape(_short(facts.run.name))
            out.print(f"[bold]{label:<3}[/bold]{name} [dim]{facts.run.format}{known}[/dim]", soft_wrap=True)
    out.print(f"\n[bold]{escape(comparison.verdict)}[/bold]\n")
    _print_results(out, comparison)
    _print_differences(out, comparison)
    for kind, heading in (("can", "What can be concluded"), ("cannot", "What cannot")):
        found = [one for one in comparison.conclusions if one.kind == kind and _is_shown(one.code, comparison)]
        if found:
            out.print(f"\n[bold]{heading}[/bold]")
        for one in dict.fromkeys(found):
            _indented(out, escape(one.text), "- ")
            if one.evidence:
                _indented(out, f"[dim]{escape(one.evidence)}[/dim]", "  ")
    if comparison.next:
        out.print("\n[bold]The experiment that would tell[/bold]" if comparison.pairs else "")
    why = ""
    for step in comparison.next:
        if step.why != why:
            _indented(out, f"{escape(step.why)}:", "  ")
        why = step.why
        if not step.command.startswith("fledge "):
            _indented(out, escape(step.command), "    ")
            continue
        for line in _wrapped(step.command):
            out.print(f"    {line}", soft_wrap=True, markup=False)
    _print_missing(out, comparison)


def _is_shown(code: str, comparison: "Comparison") -> bool:
    """Of many runs only the main points; the JSON has them all."""
    return len(comparison.sides) < 3 or code not in DETAILS


def _wrapped(command: str) -> list[str]:
    """A command in lines that a shell takes together."""
    import textwrap

    lines = textwrap.wrap(command, 70, break_long_words=False, break_on_hyphens=False, subsequent_indent="  ")
    return [f"{line} \\" for line in lines[:-1]] + lines[-1:]


def _short(name: str) -> str:
    """The last two parts of a path: several runs are often called alike."""
    return "/".join(Path(name).parts[-2:])


def _indented(out: "Console", text: str, mark: str) -> None:
    from rich.table import Table

    line = Table.grid(padding=0)
    line.add_column(no_wrap=True)
    line.add_column(ratio=1)
    line.add_row(mark, text)
    out.print(line)


def _print_results(out: "Console", comparison: "Comparison") -> None:
    rows = [row for row in _rows(comparison) if any(row[1])]
    sides = comparison.sides
    if len(sides) <= COLUMNS:
        table = _table([side.label for side in sides])
        for name, cells in rows:
            table.add_row(name, *cells)
    else:
        wanted = [row for row in rows if row[0] in ("iterations", "best val", "last val", "batch loss", "tokens/s")]
        table = _table([name for name, _ in wanted])
        for number, side in enumerate(sides):
            table.add_row(side.label, *(cells[number] for _, cells in wanted))
    out.print(table)


def _table(headings: Sequence[str]) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _rows(comparison: "Comparison") -> list[Row]:
    from fledge.analyze.compare.text import tokens_text
    from fledge.common.text import duration, flops

    sides = comparison.sides

    def row(name: str, cell: Callable[["Side"], str]) -> Row:
        return name, [cell(side) for side in sides]

    def figure(name: str, value: Callable[["Side"], float | None], text: Callable[[float], str]) -> Row:
        def cell(side: "Side") -> str:
            found = value(side)
            return "" if found is None else text(found)

        return row(name, cell)

    has_val = any(facts.last_val for side in sides for facts in side.members)
    return [
        row("iterations", lambda side: _progress(side.first)),
        figure("tokens", lambda side: side.mean(lambda facts: facts.tokens), tokens_text),
        row("best val", lambda side: _loss(side, lambda facts: facts.best)),
        row("last val", lambda side: _loss(side, lambda facts: facts.last_val)),
        row("last train", lambda side: _loss(side, lambda facts: facts.last_train)),
        row("batch loss", lambda side: "" if has_val else _loss(side, lambda facts: facts.last_loss)),
        figure("step", lambda side: side.step_ms, lambda ms: f"{ms:,.1f} ms" if ms < 1e4 else duration(ms / 1000)),
        figure("tokens/s", lambda side: side.tokens_per_s, lambda rate: f"{rate:,.0f}"),
        figure("FLOP/s", lambda side: side.flops_per_s, flops),
        row("MFU printed", lambda side: _printed(side.first)),
        row("MFU", _mfu),
        row("ended", lambda side: ", ".join(sorted({facts.run.ended for facts in side.members}))),
    ]


def _progress(facts: "Facts") -> str:
    return f"{facts.iterations:,}" + (f" of {facts.max_iters:,}" if facts.max_iters else "")


def _loss(side: "Side", found: Callable[["Facts"], tuple[int, float] | None]) -> str:
    points = [point for facts in side.members if (point := found(facts)) is not None]
    if not points:
        return ""
    if len(points) == 1:
        return f"{points[0][1]:.4f} at {points[0][0]:,}"
    from fledge.common.stats import mean_of

    mean = mean_of([value for _, value in points])
    return f"{mean.mean:.4f} ± {mean.high - mean.mean:.2g}"


def _printed(facts: "Facts") -> str:
    printed = facts.printed_mfu
    return (
        ""
        if printed is None or facts.run.origin == "directory"
        else f"{printed:.1%}" + (" of an A100" if facts.prints_a100_mfu else "")
    )


def _mfu(side: "Side") -> str:
    from fledge.common.text import flops

    return f"{side.mfu:.0%} of {flops(side.first.peak)}" if side.mfu and side.first.peak else ""


def _print_differences(out: "Console", comparison: "Comparison") -> None:
    from fledge.analyze.compare.text import settings_count, shown, title

    sides = comparison.sides
    if comparison.differences:
        follows = ", and what follows" if comparison.changed else " that is known; but"
        out.print(f"[bold]What differs[/bold]: {settings_count(comparison.changed)}{follows}")
    if len(sides) > COLUMNS:
        for change in comparison.differences:
            alike: dict[str, list[str]] = {}
            for side, value in zip(sides, change.values, strict=True):
                alike.setdefault(shown(change.name, value), []).append(side.label)
            text = "; ".join(f"{value} ({' '.join(labels)})" for value, labels in alike.items())
            _indented(out, text, f"  {title(change.name)}: ")
    elif comparison.differences:
        table = _table([*(side.label for side in sides), ""])
        for change in comparison.differences:
            cells = [shown(change.name, value) for value in change.values]
            note = f"with {change.follows}" if change.follows else _ratio(change.ratio)
            table.add_row(title(change.name), *cells, f"[dim]{note}[/dim]")
        out.print(table)
    equal = ", ".join(f"{title(name)} {shown(name, comparison.same[name])}" for name in SAME if name in comparison.same)
    if equal:
        _indented(out, f"[dim]{equal}[/dim]", "Same: ")


def _ratio(ratio: float | None) -> str:
    from fledge.analyze.compare.text import times

    return times(ratio) if ratio and not 0.9 < ratio < 1.1 else ""


def _print_missing(out: "Console", comparison: "Comparison") -> None:
    """What would make the comparison sharper, by name."""
    from fledge.analyze.compare.text import listed

    asked: dict[tuple[str, ...], list[str]] = {}
    for number, side in enumerate(comparison.sides):
        names = [name for name, sides in comparison.unknown.items() if number in sides]
        asked.setdefault(tuple(dict.fromkeys([*names, *side.first.missing])), []).append(side.label)
    for missing, labels in asked.items():
        if missing:
            how = f"--config=FILE or --{missing[0]}=..., one for each run with commas"
            out.print(f"\n[dim]Not known of {listed(labels)}: {', '.join(missing)}. Name {how}.[/dim]")
