"""DirectFile: a file that is written past the system's cache, where the file system can.

A checkpoint is written while the model trains, and nobody reads it soon. Through the cache the system would copy it
once more, on the cores that train.
"""

import contextlib
import errno
import fcntl
import hashlib
import mmap
import os
from pathlib import Path

BUFFER_BYTES = 4 << 20  # a multiple of any disk's block; hashed while it is in the processor's cache
O_DIRECT = getattr(os, "O_DIRECT", 0)  # macOS has none


class DirectFile:
    """A new file and its sha256. At a clean end of the block it is on the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._digest = hashlib.sha256()
        self._filled = 0

    def __enter__(self) -> "DirectFile":
        self._handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
        self._set_direct(True)
        self._buffer = memoryview(mmap.mmap(-1, BUFFER_BYTES))  # begins at a page, as direct writes must
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        try:
            if kind is None:
                self._set_direct(False)  # the rest is no whole block
                self._put(self._filled)
                os.fsync(self._handle)
        finally:
            del self._buffer
            os.close(self._handle)

    def write(self, data: bytes | memoryview) -> None:
        rest = memoryview(data)
        while rest:
            taken = min(len(rest), BUFFER_BYTES - self._filled)
            self._buffer[self._filled : self._filled + taken] = rest[:taken]
            self._filled += taken
            rest = rest[taken:]
            if self._filled == BUFFER_BYTES:
                self._put(BUFFER_BYTES)

    def sha256(self) -> str:
        """Of everything written, after the block."""
        return self._digest.hexdigest()

    def _put(self, length: int) -> None:
        """Write the buffer up to `length`, and hash it."""
        self._digest.update(self._buffer[:length])
        done = 0
        while done < length:
            try:
                done += os.write(self._handle, self._buffer[done:length])
            except OSError as error:
                if error.errno != errno.EINVAL or not self._is_direct:
                    raise
                self._set_direct(False)  # a file system that has direct writes by name only
        self._filled = 0

    def _set_direct(self, wanted: bool) -> None:
        self._is_direct = False
        if O_DIRECT:
            flags = fcntl.fcntl(self._handle, fcntl.F_GETFL) & ~O_DIRECT
            with contextlib.suppress(OSError):  # not on this file system
                fcntl.fcntl(self._handle, fcntl.F_SETFL, flags | (O_DIRECT if wanted else 0))
                self._is_direct = wanted
