"""`fledge tune`: the micro-batch with the most tokens per second that fits."""

import json
import os
import shlex
from pathlib import Path

from fledge.api.asked_gpus import asked_gpus
from fledge.api.planned_data import with_data
from fledge.cli.pages.tune_page import FILE_MARK, print_tuning, settings_text
from fledge.cli.written_files import check_place
from fledge.common import files
from fledge.common.errors import FledgeError
from fledge.common.progress import status_line
from fledge.options.parser import Arguments
from fledge.options.tune import TuneOptions
from fledge.plan.program import PROGRAMS, in_program
from fledge.plan.targets import gpu_target
from fledge.plan.tune.here import tune_here
from fledge.plan.tune.search import Budget
from fledge.plan.tune.there import tune_there
from fledge.texts import say, text


def run(arguments: Arguments) -> int:
    options: TuneOptions = arguments.options
    config = arguments.config()
    if config.init_from != "scratch":
        raise FledgeError(
            say("tune.new_model", init_from=config.init_from),
            say("tune.give_size"),
        )
    if os.environ.get("WORLD_SIZE", "1") != "1":
        raise FledgeError(say("tune.one_process"), say("tune.no_torchrun"))
    out = Path(options.out)
    check_place(out, options.overwrite, FILE_MARK, usual="tuned.py")
    devices, names = asked_gpus(options)
    if len(devices) > 1:
        raise FledgeError(say("tune.one_gpu"), say("tune.try_gpu", name=devices[0].name))
    config, _, notes = with_data(config)
    notes += names
    budget = Budget(options.budget)
    with status_line() as show:
        if devices:
            program, attention = PROGRAMS[options.program], options.attention
            config = in_program(config, program)
            target = gpu_target(config, devices[0], program=program, attention=attention)
            tuning = tune_there(config, target, budget, show)
        else:
            tuning = tune_here(config, budget, show)
    written = None if tuning.is_kept else str(out)
    if tuning.is_kept:
        notes = [*notes, text(say("tune.note.kept"))]
        if out.exists():
            notes.append(text(say("tune.note.left", file=str(out))))
    command = shlex.join(["fledge", "train", *arguments.typed, *([written] if written else [])])
    if options.json:
        print(json.dumps({**tuning.to_json(), "file": written, "command": command, "more_notes": notes}, indent=1))
    else:
        print_tuning(tuning, notes, command)
    if written:
        files.write_text(out, settings_text(tuning, arguments.typed))
    return 0
