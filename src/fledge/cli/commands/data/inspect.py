"""`fledge data inspect`: what is in a dataset, and whether it is sound."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import raise_all
from fledge.config.fields import read_options, setting

SUMMARY = "what is in a dataset, and whether it is sound"
USAGE = "fledge data inspect DATASET [--key=value ...] [--json]"
ABOUT = """\
Shows a dataset's shards and counts, where it came from, its most common tokens,
and a piece of its text from a random place. Every shard is read and compared
with the sha256 it was written with; every token has to be in the vocabulary,
and as many <|endoftext|> as documents in it. DATASET is a directory or a name
in data/; nanoGPT's own directories will do.

  fledge data inspect shakespeare_char
  fledge data inspect fineweb_edu --no-check
  fledge data inspect /mnt/sets/mine --sample=2000 --seed=7

The exit code is 1 if something is wrong with it.
"""


@dataclass(frozen=True)
class Options:
    data_dir: str = setting("data", "where DATASET is, if it is a name", group="Looking")
    check: bool = setting(True, "--no-check reads only some of it: seconds instead of minutes for a large one")
    all: bool = setting(False, "count every token for the most common ones, not only those of evenly spaced places")
    sample: int = setting(300, "characters of text to show of each split", least=0, most=1e6)
    seed: int = setting(1, "another one shows another place", least=0, most=2**32)
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


def run(argv: Sequence[str]) -> int:
    options, names, problems = read_options(Options, argv)
    if not names:
        problems.append("no dataset to look at. Try: fledge data inspect shakespeare_char")
    elif len(names) > 1:
        problems.append(f"one DATASET at a time, not {' and '.join(names[:2])}.")
    raise_all(problems)

    from fledge.common.progress import byte_bar
    from fledge.data.inspect import disk_size, inspect_dataset

    path = _path(names[0], Path(options.data_dir))
    with byte_bar(f"reading {path.name}", disk_size(path)) as report:
        found = inspect_dataset(path, options.check, options.all, options.sample, options.seed, report)
    if options.json:
        print(json.dumps(found.to_json(), indent=1, ensure_ascii=False))
    else:
        from fledge.cli.pages.inspect_page import print_page

        print_page(found)
        for problem in found.problems:
            print(f"problem: {problem}", file=sys.stderr)
    return 1 if found.problems else 0


def _path(word: str, data_dir: Path) -> Path:
    from fledge.data.dataset import is_dataset

    here, below = Path(word), data_dir / word
    return here if is_dataset(here) or (here.is_dir() and not below.is_dir()) else below
