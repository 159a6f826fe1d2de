"""`fledge bench`: this machine's training speed, measured."""

from dataclasses import dataclass

from fledge.config.fields import setting

SUBCOMMANDS = ("speed",)
SUMMARY = "how fast this machine trains"
USAGE = "fledge bench speed [file.py ...] [--key=value ...]"
ABOUT = """\
  fledge bench speed     tokens per second and MFU of training, peak memory, and
                         where the time of an iteration goes

Everything is measured several times; the median is shown, with the least and
the most. Close other programs first. `fledge bench speed --help` explains it.

  fledge bench speed config/train_shakespeare_char.py
  fledge bench speed --batch_size=1 --gradient_accumulation_steps=1
"""


@dataclass(frozen=True)
class Common:
    repeats: int = setting(3, "how often it is measured; more on a busy machine", group="Measuring", least=1, most=1000)
    json: bool = setting(False, "one JSON document on stdout, for programs to read")
