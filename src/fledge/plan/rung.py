"""A rung: one small run of a ladder, trained in memory to the end of its schedule and evaluated once."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from fledge.config.schedule import learning_rate
from fledge.config.schema import Config
from fledge.data.mixture import Data
from fledge.model.flops import parameters, parameters_ngrams
from fledge.optim.build import set_rates
from fledge.train.counting import counts_of
from fledge.train.evaluate import Evaluator
from fledge.train.launch import new_launch
from fledge.train.session import Session, new_session
from fledge.train.step import TrainingStep, batches_of, held_out_batches


@dataclass(frozen=True)
class Rung:
    """What a run was, and the validation loss it ended with."""

    depth: int
    params: int  # without the n-gram table
    tokens: int  # that it trained on
    text_tokens: int  # of the training split
    tokens_per_iter: int
    learning_rate: float
    seed: int
    val_loss: float
    network_loss: float  # without counts of n-grams; 0: not measured, of a whole run
    counts_loss: float  # of the counts alone; 0: there are none
    val_error: float  # its standard error, where not the whole validation split was read
    step_s: float  # seconds of an iteration
    seconds: float  # of everything
    is_whole_run: bool = False  # a planned run that has finished, and not one of a ladder
    held_out_loss: float = 0.0  # on pieces held out of the training text; 0: there are none, or it was not measured

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def weights_of(config: Config) -> int:
    """The parameters that count in a scaling law: nobody has fitted what the rows of an n-gram table are worth."""
    return parameters(config.shape) - parameters_ngrams(config.shape)


def rung_of(
    config: Config,
    data: Data,
    val_loss: float,
    *,
    step_s: float,
    seconds: float,
    network_loss: float = 0.0,
    counts_loss: float = 0.0,
    val_error: float = 0.0,
    is_whole_run: bool = False,
    held_out_loss: float = 0.0,
) -> Rung:
    """What a run with this config, which ended with this loss, says to the law."""
    return Rung(
        depth=config.n_layer,
        params=weights_of(config),
        tokens=config.tokens_per_iter * config.max_iters,
        text_tokens=data.tokens["train"],
        tokens_per_iter=config.tokens_per_iter,
        learning_rate=config.learning_rate,
        seed=config.seed,
        val_loss=val_loss,
        network_loss=network_loss,
        counts_loss=counts_loss,
        val_error=val_error,
        step_s=step_s,
        seconds=seconds,
        is_whole_run=is_whole_run,
        held_out_loss=held_out_loss,
    )


def run_rung(
    config: Config, data: Data, val_tokens: int, before: Session | None, advance: Callable[[], None]
) -> tuple[Rung, Session]:
    """Trains the config and reads `val_tokens` of the validation split.

    `advance` is called after every iteration, and may raise to stop it.

    `before` is an earlier rung, whose choices and counts of n-grams are taken: to measure and to count anew would take
    longer than the rung.
    """
    began = time.perf_counter()
    launch = new_launch(config, data, choices=None if before is None else before.runtime.choices())
    if before is not None:
        launch = replace(launch, counted=counts_of(before.model))
    session = new_session(launch)
    batches = batches_of(session, "train")
    step, times = TrainingStep(session, session.model, batches), []
    for it in range(config.max_iters):
        set_rates(session.optimizers, learning_rate(config, it), it)
        start = time.perf_counter()
        step.run(it)
        session.runtime.synchronize()
        times.append(time.perf_counter() - start)
        advance()
    val, held_out = batches_of(session, "val"), held_out_batches(session)
    evaluator = Evaluator(config, session.runtime, batches, val, None, held_out)
    found = evaluator.sampled(session.model, val_tokens)
    rung = rung_of(
        config,
        data,
        found.mean,
        network_loss=found.network,
        counts_loss=found.counts,
        val_error=found.error,
        held_out_loss=found.held_out,
        step_s=float(np.median(times)),
        seconds=time.perf_counter() - began,
    )
    return rung, session
