"""Trials of a sweep that only write logs, in the test's own process: a sweep of them takes moments."""

import contextlib
import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar
from unittest import mock

from fledge.analyze import sweep as judging
from fledge.analyze.forecast import Forecast, forecast
from fledge.api import sweep_pool, sweeping
from fledge.api.sweep_process import last_iteration
from fledge.config.load import load_config
from fledge.config.schedule import learning_rate
from fledge.config.schema import Config
from fledge.logs.facts import Facts
from fledge.logs.rundir import RunLog

SHARE_PER_LOOK = 0.05  # of a run that a trial gets further between two looks of the sweep
TRIAL = ["--dataset=tiny", "--n_layer=1", "--n_head=1", "--n_embd=16", "--block_size=64", "--batch_size=128",
         "--vocab_size=30", "--device=cpu", "--max_iters=320", "--eval_interval=10", "--eval_iters=50",
         "--warmup_iters=0", "--lr_decay_iters=320", "--min_lr=0"]  # fmt: skip


def final_loss(rate: float) -> float:
    """A valley around 0.02: 3% and more higher with a rate half or twice as high."""
    return 1.5 * (1 + 0.07 * math.log2(rate / 0.02) ** 2)


def val_loss(config: Config, it: int) -> float:
    share = it / config.max_iters
    return final_loss(config.learning_rate) * (1 + 0.8 * (math.exp(-4 * share) - math.exp(-4)))


class FakeTrial:
    """In place of TrialProcess."""

    started: ClassVar[list[str]] = []  # the folders' names, in order
    failures: ClassVar[dict[float, tuple[int, str]]] = {}  # by learning rate: the exit code and what is said
    speeds: ClassVar[dict[float, int]] = {}  # by learning rate: how many times as fast as the others

    def __init__(self, typed: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.was_asked_to_stop, self.is_held, self.seconds = False, False, 1.0
        self.config = load_config([*typed, f"--out_dir={folder}"])
        self.it = last_iteration(folder)
        RunLog(folder, self.config, resumed=self.it > 0).close()
        FakeTrial.started.append(folder.name)

    @property
    def exit_code(self) -> int | None:
        if self.config.learning_rate in self.failures and self.it > 0:
            return self.failures[self.config.learning_rate][0]
        if self.was_asked_to_stop or self.it >= self.config.max_iters:
            return 0
        if not self.is_held:
            self._train()
        return None

    def _train(self) -> None:
        fails = self.config.learning_rate in self.failures  # at one iteration, however fast it is
        speed = 1 if fails else self.speeds.get(self.config.learning_rate, 1)
        last = min(self.config.max_iters, self.it + round(speed * SHARE_PER_LOOK * self.config.max_iters))
        log = RunLog(self.folder, self.config, resumed=True)
        for it in range(self.it, last + 1):
            loss = val_loss(self.config, it)
            rate = learning_rate(self.config, it)
            if it % self.config.eval_interval == 0 or it == self.config.max_iters:
                log.event("eval", iter=it, lr=rate, train_loss=loss, val_loss=loss)
            if it < last:
                log.event("iter", iter=it, lr=rate, loss=loss)
        log.close()
        self.it = last

    def hold(self) -> bool:
        self.is_held = True
        return True

    def let_go(self) -> None:
        self.is_held = False

    def ask_to_stop(self) -> None:
        self.was_asked_to_stop = True

    def end(self) -> None:
        self.was_asked_to_stop = True

    def take_error(self) -> str:
        return self.failures.get(self.config.learning_rate, (0, ""))[1]


FORECASTS: dict[bytes, Forecast] = {}


def forecast_once(facts: Facts, to: int) -> Forecast:
    """Many tests sweep over the same few trials, and judge them at the same places."""
    run = facts.run
    curves = [(name, run.curve(name).iters.tobytes(), run.curve(name).values.tobytes()) for name in sorted(run.curves)]
    key = repr((curves, sorted((name, known.value) for name, known in run.settings.items()), to)).encode()
    digest = hashlib.sha256(key).digest()
    if digest not in FORECASTS:
        FORECASTS[digest] = forecast(facts, to)
    return FORECASTS[digest]


@contextlib.contextmanager
def fake_trials() -> Iterator[None]:
    """Meanwhile sweeps start no processes."""
    with (
        mock.patch.object(sweep_pool, "TrialProcess", FakeTrial),
        mock.patch.object(sweeping, "LOOK_EVERY_S", 0.0),
        mock.patch.object(sweep_pool, "has_room_to_hold", return_value=True),
        mock.patch.object(judging, "forecast", forecast_once),
        mock.patch.object(FakeTrial, "started", []),
        mock.patch.object(FakeTrial, "failures", {}),
        mock.patch.object(FakeTrial, "speeds", {}),
    ):
        yield
