"""Tensors in safetensors files, whole or in pieces, written with checksums and read without executing anything.

Several processes write a file each, and the pieces of one tensor may be in several files. Their headers say where the
pieces belong, as torch's HuggingFaceStorageWriter does: torch's own reader finds them too.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import safetensors
import torch
from torch import Tensor

from fledge.common.errors import FledgeError, why
from fledge.texts import say
from fledge.train.direct_file import DirectFile

DTYPE_NAMES = {
    torch.float64: "F64",
    torch.float32: "F32",
    torch.bfloat16: "BF16",
    torch.float16: "F16",
    torch.int64: "I64",
    torch.int32: "I32",
    torch.uint8: "U8",
}
DTYPES = {name: dtype for dtype, name in DTYPE_NAMES.items()}
PLACES, PLACE = "DCP_SHARDING_INFO", "saved_offsets"  # torch.distributed.checkpoint's keys in the header
ALIGNMENT = 8  # bytes, of the first tensor
NO_PLACES = (ValueError, KeyError, TypeError, AttributeError, RecursionError)  # raised by a header that makes no sense
ANOTHER_FILE = say("model.another_checkpoint")

Slices = tuple[slice, ...]


@dataclass(frozen=True)
class FileSum:
    """What a file must be."""

    bytes: int
    sha256: str


@dataclass(frozen=True)
class TensorPiece:
    """A tensor to write, or the part of one that begins at `offsets`."""

    name: str
    dtype: torch.dtype
    shape: tuple[int, ...]
    offsets: tuple[int, ...]
    load: Callable[[], Tensor]  # called when it is written: the tensor, on the CPU

    @property
    def bytes(self) -> int:
        return math.prod(self.shape) * self.dtype.itemsize


def piece_of(name: str, tensor: Tensor, offsets: tuple[int, ...]) -> TensorPiece:
    return TensorPiece(name, tensor.dtype, tuple(tensor.shape), offsets, lambda: tensor)


def whole(name: str, tensor: Tensor) -> TensorPiece:
    return piece_of(name, tensor, (0,) * tensor.dim())


def write_tensors(path: Path, pieces: Iterable[TensorPiece], are_parts: bool = False) -> FileSum:
    """Write a file and sync it. `are_parts` if other files hold other pieces of these tensors."""
    # Wide numbers first: so every tensor is aligned.
    ordered = sorted(pieces, key=lambda piece: (-piece.dtype.itemsize, piece.name))
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    if are_parts:
        places = {piece.name: {PLACE: list(piece.offsets)} for piece in ordered}
        header["__metadata__"][PLACES] = json.dumps(places)
    end = 0
    for piece in ordered:
        begin, end = end, end + piece.bytes
        header[piece.name] = {
            "dtype": DTYPE_NAMES[piece.dtype],
            "shape": list(piece.shape),
            "data_offsets": [begin, end],
        }
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    with DirectFile(path) as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for piece in ordered:
            file.write(piece.load().contiguous().reshape(-1).view(torch.uint8).numpy().data)
    return FileSum(8 + len(text) + end, file.sha256())


def sum_of(path: Path) -> FileSum:
    """The size and checksum of a file as it is now."""
    with path.open("rb") as file:
        return FileSum(path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())


class StoredPiece:
    """A piece in a file, read when it is asked for."""

    def __init__(self, file: Any, name: str, offsets: tuple[int, ...]) -> None:
        self._slice = file.get_slice(name)
        self.offsets, self.shape = offsets, tuple(self._slice.get_shape())
        self.dtype = DTYPES[self._slice.get_dtype()]

    def read(self, part: Slices) -> Tensor:
        return self._slice[part] if part else self._slice[...]


class LoadedPiece:
    """A whole tensor in memory, for formats that are read at once."""

    def __init__(self, tensor: Tensor) -> None:
        self._tensor = tensor
        self.offsets, self.shape = (0,) * tensor.dim(), tuple(tensor.shape)
        self.dtype = tensor.dtype

    def read(self, part: Slices) -> Tensor:
        return self._tensor[part]


class StoredTensors:
    """The tensors in some files, by name; of each, the pieces."""

    def __init__(self, pieces: Mapping[str, Sequence[StoredPiece | LoadedPiece]]) -> None:
        """Every tensor must be covered exactly by its pieces: else ValueError."""
        self.pieces = pieces
        self.sizes = {name: _whole_size(name, parts) for name, parts in pieces.items()}

    def piece(self, name: str) -> TensorPiece:
        """The whole tensor, to be written elsewhere; it is read then."""
        size = self.sizes[name]
        return TensorPiece(name, self.pieces[name][0].dtype, size, (0,) * len(size), lambda: self.read(name))

    def read(self, name: str) -> Tensor:
        """The whole tensor."""
        parts = self.pieces[name]
        if len(parts) == 1:
            return parts[0].read(tuple(slice(None) for _ in parts[0].shape))
        tensor = torch.empty(self.sizes[name], dtype=parts[0].dtype)
        for part in parts:
            place = tuple(slice(at, at + size) for at, size in zip(part.offsets, part.shape, strict=True))
            tensor[place] = part.read(tuple(slice(None) for _ in part.shape))
        return tensor


def open_tensors(paths: Sequence[Path], source: Path) -> StoredTensors:
    """The tensors in safetensors files, of which only the headers are read yet. `source` is their folder."""
    pieces: dict[str, list[StoredPiece | LoadedPiece]] = {}
    for path in paths:
        for name, piece in pieces_in(path).items():
            if 0 not in piece.shape or name not in pieces:
                pieces.setdefault(name, []).append(piece)
    try:
        return StoredTensors(pieces)
    except ValueError as error:
        where = paths[0] if len(paths) == 1 else source
        raise FledgeError(say("checkpoint.damaged", file=str(where), problem=str(error)), ANOTHER_FILE) from error


def pieces_in(path: Path) -> dict[str, StoredPiece]:
    """The tensors, or pieces of tensors, in one file."""
    try:
        file: Any = safetensors.safe_open(path, framework="pt")  # its methods have no types
        places = json.loads((file.metadata() or {}).get(PLACES, "{}"))
        names = file.keys()
        return {
            name: StoredPiece(file, name, _place(places.get(name), len(file.get_slice(name).get_shape())))
            for name in names
        }
    except (OSError, safetensors.SafetensorError, *NO_PLACES) as error:
        raise FledgeError(say("model.damaged", path=str(path), reason=why(error)), ANOTHER_FILE) from error


def _place(found: Any, dimensions: int) -> tuple[int, ...]:
    """Where a piece begins, as the header says; a file of whole tensors says nothing."""
    if found is None:
        return (0,) * dimensions
    offsets = found[PLACE]
    if len(offsets) != dimensions or not all(type(at) is int and 0 <= at < 2**48 for at in offsets):
        raise ValueError(say("checkpoint.piece_at", offsets=offsets))
    return tuple(offsets)


def _whole_size(name: str, parts: Sequence[StoredPiece | LoadedPiece]) -> tuple[int, ...]:
    """The shape of a tensor; ValueError unless its pieces fill it exactly, each place once."""
    boxes = [list(zip(part.offsets, part.shape, strict=True)) for part in parts]
    if len({len(box) for box in boxes}) > 1:
        raise ValueError(say("checkpoint.pieces_differ", name=name))
    size = tuple(max(at + length for at, length in sides) for sides in zip(*boxes, strict=True))
    covered = sum(math.prod(part.shape) for part in parts)
    if covered != math.prod(size) or any(_overlap(one, other) for one, other in combinations(boxes, 2)):
        raise ValueError(say("checkpoint.pieces_dont_fit", name=name))
    return size


def _overlap(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> bool:
    return all(a < b + m and b < a + n for (a, n), (b, m) in zip(one, other, strict=True))
