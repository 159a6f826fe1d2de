"""The language that fledge speaks, chosen by its user."""

from fledge.common.errors import FledgeError
from fledge.texts import listed, say
from fledge.texts.language import DIGITS, LANGUAGES, Digits, Language, find_language, speak


def use_language(name: str, digits: Digits = "western") -> Language:
    """From now on fledge speaks that language: "en", "ar" or "hi". `digits="native"`: with its own digits."""
    code = find_language(name)
    if code is None:
        raise FledgeError(
            say("error.unknown_language", name=name[:40]), say("error.languages", languages=listed(list(LANGUAGES)))
        )
    if digits not in DIGITS:
        raise FledgeError(say("error.unknown_digits", digits=digits[:40]))
    chosen = Language(code, digits)
    speak(chosen)
    return chosen
