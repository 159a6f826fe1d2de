"""Text in an old encoding: the guess is the encoding in which it reads like a language."""

import random
from pathlib import Path

import pytest

from fledge.data.corpus.catalog import shipped_text
from fledge.data.corpus.encoding_guess import guess_encoding
from tests.helpers import Fledge

TEXTS = {
    "Arabic": "كان يا ما كان في قديم الزمان ملك يحب شعبه ويحكم بالعدل بين الناس. وكانت له ابنة تحب القراءة.",
    "Arabic with vowel signs": "كَانَ يَا مَا كَانَ فِي قَدِيمِ الزَّمَانِ مَلِكٌ يُحِبُّ شَعْبَهُ وَيَحْكُمُ بِالْعَدْلِ بَيْنَ النَّاسِ.",
    "Arabic, stretched": "مـــرحبـــا بكـــم في المـــدينة القـــديمة، الســـلام عليـــكم ورحـــمة الله.",
    "Urdu": "ایک دفعہ کا ذکر ہے کہ کسی گاؤں میں ایک بوڑھا رہتا تھا جس کے تین بیٹے تھے اور وہ ہر روز کام پر جاتے تھے۔",
    "Persian": "روزی روزگاری در شهری دور پادشاهی بود که سه پسر داشت و مردم او را دوست داشتند.",
    "French": "Il était une fois une très belle forêt où vivaient des fées. «Ça va être drôle», dit-il, et s’en alla.",
    "German": "Es war einmal ein König, der hatte drei Söhne. „Wer mir das größte Stück bringt“, sagte er.",
    "Portuguese": "A educação não é só para as crianças; também é para os irmãos e avós da nação.",
    "Polish": "Zażółć gęślą jaźń. Pewnego dnia królewna poszła do lasu, żeby zbierać grzyby i jagody.",
    "Czech": "Příliš žluťoučký kůň úpěl ďábelské ódy. Byl jednou jeden král a ten měl tři dcery, které měl rád.",
    "Russian": "Жили-были старик со старухой у самого синего моря. Они жили в ветхой землянке ровно тридцать лет.",
    "Ukrainian": "Жили собі дід та баба, і була в них курочка ряба. Знесла вона їм яєчко не просте, а золоте.",
    "Greek": "Μια φορά κι έναν καιρό ήταν ένας βασιλιάς που είχε τρεις κόρες. Άλλη μία ημέρα πέρασε.",
    "Hebrew": "היה היה פעם מלך גדול אשר אהב את עמו מאוד ושפט אותם בצדק כל הימים.",
    "Turkish": "Bir varmış bir yokmuş, evvel zaman içinde kalbur saman içinde, güzel bir kız yaşarmış. Işık vardı.",
    "Lithuanian": "Kartą gyveno žvejys su savo žmona. Jis eidavo žvejoti į jūrą ir grįždavo vėlai vakare, ąžuolas ošė.",
    "Chinese": "从前有一个国王，他有三个女儿。最小的女儿非常美丽，连太阳也感到惊奇。",
    "traditional Chinese": "從前有一個國王，他有三個女兒。最小的女兒非常美麗，連太陽也感到驚奇。",
    "Japanese": "昔々あるところに、おじいさんとおばあさんが住んでいました。おじいさんは山へ柴刈りに行きました。",
    "Korean": "옛날 옛적에 한 나무꾼이 살고 있었습니다. 그는 마음씨가 착하고 부지런한 사람이었습니다.",
}
WRITTEN_AS = {
    "Arabic": ("cp1256", "iso-8859-6", "cp720"),
    "Arabic with vowel signs": ("cp1256", "iso-8859-6", "cp720"),
    "Arabic, stretched": ("cp1256", "iso-8859-6"),
    "Urdu": ("cp1256",),
    "Persian": ("cp1256",),
    "French": ("cp1252", "utf-16", "utf-16-le", "utf-16-be"),
    "German": ("cp1252",),
    "Portuguese": ("latin-1",),
    "Polish": ("cp1250", "iso-8859-2"),
    "Czech": ("cp1250", "iso-8859-2"),
    "Russian": ("cp1251", "koi8-r", "cp866", "iso-8859-5"),
    "Ukrainian": ("cp1251", "koi8-u"),
    "Greek": ("cp1253", "iso-8859-7"),
    "Hebrew": ("cp1255",),
    "Turkish": ("cp1254",),
    "Lithuanian": ("cp1257",),
    "Chinese": ("gb18030",),
    "traditional Chinese": ("big5",),
    "Japanese": ("shift_jis", "euc_jp"),
    "Korean": ("euc_kr",),
}


@pytest.mark.parametrize(
    ("language", "encoding"), [(language, encoding) for language, names in WRITTEN_AS.items() for encoding in names]
)
def test_a_text_of_each_language(language: str, encoding: str) -> None:
    content = TEXTS[language].encode(encoding, "ignore")  # no old encoding has every letter of Urdu and Persian
    guess = guess_encoding(content)
    assert guess is not None
    assert guess.encoding == encoding
    if "utf-16" not in encoding:  # there every letter takes two bytes, English ones too
        guess = guess_encoding(b"a beginning in English. " * 50 + content)
        assert guess is not None
        assert guess.encoding == encoding


@pytest.mark.parametrize("content", [b"", b"plain"])
def test_what_has_no_foreign_letter_gets_no_guess(content: bytes) -> None:
    assert guess_encoding(content) is None


OLD = [("Arabic", "cp1256"), ("German", "cp1252"), ("French", "utf-16-le")]


@pytest.mark.parametrize(("language", "encoding"), OLD)
def test_prepare_names_the_encoding_and_then_reads_it(work: Path, fledge: Fledge, language: str, encoding: str) -> None:
    Path("old.txt").write_bytes((TEXTS[language] * 40).encode(encoding))
    code, _, err = fledge("prepare", "old.txt")
    assert code == 2
    assert f"Try --encoding={encoding}" in err
    assert fledge("prepare", "old.txt", f"--encoding={encoding}")[0] == 0


def test_a_bad_byte_far_into_a_file(work: Path, fledge: Fledge) -> None:
    Path("old.txt").write_bytes(b"An English preface. " * 100_000 + TEXTS["Arabic"].encode("cp1256"))
    assert "Try --encoding=cp1256 (Arabic)." in fledge("prepare", "old.txt")[2]


@pytest.mark.parametrize("encoding", ["cp1256", "iso-8859-6"])
def test_pieces_of_arabic_of_every_length(encoding: str) -> None:
    text = shipped_text("arabic_small").fetch(Path(), lambda _: None).read_text(encoding="utf-8")
    rng = random.Random(1)
    for length in (30, 50, 100, 300, 1000):
        for _ in range(10):
            at = rng.randrange(len(text) - length)
            content = text[at : at + length].encode(encoding, "ignore")
            guess = guess_encoding(content)
            assert guess is not None
            assert content.decode(guess.encoding) == content.decode(encoding), text[at : at + length]
