"""The Python examples of the pages, and the notebook: every line is run."""

import contextlib
import importlib.util
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fledge
from tests.api.conftest import TINY
from tests.docs.desk import falling, nanogpt_log, play
from tests.docs.shown import FENCE, ROOT
from tests.helpers import write_dataset

PAGES = (ROOT / "docs" / "api.md", ROOT / "README.md")
NOTEBOOK = ROOT / "notebooks" / "first.ipynb"
SMALLER = "\nngram_rows = 512\nbatch_size = 8\nblock_size = 16\ncompile = False\n"
SHOWN = re.compile(r"print\(error\)\s+# (.+)")


def write_quick_config() -> None:
    """The settings file that the examples name, as it is shipped but for a smaller model."""
    Path("config").mkdir()
    Path("config/quick.py").write_text((ROOT / "config" / "quick.py").read_text(encoding="utf-8") + SMALLER)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What the examples name: a dataset, a run, logs and a text."""
    path = tmp_path_factory.mktemp("python")
    with contextlib.chdir(path):
        write_dataset(Path("data/shakespeare_char"), play(20_000))
        write_quick_config()
        fledge.train(**{**TINY, "dataset": "shakespeare_char", "out_dir": "runs/demo"})
        for name, less in (("train.log", 0.0), ("a.log", 0.0), ("b.log", 0.3)):
            Path(name).write_text(nanogpt_log(lambda it, less=less: falling(it) - less, 3000))  # type: ignore[misc]
        for name in ("my_book.txt", "book.txt"):
            Path(name).write_text(play(20_000))
        yield path


def blocks(page: Path) -> list[str]:
    found = [block for language, block in FENCE.findall(page.read_text(encoding="utf-8")) if language == "python"]
    assert found, page
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_example_runs(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    output = io.StringIO()
    for block in ["import fledge", *blocks(page)]:
        with contextlib.redirect_stdout(output):
            exec(compile(block, page.name, "exec"), names)
    for line in SHOWN.findall("\n".join(blocks(page))):
        assert line in output.getvalue()


def cells() -> list[str]:
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert document["nbformat"] == 4
    assert all(not cell.get("outputs") for cell in document["cells"])  # they would grow old
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


def test_the_cells_of_the_notebook_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a shorter text than the notebook's, with a smaller model. What a cell ends with can be drawn or printed."""
    monkeypatch.chdir(tmp_path)
    write_dataset(Path("data/shakespeare_char"), play(20_000))
    write_quick_config()
    drawn = []
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in cells():
            if 'prepare("shakespeare_char")' in cell:
                continue  # another text of that name is there; tests of prepare make it
            *statements, last = re.split(r"\n(?=\S)", cell)
            exec("\n".join(statements), names)
            try:
                value = eval(last, names)
            except SyntaxError:
                exec(last, names)
                continue
            drawn.append(type(value).__name__)
            if hasattr(value, "_repr_html_"):
                assert value._repr_html_().startswith("<div")
    assert {"Plan", "LoggedRun", "Comparison", "TrainedRun"} <= set(drawn)


@pytest.mark.slow
def test_the_notebook_runs_in_a_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not all(importlib.util.find_spec(name) for name in ("nbclient", "nbformat", "ipykernel")):
        pytest.skip("needs nbclient and ipykernel: pip install nbclient ipykernel")
    import nbclient
    import nbformat

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), *filter(None, sys.path)]))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    drawn = [output for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    assert sum("text/html" in output["data"] for output in drawn) == 3
