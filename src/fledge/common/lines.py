"""Lines of a page: in a right-to-left language a command gets a line of its own, which runs from left to right."""

from fledge.texts.bidi import for_terminal, terminal_column
from fledge.texts.broken_lines import terminal_lines
from fledge.texts.language import language
from fledge.texts.width import wrapped as wrapped_words


def arrow() -> str:
    """Points from a thing to what follows from it."""
    return "←" if language().is_right_to_left else "→"


def in_column(text: str) -> str:
    """Words that stand beside others, in columns."""
    return terminal_column(text) if language().is_right_to_left else text


def gap() -> str:
    """Between a label and its words. Right-to-left words end beside the label: one space would join them."""
    return " " * (3 if language().is_right_to_left else 1)


def wrapped(text: str, columns: int, break_on_hyphens: bool = True) -> list[str]:
    """The lines of a paragraph."""
    if not language().is_right_to_left:
        return list(wrapped_words(text, columns, break_on_hyphens))
    words, lines = terminal_lines(for_terminal(text), columns)
    return [f"{line.opening}{' '.join(words[line.begin : line.end].split())}{line.closing}" for line in lines]
