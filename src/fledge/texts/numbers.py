"""Numbers as the current language writes them. Python rounds, so a number has the same digits in every language.

English needs nothing else. For other languages Babel's CLDR data has the marks, and how digits are grouped.
"""

import functools
import math
from decimal import Decimal
from typing import Any

from fledge.texts.language import PSEUDO, Language, language

NATIVE_DIGITS = {"ar": "٠١٢٣٤٥٦٧٨٩", "hi": "०१२३४५६७८९"}  # Babel has the marks of these systems, and not their digits
NATIVE_SYSTEMS = {"ar": "arab", "hi": "deva"}  # CLDR's names


def number(value: Any, digits: int | None = None, sign: str = "", width: int = 0) -> str:
    """12,345 or 12,345.68: with thousands marks. Without `digits`, as many as the number has."""
    return _written(f"{value:{_plus(sign)}{_zeros(width)},{_places(digits)}}")


def fixed(value: Any, digits: int, sign: str = "", width: int = 0) -> str:
    """12345.68: without thousands marks."""
    return _written(f"{value:{_plus(sign)}{_zeros(width)}.{digits}f}")


def percent(value: Any, digits: int = 0, sign: str = "") -> str:
    """0.123 as 12%."""
    return _written(f"{value:{_plus(sign)}.{digits}%}")


def significant(value: Any, digits: int = 6, grouping: str = "") -> str:
    """0.0412, 3.9, 1e-05: that many digits."""
    return _written(f"{value:{',' if grouping else ''}.{digits}g}")


def scientific(value: Any, digits: int) -> str:
    """6.00e-04, as settings are written: alike in every language."""
    return f"{value:.{digits}e}"


def code(value: Any, format: str = "") -> str:  # noqa: A002  as Python names it
    """A value in a command or a setting, as it must be typed: alike in every language."""
    return f"{value:{format}}"


def quoted(value: Any) -> str:
    """'RTX 4070', as Python writes it."""
    return repr(value)


def _plus(sign: str) -> str:
    return "+" if sign == "always" else ""


def _places(digits: int | None) -> str:
    return "" if digits is None else f".{digits}f"


def _zeros(width: int) -> str:
    return f"0{width}" if width else ""


def _written(english: str) -> str:
    """A number that is written in English, in the current language."""
    now = language()
    if now.code in ("en", PSEUDO):
        return english
    return _localized(english, now)


@functools.lru_cache(maxsize=4096)
def _localized(english: str, into: Language) -> str:
    bare = english.removesuffix("%").removeprefix("+")
    if "e" in bare or not math.isfinite(float(bare.replace(",", ""))):  # 1e-05 and nan are written so everywhere
        return english
    from babel.numbers import format_decimal

    is_native = into.digits == "native" and into.code in NATIVE_DIGITS
    places = len(bare.partition(".")[2])
    written = format_decimal(
        Decimal(bare.replace(",", "")),
        format=_pattern(into.code, "," in english) + ("." + "0" * places if places else ""),
        locale=into.code,
        numbering_system=NATIVE_SYSTEMS[into.code] if is_native else "latn",
    )
    leading = len(bare) - len(bare.lstrip("0"))
    if "," not in bare and "." not in bare and leading and len(bare) > 1:  # the 05 of 2 min 05 s
        written = "0" * (len(bare) - len(written)) + written
    written = ("+" if english.startswith("+") else "") + written + ("%" if english.endswith("%") else "")
    return written.translate(_digits(into.code)) if is_native else written


def in_digits(text: str) -> str:
    """Text with the digits that were chosen."""
    now = language()
    if now.code not in NATIVE_DIGITS:
        return text
    to_western = {ord(digit): str(place) for place, digit in enumerate(NATIVE_DIGITS[now.code])}
    return text.translate(_digits(now.code) if now.digits == "native" else to_western)


def native_marks() -> dict[str, str]:
    """The digits and marks of a number by the Western ones, for what writes numbers itself; none if those are meant."""
    now = language()
    if now.digits != "native" or now.code not in NATIVE_DIGITS:
        return {}
    digits = {str(place): digit for place, digit in enumerate(NATIVE_DIGITS[now.code])}
    return {**digits, ".": fixed(0.5, 1)[1], ",": number(1234)[1]}


@functools.cache
def _pattern(code: str, is_grouped: bool) -> str:
    """`#,##0`, or `#,##,##0` in Hindi; `0` without thousands marks."""
    if not is_grouped:
        return "0"
    from babel import Locale

    return str(Locale(code).decimal_formats[None].pattern).partition(".")[0]


@functools.cache
def _digits(code: str) -> dict[int, str]:
    return {ord("0") + place: digit for place, digit in enumerate(NATIVE_DIGITS[code])}
