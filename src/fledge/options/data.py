"""`fledge data`: what is in a dataset."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command, Group


@dataclass(frozen=True)
class InspectOptions:
    data_dir: str = setting("data", "the directory that holds DATASET, if that is a name", group="Looking")
    check: bool = setting(True, "read only parts of it: seconds instead of minutes for a large dataset")
    all: bool = setting(False, "count every token for the most common ones, instead of a sample of places")
    sample: int = setting(300, "characters of text to show from each split", least=0, most=1e6)
    seed: int = setting(1, "another seed shows another place", least=0, most=2**32)
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


INSPECT = Command(
    name="data inspect",
    options=InspectOptions,
    word="DATASET",
    most_words=1,
    without_words="no dataset to look at. Try: fledge data inspect shakespeare_char",
)
COMMAND = Group(name="data", commands={"inspect": INSPECT})
