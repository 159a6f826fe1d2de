"""Config: every setting of a training run, with nanoGPT's names, and where each value came from."""

import dataclasses
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError, raise_all
from fledge.config.arguments import Argument, read_arguments
from fledge.config.fields import Assignment, Setting, Value, convert, did_you_mean, setting, settings_of
from fledge.config.file import read_config_file
from fledge.config.mixture_spec import read_shares, short_name
from fledge.config.shape import ModelShape

PRETRAINED = ("gpt2", "gpt2-medium", "gpt2-large", "gpt2-xl")
TRACKERS = ("tensorboard", "wandb", "trackio")
DEPTH_HEAD_WIDTH = 64  # width of a head in models that `depth` sizes
HUGE = 1e9  # a larger value is a typing error


@dataclass(frozen=True)
class Config:
    # run
    out_dir: str = setting(
        "auto",
        "the run directory; auto: runs/DATASET-ARCH. Give each experiment its own",
        group="Run",
    )
    init_from: str = setting(
        "scratch",
        "scratch | resume (continue out_dir) | gpt2, gpt2-medium, gpt2-large, gpt2-xl | a run, a ckpt.pt or a folder "
        "of GPT-2 weights to start from",
    )
    eval_interval: int = setting(2000, "iterations between evaluations; lower it for short runs", least=1, most=HUGE)
    eval_iters: int | str = setting(
        200,
        "random batches per evaluation; all: the whole validation split, once (not for a new model)",
        choices=("all",),
        least=1,
        most=HUGE,
    )
    eval_only: bool = setting(False, "evaluate once and stop")
    log_interval: int = setting(1, "iterations between log lines; raise it when steps are fast", least=1, most=HUGE)
    always_save_checkpoint: bool = setting(
        True, "save at every evaluation; False saves only when the validation loss improves"
    )
    keep: int = setting(1, "how many of the latest checkpoints to keep, besides the best one", least=1, most=HUGE)
    sample_interval: int = setting(0, "iterations between short samples in the log; 0 for none", least=0, most=HUGE)
    on_nan: str = setting(
        "stop",
        "if the loss or gradient is not finite: stop the run, or skip that step",
        choices=("stop", "skip"),
    )
    track: str = setting("none", "also log to tensorboard, wandb or trackio; several with commas")
    wandb_log: bool = setting(False, "nanoGPT's spelling of --track=wandb")
    wandb_project: str = setting("fledge", "the project name that wandb and trackio show")
    wandb_run_name: str = setting("auto", "the run's name there; auto: the name of out_dir")

    # data
    dataset: str = setting(
        "openwebtext",
        "a directory in data_dir, made by `fledge prepare`; several are mixed by weight: a:0.7,b:0.3",
        group="Data",
    )
    data_dir: str = setting("data", "the directory that holds the datasets")
    batch_size: int = setting(
        12,
        "sequences per micro-batch; if memory runs out, lower it and raise gradient_accumulation_steps",
        least=1,
        most=HUGE,
    )
    gradient_accumulation_steps: int = setting(
        40,
        "micro-batches per iteration, over all processes; tokens per iteration = this x batch_size x block_size",
        least=1,
        most=HUGE,
    )
    block_size: int = setting(1024, "context length in tokens", least=1, most=1 << 24)
    sampling: str = setting(
        "random",
        "epoch: every window of the data once before any again, for data seen once or a few times",
        choices=("random", "epoch"),
    )
    mask_documents: bool = setting(
        False, "attention stays inside a document: for many short documents per window. Attention is slower"
    )

    # model
    arch: str = setting(
        "gpt2",
        "gpt2 is nanoGPT's model; modern learns faster (rotary positions, n-grams, Muon)",
        group="Model",
        choices=("gpt2", "modern"),
    )
    depth: int = setting(
        0, "one number for the size: N layers, N heads, width 64 N. 1 is a toy, 12 is GPT-2 124M", least=0, most=1000
    )
    n_layer: int = setting(12, "layers", least=1, most=10_000)
    n_head: int = setting(12, "attention heads; must divide n_embd", least=1, most=1 << 20)
    n_embd: int = setting(768, "width; the size of the model grows with its square", least=1, most=1 << 20)
    dropout: float = setting(
        0.0, "0 for pretraining; 0.1 to 0.3 if the data is small and seen many times", least=0, most=0.99
    )
    bias: bool = setting(False, "biases in linear and norm layers, as in GPT-2; only for arch=gpt2")
    vocab_size: int = setting(0, "0: from the dataset (GPT-2's 50257 becomes 50304)", least=0, most=1 << 24)

    ngram_rows: int = setting(
        0,
        "rows of modern's n-gram table (2- to 5-grams): a better loss for memory, at little time",
        least=0,
        most=1 << 30,
    )

    ngram_dropout: float = setting(
        0.2, "share of positions where training ignores that table; less for text seen once", least=0, most=0.99
    )

    # optimizer
    optimizer: str = setting(
        "adamw",
        "muon: for arch=modern; Muon for the matrices, Adam for the rest",
        group="Optimizer",
        choices=("adamw", "muon"),
    )
    learning_rate: float = setting(
        6e-4, "the peak; higher for small models (1e-3), lower for fine-tuning (3e-5)", above=0, most=1000
    )
    embedding_lr: float = setting(0.05, "Adam's peak for the embeddings; only with optimizer=muon", above=0, most=1000)
    ngram_lr: float = setting(0.1, "the peak for the n-gram table, which has its own optimizer", above=0, most=1000)
    head_lr: float = setting(0.01, "Adam's peak for the output head; only with optimizer=muon", above=0, most=1000)
    max_iters: int = setting(600_000, "iterations to train", least=0, most=HUGE)
    weight_decay: float = setting(0.1, "pulls the matrices towards zero", least=0, most=1000)
    beta1: float = setting(0.9, "Adam's decay rate for the gradient's mean", least=0, most=0.9999999)
    beta2: float = setting(
        0.95, "Adam's decay rate for its square; 0.99 if an iteration has few tokens", least=0, most=0.9999999
    )
    grad_clip: float = setting(1.0, "the largest gradient norm; 0: no clipping", least=0, most=HUGE)

    # schedule
    schedule: str = setting(
        "cosine",
        "from learning_rate to min_lr; wsd stays at the peak until decay_fraction of the run is left",
        group="Learning rate",
        choices=("cosine", "linear", "wsd"),
    )
    decay_lr: bool = setting(True, "False keeps the learning rate constant, as for fine-tuning")
    warmup_iters: int = setting(2000, "iterations of warmup; about 1% to 5% of the run", least=0, most=HUGE)
    lr_decay_iters: int = setting(
        600_000, "the iteration that reaches min_lr; usually max_iters. 0: max_iters", least=0, most=HUGE
    )
    min_lr: float = setting(6e-5, "the learning rate at the end; about a tenth of the peak", least=0, most=1000)
    decay_fraction: float = setting(0.6, "the part of a wsd run that decays", above=0, most=1)

    # system
    device: str = setting(
        "auto",
        "auto | cpu | cuda | cuda:1 | mps; auto: the GPU if one works",
        group="System",
    )
    dtype: str = setting(
        "auto",
        "auto: bfloat16 if the hardware has it and it is faster, else float16 on older GPUs, else float32",
        choices=("auto", "float32", "bfloat16", "float16"),
    )
    compile: bool | str = setting(
        "auto", "torch.compile: faster steps after a minute of compiling", choices=("auto", True, False)
    )
    seed: int = setting(1337, "initial weights, batches and dropout depend on it", least=0, most=2**62)
    threads: int = setting(0, "CPU threads; 0: one per physical core", least=0, most=4096)
    backend: str = setting("auto", "communication between processes under torchrun", choices=("auto", "nccl", "gloo"))

    origins: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def tokens_per_iter(self) -> int:
        return self.gradient_accumulation_steps * self.batch_size * self.block_size

    @property
    def shape(self) -> ModelShape:
        return ModelShape(**{key: getattr(self, key) for key in SHAPE_SETTINGS})

    @property
    def shares(self) -> dict[str, float]:
        """The datasets to train on, with each one's share of the sequences."""
        return read_shares(self.dataset)

    @property
    def dataset_paths(self) -> list[Path]:
        return [Path(self.data_dir) / name for name in self.shares]

    @property
    def run_path(self) -> Path:
        return Path(self.out_dir)

    def with_values(self, origin: str, **changes: Any) -> "Config":
        """A copy with other values, each remembering `origin`."""
        origins = {**self.origins, **dict.fromkeys(changes, origin)}
        return dataclasses.replace(self, **changes, origins=origins)

    def chosen(self, key: str) -> bool:
        """Whether the user wrote this setting, in a file or on the command line."""
        return not self.origins[key].startswith("default")

    def values(self) -> dict[str, Value]:
        return {key: getattr(self, key) for key in SETTINGS}

    def to_json(self) -> dict[str, dict[str, Value]]:
        return {key: {"value": value, "origin": self.origins[key]} for key, value in self.values().items()}


