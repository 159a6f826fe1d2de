"""Hindi from before Unicode is told from other text, and refused with what to do."""

import random
from pathlib import Path

import pytest

import fledge
from fledge.common.errors import FledgeError
from fledge.data.corpus.legacy_hindi import looks_like_iscii, looks_like_kruti_dev
from fledge.data.corpus.text import read_text

SHIPPED = Path(fledge.__file__).parent / "data" / "shipped"
ROOT = Path(__file__).parents[2]
# The letters of ISCII from 0xA1 on, as Unicode orders them; None where it has none.
POINTS = [
    *range(0x901, 0x904), *range(0x905, 0x90C), 0x90E, 0x90F, 0x910, 0x90D, 0x912, 0x913, 0x914, 0x911,
    *range(0x915, 0x930), 0x95F, *range(0x930, 0x93A), None, *range(0x93E, 0x944), 0x946, 0x947, 0x948, 0x945,
    0x94A, 0x94B, 0x94C, 0x949, 0x94D, 0x93C, 0x964,
]  # fmt: skip
ISCII = {chr(point): bytes([0xA1 + place]) for place, point in enumerate(POINTS) if point}
KRUTI_DEV = {  # how the font's users type these words
    "हैं": "gSa", "है": "gS", "और": "vkSj", "था": "Fkk", "भी": "Hkh", "के": "ds", "की": "dh", "का": "dk", "को": "dks",
    "में": "esa", "से": "ls", "पर": "ij", "कि": "fd", "नहीं": "ugha", "इस": "bl", "तो": "rks", "हो": "gks", "कर": "dj",
    "गाँव": "xk¡o", "नदी": "unh", "लोग": "yksx", "काम": "dke", "घर": "?kj", "पानी": "ikuh", "सुबह": "lqcg", "।": "A",
}  # fmt: skip
STORY = (
    "गाँव के लोग नदी के पानी से काम कर के घर में हो और पानी को नहीं था । काम भी घर का है कि सुबह तो लोग नदी पर हैं । "
    "इस गाँव की नदी में पानी है और लोग काम से घर को हो । नदी का पानी भी गाँव में नहीं है तो लोग सुबह नदी पर हैं । "
)


def iscii(text: str) -> bytes:
    return b"".join(ISCII.get(char, char.encode("ascii", "ignore")) for char in text)


def kruti_dev(text: str) -> bytes:
    return " ".join(KRUTI_DEV[word] for word in text.split()).replace(" A", "A").encode("cp1252")


def windows(content: bytes, size: int, number: int = 300) -> list[bytes]:
    places = random.Random(size)
    return [content[(at := places.randrange(len(content) - size)) : at + size] for _ in range(number)]


def test_iscii_is_the_standards() -> None:
    assert iscii("हिन्दी") == b"\xd8\xdb\xc6\xe8\xc4\xdc"
    assert (ISCII["क"], ISCII["्"], ISCII["़"], ISCII["।"]) == (b"\xb3", b"\xe8", b"\xe9", b"\xea")


def test_hindi_in_iscii_is_recognised() -> None:
    content = iscii((SHIPPED / "hindi_small.txt").read_text(encoding="utf-8"))
    assert sum(map(looks_like_iscii, windows(content, 500))) > 0.97 * 300
    assert all(map(looks_like_iscii, windows(content, 4000)))


@pytest.mark.parametrize("encoding", ["cp1256", "iso-8859-6", "cp720", "utf-8"])
def test_arabic_is_not_iscii(encoding: str) -> None:
    content = (SHIPPED / "arabic_small.txt").read_text(encoding="utf-8").encode(encoding, "ignore")
    assert not any(map(looks_like_iscii, windows(content, 500)))


@pytest.mark.parametrize(
    ("text", "encodings"),
    [
        ("Когда я вернулся домой, было уже темно и тихо, и никто не ждал меня у ворот. ", "cp1251 koi8-r iso-8859-5"),
        ("Όταν γύρισα στο σπίτι ήταν ήδη σκοτεινά και κανείς δεν με περίμενε στην πόρτα. ", "cp1253 iso-8859-7"),
        ("כשחזרתי הביתה כבר היה חשוך ושקט ואיש לא חיכה לי ליד השער של הבית הישן. ", "cp1255"),
        ("我回到家的时候天已经黑了门口没有人在等我大家都去了城里看戏 ", "gb18030"),
        ("家に帰ったときにはもう暗くて、門のところでは誰も私を待っていなかった。", "shift_jis euc_jp"),
        ("집에 돌아왔을 때는 이미 어두웠고 문 앞에서 나를 기다리는 사람은 아무도 없었다. ", "euc_kr"),
        ("Où étiez-vous passé cet été, à l'époque où l'on fêtait déjà Noël à la forêt ? ", "cp1252"),
        ("हिन्दी में लिखा हुआ एक छोटा सा वाक्य, जो यूनिकोड में है। ", "utf-8"),
    ],
)
def test_other_languages_are_not_iscii(text: str, encodings: str) -> None:
    for encoding in encodings.split():
        for content in ((text * 30).encode(encoding), *windows((text * 30).encode(encoding), 300, 50)):
            assert not looks_like_iscii(content), encoding


def test_kruti_dev_is_recognised_and_latin_text_is_not() -> None:
    assert looks_like_kruti_dev(kruti_dev(STORY * 3))
    assert not looks_like_kruti_dev(kruti_dev(STORY)[:80])  # too little to be sure
    others = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *(ROOT / "src").rglob("*.py")]
    assert len(others) > 100
    for path in others:
        assert not looks_like_kruti_dev(path.read_bytes()[:8192]), path
    words = "esa noche ds ls dk fd dj ij bl gh la casa de mi padre "  # Spanish, and names of commands
    assert not looks_like_kruti_dev(words.encode() * 40)


@pytest.mark.parametrize(
    ("content", "encoding", "said"),
    [
        (iscii(STORY), "utf-8", "old.txt looks like Hindi in ISCII"),
        (iscii(STORY), "cp1252", "uconv -f x-iscii-de -t UTF-8 -o NEW.txt old.txt"),
        (b"English first. " * 4000 + iscii(STORY * 9), "utf-8", "old.txt looks like Hindi in ISCII"),
        (kruti_dev(STORY * 3), "cp1252", "old.txt looks like Hindi typed for the font Kruti Dev"),
        (kruti_dev(STORY.replace("गाँव", "घर") * 3), "utf-8", "a converter from Kruti Dev to Unicode"),
    ],
)
def test_such_a_file_is_refused(content: bytes, encoding: str, said: str) -> None:
    with pytest.raises(FledgeError, match=said):
        list(read_text([content[at : at + 4096] for at in range(0, len(content), 4096)], "old.txt", encoding))
