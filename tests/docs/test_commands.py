"""Every command that the documentation shows is read by the real parser, and run.

Fast: the quick ones, in this process, in a folder that has the files and runs they name. Slow: trainings, plans and
torchrun, shortened by settings behind their own. UNRUNNABLE lists the rest, each with its reason.
"""

import contextlib
import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from fledge.cli.language import take_language
from fledge.cli.main import COMMANDS, find_command, main
from fledge.common.errors import FledgeError
from fledge.options.command import Command, Group
from fledge.options.parser import parse
from fledge.texts.language import ENGLISH, speak
from tests.docs import desk, outputs, runner
from tests.docs.kinds import can_run, is_quick, is_stable
from tests.docs.shown import PAGES, Shown, commands_of_help, commands_of_page, read_command, spans_of_page


def help_pages() -> Iterator[tuple[str, str]]:
    yield "fledge --help", printed(["--help"])
    for name in COMMANDS:
        yield f"fledge {name} --help", printed([name, "--help"])
        command, _ = find_command([name])
        if isinstance(command, Group):
            for sub in command.commands:
                yield f"fledge {name} {sub} --help", printed([name, sub, "--help"])


def printed(argv: list[str]) -> str:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        assert main(argv) == 0
    return output.getvalue()


def all_shown() -> list[Shown]:
    """Each command once, wherever it is shown."""
    shown = [found for page in PAGES for found in commands_of_page(page)]
    shown += [found for name, text in help_pages() for found in commands_of_help(text, name)]
    once = {(found.words, found.env): found for found in reversed(shown)}
    return [*once.values()]


def runnable() -> list[Shown]:
    return [shown for shown in all_shown() if can_run(shown)]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with what the pages name."""
    folder = tmp_path_factory.mktemp("desk")
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        desk.set_up()
    return folder


def problem_of(shown: Shown) -> str:
    """What the parser says against it: the command, its settings and their values, the settings files."""
    if shown.program == "make" or shown.is_error or not shown.argv or shown.argv[0].startswith("-"):
        return ""
    argv = [*runner.expanded(shown.argv)]
    if shown.lacks_a_name:
        argv.append("my_book.txt")
    elif shown.is_template:
        return ""
    try:
        command, rest = find_command(take_language(argv))
        if isinstance(command, Command) and "--help" not in rest:
            parse(command, rest)
    except FledgeError as error:
        return f"{shown.page}: {shown.text}\n  {error}"
    return ""


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """--lang on a page holds for its command alone."""
    for name in ("FLEDGE_LANG", "FLEDGE_DIGITS"):
        monkeypatch.setenv(name, "")
    speak(ENGLISH)
    yield
    speak(ENGLISH)


def test_every_command_is_understood(table: Path) -> None:
    with contextlib.chdir(table):
        problems = [problem for shown in all_shown() if (problem := problem_of(shown))]
    assert not problems, "\n".join(problems)


def test_commands_within_sentences_are_understood(table: Path) -> None:
    with contextlib.chdir(table):
        problems = [problem_of(shown) for page in PAGES for shown in spans_of_page(page)]
    # a setting may be named without a value (`fledge plan --measured`), a command without its settings (`fledge sweep`)
    short = ("needs a value", "nothing to sweep")
    wrong = [problem for problem in problems if problem and not any(words in problem for words in short)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "line",
    [
        "fledge trian config/demo.py",
        "fledge train --n_layers=3",
        "fledge train config/nothing.py",
        "fledge sample --dtype=bf16",
        "fledge bench speed --tokens=3",
    ],
)
def test_a_wrong_command_is_noticed(line: str) -> None:
    shown = read_command(line, "a page")
    assert shown is not None
    assert problem_of(shown)


def test_quick_commands_run(table: Path, tmp_path: Path) -> None:
    problems = []
    for shown in runnable():
        if is_quick(shown):
            result = runner.run(shown, table, tmp_path / "copy")
            if result.code != (2 if shown.is_error else 0):
                problems.append(f"{shown.page}: {shown.text}\n  exit code {result.code}\n{result.output[-800:]}")
            elif is_stable(shown) and (difference := outputs.difference(shown, result.output)):
                problems.append(f"{shown.page}: {shown.text}\n{difference}\n  python -m tests.docs.outputs mends it")
    assert not problems, "\n".join(problems)


def convert_base(folder: Path) -> None:
    """As docs/questions/hugging-face.md does it."""
    with contextlib.chdir(folder):
        assert main(["export", "base", "--to=hf", "-o", "base-hf"]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("shown", [shown for shown in runnable() if not is_quick(shown)], ids=lambda shown: shown.text)
def test_slow_commands_run(shown: Shown, table: Path, tmp_path: Path) -> None:
    folder = runner.folder_for(shown, table, tmp_path / "copy", shutil.copy2)
    if "--init_from=base-hf" in shown.argv:
        convert_base(folder)
    # torchrun's agent leaves the log files of its processes to the garbage collector, which warns in this process.
    starts_others = shown.program == "torchrun" or any(word.startswith("--devices") for word in shown.argv)
    if starts_others or shown.env:
        result = runner.start_process(shown, folder)
    else:
        with contextlib.chdir(folder):
            result = runner.call(shown)
    assert (result.code != 0) == shown.is_error, result.output[-3000:]