SETTINGS: dict[str, Setting] = settings_of(Config)

# Defaults of an architecture that differ from those above.
ARCH_DEFAULTS: dict[str, dict[str, Value]] = {
    "gpt2": {},
    "modern": {
        "ngram_rows": 131_072,
        "optimizer": "muon",
        "learning_rate": 0.02,
        "min_lr": 0.0,
        "weight_decay": 0.0,
        "beta1": 0.8,
        "schedule": "wsd",
        "warmup_iters": 0,
        "lr_decay_iters": 0,
        "gradient_accumulation_steps": 1,
    },
}

# The shape of the weights: a checkpoint cannot be continued with other values.
SHAPE_SETTINGS = ("arch", "n_layer", "n_head", "n_embd", "vocab_size", "bias", "block_size", "ngram_rows")


def load_config(argv: Sequence[str], trust: bool = False) -> Config:
    """Settings files and `--key=value`, left to right, the later ones winning, as in nanoGPT."""
    arguments, problems = read_arguments(SETTINGS, argv)
    written, wrong = read_written(arguments, trust)
    return make_config(written, problems + wrong)


def read_written(arguments: Sequence[Argument], trust: bool = False) -> tuple[list[Assignment], list[str]]:
    """What the user wrote, in files and on the command line, in order, and every problem found."""
    written: list[Assignment] = []
    problems: list[str] = []
    values = {key: spec.default for key, spec in SETTINGS.items()}  # a file's expressions may use them
    for argument in arguments:
        if argument.assignment:
            found = [argument.assignment]
        else:
            found, wrong = read_config_file(find_config_file(argument.text), SETTINGS, values, trust)
            problems += wrong
        values.update({entry.key: entry.value for entry in found})
        written += found
    return written, problems


