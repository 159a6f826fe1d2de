"""Messages that fluent.runtime formats: those with plurals or terms. It is imported when one is first needed."""

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from fledge.texts.catalog import area_of, message_id, read_area
from fledge.texts.language import PSEUDO, RIGHT_TO_LEFT
from fledge.texts.pseudo import stretched

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle
    from fluent.syntax import ast

Function = Callable[..., str]
PLAIN = "PLAIN"  # writes a number as it is; Fluent itself would group its digits


def format_message(code: str, key: str, numbers: Mapping[str, Any], functions: Mapping[str, Function]) -> str:
    """The message in words. An error of the catalog, such as a number that nobody gave, is raised."""
    bundle = _bundle(code, tuple(functions.items()))
    name = message_id(key)
    if not bundle.has_message(name):
        bundle.add_resource(_parsed(code, key))
    pattern = bundle.get_message(name).value
    assert pattern is not None
    said, errors = bundle.format_pattern(pattern, {number: _held(value) for number, value in numbers.items()})
    if errors:
        raise errors[0]
    return str(said)


@functools.cache
def _bundle(code: str, functions: tuple[tuple[str, Function], ...]) -> "FluentBundle":
    from fluent.runtime import FluentBundle, resolver

    resolver.MAX_PART_LENGTH = 1_000_000  # its limit of 2,500 characters is for catalogs of strangers
    given: dict[str, Any] = {name: _unholding(function) for name, function in functions}
    return FluentBundle(["en" if code == PSEUDO else code], given, use_isolating=code in RIGHT_TO_LEFT)


def _parsed(code: str, key: str) -> "ast.Resource":
    """The message and the terms of its file, with every bare `{ $name }` as `{ PLAIN($name) }`."""
    from fluent.syntax import FluentParser, ast
    from fluent.syntax.visitor import Transformer

    class Explicit(Transformer):
        def visit_Placeable(self, node: ast.Placeable) -> ast.Placeable:  # noqa: N802  fluent's name
            self.generic_visit(node)
            if isinstance(node.expression, ast.VariableReference):
                plain = ast.CallArguments(positional=[node.expression])
                node.expression = ast.FunctionReference(ast.Identifier(PLAIN), plain)
            return node

        def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802
            if code == PSEUDO:
                node.value = stretched(node.value)
            return node

    area = read_area(code, area_of(key))
    wanted = {name: text for name, text in area.items() if name == message_id(key) or name.startswith("-")}
    resource = FluentParser().parse("".join(f"{name} ={text}\n" for name, text in wanted.items()))
    Explicit().visit(resource)
    return resource


@functools.cache
def _held_class() -> type[Any]:
    from fluent.runtime.types import FluentType

    class HeldValue(FluentType):
        """A value that is neither text nor a number to Fluent: a list, a message, None."""

        def __init__(self, value: Any) -> None:
            self.value = value

    return HeldValue


def _held(value: Any) -> Any:
    is_fluents = isinstance(value, str | int | float) and not isinstance(value, bool)
    return value if is_fluents else _held_class()(value)


def _unholding(function: Function) -> Function:
    """The function, called with Python's own values in place of Fluent's."""

    def call(value: Any, **options: Any) -> str:
        return function(_own(value), **{name: _own(option) for name, option in options.items()})

    return call


def _own(value: Any) -> Any:
    if isinstance(value, _held_class()):
        return value.value
    if isinstance(value, int):
        return int(value)
    return float(value) if isinstance(value, float) else value
