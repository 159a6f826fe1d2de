"""The output of the readers: documents in chunks, and records that can't be used."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fledge.common.errors import FledgeError
from fledge.texts import Message, say

CHUNK_CHARS = 1 << 20
GET_AGAIN = say("corpus.get_again")


class Chunk(NamedTuple):
    """A document, or CHUNK_CHARS characters of a longer one."""

    text: str
    ends: bool  # the document ends with this chunk


class BadRecord(NamedTuple):
    """One record that can't be used."""

    reason: str  # a name of reasons.py, to be counted: "not JSON", "no text", "not UTF-8"
    where: str  # in words: "line 12", "row 7", "member a.txt"
    is_fault: bool = True  # False for what is not text at all, such as an image in an archive


Record = Chunk | BadRecord


class DamagedFile(FledgeError):
    """The rest of the file can't be read."""

    def __init__(self, problem: Message, fix: Message = GET_AGAIN, reason: str = "damaged") -> None:
        super().__init__(problem, fix)
        self.reason = reason  # a name of reasons.py, to be counted


def into_chunks(parts: Iterable[tuple[str, bool]]) -> Iterator[Chunk]:
    """Parts of documents of any length (text, and whether the document ends with it) as chunks.

    The cuts depend on the documents alone, so that reading them again gives the same chunks.
    """
    held: list[str] = []
    size = 0
    for text, ends in parts:
        held.append(text)
        size += len(text)
        if size > CHUNK_CHARS:
            whole, start = "".join(held), 0
            while size - start > CHUNK_CHARS:
                yield Chunk(whole[start : start + CHUNK_CHARS], False)
                start += CHUNK_CHARS
            held = [whole[start:]]
            size -= start
        if ends:
            yield Chunk("".join(held), True)
            held, size = [], 0


def document_chunks(text: str) -> Iterable[Chunk]:
    """The chunks of one whole document."""
    return (Chunk(text, True),) if len(text) <= CHUNK_CHARS else into_chunks([(text, True)])


def skip_records(records: Iterable[Record], skip: int) -> Iterator[Record]:
    """The records from number `skip` on."""
    for record in records:
        if skip <= 0:
            yield record
        elif isinstance(record, BadRecord) or record.ends:
            skip -= 1
