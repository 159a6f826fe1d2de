"""Student's t and Welch's t-test, against scipy 1.17: stats.ttest_ind(equal_var=False), stats.t.cdf and stats.t.ppf."""

import math

import pytest

from fledge.common.stats import mean_interval, t_cdf, t_quantile, welch_test


@pytest.mark.parametrize(
    ("t", "df", "expected"),
    [
        (0.0, 5, 0.5),
        (1.0, 1, 0.75),
        (-1.0, 3, 0.19550110947788524),
        (2.0, 10, 0.9633059826146299),
        (12.0, 1, 0.9735353239404101),
        (4.5, 2.7, 0.9872211966506437),
        (40.0, 3, 0.9999828096596054),
    ],
)
def test_students_distribution(t: float, df: float, expected: float) -> None:
    assert t_cdf(t, df) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("df", "expected"),
    [
        (1, 12.706204736174694),
        (1.7, 5.1188389882530565),
        (2, 4.302652729749462),
        (4, 2.7764451051977934),
        (30, 2.0422724563012378),
    ],
)
def test_students_quantiles(df: float, expected: float) -> None:
    assert t_quantile(0.975, df) == pytest.approx(expected, rel=1e-10)


def test_welch() -> None:
    found = welch_test([1.90, 1.91, 1.92], [1.85, 1.86, 1.88, 1.87])
    assert found is not None
    assert found.t == pytest.approx(-5.196152422706638)
    assert found.df == pytest.approx(4.959183673469381)
    assert found.p == pytest.approx(0.003562063385422032)
    assert found.low == pytest.approx(-0.06731711481338776)
    assert found.high == pytest.approx(-0.022682885186612108)
    unequal = welch_test([6.0269, 6.0239, 6.031, 6.018], [5.9, 6.3])
    assert unequal is not None
    assert unequal.p == pytest.approx(0.7714613320482007)
    assert unequal.df == pytest.approx(1.0003742316676125)
    assert welch_test([1.0, 1.0], [2.0, 2.0]) is None
    assert mean_interval([1.0, 2.0, 3.0]).low == pytest.approx(2 - 4.302652729749462 / math.sqrt(3))
