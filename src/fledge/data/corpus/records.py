"""What a reader gives: documents in pieces, and records that can't be used."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fledge.common.errors import FledgeError

PIECE_CHARACTERS = 1 << 20


class Piece(NamedTuple):
    """A document; or PIECE_CHARACTERS of a longer one, in order."""

    text: str
    ends: bool  # the document ends with this piece


class Bad(NamedTuple):
    """One record that can't be used."""

    reason: str  # short, to be counted: "not JSON", "no text", "not UTF-8"
    where: str  # "line 12", "row 7", "member a.txt"
    is_fault: bool = True  # or something that is no text, as an image in an archive, and is passed over


Record = Piece | Bad


class Damaged(FledgeError):
    """The file itself is broken from here on."""

    def __init__(self, problem: str, fix: str = "Get the file again.", reason: str = "damaged") -> None:
        super().__init__(problem, fix)
        self.reason = reason  # what is counted if it is one file of an archive


def cut(parts: Iterable[tuple[str, bool]]) -> Iterator[Piece]:
    """Parts of documents (text, and whether the document ends with it) of any length as pieces.

    Where pieces are cut depends on the documents alone, so that a second reading gives the same ones.
    """
    held: list[str] = []
    size = 0
    for text, ends in parts:
        held.append(text)
        size += len(text)
        if size > PIECE_CHARACTERS:
            whole, start = "".join(held), 0
            while size - start > PIECE_CHARACTERS:
                yield Piece(whole[start : start + PIECE_CHARACTERS], False)
                start += PIECE_CHARACTERS
            held = [whole[start:]]
            size -= start
        if ends:
            yield Piece("".join(held), True)
            held, size = [], 0


def pieces_of(text: str) -> Iterable[Piece]:
    """A document that is there whole."""
    return (Piece(text, True),) if len(text) <= PIECE_CHARACTERS else cut([(text, True)])


def drop(records: Iterable[Record], skip: int) -> Iterator[Record]:
    """The records from number `skip` on."""
    for record in records:
        if skip <= 0:
            yield record
        elif isinstance(record, Bad) or record.ends:
            skip -= 1
