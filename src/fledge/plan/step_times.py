"""How long an iteration takes on this machine: the real step, run for some seconds, and remembered."""

import statistics
from dataclasses import replace

import torch

from fledge.common.progress import Show
from fledge.config.schema import Config
from fledge.hardware.matmul_peak import BUSY, CoreClock, measurement
from fledge.hardware.table import Calibration
from fledge.model.attention import Attend
from fledge.plan.bench import random_dataset
from fledge.plan.iteration_times import IterationTimer, OutOfMemory, Way
from fledge.train.choices import planned_seconds

LONGEST = 4.0  # seconds of a micro-step that is still run
SECONDS, REPEATS = 6.0, 3


def time_step(
    config: Config,
    where: torch.device,
    dtype: str,
    attend: Attend,
    compiled: bool,
    steps: int,
    measure: bool,
    show: Show,
) -> float | None:
    """Seconds of an iteration of `steps` micro-steps; None where it was never timed and can't be now.

    It can't where one micro-step takes too long or too much memory, or other work has the CPU.
    """
    way = Way(config.batch_size, steps, dtype, attend, compiled, torch.get_num_threads())
    what = f"iteration of {config.shape}, {config.optimizer}, dropout {config.dropout}, {way}"
    if config.mask_documents:
        what += ", documents masked"
    key = measurement(where, dtype, what, way.threads)
    calibration = Calibration.load()
    kept = calibration.get(key)
    single = replace(config, gradient_accumulation_steps=1, max_iters=1)
    if kept is not None or not measure or (where.type == "cpu" and planned_seconds(single) > LONGEST):
        return kept
    show("running the step for some seconds")
    times: list[float] = []
    quiet = replace(single, batch_size=1, init_from="scratch", sample_interval=0, dtype=dtype)
    with random_dataset(config.vocab_size, config.block_size) as dataset:
        try:
            timer, clock = IterationTimer(quiet, dataset), CoreClock()
            while len(times) < REPEATS or clock.wall() < SECONDS:
                times.append(timer.seconds(way))
        except OutOfMemory:
            return None
    if where.type == "cpu" and clock.share() < BUSY:
        return None
    calibration.put(key, statistics.median(times))
    return statistics.median(times)