def config_from_json(document: object, overrides: Sequence[Assignment] = (), source: object = "config.json") -> Config:
    """The Config that a run wrote to `source`, changed by `overrides`."""
    if not isinstance(document, dict):
        raise FledgeError(f"{source} is damaged: it is not an object.", "Start a new run in another out_dir.")
    written: list[Assignment] = []
    problems: list[str] = []
    for key, entry in document.items():
        if key not in SETTINGS or not isinstance(entry, dict):
            continue  # a setting of another version
        try:
            value = convert(SETTINGS[key], entry.get("value"))
            written.append(Assignment(key, value, str(entry.get("origin", "default"))))
        except ValueError as error:
            problems.append(f"{source}: {key}: {error}.")
    return make_config([*written, *overrides], problems)


def find_config_file(name: str) -> Path:
    """The file itself, or the shipped one of that name when it isn't here."""
    path = Path(name)
    if path.exists():
        return path
    shipped = shipped_configs()
    stem = path.name if path.suffix == ".py" else path.name + ".py"
    if stem in shipped and path.parent.name in ("", "config"):
        return shipped[stem]
    if path.suffix != ".py" and "/" not in name:
        raise FledgeError(
            f"{name!r} is not understood here.",
            f"Settings are written --key=value.{did_you_mean(stem, shipped)}",
        )
    raise FledgeError(
        f"no settings file {name}.", f"Shipped: {', '.join(sorted(shipped))}.{did_you_mean(stem, shipped)}"
    )


def shipped_configs() -> dict[str, Path]:
    """The settings files that come with fledge: inside the package, or beside src/ in a checkout."""
    here = Path(__file__).resolve()
    for folder in (here.parents[1] / "shipped_configs", here.parents[3] / "config"):
        if folder.is_dir():
            return {path.name: path for path in sorted(folder.glob("*.py"))}
    return {}


