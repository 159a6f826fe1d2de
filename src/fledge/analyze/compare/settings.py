"""Which settings of several runs differ, of those that matter to result or speed, and what follows from them."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from fledge.config.fields import Value
from fledge.config.schema import SETTINGS
from fledge.logs.facts import Facts
from fledge.model.flops import parameters_nanogpt

Kind = Literal["training", "speed", "evaluation", "derived"]

TRAINING = (
    "dataset", "init_from", "arch", "depth", "n_layer", "n_head", "n_embd", "block_size", "vocab_size", "bias",
    "dropout", "ngram_rows", "ngram_dropout", "batch_size", "gradient_accumulation_steps", "sampling",
    "mask_documents", "optimizer", "learning_rate", "embedding_lr", "ngram_lr", "head_lr", "schedule", "decay_lr",
    "min_lr", "warmup_iters", "lr_decay_iters", "decay_fraction", "max_iters", "weight_decay", "beta1", "beta2",
    "grad_clip",
)  # fmt: skip
SPEED = ("device", "dtype", "compile", "threads", "processes")
EVALUATION = ("eval_iters", "eval_interval")
DERIVED = ("params", "tokens_per_iter", "tokens", "flops_per_token", "epochs")

# settings that say nothing unless another one has this value
BOUND: dict[str, tuple[str, Value]] = {
    "ngram_rows": ("arch", "modern"),
    "ngram_dropout": ("arch", "modern"),
    "ngram_lr": ("arch", "modern"),
    "embedding_lr": ("optimizer", "muon"),
    "head_lr": ("optimizer", "muon"),
    "decay_fraction": ("schedule", "wsd"),
    "schedule": ("decay_lr", True),
    "min_lr": ("decay_lr", True),
    "warmup_iters": ("decay_lr", True),
    "lr_decay_iters": ("decay_lr", True),
}
# what usually changes with another setting: at an equal ratio it is no change of its own
RATIOS = {
    "n_head": "n_embd",
    "min_lr": "learning_rate",
    "lr_decay_iters": "max_iters",
    "warmup_iters": "max_iters",
}
DEFAULT = "nanoGPT's default"  # the origin of what a settings file left out
# a log of nanoGPT's never says these: it has no such choice, or one that nearly nobody changes
IMPLIED: dict[str, Value] = {
    "arch": "gpt2",
    "optimizer": "adamw",
    "schedule": "cosine",
    "decay_lr": True,
    "init_from": "scratch",
}
# fledge did not always have these, and nanoGPT never did
LATER: dict[str, Value] = {"sampling": "random", "mask_documents": False}
NOT_ASKED = ("depth", "vocab_size", "init_from", *LATER)


@dataclass(frozen=True)
class Difference:
    name: str
    kind: Kind
    values: tuple[Value | None, ...]  # one a side; None where it is not known
    ratio: float | None  # of two sides: the second's to the first's
    follows: str = ""  # the setting that it changed with

    @property
    def counts(self) -> bool:
        """Whether somebody decided it."""
        return self.kind in ("training", "speed") and not self.follows

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def differences(runs: Sequence[Facts]) -> list[Difference]:
    """Only where two runs are known to differ."""
    changed = [name for name in (*TRAINING, *SPEED, *EVALUATION) if _differs(runs, name)]
    found = [Difference(name, kind_of(name), *_values(runs, name), _leader(runs, name, changed)) for name in changed]
    derived = [Difference(name, "derived", *_values(runs, name)) for name in DERIVED if _differs(runs, name)]
    return found + derived


def same(runs: Sequence[Facts]) -> dict[str, Value]:
    """What is known of all runs, and equal."""
    found: dict[str, Value] = {}
    for name in (*TRAINING, *SPEED, *EVALUATION, *DERIVED):
        values = [value_of(facts, name) for facts in runs]
        if (
            values[0] is not None
            and applies(runs, name)
            and all(_equal(values[0], value, _near(name)) for value in values)
        ):
            found[name] = values[0]
    return found


def unknown(runs: Sequence[Facts]) -> dict[str, list[int]]:
    """Settings that one run says and another does not: which runs do not."""
    found = {}
    for name in (*TRAINING, "eval_iters"):
        values = [value_of(facts, name) for facts in runs]
        if name not in NOT_ASKED and applies(runs, name) and any(value is not None for value in values):
            missing = [number for number, value in enumerate(values) if value is None]
            if missing:
                found[name] = missing
    return found


def differ_in_seed_only(a: Facts, b: Facts) -> bool:
    seeds = a.run.value("seed"), b.run.value("seed")
    if None in seeds or seeds[0] == seeds[1] or a.run.format != b.run.format:
        return False
    names = (*TRAINING, *SPEED, *EVALUATION)
    return all(_equal(value_of(a, name), value_of(b, name)) for name in names if applies((a, b), name))


def kind_of(name: str) -> Kind:
    return "training" if name in TRAINING else "speed" if name in SPEED else "evaluation"


def value_of(facts: Facts, name: str) -> Value | None:
    """A setting, or a figure that follows from several; None where the run does not say."""
    run = facts.run
    if name in DERIVED:
        return params_of(facts) if name == "params" else getattr(facts, name)
    if name == "device":
        return device_of(facts)
    if name == "processes":
        return run.number(name) or 1
    if name == "vocab_size":
        return facts.shape.vocab_size if facts.shape else run.number(name) or None
    value = run.value(name)
    if value is None and run.format == "nanoGPT":
        value = IMPLIED.get(name)
    if value is None and run.format in ("nanoGPT", "fledge"):
        value = LATER.get(name)
    if value is None and name not in SPEED and any(known.origin == DEFAULT for known in run.settings.values()):
        value = SETTINGS[name].default  # a settings file was named: what it leaves out is the default
    if name == "init_from" and value == "resume":
        return "scratch"  # the same run, continued
    if (name == "lr_decay_iters" and value == 0) or (name == "depth" and value == 0):
        return run.value("max_iters") if name == "lr_decay_iters" else None
    return value


def params_of(facts: Facts) -> float | None:
    """nanoGPT's count, of our own runs too, which report every parameter."""
    if facts.run.origin == "directory" and facts.shape:
        return float(parameters_nanogpt(facts.shape))
    return facts.params


