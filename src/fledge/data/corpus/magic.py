"""What a file's first bytes say it is, where its name says otherwise."""

from fledge.data.corpus.records import Damaged

SIGN_BYTES = 512
PACKED = {
    b"\x1f\x8b\x08": ("gzip", ".gz"),
    b"\x28\xb5\x2f\xfd": ("zstandard", ".zst"),
    b"\xfd7zXZ\0": ("xz", ".xz"),
    **{b"BZh%d1AY&SY" % level: ("bzip2", ".bz2") for level in range(1, 10)},
    b"PK\x03\x04": ("a zip archive", ".zip"),
    b"PAR1\x15": ("parquet", ".parquet"),
}
LFS = b"version https://git-lfs.github.com/spec/"


def not_a(wanted: str, name: str, start: bytes) -> Damaged:
    """The error for a file that does not begin as it should."""
    if not start:
        return Damaged(f"{name} is empty, which {wanted} never is.", reason="empty file")
    if error := _something_else(name, start):
        return error
    shown = start[:16].decode("ascii", "backslashreplace").encode("unicode_escape").decode()
    return Damaged(f"{name} is not {wanted}: it starts with '{shown}'.", reason=f"not {wanted}")


def check_text(name: str, start: bytes, is_records: bool) -> None:
    """Refuse what would be read as text and is something else."""
    if not is_records and start.lstrip()[:1] == b"<":
        return  # HTML is a text like any other
    if error := _something_else(name, start):
        raise error


def _something_else(name: str, start: bytes) -> Damaged | None:
    head = start.lstrip(b"\xef\xbb\xbf \t\r\n")[:100].lower()
    if head.startswith(LFS):
        return Damaged(
            f"{name} is a Git LFS pointer, not the file itself.", "Run `git lfs pull` there.", "Git LFS pointer"
        )
    if head.startswith((b"<!doctype html", b"<html")):
        return Damaged(f"{name} is an HTML page, perhaps a server's error message.", reason="HTML page")
    for sign, (kind, suffix) in PACKED.items():
        if start.startswith(sign):
            return Damaged(f"{name} is {kind} inside.", f"Give it a name that ends in {suffix}.", "misnamed")
    return None
