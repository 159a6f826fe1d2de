"""What would take long in every test of a plan, and is of no concern there."""

from collections.abc import Iterator
from typing import Any

import pytest

from fledge.config.schema import Config
from fledge.plan import data_cost, planner
from fledge.plan.trace import Trace, trace_step


@pytest.fixture(scope="package", autouse=True)
def _encode_for_a_moment() -> None:
    """Every plan for data that is not here would measure this machine's encoding for a second."""
    data_cost.MEASURED_S = 0.01


@pytest.fixture(scope="package", autouse=True)
def _traced_once() -> Iterator[None]:
    """Many tests plan the same few steps. Those of this machine are traced anew by every command."""
    kept: dict[str, Trace] = {}

    def remembered(config: Config, *how: Any) -> Trace:
        settings = {name: value for name, value in config.values().items() if name not in planner.UNTRACED_SETTINGS}
        key = repr((settings, how))
        if key not in kept:
            kept[key] = trace_step(config, *how)
        return kept[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(planner, "trace_step", remembered)
        yield
