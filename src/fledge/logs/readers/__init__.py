"""Reads runs of any trainer: one small module per format."""

from fledge.logs.readers.dispatch import read_log
from fledge.logs.readers.follow import LogFollower
from fledge.logs.readers.log import LogReading

__all__ = ["LogFollower", "LogReading", "read_log"]
