"""The commands that the documentation shows: found in fenced code blocks and in the examples of help pages."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
QUESTIONS = sorted((ROOT / "docs" / "questions").glob("*.md"))
LANGUAGES = ("ar", "hi")  # of the pages in docs/ar, docs/hi
TRANSLATED = [page for code in LANGUAGES for page in sorted((ROOT / "docs" / code).glob("*.md"))]
READMES = sorted(ROOT.glob("README*.md"))
PAGES = [*READMES, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")), *QUESTIONS, *TRANSLATED]

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAM = r"(?:fledge|torchrun|make)"
COMMAND = re.compile(
    rf"(?P<env>(?:\w+=\S* )*)(?P<piped>[^|]*(?:\|[^|]*)*\| )?(?:timeout -s \w+ \d+ )?(?P<words>{PROGRAM} .*|fledge)$"
)
REMARK = re.compile(r"\s{2,}.*$")  # what a page says beside a command, with or without a #
PLACEHOLDER = re.compile(  # for the reader to fill in
    r"\.\.\.|\b(?:RUN|LOG|TERM|NAME|PATH|FILE(?!:)|FOLDER|COMMAND|OWNER|DATASET|YOUR_TEXT)\b"
)


@dataclass(frozen=True)
class Shown:
    """A command as a page shows it, and the output below it."""

    page: str
    text: str  # on one line, without prompt and remark
    words: tuple[str, ...]  # fledge, torchrun or make, and what follows
    env: tuple[tuple[str, str], ...] = ()
    is_piped: bool = False  # something is piped into it
    output: tuple[str, ...] = field(default=(), compare=False)

    @property
    def program(self) -> str:
        return self.words[0]

    @property
    def argv(self) -> list[str]:
        """What `fledge` is given, here or in each process of torchrun."""
        words = list(self.words)
        if self.program == "torchrun":
            words = words[words.index("-m") + 1 :]
        return words[1:]  # nothing for `fledge` alone

    @property
    def is_error(self) -> bool:
        return any(line.startswith("fledge: error:") for line in self.output)

    @property
    def is_template(self) -> bool:
        """The reader has to fill something in: it has a placeholder, or leaves out a name that is needed."""
        return self.lacks_a_name or any(PLACEHOLDER.search(word) for word in self.argv)

    @property
    def lacks_a_name(self) -> bool:
        """`fledge prepare`, `fledge tokenizer train --vocab_size=...`: said of the command as such."""
        needed = {"prepare": 2, "tokenizer": 3, "data": 3}.get(self.argv[0], 0)
        return len([word for word in self.argv if not word.startswith("-")]) < needed


def read_command(text: str, page: str, output: tuple[str, ...] = ()) -> Shown | None:
    """A line of a page as a command, if it is one."""
    text = " ".join(shlex.split(text, comments=True, posix=False)) if "#" in text else text
    match = COMMAND.match(text)
    if match is None:
        return None
    words = shlex.split(match["words"])
    words = [word for word in words if not word.startswith(">")]
    env = tuple((name, value) for name, _, value in (pair.partition("=") for pair in match["env"].split()))
    return Shown(page, text, tuple(words), env, match["piped"] is not None, output)


def commands_of_block(block: str, page: str) -> Iterator[Shown]:
    """Blocks with `$ ` show commands and their output; other blocks show commands with remarks beside them."""
    lines = re.sub(r"\\\n\s*", "", block).splitlines()
    if not any(line.startswith("$ ") for line in lines):
        for line in lines:
            if found := read_command(REMARK.sub("", line.strip()), page):
                yield found
        return
    prompts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    for number, end in zip(prompts, [*prompts[1:], len(lines)], strict=True):
        if found := read_command(lines[number][2:], page, tuple(lines[number + 1 : end])):
            yield found


def commands_of_page(page: Path) -> list[Shown]:
    text = page.read_text(encoding="utf-8")
    name = page.relative_to(ROOT).as_posix()
    return [
        found for language, block in FENCE.findall(text) if not language for found in commands_of_block(block, name)
    ]


def spans_of_page(page: Path) -> list[Shown]:
    """Commands within sentences: `fledge explain --terms`."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    name = page.relative_to(ROOT).as_posix()
    spans = re.findall(r"`([^`\n]+)`", text)
    return [found for span in spans if (found := read_command(span.replace("[", "").replace("]", ""), name))]


def commands_of_help(text: str, name: str) -> list[Shown]:
    """The examples of a help page: the indented commands."""
    lines = re.findall(rf"^  ((?:\S.*\| )?{PROGRAM}(?: .*)?)$", text, re.MULTILINE)
    return [found for line in lines if (found := read_command(REMARK.sub("", line), name))]
