"""The console that pages and progress bars are printed to. Its colours are ours; all text in it is cleaned."""

import functools
import sys
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fledge.common.directed import DirectedWords
from fledge.common.terminal import clean, has_marks, uncleaned
from fledge.texts.bidi import without_isolates
from fledge.texts.language import language

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.text import Text


def console(stderr: bool = False) -> "Console":
    """As wide as the terminal; 80 columns in a file."""
    stream = uncleaned(sys.stderr if stderr else sys.stdout)
    return _console_class()(file=stream, highlight=False, width=None if stream.isatty() else 80)


def _count_vowel_signs() -> None:
    """rich takes vowel signs that stand beside a letter, as in Devanagari, for marks without a column of their own.

    xterm and VTE give them one: a table would be wider than it was made, and break.
    """
    from rich import cells

    counted = cells.get_character_cell_size

    def columns(character: str, *more: Any) -> int:
        return 1 if unicodedata.category(character) == "Mc" else counted(character, *more)

    cells.get_character_cell_size = columns  # type: ignore[assignment]
    cells.cached_cell_len.cache_clear()


@functools.cache
def _console_class() -> type["Console"]:
    """Made when it is first needed: rich takes a while to import, and most modules only might show progress."""
    from rich.console import Console

    _count_vowel_signs()

    class CleanConsole(Console):
        """Cleans text twice: before it is laid out, and, if it came as rich's own objects, before it is written."""

        def render_str(self, text: str, **options: Any) -> "Text":
            return super().render_str(clean(text), **options)

        def render(self, renderable: "RenderableType", options: "ConsoleOptions | None" = None) -> "Iterable[Segment]":
            is_unmarked = language().is_right_to_left and self.is_terminal and not has_marks()
            for segment in super().render(renderable, options):
                if segment.control:
                    yield segment
                else:
                    words = clean(segment.text)
                    yield segment._replace(text=without_isolates(words) if is_unmarked else words)

        def print(self, *objects: Any, **how: Any) -> None:
            if language().is_right_to_left and self.is_terminal:
                objects = tuple(DirectedWords(one, is_column=False) if isinstance(one, str) else one for one in objects)
            super().print(*objects, **how)

        def on_broken_pipe(self) -> None:
            """Rich would exit with 1, but a reader may stop, as `head` does: cli/main.py exits with 0."""
            raise BrokenPipeError

    return CleanConsole
