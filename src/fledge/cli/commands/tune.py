"""`fledge tune`: the micro-batch and accumulation with the most tokens a second that fit."""

import json
import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fledge.cli.cards import Cards, asked_devices
from fledge.cli.commands import take_settings, take_switch, with_data
from fledge.cli.pages.tune_page import FILE_MARK, print_tuning, settings_text
from fledge.common import files
from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.config.schema import load_config

SUMMARY = "find the micro-batch that trains fastest and fits"
USAGE = """\
fledge tune [file.py ...] [--key=value ...] [--budget=120] [--gpu=NAME]
            [--out=tuned.py] [--overwrite] [--json]"""
ABOUT = """\
Takes every setting of `fledge train` and splits the same number of tokens an
iteration into micro-batches in other ways: batch_size x
gradient_accumulation_steps. On this machine each is measured, with random
tokens; memory comes from tracing the step. Then number format, threads and
torch.compile are tried on the winner, as far as you left them open. With --gpu
everything comes from trace and roofline, and is not measured.

  fledge tune config/train_shakespeare_char.py
  fledge tune config/train_gpt2.py --budget=600
  fledge tune config/train_gpt2.py --gpu="RTX 4070"

Writes a settings file to name last: fledge train config/train_gpt2.py tuned.py
"""


@dataclass(frozen=True)
class Options(Cards):
    budget: float = setting(
        120.0, "seconds; more of them tell smaller differences apart", group="Search", above=0, most=1e6
    )
    out: str = setting("tuned.py", "the settings file that is written", group="Output")
    overwrite: bool = setting(False, "also over a file that `fledge tune` did not write")
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


def run(argv: Sequence[str]) -> int:
    trust, rest = take_switch(argv, "trust-config")
    options, rest = take_settings(Options, rest)
    config = load_config(rest, trust)
    if config.init_from != "scratch":
        raise FledgeError(
            f"fledge tune builds a new model, not init_from={config.init_from}.",
            "Give the model's size instead: --init_from=scratch --n_layer=... --n_head=... --n_embd=...",
        )
    if os.environ.get("WORLD_SIZE", "1") != "1":
        raise FledgeError("fledge tune measures one process.", "Start it without torchrun.")
    out = Path(options.out)
    _check_place(out, options.overwrite)
    devices = asked_devices(options)
    if len(devices) > 1:
        raise FledgeError("fledge tune takes one GPU at a time.", f"Try --gpu='{devices[0].name}'.")
    config, _, notes = with_data(config)
    from fledge.common.progress import status_line
    from fledge.plan.tune.search import Budget
    from fledge.plan.tune.tuner import tune_here, tune_there

    budget = Budget(options.budget)
    with status_line() as show:
        tuning = tune_there(config, devices[0], budget, show) if devices else tune_here(config, budget, show)
    command = shlex.join(["fledge", "train", *rest, str(out)])
    if options.json:
        print(json.dumps({**tuning.to_json(), "file": str(out), "command": command, "more_notes": notes}, indent=1))
    else:
        print_tuning(tuning, notes, command)
    files.write_text(out, settings_text(tuning, rest))
    return 0


def _check_place(out: Path, overwrite: bool) -> None:
    """Known before minutes are spent: the file may be written."""
    if out.is_dir() or not out.name:
        raise FledgeError(f"--out={out} is a directory.", "Name a file: --out=tuned.py.")
    if out.exists() and not overwrite and not out.read_bytes().startswith(FILE_MARK.encode()):
        raise FledgeError(f"{out} exists and is not fledge tune's.", "Name another --out, or add --overwrite.")
