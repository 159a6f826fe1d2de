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
    """What FLEDGE_LANG asks for, else the shell's locale; English if fledge does not speak it.

    It is read at import, which must not fail: commands check the variables (cli/language.py).
    """
    asked = environment.get("FLEDGE_LANG") or next(filter(None, map(environment.get, LOCALE_VARIABLES)), "")
    digits: Digits = "native" if environment.get("FLEDGE_DIGITS") == "native" else "western"
    return Language(find_language(asked) or "en", digits)


_of_process = environment_language(os.environ)
_of_thread: ContextVar[Language | None] = ContextVar("language", default=None)


def language() -> Language:
    return _of_thread.get() or _of_process


def speak(chosen: Language) -> None:
    """From now on every thread speaks that language."""
    global _of_process
    _of_process = chosen


@contextlib.contextmanager
def speaking(chosen: Language) -> Iterator[None]:
    """Meanwhile this thread, and no other, speaks that language."""
    before = _of_thread.set(chosen)
    try:
        yield
    finally:
        _of_thread.reset(before)
