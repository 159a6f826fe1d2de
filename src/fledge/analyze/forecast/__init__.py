"""Forecasting the loss of a later iteration, with an interval tested on the run's own past."""

from fledge.analyze.forecast.forecast import COVERAGE, Forecast, forecast
from fledge.analyze.forecast.target import target_of

__all__ = ["COVERAGE", "Forecast", "forecast", "target_of"]
