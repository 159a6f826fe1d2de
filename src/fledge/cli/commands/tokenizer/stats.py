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
from fledge.common.progress import status_line
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.prepare.learned_sample import LearnedSample, learn_and_compare
from fledge.data.prepare.text_sample import TextSample, sample_text
from fledge.options.parser import Arguments
from fledge.options.tokenizer import TokenizerStatsOptions
from fledge.texts import Message, say, text
from fledge.texts.numbers import fixed, number, percent
from fledge.tokenizer.base import BYTE_VOCAB_SIZE, ByteTokenizer, Tokenizer
from fledge.tokenizer.bpe import Gpt2Tokenizer
from fledge.tokenizer.huggingface import read_tokenizer_file

MAX_ROWS = 20
MIN_SAVING_RATIO = 1.05  # a vocabulary that makes hardly fewer tokens is not worth another choice
CONTEXT_TOKENS = 1024
HEADINGS = (
    say("tokenizer_page.column_tokens"),
    say("learned.column_words"),
    say("tokenizer_page.column_bytes"),
    say("tokenizer_page.column_characters"),
    say("tokenizer_page.column_single"),
)
USUAL_BYTES_PER_TOKEN = 3.0  # GPT-2's vocabulary has 3 to 4.5 on English: fewer call for a vocabulary of one's own


# What a tokenizer made of some text: bytes, characters, tokens, and single: the tokens of one byte.
Tally = Counter[str]


def run(arguments: Arguments) -> int:
    options: TokenizerStatsOptions = arguments.options
    texts = sample_text(arguments.words, ReadOptions(options.encoding, options.text_column), options.bytes)
    tokenizers = _tokenizers(options.tokenizers)
    kept: list[str] = []
    tallies = _measure(texts, tokenizers, kept)
    if not texts.bytes:
        raise FledgeError(say("tokenizer_page.no_text"), say("tokenizer_page.name_text"))
    notes = [*texts.notes(), *(note for one in tokenizers.values() for note in getattr(one, "notes", ()))]
    totals = {name: sum(by_file.values(), Tally()) for name, by_file in tallies.items()}
    learned = _learned(options.learn, kept, tokenizers, totals)
    commands = _next_commands(arguments, totals, learned)
    if options.json:
        document = _document(texts, tokenizers, tallies, totals, notes)
        document["learned"] = learned.to_json() if learned else None
        print(json.dumps({**document, "next_commands": commands}, indent=1))
        return 0
    for note in notes:
        print(say("tokenizer_page.note", note=note), file=sys.stderr)
    _print(texts, tokenizers, tallies, totals)
    if learned:
        console().print("\n" + text(_about_learned(learned, _compared_with(tokenizers, totals))), markup=False)
    first, *others = commands
    print("\n".join(["", str(say("tokenizer_page.next", command=first)), *(_or(command) for command in others)]))
    return 0


def _or(command: str) -> str:
    return str(say("tokenizer_page.or", command=command))


def _compared_with(tokenizers: Mapping[str, Tokenizer], totals: Mapping[str, Tally]) -> str:
    """GPT-2's, which people take by default; else the one that makes the fewest tokens."""
    return "gpt2" if "gpt2" in tokenizers else min(totals, key=lambda name: totals[name]["tokens"])


def _learned(
    size: int, texts: Sequence[str], tokenizers: Mapping[str, Tokenizer], totals: Mapping[str, Tally]
) -> LearnedSample | None:
    if not size:
        return None
    with status_line() as show:
        show(text(say("learned.learning")))
        return learn_and_compare(texts, max(size, BYTE_VOCAB_SIZE), tokenizers[_compared_with(tokenizers, totals)])


