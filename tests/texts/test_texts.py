"""Every message that the code says is in the English catalog, with the numbers it names; and nothing else is."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import fledge
from fledge.texts import say, text
from fledge.texts.bundle import PLAIN
from fledge.texts.catalog import FOLDER, area_of, areas, has_message, message_id, read_area
from fledge.texts.ftl import entries
from fledge.texts.message import FUNCTIONS, Message
from fledge.texts.usage import usages

SOURCE = Path(fledge.__file__).parent
# Areas whose keys are made of names: of commands, of settings, of terms, and those that a page's script asks for.
BY_NAME = ("commands", "glossary", "gpu", "watch_page")
VARIABLE = re.compile(r"\$([a-zA-Z][\w-]*)")
CALL = re.compile(r"\b([A-Z][A-Z0-9_-]+)\(\s*\$")


def said() -> Iterator[tuple[str, ast.Call, str]]:
    """Every call of `say`: its key, the call, and where it stands."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                where = f"{path.relative_to(SOURCE)}:{node.lineno}"
                assert isinstance(node.args[0], ast.Constant), f"{where}: the key of a message is written out"
                yield str(node.args[0].value), node, where


@cache
def templates() -> str:
    return "\n".join(path.read_text() for path in [*SOURCE.rglob("*.jinja"), *SOURCE.rglob("templates/*.html")])


def test_every_message_has_its_text_and_its_numbers() -> None:
    used = set(re.findall(r"""\bt\(\s*["']([\w.]+)["']""", templates()))
    for key, call, where in said():
        assert has_message(key), f"{where}: {area_of(key)}.ftl has no {message_id(key)}"
        used.add(key)
        fields = set(VARIABLE.findall(read_area("en", area_of(key))[message_id(key)]))
        given = {keyword.arg for keyword in call.keywords}
        assert None in given or given == fields, f"{where}: {key} names {sorted(fields)}"
    ids = {message_id(key) for key in used}
    texts = {name for area in areas("en") if area not in BY_NAME for name in read_area("en", area)}
    assert ids - texts == set(), "messages without a text"
    assert {name for name in texts - ids if not name.startswith("-")} == set(), "texts that nothing says"


def test_the_script_of_the_live_page_says_every_message_of_its_catalog() -> None:
    """A key may be made of a beginning and a name, `run.tile_${name}`: then the name stands in the script as well."""
    paths = [path for ending in ("*.js", "*.py") for path in (SOURCE / "web").rglob(ending)]
    script = "\n".join(path.read_text() for path in paths)
    names = set(re.findall(r"[a-z]\w*", script))
    keys = set(re.findall(r"""["'`]([a-z]+\.\w+)""", script))
    beginnings = set(re.findall(r"`([a-z][\w.]*)\$\{", script))
    unused = []
    for name in read_area("en", "watch_page"):
        key = name.removeprefix("watch-").replace("-", ".", 1)
        written = [key, key.partition(".")[2]]  # with its group, or after a group that another line puts before it
        made = [one.removeprefix(begin) for one in written for begin in beginnings if one.startswith(begin)]
        if key not in keys and not names.intersection(made):
            unused.append(key)
    assert unused == []


def test_every_command_has_its_help_and_no_other_has() -> None:
    names = [f"command-{name.replace(' ', '_')}-{part}" for name in usages() for part in ("summary", "about")]
    assert sorted(read_area("en", "commands")) == sorted(names)


def test_a_message_stands_in_the_file_of_its_area() -> None:
    for area in areas("en"):
        for name in read_area("en", area):
            assert area_of(name.lstrip("-").replace("-", ".")) == area, f"{name} in {area}.ftl"


def test_no_id_stands_twice_and_every_function_is_known() -> None:
    for path in FOLDER.glob("*/*.ftl"):
        source = path.read_text(encoding="utf-8")
        names = re.findall(r"^(-?[a-zA-Z][\w-]*) *=", source, re.M)
        assert sorted(names) == sorted(entries(source)), f"{path}: an id stands twice"
        assert set(CALL.findall(source)) <= FUNCTIONS.keys(), path


def test_contributing_lists_every_function_of_the_catalogs() -> None:
    page = (SOURCE.parents[1] / "CONTRIBUTING.md").read_text()
    assert {name for name in FUNCTIONS if f"{{ {name}($" not in page} == {PLAIN}


def test_numbers_are_written_as_people_read_them() -> None:
    catalog = read_area("en", "test")
    catalog["test-text"] = (
        " { NUMBER($n) } tokens in { DURATION($seconds) }, { $more }: { LIST($names) }, { PERCENT($share) }."
    )
    catalog["test-more"] = " { FLOPS($rate) } of { COUNT($all) }"
    try:
        more = Message("test.more", {"rate": 58.3e12, "all": 3.68e9})
        numbers = {"n": 1234, "seconds": 125, "more": more, "names": ["a", "b", "c"], "share": 0.5}
        said = "1,234 tokens in 2 min 05 s, 58.3 TFLOP/s of 3.68B: a, b and c, 50%."
        assert text(Message("test.text", numbers)) == said
        assert text([more, more]) == "58.3 TFLOP/s of 3.68B 58.3 TFLOP/s of 3.68B"
    finally:
        catalog.clear()


def test_a_message_in_place_of_a_number() -> None:
    assert text(say("error.path", reason=say("error.smaller"))) == "Try a smaller --batch_size or model.."
