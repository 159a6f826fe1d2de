"""A guess at the encoding of text that is not UTF-8: the one in which it reads like a language.

Every candidate decodes the same bytes. Its score is the mean over the characters that are not ASCII: high for frequent
letters of its language, negative for what no text has (symbols inside words, letters of two scripts in one word).
"""

import codecs
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from fledge.texts import Message, say

MIN_SCORE = 0.3  # below it, no candidate reads like text
MAX_SAMPLE_BYTES = 16_384
PUNCTUATION = set("‘’‚“”„«»‹›–—…•·°§¿¡€£©®™№、。「」・，！？：；（）《》،؛؟\u00a0\u3000")
# Weights of characters. A capital letter is likely at the start of a word.
FREQUENT, USUAL, CAPITAL, MARK, RARE, WRONG = 1.0, 0.6, 0.5, 0.4, 0.1, -1.0
MIN_UTF16_CHARS, MIN_UTF16_SHARE = 8, 0.7  # where no byte order mark says so
MAX_LATIN_SHARE = 0.5  # a language in Latin letters has more ASCII letters than others


@dataclass(frozen=True)
class LanguageEncoding:
    """An encoding as one language uses it. `usual` names letters, or the blocks of Unicode that they come from."""

    encoding: str
    language: Message
    frequent: str
    usual: str = ""
    is_latin: bool = False


RUSSIAN, OTHER_CYRILLIC = "оеаинтсрвлкмдпу", "яыьгзбчйхжшюцщэфъёіїєґўђјљњћџ"
ARABIC = "اليمونرتبدهسعفة"
# Persian and Urdu letters, tatweel and vowel signs, too
OTHER_ARABIC = "كقحجشصطخذضغزظثءآأؤإئىپچژگکہھںےٹڈڑـ\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652"
GREEK, OTHER_GREEK = "αοιετνσηρπκςυλμ", "ωδγθχφβξζψάέήίόύώϊϋΐΰ"
HEBREW, OTHER_HEBREW = "יוהלאמרתשנב", "עקפדחצגסטזכםןףץך"
CHINESE = (
    "的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好"
    "都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长"
)
TRADITIONAL = (
    "的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可里後小麼心多天而能好"
    "都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長"
)
JAPANESE = "のにはをたがでてとしれさあるいもなかっすくまこりだ"
KOREAN = "이다는을의가에고하지한로기어리사은도를나"
POLISH, CZECH, HUNGARIAN, CROATIAN = "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áéíóöőúüű", "čćđšž"
LATIN = [  # the letters of several languages each; the first of equal ones is the guess
    (
        "cp1252",
        say("corpus.language.western"),
        ("éèàçêâôîûùëïœ", "äöüß", "áéíóúñü", "ãõáéíóúâêôçà", "åäöæøé", "àèéìòùí", "áðéíóúýþæö"),
    ),
    ("cp1250", say("corpus.language.central"), (POLISH, CZECH, HUNGARIAN, CROATIAN, "áäčďéíĺľňóôŕšťúýž", "ăâîşţ")),
    ("iso-8859-2", say("corpus.language.central"), (POLISH, CZECH, HUNGARIAN, CROATIAN)),
    ("cp1254", say("corpus.language.turkish"), ("çğıöşüâî",)),
    ("cp1257", say("corpus.language.baltic"), ("ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž")),
]
OTHERS = [
    (("cp1251", "koi8-r", "koi8-u", "cp866", "iso-8859-5"), say("corpus.language.cyrillic"), RUSSIAN, OTHER_CYRILLIC),
    (("cp1256", "iso-8859-6", "cp720"), say("corpus.language.arabic"), ARABIC, OTHER_ARABIC),
    (("cp1253", "iso-8859-7"), say("corpus.language.greek"), GREEK, OTHER_GREEK),
    (("cp1255", "iso-8859-8"), say("corpus.language.hebrew"), HEBREW, OTHER_HEBREW),
    (("gb18030",), say("corpus.language.chinese"), CHINESE, "CJK"),
    (("big5",), say("corpus.language.chinese"), TRADITIONAL, "CJK"),
    (("shift_jis", "euc_jp"), say("corpus.language.japanese"), JAPANESE, "HIRAGANA KATAKANA CJK"),
    (("euc_kr",), say("corpus.language.korean"), KOREAN, "HANGUL"),
]
CANDIDATES = [
    *(LanguageEncoding(name, language, letters, is_latin=True) for name, language, sets in LATIN for letters in sets),
    *(
        LanguageEncoding(name, language, frequent, usual)
        for names, language, frequent, usual in OTHERS
        for name in names
    ),
]


