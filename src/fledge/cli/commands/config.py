"""`fledge config`: what a run's settings would be, and where each comes from."""

import json
from collections.abc import Sequence

from fledge.cli.commands import take_switch
from fledge.config.schema import Config, load_config, notes_on

SUMMARY = "show every setting of a run and where its value comes from"
USAGE = "fledge config [file.py ...] [--key=value ...] [--json]"
ABOUT = """\
Reads settings exactly as `fledge train` does, checks them, and prints each with
its origin: default, file:line, or command line.

  fledge config config/train_gpt2.py
  fledge config config/demo.py --n_layer=6 --json
"""
Options = Config


def run(argv: Sequence[str]) -> int:
    as_json, rest = take_switch(argv, "json")
    trust, rest = take_switch(rest, "trust-config")
    config = load_config(rest, trust)
    if as_json:
        print(json.dumps(config.to_json(), indent=1))
        return 0
    width = max(len(key) for key in config.values())
    for key, value in config.values().items():
        shown = f"{value:g}" if isinstance(value, float) else str(value)
        print(f"{key:<{width}}  {shown:<18} {config.origins[key]}")
    print(f"\ntokens per iteration: {config.tokens_per_iter:,}")
    for note in notes_on(config):
        print(f"note: {note}")
    return 0
