"""The documentation: every command line names what exists, every link leads somewhere, every page can be found."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from fledge.analyze.glossary import find_term
from fledge.cli.command import Command
from fledge.cli.main import COMMANDS, find_command
from fledge.cli.parser import RUN_SETTINGS
from fledge.config.fields import Setting, convert, settings_of
from fledge.config.schema import SETTINGS, shipped_configs

ROOT = Path(__file__).parents[1]
QUESTIONS = sorted((ROOT / "docs" / "questions").glob("*.md"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *QUESTIONS]

PLACEHOLDER = re.compile(r"\.\.\.|[A-Z]{2,}|\b[A-Z]\b")  # RUN, LOG, TERM, N: for the reader to fill in
FLAG = re.compile(r"--[a-z][\w-]*")
FENCE = re.compile(r"^```.*?\n(.*?)^```", re.MULTILINE | re.DOTALL)
RUNS_SHOWN = {"scene"}  # in the pages' examples
MISTAKES = {  # command lines that show what an error says
    "fledge train config/quick.py --learning_rat=0.1 --n_layers=3 --dtype=fp16",
}


def command_lines(page: Path) -> Iterator[list[str]]:
    """Every `fledge ...` of a page: lines of its code blocks, and code within its sentences."""
    text = page.read_text(encoding="utf-8")
    lines = [line for block in FENCE.findall(text) for line in block.replace("\\\n", " ").splitlines()]
    spans = re.findall(r"`([^`\n]+)`", FENCE.sub("", text))
    for line in (*lines, *spans):
        found = re.match(r"\s*(?:\$ )?(?:\w+=\S* )*(?:torchrun .*?-m )?fledge +(\S.*)", line)
        if found and " ".join(line.removeprefix("$ ").split()) not in MISTAKES:
            yield shlex.split(found[1].replace("[", "").replace("]", ""), comments=True)


def declared(name: str) -> Command:
    command, _ = find_command(name.split("."))
    assert isinstance(command, Command)
    return command


def options_of(name: str) -> dict[str, Setting]:
    command = declared(name)
    more = {"none": {}, "training": SETTINGS, "run": RUN_SETTINGS, "runs": RUN_SETTINGS}[command.settings]
    return {**more, **settings_of(command.options)}


def switches_of(name: str) -> set[str]:
    """What a command takes besides its settings, as its help tells: --overwrite, --from."""
    command = declared(name)
    return {"--help", *FLAG.findall(command.usage + command.about)}


def problem_of(words: list[str]) -> str:
    """What is wrong with a command line; nothing, if it names only what exists."""
    name, *rest = words
    if PLACEHOLDER.search(name) or name in ("--help", "--version"):
        return ""
    if name not in COMMANDS:
        return f"no command {name}"
    command, _ = find_command([name])
    if not isinstance(command, Command):
        if not rest or rest[0] not in command.commands:
            return "" if not rest or PLACEHOLDER.search(rest[0]) else f"no sub-command {rest[0]}"
        name, rest = f"{name}.{rest[0]}", rest[1:]
    problems = [problem_of_word(name, word) for word in rest]
    return "; ".join(filter(None, problems)) or problem_of_term(name, rest)


def problem_of_word(name: str, word: str) -> str:
    if word.endswith(".py") and word.startswith("config/") and Path(word).name not in shipped_configs():
        return f"no settings file {word}"
    if not word.startswith("--"):
        return ""
    flag, equals, value = word.partition("=")
    key = flag.removeprefix("--").replace("-", "_")
    options = options_of(name)
    spec = options.get(key) or options.get(key.removeprefix("no_"))
    if spec is None:
        return "" if flag in switches_of(name) else f"{name} has no {flag}"
    one_for_each = name == "compare" and "," in value
    if not equals or PLACEHOLDER.search(value) or one_for_each:
        return ""
    try:
        convert(spec, value)
    except ValueError as error:
        return f"{word}: {error}"
    return ""


def problem_of_term(name: str, rest: list[str]) -> str:
    """`fledge explain mfu` must be a term; a name with a dot, a slash or a digit is a log or a run."""
    word = rest[0] if name == "explain" and rest else ""
    is_term = word.isalpha() and word.islower() and word not in RUNS_SHOWN
    return f"no term {word}" if is_term and find_term(word) is None else ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_command_lines_name_what_exists(page: Path) -> None:
    problems = {" ".join(words): problem for words in command_lines(page) if (problem := problem_of(words))}
    assert not problems


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    targets = [target.partition("#") for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
    for path, _, anchor in targets:
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), path
        assert not anchor or anchor in anchors(there), f"{path}#{anchor}"


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    linked = {(ROOT / "docs" / target).resolve() for target in re.findall(r"\]\(([^)#\s]+)\)", index)}
    assert [page.name for page in PAGES if page.name != "README.md" and page not in linked] == []


@pytest.mark.parametrize("page", QUESTIONS, ids=lambda page: page.stem)
def test_a_question_is_answered_with_a_command(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "*Asked as: " in text
    assert "## What fledge does not do" in text
    assert list(command_lines(page))
    code = [line for block in FENCE.findall(text) for line in block.splitlines()]
    assert [line for line in code if len(line) > 80] == []


@pytest.mark.parametrize(
    "line",
    [
        "trian config/demo.py",
        "train --n_layers=3",
        "train config/nothing.py",
        "sample --dtype=bf16",
        "bench speed --tokens=3",
        "explain nonsense",
    ],
)
def test_a_wrong_command_line_is_noticed(line: str) -> None:
    assert problem_of(line.split())
