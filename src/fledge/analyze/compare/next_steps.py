"""The next experiment that would tell more, as a command."""

import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from fledge.analyze.compare.group import RunGroup
from fledge.analyze.compare.loss_difference import main_difference
from fledge.analyze.compare.pair import MICRO_BATCH_SETTINGS, Pair
from fledge.analyze.compare.settings import EVALUATION, TRAINING, applies, value_of
from fledge.config.fields import Value
from fledge.config.schema import SETTINGS
from fledge.logs.facts import Facts
from fledge.texts import Message, say, text

# which of several changes to try alone: those that usually matter most come first
TRY_FIRST = ("arch", "optimizer", "learning_rate", "depth", "n_embd", "n_layer", "block_size", "dropout")
COMMAND_SETTINGS = (*TRAINING, *EVALUATION, "dtype", "compile")
DEFAULT_SEED = 1337


@dataclass(frozen=True)
class NextStep:
    why: Message
    command: str | Message  # a message describes the command of another trainer

    def to_json(self) -> dict[str, str]:
        command = text(self.command) if isinstance(self.command, Message) else self.command
        return {"why": text(self.why), "command": command}


def next_steps(pair: Pair) -> list[NextStep]:
    """Most telling first."""
    a, b = pair.a.first, pair.b.first
    labels = {"a": pair.a.label, "b": pair.b.label}
    if pair.is_other_data:
        why = say("compare.next.same_text", **labels)
        return [NextStep(why, train_command(b, _values(a, ["dataset"])))]
    if pair.is_about_devices:
        why = say("compare.next.same_config")
        return [NextStep(why, train_command(a, {"device": device})) for device in ("cpu", "cuda")]
    if pair.repeated_losses:
        return [NextStep(say("compare.next.another_seed"), seed_command(pair.a))]
    names = [change.name for change in pair.chosen_changes]
    if not names and (pair.change("params") or pair.change("tokens_per_iter")):
        return []  # the settings that differ are not known, and asked for
    if len(names) < 2 or pair.is_only_micro_batch:
        return _more_seeds(pair)
    if pair.equal_step_tokens and set(names) >= MICRO_BATCH_SETTINGS:
        split = _values(b, sorted(MICRO_BATCH_SETTINGS))
        options = " ".join(f"--{name}={value}" for name, value in split.items())
        return [
            NextStep(say("compare.next.tune"), train_command(a, {}, verb="tune")),
            NextStep(say("compare.next.micro_batch", options=options, **labels), train_command(a, split)),
        ]
    name = min(names, key=_rank)
    with_it = [change.name for change in pair.changes if name in (change.name, change.follows)]
    changes = _values(b, [one for one in with_it if not _is_arch_default(b, one)])
    why = say("compare.next.one_setting", name=name, **labels)
    if len(names) > 2:
        why = say("compare.next.one_at_a_time", name=name, **labels)
    return [NextStep(why, train_command(a, changes, without=with_it))]


def _values(facts: Facts, names: Collection[str]) -> dict[str, Value]:
    """Those of the settings that are known."""
    return {name: value for name in names if (value := value_of(facts, name)) is not None}


def _is_arch_default(facts: Facts, name: str) -> bool:
    """Whether the setting has the default of its arch, which `fledge train` takes anyway."""
    known = facts.run.settings.get(name)
    return known is not None and known.origin.startswith("default of arch=")


def _rank(name: str) -> int:
    return TRY_FIRST.index(name) if name in TRY_FIRST else len(TRY_FIRST)


def _more_seeds(pair: Pair) -> list[NextStep]:
    main = main_difference(pair)
    if main is not None and main.ahead:
        return [NextStep(say("compare.next.confirm", label=one.label), seed_command(one)) for one in pair.groups]
    return [NextStep(say("compare.next.more_seeds", label=one.label), seed_command(one)) for one in pair.groups]


def seed_command(group: RunGroup) -> str | Message:
    used = [int(seed) for facts in group.members if (seed := facts.run.number("seed")) is not None]
    return train_command(group.first, {"seed": max(used, default=DEFAULT_SEED) + 1})


def train_command(
    facts: Facts, changes: Mapping[str, Value], verb: str = "train", without: Collection[str] = ()
) -> str | Message:
    """The run again with other settings: its settings file, if there is one, and what that leaves out."""
    if facts.run.format not in ("nanoGPT", "fledge"):  # another trainer, whose options have other names
        options = [f"{name}={value}" for name, value in changes.items()]
        return say("compare.next.other_trainer", run=Path(facts.run.name).name, options=options)
    file = _settings_file(facts)
    settings = {name: value for name, value in _stated(facts, file).items() if name not in {*changes, *without}}
    options = [f"--{name}={value}" for name, value in {**settings, **changes}.items()]
    files = [file] if file else []
    return shlex.join(["fledge", verb, *files, *options])


def _settings_file(facts: Facts) -> str:
    """The settings file that most settings came from, if it still exists; else an empty string."""
    origins = [known.origin.rpartition(":")[0] or known.origin for known in facts.run.settings.values()]
    files = [origin for origin in origins if origin.endswith(".py") and Path(origin).is_file()]
    return max(files, key=files.count, default="")


def _stated(facts: Facts, file: str) -> dict[str, Value]:
    """Settings that are not the default and that the file does not state."""
    found = {}
    for name in COMMAND_SETTINGS:
        known = facts.run.settings.get(name)
        if known is None or (file and known.origin.startswith(file)) or known.origin.startswith("default of"):
            continue
        if known.value != SETTINGS[name].default and not known.origin.startswith("data") and applies([facts], name):
            found[name] = known.value
    return found
