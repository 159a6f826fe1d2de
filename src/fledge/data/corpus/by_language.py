"""Corpora with a part for each language: FineWeb-2 (`fineweb2:hindi`) and AI4Bharat's Sangraha (`sangraha:hin`).

A language is written by its English name, its code, or the name of its part. FineWeb-2 has more than a thousand parts:
any code of its form is asked for, and the hub says what is there.
"""

import re
from dataclasses import dataclass

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.data.corpus.catalog import no_subset
from fledge.data.corpus.hub import find_on_hub
from fledge.data.corpus.inputs import Input
from fledge.texts import Message, say

VAL_FRACTION = 0.0005  # as of the other large corpora
# The part of FineWeb-2 for each language: ISO 639-3 and ISO 15924, as on its dataset card; then ISO 639-1.
FINEWEB2 = {
    "afrikaans": "afr_Latn af", "albanian": "als_Latn sq", "amharic": "amh_Ethi am", "arabic": "arb_Arab ar",
    "armenian": "hye_Armn hy", "assamese": "asm_Beng as", "azerbaijani": "azj_Latn az", "basque": "eus_Latn eu",
    "belarusian": "bel_Cyrl be", "bengali": "ben_Beng bn", "bhojpuri": "bho_Deva", "bosnian": "bos_Latn bs",
    "bulgarian": "bul_Cyrl bg", "burmese": "mya_Mymr my", "catalan": "cat_Latn ca", "chinese": "cmn_Hani zh",
    "croatian": "hrv_Latn hr", "czech": "ces_Latn cs", "danish": "dan_Latn da", "dutch": "nld_Latn nl",
    "egyptian arabic": "arz_Arab", "esperanto": "epo_Latn eo", "estonian": "ekk_Latn et", "filipino": "fil_Latn tl",
    "finnish": "fin_Latn fi", "french": "fra_Latn fr", "galician": "glg_Latn gl", "georgian": "kat_Geor ka",
    "german": "deu_Latn de", "greek": "ell_Grek el", "gujarati": "guj_Gujr gu", "hausa": "hau_Latn ha",
    "hebrew": "heb_Hebr he", "hindi": "hin_Deva hi", "hungarian": "hun_Latn hu", "icelandic": "isl_Latn is",
    "indonesian": "ind_Latn id", "irish": "gle_Latn ga", "italian": "ita_Latn it", "japanese": "jpn_Jpan ja",
    "kannada": "kan_Knda kn", "kazakh": "kaz_Cyrl kk", "khmer": "khm_Khmr km", "korean": "kor_Hang ko",
    "kurdish": "ckb_Arab ku", "latin": "lat_Latn la", "latvian": "lvs_Latn lv", "levantine arabic": "apc_Arab",
    "lithuanian": "lit_Latn lt", "macedonian": "mkd_Cyrl mk", "maithili": "mai_Deva", "malay": "zsm_Latn ms",
    "malayalam": "mal_Mlym ml", "marathi": "mar_Deva mr", "mesopotamian arabic": "acm_Arab",
    "mongolian": "khk_Cyrl mn", "moroccan arabic": "ary_Arab", "najdi arabic": "ars_Arab", "nepali": "npi_Deva ne",
    "norwegian": "nob_Latn no", "odia": "ory_Orya or", "pashto": "pbt_Arab ps", "persian": "fas_Arab fa",
    "polish": "pol_Latn pl", "portuguese": "por_Latn pt", "punjabi": "pan_Guru pa", "romanian": "ron_Latn ro",
    "russian": "rus_Cyrl ru", "sanskrit": "san_Deva sa", "serbian": "srp_Cyrl sr", "sindhi": "snd_Arab sd",
    "sinhala": "sin_Sinh si", "slovak": "slk_Latn sk", "slovenian": "slv_Latn sl", "somali": "som_Latn so",
    "spanish": "spa_Latn es", "swahili": "swh_Latn sw", "swedish": "swe_Latn sv", "tajik": "tgk_Cyrl tg",
    "tamil": "tam_Taml ta", "telugu": "tel_Telu te", "thai": "tha_Thai th", "tunisian arabic": "aeb_Arab",
    "turkish": "tur_Latn tr", "ukrainian": "ukr_Cyrl uk", "urdu": "urd_Arab ur", "uzbek": "uzn_Latn uz",
    "vietnamese": "vie_Latn vi", "welsh": "cym_Latn cy", "yoruba": "yor_Latn yo",
}  # fmt: skip
# Sangraha's folders: of human text by ISO 639-3, of translations with the script, too.
SANGRAHA = {
    "assamese": "asm_Beng as", "bengali": "ben_Beng bn", "bodo": "brx_Deva", "dogri": "doi_Deva",
    "english": "eng_Latn en", "gujarati": "guj_Gujr gu", "hindi": "hin_Deva hi", "kannada": "kan_Knda kn",
    "kashmiri": "kas_Arab ks", "konkani": "gom_Deva", "maithili": "mai_Deva", "malayalam": "mal_Mlym ml",
    "manipuri": "mni_Beng", "marathi": "mar_Deva mr", "nepali": "nep_Deva ne", "odia": "ori_Orya or",
    "punjabi": "pan_Guru pa", "sanskrit": "san_Deva sa", "santali": "sat_Olck", "sindhi": "snd_Arab sd",
    "tamil": "tam_Taml ta", "telugu": "tel_Telu te", "urdu": "urd_Arab ur",
}  # fmt: skip
ENGLISH = ("english", "eng", "en", "eng latn")  # FineWeb-2 has none of it: that is FineWeb
OWN_NAMES = {"العربية": "arabic", "عربي": "arabic", "हिन्दी": "hindi", "हिंदी": "hindi"}
PART = re.compile(r"[a-z]{3}_[A-Z][a-z]{3}(_removed)?")
MAX_LANGUAGES = 8  # named in an error


