"""DamagedFile and misleading files: one line that names file and place, or a bad record to count; never silence."""

import gzip
import lzma
import os
import struct
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pytest
import zstandard

from fledge.common.errors import FledgeError
from fledge.data.corpus import compressed, jsonl
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.corpus.reader import read_records
from fledge.data.corpus.records import BadRecord, Chunk, DamagedFile, Record
from tests.data.test_corpus import COMPRESS, to_jsonl, to_parquet, to_tar, to_zip

TEXTS = [f"{number} bottles of beer on the wall, größer\n" * 20 for number in range(60)]
RECORDS = to_jsonl(TEXTS)
PLAIN = "".join(TEXTS).encode()
HTML = b"\n<!DOCTYPE html><html><body>404 Not Found</body></html>"
LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 2147483648\n"
GOOD = b'{"text": "good"}\n'


def table(**columns: object) -> bytes:
    return to_parquet(pa.table(columns))


def changed(content: bytes, at: int, new: bytes) -> bytes:
    at %= len(content)
    return content[:at] + new + content[at + len(new) :]


def half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def raw_parquet(values: list[bytes]) -> bytes:
    """A column that says it is UTF-8, without a check."""
    array = pa.array(values, pa.binary())
    return table(text=pa.Array.from_buffers(pa.string(), len(array), array.buffers()))


def bad_pages() -> bytes:
    content = to_parquet(pa.table({"text": TEXTS}), compression="gzip")
    return changed(content, content.index(b"\x1f\x8b") + 12, b"\xff" * 20)


def bad_checksum() -> bytes:
    plain = {"use_dictionary": False, "compression": "none", "write_statistics": False}
    return to_parquet(["secret plan"], **plain, write_page_checksum=True).replace(b"secret", b"public")


def encrypted_zip() -> bytes:
    content = bytearray(to_zip({"a.txt": b"one", "b.txt": b"two"}, zipfile.ZIP_STORED))
    for sign, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = content.index(sign) + flags
        content[at : at + 2] = struct.pack("<H", 1)
    return bytes(content)


def bad_crc() -> bytes:
    return to_zip({"a.txt": b"one", "b.txt": b"two"}, zipfile.ZIP_STORED).replace(b"one", b"eno", 1)


def unknown_method() -> bytes:
    content = bytearray(to_zip({"a.txt": b"one", "b.txt": b"two"}, zipfile.ZIP_STORED))
    for sign, method in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        at = content.index(sign) + method
        content[at : at + 2] = struct.pack("<H", 97)
    return bytes(content)


def lost_member() -> bytes:
    """The first member's comment is said to be as long as the second's entry, which then seems to be a part of it."""
    content = to_zip({"a.txt": b"one", "b.txt": b"two"})
    return changed(content, content.index(b"PK\1\2") + 32, struct.pack("<H", 51))


def torn_member() -> bytes:
    """Over a piece of text, then a wrong checksum: the document has begun to be given away."""
    return to_zip({"a.txt": b"x" * 3_000_000, "b.txt": b"two"}, zipfile.ZIP_STORED).replace(b"xxx", b"xyx", 1)


