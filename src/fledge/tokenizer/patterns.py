"""How text is cut into words before byte pairs are merged: the patterns, and which of them are safe."""

import itertools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]

# GPT-2's own, and ours for trained vocabularies: combining marks belong to their letters, so that the words of
# Hindi, Arabic or Thai stay whole.
GPT2_WORDS = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
OUR_WORDS = r"'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}\p{M}]+| ?\p{N}+| ?[^\s\p{L}\p{M}\p{N}]+|\s+(?!\S)|\s+"
# The same words as OUR_WORDS up to this length; learning from longer ones (a genome, base64) takes for ever.
LONGEST = 200
WORDS_TO_LEARN = (
    r"'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}\p{M}]{1,N}| ?\p{N}{1,N}| ?[^\s\p{L}\p{M}\p{N}]{1,N}|\s{1,N}(?!\S)|\s{1,N}"
).replace("1,N", f"1,{LONGEST}")
# The same words again, with possessive quantifiers for speed.
FASTER = {
    GPT2_WORDS: r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
    OUR_WORDS: r"'(?:[sdmt]|ll|ve|re)| ?[\p{L}\p{M}]++| ?\p{N}++| ?[^\s\p{L}\p{M}\p{N}]++|\s++$|\s+(?!\S)|\s",
}
# And again, for text with a CUT wherever a run of white space leaves its last character to a word: without a look
# ahead the pattern needs no backtracking, and is half as fast again.
WITHOUT_LOOKING = {
    GPT2_WORDS: r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+",
    OUR_WORDS: r"'(?:[sdmt]|ll|ve|re)| ?[\p{L}\p{M}]+| ?\p{N}+| ?[^\s\p{L}\p{M}\p{N}]+|\s+",
}
CUT = "\U0010ffff"  # stands for no character, and never will
# What the patterns take for white space beyond ASCII's
SPACES = (0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)

# Python takes these for white space and the patterns do not.
SEPARATORS = "\x1c\x1d\x1e\x1f"
# tiktoken's regex engine overflows its stack where a much longer run of white space precedes a word.
LONG = 100_000
LONG_SPACE = re.compile(rf"[^\S{SEPARATORS}]{{{LONG},}}")

MOST_CHARACTERS = 4000  # of a pattern; the longest in use have some 400
MOST_COUNT = 1000
MOST_ENDLESS = 3  # endless repeats one after the other
MOST_CHOICES = 12
DEEPEST = 20
ONE_CHARACTER = "sSdDwWnrtfv"
NO_CHARACTER = "bBAzZ"


def last_cut(text: str) -> int:
    """Where both FASTER patterns begin a word, whatever precedes it: at the last white space before the last word.

    They take a run of white space up to its last character, which goes with the word that follows.
    """
    words = text.rsplit(None, 1)
    if len(words) < 2:
        return 0
    cut = len(text.rstrip()) - len(words[1]) - 1
    return 0 if text[cut] in SEPARATORS else cut


def with_cuts(text: str, ends: Numbers) -> str:
    """The text with a CUT before the last white space of every run of it that a word follows.

    At `ends` a document ends and no word follows.
    """
    is_space = _spaces(text)
    cuts = np.flatnonzero(is_space[:-2] & is_space[1:-1] & ~is_space[2:]) + 1
    cuts = cuts[~np.isin(cuts + 1, ends)]
    if not len(cuts):
        return text
    return CUT.join([text[a:b] for a, b in itertools.pairwise([0, *cuts.tolist(), len(text)])])


def _spaces(text: str) -> npt.NDArray[np.bool_]:
    """Which characters of a text are white space."""
    if text.isascii():
        return _ascii_spaces(np.frombuffer(text.encode(), dtype=np.uint8))
    points = np.frombuffer(text.encode("utf-32-le"), dtype="<u4")
    is_space = _ascii_spaces(points)
    others = np.flatnonzero(points >= SPACES[0])  # few, in most languages
    is_space[others] = np.isin(points[others], SPACES)
    return is_space


def _ascii_spaces(points: npt.NDArray[np.unsignedinteger[Any]]) -> npt.NDArray[np.bool_]:
    return (points == ord(" ")) | (points - points.dtype.type(ord("\t")) <= ord("\r") - ord("\t"))


def cuts_in_long_space(text: str) -> Iterator[int]:
    """The places inside huge runs of white space where both FASTER patterns begin a word."""
    if len(text) < LONG:
        return iter(())
    return (run.end() - 1 for run in LONG_SPACE.finditer(text) if run.end() < len(text))


def pattern_problem(pattern: str) -> str:
    """What is wrong with a pattern that could take very long on some text, or match nothing at all; else nothing.

    What is left has no backreferences, no repeats of what varies in length and few endless repeats in a row: enough for
    the patterns of GPT-2, GPT-4, Llama 3, Qwen and SmolLM. tiktoken gives up after a million steps on one word.
    """
    if len(pattern) > MOST_CHARACTERS:
        return f"has {len(pattern):,} characters, and {MOST_CHARACTERS:,} is the most"
    reader = _Reader(pattern)
    try:
        shape = reader.alternatives(0)
    except _NotSafe as problem:
        return f"is none that is safe to use: {problem}"
    if reader.at < len(pattern):
        return "has a ')' too many"
    return "" if shape.least else "can match nothing at all"


