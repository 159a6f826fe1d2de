"""An HTML file with words put in where it says {{name}}."""

import html
import re
from collections.abc import Mapping
from pathlib import Path

from fledge.texts.language import language


def filled_page(path: Path, words: Mapping[str, str]) -> str:
    """The page in the current language, which its `lang` and `dir` say."""
    values = {"lang": language().code, "dir": language().direction, **words}
    return re.sub(r"\{\{(\w+)\}\}", lambda match: html.escape(values[match[1]]), path.read_text(encoding="utf-8"))
