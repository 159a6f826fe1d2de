"""`fledge data inspect`: what is in a dataset, and whether it is intact."""

import json
import sys
from pathlib import Path

from fledge.cli.pages.inspect_page import print_page
from fledge.common.progress import byte_bar
from fledge.common.text import for_json
from fledge.data.dataset import is_dataset
from fledge.data.inspect import disk_size, inspect_dataset
from fledge.options.data import InspectOptions
from fledge.options.parser import Arguments
from fledge.texts import say, text


def run(arguments: Arguments) -> int:
    options: InspectOptions = arguments.options
    path = _path(arguments.words[0], Path(options.data_dir))
    with byte_bar(text(say("data.reading", name=path.name)), disk_size(path)) as report:
        found = inspect_dataset(path, options.check, options.all, options.sample, options.seed, report)
    if options.json:
        print(json.dumps(for_json(found.to_json()), indent=1))
    else:
        print_page(found)
        for problem in found.problems:
            print(say("data.problem_line", problem=problem), file=sys.stderr)
    return 1 if found.problems else 0


def _path(word: str, data_dir: Path) -> Path:
    here, below = Path(word), data_dir / word
    return here if is_dataset(here) or (here.is_dir() and not below.is_dir()) else below
