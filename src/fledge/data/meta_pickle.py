"""nanoGPT's meta.pkl, read without executing anything in it."""

import io
import pickle
import pickletools
from pathlib import Path
from typing import Any, NoReturn

from fledge.common.errors import FledgeError
from fledge.config.fields import shown_value

MAX_BYTES = 8 << 20  # a hundred thousand different characters
MAX_ERROR_CHARS = 120
MEMO_WRITES = ("PUT", "BINPUT", "LONG_BINPUT")
FIX = "Prepare the text again: fledge prepare PATH"


class _PlainUnpickler(pickle.Unpickler):
    """Reads dict, list, str and numbers only: a pickle executes code through names, so none is looked up."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"it asks for {module}.{name}, and only plain text and numbers are read")


def read_meta_chars(path: Path) -> str:
    """The vocabulary of a meta.pkl as one string; the position of a character is its token id."""
    try:
        with path.open("rb") as file:
            meta = _unpickle(file.read(MAX_BYTES + 1))
    except OSError as error:
        raise FledgeError(f"can't read {path}: {error.strerror}.") from error
    except Exception as error:  # a damaged or hostile pickle can raise nearly anything
        reason = " ".join(str(error).split())[:MAX_ERROR_CHARS] or type(error).__name__
        raise FledgeError(f"{path} is not a readable meta.pkl: {reason}.", FIX) from error
    if problem := _problem(meta):
        raise FledgeError(f"{path} is not nanoGPT's meta.pkl: {problem}.", FIX)
    return "".join(meta["itos"][i] for i in range(meta["vocab_size"]))


def _unpickle(content: bytes) -> Any:
    if len(content) > MAX_BYTES:
        raise ValueError(f"more than {MAX_BYTES:,} bytes is too large for a character table")
    _check_sizes(content)
    return _PlainUnpickler(io.BytesIO(content)).load()


def _check_sizes(content: bytes) -> None:
    """Refuse what claims more than it has: pickle makes room for a claim before it looks.

    genops itself raises for text that is shorter than its length says. A memo is an array as long as its highest
    index; picklers number what they remember one after the other.
    """
    remembered = 0
    for opcode, index, _ in pickletools.genops(content):
        if opcode.name in MEMO_WRITES:
            assert isinstance(index, int)
            if index > remembered + 1:  # Python 2 counted from 1
                raise pickle.UnpicklingError(f"it remembers value {index:,} after {remembered:,} values")
            remembered += 1
        elif opcode.name == "MEMOIZE":
            remembered += 1


def _problem(meta: Any) -> str:
    """The first problem with the contents, or nothing."""
    if type(meta) is not dict:
        return "it holds no dict"
    for key, kind in (("vocab_size", int), ("itos", dict), ("stoi", dict)):
        if type(meta.get(key)) is not kind:
            return f"{key!r} is missing or is not of type {kind.__name__}"
    size, itos, stoi = meta["vocab_size"], meta["itos"], meta["stoi"]
    if not 0 < size == len(itos) == len(stoi):
        return f"vocab_size is {shown_value(size)}, itos has {len(itos)} entries and stoi {len(stoi)}"
    for i in range(size):
        char = itos.get(i)
        if type(char) is not str or len(char) != 1:
            return f"itos has no single character for token {i}"
        if stoi.get(char) != i:
            return f"stoi and itos disagree about token {i}"
    return ""
