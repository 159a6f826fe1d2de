"""Downloads one file in several attempts if needed: continued after an interruption, checked, complete or absent."""

import contextlib
import email.utils
import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from fledge.common.errors import RunFailed
from fledge.common.files import reported, sync
from fledge.common.text import shortened
from fledge.data.corpus.inputs import Input
from fledge.texts import Message, say, text

WAITS_S = (1.0, 2.0, 4.0, 8.0, 16.0)  # between attempts without progress
LISTING_WAITS_S = WAITS_S[:3]  # fewer for a listing: nothing would be lost
MAX_WAIT_S = 600.0  # if a server asks for longer, the user is told
TRANSIENT_STATUSES = {408, 425, 429, 500, 502, 503, 504}  # HTTP statuses worth another attempt
READ_BYTES = 1 << 20
RUN_AGAIN = say("files.space_continues_here")

Report = Callable[[int], None]
T = TypeVar("T")


class TransferCut(Exception):
    """An attempt failed, and another one may succeed. The message is a few words."""

    def __init__(self, reason: str | Message, wait_s: float = 0, start_over: bool = False) -> None:
        super().__init__(str(reason))
        self.wait_s = wait_s  # as the server asked
        self.start_over = start_over  # the bytes received so far are of no use


@dataclass(frozen=True)
class Checksum:
    algorithm: str
    expected: str
    prefix: bytes = b""  # git hashes a header before the content

    def start(self) -> "hashlib._Hash":
        return hashlib.new(self.algorithm, self.prefix, usedforsecurity=False)


@dataclass(frozen=True)
class RemoteFile:
    """A file to download, as it was listed."""

    name: str
    size: int | None
    version: str  # "" if the server has none: then a partial download can't be continued
    address: str  # in full; the name may leave out a password
    checksum: Checksum | None = None


@dataclass(frozen=True)
class RangeResponse:
    start: int  # the first byte: the requested one, or 0 from a server that can't continue
    size: int | None  # of the whole file
    version: str
    blocks: Iterator[bytes]


# Called with the first byte and the version that the file must have
OpenRange = Callable[[int, str], contextlib.AbstractContextManager[RangeResponse]]


def remote_input(remote: RemoteFile, open_range: OpenRange) -> Input:
    """The file as an input, which is downloaded when its turn comes."""
    return Input(remote.name, remote.size, remote.version, partial(download, remote, open_range), is_temporary=True)


def download(remote: RemoteFile, open_range: OpenRange, folder: Path, report: Report) -> Path:
    """Download a file into `folder`, or continue a download. Returns the local path.

    `report` gets the number of bytes as they arrive, that of an earlier attempt at once, and a negative number if they
    have to be downloaded again. It is also called while waiting; if it raises, the download stops and can be continued.
    """
    path = local_path(remote, folder)
    with reported(folder, RUN_AGAIN):  # network errors are TransferCuts: an OSError is the disk's
        folder.mkdir(parents=True, exist_ok=True)
        _delete_other_versions(remote, folder)
        if remote.version and path.is_file() and remote.size in (None, path.stat().st_size):
            report(path.stat().st_size)
            return path
        with _PartialFile(path.with_name(f"{path.name}.part"), remote, report) as part:
            part.check_disk_space()
            _download(remote, open_range, part, report)
            part.rename_to(path)
    return path


def local_path(remote: RemoteFile, folder: Path) -> Path:
    """The local path, which depends on the whole address and the version, not only on the file name."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", remote.name.rstrip("/").rpartition("/")[2])[-80:]
    return folder / f"{_digest(remote.address)}-{_digest(remote.version)}-{name}"


def with_retries(attempt: Callable[[], T], problem: Message) -> T:
    """The result of `attempt`, which is repeated a few times if it raises TransferCut. `problem` is said in the end."""
    retries = Retries(problem, say("remote.check_connection"), LISTING_WAITS_S)
    while True:
        try:
            return attempt()
        except TransferCut as cut:
            retries.wait(cut)


class Retries:
    """Longer and longer waits between attempts, and an error after the last."""

    def __init__(
        self, problem: Message, fix: Message, waits_s: tuple[float, ...], report: Report = lambda _: None
    ) -> None:
        self._problem, self._fix, self._waits_s, self._report = problem, fix, waits_s, report
        self._failures = self._reached = 0

    def wait(self, cut: TransferCut, reached: int = 0) -> None:
        """Wait after a failure at byte `reached`. An attempt that got further than any before restarts the count."""
        if reached > self._reached:
            self._failures, self._reached = 0, reached
        if self._failures == len(self._waits_s):
            failed = say("remote.failed", problem=self._problem, reason=cut)
            if self._failures:
                times = self._failures + 1
                failed = say("remote.failed_in_a_row", problem=self._problem, reason=cut, times=times)
            raise RunFailed(failed, self._fix) from cut
        if cut.wait_s > MAX_WAIT_S:
            raise RunFailed(
                say("remote.asked_to_wait", problem=self._problem, reason=cut, minutes=cut.wait_s / 60),
                text([say("remote.wait"), self._fix]),
            ) from cut
        seconds = max(cut.wait_s, self._waits_s[self._failures])
        self._failures += 1
        pause(seconds, self._report)


def pause(seconds: float, report: Report) -> None:
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        time.sleep(min(left, 0.1))
        report(0)


def retry_after_s(headers: Mapping[str, str]) -> float:
    """The seconds that a Retry-After header asks for; 0 if there is none."""
    value = headers.get("Retry-After") or ""
    if re.fullmatch(r"\s*\d{1,9}\s*", value):
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return 0.0


def body_range(status: int, headers: Mapping[str, str]) -> tuple[int, int | None]:
    """The first byte of a response's body, and the size of the whole file if it is said."""
    if status != 206:
        length = headers.get("Content-Length") or ""
        is_size = re.fullmatch(r"\d{1,18}", length) and not headers.get("Content-Encoding")
        return 0, int(length) if is_size else None
    found = re.fullmatch(r"bytes (\d{1,18})-\d{1,18}/(\d{1,18}|\*)", (headers.get("Content-Range") or "").strip())
    if not found:
        raise TransferCut(say("remote.part_unsaid"), start_over=True)
    return int(found[1]), None if found[2] == "*" else int(found[2])


