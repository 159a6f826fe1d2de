"""`fledge bench`: what this machine does, measured. One module a sub-command."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fledge.config.fields import setting

if TYPE_CHECKING:
    from fledge.common.stats import Spread

SUBCOMMANDS = ("speed", "loss", "sample")
SUMMARY = "how fast this machine trains, reaches a loss, and samples"
USAGE = "fledge bench speed | loss | sample [--key=value ...]"
ABOUT = """\
  fledge bench speed     tokens a second and MFU of training, peak memory, and
                         where the time of an iteration goes
  fledge bench loss      seconds until `fledge train` reaches a validation loss
  fledge bench sample    tokens a second of sampling, by context length

Everything is measured several times; the median is shown, with the least and
the most. Close other programs first. `fledge bench speed --help` explains each.

  fledge bench speed config/train_shakespeare_char.py
  fledge bench speed --batch_size=1 --gradient_accumulation_steps=1
  fledge bench loss config/demo.py --target=1.6
  fledge bench sample --prompts=16,512
"""


@dataclass(frozen=True)
class Common:
    """What every sub-command takes."""

    repeats: int = setting(3, "how often it is measured; more on a busy machine", group="Measuring", least=1, most=1000)
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


def shown(spread: "Spread") -> str:
    """1,234 (1,200 .. 1,301), 12.3 (12.1 .. 12.4), or 0.123 alone where all are alike."""
    decimals = 0 if spread.median >= 100 else 1 if spread.median >= 10 else 2 if spread.median >= 1 else 3
    median, least, most = (f"{value:,.{decimals}f}" for value in (spread.median, spread.min, spread.max))
    return median if least == most else f"{median} ({least} .. {most})"
