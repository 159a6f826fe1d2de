"""The outputs that the pages show below their commands, compared with what the commands print now.

`python -m tests.docs.outputs` writes the present outputs into the pages. With `--plans` it also writes those of
`fledge plan --gpu` and `fledge tune --gpu`, which takes minutes.
"""

import contextlib
import difflib
import io
import os
import re
import sys
import tempfile
import textwrap
from pathlib import Path

from tests.docs import desk, runner
from tests.docs.kinds import is_elsewhere, is_stable
from tests.docs.shown import PAGES, Shown, commands_of_page

LEFT_OUT = "..."
NUMBER = re.compile(r"[-+]?\d[\d,.]*(?:e[-+]?\d+)?")
DATE = re.compile(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w+ \d{4} \d\d:\d\d")
CURVE = re.compile(r"[▁▂▃▄▅▆▇█│]+")
COLUMNS = 80


def plain(text: str) -> str:
    """Without line ends, numbers and curves: they depend on the terminal and on the desk."""
    folded_out = " ".join(text.split())
    return CURVE.sub("~", NUMBER.sub("#", DATE.sub("@", folded_out)))


def segments(lines: tuple[str, ...]) -> list[list[str]]:
    """The parts of a shown output between the lines that say that something was left out."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if line == LEFT_OUT:
            parts.append([])
        else:
            parts[-1].append(line)
    return [part for part in parts if any(line.strip() for line in part)]


def difference(shown: Shown, printed: str) -> str:
    """The first part of the shown output that is not printed, in order; nothing if all is."""
    rest = plain(printed)
    for part in segments(shown.output):
        wanted = plain("\n".join(part))
        before, found, rest = rest.partition(wanted)
        if not found:
            return f"the page shows:\n{wanted}\nit prints:\n{before}"
    return ""


def folded(printed: str) -> list[str]:
    """Lines as the pages have them: folded at 80 columns."""
    lines: list[str] = []
    for line in printed.rstrip().splitlines():
        indent = "    " if line.startswith("  - ") else ""
        folds = textwrap.wrap(line, COLUMNS, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
        lines += folds if len(line) > COLUMNS else [line.rstrip()]
    return lines


def present(shown: Shown, printed: str) -> list[str]:
    """The shown output with each part replaced by the printed lines that are most like it."""
    lines = folded(printed)
    result: list[str] = []
    position = 0
    parts = segments(shown.output)
    for number, part in enumerate(parts):
        start = most_like(part[0], lines, position, position)
        end = most_like(part[-1], lines, start, start + len(part) - 1)
        if part[-1].endswith("."):  # to the end of the sentence
            while end + 1 < len(lines) and not lines[end].endswith("."):
                end += 1
        if number or shown.output[0] == LEFT_OUT:
            result.append(LEFT_OUT)
        result += lines[start : end + 1]
        position = end + 1
    if shown.output[-1] == LEFT_OUT:
        result.append(LEFT_OUT)
    return result


def most_like(line: str, lines: list[str], first: int, expected: int) -> int:
    """The line from `first` on that is most like this one; of equals, the one nearest to where it is expected."""

    def likeness(index: int) -> tuple[float, int]:
        ratio = difflib.SequenceMatcher(None, plain(line), plain(lines[index])).ratio()
        return ratio, -abs(index - expected)

    return max(range(min(first, len(lines) - 1), len(lines)), key=likeness)


def is_plan(shown: Shown) -> bool:
    return shown.argv[0] in ("plan", "tune") and bool(shown.output) and not shown.is_error and is_elsewhere(shown)


def refresh(folder: Path, with_plans: bool) -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for shown in commands_of_page(page):
            if is_stable(shown):
                printed = runner.run(shown, folder / "desk", folder / "copy").output
            elif with_plans and is_plan(shown):
                printed = runner.run_as_shown(shown, folder / "copy").output
            else:
                continue
            if difference(shown, printed):
                old = "\n".join(shown.output).rstrip("\n")
                text = text.replace(old, "\n".join(present(shown, printed)))
        page.write_text(text, encoding="utf-8")


def main(argv: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        os.environ["FLEDGE_CACHE"] = f"{name}/cache"
        folder = Path(name)
        (folder / "desk").mkdir()
        with contextlib.chdir(folder / "desk"), contextlib.redirect_stdout(io.StringIO()):
            desk.set_up()
        refresh(folder, "--plans" in argv)


if __name__ == "__main__":
    main(sys.argv[1:])
