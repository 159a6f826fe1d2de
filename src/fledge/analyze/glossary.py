"""Looking up a term of training: by its name, another name, a part of it, or a misspelling."""

import difflib
import re

from fledge.common.errors import FledgeError
from fledge.config.schema import SETTINGS
from fledge.texts.glossary import TERMS, Term


def define(word: str) -> Term:
    """The term a word means, or an error that suggests one."""
    if found := find_term(word):
        return found
    near = difflib.get_close_matches(_plain(word), list(_NAMES), n=1, cutoff=0.6)
    raise FledgeError(
        f"{word[:40]!r} is no run, no log and no term.",
        f"Did you mean {_NAMES[near[0]].name}?" if near else "`fledge explain --terms` lists the terms.",
    )


def find_term(word: str) -> Term | None:
    """The term or setting a word means; None if there is any doubt."""
    plain = _plain(word)
    if plain in _NAMES:
        return _NAMES[plain]
    if word in SETTINGS:
        return Term(word, f"A setting: {SETTINGS[word].comment}.", f"--{word}={SETTINGS[word].default}, unless given")
    parts = {term.name: term for name, term in _NAMES.items() if plain in name.split()}
    if len(parts) == 1:
        return next(iter(parts.values()))
    near = difflib.get_close_matches(plain, list(_NAMES), n=1, cutoff=0.85)
    return _NAMES[near[0]] if near else None


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", word.lower()).strip()


_NAMES: dict[str, Term] = {_plain(name): term for term in TERMS for name in (term.name, *term.also)}
