"""Settings files in nanoGPT's style (`key = value` in Python), read without executing them.

A small evaluator understands literals, arithmetic, comparisons, earlier names, f-strings, a few pure
functions and `time.time()`. Anything else is an error that names the line; `--trust-config` executes the
file instead, for people who wrote it themselves.
"""

import ast
import operator
import time
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.config.fields import Assignment, Setting, convert, did_you_mean

MAX_FILE_BYTES = 1_000_000
MAX_TEXT_CHARS = 10_000
MAX_EXPONENT = 4096
MAX_INTEGER_BITS = 20_000

BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
PURE: dict[str, Callable[..., Any]] = {
    "str": str,
    "int": int,
    "float": float,
    "bool": bool,
    "round": round,
    "min": min,
    "max": max,
    "abs": abs,
}


class NotPlain(Exception):
    """An expression that settings files may not hold."""


class Expressions:
    """Evaluates the expressions of one file with the names known so far."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names
        self.used: set[str] = set()
        self.imports_time = False

    def evaluate(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=bool() | int() | float() | str() | None as value):
                return value
            case ast.Name(id=name):
                if name not in self.names:
                    raise NotPlain(f"the name {name} is not known here")
                self.used.add(name)
                return self.names[name]
            case ast.UnaryOp(op=op, operand=operand) if type(op) in UNARY:
                return UNARY[type(op)](self.evaluate(operand))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
                return self.arithmetic(type(op), self.evaluate(left), self.evaluate(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARE:
                return COMPARE[type(op)](self.evaluate(left), self.evaluate(right))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.evaluate(body if self.evaluate(test) else orelse)
            case ast.JoinedStr(values=parts):
                return "".join(self.f_string_part(part) for part in parts)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="time"), attr="time"), args=[], keywords=[]):
                if not self.imports_time:
                    raise NotPlain("time is not imported")
                return time.time()
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in PURE:
                return PURE[name](*(self.evaluate(argument) for argument in arguments))
        raise NotPlain(f"`{_source(node)}` is more than literals, arithmetic and earlier names")

    def arithmetic(self, op: type[ast.operator], left: Any, right: Any) -> Any:
        """One operation, refusing those whose result would fill the memory."""
        if op is ast.Pow and not (isinstance(right, int | float) and abs(right) <= MAX_EXPONENT):
            raise NotPlain("that power is too large")
        if op is ast.Mult and (isinstance(left, str) or isinstance(right, str)):
            raise NotPlain("text can't be multiplied here")
        if op is ast.Mod and isinstance(left, str):
            raise NotPlain("use an f-string instead of % on text")
        value = BINARY[op](left, right)
        if isinstance(value, str) and len(value) > MAX_TEXT_CHARS:
            raise NotPlain("that text is too long")
        if isinstance(value, int) and value.bit_length() > MAX_INTEGER_BITS:
            raise NotPlain("that number is too large")
        return value

    def f_string_part(self, part: ast.expr) -> str:
        match part:
            case ast.Constant(value=str() as text):
                return text
            case ast.FormattedValue(value=value, format_spec=None):
                return str(self.evaluate(value))
            case ast.FormattedValue(value=value, format_spec=ast.JoinedStr(values=[ast.Constant(value=str() as spec)])):
                if sum(c.isdigit() for c in spec) > 3:
                    raise NotPlain("that format is too wide")
                return format(self.evaluate(value), spec)
        raise NotPlain("that f-string is too elaborate")


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
            problems.append(
                f"{where}: `{_source(statement)}` is not a plain setting, and settings files "
                "are not executed. Write key = value, or pass --trust-config if you trust the file."
            )
            continue
        try:
            value = values.get(name) if values is not None else evaluator.evaluate(expression)
        except NotPlain as error:
            problems.append(
                f"{where}: {name}: {error}. Write a plain value, or pass --trust-config to execute the file."
            )
            continue
        except RecursionError:
            problems.append(f"{where}: {name}: that expression is nested too deeply. Write a plain value.")
            continue
        except (TypeError, ValueError, ArithmeticError) as error:
            problems.append(f"{where}: {name}: {error}. Write a plain value.")
            continue
        evaluator.names[name] = value
        if name not in specs:
            helpers[name] = statement.lineno
            continue
        try:
            found.append(Assignment(name, convert(specs[name], value), where))
        except ValueError as error:
            problems.append(f"{where}: {name}: {error}.")
    for name, line in helpers.items():
        if name not in evaluator.used and not name.startswith("_") and not trust:
            problems.append(f"{path}:{line}: unknown setting {name}.{did_you_mean(name, specs)}")
    return found, problems


def _parse(path: Path) -> ast.Module:
    try:
        if path.is_dir():
            raise FledgeError(f"{path} is a directory, not a settings file.", "Name a file such as config/demo.py.")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise FledgeError(f"{path} is too large for a settings file.", "Name a file such as config/demo.py.")
        with warnings.catch_warnings(action="ignore"):  # Python's warnings do not matter for plain values
            return ast.parse(path.read_bytes(), filename=str(path))
    except OSError as error:
        raise FledgeError(f"can't read {path}: {error.strerror}.", "`ls config` shows the shipped ones.") from error
    except SyntaxError as error:
        raise FledgeError(
            f"{path}:{error.lineno}: {error.msg}.", "A settings file has lines such as n_layer = 6."
        ) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise FledgeError(f"{path} is not a settings file: {error}.", "It is Python text: n_layer = 6.") from None


def _source(node: ast.AST) -> str:
    """The first line of a statement or expression."""
    try:
        return ast.unparse(node).splitlines()[0][:60]
    except RecursionError:
        return "..."


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
        raise FledgeError(f"{path} failed: {type(error).__name__}: {error}.", "Correct the file.") from error
    return names
