"""The page of `fledge data inspect`."""

import itertools
from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from fledge.cli.pages.tables import cell, grid, table
from fledge.common.console import console
from fledge.common.text import shortened
from fledge.data.corpus.reasons import counted_reasons
from fledge.data.dataset import Dataset, is_count
from fledge.data.inspect import Inspection
from fledge.data.shard_checks import ShardReport, SplitReport
from fledge.texts import Message, say, text
from fledge.texts.bidi import FSI, PDI
from fledge.texts.numbers import fixed, number, percent
from fledge.texts.units import with_commas

MIN_LABEL_WIDTH = 10
MAX_SHARDS_SHOWN = 12  # per split
STATES = {
    "missing": say("data.state.missing"),
    "wrong size": say("data.state.wrong_size"),
    "unreadable": say("data.state.unreadable"),
    "changed": say("data.state.changed"),
    "foreign tokens": say("data.state.foreign"),
}
MAX_PATHS_SHOWN = 5


def print_page(found: Inspection) -> None:
    out = console()
    data = found.dataset
    out.print(f"[bold]{escape(str(data.path))}[/bold]", soft_wrap=True)
    _print_rows(out, _summary(found))
    _print_splits(out, found)
    _print_shards(out, found)
    _print_common(out, found)
    for split in found.splits:
        _print_sample(out, split)
    for note in found.notes:
        out.print(text(say("data.page.note", note=note)), markup=False)
    out.print(_judgement(found))


def _summary(found: Inspection) -> list[tuple[Message, str]]:
    data = found.dataset
    rows = [
        (say("data.page.tokenizer"), text(_about_tokenizer(data))),
        (say("data.page.on_disk"), size(found.disk_bytes)),
    ]
    source = data.source or {}
    if made_from := _made_from(source):
        rows.append((say("data.page.made_from"), made_from))
    if changes := normalized_text(source):
        rows.append((say("data.page.normalized"), changes))
    reasons = source.get("left_out")
    if isinstance(reasons, dict):
        left_out = [(why, number) for why, number in reasons.items() if is_count(number)]
        rows += [(say("data.page.left_out"), counted_reasons(left_out))] if left_out else []
    return rows


def _about_tokenizer(data: Dataset) -> Message:
    name = data.tokenizer_spec.get("name")
    return say("data.page.vocabulary", name=name, vocab_size=data.vocab_size, dtype=data.dtype)


def normalized_text(source: dict[str, Any]) -> str:
    """How often each choice of --normalize changed something. NFC counts words, the others characters."""
    changes = source.get("normalized")
    if not isinstance(changes, dict):
        return ""
    counts = {name: number for name, number in changes.items() if is_count(number)}
    return with_commas([say("data.page.change", name=name, number=number) for name, number in counts.items()])


def _made_from(source: dict[str, Any]) -> str:
    paths, files = source.get("paths"), source.get("files")
    if not isinstance(paths, list):
        return ""
    named = with_commas([*map(str, paths[:MAX_PATHS_SHOWN]), *(["..."] if len(paths) > MAX_PATHS_SHOWN else [])])
    if named and isinstance(files, list) and len(files) != len(paths):
        more = source.get("more_files")
        number = len(files) + (more if is_count(more) else 0)
        return text(say("data.page.files", paths=named, files=number))
    return named


def _print_rows(out: Console, rows: Sequence[tuple[Message, str]]) -> None:
    labels = [text(label) for label, _ in rows]
    for label, (_, words) in zip(labels, rows, strict=True):
        row = grid()
        row.add_column(width=max(MIN_LABEL_WIDTH, *map(cell_len, labels)), style="bold")
        row.add_row(label, _shown(words, kept=FSI + PDI))
        out.print(row, markup=False)


