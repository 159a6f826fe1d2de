"""Learning a byte-pair vocabulary from text."""

import contextlib
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, wait

from fledge.common.errors import FledgeError
from fledge.texts import say, text
from fledge.tokenizer.base import BYTE_VOCAB_SIZE, END_OF_TEXT
from fledge.tokenizer.bpe import BpeTokenizer, from_letters
from fledge.tokenizer.patterns import LEARNING_PATTERN, PORTABLE_PATTERN, last_cut

MAX_VOCAB_SIZE = 1_000_000
MIN_PAIR_COUNT = 2  # a pair that occurs once is no pattern
PART_CHARS = 1 << 16  # the library holds 256 texts at a time
JOIN_S = 1.0
POLL_S = 0.2


def train_bpe(texts: Iterable[str], vocab_size: int) -> BpeTokenizer:
    """A vocabulary of the most frequent byte pairs in the texts, whatever the order of the texts.

    If there is too little text for `vocab_size`, it has fewer tokens and a note says so.
    """
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    if not BYTE_VOCAB_SIZE <= vocab_size <= MAX_VOCAB_SIZE:
        raise FledgeError(
            say("tokenizer.bad_size", vocab_size=vocab_size, end=END_OF_TEXT),
            say("tokenizer.give_size", least=BYTE_VOCAB_SIZE, most=MAX_VOCAB_SIZE),
        )
    learner = Tokenizer(models.BPE())
    learner.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(LEARNING_PATTERN), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size - 1,
        min_frequency=MIN_PAIR_COUNT,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    fed = _TextFeed(texts)
    _in_thread(lambda: learner.train_from_iterator(fed, trainer), fed)
    if not fed.characters:
        raise FledgeError(say("tokenizer.no_text"), say("tokenizer.name_text"))
    vocabulary = learner.get_vocab()
    tokens = [from_letters(token) for token in sorted(vocabulary, key=vocabulary.__getitem__)]
    notes = []
    if len(tokens) + 1 < vocab_size:
        notes.append(
            text(say("tokenizer.fewer", number=len(tokens) + 1, vocab_size=vocab_size, characters=fed.characters))
        )
    return BpeTokenizer(PORTABLE_PATTERN, [*tokens, None], {END_OF_TEXT: len(tokens)}, notes=notes)


def _in_thread(learn: Callable[[], None], texts: "_TextFeed") -> None:
    """Run `learn` in a thread of its own: only the main thread notices Ctrl-C, and the library would block it."""
    learned: Future[None] = Future()

    def run() -> None:
        try:
            learn()
            learned.set_result(None)
        except BaseException as error:
            learned.set_exception(error)

    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()  # an interrupt may come before it returns
        # Another thread may get the signal, which would not wake a wait without a timeout.
        while not learned.done():
            wait([learned], POLL_S)
        learned.result()
    finally:
        texts.is_stopped = True
        if thread.is_alive():
            thread.join(JOIN_S)


class _TextFeed:
    """The texts in short parts that are cut between words and valid UTF-8; counts their characters."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = texts
        self.characters = 0
        self.is_stopped = False

    def __iter__(self) -> Iterator[str]:
        with contextlib.closing(_generator(self._texts)) as texts:  # closing it ends the caller's progress bar
            for text in texts:
                if self.is_stopped:
                    raise InterruptedError
                self.characters += len(text)
                yield from map(_valid_unicode, in_parts(text, PART_CHARS))


def _generator(texts: Iterable[str]) -> Generator[str, None, None]:
    yield from texts


def in_parts(text: str, size: int) -> Iterator[str]:
    """The text in parts of at most `size` characters, cut between words where possible."""
    at = 0
    while len(text) - at > size:
        part = text[at : at + size]
        part = part[: last_cut(part, line_ends_close=True) or size]
        yield part
        at += len(part)
    yield text[at:] if at else text


def _valid_unicode(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
