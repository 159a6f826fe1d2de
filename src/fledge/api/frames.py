"""The curves of a run as a table of pandas or polars, whichever is installed."""

import importlib
import importlib.util
import math
from typing import Any

from fledge.common.errors import FledgeError
from fledge.logs.run import Run
from fledge.texts import say
from fledge.texts.units import either

LIBRARIES = ("pandas", "polars")


def frame_of(run: Run, library: str | None = None) -> Any:
    """A row per iteration, a column per metric; what was not printed at an iteration is missing there."""
    if library is not None and library not in LIBRARIES:
        raise FledgeError(say("api.no_table_library", library=library), say("api.try_pandas"))
    asked = [library] if library else LIBRARIES
    found = next((name for name in asked if importlib.util.find_spec(name)), None)
    if found is None:
        libraries = either(asked)
        raise FledgeError(say("api.frame_needs", libraries=libraries), f"pip install {asked[0]}")
    return importlib.import_module(found).DataFrame(columns_of(run, math.nan if found == "pandas" else None))


def columns_of(run: Run, missing: float | None) -> dict[str, list[Any]]:
    """`iteration` and every metric, all of one length."""
    iterations = sorted({it for curve in run.curves.values() for it in curve.iters})
    columns: dict[str, list[Any]] = {"iteration": list(iterations)}
    for metric, curve in run.curves.items():
        values = dict(curve)
        columns[metric] = [values.get(it, missing) for it in iterations]
    return columns
