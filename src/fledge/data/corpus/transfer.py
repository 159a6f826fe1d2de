"""One file from elsewhere, in as many attempts as it takes: continued after a cut, checked, whole or absent."""

import contextlib
import email.utils
import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from fledge.common.errors import RunFailed
from fledge.common.files import reported, sync
from fledge.common.text import shortened

WAITS_S = (1.0, 2.0, 4.0, 8.0, 16.0)  # between attempts that bring nothing new
LISTING_WAITS_S = WAITS_S[:3]  # nothing has been done yet, and somebody is watching
LONGEST_WAIT_S = 600.0  # what a server may ask for; for longer the user is asked instead
PASSING = {408, 425, 429, 500, 502, 503, 504}  # HTTP statuses that another attempt may not get
READ_BYTES = 1 << 20
AGAIN = "run the same command again: it goes on from here"

Report = Callable[[int], None]
T = TypeVar("T")


class Cut(Exception):
    """An attempt ended before the file did, and another one may do better. The message is a few words."""

    def __init__(self, reason: str, wait_s: float = 0, anew: bool = False) -> None:
        super().__init__(reason)
        self.wait_s = wait_s  # what the server asked for
        self.anew = anew  # what has arrived so far is of no use


@dataclass(frozen=True)
class Checksum:
    algorithm: str
    expected: str
    prefix: bytes = b""  # git hashes a header before the content

    def start(self) -> "hashlib._Hash":
        return hashlib.new(self.algorithm, self.prefix, usedforsecurity=False)


@dataclass(frozen=True)
class Wanted:
    """A file as it was listed."""

    name: str
    size: int | None
    version: str  # "" where the server has none: then nothing says that half a file is half of this one
    address: str  # where it is, in full: the name may leave out a password
    checksum: Checksum | None = None


@dataclass(frozen=True)
class Answer:
    start: int  # the byte it starts with: the one asked for, or 0 from a server that can't continue
    size: int | None  # of the whole file
    version: str
    blocks: Iterator[bytes]


Ask = Callable[[int, str], contextlib.AbstractContextManager[Answer]]  # (first byte, the version it must be of)


def fetch(wanted: Wanted, ask: Ask, folder: Path, report: Report) -> Path:
    """Downloads a file into `folder`, or continues doing so.

    `report` gets the bytes as they arrive, those of an earlier attempt at once, and a negative number where they have
    to be fetched again. It is called while waiting, too: what it raises ends the download, which can be continued.
    """
    path = place(wanted, folder)
    with reported(folder, AGAIN):  # errors of the network are Cuts by then: an OSError is the disk's
        folder.mkdir(parents=True, exist_ok=True)
        _forget_others(wanted, folder)
        if wanted.version and path.is_file() and wanted.size in (None, path.stat().st_size):
            report(path.stat().st_size)
            return path
        with _Part(path.with_name(f"{path.name}.part"), wanted, report) as part:
            part.check_room()
            _download(wanted, ask, part, report)
            part.become(path)
    return path