def make_config(written: Sequence[Assignment], problems: Sequence[str] = ()) -> Config:
    """The defaults changed by what was written, checked. Raises every problem at once."""
    values = {key: spec.default for key, spec in SETTINGS.items()}
    origins = dict.fromkeys(values, "default")
    for entry in written:
        values[entry.key], origins[entry.key] = entry.value, entry.origin
    for key, value in ARCH_DEFAULTS[str(values["arch"])].items():
        if origins[key] == "default":
            values[key], origins[key] = value, f"default of arch={values['arch']}"
    depth = int(values["depth"])
    for key, size in {"n_layer": depth, "n_head": depth, "n_embd": DEPTH_HEAD_WIDTH * depth}.items():
        if depth and origins[key] == "default":
            values[key], origins[key] = size, f"default of depth={depth}"
    if values["out_dir"] == "auto":
        values["out_dir"] = f"runs/{short_name(str(values['dataset']))}-{values['arch']}"
    config = Config(**values, origins=origins)  # type: ignore[arg-type]
    raise_all([*problems, *_contradictions(config)])
    return config


def _contradictions(c: Config) -> list[str]:
    """Problems that no single setting shows."""
    problems = []
    even = head_unit(c.arch)
    if c.n_embd % (c.n_head * even):
        fitting = [n for n in range(1, min(c.n_embd, 4096) + 1) if c.n_embd % (n * even) == 0]
        near = min(fitting, key=lambda n: abs(n - c.n_head), default=None)
        fix = f"Try --n_head={near}." if near else "Try an even --n_embd."
        parts = " into even parts" if even == 2 else ""
        problems.append(f"n_head={c.n_head} does not divide n_embd={c.n_embd}{parts}. {fix}")
    if c.arch == "modern" and c.bias:
        problems.append("bias=True is not for arch=modern, which has none. Try --bias=False or --arch=gpt2.")
    if c.arch == "gpt2" and c.ngram_rows:
        problems.append(f"ngram_rows={c.ngram_rows} is for arch=modern. Try --arch=modern, or --ngram_rows=0.")
    if c.optimizer == "muon" and c.arch != "modern":
        problems.append("optimizer=muon is for arch=modern. Try --arch=modern, or --optimizer=adamw.")
    if c.min_lr > c.learning_rate and c.decay_lr:
        problems.append(
            f"min_lr={c.min_lr:g} is above learning_rate={c.learning_rate:g}. Try --min_lr={c.learning_rate / 10:g}."
        )
    try:
        read_shares(c.dataset)
    except ValueError as error:
        problems.append(str(error))
    for tracker in c.track.split(","):
        if tracker not in (*TRACKERS, "none"):
            problems.append(f"track={tracker!r} is not known: {', '.join(TRACKERS)}.{did_you_mean(tracker, TRACKERS)}")
    if not c.out_dir:
        problems.append("out_dir is empty. Try --out_dir=runs/NAME, or leave it out.")
    return problems + device_problems(c.device)


def device_problems(device: str) -> list[str]:
    if re.fullmatch(r"auto|cpu|mps|cuda(:[0-9]{1,3})?", device):
        return []
    return [f"device={device!r} is not known. Try auto, cpu, cuda, cuda:0 or mps."]


def head_unit(arch: str) -> int:
    """The width of a head is a multiple of this: rotary positions rotate pairs of features."""
    return 2 if arch == "modern" else 1


def notes_on(c: Config) -> list[str]:
    """Warnings: settings that are allowed and probably not meant."""
    notes = []
    if c.decay_lr and c.max_iters and not 0.5 <= (c.lr_decay_iters or c.max_iters) / c.max_iters <= 1.5:
        notes.append(
            f"lr_decay_iters={c.lr_decay_iters:,} is far from max_iters={c.max_iters:,}: "
            f"the learning rate won't end at min_lr. Usually --lr_decay_iters={c.max_iters}."
        )
    if c.decay_lr and c.warmup_iters > c.max_iters > 0:
        notes.append(
            f"warmup_iters={c.warmup_iters:,} is longer than the run: the learning rate never reaches its peak. "
            f"Usually --warmup_iters={c.max_iters // 20}."
        )
    if c.optimizer == "adamw" and c.learning_rate > 0.1:
        notes.append(f"learning_rate={c.learning_rate:g} is very high for AdamW: 1e-4 to 1e-3 is usual.")
    return notes


def dump_json(config: Config) -> str:
    return json.dumps(config.to_json(), indent=1) + "\n"
