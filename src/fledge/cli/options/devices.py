"""`fledge devices`: this machine, and the table of GPUs."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.config.fields import setting


@dataclass(frozen=True)
class DevicesOptions:
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")
    measure: bool = setting(
        False, "measure this machine's matmul peaks now and remember them; if it was busy the last time"
    )


COMMAND = Command(
    name="devices",
    summary="this machine's speed, and the GPUs whose figures are known",
    usage="fledge devices [NAME] [--key=value ...]",
    about="""\
Shows what this machine can train on and how fast it multiplies matrices, then
the table of GPUs that MFU and plans are computed from: peak TFLOP/s, memory,
bandwidth and power. With a NAME, everything known about that GPU: its figures,
what others measured, the sources, and what is in doubt.

  fledge devices
  fledge devices --measure
  fledge devices rtx 4070 ti
  fledge devices a100 80gb --json
""",
    options=DevicesOptions,
    word="NAME",
)
