"""nanoGPT's meta.pkl, read without executing anything in it."""

import io
import pickle
import pickletools
from pathlib import Path
from typing import Any, NoReturn

from fledge.common.errors import FledgeError
from fledge.config.fields import shown_value
from fledge.texts import say, text

MAX_BYTES = 8 << 20  # a hundred thousand different characters
MAX_ERROR_CHARS = 120
MEMO_WRITES = ("PUT", "BINPUT", "LONG_BINPUT")
FIX = say("data.meta.again")


class _PlainUnpickler(pickle.Unpickler):
    """Reads dict, list, str and numbers only: a pickle executes code through names, so none is looked up."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(say("data.meta.asks", name=f"{module}.{name}"))


def read_meta_chars(path: Path) -> str:
    """The vocabulary of a meta.pkl as one string; the position of a character is its token id."""
    try:
        with path.open("rb") as file:
            meta = _unpickle(file.read(MAX_BYTES + 1))
    except OSError as error:
        raise FledgeError(say("data.meta.cant_read", path=path, reason=error.strerror)) from error
    except Exception as error:  # a damaged or hostile pickle can raise nearly anything
        reason = " ".join(str(error).split())[:MAX_ERROR_CHARS] or type(error).__name__
        raise FledgeError(say("data.meta.unreadable", path=path, reason=reason), FIX) from error
    if problem := _problem(meta):
        raise FledgeError(say("data.meta.not_nanogpt", path=path, problem=problem), FIX)
    return "".join(meta["itos"][i] for i in range(meta["vocab_size"]))


def _unpickle(content: bytes) -> Any:
    if len(content) > MAX_BYTES:
        raise ValueError(say("data.meta.too_large", most=MAX_BYTES))
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
                raise pickle.UnpicklingError(say("data.meta.memo", index=index, remembered=remembered))
            remembered += 1
        elif opcode.name == "MEMOIZE":
            remembered += 1


def _problem(meta: Any) -> str:
    """The first problem with the contents, or nothing."""
    if type(meta) is not dict:
        return text(say("data.meta.no_dict"))
    for key, kind in (("vocab_size", int), ("itos", dict), ("stoi", dict)):
        if type(meta.get(key)) is not kind:
            return text(say("data.meta.missing", key=key, type=kind.__name__))
    size, itos, stoi = meta["vocab_size"], meta["itos"], meta["stoi"]
    if not 0 < size == len(itos) == len(stoi):
        return text(say("data.meta.sizes", size=shown_value(size), itos=len(itos), stoi=len(stoi)))
    for i in range(size):
        char = itos.get(i)
        if type(char) is not str or len(char) != 1:
            return text(say("data.meta.no_character", token=i))
        if stoi.get(char) != i:
            return text(say("data.meta.disagree", token=i))
    return ""
