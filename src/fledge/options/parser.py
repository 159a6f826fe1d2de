"""What a command or a function of the API is given, read and checked once, before anything heavy is imported."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fledge.common.errors import FledgeError, raise_all
from fledge.config.arguments import Argument, read_arguments
from fledge.config.fields import COMMAND_LINE, Assignment, Setting, Value, settings_of
from fledge.config.load import make_config, read_written
from fledge.config.schema import SETTINGS, Config
from fledge.options.command import Command
from fledge.options.keywords import read_keywords
from fledge.options.sweep import Swept, as_text, check_swept, combinations, split_swept
from fledge.options.weights_arch import with_arch_of_weights
from fledge.texts import say, text

T = TypeVar("T")
# Numbers about a run that a log may not say, and that are no settings.
RUN_NUMBERS = ("tokens_per_iter", "dataset_tokens", "params", "processes")
RUN_SETTINGS: dict[str, Setting] = {
    **SETTINGS,
    **{name: Setting(name, (float,), 0.0, "", above=0, most=1e24) for name in RUN_NUMBERS},
}


@dataclass(frozen=True)
class Arguments:
    """What was typed, checked. `options` is an instance of the command's options class."""

    options: Any
    words: list[str]  # names of runs or files
    settings: list[Assignment]  # in order; of a training command the settings files' too
    typed: list[str]  # words and settings as one would type them again, the command's own options left out
    swept: list[Swept] = field(default_factory=list)  # settings with several values, of a sweep

    @property
    def is_resume(self) -> bool:
        written = [item.value for item in self.settings if item.key == "init_from"]
        return written[-1:] == ["resume"]

    def config(self) -> Config:
        """The settings of a new run."""
        return make_config(self.settings)

    def config_with(self, values: Mapping[str, Value]) -> Config:
        """The settings of one trial of a sweep."""
        return make_config([*self.settings, *(Assignment(key, value, COMMAND_LINE) for key, value in values.items())])


def parse(command: Command, argv: Sequence[str]) -> Arguments:
    """Reads a command line, and the settings files that it names. Raises every problem at once."""
    found, problems = read_arguments(_all_settings(command), argv)
    return _checked(command, found, problems)


def parse_call(command: Command, words: Sequence[str], keywords: Mapping[str, object]) -> Arguments:
    """The same of a call from Python: what the command takes as words, and its options and settings by name."""
    found, problems = read_keywords(_all_settings(command), keywords, as_text=command.settings == "runs")
    return _checked(command, [*map(Argument, words), *found], problems)


def _checked(command: Command, found: Sequence[Argument], problems: list[str]) -> Arguments:
    own = settings_of(command.options)
    values, others = {}, []
    for argument in found:
        item = argument.assignment
        if item is not None and item.key in own:
            values[item.key] = item.value
        else:
            others.append(argument)
    options = command.options(**values)
    words = [argument.text for argument in others if argument.assignment is None]
    if command.most_words is not None and len(words) > command.most_words:
        problems.append(_too_many(command, words))
    if command.without_words is not None and not words:
        problems.append(text(command.without_words))
    typed = [argument.text for argument in others]
    if command.settings not in ("training", "sweep"):
        raise_all(problems)
        return Arguments(options, words, _assignments(others), typed)
    swept: list[Swept] = []
    if command.settings == "sweep":
        others, swept, wrong = split_swept(others)
        typed = [argument.text for argument in others]
        problems += wrong or check_swept(swept)
    written, wrong = read_written(others, options.trust_config)
    written = with_arch_of_weights(written)
    arguments = Arguments(options, words, written, typed, swept)
    if command.name == "train" and arguments.is_resume:  # they are laid over a checkpoint's, and checked with them
        raise_all(problems + wrong)
    elif swept and not problems + wrong:
        if arguments.is_resume:
            raise FledgeError(say("sweep.resume"))
        for values in combinations(swept):
            arguments.config_with(values)
    else:
        make_config(written, problems + wrong)
    return arguments


def read_options(options: type[T], argv: Sequence[str]) -> tuple[T, list[str]]:
    """The options of a script, and the plain words beside them."""
    arguments = parse(Command("", options), argv)
    return arguments.options, arguments.words


def _all_settings(command: Command) -> dict[str, Setting]:
    return {**_other_settings(command), **settings_of(command.options)}


def _other_settings(command: Command) -> dict[str, Setting]:
    """The settings a command takes besides its own options."""
    if command.settings == "training":
        return SETTINGS
    if command.settings == "sweep":
        return as_text(SETTINGS)
    if command.settings == "run":
        return RUN_SETTINGS
    if command.settings == "runs":  # a text that may hold several values
        return as_text(RUN_SETTINGS)
    return {}


def _assignments(arguments: Sequence[Argument]) -> list[Assignment]:
    return [argument.assignment for argument in arguments if argument.assignment is not None]


def _too_many(command: Command, words: Sequence[str]) -> str:
    if command.most_words == 0:
        return text(say("option.no_words", word=words[0], command=command.name))
    return text(say("option.one_word", kind=command.word, first=words[0], second=words[1]))
