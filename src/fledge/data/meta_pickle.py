"""nanoGPT's meta.pkl, read without executing anything in it."""

import pickle
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from fledge.common.errors import FledgeError

MAX_BYTES = 64 << 20
FIX = "Prepare the text again: fledge prepare PATH"


class _PlainUnpickler(pickle.Unpickler):
    """Reads dict, list, str and numbers only: a pickle executes code through names, so none is looked up."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"it asks for {module}.{name}, and only plain text and numbers are read")


def read_meta_chars(path: Path) -> str:
    """The vocabulary of a meta.pkl as one string; the position of a character is its token id."""
    try:
        with path.open("rb") as file:
            meta = _unpickle(file, path.stat().st_size)
    except OSError as error:
        raise FledgeError(f"can't read {path}: {error.strerror}.") from error
    except Exception as error:  # a damaged or hostile pickle can raise nearly anything
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise FledgeError(f"{path} is not a readable meta.pkl: {reason}.", FIX) from error
    if problem := _problem(meta):
        raise FledgeError(f"{path} is not nanoGPT's meta.pkl: {problem}.", FIX)
    return "".join(meta["itos"][i] for i in range(meta["vocab_size"]))


def _unpickle(file: BinaryIO, size: int) -> Any:
    if size > MAX_BYTES:
        raise ValueError(f"{size:,} bytes is too large for a character table")
    return _PlainUnpickler(file).load()


def _problem(meta: Any) -> str:
    """The first problem with the contents, or nothing."""
    if type(meta) is not dict:
        return "it holds no dict"
    for key, kind in (("vocab_size", int), ("itos", dict), ("stoi", dict)):
        if type(meta.get(key)) is not kind:
            return f"{key!r} is missing or is not of type {kind.__name__}"
    size, itos, stoi = meta["vocab_size"], meta["itos"], meta["stoi"]
    if not 0 < size == len(itos) == len(stoi):
        return f"vocab_size is {size}, itos has {len(itos)} entries and stoi {len(stoi)}"
    for i in range(size):
        char = itos.get(i)
        if type(char) is not str or len(char) != 1:
            return f"itos has no single character for token {i}"
        if stoi.get(char) != i:
            return f"stoi and itos disagree about token {i}"
    return ""
