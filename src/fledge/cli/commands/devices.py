"""`fledge devices`: this machine, and the table of GPUs, with where each figure comes from."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from fledge.cli.pages.devices_page import print_devices, print_gpu
from fledge.common.errors import FledgeError, raise_all
from fledge.config.fields import read_options, setting
from fledge.hardware.table import find_gpu, gpu_table

SUMMARY = "this machine's speed, and the GPUs whose figures are known"
USAGE = "fledge devices [NAME] [--key=value ...]"
ABOUT = """\
Shows what this machine can train on and how fast it multiplies matrices, then
the table of GPUs that MFU and plans are reckoned with: peak TFLOP/s, memory,
bandwidth and power. With a NAME, everything known about that GPU: its figures,
what others measured, where it all comes from, and what is in doubt.

  fledge devices
  fledge devices --measure
  fledge devices rtx 4070 ti
  fledge devices a100 80gb --json
"""


@dataclass(frozen=True)
class Options:
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")
    measure: bool = setting(
        False, "measure this machine's matmul peaks now and remember them: when it was busy the last time"
    )


def run(argv: Sequence[str]) -> int:
    options, words, problems = read_options(Options, argv)
    raise_all(problems)
    name = " ".join(words)
    if name and options.measure:
        raise FledgeError(f"--measure is for this machine, not for {name!r}.", "Leave one of the two out.")
    if name:
        _show_gpu(name, options.json)
    else:
        _show_all(options)
    return 0


def _show_gpu(name: str, as_json: bool) -> None:
    device = find_gpu(name)
    if as_json:
        print(json.dumps(device.to_json(), indent=2))
    else:
        print_gpu(device)


def _show_all(options: Options) -> None:
    import torch

    from fledge.hardware.machine import this_machine

    if options.measure:
        print("measuring this machine's matmuls for about a second ...", file=sys.stderr)
    here = this_machine(options.measure)
    threads = torch.get_num_threads()
    if options.json:
        machine = [{**device.to_json(), "threads": threads if device.kind == "cpu" else None} for device in here]
        table = [device.to_json() for device in gpu_table()]
        print(json.dumps({"this_machine": machine, "table": table}, indent=2))
        return
    print_devices(here, threads, gpu_table())
