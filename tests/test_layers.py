"""A lower layer never imports an upper one; and the base starts without torch."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import fledge
from fledge.cli.main import COMMANDS

SOURCE = Path(fledge.__file__).parent
LAYERS = {
    "base": {
        "errors", "settings", "files", "config_file", "config", "schedule", "render", "devices", "estimate", "runlog",
        "runs", "display", "progress", "downloads", "tokenizer", "bpe", "words", "meta_pickle", "dataset", "shards",
        "shares", "mixture", "permutation", "corpus", "cleaning", "duplicates", "languages", "prepare", "inspecting",
        "stopping", "health", "clock", "spread", "trial", "roofline", "search", "run", "readers", "facts", "welch",
        "terms", "term_numbers", "elapsed",
    },
    "engine": {
        "attention", "loss", "model", "ngrams", "modern", "optim", "calibrate", "speedups", "runtime", "data",
        "checkpoint", "saved", "session", "step", "evaluate", "generate", "quantize", "track", "journal", "profiling",
        "train", "bench", "trace", "lowering", "kernel_times", "step_times", "iteration_times",
    },
    "advisor": {
        "plan", "planner", "figures", "planned", "preparation", "tune", "tuning", "findings", "explain", "forecast",
        "compare", "report",
    },
    "surface": {"cli", "__main__", "commands"},
}  # fmt: skip
ORDER = list(LAYERS)
SUBCOMMANDS = ["bench speed", "bench loss", "bench sample", "tokenizer train", "tokenizer stats", "data inspect"]


def layer_of(module: str) -> int:
    for rank, name in enumerate(ORDER):
        if module in LAYERS[name]:
            return rank
    raise AssertionError(f"{module} is in no layer: add it to this test and to ARCHITECTURE.md")


def imports(path: Path) -> set[str]:
    """Every module a file imports, at its top or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def is_package(name: str) -> bool:
    return (SOURCE / name / "__init__.py").exists()


FILES = sorted(path for path in SOURCE.rglob("*.py") if path.name != "__init__.py")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_go_down(path: Path) -> None:
    own = path.relative_to(SOURCE).with_suffix("").parts[0]
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "fledge" and len(parts) > 1 and ((SOURCE / f"{parts[1]}.py").exists() or is_package(parts[1])):
            assert layer_of(parts[1]) <= layer_of(own), f"{own} imports {parts[1]}"
        if layer_of(own) == 0:
            assert parts[0] != "torch", f"{own} is base and imports torch"


def test_nothing_but_the_surface_imports_the_loop() -> None:
    for path in FILES:
        if "fledge.train.loop" in imports(path):
            assert path.parent.name == "commands"


def test_no_module_grows_beyond_500_lines() -> None:
    assert [path.name for path in FILES if len(path.read_text().splitlines()) > 500] == []


@pytest.mark.parametrize("command", ["", *COMMANDS, *SUBCOMMANDS])
def test_help_imports_neither_torch_nor_numpy_nor_rich(command: str) -> None:
    program = (
        "import sys; from fledge.cli import main; code = main([*sys.argv[1:], '--help']);"
        "heavy = {'torch', 'numpy', 'rich', 'safetensors'} & set(sys.modules);"
        "print(heavy, file=sys.stderr) if heavy else None; sys.exit(code or len(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", program, *command.split()], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(len(line) <= 80 for line in done.stdout.splitlines()), done.stdout
    assert "fledge" in done.stdout
