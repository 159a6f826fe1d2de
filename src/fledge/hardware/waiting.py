"""How torch's CPU threads wait for each other: chosen before torch is imported, because OpenMP reads it only then.

A thread that has finished its part of an operator waits for the next one. If it waits by spinning it answers at once,
and takes a core from whoever could use it: beside another program, from the very thread that it waits for.
"""

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from fledge.hardware.load import Load, LoadMeter

WaitPolicy = Literal["given", "passive", "short", "default"]

# Whoever sets one of these has chosen: OpenMP's own, GNU's (libgomp, in torch's wheels for Linux), and those of LLVM's
# and Intel's (libomp in torch's wheels for macOS, libiomp5 in some builds).
GIVEN = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME", "KMP_LIBRARY")
# libgomp's own is 300,000, some milliseconds. This is as fast alone, and many times faster beside a busy program
# (LOG.md, 2026-11-17).
SHORT_SPINS = "1000"
LOADAVG = Path("/proc/loadavg")


@dataclass(frozen=True)
class Waiting:
    """A way of waiting, and the environment variables that ask for it."""

    policy: WaitPolicy
    variables: Mapping[str, str] = field(default_factory=dict)


def choose_waiting(platform: str, environment: Mapping[str, str], is_busy: bool) -> Waiting:
    """How threads should wait; `platform` is sys.platform's name."""
    if any(name in environment for name in GIVEN):
        return Waiting("given")
    if is_busy:
        return Waiting("passive", {"OMP_WAIT_POLICY": "passive"})
    if platform.startswith("linux"):
        return Waiting("short", {"GOMP_SPINCOUNT": SHORT_SPINS})
    return Waiting("default")  # libomp counts in milliseconds: nothing shorter than its default was measured


def is_taken(loadavg: str, cores: int) -> bool:
    """Whether others have work for all cores, by Linux's /proc/loadavg: "1.05 0.70 0.40 2/345 6789".

    That is threads that ran or waited in the last 1, 5 and 15 minutes, and those that do now, this one among them. The
    minute may be over, and the moment may be an exception: both have to say so. Sleeping at once can't be undone when
    the others are gone, and a small model's steps are slower then: a machine that is half free is no reason for it.
    """
    words = loadavg.split()
    try:
        minute, now = float(words[0]), int(words[3].partition("/")[0]) - 1
    except (ValueError, IndexError):  # another system: nobody knows
        return False
    return min(minute, now) >= cores


class StartUp:
    """A process from its first line on: what it saw of the machine until now, and how its threads wait."""

    def __init__(self) -> None:
        self.waiting = Waiting("default")  # of a process that imported torch in its own way
        self._meter: LoadMeter | None = None

    def begin(self) -> None:
        """Look at the machine for the first time. A process that has torch has begun long ago."""
        self._meter = None if "torch" in sys.modules else LoadMeter()

    def load(self) -> Load | None:
        """The load from `begin` until now, once: a second run in this process has no start-up of its own."""
        meter, self._meter = self._meter, None
        return meter.since() if meter is not None else None

    @contextlib.contextmanager
    def importing_torch(self) -> Iterator[None]:
        """Import torch in this block, for the first time: its threads wait as the machine's load asks for.

        The variables are gone afterwards: processes that this one starts choose for themselves.
        """
        if "torch" in sys.modules:  # too late
            yield
            return
        # The processes of one run take cores from each other: that is no reason to call a machine busy.
        is_alone = os.environ.get("WORLD_SIZE", "1") == "1"
        is_busy = is_alone and is_taken(_loadavg(), os.cpu_count() or 1)
        self.waiting = choose_waiting(sys.platform, os.environ, is_busy)
        os.environ.update(self.waiting.variables)
        try:
            yield
        finally:
            for name in self.waiting.variables:
                os.environ.pop(name, None)


def _loadavg() -> str:
    try:
        return LOADAVG.read_text()
    except OSError:
        return ""


START_UP = StartUp()
