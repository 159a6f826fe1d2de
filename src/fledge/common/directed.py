"""Right-to-left words as rich prints them: each of their lines has its direction, wherever they are broken."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fledge.texts.bidi import RLM, column_isolate, for_terminal
from fledge.texts.broken_lines import terminal_lines, whole_line

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, OverflowMethod, RenderResult
    from rich.measure import Measurement
    from rich.text import Text

FIRST_COLUMN = 1  # VTE drops marks in a line's column 0: lines of a page begin in the next


class DirectedWords:
    """Words of a page, or of a column beside others."""

    def __init__(self, words: "str | Text", is_column: bool) -> None:
        self.words, self.is_column = words, is_column

    def __rich_measure__(self, console: "Console", options: "ConsoleOptions") -> "Measurement":
        return console.measure(self._styled(console, options), options=options)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        first = 0 if self.is_column else FIRST_COLUMN
        # What is too long was cut already; a line that the terminal is to break stays whole.
        overflow: OverflowMethod = "ignore" if options.overflow == "ignore" else "crop"
        for paragraph in self._styled(console, options).split(allow_blank=True):
            for line in self._lines(paragraph, options.update(width=options.max_width - first)):
                if first and line.plain.startswith(RLM):
                    line.pad_left(first)
                yield from line.wrap(
                    console, options.max_width, justify=options.justify, overflow=overflow, no_wrap=True
                )

    def _styled(self, console: "Console", options: "ConsoleOptions") -> "Text":
        if not isinstance(self.words, str):
            return self.words.copy()
        return console.render_str(for_terminal(self.words), markup=options.markup, highlight=options.highlight)

    def _lines(self, paragraph: "Text", options: "ConsoleOptions") -> "Iterator[Text]":
        paragraph.expand_tabs()
        if options.no_wrap and options.overflow != "ignore":
            paragraph.truncate(options.max_width, overflow=options.overflow)
        indent = len(paragraph.plain) - len(paragraph.plain.lstrip(" "))
        words = paragraph[indent:]
        words.rstrip()
        trailing = len(paragraph) - indent - len(words) if options.no_wrap else 0
        if not words:
            yield paragraph
            return
        if self.is_column:
            words = _around(words, *column_isolate(words.plain))
        if options.no_wrap:
            plain, lines = whole_line(words.plain)
        else:
            plain, lines = terminal_lines(words.plain, options.max_width - indent, is_cut=True)
        words.plain = plain
        for line in lines:
            yield _around(words[line.begin : line.end], " " * indent + line.opening, line.closing + " " * trailing)


def _around(words: "Text", opening: str, closing: str) -> "Text":
    made = words.blank_copy(opening)
    made.append_text(words)
    made.append(closing)
    return made
