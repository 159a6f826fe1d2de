"""`fledge demo`: from nothing to a sample, on this machine."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.config.fields import setting


@dataclass(frozen=True)
class DemoOptions:
    quick: bool = setting(False, "a smaller model and fewer iterations", group="Demo")


COMMAND = Command(
    name="demo",
    summary="prepare tiny Shakespeare, train a small GPT, show a sample",
    usage="fledge demo [--quick]",
    about="""\
Writes data/shakespeare_char and a run in runs/, in the current directory.
Ctrl-C stops it at any time and saves what was learned.

  fledge demo
  fledge demo --quick        a smaller model: a first sample within seconds
""",
    options=DemoOptions,
    most_words=0,
)
