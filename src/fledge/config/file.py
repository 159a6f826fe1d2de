"""Settings files in nanoGPT's style (`key = value` in Python), read without executing them.

A small evaluator (expressions.py) understands plain values. Anything else is an error that names the line;
`--trust-config` executes the file instead, for people who wrote it themselves.
"""

import ast
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.config.expressions import Expressions, NotPlain, source_of
from fledge.config.fields import Assignment, Setting, convert, did_you_mean
from fledge.texts import say, text

MAX_FILE_BYTES = 100_000  # the longest of nanoGPT's has two thousand


def read_config_file(
    path: Path, specs: Mapping[str, Setting], known: Mapping[str, Any], trust: bool = False
) -> tuple[list[Assignment], list[str]]:
    """The assignments of a settings file, each with its `file:line`, and every problem found.

    `known` are the values so far, which the file's expressions may use, as in nanoGPT.
    """
    tree = _parse(path)
    values = _execute(path, known) if trust else None
    evaluator = Expressions(dict(known))
    found: list[Assignment] = []
    problems: list[str] = []
    helpers: dict[str, int] = {}  # names that are no settings: an error if no expression uses them
    for statement in tree.body:
        where = f"{path}:{statement.lineno}"
        name, expression = _assignment(statement)
        if name is None or expression is None:
            if _is_harmless(statement, evaluator) or trust:
                continue
            problems.append(text(say("config.not_plain", where=where, source=source_of(statement))))
            continue
        try:
            value = values.get(name) if values is not None else evaluator.evaluate(expression)
        except NotPlain as error:
            problems.append(text(say("config.no_value", where=where, name=name, error=error)))
            continue
        except RecursionError:
            problems.append(text(say("config.too_deep", where=where, name=name)))
            continue
        except (TypeError, ValueError, ArithmeticError) as error:
            problems.append(text(say("config.no_plain_value", where=where, name=name, error=error)))
            continue
        evaluator.names[name] = value
        if name not in specs:
            helpers[name] = statement.lineno
            continue
        try:
            found.append(Assignment(name, convert(specs[name], value), where))
        except ValueError as error:
            problems.append(text(say("config.file_value", where=where, name=name, error=error)))
    for name, line in helpers.items():
        if name not in evaluator.used and not name.startswith("_") and not trust:
            problems.append(
                text(say("config.file_unknown", path=path, line=line, name=name, near=did_you_mean(name, specs)))
            )
    return found, problems


def _parse(path: Path) -> ast.Module:
    try:
        if path.is_dir():
            raise FledgeError(say("config.is_directory", path=path), say("config.name_a_file"))
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            raise FledgeError(say("config.too_large_file", path=path), say("config.name_a_file"))
        with warnings.catch_warnings(action="ignore"):  # Python's warnings do not matter for plain values
            return ast.parse(content, filename=str(path))
    except OSError as error:
        raise FledgeError(
            say("config.unreadable", path=path, reason=error.strerror), say("config.shipped_ones")
        ) from error
    except SyntaxError as error:
        raise FledgeError(
            say("config.syntax", path=path, lineno=error.lineno, msg=error.msg), say("config.syntax_fix")
        ) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise FledgeError(say("config.no_settings_file", path=path, reason=error), say("config.python_text")) from None


def _assignment(statement: ast.stmt) -> tuple[str | None, ast.expr | None]:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name, value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            return name, value
    return None, None


def _is_harmless(statement: ast.stmt, evaluator: Expressions) -> bool:
    """Docstrings, `pass` and `import time`."""
    match statement:
        case ast.Import(names=[ast.alias(name="time", asname=None)]):
            evaluator.imports_time = True
            return True
        case ast.Expr(value=ast.Constant()) | ast.Pass():
            return True
    return False


def _execute(path: Path, known: Mapping[str, Any]) -> dict[str, Any]:
    """Run the file as nanoGPT would. Only ever called when the user passed --trust-config."""
    names: dict[str, Any] = dict(known)
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), names)  # noqa: S102
    except (Exception, SystemExit) as error:
        raise FledgeError(
            say("config.file_failed", path=path, kind=type(error).__name__, reason=error), say("config.correct_file")
        ) from error
    return names
