"""Every message that the code says is in the catalog, with the numbers it names; and nothing else is."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import fledge
from fledge.texts import say, text
from fledge.texts.catalog import catalog

SOURCE = Path(fledge.__file__).parent


def said() -> Iterator[tuple[str, ast.Call, str]]:
    """Every call of `say`: its key, the call, and where it stands."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                where = f"{path.relative_to(SOURCE)}:{node.lineno}"
                assert isinstance(node.args[0], ast.Constant), f"{where}: the key of a message is written out"
                yield str(node.args[0].value), node, where


def test_every_message_has_its_text_and_its_numbers() -> None:
    used = set()
    for key, call, where in said():
        assert key in catalog(), f"{where}: no text for {key}"
        used.add(key)
        fields = {name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(catalog()[key]) if name}
        given = {keyword.arg for keyword in call.keywords}
        assert None in given or given == fields, f"{where}: {key} names {sorted(fields)}"
    assert set(catalog()) - used == set(), "texts that nothing says"


def test_numbers_are_written_as_people_read_them() -> None:
    catalog()["test.text"] = "{n:,} tokens in {seconds:duration}, {more}: {names:list}, {share:.0%}."
    catalog()["test.more"] = "{rate:flops} of {all:count}"
    try:
        more = say("test.more", rate=58.3e12, all=3.68e9)
        message = say("test.text", n=1234, seconds=125, more=more, names=["a", "b", "c"], share=0.5)
        assert text(message) == "1,234 tokens in 2 min 05 s, 58.3 TFLOP/s of 3.68B: a, b and c, 50%."
        assert text([more, more]) == "58.3 TFLOP/s of 3.68B 58.3 TFLOP/s of 3.68B"
    finally:
        del catalog()["test.text"], catalog()["test.more"]
