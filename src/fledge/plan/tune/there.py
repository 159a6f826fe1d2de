"""Tuning for a GPU that is not here: planned rates, from the traced step and the roofline."""

import math
from collections.abc import Sequence
from dataclasses import replace

from fledge.common.errors import FledgeError
from fledge.common.progress import Show
from fledge.config.fields import Value
from fledge.config.schema import Config
from fledge.hardware.table import Device
from fledge.plan.memory import estimate_memory, fits
from fledge.plan.planner import Planner
from fledge.plan.roofline import CONSTANTS
from fledge.plan.tune.ratio import RESOLUTION_SHARE
from fledge.plan.tune.result import Candidate, Tuning
from fledge.plan.tune.search import KNEE_SHARE, Budget
from fledge.plan.tune.sizes import ladder
from fledge.plan.tune.variants import micro_batches, with_micro_batch
from fledge.plan.types import Demands, Target
from fledge.texts import Message, say, text

# What the host adds to a micro-batch, by pairs of micro-batches on one GPU in bench/published_speeds.csv: 1 to 10 ms in
# twelve of a script's thirteen pairs; 23 ms between two logs of a nanochat fork on an H200, of which the one with short
# micro-batches let DDP look for unused parameters and the other did not. Plans have a constant: what a host adds
# depends on its CPU and on the program, and no data sheet tells.
SLOW_HOST_S = 20e-3
MAX_NAMED = 3  # of the micro-batches that were not reached


def tune_there(config: Config, target: Target, budget: Budget, show: Show) -> Tuning:
    """Choose the smallest micro-batch whose planned rate is as good as the best one's."""
    device = target.device
    if device.bandwidth is None:
        raise FledgeError(say("tune.no_bandwidth", device=device.name), say("tune.add_bandwidth"))
    planner = Planner(show)
    sure = say("tune.sure.data_sheet", share=RESOLUTION_SHARE)
    found: dict[int, Candidate] = {}
    too_large = math.inf
    sizes = sorted({*ladder(micro_batches(config)), config.batch_size})
    for size in [config.batch_size, *(size for size in sizes if size != config.batch_size)]:  # the user's own first
        if size > too_large:
            continue
        if any(candidate.fits is not False for candidate in found.values()) and budget.left() <= 0:
            untried = [str(size) for size in sizes if size not in found and size < too_large]
            sure = say("tune.sure.budget_ended", sizes=untried[:MAX_NAMED], budget=2 * budget.seconds)
            break
        show(text(say("tune.doing.micro_batch", seconds=budget.used(), size=size)))
        found[size] = _planned_candidate(with_micro_batch(config, size), target, planner)
        if found[size].fits is False:
            too_large = min(too_large, size)
    candidates = with_slow_host([found[size] for size in sorted(found)], config)
    fitting = [candidate for candidate in candidates if candidate.fits is not False]
    if not fitting:
        raise nothing_fits(candidates[0], device)
    best = max(fitting, key=lambda candidate: candidate.tokens_per_s)
    choice = _smallest_reaching(1 - RESOLUTION_SHARE, best, fitting)
    usual = {"dtype": target.dtype, "compile": target.compiled, "attention": target.attend}
    return Tuning(
        config=config,
        device=device,
        candidates=candidates,
        best=best,
        knee=_smallest_reaching(KNEE_SHARE, best, fitting),
        choice=choice,
        sure=sure,
        basis=say("tune.basis.roofline"),
        usual=usual,
        choices=usual,
        settings=settings_of(choice),
        seconds=budget.used(),
        notes=[*target.notes, *about_the_host(fitting, choice)],
    )


def with_slow_host(candidates: Sequence[Candidate], config: Config) -> list[Candidate]:
    """The candidates, and what share of the best speed each has where the host adds SLOW_HOST_S to a micro-batch."""
    slow = {
        candidate.batch_size: config.tokens_per_iter / candidate.tokens_per_s
        + candidate.accumulation * (SLOW_HOST_S - CONSTANTS.micro_batch_s)
        for candidate in candidates
        if candidate.rate is not None
    }  # seconds of an iteration
    return [
        replace(candidate, slow_host_share=min(slow.values()) / slow[candidate.batch_size])
        if candidate.batch_size in slow
        else candidate
        for candidate in candidates
    ]


def about_the_host(candidates: Sequence[Candidate], choice: Candidate) -> list[Message]:
    """That a slow host makes another micro-batch the best, if the choice would lose by that."""
    share = choice.slow_host_share
    if share is None or share >= 1 - RESOLUTION_SHARE:
        return []
    best = max(candidates, key=lambda candidate: candidate.slow_host_share or 0.0)
    sizes = {"choice": choice.batch_size, "largest": best.batch_size}
    host = {"usual": 1000 * CONSTANTS.micro_batch_s, "slow": 1000 * SLOW_HOST_S}
    return [say("tune.note.slow_host", choice_share=share, **sizes, **host)]


def _smallest_reaching(share: float, best: Candidate, candidates: list[Candidate]) -> Candidate:
    return next(candidate for candidate in candidates if candidate.tokens_per_s >= share * best.tokens_per_s)


def _planned_candidate(config: Config, target: Target, planner: Planner) -> Candidate:
    memory, _ = estimate_memory(planner.trace(config, target), target)
    verdict = fits(memory, target.device)
    rate = None
    if verdict is not False:
        rate = planner.plan(config, target, Demands(measure=False))["tokens_per_s"]
    return Candidate(config.batch_size, config.gradient_accumulation_steps, rate, memory, verdict)


def nothing_fits(smallest: Candidate, device: Device) -> FledgeError:
    problem = say("tune.nothing_fits", device=device.name, batch=smallest.batch_size)
    if smallest.memory:
        most = smallest.memory.high / 1024
        problem = say("tune.nothing_fits_in", device=device.name, batch=smallest.batch_size, most=most)
    return FledgeError(problem, say("tune.smaller_model"))


def settings_of(choice: Candidate) -> dict[str, Value]:
    return {"batch_size": choice.batch_size, "gradient_accumulation_steps": choice.accumulation}
