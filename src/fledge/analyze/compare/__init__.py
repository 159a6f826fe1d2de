"""Comparing runs: what changed, which run is ahead at equal iterations, tokens, time or FLOPs, and what that shows."""

from fledge.analyze.compare.comparison import Comparison, compare

__all__ = ["Comparison", "compare"]
