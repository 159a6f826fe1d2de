"""`fledge tokenizer`: a vocabulary of your own, and how vocabularies fit your text."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command, Group
from fledge.options.shared import TextOptions
from fledge.texts import say


@dataclass(frozen=True)
class TokenizerTrainOptions(TextOptions):
    vocab_size: int = setting(
        32768,
        say("option.vocab_size"),
        group=say("option.group.vocabulary"),
        least=257,
        most=1_000_000,
    )
    out: str = setting("tokenizer.json", say("option.tokenizer_train.out"))
    bytes: int = setting(100_000_000, say("option.tokenizer_train.bytes"), least=1)


@dataclass(frozen=True)
class TokenizerStatsOptions(TextOptions):
    tokenizers: str = setting("gpt2,byte", say("option.tokenizers"), group=say("option.group.measuring"))
    learn: int = setting(32768, say("option.tokenizer_stats.learn"), least=0, most=1e6)
    bytes: int = setting(10_000_000, say("option.tokenizer_stats.bytes"), least=1)
    json: bool = setting(False, say("option.json"))


TRAIN = Command(
    name="tokenizer train",
    options=TokenizerTrainOptions,
    word="PATH",
    without_words=say("option.without.tokenizer_train"),
)
STATS = Command(
    name="tokenizer stats",
    options=TokenizerStatsOptions,
    word="PATH",
    without_words=say("option.without.tokenizer_stats"),
)
COMMAND = Group(name="tokenizer", commands={"train": TRAIN, "stats": STATS})
