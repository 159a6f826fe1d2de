"""Settings that differ between runs, among those that matter to the result or the speed."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fledge.config.fields import Value
from fledge.config.schema import LLAMA_SETTINGS, SETTINGS
from fledge.config.shape import LLAMA_ARCHS
from fledge.logs.facts import Facts
from fledge.model.flops import parameters_nanogpt

SettingKind = Literal["training", "speed", "evaluation", "derived", "printed"]

TRAINING = (
    "dataset", "init_from", "arch", "depth", "n_layer", "n_head", "n_embd", "block_size", "vocab_size", "bias", "gelu",
    "dropout", *LLAMA_SETTINGS, "ngram_rows", "ngram_counts", "ngram_dropout", "batch_size",
    "gradient_accumulation_steps", "sampling", "mask_documents", "optimizer", "learning_rate", "embedding_lr",
    "ngram_lr", "head_lr", "schedule", "decay_lr",
    "min_lr", "warmup_iters", "lr_decay_iters", "decay_fraction", "max_iters", "weight_decay", "beta1", "beta2",
    "momentum_warmup", "grad_clip",
)  # fmt: skip
SPEED = ("device", "dtype", "compile", "threads", "processes")
SCHEDULE_SETTINGS = ("max_iters", "lr_decay_iters", "schedule", "decay_lr", "decay_fraction", "min_lr")
EVALUATION = ("eval_iters", "eval_interval")
SETTING_KINDS: dict[str, SettingKind] = {
    **dict.fromkeys(TRAINING, "training"),
    **dict.fromkeys(SPEED, "speed"),
    **dict.fromkeys(EVALUATION, "evaluation"),
}
DERIVED = ("params", "tokens_per_iter", "tokens", "flops_per_token", "epochs")

# settings that have no effect unless another setting has this value
ACTIVE_ONLY_WITH: dict[str, tuple[str, Value]] = {
    "ngram_rows": ("arch", "modern"),
    "ngram_counts": ("arch", "modern"),
    "ngram_dropout": ("arch", "modern"),
    "ngram_lr": ("arch", "modern"),
    "embedding_lr": ("optimizer", "muon"),
    "momentum_warmup": ("optimizer", "muon"),
    "head_lr": ("optimizer", "muon"),
    "gelu": ("arch", "gpt2"),
    "decay_fraction": ("schedule", "wsd"),
    "schedule": ("decay_lr", True),
    "min_lr": ("decay_lr", True),
    "warmup_iters": ("decay_lr", True),
    "lr_decay_iters": ("decay_lr", True),
}
# settings that usually change with another one: at an equal ratio they are no change of their own
SCALES_WITH = {
    "n_head": "n_embd",
    "min_lr": "learning_rate",
    "lr_decay_iters": "max_iters",
    "warmup_iters": "max_iters",
}
DEFAULT_ORIGIN = "nanoGPT's default"  # the origin of settings that a settings file leaves out
# nanoGPT logs never state these: nanoGPT has no such setting, or almost nobody changes it
NANOGPT_VALUES: dict[str, Value] = {
    "arch": "gpt2",
    "optimizer": "adamw",
    "schedule": "cosine",
    "decay_lr": True,
    "init_from": "scratch",
}
# older versions of fledge lack these settings, and so does nanoGPT
ADDED_LATER: dict[str, Value] = {
    "sampling": "random",
    "mask_documents": False,
    **{name: SETTINGS[name].default for name in LLAMA_SETTINGS},
}
PRINTED_VALUE = re.compile(r"[-+]?\.?\d[\w.+-]*|True|False|true|false")
MIN_STATED = 8  # fewer equal settings do not make two runs without seeds repeats of one config
NEVER_ASKED_FOR = ("depth", "vocab_size", "init_from", "gelu", *ADDED_LATER)


@dataclass(frozen=True)
class SettingChange:
    name: str
    kind: SettingKind
    values: tuple[Value | None, ...]  # one per group; None where it is not known
    ratio: float | None  # of two groups: the second value to the first
    follows: str = ""  # the setting that it changes with

    @property
    def counts(self) -> bool:
        """Whether somebody chose this change."""
        return self.kind in ("training", "speed") and not self.follows


def setting_changes(runs: Sequence[Facts]) -> list[SettingChange]:
    """Settings and derived figures in which two of the runs are known to differ."""
    names = [name for name in SETTING_KINDS if _differs(runs, name)]
    chosen = [_change(runs, name, SETTING_KINDS[name], follows=_leader(runs, name, names)) for name in names]
    derived = [_change(runs, name, "derived") for name in DERIVED if _differs(runs, name)]
    return chosen + derived


def equal_settings(runs: Sequence[Facts]) -> dict[str, Value]:
    """Settings and derived figures that are known for all runs, and equal."""
    found: dict[str, Value] = {}
    for name in (*SETTING_KINDS, *DERIVED):
        values = [value for facts in runs if (value := value_of(facts, name)) is not None]
        if len(values) == len(runs) and applies(runs, name) and not _differs(runs, name):
            found[name] = values[0]
    return found


def unknown_settings(runs: Sequence[Facts]) -> dict[str, list[int]]:
    """Settings that some runs state and others do not, with the numbers of the runs that do not."""
    found = {}
    for name in (*TRAINING, "eval_iters"):
        values = [value_of(facts, name) for facts in runs]
        if name not in NEVER_ASKED_FOR and applies(runs, name) and any(value is not None for value in values):
            missing = [number for number, value in enumerate(values) if value is None]
            if missing:
                found[name] = missing
    return found


def printed_changes(runs: Sequence[Facts]) -> list[SettingChange]:
    """Numbers that all logs state for a name which fledge does not know, where they differ.

    A name whose numbers are those of a known setting is another word for that setting.
    """
    found, known = [], [change.values for change in setting_changes(runs)]
    for name in runs[0].run.stated:
        values = [facts.run.stated.get(name, []) for facts in runs]
        if all(len(one) == 1 and PRINTED_VALUE.fullmatch(one[0]) for one in values):
            stated = tuple(one[0] for one in values)
            if len(set(stated)) > 1 and not any(_are_words_for(values, stated) for values in known):
                found.append(SettingChange(name, "printed", stated, None))
    return found


def _are_words_for(values: Sequence[Value | None], stated: Sequence[str]) -> bool:
    """Whether the stated words are these numbers."""
    try:
        return all(_is_number(value) and float(word) == value for value, word in zip(values, stated, strict=True))
    except ValueError:
        return False


def is_one_config(a: Facts, b: Facts) -> bool:
    """Whether only chance can make two runs differ, as far as they say.

    Runs that do not state different seeds must state enough settings to be sure.
    """
    if a.run.format != b.run.format or a.run.stated != b.run.stated:
        return False
    names = [name for name in SETTING_KINDS if applies((a, b), name)]
    if not all(_equal(value_of(a, name), value_of(b, name)) for name in names):
        return False
    seeds = a.run.value("seed"), b.run.value("seed")
    if None not in seeds and seeds[0] != seeds[1]:
        return True
    return len(a.run.stated) + len(SETTING_KINDS.keys() & a.run.settings.keys()) >= MIN_STATED


def value_of(facts: Facts, name: str) -> Value | None:
    """A setting, or a figure derived from several; None where the run does not state it."""
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
        value = NANOGPT_VALUES.get(name)
    if value is None and run.format in ("nanoGPT", "fledge"):
        value = ADDED_LATER.get(name)
    if value is None and name not in SPEED and any(known.origin == DEFAULT_ORIGIN for known in run.settings.values()):
        value = SETTINGS[name].default  # a settings file was given: what it leaves out has its default
    if name == "init_from" and value == "resume":
        return "scratch"  # the same run, continued
    if name == "lr_decay_iters" and value == 0:
        return run.value("max_iters")
    if name == "depth" and value == 0:
        return None
    return value


def params_of(facts: Facts) -> float | None:
    """Parameters as nanoGPT counts them, also for fledge's own runs, which report every parameter."""
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
    """Whether the setting has an effect in every one of the runs."""
    if name in LLAMA_SETTINGS:
        return all(value_of(facts, "arch") in LLAMA_ARCHS for facts in runs)
    if name not in ACTIVE_ONLY_WITH:
        return True
    on, wanted = ACTIVE_ONLY_WITH[name]
    return all(value_of(facts, on) in (wanted, None) for facts in runs)


