"""Choices that unify the spelling of Arabic and Hindi text before it is encoded, and count what they change.

They lose information, so nothing is changed unless it is asked for. The choices belong to the tokenizer: a prompt is
normalized as the training text was. No rule looks beyond white space, so that text may be cut before it.
"""

import functools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.texts import say

ALEF = "\u0627"
ALEF_VARIANTS = "\u0622\u0623\u0625\u0671\u0672\u0673\u0675"  # with madda, hamza above or below, wasla, wavy hamza
MADDA_AND_HAMZA = "\u0653-\u0655"  # combining: they make another letter, and are no vowel signs
# Vowel signs, shadda and sukun, the signs of honorifics and of the Quran; not madda and hamza.
DIACRITICS = (
    r"\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"
    r"\u0898-\u089f\u08ca-\u08e1\u08e3-\u08ff"
)
PRESENTATION_FORMS = (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD))
DEVANAGARI, VIRAMA, NUKTA = r"\u0900-\u097f\ua8e0-\ua8ff", "\u094d", "\u093c"
JOINERS = r"\u200c\u200d"
# Excluded from composition by Unicode: NFC takes the first eight apart, and puts the last three together.
NUKTA_LETTERS = {chr(point): unicodedata.normalize("NFC", chr(point)) for point in range(0x958, 0x960)} | {
    letter + NUKTA: unicodedata.normalize("NFC", letter + NUKTA) for letter in "\u0928\u0930\u0933"
}
MAX_PASSES = 4  # what one rule removes may bring characters together that another one changes


@dataclass(frozen=True)
class Replacement:
    """What matches the pattern becomes `by`."""

    pattern: str
    by: str = ""

    def apply(self, text: str) -> tuple[str, int]:
        """The new text, and how many characters were removed or replaced: a replaced one has the length of `by`."""
        changed, count = _compiled(self.pattern).subn(self.by, text)
        return changed, count if self.by else len(text) - len(changed)

    def to_json(self) -> list[dict[str, Any]]:
        return [{"type": "Replace", "pattern": {"Regex": _escaped(self.pattern)}, "content": self.by}]


@dataclass(frozen=True)
class Mapped:
    """Each text on the left becomes the one on the right."""

    texts: tuple[tuple[str, str], ...]

    def apply(self, text: str) -> tuple[str, int]:
        table = dict(self.texts)
        return _compiled("|".join(map(re.escape, table))).subn(lambda match: table[match[0]], text)

    def to_json(self) -> list[dict[str, Any]]:
        return [{"type": "Replace", "pattern": {"String": old}, "content": new} for old, new in self.texts]


@dataclass(frozen=True)
class Nfc:
    """Unicode's composed form. The words that it changes are counted."""

    def apply(self, text: str) -> tuple[str, int]:
        if unicodedata.is_normalized("NFC", text):
            return text, 0
        words = sum(not unicodedata.is_normalized("NFC", word) for word in text.split())
        return unicodedata.normalize("NFC", text), words

    def to_json(self) -> list[dict[str, Any]]:
        return [{"type": "NFC"}]


Step = Replacement | Mapped | Nfc


def _forms() -> tuple[tuple[str, str], ...]:
    """The letters that Arabic presentation forms stand for. Of a vowel sign that stands alone, without its space."""
    plain = ((chr(point), unicodedata.normalize("NFKC", chr(point))) for point in PRESENTATION_FORMS)
    return tuple((form, letters.strip(" ")) for form, letters in plain if letters != form)


def _digits() -> tuple[tuple[str, str], ...]:
    pairs = [(chr(zero + digit), str(digit)) for zero in (0x660, 0x6F0) for digit in range(10)]
    return (*pairs, ("\u066b", "."), ("\u066c", ","))


