"""A first pass over all the text, where something has to be known of it before the first token is written."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fledge.data.corpus import Reading, read_pieces
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.records import Damaged, Piece
from fledge.data.prepare.batching import unreadable, unusable

CODE_POINTS = 0x110000


@dataclass(frozen=True)
class Survey:
    characters: int
    documents: int  # with text
    unended: int  # documents but the last that do not end with a line end
    chars: str  # every character there is, sorted
    left_out: Counter[str]


def survey(
    inputs: Sequence[Input],
    open_input: Callable[[int], Path],
    reading: Reading,
    skip_errors: bool,
    report: Callable[[int], None],
) -> Survey:
    seen = np.zeros(CODE_POINTS, dtype=np.bool_)
    characters = documents = unended = 0
    left_out: Counter[str] = Counter()
    ends_line = True
    for index, item in enumerate(inputs):
        in_document = False
        for piece in readable(open_input(index), item.name, reading, skip_errors, left_out, report):
            if piece.text:
                seen[np.frombuffer(piece.text.encode("utf-32-le"), dtype="<u4")] = True
                characters += len(piece.text)
                if not in_document:
                    documents += 1
                    unended += not ends_line  # the one before
                in_document, ends_line = True, piece.text.endswith("\n")
            if piece.ends:
                in_document = False
    if documents > 1:
        seen[ord("\n")] = True  # may be needed between two of them
    return Survey(characters, documents, unended, "".join(map(chr, np.flatnonzero(seen).tolist())), left_out)


def readable(
    path: Path,
    name: str,
    reading: Reading,
    skip_errors: bool,
    left_out: Counter[str],
    report: Callable[[int], None] = lambda _: None,
) -> Iterator[Piece]:
    """An input's text; what can't be read is an error, or left out and counted."""
    try:
        for item in read_pieces(path, name, reading, report=report):
            if isinstance(item, Piece):
                yield item
            elif item.is_fault and not skip_errors:
                raise unusable(name, item)
            else:
                left_out[item.reason] += 1
    except Damaged as damage:
        if not skip_errors:
            raise unreadable(damage) from damage
        left_out[f"{damage.reason} file"] += 1
