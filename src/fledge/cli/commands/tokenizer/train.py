"""`fledge tokenizer train`: a vocabulary learned from the user's text."""

import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.common.progress import Show, status_line
from fledge.common.text import shortened
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.prepare.text_sample import TextSample, sample_text
from fledge.options.parser import Arguments
from fledge.options.tokenizer import TokenizerTrainOptions
from fledge.tokenizer.base import Tokenizer
from fledge.tokenizer.bpe import BpeTokenizer, Gpt2Tokenizer
from fledge.tokenizer.huggingface import save_tokenizer_file
from fledge.tokenizer.train import in_parts, train_bpe

PART_CHARACTERS = 8192
HELD_OUT_EVERY = 20
MOST_HELD_OUT = 5_000_000  # characters: they are kept in memory, and are plenty to measure with
LONGEST_SHOWN = 8


def run(arguments: Arguments) -> int:
    options: TokenizerTrainOptions = arguments.options
    words = arguments.words
    out = Path(options.out)
    if out.exists():
        raise FledgeError(f"{out} is already there.", "Choose another --out, or move it away.")

    texts = sample_text(words, ReadOptions(options.encoding, options.text_column), options.bytes)
    with status_line() as show:
        parts = Parts(texts, show)
        tokenizer = train_bpe(parts, options.vocab_size)
        save_tokenizer_file(tokenizer, out)
    for note in (*texts.notes(), *tokenizer.notes):
        print(f"note: {note}", file=sys.stderr)
    print("\n".join(_summary(tokenizer, texts, parts, out)))
    print(f"\nnext: fledge prepare {shlex.join(words)} --tokenizer={shlex.quote(str(out))}")
    return 0


class Parts:
    """The text in short parts, of which every HELD_OUT_EVERY-th is kept aside."""

    def __init__(self, texts: TextSample, show: Show) -> None:
        self._texts, self._show = texts, show
        self.held_out: list[str] = []
        self.is_held_out = True

    def __iter__(self) -> Iterator[str]:
        number = held = 0
        first = []
        for _, text in self._texts:
            for part in in_parts(text, PART_CHARACTERS):
                number += 1
                if number % HELD_OUT_EVERY == HELD_OUT_EVERY // 2 and held < MOST_HELD_OUT:
                    self.held_out.append(part)
                    held += len(part)
                    continue
                if not self.held_out:
                    first.append(part)
                yield part
        if not self.held_out:
            self.held_out, self.is_held_out = first, False
        self._show("learning the vocabulary ...")


def _summary(tokenizer: BpeTokenizer, texts: TextSample, parts: Parts, out: Path) -> list[str]:
    held = sum(len(part.encode("utf-8", "replace")) for part in parts.held_out)
    apart = "that it did not learn from" if parts.is_held_out else "it learned from: too little to keep any apart"
    rows = [
        (
            "vocabulary",
            f"{tokenizer.vocab_size:,} tokens: 256 bytes, <|endoftext|>, {tokenizer.vocab_size - 257:,} learned",
        ),
        ("learned from", texts.statement()),
        ("bytes/token", f"{_bytes_per_token(tokenizer, parts.held_out):.2f} in {held:,} bytes {apart}"),
        ("", _gpt2_line(parts.held_out)),
        ("longest", _longest(tokenizer)),
        ("written to", f"{out} ({out.stat().st_size:,} bytes)"),
    ]
    return [f"{label:<13} {text}" for label, text in rows if text]


def _bytes_per_token(tokenizer: Tokenizer, parts: Sequence[str]) -> float:
    size = sum(len(part.encode("utf-8", "replace")) for part in parts)
    return size / max(1, sum(len(tokenizer.encode(part)) for part in parts))


def _gpt2_line(parts: Sequence[str]) -> str:
    try:
        gpt2 = Gpt2Tokenizer.load()
    except FledgeError as error:
        print(f"note: not compared with gpt2: {error.problem}", file=sys.stderr)
        return ""
    return f"{_bytes_per_token(gpt2, parts):.2f} with gpt2 (50,257 tokens)"


def _longest(tokenizer: BpeTokenizer) -> str:
    """The longest tokens that are text."""
    texts = []
    for token in tokenizer.tokens:
        try:
            texts.append((token or b"").decode())
        except UnicodeDecodeError:
            continue  # a part of a character
    longest = sorted(texts, key=len, reverse=True)[:LONGEST_SHOWN]
    shown, line = [shortened(repr(text), 30) for text in longest], ""
    for text in shown:
        if len(line) + len(text) > 60:
            break
        line += f"{', ' if line else ''}{text}"
    return line
