"""The console that pages and progress bars are printed to. Its colours are ours; all text in it is cleaned."""

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from fledge.common.terminal import clean, uncleaned


class CleanConsole(Console):
    """Cleans text twice: before it is laid out, and, if it came as rich's own objects, before it is written."""

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(clean(text), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=clean(segment.text))


def console(stderr: bool = False) -> Console:
    """As wide as the terminal; 80 columns in a file."""
    stream = uncleaned(sys.stderr if stderr else sys.stdout)
    return CleanConsole(file=stream, highlight=False, width=None if stream.isatty() else 80)
