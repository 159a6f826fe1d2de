"""`fledge devices`: this machine, and the table of GPUs with the source of each figure."""

import json
import sys

import torch

from fledge.api.asked_gpus import notes_on_names
from fledge.cli.pages.devices_page import print_devices, print_gpu
from fledge.common.errors import FledgeError
from fledge.hardware.gpu_names import find_gpu
from fledge.hardware.machine import this_machine
from fledge.hardware.table import gpu_table
from fledge.options.devices import DevicesOptions
from fledge.options.parser import Arguments
from fledge.texts import say


def run(arguments: Arguments) -> int:
    options: DevicesOptions = arguments.options
    name = " ".join(arguments.words)
    if name and options.measure:
        raise FledgeError(say("devices.measure_here", name=name), say("devices.leave_one_out"))
    for note in notes_on_names([name] if name else []):
        print(say("plan.page.note", note=note), file=sys.stderr)
    if name and options.json:
        print(json.dumps(find_gpu(name).to_json(), indent=2))
    elif name:
        print_gpu(find_gpu(name))
    else:
        _show_all(options)
    return 0


def _show_all(options: DevicesOptions) -> None:
    if options.measure:
        print(say("devices.measuring"), file=sys.stderr)
    here = this_machine(options.measure)
    threads = torch.get_num_threads()
    if options.json:
        machine = [{**device.to_json(), "threads": threads if device.kind == "cpu" else None} for device in here]
        table = [device.to_json() for device in gpu_table()]
        print(json.dumps({"this_machine": machine, "table": table}, indent=2))
    else:
        print_devices(here, threads, gpu_table())
