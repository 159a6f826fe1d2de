"""Cleaning a line: terminal codes, quoting and prefixes such as timestamps are removed."""

import re
from collections.abc import Iterator

MAX_LINE_CHARS = 4000  # no trainer prints longer lines, and a file without line ends is not a log

ANSI = re.compile(  # colours and cursor moves; titles and other strings; everything else that ESC begins
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-~]"
    r"|[\u2066-\u2069\u200f]"  # isolates and marks of direction, in right-to-left lines
)
QUOTED = re.compile(r"^\s*(?:>\s?)+(?=\S)")
DATE = r"(?:\d{4}[-/]\d\d[-/]\d\d|\d\d/\d\d(?:/\d{4})?)"
TIME = rf"\[?{DATE}[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?"
LEVEL = "(?:DEBUG|INFO|WARNING|ERROR)"
STAMP = re.compile(TIME)
PREFIX = re.compile(
    rf"(?:\[(?:rank|default)?\d+\]:\s*|\[\d+,\d+\]<std(?:out|err)>:\s*|\d{{1,4}}:\s+|\(\w+ pid=[^)]*\)\s*|{TIME}\s+)+"
    rf"(?:std(?:out|err) [FP] |[-|]?\s*[\w.]+ - {LEVEL} - |(?:[^\t]{{1,60}}\t){{1,3}}{LEVEL}\t|\[?{LEVEL}\]?:?\s+)?"
)
PREFIX_STARTS = tuple("[(0123456789")
ABSL_PREFIX = re.compile(r"[IWE]\d{4} \d\d:\d\d:\d\d\.\d+\s+\d+ [\w.-]{1,80}:\d+\] ")


def seen_lines(text: str) -> Iterator[str]:
    """The lines a person saw for one line of a file: a progress bar overwrites itself with carriage returns."""
    if not text.isprintable():
        text = ANSI.sub("", text)
    if "^M" in text:  # as `cat -v` and some pagers show a carriage return
        text = text.replace("^M", "\r")
    for part in text.rstrip("\r").split("\r") if "\r" in text else (text,):
        part = part[:MAX_LINE_CHARS]
        if ">" in part and part.startswith((">", " ")):
            part = QUOTED.sub("", part)
        prefix = None
        if part.startswith(PREFIX_STARTS):
            prefix = PREFIX.match(part)
        elif part[1:5].isdigit():
            prefix = ABSL_PREFIX.match(part)
        yield part[prefix.end() :] if prefix else part
