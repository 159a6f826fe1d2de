"""`fledge tokenizer stats`: how vocabularies fit the user's text, measured on it."""

import json
import shlex
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.markup import escape

from fledge.cli.pages.tables import table
from fledge.common.console import console
from fledge.common.errors import FledgeError
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.prepare.text_sample import TextSample, sample_text
from fledge.options.parser import Arguments
from fledge.options.tokenizer import TokenizerStatsOptions
from fledge.texts import say
from fledge.texts.numbers import fixed, number, percent
from fledge.tokenizer.base import ByteTokenizer, Tokenizer
from fledge.tokenizer.bpe import Gpt2Tokenizer
from fledge.tokenizer.huggingface import read_tokenizer_file

MAX_ROWS = 20
HEADINGS = (
    say("tokenizer_page.column_tokens"),
    say("tokenizer_page.column_bytes"),
    say("tokenizer_page.column_characters"),
    say("tokenizer_page.column_single"),
)
USUAL_BYTES_PER_TOKEN = 3.0  # GPT-2's vocabulary has 3 to 4.5 on English: fewer call for a vocabulary of one's own


# What a tokenizer made of some text: bytes, characters, tokens, and single: the tokens of one byte.
Tally = Counter[str]


def run(arguments: Arguments) -> int:
    options: TokenizerStatsOptions = arguments.options
    tokenizers = _tokenizers(options.tokenizers)
    texts = sample_text(arguments.words, ReadOptions(options.encoding, options.text_column), options.bytes)
    tallies = _measure(texts, tokenizers)
    if not texts.bytes:
        raise FledgeError(say("tokenizer_page.no_text"), say("tokenizer_page.name_text"))
    notes = [*texts.notes(), *(note for one in tokenizers.values() for note in getattr(one, "notes", ()))]
    totals = {name: sum(by_file.values(), Tally()) for name, by_file in tallies.items()}
    commands = _next_commands(arguments, totals)
    if options.json:
        document = _document(texts, tokenizers, tallies, totals, notes)
        print(json.dumps({**document, "next_commands": commands}, indent=1))
        return 0
    for note in notes:
        print(say("tokenizer_page.note", note=note), file=sys.stderr)
    _print(texts, tokenizers, tallies, totals)
    first, *others = commands
    print("\n".join(["", str(say("tokenizer_page.next", command=first)), *(_or(command) for command in others)]))
    return 0


def _or(command: str) -> str:
    return str(say("tokenizer_page.or", command=command))


def _next_commands(arguments: Arguments, totals: Mapping[str, Tally]) -> list[str]:
    """Prepare the text with the vocabulary that makes the fewest tokens; learn one, if even that makes many."""
    options: TokenizerStatsOptions = arguments.options
    same = [
        f"--{name}={getattr(options, name)}"
        for name in ("encoding", "text_column")
        if getattr(options, name) != getattr(TokenizerStatsOptions, name)
    ]
    best = min(totals, key=lambda name: totals[name]["tokens"])
    commands = [["fledge", "prepare", *arguments.words, *same, f"--tokenizer={best}"]]
    if totals[best]["bytes"] < USUAL_BYTES_PER_TOKEN * totals[best]["tokens"]:
        commands.append(["fledge", "tokenizer", "train", *arguments.words, *same])
    return [shlex.join(command) for command in commands]


def _tokenizers(names: str) -> dict[str, Tokenizer]:
    found: dict[str, Tokenizer] = {}
    for name in filter(None, map(str.strip, names.split(","))):
        if name in ("gpt2", "byte"):
            found[name] = Gpt2Tokenizer.load() if name == "gpt2" else ByteTokenizer()
        elif Path(name).is_file():
            found[name] = read_tokenizer_file(Path(name))
        else:
            raise FledgeError(say("tokenizer_page.neither", name=name), say("tokenizer_page.try"))
    if not found:
        raise FledgeError(say("tokenizer_page.none"), say("tokenizer_page.try"))
    return found


def _measure(texts: TextSample, tokenizers: Mapping[str, Tokenizer]) -> dict[str, dict[str, Tally]]:
    """For each tokenizer, what it made of each file."""
    is_single = {name: tokenizer.byte_lengths() == 1 for name, tokenizer in tokenizers.items()}
    tallies: dict[str, dict[str, Tally]] = {name: {} for name in tokenizers}
    for item, text in texts:
        size = len(text.encode("utf-8", "replace"))
        for name, tokenizer in tokenizers.items():
            ids = tokenizer.encode(text)
            single = int(is_single[name][ids].sum())
            tally = tallies[name].setdefault(item.name, Tally())
            tally.update(bytes=size, characters=len(text), tokens=len(ids), single=single)
    return tallies


def _as_json(tally: Tally) -> dict[str, Any]:
    tokens = max(1, tally["tokens"])
    return {
        **{name: tally[name] for name in ("bytes", "characters", "tokens")},
        "bytes_per_token": tally["bytes"] / tokens,
        "characters_per_token": tally["characters"] / tokens,
        "single_byte_share": tally["single"] / tokens,
    }


def _document(
    texts: TextSample,
    tokenizers: Mapping[str, Tokenizer],
    tallies: Mapping[str, Mapping[str, Tally]],
    totals: Mapping[str, Tally],
    notes: Sequence[str],
) -> dict[str, Any]:
    return {
        "looked_at": {"bytes": texts.bytes, "files": len(texts.read), "is_all": texts.is_all},
        "tokenizers": [
            {
                "name": name,
                "vocab_size": tokenizer.vocab_size,
                "total": _as_json(totals[name]),
                "files": [{"name": file, **_as_json(tally)} for file, tally in tallies[name].items()],
            }
            for name, tokenizer in tokenizers.items()
        ],
        "notes": list(notes),
    }


def _print(
    texts: TextSample,
    tokenizers: Mapping[str, Tokenizer],
    tallies: Mapping[str, Mapping[str, Tally]],
    totals: Mapping[str, Tally],
) -> None:
    out = console()
    rows = table(("", *map(str, HEADINGS)))
    hidden = 0
    for name, tokenizer in tokenizers.items():
        head = f"[bold]{escape(_fit(name, 28))}[/bold] ({number(tokenizer.vocab_size)})"
        by_file = sorted(tallies[name].items(), key=lambda item: item[1]["bytes"], reverse=True)
        if len(by_file) == 1:
            rows.add_row(head, *_cells(totals[name]))
            continue
        rows.add_row(head)
        for file, tally in by_file[:MAX_ROWS]:
            rows.add_row(f"  {escape(_fit(file, 36))}", *_cells(tally))
        hidden = len(by_file) - MAX_ROWS
        rows.add_row(f"  {say('tokenizer_page.all')}", *_cells(totals[name]), end_section=True)
    out.print(rows)
    looked = say("tokenizer_page.looked_at", text=texts.statement())
    if hidden > 0:
        looked = say("tokenizer_page.looked_at_most", text=texts.statement(), most=MAX_ROWS)
    out.print(str(looked), markup=False)


def _cells(tally: Tally) -> tuple[str, ...]:
    d = _as_json(tally)
    ratios = [fixed(d[name], 2) for name in ("bytes_per_token", "characters_per_token")]
    return number(tally["tokens"]), *ratios, percent(d["single_byte_share"], 1)


def _fit(name: str, most: int) -> str:
    """A long path by its end, which says more."""
    return name if len(name) <= most else "…" + name[1 - most :]
