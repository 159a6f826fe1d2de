"""The tokenizer, split and validation share that a request leaves to fledge, and the tokenizer itself."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.data.corpus.by_language import VAL_FRACTION, language_corpus
from fledge.data.corpus.catalog import NAMED_CORPORA
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.kinds import kind_of
from fledge.data.dataset import SHIPPED_TOKENIZERS
from fledge.data.prepare.request import Request
from fledge.data.prepare.source import Report, TextSource, normalized_texts
from fledge.texts import Message, say
from fledge.tokenizer.base import ByteTokenizer, CharTokenizer, Tokenizer
from fledge.tokenizer.bpe import Gpt2Tokenizer
from fledge.tokenizer.huggingface import read_tokenizer_file, save_tokenizer_file
from fledge.tokenizer.normalize import Normalizer, parse_choices
from fledge.tokenizer.train import train_bpe

LARGE_BYTES = 20_000_000  # above this a character model wastes its context, and BPE is the better default
MANY_FILES = 1_000  # text files: from here on each is a document of a collection, not a chapter of one text
LEARNED_BYTES = 100_000_000  # text from which bpe:N learns its vocabulary
CONTIGUOUS_VAL_SHARE = 0.1
DOCUMENTS_VAL_SHARE = 0.01
ENOUGH_VAL_TOKENS = 1e6  # a small token budget gets a larger validation share, so that its loss is not mostly noise
BPE_SIZE = re.compile(r"bpe:(\d+(?:\.\d+)?(?:e\d+)?)$")


def make_choices(request: Request, inputs: Sequence[Input]) -> tuple[Request, list[str]]:
    """The request with settings for what it leaves to fledge, and notes with the reasons."""
    notes = []
    is_text = all(kind_of(item.name) in ("text", None) for item in inputs) and not request.read_options.separator
    size = sum(item.size or 0 for item in inputs)
    tokenizer, split = request.tokenizer, request.split
    named = request.words[0]
    if tokenizer == "auto" and named in SHIPPED_TOKENIZERS:
        tokenizer = SHIPPED_TOKENIZERS[named]
    elif tokenizer == "auto":
        tokenizer = "char" if is_text and size <= LARGE_BYTES else "gpt2"
        notes.append(str(_why_default(tokenizer, size, is_text)))
    if split == "auto":
        split = "contiguous" if is_text and len(inputs) < MANY_FILES else "documents"
    share = request.val_fraction or _usual_val_share(named, split, request.tokens)
    return replace(request, tokenizer=tokenizer, split=split, val_fraction=share), notes


def _why_default(tokenizer: str, size: int, is_text: bool) -> Message:
    if not is_text:
        return say("prepare.default.documents", tokenizer=tokenizer)
    if size > LARGE_BYTES:
        return say("prepare.default.over", tokenizer=tokenizer, megabytes=LARGE_BYTES / 1e6)
    return say("prepare.default.up_to", tokenizer=tokenizer, megabytes=LARGE_BYTES / 1e6)


def _usual_val_share(named: str, split: str, tokens: int) -> float:
    if named in NAMED_CORPORA:
        share = NAMED_CORPORA[named].val_fraction
    elif language_corpus(named):
        share = VAL_FRACTION
    else:
        share = CONTIGUOUS_VAL_SHARE if split == "contiguous" else DOCUMENTS_VAL_SHARE
    if tokens:
        share = max(share, min(CONTIGUOUS_VAL_SHARE, ENOUGH_VAL_TOKENS / tokens))
    return share


def chosen_normalizer(request: Request) -> Normalizer | None:
    """What `--normalize` asks for, or what a tokenizer file does by itself."""
    choices = parse_choices(request.normalize)
    wanted = Normalizer(choices) if choices else None
    path = Path(request.tokenizer)
    own = read_tokenizer_file(path).normalizer if _is_file(request.tokenizer) else None
    if own and wanted and own != wanted:
        raise FledgeError(
            say(
                "prepare.other_normalizer",
                path=path,
                own=",".join(own.choices),
                asked=request.normalize,
                choices=",".join(choices),
            ),
            say("prepare.one_normalizer"),
        )
    return own or wanted


def _is_file(tokenizer: str) -> bool:
    is_name = tokenizer in ("auto", "char", "byte", "gpt2") or BPE_SIZE.match(tokenizer) is not None
    return not is_name and Path(tokenizer).is_file()


def check_tokenizer(name: str) -> None:
    if name in ("auto", "char", "byte", "gpt2") or BPE_SIZE.match(name):
        return
    if not Path(name).is_file():
        raise FledgeError(
            say("prepare.unknown_tokenizer", name=name),
            say("prepare.try_tokenizer"),
        )
    read_tokenizer_file(Path(name))


def make_tokenizer(
    name: str, chars: str, saved: Path, texts: Callable[[], Iterator[str]], normalizer: Normalizer | None = None
) -> Tokenizer:
    """The tokenizer of that name; a learned one is kept at `saved`, in case the job is interrupted."""
    if name == "char":
        return CharTokenizer(chars).with_normalizer(normalizer)
    if name == "byte":
        return ByteTokenizer().with_normalizer(normalizer)
    if name == "gpt2":
        return Gpt2Tokenizer.load().with_normalizer(normalizer)
    if saved.exists():
        return read_tokenizer_file(saved)
    match = BPE_SIZE.match(name)
    learned = train_bpe(texts(), int(float(match[1]))) if match else read_tokenizer_file(Path(name))
    tokenizer = learned.with_normalizer(normalizer)
    save_tokenizer_file(tokenizer, saved)
    return tokenizer


def first_texts(source: TextSource, report: Report, normalizer: Normalizer | None = None) -> Iterator[str]:
    """The first LEARNED_BYTES of the text, normalized."""
    left = LEARNED_BYTES
    for index in range(len(source.inputs)):
        for text in normalized_texts(source.chunks(index, left_out=Counter()), normalizer):
            size = len(text.encode())
            report(size)
            left -= size
            yield text
            if left <= 0:
                return
