"""Which documents are worth training on: by length, language, and whether they came before."""

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from fledge.common.errors import FledgeError
from fledge.data.corpus.records import PIECE_CHARACTERS
from fledge.data.filters.duplicates import Duplicates, near_keys, text_digest
from fledge.data.filters.languages import LanguageModel, check_languages

DUPLICATES = ("keep", "exact", "near")


@dataclass(frozen=True)
class Cleaning:
    min_chars: int = 0
    max_chars: int = 0  # 0: no limit
    languages: tuple[str, ...] = ()  # none: all
    duplicates: str = "keep"  # or drop `exact` ones, or those and `near` ones

    def check(self) -> None:
        """Before anything is read: what can't be meant."""
        if self.min_chars < 0 or self.max_chars < 0:
            raise FledgeError("min_chars and max_chars are not below 0.", "0 is no limit.")
        if self.max_chars > PIECE_CHARACTERS:
            raise FledgeError(
                f"max_chars={self.max_chars:,} is more than {PIECE_CHARACTERS:,}: longer documents are not held whole.",
                f"Try --max_chars={PIECE_CHARACTERS}, or leave it out.",
            )
        if self.max_chars and self.min_chars > self.max_chars:
            raise FledgeError(
                f"no document has at least {self.min_chars:,} and at most {self.max_chars:,} characters.",
                "Swap min_chars and max_chars.",
            )
        if self.duplicates not in DUPLICATES:
            raise FledgeError(f"duplicates={self.duplicates!r} is not {', '.join(DUPLICATES)}.")
        check_languages(self.languages)


class Look(NamedTuple):
    """All that is needed of a document to judge it."""

    reason: str  # to drop it, whatever came before; "" for none
    digest: bytes | None
    keys: tuple[int, ...]


UNSEEN = Look("", None, ())


class Cleaner:
    """Judges documents in order: the first of several alike stays, and what is dropped does not count as seen."""

    def __init__(self, cleaning: Cleaning, folder: Path) -> None:
        cleaning.check()
        self.cleaning = cleaning
        self._keeps_all = cleaning == Cleaning()
        self._model = LanguageModel() if cleaning.languages else None
        self._seen: Duplicates | None = None
        if cleaning.duplicates != "keep":
            self._seen = Duplicates(folder / "duplicates.sqlite", near=cleaning.duplicates == "near")

    def __enter__(self) -> "Cleaner":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._seen:
            self._seen.close()

    def look(self, text: str, whole: bool) -> Look:
        """Pure, for worker threads. If not `whole`, the text is the first piece of a document that is longer.

        Such a one is never called an exact duplicate, since the rest of it is not known; it is a near duplicate if
        its first piece is.
        """
        if self._keeps_all:
            return UNSEEN
        if reason := self._reason(text, whole):
            return Look(reason, None, ())
        duplicates = self.cleaning.duplicates
        return Look(
            "",
            text_digest(text) if whole and duplicates != "keep" else None,
            near_keys(text) if duplicates == "near" else (),
        )

    def _reason(self, text: str, whole: bool) -> str:
        limits = self.cleaning
        if whole and len(text) < limits.min_chars:
            return "too short"
        if limits.max_chars and (not whole or len(text) > limits.max_chars):
            return "too long"
        return "language" if self._model and self._model.language(text) not in limits.languages else ""

    def verdict(self, number: int, look: Look) -> str:
        """In order and from one thread: "" to keep document `number`, or the reason to drop it."""
        if look.reason or self._seen is None:
            return look.reason
        if reason := self._seen.find(look.digest, look.keys):
            return reason
        self._seen.remember(number, look.digest, look.keys)
        return ""

    def commit(self, number: int) -> None:
        """What was kept of the documents below `number` is on the disk; to be called before that number is written."""
        if self._seen:
            self._seen.commit(number)

    def rewind(self, number: int) -> None:
        """Forget the documents from `number` on, which are to be judged again: after a crash, and at any time."""
        if self._seen:
            self._seen.rewind(number)
