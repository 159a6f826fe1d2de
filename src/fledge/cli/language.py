"""--lang and --digits, which every command takes: they decide how fledge speaks, and are read before all else."""

import os
from collections.abc import Sequence
from typing import cast

from fledge.api.language import use_language
from fledge.texts.language import Digits, environment_language, speak

OPTIONS = {"--lang": "FLEDGE_LANG", "--digits": "FLEDGE_DIGITS"}  # and the variable that says the same


def take_language(argv: Sequence[str]) -> list[str]:
    """The command line without those options. The processes that a command starts inherit the choice."""
    typed, rest = _split(argv)
    language = environment_language(os.environ)
    speak(language)
    set_in_shell = {option: os.environ[name] for option, name in OPTIONS.items() if os.environ.get(name)}
    asked = {**set_in_shell, **typed}
    if not asked:
        return rest
    chosen = use_language(asked.get("--lang", language.code), cast(Digits, asked.get("--digits", language.digits)))
    os.environ["FLEDGE_LANG"], os.environ["FLEDGE_DIGITS"] = chosen.code, chosen.digits
    return rest


def _split(argv: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """`--lang=ar` and `--lang ar`; what comes after `--` are words."""
    asked: dict[str, str] = {}
    rest: list[str] = []
    words = list(argv)
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            return asked, [*rest, word, *words]
        if name not in OPTIONS:
            rest.append(word)
        elif equals or not words:
            asked[name] = value
        else:
            asked[name] = words.pop(0)
    return asked, rest
