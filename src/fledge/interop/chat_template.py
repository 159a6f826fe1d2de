"""The chat template that came with a model: in a Hugging Face folder or a GGUF file. It is only read here."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.common.files import read_json
from fledge.interop.gguf_export import load_gguf
from fledge.interop.gguf_file import is_gguf
from fledge.texts import say

FILE = "chat_template.jinja"
SETTINGS = "tokenizer_config.json"
MAX_CHARS = 200_000  # the longest in use have some 20,000


@dataclass(frozen=True)
class FoundTemplate:
    """A template in Jinja's language, and the tokens that it names."""

    source: str
    bos: str
    eos: str


def read_chat_template(path: Path) -> FoundTemplate | None:
    """None if there is none, or it is no text of a sensible length."""
    if path.is_dir():
        found = _of_folder(path)
    elif path.is_file() and is_gguf(path):
        found = _of_gguf(path)
    else:
        return None
    return found if found.source and len(found.source) <= MAX_CHARS else None


def _of_folder(folder: Path) -> FoundTemplate:
    about = read_json(folder / SETTINGS, say("interop.copy_again")) if (folder / SETTINGS).is_file() else {}
    about = about if isinstance(about, dict) else {}
    source = about.get("chat_template")
    if isinstance(source, list):  # several, each with a name
        named = {one.get("name"): one.get("template") for one in source if isinstance(one, dict)}
        source = named.get("default")
    if (folder / FILE).is_file():
        try:
            source = (folder / FILE).read_text(encoding="utf-8")
        except (OSError, UnicodeError) as error:
            raise FledgeError(
                say("files.unreadable", path=folder / FILE, reason=error), say("interop.copy_again")
            ) from error
    return FoundTemplate(_text(source), _token(about.get("bos_token")), _token(about.get("eos_token")))


def _of_gguf(path: Path) -> FoundTemplate:
    fields = load_gguf(str(path)).GGUFReader(path).fields

    def value(name: str) -> Any:
        return fields[name].contents() if name in fields else None

    tokens = value("tokenizer.ggml.tokens")

    def token(kind: str) -> str:
        number = value(f"tokenizer.ggml.{kind}_token_id")
        is_there = isinstance(number, int) and isinstance(tokens, list) and 0 <= number < len(tokens)
        return _text(tokens[number]) if is_there else ""

    return FoundTemplate(_text(value("tokenizer.chat_template")), token("bos"), token("eos"))


def _token(value: Any) -> str:
    """Its text, which some files wrap in an object."""
    return _text(value.get("content") if isinstance(value, dict) else value)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