def parquet_of_two_texts() -> bytes:
    return to_parquet(pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"])], names=["text", "text"]))


def lying_row_count() -> bytes:
    """A footer of a file with more rows on the pages of one with fewer."""
    few, more = (to_parquet(pa.table({"text": ["same"] * count}), row_group_size=100) for count in (40, 50))
    length = struct.unpack("<I", more[-8:-4])[0] + 8
    few_length = struct.unpack("<I", few[-8:-4])[0] + 8
    return few[:-few_length] + more[-length:]


def broken_streams() -> Iterator[tuple[str, tuple[str, bytes, str]]]:
    for suffix, pack in COMPRESS.items():
        whole = pack(PLAIN)
        for case, content, message in (
            ("cut", whole[:-5], "cut off: its"),
            ("half", half(whole), "cut off: its"),
            ("empty", b"", "is empty"),
            ("text as", b"just text", "it starts with 'just text'"),
            ("html as", HTML, "an HTML page"),
            ("garbage after", whole + b"garbage", "after 49,000 bytes of text"),
            ("second member cut of", whole + whole[:-5], "cut off: its"),
            ("flipped", changed(whole, 120, b"\xff" * 30), "is invalid"),
        ):
            if suffix:
                yield f"{case} {suffix}", (f"a.txt{suffix}", content, message)


CHECKED_ZST = zstandard.ZstdCompressor(write_checksum=True).compress(PLAIN)
PARQUET = to_parquet(TEXTS)
TWO = to_tar({"a.txt": b"a", "b.txt": b"b"})

# name, content, and a part of the message
BROKEN: dict[str, tuple[str, Callable[[], bytes] | bytes, str]] = {
    # compressed streams
    **dict(broken_streams()),
    "one byte of gz": ("a.txt.gz", b"\x1f", "is not gzip"),
    "header of gz": ("a.txt.gz", gzip.compress(b"")[:6], "cut off"),
    "bgz without its end": ("a.txt.bgz", COMPRESS[".bgz"](PLAIN)[:-28], "cut off"),
    "gz with a wrong checksum": ("a.txt.gz", changed(gzip.compress(PLAIN), -8, b"\0\0\0\0"), "incorrect data check"),
    "xz with a wrong checksum": ("a.txt.xz", changed(lzma.compress(b"x" * 99), -40, b"\1\2"), "is invalid"),
    "zst with a wrong checksum": (
        "a.txt.zst",
        changed(CHECKED_ZST, -2, b"zz"),
        "is invalid",
    ),
    "gz is zst": ("a.txt.gz", zstandard.compress(b"x"), "zstandard inside. Give it a name that ends in .zst"),
    "xz of an unknown kind": ("a.txt.xz", changed(lzma.compress(b"x"), 6, b"\0\xff"), "is invalid at its start"),
    # parquet
    "empty parquet": ("a.parquet", b"", "is empty"),
    "html as parquet": ("a.parquet", HTML, "an HTML page"),
    "lfs pointer as parquet": ("a.parquet", LFS, "a Git LFS pointer, not the file itself. Run `git lfs pull`"),
    "lfs pointer as text": ("a.txt", LFS, "a Git LFS pointer"),
    "lfs pointer as jsonl": ("a.jsonl", LFS, "a Git LFS pointer"),
    "lfs pointer as zip": ("a.zip", LFS, "a Git LFS pointer"),
    "csv as parquet": ("a.parquet", b"text,label\na,b\n", "is not parquet: it starts with 'text,label"),
    "zip as parquet": ("a.parquet", to_zip({"a": b"b"}), "a zip archive inside"),
    "magic alone": ("a.parquet", b"PAR1PAR1", "cut off after 8 bytes"),
    "half a parquet": ("a.parquet", half(PARQUET), "cut off after"),
    "parquet short of a byte": ("a.parquet", PARQUET[:-1], "cut off after"),
    "parquet footer garbage": ("a.parquet", changed(PARQUET, -60, b"\xf7" * 40), "damaged in its footer"),
    "parquet footer length": (
        "a.parquet",
        changed(PARQUET, -8, b"\xff\xff\xff\x7f"),
        "damaged in its footer",
    ),
    "parquet footer of zeros": (
        "a.parquet",
        b"PAR1" + bytes(500) + b"\x90\1\0\0PAR1",
        "damaged in its footer",
    ),
    "parquet page bytes": ("a.parquet", bad_pages, "damaged in row group 0"),
    "parquet page checksum": ("a.parquet", bad_checksum, "damaged in row group 0: "),
    "parquet without the middle": ("a.parquet", half(PARQUET) + PARQUET[-4:], "damaged in"),
    "parquet row count": ("a.parquet", lying_row_count, "damaged in row group 0"),
    "parquet encrypted": ("a.parquet", changed(PARQUET, -4, b"PARE"), "encrypted parquet"),
    "parquet in gz": ("a.parquet.gz", gzip.compress(PARQUET), "Decompress it first"),
    "no text column": (
        "a.parquet",
        table(url=["u"], score=[1.0]),
        "Its columns: url, score. Say which one",
    ),
    "text of ints": ("a.parquet", table(text=[1, 2], body=["a", "b"]), "holds int64, not text. Columns of text: body."),
    "text of lists": (
        "a.parquet",
        table(text=[["a"], ["b"]]),
        "holds list<element: string>, not text",
    ),
    "text of structs": ("a.parquet", table(text=[{"text": "a"}]), "holds struct<text: string>"),
    "two text columns": ("a.parquet", parquet_of_two_texts, "has 2 columns text"),
    "no columns": ("a.parquet", to_parquet(pa.table({})), "no columns at all"),
    # archives
    "empty zip": ("a.zip", b"", "is empty"),
    "html as zip": ("a.zip", HTML, "an HTML page"),
    "text as zip": ("a.zip", b"just text", "is not a zip archive: it starts with 'just text'"),
    "half a zip": ("a.zip", half(to_zip({"a.txt": PLAIN})), "its list of members can't be read"),
    "zip without its end": ("a.zip", to_zip({"a.txt": PLAIN})[:-22], "its list of members can't be read"),
    "zip that loses a member": ("a.zip", lost_member, "1 members instead of 2"),
    "zip with a bad name": ("a.zip", to_zip({"ä.txt": b"a"}).replace("ä".encode(), b"\xff\xff"), "can't be read"),
    "torn member": ("a.zip", torn_member, "damaged in member a.txt: Bad CRC-32"),
    "empty tar": ("a.tar", b"", "empty"),
    "text as tar": ("a.tar", b"just text" * 200, "invalid header"),
    "html as tar": ("a.tar.gz", gzip.compress(HTML), "an HTML page"),
    "tar cut in a member": ("a.tar", to_tar({"a.txt": PLAIN})[:9000], "unexpected end of data"),
    "tar cut between members": ("a.tar", TWO[:1024], "empty header"),
    "tar cut in a header": ("a.tar", TWO[:1300], "truncated header"),
    "tar with a broken header": (
        "a.tar",
        changed(TWO, 1030, b"\xff" * 99),
        "bad checksum",
    ),
    # JSON lines
    "jsonl in UTF-16": ("a.jsonl", GOOD.decode().encode("utf-16"), "is UTF-16, and JSON lines are UTF-8. Convert it"),
    "html as jsonl": ("a.jsonl", HTML, "an HTML page"),
    "gz as jsonl": ("a.jsonl", gzip.compress(GOOD), "gzip inside"),
    "no usual column": ("a.jsonl", b'{"url": "u", "n": 1}\n', "Its columns: url, n. Say which one: --text_column"),
    "no key": ("a.jsonl", b"{}\n", "no columns at all"),
    # text
    "zero bytes": ("a.txt", b"a\0b", "looks like a binary file"),
    "zero bytes, compressed": ("a.txt.gz", gzip.compress(b"a\0b"), "looks like a binary file"),
    "zero bytes beyond the start": ("a.txt", b"x" * 3_000_000 + b"\0", "looks like a binary file"),
    "zero bytes beyond the start, compressed": ("a.txt.zst", zstandard.compress(b"x" * 9000 + b"\0"), "binary file"),
    "latin-1": ("a.txt", b"na\xefve", "is not utf-8: byte 0xef at offset 2. Try --encoding=latin-1"),
    "UTF-16": ("a.txt", "hello".encode("utf-16"), "Try --encoding=utf-16"),
    "torn character": ("a.txt", b"torn \xe4\xb8", "byte 0xe4 at offset 5"),
    "late": ("a.txt", b"x" * 3_000_000 + b"\xff", "at offset 3,000,000"),
    "surrogate bytes": ("a.txt", b"\xed\xa0\x80", "is not utf-8"),
    "zip as text": ("a.txt", to_zip({"a.txt": b"a"}), "a zip archive inside"),
    "an unknown kind": ("a.xyz", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "looks like a binary file"),
}

BAD_LINES = {
    "array": (b'["text"]', "not an object"),
    "number": (b"17", "not an object"),
    "string": (b'"text"', "not an object"),
    "null": (b"null", "not an object"),
    "single quotes": (b"{'text': 'x'}", "not JSON"),
    "two objects": (b'{"text": "a"} {"text": "b"}', "not JSON"),
    "NUL byte": (b'{"text": "a\0b"}', "not JSON"),
    "hole": (bytes(40), "not JSON"),
    "mark in the middle": (b'\xef\xbb\xbf{"text": "a"}', "not JSON"),
    "invalid UTF-8": (b'{"text": "na\xefve"}', "not UTF-8"),
    "surrogate in UTF-8": (b'{"text": "\xed\xa0\x80"}', "not UTF-8"),
    "lone surrogate": (b'{"text": "\\ud83d"}', "half a surrogate pair"),
    "duplicate key": (b'{"text": "a", "text": "b"}', "text twice"),
    "deep nesting": (b'{"x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "nested too deeply"),
    "endless number": (b'{"text": "a", "x": ' + b"9" * 9000 + b"}", "not JSON"),
    "number as text": (b'{"text": 17}', "text is not a string"),
    "NaN as text": (b'{"text": NaN}', "text is not a string"),
    "list as text": (b'{"text": ["a"]}', "text is not a string"),
    "missing key": (b'{"txt": "a"}', "no text"),
    "too long": (b'{"text": "' + b"x" * 600_000 + b'"}', "line too long"),
}
BAD_MEMBERS = {
    "zip in a": ("b.zip", to_zip({"a.txt": b"a"}), "archive in an archive", ""),
    "tgz in a": ("c.tgz", b"", "archive in an archive", ""),
    "parquet in a": ("b.parquet", to_parquet(["a"]), "parquet in an archive", ""),
    "picture in a": ("b.png", b"\x89PNG", "not of a known text type", ""),
    "binary in a": ("b.txt", b"a\0b", "binary", ""),
    "binary beyond the start in a": ("b.txt", b"a" * 9000 + b"\0", "binary", ""),
    "latin-1 in a": ("b.txt", b"na\xefve", "not UTF-8", ""),
    "bad line in a": ("b.jsonl", GOOD + b"{\n" + GOOD, "not JSON", ", line 2"),
    "cut gz in a": ("b.txt.gz", gzip.compress(b"a")[:-3], "cut off", ""),
    "lfs pointer in a": ("b.txt", LFS, "Git LFS pointer", ""),
}
DICTIONARY = table(text=pa.array([b"good", b"\xff", b"\xff"]).dictionary_encode())

# name, content, and the bad records
BAD: dict[str, tuple[str, Callable[[], bytes] | bytes, list[tuple[str, str]]]] = {
    **{
        case: ("a.jsonl", GOOD + line + b"\n" + GOOD, [(reason, "line 2")])
        for case, (line, reason) in BAD_LINES.items()
    },
    "torn object": ("a.jsonl", GOOD + b'{"text": "to', [("not JSON", "line 2")]),
    "one object over lines": ("a.jsonl", b'{\n"text": "x"\n}\n' + GOOD, [("not JSON", f"line {n}") for n in (1, 2, 3)]),
    "after blank lines": ("a.jsonl", GOOD + b"\r\n \n{\n", [("not JSON", "line 4")]),
    "bad in gz": ("a.jsonl.gz", gzip.compress(GOOD + b"{"), [("not JSON", "line 2")]),
    "parquet, not UTF-8": ("a.parquet", lambda: raw_parquet([b"good", b"na\xefve", b"ok"]), [("not UTF-8", "row 1")]),
    "binary, not UTF-8": ("a.parquet", table(text=[b"good", b"\xff"]), [("not UTF-8", "row 1")]),
    "dictionary, not UTF-8": ("a.parquet", DICTIONARY, [("not UTF-8", "row 1"), ("not UTF-8", "row 2")]),
    "encrypted member": ("a.zip", encrypted_zip, [("encrypted", "member a.txt")]),
    "member with a wrong checksum": ("a.zip", bad_crc, [("damaged", "member a.txt")]),
    "member of an unknown method": ("a.zip", unknown_method, [("damaged", "member a.txt")]),
    **{
        f"{case} {suffix}": (
            f"a.{suffix}",
            pack({"good.txt": b"a", member: content}),
            [(reason, f"member {member}{at}")],
        )
        for case, (member, content, reason, at) in BAD_MEMBERS.items()
        for suffix, pack in (("zip", to_zip), ("tar", to_tar))
    },
}

# What looks odd and is sound.
SOUND: dict[str, tuple[str, bytes, list[str]]] = {
    "NaN elsewhere": ("a.jsonl", b'{"text": "a", "score": NaN}\n', ["a"]),
    "CRLF": ("a.jsonl", b'{"text": "a\\r\\n"}\r\n\r\n{"text": "b"}\r\n', ["a\r\n", "b"]),
    "text null": ("a.jsonl", b'{"text": null}\n', [""]),
    "escaped NUL and pair": ("a.jsonl", b'{"text": "\\u0000\\ud83d\\ude42"}\n', ["\0🙂"]),
    "text inside another": ("a.jsonl", b'{"text": "a", "meta": {"text": "b"}, "kind": "text"}\n', ["a"]),
    "blank": ("a.jsonl", b"\n\n", [""]),
    "nulls": ("a.parquet", to_parquet(["a", None, ""]), ["a", "", ""]),
    "html as text": ("a.html", HTML, [HTML.decode()]),
}


def read(path: Path, read_options: ReadOptions | None = None) -> list[Record]:
    return list(read_records(path, path.name, read_options or ReadOptions()))


def put(folder: Path, name: str, content: Callable[[], bytes] | bytes) -> Path:
    path = folder / name
    path.write_bytes(content() if callable(content) else content)
    return path


@pytest.mark.parametrize(("name", "content", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file(tmp_path: Path, name: str, content: Callable[[], bytes] | bytes, message: str) -> None:
    path = put(tmp_path, name, content)
    with pytest.raises(FledgeError) as caught:
        read(path)
    said = str(caught.value)
    assert message in said
    assert name in said
    assert "\n" not in said
    assert len(said) < 300


@pytest.mark.parametrize(("name", "content", "expected"), BAD.values(), ids=BAD)
def test_a_bad_record(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    content: Callable[[], bytes] | bytes,
    expected: list[tuple[str, str]],
) -> None:
    monkeypatch.setattr(jsonl, "MAX_LINE_BYTES", 500_000)
    records = read(put(tmp_path, name, content))
    found = [(record.reason, record.where) for record in records if isinstance(record, BadRecord)]
    assert [(reason, where.partition(" (")[0]) for reason, where in found] == expected
    assert any(isinstance(record, Chunk) and record.text for record in records)  # the others are read


@pytest.mark.parametrize(("name", "content", "texts"), SOUND.values(), ids=SOUND)
def test_a_sound_oddity(tmp_path: Path, name: str, content: bytes, texts: list[str]) -> None:
    assert read(put(tmp_path, name, content)) == [Chunk(text, True) for text in texts]


@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "a.parquet", "a.zip", "a.tar", "a.txt.gz"])
def test_no_file_to_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(FledgeError, match=f"can't read {name}: No such file"):
        read(tmp_path / name)
    (tmp_path / name).mkdir()
    with pytest.raises(FledgeError, match=f"can't read {name}: Is a directory"):
        read(tmp_path / name)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "a.parquet", "a.zip"])
