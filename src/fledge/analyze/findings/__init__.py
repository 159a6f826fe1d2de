"""Findings: what is wrong with a run, and what is not (docs/findings.md)."""

from fledge.analyze.findings.checks import find
from fledge.analyze.findings.finding import Finding

__all__ = ["Finding", "find"]