def _differs(runs: Sequence[Facts], name: str) -> bool:
    known = [value for facts in runs if (value := value_of(facts, name)) is not None]
    return applies(runs, name) and any(not _equal(known[0], value, _tolerance(name)) for value in known[1:])


def _tolerance(name: str) -> float:
    """Relative. Derived figures within 1% count as equal."""
    return 0.01 if name in DERIVED else 1e-9


def _equal(a: Value | None, b: Value | None, tolerance: float = 1e-9) -> bool:
    if _is_number(a) and _is_number(b):
        return math.isclose(float(a or 0), float(b or 0), rel_tol=tolerance)
    return a == b


def _is_number(value: Value | None) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _change(runs: Sequence[Facts], name: str, kind: SettingKind, follows: str = "") -> SettingChange:
    values = tuple(value_of(facts, name) for facts in runs)
    ratio = _ratio(values[1], values[0]) if len(values) == 2 and values[1] else None
    return SettingChange(name, kind, values, ratio, follows)


def _leader(runs: Sequence[Facts], name: str, changed: Sequence[str]) -> str:
    """The setting that this one changes with, or an empty string."""
    origins = [known.origin for facts in runs if (known := facts.run.settings.get(name))]
    if "arch" in changed and any(origin.startswith("default of arch=") for origin in origins):
        return "arch"
    if "depth" in changed and origins and all(origin.startswith("default of depth=") for origin in origins):
        return "depth"
    if name == "vocab_size" and "dataset" in changed:
        return "dataset"  # its tokenizer has the vocabulary
    leader = SCALES_WITH.get(name, "")
    if leader not in changed:
        return ""
    ratios = [_ratio(value_of(facts, name), value_of(facts, leader)) for facts in runs]
    first = ratios[0]
    alike = first is not None and all(
        ratio is not None and math.isclose(first, ratio, rel_tol=0.01) for ratio in ratios
    )
    return leader if alike else ""


def _ratio(part: Value | None, whole: Value | None) -> float | None:
    return float(part or 0) / float(whole) if _is_number(part) and _is_number(whole) and whole else None
