"""Reads runs of any trainer: one small module per format."""

from fledge.logs.readers.dispatch import read_log
from fledge.logs.readers.log import LogReading

__all__ = ["LogReading", "read_log"]
