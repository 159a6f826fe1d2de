"""Forecasting the loss of a later iteration, with an interval tested on the run's own past."""

from fledge.analyze.forecast.forecast import COVERAGE, Forecast, forecast
from fledge.analyze.forecast.learning_rates import printed_end

__all__ = ["COVERAGE", "Forecast", "forecast", "printed_end"]
