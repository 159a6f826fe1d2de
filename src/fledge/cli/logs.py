"""The runs and logs that explain, forecast, compare and report are given, with what the user knows of them besides."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fledge.common.errors import FledgeError, raise_all
from fledge.config.fields import convert, did_you_mean, setting
from fledge.config.schema import SETTINGS, find_config_file, load_config

if TYPE_CHECKING:
    from fledge.logs.facts import Facts
    from fledge.logs.readers.log import LogReading
    from fledge.logs.run import Known

# what a log may not say, and is no setting of a training
ALSO = ("tokens_per_iter", "dataset_tokens", "params", "processes")
# what nanoGPT runs with where a settings file is silent
DEFAULTED = [
    *("n_layer", "n_head", "n_embd", "block_size", "bias", "dropout", "batch_size", "gradient_accumulation_steps"),
    *("max_iters", "learning_rate", "min_lr", "decay_lr", "lr_decay_iters", "warmup_iters", "weight_decay"),
    *("beta1", "beta2", "grad_clip", "eval_iters", "eval_interval"),
]


@dataclass(frozen=True)
class Sources:
    gpu: str = setting("", "the GPU it ran on, where the log does not name it", group="What the log does not say")
    config: str = setting("", "the settings file it ran with; one for each log with commas")
    pick: int = setting(0, "which run of a file that holds several, 1 for the first; 0 takes the last", least=0)


def split_words(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """Names of runs, and settings written as --key=value."""
    return [word for word in argv if not _is_option(word)], [word for word in argv if _is_option(word)]


def _is_option(word: str) -> bool:
    return word.startswith("--")


def known_settings(words: Sequence[str]) -> dict[str, "Known"]:
    """--n_embd=384 --tokens_per_iter=524288: what the user knows of a run."""
    from fledge.logs.run import Known

    found: dict[str, Known] = {}
    problems = []
    for word in words:
        name, equals, raw = word.removeprefix("--").partition("=")
        key = name.replace("-", "_")
        try:
            if key in ALSO:
                value = float(raw.replace(",", ""))
                if not 0 < value < 1e24:
                    raise ValueError(f"{raw!r} is not a positive number")
                found[key] = Known(value, "command line")
            elif key in SETTINGS and equals:
                found[key] = Known(convert(SETTINGS[key], raw), "command line")
            elif key in SETTINGS:
                problems.append(f"--{name} needs a value: --{key}={SETTINGS[key].default}.")
            else:
                problems.append(f"unknown setting --{name}.{did_you_mean(key, [*SETTINGS, *ALSO])}")
        except ValueError as error:
            reason = str(error) if key in SETTINGS else f"{raw!r} is not a positive number"
            problems.append(f"--{key}={raw[:40]}: {reason}.")
    raise_all(problems)
    return found


def file_settings(path: str) -> dict[str, "Known"]:
    """What a settings file says, and the defaults for the rest: nanoGPT's, as it runs with."""
    from fledge.logs.run import Known

    try:
        config = load_config([str(find_config_file(path))])
    except FledgeError as error:
        if Path(path).is_file():
            raise
        raise FledgeError(f"no settings file {path}.", "Name the .py file that the run was started with.") from error
    chosen = {name: Known(getattr(config, name), path) for name in SETTINGS if config.chosen(name)}
    others = {name: Known(getattr(config, name), "nanoGPT's default") for name in DEFAULTED if name not in chosen}
    return {**others, **chosen}


def open_runs(names: Sequence[str], sources: Sources, words: Sequence[str]) -> list[tuple["Facts", "LogReading"]]:
    """Each named run or log, with its settings completed from files and the command line."""
    from fledge.hardware.table import find_gpu
    from fledge.logs.facts import Facts
    from fledge.logs.readers import read_log
    from fledge.logs.rundir import RUNS

    known = known_settings(words)
    device = find_gpu(sources.gpu) if sources.gpu else None
    files = [part.strip() for part in sources.config.split(",")] if sources.config else []
    if len(files) not in (0, 1, len(names)):
        what = f"--config names {len(files)} files for {len(names)} logs."
        raise FledgeError(what, "Name one for all, or one for each.")
    if names.count("-") > 1:
        raise FledgeError("- stands for what is piped in, once.", "Save one of them to a file.")
    found = []
    for number, name in enumerate(names):
        there = name if name == "-" or Path(name).exists() or not (RUNS / name).exists() else str(RUNS / name)
        reading = read_log(there)
        if sources.pick > len(reading.runs):
            raise FledgeError(f"{name} holds {len(reading.runs)} runs.", f"Try --pick={len(reading.runs)}.")
        run = reading.runs[sources.pick - 1]  # 0 picks the last
        values = file_settings(files[number if len(files) > 1 else 0]) if files else {}
        # what the log itself says was so: a file, or nanoGPT's defaults, may have been overridden
        found.append((Facts(run.with_settings({**values, **run.settings, **known}), device), reading))
    return found
