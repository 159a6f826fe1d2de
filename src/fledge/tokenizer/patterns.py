"""The regular expressions that cut text into words before byte pairs are merged, and where text may be cut safely."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

GPT2_PATTERN = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
# GPT-2's with combining marks kept beside their letters, so that the words of Hindi, Arabic or Thai stay whole. Learned
# vocabularies had it until 2026-11: llama.cpp has no code for it.
OUR_PATTERN = r"'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}\p{M}]+| ?\p{N}+| ?[^\s\p{L}\p{M}\p{N}]+|\s+(?!\S)|\s+"
# For learned vocabularies. It is what llama.cpp calls qwen35, to the letter: it keeps marks beside letters, too.
PORTABLE_PATTERN = (
    r"'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD]|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
# The same words up to this length; learning from longer ones (a genome, base64) takes for ever.
MAX_LEARNED_WORD_CHARS = 200
LEARNING_PATTERN = (
    r"'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD]|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]{1,N}|\p{N}"
    r"| ?[^\s\p{L}\p{M}\p{N}]{1,N}[\r\n]{0,N}|\s{0,N}[\r\n]{1,N}|\s{1,N}(?!\S)|\s{1,N}"
).replace(",N}", f",{MAX_LEARNED_WORD_CHARS}}}")

# A Digits step of a tokenizer.json cuts digits off before GPT-2's words are looked for, one by one or in runs: white
# space before a digit then ends a text of its own.
DIGIT_PATTERN = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+"
DIGIT_RUN_PATTERN = DIGIT_PATTERN.replace(r"|\p{N}|", r"|\p{N}+|")
GPT4_PATTERN = (  # Llama 3's, too
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
QWEN_PATTERN = GPT4_PATTERN.replace("{1,3}", "")
QWEN35_PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
GPT4O_PATTERN = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
MISTRAL_PATTERN = GPT4O_PATTERN.replace("(?i:'s|'t|'re|'ve|'m|'ll|'d)?", "").replace("{1,3}", "")
NANOCHAT_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2}| ?[^\s\p{L}\p{N}]++[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s+"
)
# What begins and ends the words of PORTABLE_PATTERN, and of QWEN35_PATTERN.
_SHORT = r"'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE])"
_QWEN_SHORT = r"'(?i:[sdmt]|ll|ve|re)"  # a long s, too
# Faster regular expressions that find the same words: possessive quantifiers never backtrack. What precedes letters
# must not be a mark here: possessive, it would leave a mark that stands alone without a word.
_FASTER_PORTABLE = (
    r"|[^\r\n\p{L}\p{M}\p{N}]?+[\p{L}\p{M}]++|\p{N}| ?[^\s\p{L}\p{M}\p{N}]++[\r\n]*+"
    r"|(?:[^\S\r\n]*+[\r\n]++)++|\s++$|\s+(?!\S)|\s"
)
FASTER = {
    GPT2_PATTERN: r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
    OUR_PATTERN: r"'(?:[sdmt]|ll|ve|re)| ?[\p{L}\p{M}]++| ?\p{N}++| ?[^\s\p{L}\p{M}\p{N}]++|\s++$|\s+(?!\S)|\s",
    PORTABLE_PATTERN: _SHORT + _FASTER_PORTABLE,
    QWEN35_PATTERN: _QWEN_SHORT + _FASTER_PORTABLE,
}
# For text with a CUT before the last white space of each run that a word follows: without the lookahead nothing
# backtracks, which is faster by half.
_PORTABLE_WITHOUT_LOOKAHEAD = r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+"
WITHOUT_LOOKAHEAD = {
    GPT2_PATTERN: r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+",
    OUR_PATTERN: r"'(?:[sdmt]|ll|ve|re)| ?[\p{L}\p{M}]+| ?\p{N}+| ?[^\s\p{L}\p{M}\p{N}]+|\s+",
    PORTABLE_PATTERN: _SHORT + _PORTABLE_WITHOUT_LOOKAHEAD,
    QWEN35_PATTERN: _QWEN_SHORT + _PORTABLE_WITHOUT_LOOKAHEAD,
}
# Where line ends close a word, and never begin one: the word after them begins behind the last.
LINE_ENDS_CLOSE = (PORTABLE_PATTERN, QWEN35_PATTERN)

# No other pattern is used: a regular expression from a file could take hours on some text, or skip a part of it.
KNOWN_PATTERNS = (
    *(PORTABLE_PATTERN, OUR_PATTERN, GPT2_PATTERN, DIGIT_PATTERN, DIGIT_RUN_PATTERN, GPT4_PATTERN, GPT4O_PATTERN),
    *(QWEN_PATTERN, QWEN35_PATTERN, MISTRAL_PATTERN, NANOCHAT_PATTERN),
)
KNOWN_PATTERNS_OF = ("GPT-2", "GPT-4", "GPT-4o", "Llama 3", "Qwen", "Mistral", "SmolLM", "nanochat")

CUT = "\U0010ffff"  # marks a cut; this code point will never be a character
# White space beyond ASCII, as the patterns understand \s
UNICODE_SPACES = (0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
LINE_ENDS = "\r\n"
SEPARATORS = "\x1c\x1d\x1e\x1f"  # white space for Python's str, not for the patterns
# tiktoken's regex engine overflows its stack where a much longer run of white space precedes a word.
LONG_SPACE_CHARS = 100_000
LONG_SPACE = re.compile(rf"[^\S{SEPARATORS}]{{{LONG_SPACE_CHARS},}}")


def last_cut(text: str, line_ends_close: bool) -> int:
    """The last place where a FASTER pattern begins a word, whatever precedes it; 0 if there is none.

    That is the last white space before the last word: a run of white space leaves its last character to the next word,
    or to a word of its own. Where line ends close a word, the next one begins after them.
    """
    words = text.rsplit(None, 1)
    if len(words) < 2:
        return 0
    cut = len(text.rstrip()) - len(words[1]) - 1
    if text[cut] in SEPARATORS:
        return 0
    return cut + 1 if line_ends_close and text[cut] in LINE_ENDS else cut


def mark_cuts(text: str, document_ends: npt.NDArray[np.int64], line_ends_close: bool) -> str:
    """The text with a CUT before the last white space of every run that a word follows.

    No word follows at the places `document_ends`. A run that ends in a line end that closes a word needs no cut.
    """
    is_space = _is_space(text)
    cuts = np.flatnonzero(is_space[:-2] & is_space[1:-1] & ~is_space[2:]) + 1
    cuts = cuts[~np.isin(cuts + 1, document_ends)]
    places = [at for at in cuts.tolist() if text[at] not in LINE_ENDS] if line_ends_close else cuts.tolist()
    if not places:
        return text
    return CUT.join([text[a:b] for a, b in itertools.pairwise([0, *places, len(text)])])


def _is_space(text: str) -> npt.NDArray[np.bool_]:
    """For each character of the text: whether it is white space."""
    if text.isascii():
        return _is_ascii_space(np.frombuffer(text.encode(), dtype=np.uint8))
    points = np.frombuffer(text.encode("utf-32-le"), dtype="<u4")
    is_space = _is_ascii_space(points)
    others = np.flatnonzero(points >= UNICODE_SPACES[0])  # few, in most languages
    is_space[others] = np.isin(points[others], UNICODE_SPACES)
    return is_space


def _is_ascii_space(points: npt.NDArray[np.unsignedinteger[Any]]) -> npt.NDArray[np.bool_]:
    return (points == ord(" ")) | (points - points.dtype.type(ord("\t")) <= ord("\r") - ord("\t"))


def cuts_in_long_space(text: str, line_ends_close: bool) -> Iterator[int]:
    """The places inside very long runs of white space where a FASTER pattern begins a word."""
    if len(text) < LONG_SPACE_CHARS:
        return
    for run in LONG_SPACE.finditer(text):
        last_line_end = max(run[0].rfind(char) for char in LINE_ENDS) if line_ends_close else -1
        closed = run.start() + last_line_end + 1
        if run.start() < closed < len(text):
            yield closed
        if closed < run.end() < len(text):
            yield run.end() - 1