def on_one_line(error: BaseException) -> str:
    """A network error in a few words, on one line."""
    return shortened(" ".join(str(error).split()) or type(error).__name__, 160)


class _PartialFile:
    """NAME.part: the bytes received so far, and their checksum."""

    def __init__(self, path: Path, remote: RemoteFile, report: Report) -> None:
        self.path, self.version, self.size, self.length = path, remote.version, remote.size, 0
        self._remote, self._report = remote, report

    def __enter__(self) -> "_PartialFile":
        self._file = self.path.open("a+b" if self.version else "w+b")
        self._hash = self._remote.checksum.start() if self._remote.checksum else None
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

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def empty(self) -> None:
        self._file.seek(0)
        self._file.truncate()
        if self.length:
            self._report(-self.length)
        self.length = 0
        self._hash = self._remote.checksum.start() if self._remote.checksum else None

    def check_disk_space(self) -> None:
        needed, free = (self.size or 0) - self.length, shutil.disk_usage(self.path.parent).free
        if needed > free:
            folder = self.path.parent
            raise RunFailed(
                say("remote.no_room", name=self._remote.name, needed=needed / 1e9, folder=folder, free=free / 1e9),
                RUN_AGAIN,
            )

    def begin(self, response: RangeResponse) -> None:
        """Prepare for the body of a response; if it does not continue the bytes here, these are dropped."""
        if response.start not in (0, self.length):
            raise TransferCut(say("remote.other_part"), start_over=True)
        is_same_size = None in (self.size, response.size) or self.size == response.size
        if response.start and not (is_same_size and response.version == self.version):
            raise TransferCut(say("remote.changed"), start_over=True)
        if not response.start and self.length:
            self.empty()
        if not self._remote.checksum:  # with a checksum, the listed size and version hold
            self.size, self.version = self.size if response.size is None else response.size, response.version

    def write(self, block: bytes) -> None:
        self._file.write(block)
        if self._hash:
            self._hash.update(block)
        self.length += len(block)
        self._report(len(block))

    def check_length(self) -> None:
        if self.size is not None and self.length < self.size:
            raise TransferCut(say("remote.broke_off", received=self.length, size=self.size))
        if self.size is not None and self.length > self.size:
            raise TransferCut(say("remote.sent_more", received=self.length, size=self.size), start_over=True)

    @property
    def is_right(self) -> bool:
        return not self._hash or self._hash.hexdigest() == (self._remote.checksum and self._remote.checksum.expected)

    def rename_to(self, path: Path) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self.path.replace(path)
        sync(path.parent)


def _download(remote: RemoteFile, open_range: OpenRange, part: _PartialFile, report: Report) -> None:
    kept = say("remote.kept")
    retries = Retries(say("remote.cant_download", name=remote.name), kept, WAITS_S, report)
    was_wrong = False
    while True:
        try:
            if part.size is None or part.length != part.size or not part.length:
                with open_range(part.length, part.version) as response:
                    part.begin(response)
                    for block in response.blocks:
                        part.write(block)
            part.check_length()
        except TransferCut as cut:
            reached = part.length
            if cut.start_over or not part.version:
                part.empty()
            retries.wait(cut, reached)
            continue
        if part.is_right:
            return
        part.empty()
        if was_wrong:
            raise RunFailed(
                say("remote.wrong_checksum", name=remote.name),
                say("remote.proxy_or_damage"),
            )
        was_wrong = True


def _delete_other_versions(remote: RemoteFile, folder: Path) -> None:
    """Delete other versions of the file, complete or partial: nobody will continue them."""
    mine = local_path(remote, folder).name
    for path in folder.glob(f"{_digest(remote.address)}-*"):
        if path.name not in (mine, f"{mine}.part"):
            path.unlink(missing_ok=True)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
