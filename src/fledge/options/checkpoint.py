"""`fledge checkpoint`: what is in a checkpoint, whether it is intact, and one file made of many."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command, Group

WHICH = ("latest", "best")


@dataclass(frozen=True)
class CheckpointInspectOptions:
    which: str = setting("latest", "of a run's checkpoints; best has the lowest validation loss", choices=WHICH)
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


@dataclass(frozen=True)
class CheckpointVerifyOptions:
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


@dataclass(frozen=True)
class ConsolidateOptions:
    out: str = setting(
        "", "the new directory; or a file: NAME.safetensors has the weights, NAME.pt is nanoGPT's", also=("-o",)
    )
    which: str = setting("latest", "of a run's checkpoints; best has the lowest validation loss", choices=WHICH)
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


INSPECT = Command(name="checkpoint inspect", options=CheckpointInspectOptions, most_words=1)
VERIFY = Command(name="checkpoint verify", options=CheckpointVerifyOptions, most_words=1)
CONSOLIDATE = Command(name="checkpoint consolidate", options=ConsolidateOptions, most_words=1)
COMMAND = Group(name="checkpoint", commands={"inspect": INSPECT, "verify": VERIFY, "consolidate": CONSOLIDATE})
