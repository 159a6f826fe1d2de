"""One module a command: its summary, its settings, and what it runs."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from fledge.common.errors import FledgeError, raise_all
from fledge.config.fields import BOOL_WORDS, did_you_mean, read_options, settings_of
from fledge.config.schema import SETTINGS, Config

if TYPE_CHECKING:
    from rich.console import Console

    from fledge.data.mixture import Data

T = TypeVar("T")


def console() -> "Console":
    """For a page: as wide as the terminal, and 80 columns in a file."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else 80)


def with_data(config: Config) -> tuple[Config, "Data | None", list[str]]:
    """The config with a vocabulary, and the dataset if it is here; if not, a note says what is assumed."""
    from fledge.data.dataset import usual_vocab_size
    from fledge.data.mixture import open_data
    from fledge.train.session import with_vocabulary

    missing = [path for path in config.dataset_paths if not path.exists()]
    if not missing:
        dataset = open_data(config)
        return with_vocabulary(config, dataset), dataset, []
    if config.vocab_size:
        return config, None, []
    size = usual_vocab_size(missing[0].name)
    note = f"no dataset at {missing[0]}: vocab_size={size} is assumed"
    return config.with_values("assumed", vocab_size=size), None, [note]


def take_switch(argv: Sequence[str], name: str) -> tuple[bool, list[str]]:
    """Whether `--name` (or `--name=True`) is among the arguments, and the arguments without it."""
    spellings = {f"--{name}", f"--{name.replace('-', '_')}"}
    is_on, rest = False, []
    for word in argv:
        key, equals, value = word.partition("=")
        if key not in spellings:
            rest.append(word)
        elif equals and value.lower() not in BOOL_WORDS:
            raise FledgeError(f"{key}={value!r} is not True or False.", f"Try {key}.")
        else:
            is_on = BOOL_WORDS[value.lower()] if equals else True
    return is_on, rest


def take_settings(cls: type[T], argv: Sequence[str]) -> tuple[T, list[str]]:
    """The settings of `cls` among the arguments, and the arguments without them, which are for a Config."""
    specs = settings_of(cls)
    own, rest, problems = [], [], []
    words = list(argv)
    while words:
        word = words.pop(0)
        name, equals, _ = word.removeprefix("--").partition("=")
        key = name.replace("-", "_").removeprefix("no_")
        if not word.startswith("--") or key not in specs:
            if word.startswith("--") and key not in SETTINGS and (near := did_you_mean(key, specs)):
                problems.append(f"unknown setting --{name}.{near.replace('mean ', 'mean --')}")
            rest.append(word)
            continue
        own.append(word)
        is_switch = bool in specs[key].kinds
        if not equals and words and (words[0].lower() in BOOL_WORDS if is_switch else words[0][:2] != "--"):
            own.append(words.pop(0))
    options, _, wrong = read_options(cls, own)
    raise_all(problems + wrong)
    return options, rest
