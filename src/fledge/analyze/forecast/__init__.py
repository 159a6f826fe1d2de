"""Forecasting the loss of a later iteration, with an interval tested on the run's own past."""

from fledge.analyze.forecast.forecast import COVERAGE, Forecast, forecast
from fledge.analyze.forecast.learning_rates import SAME_END_SHARE, printed_ends

__all__ = ["COVERAGE", "SAME_END_SHARE", "Forecast", "forecast", "printed_ends"]
