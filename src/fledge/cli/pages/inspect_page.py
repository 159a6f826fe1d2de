"""The page of `fledge data inspect`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fledge.common.console import console
from fledge.common.text import shortened
from fledge.data.dataset import is_count

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from fledge.data.inspect import Inspection
    from fledge.data.shard_checks import ShardReport, SplitReport

MAX_SHARDS_SHOWN = 12  # per split
MAX_PATHS_SHOWN = 5


def print_page(found: "Inspection") -> None:
    from rich.markup import escape

    out = console()
    data = found.dataset
    out.print(f"[bold]{escape(str(data.path))}[/bold]", soft_wrap=True)
    for label, text in _summary(found):
        _print_row(out, label, text)
    _print_splits(out, found)
    _print_shards(out, found)
    _print_common(out, found)
    for split in found.splits:
        _print_sample(out, split)
    for note in found.notes:
        out.print(f"note: {note}", markup=False)
    out.print(_judgement(found))


def _summary(found: "Inspection") -> list[tuple[str, str]]:
    data = found.dataset
    rows = [
        ("tokenizer", f"{data.tokenizer_spec.get('name')}, {data.vocab_size:,} tokens, {data.dtype}"),
        ("on disk", size(found.disk_bytes)),
    ]
    source = data.source or {}
    if made_from := _made_from(source):
        rows.append(("made from", made_from))
    reasons = source.get("left_out")
    if isinstance(reasons, dict):
        left_out = [f"{number:,} {why}" for why, number in reasons.items() if is_count(number)]
        rows += [("left out", ", ".join(left_out))] if left_out else []
    return rows


def _made_from(source: dict[str, Any]) -> str:
    paths, files = source.get("paths"), source.get("files")
    if not isinstance(paths, list):
        return ""
    named = ", ".join(map(str, paths[:MAX_PATHS_SHOWN]))
    if len(paths) > MAX_PATHS_SHOWN:
        named += ", ..."
    if named and isinstance(files, list) and len(files) != len(paths):
        more = source.get("more_files")
        named += f" ({len(files) + (more if is_count(more) else 0):,} files)"
    return named


def _print_row(out: "Console", label: str, text: str) -> None:
    from rich.table import Table

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=9, style="bold")
    grid.add_row(label, _shown(text))
    out.print(grid, markup=False)


def _print_splits(out: "Console", found: "Inspection") -> None:
    table = _table(("", "tokens", "text", "bytes/\ntoken", "documents", "<|endof\ntext|>"))
    for split in found.splits:
        table.add_row(
            split.name,
            f"{split.tokens:,}",
            "-" if split.bytes is None else size(split.bytes),
            "-" if split.bytes_per_token is None else f"{split.bytes_per_token:.3f}",
            "-" if split.documents is None else f"{split.documents:,}",
            "-" if split.ends is None else f"{split.ends:,}",
        )
    out.print(table)


def _print_shards(out: "Console", found: "Inspection") -> None:
    table = _table(("shard", "tokens", "on disk", ""))
    table.columns[-1].justify = "left"
    for split in found.splits:
        for shard in _some(split.shards):
            if shard is None:
                table.add_row(f"... {len(split.shards) - MAX_SHARDS_SHOWN:,} more")
                continue
            table.add_row(
                shard.shard.file,
                f"{shard.shard.tokens:,}",
                "-" if shard.size is None else size(shard.size),
                _state(shard, found.is_checked),
            )
    out.print(table)


def _some(shards: Sequence["ShardReport"]) -> list["ShardReport | None"]:
    """All shards, or the first and last ones with None between them. Problems are listed below the table anyway."""
    if len(shards) <= MAX_SHARDS_SHOWN:
        return list(shards)
    half = MAX_SHARDS_SHOWN // 2
    return [*shards[:half], None, *shards[-half:]]


def _state(shard: "ShardReport", is_checked: bool) -> str:
    if shard.state != "ok":
        return f"[red]{shard.state}[/red]"
    if shard.is_compared:
        return "[green]as written[/green]"
    return "read; no sha256 is known" if is_checked else "not compared"


def _print_common(out: "Console", found: "Inspection") -> None:
    readable = sum(shard.shard.tokens for shard in found.splits[0].shards if shard.is_readable)
    which = f"{found.counted:,} evenly spaced" if found.counted < readable else f"all {found.counted:,}"
    out.print(f"Most common of {which} training tokens:")
    table = _table(("token", "", "share", "  ", "token", "", "share"), show_header=False)
    cells = [(f"{one.token}", _quoted(one.text), f"{one.share:.2%}") for one in found.common]
    half = -(-len(cells) // 2)
    for row in range(half):
        right = cells[half + row] if half + row < len(cells) else ("", "", "")
        table.add_row(*cells[row], "", *right)
    for column in (1, 5):
        table.columns[column].justify = "left"
    out.print(table)


def _quoted(text: str | None) -> Any:
    from rich.text import Text

    return Text("" if text is None else f"“{shortened(_printable(text), 20)}”")


def _print_sample(out: "Console", split: "SplitReport") -> None:
    from rich.padding import Padding

    if split.sample:
        out.print(f"{split.name} from token {split.sample_at:,} on:")
        out.print(Padding(_shown(split.sample), (0, 0, 1, 2)))


def _judgement(found: "Inspection") -> str:
    if found.problems:
        many = "a problem" if len(found.problems) == 1 else f"{len(found.problems)} problems"
        return f"[red]{many}[/red]: copy the files again, or prepare the dataset again."
    if not found.is_checked:
        return "[yellow]not checked[/yellow]: the sizes are right; without --no-check everything is read."
    shards = [shard for split in found.splits for shard in split.shards]
    if all(shard.is_compared for shard in shards):
        return "[green]sound[/green]: every byte is as it was written, and every token is in the vocabulary."
    return "[green]sound[/green] as far as known: every token is in the vocabulary; no sha256 was saved."


def _shown(text: str) -> Any:
    """Text of any origin, without control characters and markup."""
    from rich.text import Text

    return Text("\n".join(_printable(line.expandtabs(4)) for line in text.split("\n")))


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _table(headings: Sequence[str], show_header: bool = True) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_header=show_header)
    table.add_column(headings[0], no_wrap=True)
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True, vertical="bottom")
    return table


def size(count: float) -> str:
    """812 bytes, 1.4 MB, 20.1 GB."""
    for unit, name in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if count >= unit:
            return f"{count / unit:,.1f} {name}"
    return f"{count:,.0f} bytes"