class _NotSafe(Exception):
    """Why a pattern is refused."""


class _Shape(NamedTuple):
    """The fewest and most characters a part of a pattern takes (None: no end), and where it can go several ways."""

    least: int
    most: int | None
    endless: int = 0
    choices: int = 0

    @property
    def varies(self) -> bool:
        return self.most != self.least

    def then(self, other: "_Shape") -> "_Shape":
        most = None if self.most is None or other.most is None else self.most + other.most
        return _Shape(self.least + other.least, most, self.endless + other.endless, self.choices + other.choices)

    def either(self, other: "_Shape") -> "_Shape":
        most = None if self.most is None or other.most is None else max(self.most, other.most)
        return _Shape(
            min(self.least, other.least), most, max(self.endless, other.endless), max(self.choices, other.choices)
        )


NOTHING = _Shape(0, 0)
ONE = _Shape(1, 1)


class _Reader:
    """Reads the part of the regex language that word patterns need, and no more."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0

    def take(self, expression: str) -> str:
        """What the expression matches here, passed over; empty if it doesn't."""
        found = re.compile(expression, re.DOTALL).match(self.pattern, self.at)
        self.at = found.end() if found else self.at
        return found[0] if found else ""

    def alternatives(self, depth: int) -> _Shape:
        if depth > DEEPEST:
            raise _NotSafe("it is nested too deeply")
        shape = self.sequence(depth)
        while self.take(r"\|"):
            shape = shape.either(self.sequence(depth))
        return shape

    def sequence(self, depth: int) -> _Shape:
        shape = NOTHING
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            shape = shape.then(self.repeated(self.atom(depth)))
            if shape.endless > MOST_ENDLESS or shape.choices > MOST_CHOICES:
                raise _NotSafe("too many repeats follow one another")
        return shape

    def atom(self, depth: int) -> _Shape:
        if self.take(r"\("):
            return self.group(depth)
        if self.take(r"\["):
            self.character_class(depth)
            return ONE
        if self.take(r"\\"):
            return self.escape()
        if self.take(r"[\^$]"):
            return NOTHING
        if not self.take(r"[^*+?{}\]]"):
            raise _NotSafe(f"{self.pattern[self.at]!r} at character {self.at}")
        return ONE

    def group(self, depth: int) -> _Shape:
        looks = bool(self.take(r"\?<?[=!]"))
        if not looks and not self.take(r"\?(?::|>|-?[ims]+:)") and self.take(r"\?[ims]+\)"):
            return NOTHING  # (?i), for the rest
        if self.pattern.startswith("?", self.at):
            raise _NotSafe(f"'(?{self.pattern[self.at + 1 : self.at + 3]}' at character {self.at}")
        inside = self.alternatives(depth + 1)
        if not self.take(r"\)"):
            raise _NotSafe("a '(' without its ')'")
        return inside._replace(least=0, most=0) if looks else inside

    def character_class(self, depth: int) -> None:
        self.take(r"\^?\]?")
        while not self.take(r"\]"):
            if self.take(r"\["):
                if depth > DEEPEST:
                    raise _NotSafe("it is nested too deeply")
                self.character_class(depth + 1)
            elif self.take(r"\\"):
                self.escape()
            elif not self.take(r"[^\[\]\\]+"):
                raise _NotSafe("a '[' without its ']'")

    def escape(self) -> _Shape:
        one = (
            r"[pP](?:\{\^?[\w =]+\}|\w)|x(?:[0-9a-fA-F]{2}|\{[0-9a-fA-F]{1,6}\})"
            rf"|u(?:[0-9a-fA-F]{{4}}|\{{[0-9a-fA-F]{{1,6}}\}})|[{ONE_CHARACTER}]|[^\w]"
        )
        if self.take(one):
            return ONE
        if self.take(f"[{NO_CHARACTER}]"):
            return NOTHING
        raise _NotSafe(f"'\\{self.pattern[self.at : self.at + 1]}' at character {self.at}")

    def repeated(self, atom: _Shape) -> _Shape:
        quantifier = self.take(r"[*+?]|\{\d{1,9}(?:,\d{0,9})?\}")
        if not quantifier:
            return atom
        self.take(r"[?+]")  # lazy, possessive
        least, most = _counts(quantifier)
        if max(least, most or 0) > MOST_COUNT or (most is not None and most < least):
            raise _NotSafe(f"{quantifier} is too many")
        if most == 1:
            return atom._replace(least=atom.least * least, choices=atom.choices + 1)
        if atom.varies or not atom.least:
            raise _NotSafe("it repeats what varies in length")
        if most is None:
            return _Shape(atom.least * least, None, atom.endless + 1, atom.choices + 1)
        return _Shape(atom.least * least, atom.least * most, atom.endless, atom.choices + (most > least))


def _counts(quantifier: str) -> tuple[int, int | None]:
    if quantifier in "*+?":
        return int(quantifier == "+"), 1 if quantifier == "?" else None
    least, comma, most = quantifier[1:-1].partition(",")
    return int(least), int(most) if most else None if comma else int(least)
