"""The one experiment that would tell, as a command."""

import shlex
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from fledge.analyze.compare.conclusions import judge
from fledge.analyze.compare.pair import SPLIT, Pair
from fledge.analyze.compare.settings import EVALUATION, TRAINING, applies, value_of
from fledge.analyze.compare.sides import Side
from fledge.analyze.compare.text import listed
from fledge.config.fields import Value
from fledge.config.schema import SETTINGS
from fledge.logs.facts import Facts

# which of several changes to try alone: what usually matters most comes first
FIRST = ("arch", "optimizer", "learning_rate", "depth", "n_embd", "n_layer", "block_size", "dropout")
OF_A_COMMAND = (*TRAINING, *EVALUATION, "dtype", "compile")


@dataclass(frozen=True)
class Next:
    why: str
    command: str

    def to_json(self) -> dict[str, str]:
        return asdict(self)


def next_steps(pair: Pair) -> list[Next]:
    """Most telling first."""
    a, b = pair.a.first, pair.b.first
    if pair.is_other_data:
        here = {name: value for name in ("dataset",) if (value := value_of(a, name)) is not None}
        return [Next(f"Train {pair.b.label}'s settings on {pair.a.label}'s text", train_command(b, here))]
    if pair.is_about_devices:
        why = "To compare devices, run the same config on both"
        return [Next(why, train_command(a, {"device": device})) for device in ("cpu", "cuda")]
    if not pair.counted and (pair.change("params") or pair.change("tokens_per_iter")):
        return []  # the settings that differ are not known, and asked for
    if not pair.counted or len(pair.counted) == 1 or pair.only_the_split:
        return _more_seeds(pair)
    if pair.equal_step and {change.name for change in pair.counted} >= SPLIT:
        split = {name: value for name in sorted(SPLIT) if (value := value_of(b, name)) is not None}
        options = " ".join(f"--{name}={value}" for name, value in split.items())
        return [
            Next("What the micro-batch does, measured at equal tokens a step", train_command(a, {}, "tune")),
            Next(f"Or {pair.a.label} with {pair.b.label}'s micro-batch alone: {options}", train_command(a, split)),
        ]
    name = min((change.name for change in pair.counted), key=_rank)
    with_it = [change.name for change in pair.changes if change.name == name or change.follows == name]
    changes = {one: value for one in with_it if not _of_arch(b, one) and (value := value_of(b, one)) is not None}
    rest = ", and the others one at a time" if len(pair.counted) > 2 else ""
    return [
        Next(f"{pair.a.label} with {pair.b.label}'s {name} alone{rest}", train_command(a, changes, without=with_it))
    ]


def _of_arch(facts: Facts, name: str) -> bool:
    """Whether the setting is what `fledge train` takes for the arch anyway."""
    known = facts.run.settings.get(name)
    return known is not None and known.origin.startswith("default of arch=")


def _rank(name: str) -> int:
    return FIRST.index(name) if name in FIRST else len(FIRST)


def _more_seeds(pair: Pair) -> list[Next]:
    won = any(judge(pair, question).ahead for question in pair.questions)
    why = "Another seed would tell whether it holds" if won else "More seeds would tell: the same again, another seed"
    return [Next(f"{why} ({side.label})", seed_command(side)) for side in pair.sides]


def seed_command(side: Side) -> str:
    used = [int(seed) for facts in side.members if (seed := facts.run.number("seed")) is not None]
    return train_command(side.first, {"seed": max(used, default=1337) + 1})


def train_command(
    facts: Facts, changes: Mapping[str, Value], verb: str = "train", without: Collection[str] = ()
) -> str:
    """The run again, with other settings: its settings file where there is one, and what that leaves out."""
    if facts.run.format not in ("nanoGPT", "fledge"):  # another trainer, whose options have other names
        return f"the command of {Path(facts.run.name).name}, with {listed([f'{k}={v}' for k, v in changes.items()])}"
    file = _settings_file(facts)
    settings = {name: value for name, value in _written(facts, file).items() if name not in {*changes, *without}}
    options = [f"--{name}={value}" for name, value in {**settings, **changes}.items()]
    return shlex.join(["fledge", verb, *([file] if file else []), *options])


def _settings_file(facts: Facts) -> str:
    """The file that most settings came from, if it is still here."""
    origins = [known.origin.rpartition(":")[0] or known.origin for known in facts.run.settings.values()]
    files = [origin for origin in origins if origin.endswith(".py") and Path(origin).is_file()]
    return max(files, key=files.count, default="")


def _written(facts: Facts, file: str) -> dict[str, Value]:
    """Settings that neither the file says nor are the default."""
    found = {}
    for name in OF_A_COMMAND:
        known = facts.run.settings.get(name)
        if known is None or (file and known.origin.startswith(file)) or known.origin.startswith("default of"):
            continue
        if known.value != SETTINGS[name].default and not known.origin.startswith("data") and applies([facts], name):
            found[name] = known.value
    return found
