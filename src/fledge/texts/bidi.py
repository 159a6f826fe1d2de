"""Isolates of Unicode: in a right-to-left sentence they keep numbers, names and commands in their own order.

Fluent puts them around every number that a message names. What stands in the sentence itself, such as --dropout=0.1,
`fledge plan` or 16 x 32, is found here. Inside a command there are none: it can be copied from the terminal.
"""

import re
import unicodedata

FSI, PDI = "\u2068", "\u2069"  # the first strong letter inside decides the direction; the end of that
LRI, RLI = "\u2066", "\u2067"  # isolates whose direction is said: left to right, right to left
LRM, RLM = "\u200e", "\u200f"  # a left-to-right and a right-to-left letter, without width or shape
OPENING = (FSI, LRI, RLI)
_NOTHING = dict.fromkeys(map(ord, (*OPENING, PDI, LRM, RLM)))
_RIGHT_TO_LEFT = ("R", "AL")  # Unicode's classes of Hebrew and Arabic letters

_HELD = f"{FSI}[^{FSI}{PDI}]*{PDI}"  # a number or name that Fluent has isolated
_PIECE = rf"(?:{_HELD}|[!-~])"
_TERM = rf"(?:{_PIECE})+(?: (?![x=/] )(?:{_PIECE})+)?"
_UNIT = r"(?:[kKMGTP]?i?B(?:/s)?|[kMG]?Hz|m?s|k?Wh?|[KMGTP]?FLOP/s|tokens/s)(?![\w/])"
_CODE = re.compile(
    rf"`[^`\n]+`"  # `fledge report RUN`
    rf"|(?:{_HELD}|(?<![\w.,{FSI}])\d[\d.,]*)(?: {_UNIT}|[KMBT](?!\w))"  # 7,316 tokens/s, 8.7M
    rf"|fledge(?: (?:{_PIECE})+)+"  # a command without quotes
    rf"|{_TERM}(?: [x=/] {_TERM})+"  # batch_size 12 x block_size 64 = 768
    rf"|(?:{_PIECE})*(?:--[a-z]|[/\\=_~<>*|\[\]])(?:{_PIECE})*"  # an option, path or setting
    rf"|(?P<held>{_HELD})"
)
_BRACKET_AND_MARK = re.compile(rf"([(\[{{<«])({FSI}?){RLM}")
_END = re.compile(r"(?<![=.,:;!?)])[.,:;!?)]+$")  # punctuation of the sentence; the dots of --n_layer=... are no such


def isolated(text: str) -> str:
    return f"{FSI}{text}{PDI}"


def without_isolates(text: str) -> str:
    """The text alone: without marks of direction, too."""
    return text.translate(_NOTHING)


def directed(text: str) -> str:
    """Words of a right-to-left language whose direction does not depend on where they stand.

    Terminals, isolates and HTML's dir="auto" look at the first letter: a line that begins with a Latin one gets a mark
    before it. A quantity in Latin letters, such as 8.2 ms, is isolated: its unit would stand on the wrong side of it.
    """
    return "\n".join(map(_directed_line, text.split("\n")))


def _directed_line(line: str) -> str:
    if line.isascii():
        return line
    if has_right_to_left(line):
        return line if _is_seen_right_to_left(line) else RLM + line
    return isolated(without_isolates(line)) if FSI in line and _is_latin(line) else line


def terminal_line(line: str) -> str:
    """A line of right-to-left words for a terminal, with the spaces before it.

    Some terminals let the first letter decide the line's direction: the mark. Others order every line from left to
    right, and would put the words around a Latin one, and a full stop, on the wrong side: the isolate.
    """
    words = for_terminal(line.lstrip(" "))
    if is_laid_out(words) or not has_right_to_left(words):
        return line
    indent = len(line) - len(line.lstrip(" "))
    opening, closing = line_isolate(words)
    return f"{' ' * indent}{opening}{words}{closing}"


def line_isolate(words: str) -> tuple[str, str]:
    """What stands around a line of a right-to-left paragraph."""
    return RLM + FSI + ("" if _is_seen_right_to_left(words) else RLM), PDI


def for_terminal(text: str) -> str:
    """VTE does not mirror a bracket that a mark follows: an isolate says its direction, and the mark stands before."""
    return _BRACKET_AND_MARK.sub(lambda found: f"{found[1]}{RLI}" if found[2] else f"{RLM}{found[1]}", text)


def is_laid_out(words: str) -> bool:
    """Columns, or a whole line in an isolate: their order needs nothing else."""
    if words.startswith((f"{RLM}{FSI}", f"{RLM}{RLI}")):
        return not _outside_isolates(words[1:].rstrip())
    return words.startswith(LRM)


def terminal_column(text: str) -> str:
    """Words in a column of a terminal: what stands in the columns beside them keeps its place."""
    words = text.lstrip(" ")  # spaces stand before the marks: VTE drops marks in a line's first column
    opening, closing = column_isolate(words)
    return f"{' ' * (len(text) - len(words))}{opening}{for_terminal(words)}{closing}"


def column_isolate(words: str) -> tuple[str, str]:
    """What stands around words in a column."""
    return (LRM + FSI, PDI) if words else ("", "")


def _begins_right_to_left(text: str) -> bool:
    first = next((one for one in text if one in (LRM, RLM) or one.isalpha()), "")
    return has_right_to_left(first)


def _is_seen_right_to_left(line: str) -> bool:
    """By all who look at the first letter."""
    return all(map(_begins_right_to_left, (line, _outside_isolates(line))))


def _outside_isolates(text: str) -> str:
    """Terminals look only there for the first letter; HTML's dir="auto" looks everywhere."""
    depth, outside = 0, []
    for one in text:
        depth += (one in OPENING) - (one == PDI)
        if not depth and one != PDI:
            outside.append(one)
    return "".join(outside)


def isolates(text: str) -> dict[int, int]:
    """Where each isolate begins, and where it ends: the place of its PDI, or the end of the text."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for place, one in enumerate(text):
        if one in OPENING:
            opened.append(place)
        elif one == PDI and opened:
            ends[opened.pop()] = place
    return ends | dict.fromkeys(opened, len(text))


def explicit_isolate(text: str, begin: int, end: int) -> str:
    """The isolate that says what Unicode finds in the first letter of this one."""
    if text[begin] != FSI:
        return text[begin]
    outside = _outside_isolates(text[begin + 1 : end])
    return RLI if _begins_right_to_left(outside) else LRI


def has_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(one) in _RIGHT_TO_LEFT for one in text)


def _is_latin(line: str) -> bool:
    return all(one.isascii() for one in line if one.isalpha())


def isolate_code(text: str) -> str:
    """A right-to-left text with isolates around the commands, options and paths in it, and none inside of them.

    A line that holds nothing else has its own direction.
    """
    lines = text.split("\n")
    return "\n".join(line if line.isascii() else _CODE.sub(_isolated_code, line) for line in lines)


def _isolated_code(found: re.Match[str]) -> str:
    if found["held"]:
        return found[0]
    end = _END.search(found[0])
    punctuation = end[0] if end else ""
    body = without_isolates(found[0].removesuffix(punctuation))
    opening = "(" if body.startswith("(") and body.count("(") > body.count(")") else ""
    return f"{opening}{isolated(body.removeprefix(opening))}{punctuation}"
