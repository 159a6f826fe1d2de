"""The page of `fledge data inspect`."""

import itertools
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from fledge.cli.pages.tables import grid, table
from fledge.common.console import console
from fledge.common.text import shortened
from fledge.data.dataset import is_count
from fledge.data.inspect import Inspection
from fledge.data.shard_checks import ShardReport, SplitReport

MAX_SHARDS_SHOWN = 12  # per split
MAX_PATHS_SHOWN = 5


def print_page(found: Inspection) -> None:
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


def _summary(found: Inspection) -> list[tuple[str, str]]:
    data = found.dataset
    rows = [
        ("tokenizer", f"{data.tokenizer_spec.get('name')}, {data.vocab_size:,} tokens, {data.dtype}"),
        ("on disk", size(found.disk_bytes)),
    ]
    source = data.source or {}
    if made_from := _made_from(source):
        rows.append(("made from", made_from))
    if changes := normalized_text(source):
        rows.append(("normalized", changes))
    reasons = source.get("left_out")
    if isinstance(reasons, dict):
        left_out = [f"{number:,} {why}" for why, number in reasons.items() if is_count(number)]
        rows += [("left out", ", ".join(left_out))] if left_out else []
    return rows


def normalized_text(source: dict[str, Any]) -> str:
    """How often each choice of --normalize changed something. NFC counts words, the others characters."""
    changes = source.get("normalized")
    if not isinstance(changes, dict):
        return ""
    return ", ".join(f"{name} {number:,}" for name, number in changes.items() if is_count(number))


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


def _print_row(out: Console, label: str, text: str) -> None:
    row = grid()
    row.add_column(width=10, style="bold")
    row.add_row(label, _shown(text))
    out.print(row, markup=False)


def _print_splits(out: Console, found: Inspection) -> None:
    splits = table(("", "tokens", "text", "bytes/\ntoken", "documents", "<|endof\ntext|>"))
    for split in found.splits:
        splits.add_row(
            split.name,
            f"{split.tokens:,}",
            "-" if split.bytes is None else size(split.bytes),
            "-" if split.bytes_per_token is None else f"{split.bytes_per_token:.3f}",
            "-" if split.documents is None else f"{split.documents:,}",
            "-" if split.ends is None else f"{split.ends:,}",
        )
    out.print(splits)


def _print_shards(out: Console, found: Inspection) -> None:
    """The first and last shards of each split. Problems are listed below the table anyway."""
    shards = table(("shard", "tokens", "on disk", ""), left=(0, 3))
    for split in found.splits:
        hidden = len(split.shards) - MAX_SHARDS_SHOWN
        for number, report in enumerate(split.shards):
            if number == MAX_SHARDS_SHOWN // 2 and hidden > 0:
                shards.add_row(f"... {hidden:,} more")
            if MAX_SHARDS_SHOWN // 2 <= number < MAX_SHARDS_SHOWN // 2 + hidden:
                continue
            on_disk = "-" if report.size is None else size(report.size)
            shard = report.shard
            shards.add_row(shard.file, f"{shard.tokens:,}", on_disk, _state(report, found.is_checked))
    out.print(shards)


def _state(shard: ShardReport, is_checked: bool) -> str:
    if shard.state != "ok":
        return f"[red]{shard.state}[/red]"
    if shard.is_compared:
        return "[green]as written[/green]"
    return "read; no sha256 is known" if is_checked else "not compared"


def _print_common(out: Console, found: Inspection) -> None:
    readable = sum(shard.shard.tokens for shard in found.splits[0].shards if shard.is_readable)
    which = f"{found.counted:,} evenly spaced" if found.counted < readable else f"all {found.counted:,}"
    out.print(f"Most common of {which} training tokens:")
    common = table(("token", "", "share", "  ", "token", "", "share"), left=(0, 1, 5), show_header=False)
    cells = [(f"{one.token}", _quoted(one.text), f"{one.share:.2%}") for one in found.common]
    half = -(-len(cells) // 2)
    for left, right in itertools.zip_longest(cells[:half], cells[half:], fillvalue=()):
        common.add_row(*left, "", *right)
    out.print(common)


def _quoted(text: str | None) -> Any:
    return Text("" if text is None else f"“{shortened(_printable(text), 20)}”")


def _print_sample(out: Console, split: SplitReport) -> None:
    if split.sample:
        out.print(f"{split.name} from token {split.sample_at:,} on:")
        out.print(Padding(_shown(split.sample), (0, 0, 1, 2)))


def _judgement(found: Inspection) -> str:
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
    return Text("\n".join(_printable(line.expandtabs(4)) for line in text.split("\n")))


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def size(count: float) -> str:
    """812 bytes, 1.4 MB, 20.1 GB."""
    for unit, name in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if count >= unit:
            return f"{count / unit:,.1f} {name}"
    return f"{count:,.0f} bytes"