def _about_learned(found: LearnedSample, other: str) -> list[Message]:
    figures = found.to_json()
    share = found.bytes / (found.bytes + found.learned_bytes)
    learned = say(
        "learned.sample",
        size=found.vocab_size,
        bytes=figures["bytes_per_token"],
        words=figures["tokens_per_word"],
        share=share,
        other=other,
        other_bytes=figures["other_bytes_per_token"],
        other_words=figures["other_tokens_per_word"],
    )
    if found.ratio < MIN_SAVING_RATIO:
        return [learned, say("learned.saves_little", other=other)]
    context = {
        "own": CONTEXT_TOKENS * figures["bytes_per_token"],
        "less": CONTEXT_TOKENS * figures["other_bytes_per_token"],
    }
    saves = say(
        "learned.saves", saved=1 - 1 / found.ratio, ratio=found.ratio, context=CONTEXT_TOKENS, other=other, **context
    )
    return [learned, saves]


def _next_commands(arguments: Arguments, totals: Mapping[str, Tally], learned: LearnedSample | None) -> list[str]:
    """Prepare the text with the vocabulary that makes the fewest tokens; learn one, if even that makes many."""
    options: TokenizerStatsOptions = arguments.options
    same = [
        f"--{name}={getattr(options, name)}"
        for name in ("encoding", "text_column")
        if getattr(options, name) != getattr(TokenizerStatsOptions, name)
    ]
    best = min(totals, key=lambda name: totals[name]["tokens"])
    if learned and learned.tokens * MIN_SAVING_RATIO < learned.bytes * totals[best]["tokens"] / totals[best]["bytes"]:
        best_name = f"bpe:{options.learn}"
        return [shlex.join(["fledge", "prepare", *arguments.words, *same, f"--tokenizer={best_name}"])]
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


def _measure(texts: TextSample, tokenizers: Mapping[str, Tokenizer], kept: list[str]) -> dict[str, dict[str, Tally]]:
    """For each tokenizer, what it made of each file. The texts are `kept`, to learn from."""
    is_single = {name: tokenizer.byte_lengths() == 1 for name, tokenizer in tokenizers.items()}
    tallies: dict[str, dict[str, Tally]] = {name: {} for name in tokenizers}
    for item, part in texts:
        kept.append(part)
        size, words = len(part.encode("utf-8", "replace")), len(part.split())
        for name, tokenizer in tokenizers.items():
            ids = tokenizer.encode(part)
            single = int(is_single[name][ids].sum())
            tally = tallies[name].setdefault(item.name, Tally())
            tally.update(bytes=size, characters=len(part), tokens=len(ids), single=single, words=words)
    return tallies


def _as_json(tally: Tally) -> dict[str, Any]:
    tokens = max(1, tally["tokens"])
    return {
        **{name: tally[name] for name in ("bytes", "characters", "tokens")},
        "bytes_per_token": tally["bytes"] / tokens,
        "characters_per_token": tally["characters"] / tokens,
        "tokens_per_word": tally["tokens"] / tally["words"] if tally["words"] else None,
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
        head = f"[bold]{escape(_fit(name, 20))}[/bold] ({number(tokenizer.vocab_size)})"
        by_file = sorted(tallies[name].items(), key=lambda item: item[1]["bytes"], reverse=True)
        if len(by_file) == 1:
            rows.add_row(head, *_cells(totals[name]))
            continue
        rows.add_row(head)
        for file, tally in by_file[:MAX_ROWS]:
            rows.add_row(f"  {escape(_fit(file, 26))}", *_cells(tally))
        hidden = len(by_file) - MAX_ROWS
        rows.add_row(f"  {say('tokenizer_page.all')}", *_cells(totals[name]), end_section=True)
    out.print(rows)
    looked = say("tokenizer_page.looked_at", text=texts.statement())
    if hidden > 0:
        looked = say("tokenizer_page.looked_at_most", text=texts.statement(), most=MAX_ROWS)
    out.print(str(looked), markup=False)


def _cells(tally: Tally) -> tuple[str, ...]:
    d = _as_json(tally)
    per_word = "-" if d["tokens_per_word"] is None else fixed(d["tokens_per_word"], 2)
    ratios = [fixed(d[name], 2) for name in ("bytes_per_token", "characters_per_token")]
    return number(tally["tokens"]), per_word, *ratios, percent(d["single_byte_share"], 1)


def _fit(name: str, most: int) -> str:
    """A long path by its end, which says more."""
    return name if len(name) <= most else "…" + name[1 - most :]