def device_of(facts: Facts) -> str | None:
    if facts.device is not None:
        return facts.device.name
    run = facts.run
    named = run.value("device_name")
    stated = run.value("device")
    if named or (stated and stated != "auto"):
        return str(named or stated)
    return "cpu" if any("cpu" in notice.text.lower() for notice in run.notices_of("device")) else None


def applies(runs: Sequence[Facts], name: str) -> bool:
    """Whether the setting does anything in every one of the runs."""
    if name not in BOUND:
        return True
    on, wanted = BOUND[name]
    return all(value_of(facts, on) in (wanted, None) for facts in runs)


def _differs(runs: Sequence[Facts], name: str) -> bool:
    known = [value for facts in runs if (value := value_of(facts, name)) is not None]
    return applies(runs, name) and any(not _equal(known[0], value, _near(name)) for value in known[1:])


def _near(name: str) -> float:
    """A derived figure that differs by less than a hundredth tells nothing."""
    return 0.01 if name in DERIVED else 1e-9


def _equal(a: Value | None, b: Value | None, near: float = 1e-9) -> bool:
    if _is_number(a) and _is_number(b):
        return math.isclose(float(a or 0), float(b or 0), rel_tol=near)
    return a == b


def _is_number(value: Value | None) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _values(runs: Sequence[Facts], name: str) -> tuple[tuple[Value | None, ...], float | None]:
    values = tuple(value_of(facts, name) for facts in runs)
    if len(values) != 2 or not all(_is_number(value) and value for value in values):
        return values, None
    return values, float(values[1] or 0) / float(values[0] or 1)


def _leader(runs: Sequence[Facts], name: str, changed: Sequence[str]) -> str:
    """The setting that this one changed with, if it did."""
    origins = [known.origin for facts in runs if (known := facts.run.settings.get(name))]
    if "arch" in changed and any(origin.startswith("default of arch=") for origin in origins):
        return "arch"
    if "depth" in changed and origins and all(origin.startswith("default of depth=") for origin in origins):
        return "depth"
    leader = RATIOS.get(name, "")
    if leader not in changed:
        return ""
    ratios = [_share(value_of(facts, name), value_of(facts, leader)) for facts in runs]
    first = ratios[0]
    alike = first is not None and all(
        ratio is not None and math.isclose(first, ratio, rel_tol=0.01) for ratio in ratios
    )
    return leader if alike else ""


def _share(part: Value | None, whole: Value | None) -> float | None:
    return float(part or 0) / float(whole) if _is_number(part) and _is_number(whole) and whole else None
