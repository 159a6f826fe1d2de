"""`fledge checkpoint inspect`: what is in a checkpoint."""

import json

from fledge.cli.pages.checkpoint_page import print_checkpoint
from fledge.common.text import for_json
from fledge.options.checkpoint import CheckpointInspectOptions
from fledge.options.parser import Arguments
from fledge.train.checkpoint_report import named_step, report_on


def run(arguments: Arguments) -> int:
    options: CheckpointInspectOptions = arguments.options
    found = report_on(named_step(arguments.words[0] if arguments.words else None, options.which))
    if options.json:
        print(json.dumps(for_json(found.to_json()), indent=1))
    else:
        print_checkpoint(found)
    return 0
