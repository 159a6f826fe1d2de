"""`fledge bench`: what this machine does, measured."""

from dataclasses import dataclass

from fledge.cli.command import Command, Group
from fledge.cli.options.shared import TrainingOptions
from fledge.config.fields import setting


@dataclass(frozen=True)
class BenchSpeedOptions(TrainingOptions):
    repeats: int = setting(3, "how often to measure; more on a busy machine", group="Measuring", least=1, most=1000)
    iters: int = setting(0, "iterations per repeat; 0: about two seconds' worth", least=0, most=1e6)
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


SPEED = Command(
    name="bench speed",
    summary="tokens per second of training, and where an iteration's time goes",
    usage="fledge bench speed [file.py ...] [--key=value ...] [--json]",
    about="""\
Takes every setting of `fledge train`, makes the same choices, and times its
iterations. Nothing is written. If the dataset is missing, it uses random
tokens: they take the same time.

  fledge bench speed config/train_shakespeare_char.py
  fledge bench speed --batch_size=1 --gradient_accumulation_steps=1
  fledge bench speed config/demo.py --dtype=float32 --json

MFU is the share of the device's peak that the model uses: FLOPs as nanoGPT
counts them, 6 N + 12 L C T per token, divided by the peak of `fledge devices`.
""",
    options=BenchSpeedOptions,
    settings="training",
)
COMMAND = Group(
    name="bench",
    summary="how fast this machine trains",
    usage="fledge bench speed [--key=value ...]",
    about="""\
  fledge bench speed     tokens per second and MFU of training, peak memory, and
                         where the time of an iteration goes

Everything is measured several times; the median is shown, with the lowest and
the highest. Close other programs first. `fledge bench speed --help` has more.

  fledge bench speed config/train_shakespeare_char.py
  fledge bench speed --batch_size=1 --gradient_accumulation_steps=1
""",
    commands={"speed": SPEED},
)
