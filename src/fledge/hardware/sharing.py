"""How many CPU threads a run should have beside others: pure functions of what is known about the machine."""

import math
from collections.abc import Mapping

from fledge.hardware.load import Load

MIN_LOOK_S = 0.2  # of load, to choose threads by it: 20 ticks of /proc/stat
IDLE_CORES = 0.25  # what others may use of a core that counts as free: every machine does a little all the time
# Variables with which a user, or torchrun, has chosen a number of threads.
GIVEN_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS")


def has_given_threads(environment: Mapping[str, str]) -> bool:
    return any(environment.get(name) for name in GIVEN_THREADS)


def fair_threads(usual: int, load: Load, runs: int = 0) -> int:
    """The threads that the cores have room for: those that others leave free, or an equal share if that is more.

    `usual` is the number on an idle machine; `runs` are the other trainings on this one, if any is known.
    Threads wait for the slowest of them: one too many costs more than one too few.
    """
    if load.others_cpu is None and load.steal is None:
        return usual
    taken = (load.others_cpu or 0.0) + (load.steal or 0.0)
    share = load.cores / (1 + max(1, runs))
    return max(1, min(usual, math.floor(max(load.cores - taken, share) + 0.5)))


def free_threads(usual: int, load: Load) -> int:
    """The threads that cores are surely free for, to have more of them again; 0 if nothing says so."""
    if load.others_cpu is None:
        return 0
    free = load.cores - load.others_cpu - (load.steal or 0.0)
    return max(0, min(usual, math.floor(free + IDLE_CORES)))


def usual_threads(torchs: int, cores: float) -> int:
    """The threads on an idle machine: as many as torch takes, but not more than a container's quota lets run."""
    return max(1, min(torchs, math.floor(cores)))
