"""Exact and near duplicates of documents, found with an index on the disk.

Near duplicates are found as for FineWeb: MinHash signatures of 112 numbers over runs of 5 words, in 14 bands of 8. Two
documents that share a fraction s of their runs agree in some band with probability 1 - (1 - s^8)^14: 0.92 for s = 0.8,
0.56 for 0.7, 0.05 for 0.5.
"""

import contextlib
import re
import sqlite3
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError, RunFailed
from fledge.common.files import sync
from fledge.texts import Message, say

RUN_WORDS = 5
BANDS = 14
BAND_NUMBERS = 8
SEED = 1

# Thai to Khmer, Japanese and Chinese have no spaces between words: there each character counts as a word.
SPACELESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
WORD = re.compile(r"\w+", re.ASCII)
ANY_WORD = re.compile(rf"[{SPACELESS}]|[^\W{SPACELESS}]+")

FORMAT = 1
CACHE_KIB = 64 << 10
MAX_DOCUMENTS_IN_MEMORY = 20_000  # about 40 MB


def text_digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def near_keys(text: str) -> tuple[int, ...]:
    """A key for each band of the text's signature, the same on every machine; no keys for fewer than 5 words."""
    lowered = text.lower()
    words = (WORD if lowered.isascii() else ANY_WORD).findall(lowered)
    if len(words) < RUN_WORDS:
        return ()
    # rensa is six times faster than datasketch (0.16 ms for 700 words), as accurate, and deterministic.
    minhash = _rensa().RMinHash(BANDS * BAND_NUMBERS, SEED)
    minhash.update(list(map(" ".join, zip(*(words[start:] for start in range(RUN_WORDS)), strict=False))))
    signature = b"".join(number.to_bytes(4, "little") for number in minhash.digest())
    return tuple(_band_key(band, signature) for band in range(BANDS))


def _band_key(band: int, signature: bytes) -> int:
    part = signature[band * BAND_NUMBERS * 4 : (band + 1) * BAND_NUMBERS * 4]
    return int.from_bytes(blake2b(part, digest_size=8, salt=bytes([band])).digest(), "little", signed=True)


def _rensa() -> Any:
    try:
        import rensa
    except ImportError:
        raise FledgeError(say("prepare.needs_rensa"), "pip install 'fledge[data]'") from None
    return rensa


class DuplicateIndex:
    """The documents that were kept: for each digest and each band key, the number of the document that has it.

    The newest documents are in memory, the others in the file. After a crash the file may know documents that have to
    be prepared again: `rewind` forgets those.
    """

    def __init__(self, file: Path, near: bool) -> None:
        self.file = file
        self._version = FORMAT << 16 | (_rensa().RMinHash.ALGORITHM_VERSION if near else 0)
        self._texts: dict[bytes, int] = {}
        self._bands: dict[int, int] = {}
        with self._sqlite_errors():
            file.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(file, timeout=1, isolation_level=None, check_same_thread=False)
            try:
                self._open()
            except BaseException:
                self._db.close()
                raise
            sync(file.parent)

    def _open(self) -> None:
        run = self._db.execute
        # Exclusive: one process at a time, and no shared memory, which network file systems lack. The write-ahead log
        # is synced before the file is changed, so a crash at any moment leaves the file valid.
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")
        run(f"PRAGMA cache_size = -{CACHE_KIB}")
        run("BEGIN EXCLUSIVE")
        found = run("PRAGMA user_version").fetchone()[0]
        if found not in (0, self._version):
            raise FledgeError(say("prepare.index.other_version", file=self.file), self._fix)
        run("CREATE TABLE IF NOT EXISTS texts (digest BLOB PRIMARY KEY, document INTEGER NOT NULL) WITHOUT ROWID")
        # The key is the row number itself: sqlite's smallest and fastest table.
        run("CREATE TABLE IF NOT EXISTS bands (key INTEGER PRIMARY KEY, document INTEGER NOT NULL)")
        run("CREATE TABLE IF NOT EXISTS done (documents INTEGER NOT NULL)")
        run("INSERT INTO done SELECT 0 WHERE NOT EXISTS (SELECT * FROM done)")
        run(f"PRAGMA user_version = {self._version}")
        run("COMMIT")

    def find(self, digest: bytes | None, keys: Sequence[int]) -> str:
        """`exact duplicate` or `near duplicate` if a document like it was remembered, else nothing."""
        if digest in self._texts or (digest and self._has("SELECT 1 FROM texts WHERE digest = ?", [digest])):
            return "exact duplicate"
        places = ",".join("?" * len(keys))
        is_near = not self._bands.keys().isdisjoint(keys)
        if is_near or (keys and self._has(f"SELECT 1 FROM bands WHERE key IN ({places}) LIMIT 1", keys)):  # noqa: S608
            return "near duplicate"
        return ""

    def _has(self, question: str, values: Sequence[bytes | int]) -> bool:
        with self._sqlite_errors():
            return self._db.execute(question, values).fetchone() is not None

    def remember(self, number: int, digest: bytes | None, keys: Sequence[int]) -> None:
        """Add a document that `find` does not know."""
        if digest:
            self._texts[digest] = number
        for key in keys:
            self._bands[key] = number
        if len(self._texts) >= MAX_DOCUMENTS_IN_MEMORY or len(self._bands) >= MAX_DOCUMENTS_IN_MEMORY * BANDS:
            with self._sqlite_errors():
                self._write()

    def _write(self, done: int | None = None) -> None:
        """Write the newest documents to the file, sorted, so that each of its pages changes once."""
        run = self._db.execute
        run("BEGIN")
        try:
            self._db.executemany("INSERT INTO texts VALUES (?, ?)", sorted(self._texts.items()))
            self._db.executemany("INSERT INTO bands VALUES (?, ?)", sorted(self._bands.items()))
            if done is not None:
                run("UPDATE done SET documents = ?", [done])
            run("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                run("ROLLBACK")
            raise
        self._texts.clear()
        self._bands.clear()

    def commit(self, number: int) -> None:
        """Save the documents below `number` to the disk."""
        with self._sqlite_errors():
            self._write(done=number)
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def rewind(self, number: int) -> None:
        """Return to the state after `commit(number)`."""
        self._texts.clear()
        self._bands.clear()
        with self._sqlite_errors():
            done = self._db.execute("SELECT documents FROM done").fetchone()[0]
            if done < number:
                raise FledgeError(say("prepare.index.behind", file=self.file, done=done, number=number), self._fix)
            self._db.execute("DELETE FROM texts WHERE document >= ?", [number])
            self._db.execute("DELETE FROM bands WHERE document >= ?", [number])
        self.commit(number)

    def close(self) -> None:
        self._db.close()

    @property
    def _fix(self) -> Message:
        return say("prepare.index.delete", folder=self.file.parent)

    @contextlib.contextmanager
    def _sqlite_errors(self) -> Iterator[None]:
        """Turns sqlite's errors into ours."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise FledgeError(say("prepare.index.in_use", file=self.file), say("prepare.index.wait")) from error
            if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                raise RunFailed(
                    say("prepare.index.unwritable", file=self.file, error=error), say("prepare.index.free_space")
                ) from error
            if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
                raise FledgeError(
                    say("prepare.index.unwritable", file=self.file, error=error), say("prepare.index.elsewhere")
                ) from error
            raise FledgeError(say("prepare.index.unusable", file=self.file, error=error), self._fix) from error
