"""What the first bytes of a GGUF file say, read without the `gguf` package."""

import struct
from pathlib import Path

HEAD_BYTES = 4096


def gguf_arch(path: Path) -> str | None:
    """The arch that a GGUF file names, from its first bytes: it is the first thing that programs write."""
    key = b"general.architecture"
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
        at = head.index(key) + len(key)
        _, size = struct.unpack_from("<IQ", head, at)
        return head[at + 12 : at + 12 + min(size, 64)].decode()
    except (OSError, ValueError, struct.error):
        return None