class Guess(NamedTuple):
    encoding: str
    advice: Message


def guess_encoding(sample: bytes) -> Guess | None:
    """The likely encoding; None where nothing reads like text."""
    sample = sample[:MAX_SAMPLE_BYTES]
    if utf16 := utf16_of(sample):
        return Guess(utf16, say("corpus.try_encoding", encoding=utf16))
    scores = [_score(sample.decode(one.encoding, "replace"), one) for one in CANDIDATES]
    best = CANDIDATES[scores.index(max(scores))]
    if max(scores) < MIN_SCORE:
        return None
    if best.encoding == "cp1252" and not any(0x80 <= byte < 0xA0 for byte in sample):
        return Guess("latin-1", say("corpus.try_latin1"))
    return Guess(best.encoding, say("corpus.try_encoding_of", encoding=best.encoding, language=best.language))


def utf16_of(sample: bytes) -> str:
    """UTF-16, if there is a byte order mark, or if most characters are ASCII letters then."""
    if sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    for encoding in ("utf-16-le", "utf-16-be"):
        text = sample[: len(sample) & ~1].decode(encoding, "replace")
        letters = sum(char.isascii() and (char.isalpha() or char.isspace()) for char in text)
        if len(text) >= MIN_UTF16_CHARS and letters > MIN_UTF16_SHARE * len(text):
            return encoding
    return ""


def _score(text: str, candidate: LanguageEncoding) -> float:
    """The mean weight of the characters that are not ASCII."""
    letters = [char for char in text if char.isalpha()]
    others = sum(not char.isascii() for char in letters)
    if candidate.is_latin and others > MAX_LATIN_SHARE * len(letters):
        return WRONG
    weights = [
        _weight(char, text[at - 1 : at], text[at + 1 : at + 2], candidate)
        for at, char in enumerate(text)
        if not char.isascii()
    ]
    return sum(weights) / len(weights) if weights else WRONG


def _weight(char: str, before: str, after: str, candidate: LanguageEncoding) -> float:
    if char in PUNCTUATION:
        is_inside_a_word = before.isalpha() and after.isalpha() and char not in "’·"
        return 0.0 if is_inside_a_word else MARK
    is_mixed = any(beside.isascii() and beside.isalpha() for beside in (before, after))
    if not candidate.is_latin and is_mixed:
        return WRONG
    if char in candidate.frequent:
        return FREQUENT
    if _is_usual(char, candidate):
        return USUAL if _is_common_ideograph(char) else RARE
    if char.lower() in candidate.frequent + candidate.usual:
        return WRONG if before.islower() else CAPITAL
    return WRONG


def _is_usual(char: str, candidate: LanguageEncoding) -> bool:
    if not candidate.usual.isupper():
        return char in candidate.usual
    return unicodedata.name(char, "").startswith(tuple(candidate.usual.split()))


def _is_common_ideograph(char: str) -> bool:
    """False for the ideographs that only a wrong encoding has much of: those beyond the first level of GB 2312."""
    if not "\u4e00" <= char <= "\u9fff":
        return True
    try:
        return char.encode("gb2312")[0] < 0xD8
    except UnicodeEncodeError:
        return False
