"""The words of a page whose script fills in the numbers: `{name}` stands where a number comes.

A sentence with plurals becomes one for each plural form that the language has, as JavaScript's Intl.PluralRules names
them: `{"plural": "count", "one": "{count} run", "other": "{count} runs"}`.
"""

import re
from typing import Any

from fledge.texts.bidi import directed, isolate_code, isolated
from fledge.texts.bundle import format_message
from fledge.texts.catalog import area_of, read_area, written
from fledge.texts.ftl import Placeable, simple_parts
from fledge.texts.language import PSEUDO, Language, language
from fledge.texts.message import FUNCTIONS
from fledge.texts.numbers import NATIVE_SYSTEMS
from fledge.texts.pseudo import stretched

_SELECTOR = re.compile(r"\{\s*\$([a-zA-Z]\w*)\s*->")
_NAMES = re.compile(r"\$([a-zA-Z]\w*)")
MOST_SAMPLE = 111  # of the six forms of Arabic, `many` begins with 11 and `other` with 100

Words = dict[str, dict[str, Any]]


def page_words(area: str) -> Words:
    """Every message `AREA-GROUP-NAME` of the page, by group and name; an area without groups is one itself."""
    words: Words = {}
    for name in read_area("en", area_of(area)):
        *_, group, own = name.split("-", 2)
        words.setdefault(group, {})[own] = _template(name.replace("-", "."), language())
    return words


def intl_locale(spoken: Language) -> str:
    """The language and its digits, as JavaScript's Intl names them."""
    if spoken.code in ("en", PSEUDO):
        return "en"
    return f"{spoken.code}-u-nu-{NATIVE_SYSTEMS[spoken.code] if spoken.digits == 'native' else 'latn'}"


def _template(key: str, into: Language) -> str | dict[str, str]:
    source = written(into.code, key)
    if source is None:
        return _template(key, Language("en"))
    parts = simple_parts(source)
    if parts is None:
        return _plurals(key, source, into)
    return _in_direction("".join(_part(part, into, len(parts) > 1) for part in parts), into)


def _in_direction(text: str, into: Language) -> str:
    return directed(isolate_code(text)) if into.is_right_to_left else text


def _part(part: str | Placeable, into: Language, is_one_of_many: bool) -> str:
    if isinstance(part, str):
        return stretched(part) if into.code == PSEUDO else part
    slot = f"{{{part.name}}}"
    return isolated(slot) if into.is_right_to_left and is_one_of_many else slot


def _plurals(key: str, source: str, into: Language) -> str | dict[str, str]:
    """The sentence with each plural form of the number that decides."""
    from babel import Locale

    found = _SELECTOR.search(source)
    if found is None:  # a term, and no plural
        return format_message(into.code, key, {name: f"{{{name}}}" for name in _NAMES.findall(source)}, FUNCTIONS)
    number = found[1]
    slots = dict.fromkeys(FUNCTIONS, lambda value, **_: value if isinstance(value, str) else f"{{{number}}}")
    form_of = Locale("en" if into.code == PSEUDO else into.code).plural_form
    texts = {name: f"{{{name}}}" for name in _NAMES.findall(source) if name != number}
    samples = {form_of(n): n for n in reversed(range(MOST_SAMPLE))}
    said = {form: format_message(into.code, key, {**texts, number: n}, slots) for form, n in samples.items()}
    return {"plural": number, **{form: _in_direction(one, into) for form, one in said.items()}}
