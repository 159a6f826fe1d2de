"""`fledge tokenizer`: a vocabulary of your own, and how vocabularies fit your text."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command, Group
from fledge.options.shared import TextOptions


@dataclass(frozen=True)
class TokenizerTrainOptions(TextOptions):
    vocab_size: int = setting(
        32768,
        "more tokens make text shorter and the model's embedding larger; up to 65536, a token takes 2 bytes on disk",
        group="Vocabulary",
        least=257,
        most=1_000_000,
    )
    out: str = setting("tokenizer.json", "the file to write")
    bytes: int = setting(100_000_000, "how much text to learn from; more costs memory and changes little", least=1)


@dataclass(frozen=True)
class TokenizerStatsOptions(TextOptions):
    tokenizers: str = setting("gpt2,byte", "gpt2, byte and files, with commas between them", group="Measuring")
    learn: int = setting(
        32768, "the size of a vocabulary to learn from the text, to see what it would save; 0: none", least=0, most=1e6
    )
    bytes: int = setting(10_000_000, "how much text to look at; more for rare characters", least=1)
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


TRAIN = Command(
    name="tokenizer train",
    options=TokenizerTrainOptions,
    word="PATH",
    without_words="nothing to learn from. Try: fledge tokenizer train my_text.txt",
)
STATS = Command(
    name="tokenizer stats",
    options=TokenizerStatsOptions,
    word="PATH",
    without_words="no text to look at. Try: fledge tokenizer stats my_text.txt",
)
COMMAND = Group(name="tokenizer", commands={"train": TRAIN, "stats": STATS})
