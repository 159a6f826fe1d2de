"""Which tokenizer, split and share a request means, and the tokenizer itself."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.data.corpus import Reading, kind_of
from fledge.data.corpus.catalog import NAMED
from fledge.data.corpus.inputs import Input
from fledge.data.dataset import NAMED_SETS
from fledge.data.prepare.request import Choices, Request
from fledge.data.prepare.scan import readable
from fledge.tokenizer.base import ByteTokenizer, CharTokenizer, Tokenizer
from fledge.tokenizer.bpe import Gpt2Tokenizer
from fledge.tokenizer.huggingface import read_tokenizer_file, save_tokenizer_file
from fledge.tokenizer.train import train_bpe

LARGE_BYTES = 20_000_000  # above this a character model wastes its context, and BPE is the better default
MANY_FILES = 1_000  # of text: above this each is a document of a collection, not a chapter of one text
LEARNT_BYTES = 100_000_000  # of text, from which bpe:N learns its vocabulary
CONTIGUOUS_VAL, DOCUMENTS_VAL = 0.1, 0.01
ENOUGH_VAL = 1e6  # tokens: of a small budget a larger share is held out, so that a loss over it means something
BPE = re.compile(r"bpe:(\d+(?:\.\d+)?(?:e\d+)?)$")


def choose(request: Request, inputs: Sequence[Input]) -> tuple[Choices, list[str]]:
    """What is taken where the request says auto, and the reasons."""
    notes = []
    is_text = all(kind_of(item.name) in ("text", None) for item in inputs) and not request.reading.separator
    size = sum(item.size or 0 for item in inputs)
    tokenizer, split = request.tokenizer, request.split
    named = request.words[0]
    if tokenizer == "auto" and named in NAMED_SETS:
        tokenizer = NAMED_SETS[named]
    elif tokenizer == "auto":
        tokenizer, reason = choose_tokenizer(size) if is_text else ("gpt2", "for collections of documents")
        notes.append(f"tokenizer {tokenizer}: the default {reason} (--tokenizer=... for another)")
    if split == "auto":
        split = "contiguous" if is_text and len(inputs) < MANY_FILES else "documents"
    usual = NAMED[named].val_fraction if named in NAMED else CONTIGUOUS_VAL if split == "contiguous" else DOCUMENTS_VAL
    if request.tokens:
        usual = max(usual, min(CONTIGUOUS_VAL, ENOUGH_VAL / request.tokens))
    return Choices(tokenizer, split, request.val_fraction or usual), notes


def choose_tokenizer(size: int) -> tuple[str, str]:
    """The tokenizer for a text of so many bytes, and the reason."""
    name, side = ("gpt2", "over") if size > LARGE_BYTES else ("char", "up to")
    return name, f"for text {side} {LARGE_BYTES / 1e6:.0f} MB"


def check_tokenizer(name: str) -> None:
    if name in ("auto", "char", "byte", "gpt2") or BPE.match(name):
        return
    if not Path(name).is_file():
        raise FledgeError(
            f"--tokenizer={name} is neither auto, char, byte, gpt2, bpe:SIZE nor a file.",
            "Try --tokenizer=gpt2, or --tokenizer=bpe:32768 to learn one from your text.",
        )
    read_tokenizer_file(Path(name))


def make_tokenizer(name: str, chars: str, saved: Path, texts: Callable[[], Iterator[str]]) -> Tokenizer:
    """The tokenizer of that name; one that has to be learnt is kept at `saved` for a later try."""
    if name == "char":
        return CharTokenizer(chars)
    if name == "byte":
        return ByteTokenizer()
    if name == "gpt2":
        return Gpt2Tokenizer.load()
    if saved.exists():
        return read_tokenizer_file(saved)
    match = BPE.match(name)
    tokenizer = train_bpe(texts(), int(float(match[1]))) if match else read_tokenizer_file(Path(name))
    save_tokenizer_file(tokenizer, saved)
    return tokenizer


def first_texts(
    inputs: Sequence[Input],
    open_input: Callable[[int], Path],
    reading: Reading,
    skip_errors: bool,
    report: Callable[[int], None],
) -> Iterator[str]:
    """The first LEARNT_BYTES of the text."""
    left = LEARNT_BYTES
    for index, item in enumerate(inputs):
        for piece in readable(open_input(index), item.name, reading, skip_errors, left_out=Counter()):
            size = len(piece.text.encode())
            report(size)
            left -= size
            yield piece.text
            if left <= 0:
                return
