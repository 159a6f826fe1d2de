"""How each command is called. That is code, and alike in every language."""

import functools
import tomllib
from pathlib import Path

FILE = Path(__file__).parent / "usage.toml"


@functools.cache
def usages() -> dict[str, str]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def usage(command: str) -> str:
    return usages()[command]
