"""`fledge tokenizer`: a vocabulary of your own, and how vocabularies fit your text. One module a sub-command."""

from collections.abc import Sequence
from dataclasses import dataclass

from fledge.errors import FledgeError
from fledge.settings import did_you_mean, setting

SUBCOMMANDS = ("train", "stats")
SUMMARY = "learn a vocabulary from your text; see how one fits it"
USAGE = "fledge tokenizer train | stats PATH... [--key=value ...]"
ABOUT = """\
  fledge tokenizer train    learns a vocabulary of byte pairs from your text
  fledge tokenizer stats    how many bytes a token of a vocabulary stands for,
                            in your text

GPT-2's vocabulary was learned from English. Text in another language, or
source code, takes fewer tokens with one of its own, so that the same training
sees more of it. `fledge tokenizer train --help` explains more.

  fledge tokenizer stats hindi.txt arabic.txt
  fledge tokenizer train hindi.txt --vocab_size=32768 --out=hindi.json
  fledge prepare hindi.txt --tokenizer=hindi.json
"""


@dataclass(frozen=True)
class Options:
    """Sub-commands have their own."""


@dataclass(frozen=True)
class Common:
    """How the text is read."""

    encoding: str = setting("utf-8", "for text that is not UTF-8: latin-1, cp1252, utf-16, ...", group="Reading")
    text_column: str = setting("", "where the text of JSON lines or Parquet is; by default text, or content, ...")


def run(argv: Sequence[str]) -> int:
    if argv:
        near = did_you_mean(argv[0], SUBCOMMANDS)
        raise FledgeError(f"fledge tokenizer has no {argv[0]!r}.{near}", f"It has {' and '.join(SUBCOMMANDS)}.")
    print(f"{USAGE}\n\n{ABOUT.rstrip()}")
    return 0
