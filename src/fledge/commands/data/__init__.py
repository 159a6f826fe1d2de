"""`fledge data`: what is in a dataset. One module a sub-command."""

from collections.abc import Sequence
from dataclasses import dataclass

from fledge.errors import FledgeError
from fledge.settings import did_you_mean

SUBCOMMANDS = ("inspect",)
SUMMARY = "what is in a dataset, and whether it is sound"
USAGE = "fledge data inspect DATASET [--key=value ...]"
ABOUT = """\
  fledge data inspect    shards, counts, a sample of the text, the most common
                         tokens, and whether every byte is what was written

`fledge data inspect --help` explains more.

  fledge data inspect shakespeare_char
"""


@dataclass(frozen=True)
class Options:
    """Sub-commands have their own."""


def run(argv: Sequence[str]) -> int:
    if argv:
        near = did_you_mean(argv[0], SUBCOMMANDS)
        raise FledgeError(f"fledge data has no {argv[0]!r}.{near}", f"It has {', '.join(SUBCOMMANDS)}.")
    print(f"{USAGE}\n\n{ABOUT.rstrip()}")
    return 0