def place(wanted: Wanted, folder: Path) -> Path:
    """Where the file will be: files of the same name in different folders, and other versions, are elsewhere."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", wanted.name.rstrip("/").rpartition("/")[2])[-80:]
    return folder / f"{_digest(wanted.address)}-{_digest(wanted.version)}-{name}"


def patiently(attempt: Callable[[], T], what: str, waits_s: tuple[float, ...]) -> T:
    """The result of an attempt to learn something, repeated a few times while it is cut."""
    patience = Patience(f"can't reach {what}", "Check the connection and run the same command again.", waits_s)
    while True:
        try:
            return attempt()
        except Cut as cut:
            patience.wait(cut)


class Patience:
    """Longer and longer waits between attempts, and an error when there have been enough."""

    def __init__(self, problem: str, fix: str, waits_s: tuple[float, ...], report: Report = lambda _: None) -> None:
        self._problem, self._fix, self._waits_s, self._report = problem, fix, waits_s, report
        self._failures = self._reached = 0

    def wait(self, cut: Cut, reached: int = 0) -> None:
        """After a cut at byte `reached`: an attempt that came further than any before starts the count again."""
        if reached > self._reached:
            self._failures, self._reached = 0, reached
        if self._failures == len(self._waits_s):
            attempts = f", {self._failures + 1} times in a row" if self._failures else ""
            raise RunFailed(f"{self._problem}: {cut}{attempts}.", self._fix) from cut
        if cut.wait_s > LONGEST_WAIT_S:
            raise RunFailed(
                f"{self._problem}: {cut}, and the server asks to wait {cut.wait_s / 60:.0f} minutes.",
                f"Wait that long. {self._fix}",
            ) from cut
        seconds = max(cut.wait_s, self._waits_s[self._failures])
        self._failures += 1
        pause(seconds, self._report)


def pause(seconds: float, report: Report) -> None:
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        time.sleep(min(left, 0.1))
        report(0)


def asked_wait_s(headers: Mapping[str, str]) -> float:
    """What `Retry-After` asks for, in seconds or as a date; 0 where it is absent."""
    value = headers.get("Retry-After") or ""
    if re.fullmatch(r"\s*\d{1,9}\s*", value):
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return 0.0


def first_byte(status: int, headers: Mapping[str, str]) -> int:
    """Where the body of a response starts; a Cut where it does not say so clearly."""
    if status != 206:
        return 0
    if range_ := _content_range(headers):
        return range_[0]
    raise Cut("the server sent a part and did not say which", anew=True)


def whole_size(status: int, headers: Mapping[str, str]) -> int | None:
    """The size of the file that a response is of, or is a part of."""
    if status == 206:
        range_ = _content_range(headers)
        return range_[1] if range_ else None
    length = headers.get("Content-Length") or ""
    return int(length) if re.fullmatch(r"\d{1,18}", length) and not headers.get("Content-Encoding") else None


def in_short(error: BaseException) -> str:
    """An error of the network in a few words, without line breaks and addresses of objects."""
    return shortened(" ".join(str(error).split()) or type(error).__name__, 160)


class _Part:
    """NAME.part: what has arrived of a file, with its checksum so far."""

    def __init__(self, path: Path, wanted: Wanted, report: Report) -> None:
        self.path, self.version, self.size, self.length = path, wanted.version, wanted.size, 0
        self._wanted, self._report = wanted, report

    def __enter__(self) -> "_Part":
        self._file = self.path.open("a+b" if self.version else "w+b")
        self._hash = self._wanted.checksum.start() if self._wanted.checksum else None
        self._file.seek(0)
        if self._hash:
            while block := self._file.read(READ_BYTES):
                self._hash.update(block)
        self.length = self._file.seek(0, os.SEEK_END)
        if self.length:
            self._report(self.length)
        if self.size is not None and self.length > self.size:
            self.empty()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def empty(self) -> None:
        self._file.seek(0)
        self._file.truncate()
        if self.length:
            self._report(-self.length)
        self.length = 0
        self._hash = self._wanted.checksum.start() if self._wanted.checksum else None

    def check_room(self) -> None:
        needed, free = (self.size or 0) - self.length, shutil.disk_usage(self.path.parent).free
        if needed > free:
            raise RunFailed(
                f"{self._wanted.name} needs {needed / 1e9:.2f} GB and {self.path.parent} has {free / 1e9:.2f} GB free.",
                f"Free some space and {AGAIN}.",
            )

    def begin(self, answer: Answer) -> None:
        """Makes room for an answer: one that does not continue what is here starts over."""
        if answer.start not in (0, self.length):
            raise Cut("the server sent another part than the one asked for", anew=True)
        is_same_size = None in (self.size, answer.size) or self.size == answer.size
        if answer.start and not (is_same_size and answer.version == self.version):
            raise Cut("the file changed meanwhile", anew=True)
        if not answer.start and self.length:
            self.empty()
        if not self._wanted.checksum:  # else what was listed is the truth
            self.size, self.version = self.size if answer.size is None else answer.size, answer.version

    def write(self, block: bytes) -> None:
        self._file.write(block)
        if self._hash:
            self._hash.update(block)
        self.length += len(block)
        self._report(len(block))

    def check_length(self) -> None:
        if self.size is not None and self.length < self.size:
            raise Cut(f"the connection broke off at {self.length:,} of {self.size:,} bytes")
        if self.size is not None and self.length > self.size:
            raise Cut(f"the server sent {self.length:,} bytes of a file of {self.size:,}", anew=True)

    @property
    def is_right(self) -> bool:
        return not self._hash or self._hash.hexdigest() == (self._wanted.checksum and self._wanted.checksum.expected)

    def become(self, path: Path) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self.path.replace(path)
        sync(path.parent)


def _download(wanted: Wanted, ask: Ask, part: _Part, report: Report) -> None:
    kept = "What has arrived is kept: the same command goes on from there."
    patience = Patience(f"can't download {wanted.name}", kept, WAITS_S, report)
    was_wrong = False
    while True:
        try:
            if part.size is None or part.length != part.size or not part.length:
                with ask(part.length, part.version) as answer:
                    part.begin(answer)
                    for block in answer.blocks:
                        part.write(block)
            part.check_length()
        except Cut as cut:
            reached = part.length
            if cut.anew or not part.version:
                part.empty()
            patience.wait(cut, reached)
            continue
        if part.is_right:
            return
        part.empty()
        if was_wrong:
            raise RunFailed(
                f"{wanted.name} arrived twice with another content than its checksum says.",
                "Something on the way changes it (a proxy?), or it is damaged at its source.",
            )
        was_wrong = True


def _forget_others(wanted: Wanted, folder: Path) -> None:
    """Other versions of the file, and half of one: nobody will continue them."""
    mine = place(wanted, folder).name
    for path in folder.glob(f"{_digest(wanted.address)}-*"):
        if path.name not in (mine, f"{mine}.part"):
            path.unlink(missing_ok=True)


def _content_range(headers: Mapping[str, str]) -> tuple[int, int | None] | None:
    """The first byte and the whole size from `bytes 100-199/1000`."""
    found = re.fullmatch(r"bytes (\d{1,18})-\d{1,18}/(\d{1,18}|\*)", (headers.get("Content-Range") or "").strip())
    return (int(found[1]), None if found[2] == "*" else int(found[2])) if found else None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
