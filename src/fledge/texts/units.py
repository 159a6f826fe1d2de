"""Times, counts and rates in the form people read, in the current language. Catalogs call them: `{ DURATION($s) }`."""

from collections.abc import Sequence
from typing import Literal

from fledge.texts.bidi import isolated
from fledge.texts.language import language
from fledge.texts.message import Message, catalog_function, say, text, words_of
from fledge.texts.numbers import number, significant

CLDR_LISTS = ("ar", "hi")  # languages whose lists Babel writes


@catalog_function("DURATION")
def duration(seconds: float) -> str:
    """32.5 ms, 1.4 s, 2 min 05 s, 3 h 20 min, 2 d 4 h."""
    if 0 < seconds < 0.0995:  # 0.0 s would be no time at all
        return milliseconds(1000 * seconds)
    if seconds < 9.95:
        return text(say("unit.part_seconds", n=seconds))
    whole = round(seconds)
    if whole < 60:
        return text(say("unit.seconds", n=whole))
    if whole < 3600:
        return text(say("unit.minutes", minutes=whole // 60, seconds=whole % 60))
    if whole < 86_400:
        return text(say("unit.hours", hours=whole // 3600, minutes=whole % 3600 // 60))
    return text(say("unit.days", days=whole // 86_400, hours=whole % 86_400 // 3600))


@catalog_function("MILLISECONDS")
def milliseconds(ms: float) -> str:
    """33.2 ms; from ten seconds on as a duration."""
    return text(say("unit.milliseconds", n=ms)) if ms < 10_000 else duration(ms / 1000)


@catalog_function("COUNT")
def count(n: float) -> str:
    """812, 10.7K, 40.6M, 3.68B."""
    if abs(n) >= 1e12:
        return text(say("unit.count_trillions", n=n / 1e12))
    if abs(n) >= 1e9:
        return text(say("unit.count_billions", n=n / 1e9))
    if abs(n) >= 1e6:
        return text(say("unit.count_millions", n=n / 1e6))
    if abs(n) >= 1e3:
        return text(say("unit.count_thousands", n=n / 1e3))
    return text(say("unit.count", n=n))


@catalog_function("TOKENS")
def token_count(n: float) -> str:
    """768, 524,288, 81.9M, 10.5B."""
    if n >= 1e9:
        return text(say("unit.tokens_billions", n=n / 1e9))
    return text(say("unit.tokens_millions", n=n / 1e6)) if n >= 1e6 else text(say("unit.tokens", n=n))


@catalog_function("PARAMETERS")
def parameter_count(n: float) -> str:
    """0.80M, 123.59M, 1.56B."""
    if n >= 1e9:
        return text(say("unit.parameters_billions", n=n / 1e9))
    return text(say("unit.parameters_millions", n=n / 1e6))


@catalog_function("TIMES")
def times(ratio: float) -> str:
    """53x, 2.4x, 0.33x."""
    if ratio >= 10:
        return text(say("unit.times_whole", n=ratio))
    return text(say("unit.times", n=ratio)) if ratio >= 1 else text(say("unit.times_part", n=ratio))


@catalog_function("FLOPS")
def flops(rate: float) -> str:
    """0.42 GFLOP/s, 352 GFLOP/s, 58.3 TFLOP/s."""
    if rate < 1e10:
        return text(say("unit.gflops_few", n=rate / 1e9))
    if rate >= 1e12:
        return text(say("unit.tflops", n=rate / 1e12))
    return text(say("unit.gflops", n=rate / 1e9))


@catalog_function("ROUNDED")
def plain(n: float) -> str:
    """0.0412, 3.9, 21.7, 12,346: three digits or more, and no exponent unless it is tiny."""
    return number(n, digits=0) if abs(n) >= 99.95 else significant(n, digits=3)


@catalog_function("GIBIBYTES")
def gibibytes(gib: float) -> str:
    """140 GB, 2.5 GB, 67.2 MB, 2 KB; the units are powers of 1,024, as in the rest of a plan."""
    if gib >= 0.1:
        return text(say("unit.gigabytes", n=gib))
    if gib * 1024 >= 0.1:
        return text(say("unit.megabytes", n=gib * 1024))
    return text(say("unit.kilobytes", n=gib * 1024**2))


@catalog_function("WORD")
def number_word(n: int) -> str:
    """no, one, two, ..., ten, 11."""
    return text(say("unit.word", n=n))


@catalog_function("LIST")
def listed(items: Sequence[str | Message]) -> str:
    """a, b and c."""
    words = _words(items)
    if language().code in CLDR_LISTS:
        return _cldr_list(words, "standard")
    if len(words) < 2:
        return "".join(words)
    return text(say("unit.list", most=", ".join(words[:-1]), last=words[-1]))


@catalog_function("EITHER")
def either(items: Sequence[str | Message]) -> str:
    """a, b or c."""
    words = _words(items)
    if language().code in CLDR_LISTS:
        return _cldr_list(words, "or")
    if len(words) < 2:
        return "".join(words)
    return text(say("unit.either", most=", ".join(words[:-1]), last=words[-1]))


@catalog_function("SEPARATED")
def separated(items: Sequence[str | Message]) -> str:
    """a; b; c."""
    return text(say("unit.semicolon")).join(_words(items))


@catalog_function("COMMAS")
def with_commas(items: Sequence[str | Message]) -> str:
    """a, b, c."""
    return text(say("unit.comma")).join(_words(items))


def _cldr_list(words: Sequence[str], style: Literal["standard", "or"]) -> str:
    from babel.lists import format_list

    return format_list(words, style, locale=language().code)


def _words(items: Sequence[str | Message]) -> list[str]:
    words = [words_of(item) for item in items]
    return [isolated(word) for word in words] if language().is_right_to_left and len(words) > 1 else words
