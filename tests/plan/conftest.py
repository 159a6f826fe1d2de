"""What would take long in every test of a plan, and is of no concern there."""

import pytest

from fledge.plan import data_cost


@pytest.fixture(scope="package", autouse=True)
def _encode_for_a_moment() -> None:
    """Every plan for data that is not here would measure this machine's encoding for a second."""
    data_cost.MEASURED_S = 0.01
