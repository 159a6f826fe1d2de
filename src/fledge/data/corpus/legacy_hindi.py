"""Hindi from before Unicode: ISCII, for which Python has no codec, and Kruti Dev, ASCII that a font shows as Hindi.

fledge reads neither, but tells them from other text, so that nobody trains on them unawares.
"""

import re

# ISCII for Devanagari (IS 13194:1991), from 0xA1 on.
CONSONANTS = frozenset(range(0xB3, 0xD9)) | {0xE9}  # with the nukta, which belongs to one
SIGNS = frozenset(range(0xDA, 0xE9))  # of vowels, and the virama: each follows a consonant
LETTERS = frozenset(range(0xA1, 0xEB)) | frozenset(range(0xEF, 0xFB))  # with digits, and codes that switch the script
# क र न स म त ह य ल प द व ज ब ा ी ि े ो ् ं ु: three quarters of a Hindi text
FREQUENT = frozenset(b"\xb3\xcf\xc6\xd7\xcc\xc2\xd8\xcd\xd1\xc8\xc4\xd4\xba\xca\xda\xdc\xdb\xe1\xe5\xe8\xa2\xdd")
MIN_ISCII_BYTES = 40
# Of 2,000 windows of 200 bytes of hindi_small, the least shares are 0.60, 0.22 and 0.97. Arabic in cp1256, ISO-8859-6
# or cp720 has at most 0.64 of what would be signs after what would be consonants.
MIN_FREQUENT_SHARE, MIN_SIGNS_SHARE, MIN_PLACED_SHARE = 0.55, 0.2, 0.95

# Hindi's commonest words as Kruti Dev types them: हैं है और था भी, then के की का को में से पर कि नहीं इस तो हो कर ही
ONLY_THERE = frozenset(("gSa", "gS", "vkSj", "Fkk", "Hkh"))  # no other language has capitals so
KRUTI_DEV = ONLY_THERE | frozenset(
    ("ds", "dh", "dk", "dks", "esa", "ls", "ij", "fd", "ugha", "bl", "rks", "gks", "dj", "gh")
)
# They are 0.38 of the words of prose, and at least 0.24 of any 100.
MIN_KRUTI_WORDS, MIN_KRUTI_KINDS, MIN_KRUTI_SHARE = 40, 6, 0.1
MARKS = "A]-*()"  # its danda, comma, full stop and brackets, at the end of a word


def looks_like_iscii(sample: bytes) -> bool:
    """Whether the bytes that are not ASCII are letters of Hindi in ISCII, each sign after a consonant."""
    high = [byte for byte in sample if byte >= 0x80]
    if len(high) < MIN_ISCII_BYTES or not LETTERS.issuperset(high):
        return False
    signs = [at for at, byte in enumerate(sample) if byte in SIGNS]
    placed = sum(at > 0 and sample[at - 1] in CONSONANTS for at in signs)
    frequent = sum(byte in FREQUENT for byte in high)
    return (
        len(signs) >= MIN_SIGNS_SHARE * len(high)
        and placed >= MIN_PLACED_SHARE * len(signs)
        and frequent >= MIN_FREQUENT_SHARE * len(high)
    )


def looks_like_kruti_dev(sample: bytes) -> bool:
    """Whether many of the words are Hindi's commonest ones as this font types them."""
    words = [word.rstrip(MARKS) for word in re.findall(r"[!-~\x80-\xff]+", sample.decode("latin-1"))]
    found = [word for word in words if word in KRUTI_DEV]
    kinds = set(found)
    is_clear = len(kinds) >= MIN_KRUTI_KINDS and len(kinds & ONLY_THERE) >= 2
    return len(words) >= MIN_KRUTI_WORDS and is_clear and len(found) >= MIN_KRUTI_SHARE * len(words)
