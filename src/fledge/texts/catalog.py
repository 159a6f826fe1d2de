"""The sentences, read from one folder per language: `en/findings.toml` has the findings' in English."""

import functools
import tomllib
from pathlib import Path
from typing import Any

ENGLISH = Path(__file__).parent / "en"
MESSAGE_AREAS = (
    "findings",
    "forecast",
    "compare",
    "plan",
    "train",
    "term_numbers",
    "export",
    "launch",
    "serve",
    "web",
    "checkpoint",
    "sweep",
)


@functools.cache
def catalog() -> dict[str, str]:
    """Every message's text by its key. A key begins with its area: `finding.plateau.title`."""
    return {key: sentence for area in MESSAGE_AREAS for key, sentence in read(area).items()}


@functools.cache
def read(area: str) -> dict[str, Any]:
    return tomllib.loads((ENGLISH / f"{area}.toml").read_text(encoding="utf-8"))
