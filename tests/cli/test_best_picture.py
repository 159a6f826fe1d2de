"""The units of the picture of `fledge plan --hours`."""

import pytest

from fledge.cli.pages.best_picture import _in_unit, _unit
from fledge.texts import text


@pytest.mark.parametrize(
    ("hours", "name", "value"),
    [(0.05, "minutes", 3.0), (1.9, "minutes", 114.0), (2.0, "hours", 2.0), (48.0, "hours", 48.0), (96.0, "days", 4.0)],
)
def test_the_time_is_in_a_unit_of_its_size(hours: float, name: str, value: float) -> None:
    each, unit = _unit(hours)
    assert text(unit) == name
    ((shown, loss),) = _in_unit([(hours, 1.5)], each)
    assert shown == pytest.approx(value)
    assert loss == 1.5
