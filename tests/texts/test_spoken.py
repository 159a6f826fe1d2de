"""What fledge says comes from the catalogs: no English stands in the calls that say something."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import fledge

SOURCE = Path(fledge.__file__).parent
# Functions whose text people see. `line` and `append` also take lines that scripts read; those are not here.
SAYING = {"print", "_print", "note", "show", "byte_bar", "status_line", "FledgeError", "UsageError", "MeasuredStep"}
# Commands and code to copy, markup of the console, and the label before an error, which scripts look for.
CODE = re.compile(
    r"\[/?(?:bold|dim|red|green)\]|fledge: (?:error: )?|fledge (?:sample|export|prepare|train)\b.*|^fledge $"
    r"|pip install.*|  curl .*|  client = .*|  print\(.*|  import openai|--[a-z_]+=\S*",
    re.DOTALL,
)
WORD = re.compile(r"(?<![\w.])[A-Za-z]?[a-z]{2,}(?![\w(.])")


def literals(call: ast.Call) -> Iterator[str]:
    for value in (*call.args, *(keyword.value for keyword in call.keywords if keyword.arg not in ("end", "sep"))):
        if isinstance(value, ast.JoinedStr):
            yield "".join(str(part.value) for part in value.values if isinstance(part, ast.Constant))
        elif isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


def spoken_english(code: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in SAYING:
                found += [text for text in literals(node) if WORD.search(CODE.sub(" ", text))]
    return found


def test_nothing_is_said_past_the_catalogs() -> None:
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        if english := spoken_english(path.read_text(encoding="utf-8")):
            found[path.relative_to(SOURCE).as_posix()] = english
    assert found == {}, "make a message of it: texts/en/*.ftl, ar/ and hi/"


def test_english_past_the_catalogs_is_found() -> None:
    code = """
print(f"note: other work took {lost}")
raise FledgeError("Leave it out.", "pip install 'fledge[web]'")
print(say("a.b"), file=sys.stderr)
print(f"fledge: error: {text}", end="never")
with byte_bar(f"writing {out}", total): pass
"""
    assert spoken_english(code) == ["note: other work took ", "Leave it out.", "writing "]
