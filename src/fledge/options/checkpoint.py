"""`fledge checkpoint`: what is in a checkpoint, whether it is intact, and one file made of many."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command, Group
from fledge.texts import say

WHICH = ("latest", "best")


@dataclass(frozen=True)
class CheckpointInspectOptions:
    which: str = setting("latest", say("option.checkpoint.which"), choices=WHICH)
    json: bool = setting(False, say("option.json"), group=say("option.group.output"))


@dataclass(frozen=True)
class CheckpointVerifyOptions:
    json: bool = setting(False, say("option.json"), group=say("option.group.output"))


@dataclass(frozen=True)
class ConsolidateOptions:
    out: str = setting("", say("option.consolidate.out"), also=("-o",))
    which: str = setting("latest", say("option.checkpoint.which"), choices=WHICH)
    json: bool = setting(False, say("option.json"), group=say("option.group.output"))


INSPECT = Command(name="checkpoint inspect", options=CheckpointInspectOptions, most_words=1)
VERIFY = Command(name="checkpoint verify", options=CheckpointVerifyOptions, most_words=1)
CONSOLIDATE = Command(name="checkpoint consolidate", options=ConsolidateOptions, most_words=1)
COMMAND = Group(name="checkpoint", commands={"inspect": INSPECT, "verify": VERIFY, "consolidate": CONSOLIDATE})
