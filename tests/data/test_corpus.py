"""Every kind of corpus file gives back what was packed in it, from any record on, a bounded piece at a time."""

import bz2
import functools
import gzip
import io
import json
import lzma
import os
import subprocess
import sys
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from fledge.common.errors import FledgeError
from fledge.data.corpus import archives, compressed, jsonl, parquet, records, sources, unpacking
from fledge.data.corpus.kinds import ReadOptions, kind_of
from fledge.data.corpus.local import describe_skipped, find_local_files
from fledge.data.corpus.magic import MAGIC_BYTES
from fledge.data.corpus.reader import read_records
from fledge.data.corpus.records import BadRecord, Chunk, DamagedFile, Record
from fledge.data.corpus.text import TextReader, read_text
from tests.helpers import sparse_tar

DOCUMENTS = ["", "Ein Märchen 🙂\n", "two\r\nlines", " ", "x" * 5000, "中文", "\0", "last"]
SEPARATOR = "<|endoftext|>"
COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bgz": lambda data: _bgzip(data),
    ".bz2": bz2.compress,
    ".xz": functools.partial(lzma.compress, preset=0),
    ".zst": zstandard.ZstdCompressor().compress,
}


def _bgzip(data: bytes) -> bytes:
    """bgzip's members: each says its own length in an extra field, and an empty one ends the file."""
    out = b""
    for start in range(0, len(data), 50):
        body = gzip.compress(data[start : start + 50])[10:]
        header = b"\x1f\x8b\x08\x04" + bytes(5) + b"\xff\x06\0BC\2\0"
        out += header + (len(header) + 2 + len(body) - 1).to_bytes(2, "little") + body
    return out + compressed.BGZIP_END


def to_jsonl(texts: Sequence[str]) -> bytes:
    return b"\n".join(json.dumps({"id": index, "text": text}).encode() for index, text in enumerate(texts))


def to_parquet(texts: Sequence[object], **options: object) -> bytes:
    buffer = io.BytesIO()
    table = (
        texts
        if isinstance(texts, pa.Table)
        else pa.table({"id": range(len(texts)), "text": pa.array(texts, pa.string())})
    )
    pq.write_table(table, buffer, **{"row_group_size": 3, **options})
    return buffer.getvalue()


