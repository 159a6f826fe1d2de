"""A first pass over all the text, for what has to be known before the first token is written."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from fledge.data.prepare.source import Report, TextSource

CODE_POINTS = 0x110000


@dataclass(frozen=True)
class ScanResult:
    characters: int
    documents: int  # with text
    unended: int  # documents before the last that do not end with a line break
    chars: str  # every distinct character, sorted
    left_out: Counter[str]


def scan_text(source: TextSource, report: Report) -> ScanResult:
    seen = np.zeros(CODE_POINTS, dtype=np.bool_)
    characters = documents = unended = 0
    left_out: Counter[str] = Counter()
    ends_line = True
    for index in range(len(source.inputs)):
        in_document = False
        for chunk in source.chunks(index, left_out, report):
            if chunk.text:
                seen[np.frombuffer(chunk.text.encode("utf-32-le"), dtype="<u4")] = True
                characters += len(chunk.text)
                if not in_document:
                    documents += 1
                    unended += not ends_line  # the one before
                in_document, ends_line = True, chunk.text.endswith("\n")
            if chunk.ends:
                in_document = False
    if documents > 1:
        seen[ord("\n")] = True  # may be needed between two of them
    return ScanResult(characters, documents, unended, "".join(map(chr, np.flatnonzero(seen).tolist())), left_out)
