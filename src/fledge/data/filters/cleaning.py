"""Which documents to keep: by length, by language, and whether they are duplicates."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fledge.common.errors import FledgeError
from fledge.data.corpus.records import CHUNK_CHARS
from fledge.data.filters.duplicates import DuplicateIndex, near_keys, text_digest
from fledge.data.filters.languages import LanguageModel, check_languages
from fledge.texts import say

DUPLICATE_CHOICES = ("keep", "exact", "near")


@dataclass(frozen=True)
class Cleaning:
    min_chars: int = 0
    max_chars: int = 0  # 0: no limit
    languages: tuple[str, ...] = ()  # none: all
    duplicates: str = "keep"  # or drop the `exact` ones, or also the `near` ones

    def check(self) -> None:
        """Refuse impossible settings before anything is read."""
        if self.min_chars < 0 or self.max_chars < 0:
            raise FledgeError(say("prepare.negative_chars"), say("prepare.no_limit"))
        if self.max_chars > CHUNK_CHARS:
            raise FledgeError(
                say("prepare.max_chars", max_chars=self.max_chars, most=CHUNK_CHARS),
                say("prepare.try_max_chars", most=CHUNK_CHARS),
            )
        if self.max_chars and self.min_chars > self.max_chars:
            raise FledgeError(
                say("prepare.no_length", least=self.min_chars, most=self.max_chars),
                say("prepare.swap_chars"),
            )
        if self.duplicates not in DUPLICATE_CHOICES:
            raise FledgeError(say("prepare.duplicates", duplicates=self.duplicates, choices=DUPLICATE_CHOICES))
        check_languages(self.languages)


class DocumentCheck(NamedTuple):
    """The facts about one document that decide whether it is kept."""

    reason: str  # to drop it, whatever came before; "": none
    digest: bytes | None
    keys: tuple[int, ...]


UNCHECKED = DocumentCheck("", None, ())


class Cleaner:
    """Decides about documents in order: the first of several duplicates stays. Dropped ones do not count as seen."""

    def __init__(self, cleaning: Cleaning, folder: Path) -> None:
        cleaning.check()
        self.cleaning = cleaning
        self._keeps_all = cleaning == Cleaning()
        self._model = LanguageModel() if cleaning.languages else None
        self._seen: DuplicateIndex | None = None
        if cleaning.duplicates != "keep":
            self._seen = DuplicateIndex(folder / "duplicates.sqlite", near=cleaning.duplicates == "near")

    def __enter__(self) -> "Cleaner":
        return self

    def __exit__(self, *error: object) -> None:
        if self._seen:
            self._seen.close()

    def check(self, text: str, whole: bool) -> DocumentCheck:
        """Check one document; safe in worker threads. If not `whole`, the text is the first chunk of a longer one.

        A longer document is never an exact duplicate, since the rest of it is unknown; it is a near duplicate if its
        first chunk is.
        """
        if self._keeps_all:
            return UNCHECKED
        if reason := self._reason(text, whole):
            return DocumentCheck(reason, None, ())
        duplicates = self.cleaning.duplicates
        digest = text_digest(text) if whole and duplicates != "keep" else None
        return DocumentCheck("", digest, near_keys(text) if duplicates == "near" else ())

    def _reason(self, text: str, whole: bool) -> str:
        limits = self.cleaning
        if whole and len(text) < limits.min_chars:
            return "too short"
        if limits.max_chars and (not whole or len(text) > limits.max_chars):
            return "too long"
        return "language" if self._model and self._model.language(text) not in limits.languages else ""

    def reason_to_drop(self, number: int, check: DocumentCheck) -> str:
        """The reason to drop document `number`, or "" to keep it. To be called in order and from one thread."""
        if check.reason or self._seen is None:
            return check.reason
        if reason := self._seen.find(check.digest, check.keys):
            return reason
        self._seen.remember(number, check.digest, check.keys)
        return ""

    def commit(self, number: int) -> None:
        """Save which documents below `number` were kept; to be called before `number` itself is saved."""
        if self._seen:
            self._seen.commit(number)

    def rewind(self, number: int) -> None:
        """Forget the documents from `number` on, because they will be checked again."""
        if self._seen:
            self._seen.rewind(number)
