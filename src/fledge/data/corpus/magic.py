"""Magic bytes: what the start of a file says it is, where its name says otherwise."""

from fledge.data.corpus.reasons import ZIP, kind_in_words
from fledge.data.corpus.records import DamagedFile
from fledge.texts import say

HEAD_BYTES = 512  # enough for all of these
MAGIC_BYTES = {
    b"\x1f\x8b\x08": ("gzip", ".gz"),
    b"\x28\xb5\x2f\xfd": ("zstandard", ".zst"),
    b"\xfd7zXZ\0": ("xz", ".xz"),
    **{b"BZh%d1AY&SY" % level: ("bzip2", ".bz2") for level in range(1, 10)},
    b"PK\x03\x04": (ZIP, ".zip"),
    b"PAR1\x15": ("parquet", ".parquet"),
}
LFS = b"version https://git-lfs.github.com/spec/"


def wrong_format(expected: str, name: str, start: bytes) -> DamagedFile:
    """The error for a file that does not start with the magic bytes of its kind."""
    if not start:
        return DamagedFile(say("corpus.empty", name=name, expected=kind_in_words(expected)), reason="empty file")
    if error := _other_format(name, start):
        return error
    shown = start[:16].decode("ascii", "backslashreplace").encode("unicode_escape").decode()
    problem = say("corpus.not_kind", name=name, expected=kind_in_words(expected), shown=shown)
    return DamagedFile(problem, reason=f"not {expected}")


def check_is_text(name: str, start: bytes, is_records: bool) -> None:
    """Refuse a file that is named like text and is something else."""
    if not is_records and start.lstrip()[:1] == b"<":
        return  # HTML is plain text, too
    if error := _other_format(name, start):
        raise error


def _other_format(name: str, start: bytes) -> DamagedFile | None:
    head = start.lstrip(b"\xef\xbb\xbf \t\r\n")[:100].lower()
    if head.startswith(LFS):
        return DamagedFile(say("corpus.lfs_pointer", name=name), say("corpus.lfs_pull"), "Git LFS pointer")
    if head.startswith((b"<!doctype html", b"<html")):
        return DamagedFile(say("corpus.html_page", name=name), reason="HTML page")
    for magic, (kind, suffix) in MAGIC_BYTES.items():
        if start.startswith(magic):
            return DamagedFile(
                say("corpus.misnamed", name=name, kind=kind_in_words(kind)),
                say("corpus.rename", suffix=suffix),
                "misnamed",
            )
    return None
