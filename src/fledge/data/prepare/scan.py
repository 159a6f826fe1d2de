"""A first pass over all the text, for what has to be known before the first token is written."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fledge.data.corpus.records import Chunk
from fledge.data.prepare.source import Report, TextSource, normalized_texts
from fledge.tokenizer.normalize import Normalizer

CODE_POINTS = 0x110000


@dataclass(frozen=True)
class ScanResult:
    characters: int
    documents: int  # with text
    unended: int  # documents before the last that do not end with a line break
    chars: str  # every distinct character of the text as it is encoded, sorted
    left_out: Counter[str]


def scan_text(source: TextSource, report: Report, normalizer: Normalizer | None = None) -> ScanResult:
    seen, raw = np.zeros(CODE_POINTS, dtype=np.bool_), np.zeros(CODE_POINTS, dtype=np.bool_)
    characters = documents = unended = 0
    left_out: Counter[str] = Counter()
    ends_line = True
    for index in range(len(source.inputs)):
        in_document = False
        chunks = source.chunks(index, left_out, report)
        for chunk in _marking(chunks, seen, normalizer) if normalizer else chunks:
            if chunk.text:
                raw[_points(chunk.text)] = True
                characters += len(chunk.text)
                if not in_document:
                    documents += 1
                    unended += not ends_line  # the one before
                in_document, ends_line = True, chunk.text.endswith("\n")
            if chunk.ends:
                in_document = False
    # A cut between the splits may leave a mark without its letter, to be encoded on its own.
    alone = _characters(raw)
    seen[_points("".join(map(normalizer, alone)) if normalizer else alone)] = True
    if documents > 1:
        seen[ord("\n")] = True  # may be needed between two of them
    return ScanResult(characters, documents, unended, _characters(seen), left_out)


def _marking(
    chunks: Iterable[Chunk], seen: "np.ndarray[Any, np.dtype[np.bool_]]", normalizer: Normalizer
) -> Iterator[Chunk]:
    """The same chunks; what they have after normalization is marked as `seen`."""

    def passing() -> Iterator[Chunk]:
        for chunk in chunks:
            passed.append(chunk)
            yield chunk

    passed: list[Chunk] = []
    for text in normalized_texts(passing(), normalizer):
        seen[_points(text)] = True
        yield from passed
        passed.clear()
    yield from passed


def _points(text: str) -> "np.ndarray[Any, np.dtype[np.uint32]]":
    return np.frombuffer(text.encode("utf-32-le"), dtype="<u4")


def _characters(seen: "np.ndarray[Any, np.dtype[np.bool_]]") -> str:
    return "".join(map(chr, np.flatnonzero(seen).tolist()))