def test_a_file_that_can_not_be_read(tmp_path: Path, name: str) -> None:
    put(tmp_path, name, b"x").chmod(0)
    with pytest.raises(FledgeError, match=f"can't read {name}: Permission denied"):
        read(tmp_path / name)


def test_damage_comes_after_what_is_sound(tmp_path: Path) -> None:
    path = put(tmp_path, "a.jsonl.gz", gzip.compress(RECORDS) + gzip.compress(b"\n" + RECORDS)[:-9])
    reader = read_records(path, path.name, ReadOptions())
    assert [next(reader) for _ in TEXTS] == [Chunk(text, True) for text in TEXTS]
    with pytest.raises(DamagedFile, match="cut off"):
        list(reader)


def test_xz_that_needs_too_much_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "XZ_MEMORY_BYTES", 1 << 16)
    with pytest.raises(DamagedFile, match="Memory usage limit"):
        read(put(tmp_path, "a.txt.xz", lzma.compress(PLAIN)))


def test_a_wanted_column_that_is_not_there(tmp_path: Path) -> None:
    path = put(tmp_path, "a.parquet", table(content=["a"], url=["b"]))
    with pytest.raises(FledgeError, match=r"has no column contents\. Did you mean content"):
        read(path, ReadOptions(text_column="contents"))
    path = put(tmp_path, "a.jsonl", b'{"b": 1}\n{"a": "x"}\n')
    missing = BadRecord("no text", "line 1 (column a is not among b)")
    assert read(path, ReadOptions(text_column="a")) == [missing, Chunk("x", True)]


def test_an_encoding_that_makes_half_a_pair(tmp_path: Path) -> None:
    with pytest.raises(DamagedFile, match="half a surrogate pair"):
        read(put(tmp_path, "a.txt", rb"\ud800"), ReadOptions("unicode_escape"))


@pytest.mark.parametrize("name", ["a.parquet", "a.zip", "a.tar", "a.txt.gz", "a.txt.zst", "a.txt.xz", "a.txt.bz2"])
def test_any_cut_is_noticed(tmp_path: Path, name: str) -> None:
    """Cut anywhere, a file of one member never passes for a whole one."""
    texts = TEXTS[:2]
    plain = {"a.parquet": to_parquet(texts), "a.zip": to_zip({"a.txt": b"a"}), "a.tar": to_tar({"a.txt": b"a"})[:2048]}
    whole = plain.get(name) or COMPRESS[name[5:]](to_jsonl(texts))
    unread = 512 if name == "a.tar" else 0  # the second of two blocks that end it
    for length in range(0, len(whole) - unread, 1 + len(whole) // 200):
        with pytest.raises(DamagedFile):
            read(put(tmp_path, name, whole[:length]))
