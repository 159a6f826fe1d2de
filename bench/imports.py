"""Fan-in and fan-out of every folder of fledge, the busiest modules, and how many imports are lazy.

Fan-out is the number of modules of other folders that a folder imports; fan-in the number that import it.

    python bench/imports.py
"""

import ast
from collections import defaultdict
from pathlib import Path

import grimp

import fledge

SOURCE = Path(fledge.__file__).parent
MOST_MODULES = 10


def folder_of(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def lazy_imports() -> tuple[int, int]:
    """Imports inside functions: all of them, and those of fledge's own modules."""
    found = []
    for path in SOURCE.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                found += [node for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)]
    own = [node for node in found if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fledge")]
    return len(found), len(own)


def main() -> None:
    graph = grimp.build_graph("fledge", cache_dir=None)
    incoming: dict[str, set[str]] = defaultdict(set)
    outgoing: dict[str, set[str]] = defaultdict(set)
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            if folder_of(module) != folder_of(imported):
                outgoing[folder_of(module)].add(imported)
                incoming[folder_of(imported)].add(module)
    print(f"{'folder':<12} {'modules':>8} {'lines':>7} {'fan-in':>7} {'fan-out':>8}")
    for folder in sorted(path.name for path in SOURCE.iterdir() if path.is_dir() and any(path.glob("*.py"))):
        files = list((SOURCE / folder).rglob("*.py"))
        lines = sum(len(path.read_text().splitlines()) for path in files)
        print(f"{folder:<12} {len(files):>8} {lines:>7,} {len(incoming[folder]):>7} {len(outgoing[folder]):>8}")
    fan_in = {module: len(graph.find_modules_that_directly_import(module)) for module in graph.modules}
    fan_out = {module: len(graph.find_modules_directly_imported_by(module)) for module in graph.modules}
    for title, counts in (("imported by most", fan_in), ("imports most", fan_out)):
        busiest = sorted(counts, key=lambda module: -counts[module])[:MOST_MODULES]
        print(f"\n{title}: " + ", ".join(f"{module.removeprefix('fledge.')} {counts[module]}" for module in busiest))
    every, own = lazy_imports()
    print(f"\nimports inside functions: {every}, of which {own} of fledge's own modules")


if __name__ == "__main__":
    main()
