"""`fledge data`: what is in a dataset."""

from dataclasses import dataclass

from fledge.cli.command import Command, Group
from fledge.config.fields import setting


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
    summary="what is in a dataset, and whether it is intact",
    usage="fledge data inspect DATASET [--key=value ...] [--json]",
    about="""\
Shows a dataset's shards and counts, its source, its most common tokens, and a
piece of its text from a random place. It reads every shard and compares it with
the sha256 it was written with; every token must be in the vocabulary, and there
must be one <|endoftext|> per document. DATASET is a directory or a name in
data/; nanoGPT's own directories work too.

  fledge data inspect shakespeare_char
  fledge data inspect fineweb_edu --no-check
  fledge data inspect /mnt/sets/mine --sample=2000 --seed=7

The exit code is 1 if something is wrong with the dataset.
""",
    options=InspectOptions,
    word="DATASET",
    most_words=1,
    without_words="no dataset to look at. Try: fledge data inspect shakespeare_char",
)
COMMAND = Group(
    name="data",
    summary="what is in a dataset, and whether it is intact",
    usage="fledge data inspect DATASET [--key=value ...]",
    about="""\
  fledge data inspect    shards, counts, a sample of the text, the most common
                         tokens, and whether every byte is as it was written

`fledge data inspect --help` explains more.

  fledge data inspect shakespeare_char
""",
    commands={"inspect": INSPECT},
)