@dataclass(frozen=True)
class LanguageCorpus:
    name: str
    repo: str
    languages: dict[str, str]
    folders: dict[str, str]  # subset: a path with {part} and {code}; the first is the default
    is_open: bool = False  # whether it has more parts than the table

    def part(self, language: str) -> str:
        """The name of a language's part, with its script: arb_Arab."""
        word = language.strip()
        wanted = OWN_NAMES.get(word, word.lower().replace("_", " ").replace("-", " "))
        for name, codes in self.languages.items():
            part, *short = codes.split()
            if wanted in (name, part.lower().replace("_", " "), part[:3], *short):
                return part
        if self.is_open and PART.fullmatch(word):
            return word
        raise FledgeError(self._no_part(word, wanted), self._how_to_write())

    def _no_part(self, word: str, wanted: str) -> Message:
        if not word:
            return say("corpus.which_language", name=self.name)
        if wanted in ENGLISH:
            return say("corpus.no_english", name=self.name)
        every_code = " ".join(self.languages.values()).split()
        near = did_you_mean(wanted, [*self.languages, *every_code])
        return say("corpus.no_language", name=self.name, language=word, near=near)

    def _how_to_write(self) -> Message:
        examples = {"example": f"{self.name}:hindi", "code": f"{self.name}:hin"}
        some, number = list(self.languages)[:MAX_LANGUAGES], len(self.languages)
        if self.is_open:
            return say("corpus.write_language_or_part", **examples, languages=some, number=number)
        return say("corpus.write_language", **examples, languages=some, number=number)

    def find(self, language: str, subset: str = "") -> list[Input]:
        """The files of a language's part, as the hub lists them now."""
        subset = subset or next(iter(self.folders))
        if subset not in self.folders:
            raise no_subset(self.name, subset, self.folders)
        part = self.part(language)
        path = self.folders[subset].format(part=part, code=part[:3])
        return find_on_hub(f"hf://datasets/{self.repo}/{path}")


LANGUAGE_CORPORA = {
    corpus.name: corpus
    for corpus in (
        LanguageCorpus(
            name="fineweb2",
            repo="HuggingFaceFW/fineweb-2",
            languages=FINEWEB2,
            folders={"train": "data/{part}/train/*.parquet", "test": "data/{part}/test/*.parquet"},
            is_open=True,
        ),
        LanguageCorpus(
            name="sangraha",
            repo="ai4bharat/sangraha",
            languages=SANGRAHA,
            folders={
                "verified": "verified/{code}/*.parquet",
                "unverified": "unverified/{code}/*.parquet",
                "synthetic": "synthetic/{part}/*.parquet",
            },
        ),
    )
}


def language_corpus(word: str) -> tuple[LanguageCorpus, str] | None:
    """The corpus and the language of `fineweb2:hindi`; None if the word is something else."""
    name, colon, language = word.partition(":")
    corpus = LANGUAGE_CORPORA.get(name)
    return (corpus, language) if corpus and (colon or word == name) else None


def dataset_name_of(word: str) -> str | None:
    """fineweb2_arb_Arab: a dataset's name can't have a colon."""
    found = language_corpus(word)
    if found is None:
        return None
    corpus, language = found
    return f"{corpus.name}_{corpus.part(language)}"


def word_of_dataset(name: str) -> str | None:
    """What to prepare for a dataset of that name: `fineweb2:arb_Arab` for fineweb2_arb_Arab."""
    corpus, _, part = name.partition("_")
    return f"{corpus}:{part}" if corpus in LANGUAGE_CORPORA and PART.fullmatch(part) else None
