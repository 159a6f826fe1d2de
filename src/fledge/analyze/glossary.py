"""Looking up a term of training: by its name, another name, a part of it, or a misspelling."""

import difflib
import functools
import unicodedata

from fledge.common.errors import FledgeError
from fledge.config.schema import SETTINGS
from fledge.texts import say, text
from fledge.texts.glossary import Term, english_terms, terms
from fledge.texts.language import language


def define(word: str) -> Term:
    """The term a word means, or an error that suggests one."""
    if found := find_term(word):
        return found
    names = _names(language().code)
    near = difflib.get_close_matches(_plain(word), list(names), n=1, cutoff=0.6)
    raise FledgeError(
        say("explain.no_term", word=word[:40]),
        say("explain.did_you_mean", name=names[near[0]].name) if near else say("explain.lists_terms"),
    )


def find_term(word: str) -> Term | None:
    """The term or setting a word means; None if there is any doubt."""
    plain, names = _plain(word), _names(language().code)
    if plain in names:
        return names[plain]
    if word in SETTINGS:
        meaning = say("explain.setting", comment=SETTINGS[word].comment)
        formula = say("explain.setting_default", name=word, value=SETTINGS[word].default)
        return Term(word, text(meaning), text(formula))
    parts = {term.name: term for name, term in names.items() if plain in name.split()}
    if len(parts) == 1:
        return next(iter(parts.values()))
    near = difflib.get_close_matches(plain, list(names), n=1, cutoff=0.85)
    return names[near[0]] if near else None


def _plain(word: str) -> str:
    """Letters, their marks and digits, in lower case; a space for everything else."""
    kept = "".join(one if unicodedata.category(one)[0] in "LMN" else " " for one in word.lower())
    return " ".join(kept.split())


@functools.cache
def _names(code: str) -> dict[str, Term]:
    """The terms by their names in the current language, whose code this is, and in English."""
    named = {}
    for own, english in zip(terms(), english_terms(), strict=True):
        for name in (english.name, *english.also, own.name, *own.also):
            named[_plain(name)] = own
    return named
