"""`fledge tokenizer`: a vocabulary of your own, and how vocabularies fit your text. One module a sub-command."""

from dataclasses import dataclass

from fledge.config.fields import setting

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
class Common:
    """How the text is read."""

    encoding: str = setting("utf-8", "for text that is not UTF-8: latin-1, cp1252, utf-16, ...", group="Reading")
    text_column: str = setting("", "where the text of JSON lines or Parquet is; by default text, or content, ...")
