"""Random texts of many kinds, for comparing tokenizers, and a vocabulary learned from some of them."""

import random
from functools import cache

from fledge.tokenizer.bpe import BpeTokenizer
from fledge.tokenizer.train import train_bpe

WORDS = (
    *("Hello", "world", "it's", "don't", "I'LL", "we've", "naïve", "Straße", "12345", "3.14", "x_y", "e\u0301"),
    *("العربية", "مُدَرِّسَةٌ", "في", "البيت", "١٢٣", "हिन्दी", "में", "किताब", "अच्छी", "है।", "१२३", "שלום"),
    *(
        "中文",
        "字符",
        "日本語の",
        "한국어",
        "ไทย",
        "русский",
        "🙂",
        "👩\u200d🚀",
        "❤\ufe0f",
        "🇩🇪",
        "def f(x):",
        "a[0] += 1;",
    ),
    *("https://a.b/c?d=e", "<b>", "'''", "\u200b", "\u2028", "\ufeff", "\x00", "\x1b[0m", "\U0010ffff", "…", "—"),
)
SPACES = (" ", " ", " ", "  ", "\n", "\n\n", "\t", " \n", "\r\n", "\u00a0", "\u3000", "", "", "    ")
BROKEN = ("\ud83d", "\udc00", "a\ud800b")  # halves of surrogate pairs


def random_texts(number: int, seed: int = 0, broken: bool = True) -> list[str]:
    draw = random.Random(seed)
    texts = []
    for _ in range(number):
        parts = [draw.choice(WORDS) + draw.choice(SPACES) for _ in range(draw.randint(0, 30))]
        if broken and draw.random() < 0.1:
            parts.insert(draw.randint(0, len(parts)), draw.choice(BROKEN))
        if draw.random() < 0.2:
            parts.append(
                "".join(chr(draw.choice((draw.randint(32, 0x2FFF), draw.randint(0x10000, 0x1FAFF)))) for _ in range(10))
            )
        texts.append("".join(parts))
    return texts


def whole(text: str) -> str:
    """The text with U+FFFD for what is no character: Hugging Face's library refuses halves of surrogate pairs."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@cache
def learned_bpe(size: int = 600) -> BpeTokenizer:
    return train_bpe(random_texts(500, seed=9, broken=False), size)
