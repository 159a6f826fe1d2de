"""Ladders that were climbed before, kept in the cache directory: one file for each text and recipe."""

import contextlib
import dataclasses
import hashlib
import json
import math
from pathlib import Path
from typing import Any

from fledge.common import files
from fledge.common.errors import FledgeError
from fledge.config.schema import Config
from fledge.data.identity import identity
from fledge.data.mixture import Data
from fledge.plan.rung import Rung, rung_of

# Settings that a rung has itself, or that do not change what is learned.
SIZES = ("depth", "n_layer", "n_head", "n_embd", "learning_rate", "min_lr", "seed")
BATCHES = ("batch_size", "gradient_accumulation_steps", "max_iters", "lr_decay_iters", "warmup_iters")
OF_OTHERS = (
    *("out_dir", "init_from", "eval_interval", "eval_iters", "eval_only", "log_interval", "always_save_checkpoint"),
    *("keep", "sample_interval", "on_nan", "track", "wandb_log", "wandb_project", "wandb_run_name", "dataset"),
    *("data_dir", "prepare_tokens", "device", "dtype", "compile", "threads", "backend", "parallel", "hang_timeout"),
    *("checkpoint_activations", "planned_loss", "adapt_threads"),
)
NOT_RECIPE = {*SIZES, *BATCHES, *OF_OTHERS}

FOLDER = "ladders"  # in the cache


class LadderStore:
    """The rungs of one text and one recipe. Where the cache directory can't be written they last for this process."""

    def __init__(self, config: Config, data: Data) -> None:
        self.path = _path(config, data)
        self.rungs, self.climbed_s = _read(self.path)

    def add(self, rung: Rung) -> None:
        """Kept at once: who stops the ladder keeps what is finished."""
        before, climbed_s = _read(self.path)  # another process may have added some
        self.rungs = [*(old for old in before or self.rungs if not _is_same(old, rung)), rung]
        self.climbed_s = max(self.climbed_s, climbed_s)
        self._write()

    def climbed(self, seconds: float) -> None:
        """A ladder of so many seconds is complete: none that is as long has to be climbed again."""
        self.climbed_s = max(self.climbed_s, seconds)
        self._write()

    def _write(self) -> None:
        document = {"climbed_s": self.climbed_s, "rungs": [known.to_json() for known in self.rungs]}
        if self.path is not None:
            with contextlib.suppress(FledgeError):
                files.write_text(self.path, json.dumps(document, indent=1) + "\n")


def remember_run(config: Config, data: Data, val_loss: float, seconds: float) -> None:
    """A planned run that has finished is the highest rung of the next plan."""
    step_s = seconds / max(1, config.max_iters)
    LadderStore(config, data).add(rung_of(config, data, val_loss, step_s=step_s, seconds=seconds, is_whole_run=True))


def _path(config: Config, data: Data) -> Path | None:
    recipe = {name: value for name, value in sorted(config.values().items()) if name not in NOT_RECIPE}
    text = {name: about["digest"] for name, about in identity(data).items()}
    shares = sorted(config.shares.values())
    key = hashlib.sha256(repr((recipe, sorted(text.items()), shares)).encode()).hexdigest()[:24]
    try:
        return files.cache_dir() / FOLDER / f"{key}.json"
    except FledgeError:  # no home directory
        return None


def _is_same(one: Rung, other: Rung) -> bool:
    names = ("depth", "tokens", "text_tokens", "tokens_per_iter", "learning_rate", "seed", "is_whole_run")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _read(path: Path | None) -> tuple[list[Rung], float]:
    """The valid rungs of a file, and the longest ladder; none if it is absent or damaged."""
    if path is None:
        return [], 0.0
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        entries, seconds = document["rungs"], float(document["climbed_s"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return [], 0.0
    if not isinstance(entries, list) or not math.isfinite(seconds):
        return [], 0.0
    found = [_rung(entry) if isinstance(entry, dict) else None for entry in entries]
    rungs = [rung for rung in found if rung is not None]
    return rungs, seconds if len(rungs) == len(found) else 0.0  # what is missing has to be run again


def _rung(entry: dict[str, Any]) -> Rung | None:
    fields = dataclasses.fields(Rung)
    needed = {field.name for field in fields if field.default is dataclasses.MISSING}  # others are newer
    if not needed <= set(entry) <= {field.name for field in fields}:
        return None
    for name, value in entry.items():
        is_number = isinstance(value, int | float) and math.isfinite(value) and value >= 0
        if not is_number or (name in ("params", "tokens", "text_tokens", "val_loss", "tokens_per_iter") and not value):
            return None
    return Rung(**entry)