def _print_splits(out: Console, found: Inspection) -> None:
    splits = table(
        (
            "",
            text(say("data.page.tokens")),
            text(say("data.page.text")),
            text(say("data.page.bytes_per_token")),
            text(say("data.page.documents")),
            "<|endof\ntext|>",
        )
    )
    for split in found.splits:
        splits.add_row(
            split.name,
            number(split.tokens),
            "-" if split.bytes is None else size(split.bytes),
            "-" if split.bytes_per_token is None else fixed(split.bytes_per_token, 3),
            "-" if split.documents is None else number(split.documents),
            "-" if split.ends is None else number(split.ends),
        )
    out.print(splits)


def _print_shards(out: Console, found: Inspection) -> None:
    """The first and last shards of each split. Problems are listed below the table anyway."""
    shards = table(
        (text(say("data.page.shard")), text(say("data.page.tokens")), text(say("data.page.on_disk")), ""), left=(0, 3)
    )
    for split in found.splits:
        hidden = len(split.shards) - MAX_SHARDS_SHOWN
        for place, report in enumerate(split.shards):
            if place == MAX_SHARDS_SHOWN // 2 and hidden > 0:
                shards.add_row(text(say("data.page.more_shards", number=hidden)))
            if MAX_SHARDS_SHOWN // 2 <= place < MAX_SHARDS_SHOWN // 2 + hidden:
                continue
            on_disk = "-" if report.size is None else size(report.size)
            shard = report.shard
            shards.add_row(shard.file, number(shard.tokens), on_disk, _state(report, found.is_checked))
    out.print(shards)


def _state(shard: ShardReport, is_checked: bool) -> str:
    if shard.state != "ok":
        return f"[red]{STATES[shard.state]}[/red]"
    if shard.is_compared:
        return f"[green]{say('data.page.as_written')}[/green]"
    return text(say("data.page.no_sha256") if is_checked else say("data.page.not_compared"))


def _print_common(out: Console, found: Inspection) -> None:
    readable = sum(shard.shard.tokens for shard in found.splits[0].shards if shard.is_readable)
    heading = say("data.page.common_of_all", number=found.counted)
    if found.counted < readable:
        heading = say("data.page.common_of_some", number=found.counted)
    out.print(text(heading))
    common = table(("",) * 7, left=(0, 1, 5), show_header=False)
    cells = [(f"{one.token}", _quoted(one.text), percent(one.share, 2)) for one in found.common]
    half = -(-len(cells) // 2)
    for left, right in itertools.zip_longest(cells[:half], cells[half:], fillvalue=()):
        common.add_row(*left, "", *right)
    out.print(common)


def _quoted(token: str | None) -> Any:
    return Text("" if token is None else f"“{shortened(_printable(token), 20)}”")


def _print_sample(out: Console, split: SplitReport) -> None:
    if split.sample:
        out.print(text(say("data.page.sample", split=split.name, position=split.sample_at)))
        out.print(Padding(cell(_shown(split.sample)), (0, 0, 1, 2)))


def _judgement(found: Inspection) -> str:
    if found.problems:
        many = say("data.page.problems", number=len(found.problems))
        return f"[red]{many}[/red]: {say('data.page.copy_again')}"
    if not found.is_checked:
        return f"[yellow]{say('data.page.unchecked')}[/yellow]: {say('data.page.sizes_right')}"
    shards = [shard for split in found.splits for shard in split.shards]
    if all(shard.is_compared for shard in shards):
        return f"[green]{say('data.page.sound')}[/green]: {say('data.page.every_byte')}"
    return f"[green]{say('data.page.sound_known')}[/green]: {say('data.page.every_token')}"


def _shown(words: str, kept: str = "") -> Any:
    """Text of any origin, without markup and without control characters, except those that are `kept`."""
    return Text("\n".join(_printable(line.expandtabs(4), kept) for line in words.split("\n")))


def _printable(words: str, kept: str = "") -> str:
    escaped = (char.encode("unicode_escape").decode() for char in words)
    return "".join(
        char if char.isprintable() or char in kept else code for char, code in zip(words, escaped, strict=True)
    )


def size(count: float) -> str:
    """812 bytes, 1.4 MB, 20.1 GB."""
    for unit, name in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if count >= unit:
            return text(say("data.page.size", n=count / unit, unit=name))
    return text(say("data.page.bytes", n=count))
