"""What a vocabulary learned from a text would save, measured on a part of it that the vocabulary did not learn from."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fledge.tokenizer.base import Tokenizer
from fledge.tokenizer.train import in_parts, train_bpe

PART_CHARS = 4096
HELD_OUT_EVERY = 10
MIN_PARTS = 5  # of less text no part can be kept aside


@dataclass(frozen=True)
class LearnedSample:
    """Counts of the text that was kept aside, for a learned vocabulary and for the one it is compared with."""

    vocab_size: int
    bytes: int
    words: int
    tokens: int
    other_tokens: int
    learned_bytes: int  # of the text that it learned from

    @property
    def ratio(self) -> float:
        """How many times fewer tokens it makes."""
        return self.other_tokens / self.tokens

    def to_json(self) -> dict[str, Any]:
        return {
            **asdict(self),
            "bytes_per_token": self.bytes / self.tokens,
            "tokens_per_word": self.tokens / self.words,
            "other_bytes_per_token": self.bytes / self.other_tokens,
            "other_tokens_per_word": self.other_tokens / self.words,
            "times_fewer_tokens": self.ratio,
        }


def learn_and_compare(texts: Sequence[str], vocab_size: int, other: Tokenizer) -> LearnedSample | None:
    """None if there is too little text to keep any aside, or none but white space."""
    parts = [part for text in texts for part in in_parts(text, PART_CHARS)]
    if len(parts) < MIN_PARTS:
        return None
    middle = min(HELD_OUT_EVERY, len(parts)) // 2
    held = [part for number, part in enumerate(parts) if number % HELD_OUT_EVERY == middle]
    learned_from = [part for number, part in enumerate(parts) if number % HELD_OUT_EVERY != middle]
    words = sum(len(part.split()) for part in held)
    if not words:
        return None
    learned = train_bpe(learned_from, vocab_size)
    return LearnedSample(
        vocab_size=learned.vocab_size,
        bytes=_bytes(held),
        words=words,
        tokens=sum(len(learned.encode(part)) for part in held),
        other_tokens=sum(len(other.encode(part)) for part in held),
        learned_bytes=_bytes(learned_from),
    )


def _bytes(parts: Sequence[str]) -> int:
    return sum(len(part.encode("utf-8", "replace")) for part in parts)
