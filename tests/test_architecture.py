"""House rules that import-linter does not check: lazy imports, names, sizes, and how fast a command starts."""

import ast
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import fledge
from fledge.cli.main import COMMANDS, find_command
from fledge.options.command import Command, Group
from fledge.texts.language import LANGUAGES
from fledge.texts.width import width

SOURCE = Path(fledge.__file__).parent
MOST_LINES = 400
FILES = sorted(SOURCE.rglob("*.py"))


@cache
def trees() -> dict[str, ast.Module]:
    return {path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text()) for path in FILES}


def lazy_imports(tree: ast.Module) -> Iterator[str]:
    """The modules that are imported inside functions."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.ImportFrom):
                yield node.module or ""
            elif isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)


def test_only_heavy_third_parties_are_imported_lazily() -> None:
    cheap = {"fledge", *sys.stdlib_module_names}
    found = [(name, module) for name, tree in trees().items() for module in lazy_imports(tree)]
    assert [(name, module) for name, module in found if module.split(".")[0] in cheap] == []


def test_no_two_classes_have_one_name() -> None:
    names = Counter(node.name for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    assert [name for name, times in names.items() if times > 1] == []


def test_no_module_is_long() -> None:
    lines = {path.relative_to(SOURCE).as_posix(): len(path.read_text().splitlines()) for path in FILES}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_packages_hold_no_logic() -> None:
    """An `__init__.py` is empty or re-exports names; fledge's own does so when a name is first used."""
    for name, tree in trees().items():
        if name.endswith("/__init__.py"):
            kinds = {type(node) for node in tree.body}
            assert kinds <= {ast.Expr, ast.ImportFrom, ast.Assign}, name


def commands() -> Iterator[tuple[str, ...]]:
    for name in COMMANDS:
        command, _ = find_command([name])
        yield (name,)
        if isinstance(command, Group):
            yield from ((name, sub) for sub in command.commands)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_help_page_needs_nothing_heavy(code: str) -> None:
    program = (
        "import sys; from fledge.cli.main import main\n"
        f"for words in {[[], *map(list, commands())]!r}:\n"
        "    assert main([*words, '--help']) == 0\n"
        "heavy = {'torch', 'numpy', 'rich', 'safetensors', 'tiktoken', 'jinja2'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    environment = {**os.environ, "FLEDGE_LANG": code, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", env=environment
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in done.stdout.splitlines() if width(line) > 80] == []


def test_every_command_has_its_module() -> None:
    for words in commands():
        command, _ = find_command(words)
        if isinstance(command, Command):
            path = SOURCE.parent / f"{command.module.replace('.', '/')}.py"
            assert path.exists()
