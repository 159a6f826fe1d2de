"""`fledge data`: what is in a dataset."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command, Group
from fledge.texts import say


@dataclass(frozen=True)
class InspectOptions:
    data_dir: str = setting("data", say("option.data.data_dir"), group=say("option.group.looking"))
    check: bool = setting(True, say("option.data.check"))
    all: bool = setting(False, say("option.all"))
    sample: int = setting(300, say("option.sample"), least=0, most=1e6)
    seed: int = setting(1, say("option.data.seed"), least=0, most=2**32)
    json: bool = setting(False, say("option.json"), group=say("option.group.output"))


INSPECT = Command(
    name="data inspect",
    options=InspectOptions,
    word="DATASET",
    most_words=1,
    without_words=say("option.without.data"),
)
COMMAND = Group(name="data", commands={"inspect": INSPECT})
