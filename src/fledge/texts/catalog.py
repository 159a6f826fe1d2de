"""The sentences, read from one folder per language: `en/findings.toml` has the findings' in English."""

import tomllib
from pathlib import Path
from typing import Any

ENGLISH = Path(__file__).parent / "en"
AREAS = ("findings", "forecast", "compare", "plan", "term_numbers")


def read(area: str) -> dict[str, Any]:
    return tomllib.loads((ENGLISH / f"{area}.toml").read_text(encoding="utf-8"))


# Every message's text by its key. A key begins with its area: `finding.plateau.title`.
CATALOG: dict[str, str] = {key: sentence for area in AREAS for key, sentence in read(area).items()}
