"""Which text a validation split is, whatever tokens it was made into: runs on the same text can be compared."""

import hashlib
from collections.abc import Sequence

from fledge.common.errors import FledgeError
from fledge.data.dataset import BLOCK_TOKENS, SPLITS, Dataset
from fledge.data.mixture import Data, parts_of

DOCUMENT_END = b"\xff"  # occurs in no UTF-8 text
MAX_UNKNOWN_TOKENS = 4 << 20  # of a dataset without a digest: more would delay the start of a run by seconds


def text_digest(dataset: Dataset, split: str) -> str:
    """A hash of the text of a split, from its tokens, and of the places where documents end."""
    tokenizer, tokens = dataset.tokenizer(), dataset.split(split)
    found = hashlib.blake2b(digest_size=16)
    for start in range(0, len(tokens), BLOCK_TOKENS):
        found.update(tokenizer.document_bytes(tokens[start : start + BLOCK_TOKENS].tolist(), DOCUMENT_END))
    return found.hexdigest()


def validation_text(data: Data) -> str | None:
    """The digest of the text that a run is evaluated on; of a mixture, of its parts and shares. None if not known."""
    parts = [(part.share, _known_digest(part.dataset)) for part in parts_of(data)]
    if any(digest is None for _, digest in parts):
        return None
    return parts[0][1] if len(parts) == 1 else _combined([f"{share:.9g}:{digest}" for share, digest in parts])


def _known_digest(dataset: Dataset) -> str | None:
    val = SPLITS[1]
    if dataset.text:
        return dataset.text.get(val)
    if dataset.tokens[val] > MAX_UNKNOWN_TOKENS:
        return None
    try:
        return text_digest(dataset, val)
    except FledgeError:
        return None  # its vocabulary can't be had


def _combined(parts: Sequence[str]) -> str:
    return hashlib.blake2b("\n".join(sorted(parts)).encode(), digest_size=16).hexdigest()
