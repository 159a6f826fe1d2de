"""The expressions of settings files: literals, arithmetic, comparisons, earlier names, f-strings and pure functions.

A settings file may come from a stranger. So every value is bounded, intermediate ones too, and an operation whose
result may be far larger than its operands is refused before it is computed.
"""

import ast
import operator
import time
from collections.abc import Callable
from typing import Any

from fledge.texts import say

MAX_TEXT_CHARS = 2000
MAX_INTEGER_BITS = 1024  # about the largest number that a float can hold
MAX_ROUNDED_DIGITS = 400  # round(6, -n) computes the n-th power of ten; no float has more digits than this
MAX_FORMAT_DIGITS = 3  # in f"{x:>120}": at most 999 characters wide

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


class NotPlain(Exception):
    """An expression that settings files may not hold."""


def _rounded(number: Any, digits: Any = None) -> Any:
    if isinstance(digits, int) and abs(digits) > MAX_ROUNDED_DIGITS:
        raise NotPlain(say("config.round_digits", most=MAX_ROUNDED_DIGITS))
    return round(number, digits)


PURE: dict[str, Callable[..., Any]] = {
    "str": str,
    "int": int,
    "float": float,
    "bool": bool,
    "round": _rounded,
    "min": min,
    "max": max,
    "abs": abs,
}


class Expressions:
    """Evaluates the expressions of one file with the names known so far."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names
        self.used: set[str] = set()
        self.imports_time = False

    def evaluate(self, node: ast.expr) -> Any:
        """The value of an expression, none of whose parts was too large."""
        return _bounded(self._value(node))

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=bool() | int() | float() | str() | None as value):
                return value
            case ast.Name(id=name):
                if name not in self.names:
                    raise NotPlain(say("config.unknown_name", name=name))
                self.used.add(name)
                return self.names[name]
            case ast.UnaryOp(op=op, operand=operand) if type(op) in UNARY:
                return UNARY[type(op)](self.evaluate(operand))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
                return _arithmetic(type(op), self.evaluate(left), self.evaluate(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARE:
                return COMPARE[type(op)](self.evaluate(left), self.evaluate(right))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.evaluate(body if self.evaluate(test) else orelse)
            case ast.JoinedStr(values=parts):
                return self._joined(parts)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="time"), attr="time"), args=[], keywords=[]):
                if not self.imports_time:
                    raise NotPlain(say("config.no_time"))
                return time.time()
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in PURE:
                return PURE[name](*(self.evaluate(argument) for argument in arguments))
        raise NotPlain(say("config.more_than_plain", source=source_of(node)))

    def _joined(self, parts: list[ast.expr]) -> str:
        text = ""
        for part in parts:
            text = _bounded(text + self._f_string_part(part))
        return text

    def _f_string_part(self, part: ast.expr) -> str:
        match part:
            case ast.Constant(value=str() as text):
                return text
            case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
                return str(self.evaluate(value))
            case ast.FormattedValue(
                value=value, conversion=-1, format_spec=ast.JoinedStr(values=[ast.Constant(value=str() as spec)])
            ):
                if sum(c.isdigit() for c in spec) > MAX_FORMAT_DIGITS:
                    raise NotPlain(say("config.wide_format"))
                return format(self.evaluate(value), spec)
        raise NotPlain(say("config.elaborate"))


def source_of(node: ast.AST) -> str:
    """The first line of a statement or expression."""
    try:
        return ast.unparse(node).splitlines()[0][:60]
    except RecursionError:
        return "..."


def _arithmetic(op: type[ast.operator], left: Any, right: Any) -> Any:
    """One operation. Two bounded operands can't make more than a few thousand bits or characters of these."""
    if op is ast.Pow and isinstance(left, int) and isinstance(right, int) and _is_large_power(left, right):
        raise NotPlain(say("config.large_power"))
    if op is ast.Mult and (isinstance(left, str) or isinstance(right, str)):
        raise NotPlain(say("config.multiplied_text"))
    if op is ast.Mod and isinstance(left, str):
        raise NotPlain(say("config.percent_text"))
    return BINARY[op](left, right)


def _is_large_power(base: int, exponent: int) -> bool:
    least_bits = (base.bit_length() - 1) * exponent  # of the result; 0, 1 and -1 stay small whatever the exponent
    return least_bits > MAX_INTEGER_BITS


def _bounded(value: Any) -> Any:
    if isinstance(value, str) and len(value) > MAX_TEXT_CHARS:
        raise NotPlain(say("config.long_text"))
    if isinstance(value, int) and value.bit_length() > MAX_INTEGER_BITS:
        raise NotPlain(say("config.large_number"))
    if isinstance(value, complex):
        raise NotPlain(say("config.not_real"))
    return value