NFC = "nfc"
# In the order in which they are applied; NFC comes once more at the end.
STEPS: Mapping[str, tuple[Step, ...]] = {
    "hi:nukta": (
        Mapped(tuple(NUKTA_LETTERS.items())),
        Replacement(f"(?<=[{NUKTA}\u0929\u0931\u0934]){NUKTA}+"),
    ),
    NFC: (Nfc(),),
    "ar:forms": (Mapped(_forms()),),
    "ar:tatweel": (Replacement("\u0640"),),
    "ar:diacritics": (Replacement(f"[{DIACRITICS}]+"),),
    "ar:alef": (
        Replacement(f"[{ALEF_VARIANTS}]", ALEF),
        # Up to two vowel signs may stand between them.
        *(Replacement(f"(?<={ALEF}{f'[{DIACRITICS}]' * marks})[{MADDA_AND_HAMZA}]") for marks in range(3)),
    ),
    "ar:digits": (Mapped(_digits()),),
    "hi:joiners": (
        # After a virama they choose between a half letter, a conjunct and a visible virama. Between emoji, and in
        # other scripts, they have other meanings.
        Replacement(f"(?<={VIRAMA}[{JOINERS}])[{JOINERS}]+"),
        Replacement(f"(?<=[{DEVANAGARI}])(?<!{VIRAMA})[{JOINERS}]+"),
        Replacement(f"(?<![{VIRAMA}{JOINERS}])[{JOINERS}]+(?=[{DEVANAGARI}])"),
    ),
}
GROUPS = {
    "ar": tuple(name for name in STEPS if name.startswith("ar:")),
    "hi": tuple(name for name in STEPS if name == NFC or name.startswith("hi:")),
}
WHAT_IS_POSSIBLE = say(
    "tokenizer.normalizations",
    arabic=", ".join(name[3:] for name in GROUPS["ar"]),
    hindi=", ".join(name.removeprefix("hi:") for name in GROUPS["hi"]),
    nfc=NFC,
)


@dataclass(frozen=True)
class Normalizer:
    """Applies some choices, which stand in the order of STEPS."""

    choices: tuple[str, ...]

    def __call__(self, text: str) -> str:
        return self.counted(text)[0]

    def counted(self, text: str) -> tuple[str, Counter[str]]:
        """The new text, and how often each choice changed something."""
        changes: Counter[str] = Counter()
        if text.isascii():
            return text, changes
        for _ in range(MAX_PASSES):
            before = text
            for name, step in self._steps:
                text, found = step.apply(text)
                changes[name] += found
            if text == before:
                break
        return text, +changes

    @property
    def _steps(self) -> list[tuple[str, Step]]:
        steps = [(name, step) for name in self.choices for step in STEPS[name]]
        return [*steps, (NFC, Nfc())] if NFC in self.choices and len(self.choices) > 1 else steps

    def safe_cut(self, text: str) -> int:
        """The last place where both sides may be normalized apart: before the last white space. 0 if there is none."""
        words = text.rsplit(None, 1)
        return len(text.rstrip()) - len(words[1]) - 1 if len(words) == 2 else 0

    def to_hf(self) -> dict[str, Any]:
        """As the normalizer of a tokenizer.json, for Hugging Face's libraries. They apply each step once."""
        return {"type": "Sequence", "normalizers": [part for _, step in self._steps for part in step.to_json()]}


def parse_choices(given: str) -> tuple[str, ...]:
    """The choices that `--normalize` names: `ar`, `ar:alef,tatweel`, `hi`, `nfc`, `none`, or several with commas."""
    chosen: set[str] = set()
    group = ""
    words = [word.strip() for word in given.lower().split(",") if word.strip()]
    if words == ["none"]:
        return ()
    if not words or "none" in words:
        raise FledgeError(say("tokenizer.no_choice", given=given), WHAT_IS_POSSIBLE)
    for word in words:
        if word in GROUPS:
            chosen.update(GROUPS[word])
            group = word
            continue
        if ":" in word:
            group, _, word = word.partition(":")
        own = f"{group}:{word}"
        if word == NFC and group in ("", "hi", "ar"):
            chosen.add(NFC)
        elif own in STEPS:
            chosen.add(own)
        else:
            known = [NFC, *GROUPS, *(name.partition(":")[2] for name in STEPS if ":" in name)]
            choice, near = own.strip(":"), did_you_mean(word, known)
            raise FledgeError(say("tokenizer.unknown_choice", choice=choice, near=near), WHAT_IS_POSSIBLE)
    return in_order(chosen)


def in_order(choices: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in STEPS if name in set(choices))


def normalizer_of(choices: object) -> Normalizer | None:
    """The normalizer that a tokenizer's JSON names; FledgeError if it names something else."""
    if choices is None or choices == []:
        return None
    if not isinstance(choices, list) or not all(isinstance(name, str) and name in STEPS for name in choices):
        raise FledgeError(say("tokenizer.unknown_normalization", choices=str(choices)[:80]), say("tokenizer.update"))
    return Normalizer(in_order(choices))


def from_hf(normalizer: Any) -> Normalizer | None:
    """The normalizer that `to_hf` wrote; None if it is another one."""
    parts = normalizer.get("normalizers") if isinstance(normalizer, dict) else None
    if not isinstance(parts, list):
        return None
    chosen = [name for name, steps in STEPS.items() if all(part in parts for step in steps for part in step.to_json())]
    found = Normalizer(tuple(chosen))
    return found if chosen and found.to_hf() == normalizer else None


def _escaped(pattern: str) -> str:
    r"""\u0610 as the character itself: Hugging Face's regular expressions write it another way."""
    return re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), pattern)


@functools.cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
