"""The pseudo-language: English with accents, a third longer. What stays plain English comes from no catalog."""

import re

ACCENTED = str.maketrans(
    "aceghijklmnorsuyzACDEGHIKLNORSTUYZ",
    "áćéǵĥíĵḱĺḿńóŕśúýźÁĆĎÉǴĤÍḰĹŃÓŔŚŤÚÝŹ",
)
MORE = 3  # one letter in so many is added: translations are longer than English
# Commands, options, paths and names in code stay as they are, as translators keep them.
KEPT = re.compile(r"`[^`\n]+`|fledge [!-~]+|[!-~]*(?:--[a-z]|[/\\=_~<>*|\[\]{}$])[!-~]*|\b[A-Z][A-Z0-9]+\b")


def stretched(text: str) -> str:
    """The text in the pseudo-language."""
    parts, place = [], 0
    for kept in KEPT.finditer(text):
        parts += [_accented(text[place : kept.start()]), kept[0]]
        place = kept.end()
    return "".join([*parts, _accented(text[place:])])


def _accented(text: str) -> str:
    words = re.split(r"([A-Za-z]+)", text)
    return "".join(_longer(word.translate(ACCENTED)) if place % 2 else word for place, word in enumerate(words))


def _longer(word: str) -> str:
    return word + "·" * (len(word) // MORE)
