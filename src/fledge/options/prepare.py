"""`fledge prepare`: text to a dataset directory."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.texts import say


@dataclass(frozen=True)
class PrepareOptions:
    tokenizer: str = setting(
        "auto",
        say("option.tokenizer"),
        group=say("option.group.what_comes_out"),
    )
    tokens: int = setting(0, say("option.tokens"), least=0)
    name: str = setting("", say("option.prepare.name"))
    data_dir: str = setting("data", say("option.prepare.data_dir"))
    split: str = setting(
        "auto",
        say("option.split"),
        choices=("auto", "documents", "contiguous"),
    )
    val_fraction: float = setting(
        0.0,
        say("option.val_fraction"),
        least=0,
        most=0.99,
    )
    shard_tokens: int = setting(100_000_000, say("option.shard_tokens"), least=1)
    single: bool = setting(False, say("option.single"))
    overwrite: bool = setting(False, say("option.prepare.overwrite"))
    normalize: str = setting(
        "none",
        say("option.normalize"),
    )
    text_column: str = setting("", say("option.prepare.text_column"), group=say("option.group.what_goes_in"))
    subset: str = setting("", say("option.subset"))
    separator: str = setting("", say("option.separator"))
    encoding: str = setting("utf-8", say("option.prepare.encoding"))
    on_error: str = setting(
        "stop",
        say("option.on_error"),
        choices=("stop", "skip"),
    )
    duplicates: str = setting(
        "keep",
        say("option.duplicates"),
        choices=("keep", "exact", "near"),
        group=say("option.group.cleaning"),
    )
    min_chars: int = setting(0, say("option.min_chars"), least=0)
    max_chars: int = setting(0, say("option.max_chars"), least=0, most=1_000_000)
    languages: str = setting("", say("option.languages"))
    workers: int = setting(0, say("option.workers"), least=0, most=1024, group=say("option.group.speed"))


COMMAND = Command(
    name="prepare",
    options=PrepareOptions,
    word="NAME",
    without_words=say("option.without.prepare"),
)
