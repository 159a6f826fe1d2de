"""`fledge tokenizer train`: a vocabulary learned from the user's text."""

import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fledge.cli.pages.tables import labelled
from fledge.common.errors import FledgeError
from fledge.common.files import check_writable
from fledge.common.progress import Show, status_line
from fledge.common.text import shortened
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.prepare.text_sample import TextSample, sample_text
from fledge.options.parser import Arguments
from fledge.options.tokenizer import TokenizerTrainOptions
from fledge.texts import Message, say
from fledge.tokenizer.base import BYTE_VOCAB_SIZE, Tokenizer
from fledge.tokenizer.bpe import GPT2_VOCAB_SIZE, BpeTokenizer, Gpt2Tokenizer
from fledge.tokenizer.huggingface import save_tokenizer_file
from fledge.tokenizer.train import in_parts, train_bpe

PART_CHARACTERS = 8192
HELD_OUT_EVERY = 20
MOST_HELD_OUT = 5_000_000  # characters: they are kept in memory, and are plenty to measure with
LONGEST_SHOWN = 8
MIN_LABEL_WIDTH = 13
Row = tuple[str | Message, str | Message]


def run(arguments: Arguments) -> int:
    options: TokenizerTrainOptions = arguments.options
    words = arguments.words
    out = Path(options.out)
    if out.exists():
        raise FledgeError(say("tokenizer_page.there", path=out), say("tokenizer_page.other_out"))
    texts = sample_text(words, ReadOptions(options.encoding, options.text_column), options.bytes)
    check_writable(out)
    with status_line() as show:
        parts = Parts(texts, show)
        tokenizer = train_bpe(parts, options.vocab_size)
        save_tokenizer_file(tokenizer, out)
    for note in (*texts.notes(), *tokenizer.notes):
        print(say("tokenizer_page.note", note=note), file=sys.stderr)
    print("\n".join(labelled(_summary(tokenizer, texts, parts, out), MIN_LABEL_WIDTH)))
    command = f"fledge prepare {shlex.join(words)} --tokenizer={shlex.quote(str(out))}"
    print(f"\n{say('tokenizer_page.next', command=command)}")
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
        self._show(str(say("tokenizer_page.learning")))


def _summary(tokenizer: BpeTokenizer, texts: TextSample, parts: Parts, out: Path) -> list[Row]:
    held = sum(len(part.encode("utf-8", "replace")) for part in parts.held_out)
    ratio, size = _bytes_per_token(tokenizer, parts.held_out), tokenizer.vocab_size
    measured = say("tokenizer_page.not_apart", ratio=ratio, bytes=held)
    if parts.is_held_out:
        measured = say("tokenizer_page.apart", ratio=ratio, bytes=held)
    rows: list[Row] = [
        (say("tokenizer_page.vocabulary"), say("tokenizer_page.tokens", size=size, learned=size - BYTE_VOCAB_SIZE)),
        (say("tokenizer_page.learned_from"), texts.statement()),
        (say("tokenizer_page.bytes_per_token"), measured),
        ("", _gpt2_line(parts.held_out)),
        (say("tokenizer_page.longest"), _longest(tokenizer)),
        (say("tokenizer_page.written_to"), say("tokenizer_page.file", path=out, size=out.stat().st_size)),
    ]
    return [(label, words) for label, words in rows if words]


def _bytes_per_token(tokenizer: Tokenizer, parts: Sequence[str]) -> float:
    size = sum(len(part.encode("utf-8", "replace")) for part in parts)
    return size / max(1, sum(len(tokenizer.encode(part)) for part in parts))


def _gpt2_line(parts: Sequence[str]) -> str | Message:
    try:
        gpt2 = Gpt2Tokenizer.load()
    except FledgeError as error:
        print(say("tokenizer_page.no_gpt2", problem=error.problem), file=sys.stderr)
        return ""
    return say("tokenizer_page.with_gpt2", ratio=_bytes_per_token(gpt2, parts), size=GPT2_VOCAB_SIZE)


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
