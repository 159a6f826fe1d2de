"""`import fledge`: light, and every name of the API is there when it is used."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import fledge


def in_a_new_process(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_import_is_light_and_names_come_when_they_are_used() -> None:
    program = (
        "import sys, fledge\n"
        "heavy = {'torch', 'numpy', 'rich', 'fledge.api', 'asyncio'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "fledge.FledgeError, fledge.Progress\n"
        "assert 'numpy' not in sys.modules\n"
        "fledge.read, fledge.compare, fledge.Run, fledge.Comparison, fledge.Forecast\n"
        "assert 'torch' not in sys.modules\n"
        "print(callable(fledge.read), callable(fledge.compare))"
    )
    assert in_a_new_process(program) == "True True\n"


def test_functions_stay_when_packages_of_their_name_are_imported() -> None:
    program = (
        "import fledge.plan.types, fledge.train.loop, fledge, inspect\n"
        "from fledge import plan, train\n"
        "assert inspect.isfunction(plan) and inspect.isfunction(fledge.train)\n"
        "import fledge.train.loop as loop, fledge.plan.types\n"
        "assert fledge.plan is plan and fledge.plan.types.Plan is fledge.Plan\n"
        "assert callable(fledge.load)\n"
        "print(list(inspect.signature(fledge.plan).parameters)[:2], loop.__name__)"
    )
    assert in_a_new_process(program) == "['config', 'gpu'] fledge.train.loop\n"


def test_editors_see_the_names_that_there_are() -> None:
    tree = ast.parse(Path(fledge.__file__).read_text())
    typed = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in ast.walk(typed) if isinstance(node, ast.ImportFrom)]
    seen = {alias.asname or alias.name for node in imports for alias in node.names}
    assert seen == set(fledge._PLACES) == set(fledge.__all__) - {"__version__"}
    assert all(getattr(fledge, name).__doc__ for name in fledge._PLACES)
    assert dir(fledge) == sorted(fledge.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        _ = fledge.lod