def to_zip(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def to_tar(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def mixed(texts: Sequence[str]) -> dict[str, bytes]:
    """Some documents alone, some together, some compressed, and what is passed over."""
    third = len(texts) // 3
    alone = {f"folder/{index}.txt": text.encode() for index, text in enumerate(texts[:third])}
    together = {
        "some.jsonl": to_jsonl(texts[third : 2 * third]),
        "rest.jsonl.gz": gzip.compress(to_jsonl(texts[2 * third :])),
    }
    return {"__MACOSX/._0.txt": b"\0", **alone, ".DS_Store": b"\0", **together}


PACK: dict[str, Callable[[Sequence[str]], bytes]] = {
    "a.txt": lambda texts: SEPARATOR.join(texts).encode(),
    "a.jsonl": to_jsonl,
    "a.parquet": to_parquet,
    "a.zip": lambda texts: to_zip(mixed(texts)),
    "a.tar": lambda texts: to_tar(mixed(texts)),
}
NAMES = [name + suffix for name in PACK for suffix in COMPRESS if not suffix or not name.endswith((".zip", ".parquet"))]


def pack(name: str, texts: Sequence[str]) -> bytes:
    base, kind, *compression = name.split(".")
    return COMPRESS["".join(f".{suffix}" for suffix in compression)](PACK[f"{base}.{kind}"](texts))


def as_text(text: str) -> str:
    """What a plain text file can keep of it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "").replace("\0", "")


def read(path: Path, name: str = "", skip: int = 0, read_options: ReadOptions | None = None) -> list[Record]:
    return list(read_records(path, name or path.name, read_options or ReadOptions(), skip))


def documents(records: Sequence[Record]) -> list[str]:
    whole, held = [], ""
    for record in records:
        assert isinstance(record, Chunk), record
        held += record.text
        if record.ends:
            whole.append(held)
            held = ""
    assert not held
    return whole


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, bytes], Path]:
    def write(name: str, content: bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    return write


Put = Callable[[str, bytes], Path]


def test_the_kind_is_in_the_name() -> None:
    kinds = {
        "text": ["a.txt", "A.TXT", "README", "a.md.gz", "dump.xml.bz2", "a.py", "a.json", "b/a.txt.xz", "a.txt.gz.zst"],
        "jsonl": [
            "a.jsonl",
            "a.ndjson.zst",
            "A.JSONL.GZ",
            "c4-train.00000-of-01024.json.gz",
            "https://x/a.jsonl?b=c.txt",
        ],
        "parquet": ["a.parquet", "train-00000-of-00099.parquet", "hf://datasets/o/n@main/a.parquet"],
        "zip": ["a.zip", "a.b.ZIP"],
        "tar": ["a.tar", "a.tar.gz", "a.tgz", "a.tar.zst"],
    }
    for kind, names in kinds.items():
        assert [kind_of(name) for name in names] == [kind] * len(names)
    assert [kind_of(name) for name in ("a.png", "a.7z", "a.parquet.gz", "a.zip.xz", "model.bin")] == [None] * 5


@pytest.mark.parametrize("name", NAMES)
def test_what_is_packed_is_read(put: Put, name: str) -> None:
    texts = [as_text(text) for text in DOCUMENTS] if ".txt" in name or "tar" in name or "zip" in name else DOCUMENTS
    path = put(name, pack(name, texts))
    read_options = ReadOptions(separator=SEPARATOR if ".txt" in name else "")
    assert documents(read(path, read_options=read_options)) == texts
    assert documents(read(path.rename(path.with_name("download-17")), name, read_options=read_options)) == texts


@settings(max_examples=30)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=9), st.data())
@pytest.mark.parametrize("name", [*PACK, "a.jsonl.gz", "a.txt.zst", "a.tar.xz"])
def test_skipping_drops_the_first_records(
    tmp_path_factory: pytest.TempPathFactory, name: str, texts: list[str], data: st.DataObject
) -> None:
    texts = texts if name in ("a.jsonl", "a.parquet", "a.jsonl.gz") else [as_text(text) for text in texts]
    path = tmp_path_factory.mktemp("skip") / name
    path.write_bytes(pack(name, texts))
    read_options = ReadOptions(separator=data.draw(st.sampled_from(["", SEPARATOR, "\n"])) if "txt" in name else "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "CHUNK_CHARS", data.draw(st.integers(1, 9)))
        for module in (sources, compressed, archives):
            patch.setattr(module, "READ_BYTES", data.draw(st.integers(1, 300)))
        patch.setattr(parquet, "MAX_ROWS", data.draw(st.integers(1, 5)))
        found = read(path, read_options=read_options)
        ends = [index + 1 for index, record in enumerate(found) if isinstance(record, BadRecord) or record.ends]
        whole = [found[start:end] for start, end in zip([0, *ends], ends, strict=False)]
        for skip in range(len(whole) + 2):
            counted: list[int] = []
            rest = list(read_records(path, name, read_options, skip, counted.append))
            assert rest == [record for group in whole[skip:] for record in group]
            assert sum(counted) == path.stat().st_size
            assert min(counted, default=1) > 0


@given(
    st.lists(st.text("ab<|>\n", max_size=12)), st.sampled_from(["<|>", "aa", "aab", "\n", "\n\n"]), st.integers(1, 7)
)
def test_a_separator_is_found_wherever_blocks_end(texts: list[str], separator: str, size: int) -> None:
    text = "".join(texts)
    blocks = [text[start : start + size].encode() for start in range(0, len(text), size)]
    assert documents(list(read_text(blocks, "a.txt", "utf-8", separator))) == text.split(separator)


@given(st.lists(st.tuples(st.text("xyz", max_size=20), st.booleans())), st.integers(1, 8))
def test_pieces_are_cut_by_the_document_alone(parts: list[tuple[str, bool]], most: int) -> None:
    parts = [*parts, ("", True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "CHUNK_CHARS", most)
        pieces = list(records.into_chunks(parts))
        assert documents(pieces) == "".join(text + "|" * ends for text, ends in parts).split("|")[:-1]
        assert pieces == list(records.into_chunks([(text, True) for text in documents(pieces)]))
    assert all(len(item.text) == most for item in pieces if not item.ends)
    assert all(len(item.text) <= most for item in pieces)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16", "utf-16-be", "utf-32", "UTF8"]
)
@pytest.mark.parametrize("block", [1, 2, 5, 1 << 20])
def test_encodings_and_line_ends(put: Put, monkeypatch: pytest.MonkeyPatch, encoding: str, block: int) -> None:
    monkeypatch.setattr(sources, "READ_BYTES", block)
    path = put("a.txt", "déjà\r\nvu\rça\n\r".encode(encoding))
    assert read(path, read_options=ReadOptions(encoding)) == [Chunk("déjà\nvu\nça\n\n", True)]


def test_a_byte_order_mark_is_dropped(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    for block in (1, 2, 1 << 20):
        monkeypatch.setattr(sources, "READ_BYTES", block)
        assert read(put("a.txt", b"\xef\xbb\xbfone")) == [Chunk("one", True)]
        assert read(put("a.jsonl", b'\xef\xbb\xbf{"text": "one"}')) == [Chunk("one", True)]


@pytest.mark.parametrize("suffix", [suffix for suffix in COMPRESS if suffix])
def test_several_members_are_one_stream(put: Put, monkeypatch: pytest.MonkeyPatch, suffix: str) -> None:
    pack_one = COMPRESS[suffix]
    padding = bytes(8) if suffix in (".gz", ".xz") else b""
    skippable = b"\x50\x2a\x4d\x18\x04\0\0\0abcd" if suffix == ".zst" else b""
    content = skippable + pack_one(b"one ") + padding + skippable + pack_one(b"") + pack_one(b"two\n" * 999)
    for block in (1, 7, 1 << 20):
        monkeypatch.setattr(sources, "READ_BYTES", block)
        assert read(put(f"a.txt{suffix}", content + padding * (suffix != ".bgz"))) == [
            Chunk("one " + "two\n" * 999, True)
        ]


def test_compressed_twice_and_by_another_name(put: Put) -> None:
    assert read(put("a.txt.gz.xz", lzma.compress(gzip.compress(b"one")))) == [Chunk("one", True)]
    assert read(put("download", gzip.compress(b'{"text": "one"}')), "https://x/c4.json.gz?sig=1") == [
        Chunk("one", True)
    ]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_zip_methods(put: Put, method: int) -> None:
    assert documents(read(put("a.zip", to_zip({"a.txt": b"one" * 9999, "b.md": b"two"}, method)))) == [
        "one" * 9999,
        "two",
    ]


def test_a_file_without_records_is_one_empty_document(put: Put) -> None:
    for name, content in (
        ("a.txt", b""),
        ("a.jsonl", b"\n \n"),
        ("a.parquet", to_parquet([])),
        ("a.zip", to_zip({})),
        ("a.tar", to_tar({})),
    ):
        path = put(name, content)
        assert read(path) == [Chunk("", True)]
        assert read(path, skip=1) == []


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(),
        pa.dictionary(pa.int32(), pa.string()),
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("options", [{}, {"use_dictionary": False, "compression": "zstd", "data_page_version": "2.0"}])
def test_parquets_kinds_of_text(put: Put, kind: pa.DataType, options: dict[str, object]) -> None:
    texts = ["ä" * 10, None, "", "two", "two", "z" * 3000] * 3
    table = pa.table({"n": range(len(texts)), "content": pa.array(texts, pa.string()).cast(kind)})
    assert documents(read(put("a.parquet", to_parquet(table, **options)))) == [text or "" for text in texts]


def test_a_parquet_column_without_any_text(put: Put) -> None:
    assert documents(read(put("a.parquet", to_parquet(pa.table({"text": pa.nulls(2)}))))) == ["", ""]


def test_parquet_in_bounded_memory(put: Put) -> None:
    """One row group of 50 MB: neither it nor its compressed bytes are ever held whole."""
    texts = [os.urandom(25_000).hex() for _ in range(1000)]
    path = put("a.parquet", to_parquet(texts, row_group_size=10_000, use_dictionary=False, write_batch_size=8))
    usual = pa.default_memory_pool()
    measured = pa.proxy_memory_pool(usual)
    pa.set_memory_pool(measured)
    try:
        characters = sum(len(text) for text in documents(read(path)))
    finally:
        pa.set_memory_pool(usual)
    assert characters == 50_000_000
    assert 0 < measured.max_memory() < 20_000_000


def test_row_groups_are_passed_over_unread(put: Put) -> None:
    content = bytearray(to_parquet(["first" * 9] * 3 + ["second"] * 3, use_dictionary=False, compression="none"))
    content[4:100] = bytes(96)
    path = put("a.parquet", bytes(content))
    assert documents(read(path, skip=3)) == ["second"] * 3
    with pytest.raises(DamagedFile, match="row group 0"):
        read(path)


def test_the_text_column(put: Put) -> None:
    rows = pa.table({"body": ["b"], "content": ["c"], "url": ["u"]})
    for path in (put("a.parquet", to_parquet(rows)), put("a.jsonl", json.dumps(rows.to_pylist()[0]).encode())):
        assert documents(read(path)) == ["c"]
        assert documents(read(path, read_options=ReadOptions(text_column="url"))) == ["u"]


def test_the_first_object_decides_about_the_column(put: Put) -> None:
    path = put("a.jsonl", b'[]\n{"content": "one"}\n{"text": "two", "content": "three"}\n')
    assert read(path) == [BadRecord("not an object", "line 1"), Chunk("one", True), Chunk("three", True)]
    assert read(path, skip=2) == [Chunk("three", True)]


def test_a_long_line_is_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "MAX_LINE_BYTES", 100_000)

    def blocks() -> Iterator[bytes]:
        yield b'{"text": "one"}\n{"text": "'
        for number in range(100):
            yield bytes([ord("a") + number % 26]) * 50_000
        yield b'"}\n{"text": "' + b"y" * 100_000 + b'"}\n{"text": "two"}'

    tracemalloc.start()
    found = list(jsonl.read_jsonl(blocks(), "a.jsonl", "text"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    too_long = [BadRecord("line too long", "line 2"), BadRecord("line too long", "line 3")]
    assert found == [Chunk("one", True), *too_long, Chunk("two", True)]
    assert peak < 1_000_000


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_a_bomb_comes_in_bounded_blocks(suffix: str) -> None:
    size = 40_000_000
    bomb = COMPRESS[suffix](bytes(size))
    kind = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"}[suffix]
    sizes = [len(block) for block in compressed.decompressed([bomb], kind, "bomb")]
    assert sum(sizes) == size
    assert max(sizes) <= (compressed.ZSTD_SLICE_BYTES // 4 * (128 << 10) if suffix == ".zst" else sources.READ_BYTES)


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_bomb_streams(put: Put, method: int) -> None:
    path = put("a.zip", to_zip({"a.txt": b"a" * 30_000_000}, method))
    assert [len(item.text) for item in read(path) if isinstance(item, Chunk)] == [1 << 20] * 28 + [
        30_000_000 - (28 << 20)
    ]


def test_the_hole_of_a_sparse_tar_is_not_text(put: Put) -> None:
    path = put("a.tar", sparse_tar())
    assert path.stat().st_size < 30_000
    assert read(path) == [BadRecord("binary", "member a.txt")]


def bombs() -> dict[str, bytes]:
    text = b"text\n" * 50_000
    return {
        "a.txt.gz": gzip.compress(text),
        "a.txt.xz": lzma.compress(text),
        "a.jsonl.bz2": bz2.compress(b'{"text": "", "x": "' + text.replace(b"\n", b" ") + b'"}\n'),
        "a.txt.gz.gz": gzip.compress(gzip.compress(text)),
        "a.tar.zst": zstandard.compress(to_tar({"a.txt": text})),
        "a.zip": to_zip({f"{number}.txt": text[:50_000] for number in range(5)}, zipfile.ZIP_DEFLATED),
        "in.zip": to_zip({"a.txt.xz": lzma.compress(text)}),
        "a.parquet": to_parquet(["text" * 500] * 200, row_group_size=200),
    }


@pytest.mark.parametrize("name", bombs())
def test_what_unpacks_without_end_is_refused(put: Put, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    path = put(name, bombs()[name])
    assert not any(isinstance(item, BadRecord) and "end" in item.reason for item in read(path))
    monkeypatch.setattr(unpacking, "ALWAYS_ALLOWED_BYTES", 100_000)
    monkeypatch.setattr(unpacking, "MAX_EXPANSION", 2)
    try:
        found = {item.reason for item in read(path) if isinstance(item, BadRecord)}
    except DamagedFile as damage:
        found = {damage.reason}
    assert found == {"unpacks without end"}


def test_what_is_packed_and_called_text_is_noticed() -> None:
    samples = [
        gzip.compress(b"a"),
        zstandard.compress(b"a"),
        lzma.compress(b"a"),
        bz2.compress(b"a"),
        to_zip({"a": b"a"}),
        to_parquet(["a"]),
    ]
    for sample in samples:
        assert any(sample.startswith(sign) for sign in MAGIC_BYTES)
        with pytest.raises(DamagedFile, match=r"a\.txt is .* inside"):
            list(TextReader([sample], "a.txt", "latin-1"))


@pytest.mark.parametrize(("library", "name"), [("pyarrow", "a.parquet"), ("zstandard", "a.txt.zst")])
def test_a_missing_library(put: Put, monkeypatch: pytest.MonkeyPatch, library: str, name: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(FledgeError, match=rf"{name} needs {library}.*pip install 'fledge\[data\]'"):
        read(put(name, pack(name, ["a"])))


def test_importing_is_cheap() -> None:
    program = (
        "import sys, fledge.data.prepare;"
        "print({'pyarrow', 'zstandard', 'torch', 'rich', 'tiktoken', 'huggingface_hub', 'fsspec'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "set()\n"


def test_finding_inputs(put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ["docs/b/a.parquet", "docs/b/c.jsonl.zst", "docs/d.txt.gz", "docs/e.zip", "docs/readme"]
    for name in kept:
        put(name, b"text")
    put("docs/.git/config", b"x")
    put("docs/.hidden.txt", b"x")
    put("docs/picture.png", b"x")
    put("docs/model.txt", b"a\0b")
    put("docs/old/train.bin", b"\0")
    put("docs/old/notes.txt", b"x")
    put("docs/new/train-00000.bin", b"\0")
    put("docs/new/dataset.json", b"{}")
    monkeypatch.chdir(tmp_path)
    inputs, skipped = find_local_files([Path("docs"), Path("docs/readme")], "utf-8")
    assert [item.name for item in inputs] == kept
    assert skipped == {"hidden": 2, "in a dataset": 4, "not of a known text type": 1, "binary": 1, "named twice": 1}
    assert describe_skipped(skipped).startswith("skipped 9: 4 in a dataset, 2 hidden, ")
    first = inputs[0]
    path = Path(kept[0])
    assert (first.size, first.version, first.is_temporary) == (4, str(path.stat().st_mtime_ns), False)
    assert first.fetch(tmp_path, lambda _: None) == path


def test_inputs_that_are_not_there(put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put("poem.txt", b"poem")
    put("tokens.txt", b"a\0b\0")
    put("odd.suffix", b"a text by name")
    put("pictures/a.png", b"x")
    Path("nothing").mkdir()
    os.mkfifo("pipe.txt")
    for name, message in (
        ("peom.txt", "no file or folder peom.txt. Did you mean poem.txt?"),
        ("there/at/all.txt", "no file or folder there/at/all.txt. Check the path."),
        ("tokens.txt", "tokens.txt looks like a binary file"),
        ("nothing", "no text file in nothing."),
        ("pictures", "no text file in pictures (skipped 1: 1 not of a known text type)."),
        ("pipe.txt", "neither a file nor a folder"),
    ):
        with pytest.raises(FledgeError) as error:
            find_local_files([Path(name)], "utf-8")
        assert message in str(error.value)
    for encoding in ("utf-88", "base64", "punycode\0", ""):
        with pytest.raises(FledgeError, match="not a text encoding Python knows"):
            find_local_files([Path("poem.txt")], encoding)
    assert [item.name for item in find_local_files([Path("odd.suffix")], "utf-8")[0]] == ["odd.suffix"]
    assert read(Path("odd.suffix")) == [Chunk("a text by name", True)]
