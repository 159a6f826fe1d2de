"""The language that fledge speaks: one for the process, chosen by `--lang`, FLEDGE_LANG or the locale of the shell."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal

Digits = Literal["western", "native"]

LANGUAGES = {"en": "English", "ar": "العربية", "hi": "हिन्दी"}  # by their own names
PSEUDO = "xx-pseudo"  # English with accents, longer and right to left: shows in tests what no catalog has
RIGHT_TO_LEFT = ("ar", PSEUDO)
DIGITS: tuple[Digits, ...] = ("western", "native")
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # in the order in which POSIX reads them


@dataclass(frozen=True)
class Language:
    code: str
    digits: Digits = "western"

    @property
    def is_right_to_left(self) -> bool:
        return self.code in RIGHT_TO_LEFT

    @property
    def direction(self) -> str:
        """As HTML's `dir` has it."""
        return "rtl" if self.is_right_to_left else "ltr"


ENGLISH = Language("en")


def find_language(name: str) -> str | None:
    """The code of a language that fledge speaks: `ar` of ar, AR, ar_EG.UTF-8 and ar-SA; None of any other."""
    if name == PSEUDO:
        return PSEUDO
    code = name.replace("_", "-").replace(".", "-").split("-")[0].lower()
    return code if code in LANGUAGES else None


def environment_language(environment: Mapping[str, str]) -> Language:
    """What FLEDGE_LANG asks for, else the shell's locale; English if fledge does not speak it."""
    asked = environment.get("FLEDGE_LANG") or next(filter(None, map(environment.get, LOCALE_VARIABLES)), "")
    digits: Digits = "native" if environment.get("FLEDGE_DIGITS") == "native" else "western"
    return Language(find_language(asked) or "en", digits)


_current = environment_language(os.environ)
_in_english: ContextVar[bool] = ContextVar("in_english", default=False)


def language() -> Language:
    return ENGLISH if _in_english.get() else _current


def speak(chosen: Language) -> None:
    """From now on everything is said in that language."""
    global _current
    _current = chosen


@contextlib.contextmanager
def speaking(chosen: Language) -> Iterator[None]:
    before = language()
    speak(chosen)
    try:
        yield
    finally:
        speak(before)


@contextlib.contextmanager
def for_files() -> Iterator[None]:
    """Meanwhile this thread, and no other, writes English: logs are read by programs, whatever their user speaks."""
    before = _in_english.set(True)
    try:
        yield
    finally:
        _in_english.reset(before)
