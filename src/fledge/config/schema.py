"""Config: every setting of a training run, with nanoGPT's names, and where each value came from."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fledge.config.fields import Assignment, Setting, Value, setting, settings_of
from fledge.config.mixture_spec import read_shares
from fledge.config.shape import ModelShape
from fledge.texts import say

PRETRAINED = ("gpt2", "gpt2-medium", "gpt2-large", "gpt2-xl")
TRACKERS = ("tensorboard", "wandb", "trackio")
DEPTH_HEAD_WIDTH = 64  # width of a head in models that `depth` sizes
HUGE = 1e9  # a larger value is a typing error


@dataclass(frozen=True)
class Config:
    # run
    out_dir: str = setting("auto", say("setting.out_dir"), group=say("option.group.run"))
    init_from: str = setting(
        "scratch",
        say("setting.init_from"),
    )
    eval_interval: int = setting(2000, say("setting.eval_interval"), least=1, most=HUGE)
    eval_iters: int | str = setting(
        200,
        say("setting.eval_iters"),
        choices=("all",),
        least=1,
        most=HUGE,
    )
    eval_only: bool = setting(False, say("setting.eval_only"))
    log_interval: int = setting(1, say("setting.log_interval"), least=1, most=HUGE)
    always_save_checkpoint: bool = setting(True, say("setting.always_save_checkpoint"))
    keep: int = setting(1, say("setting.keep"), least=1, most=HUGE)
    sample_interval: int = setting(0, say("setting.sample_interval"), least=0, most=HUGE)
    planned_loss: str = setting("", say("setting.planned_loss"))
    on_nan: str = setting("stop", say("setting.on_nan"), choices=("stop", "skip"))
    track: str = setting("none", say("setting.track"))
    wandb_log: bool = setting(False, say("setting.wandb_log"))
    wandb_project: str = setting("fledge", say("setting.wandb_project"))
    wandb_run_name: str = setting("auto", say("setting.wandb_run_name"))

    # data
    dataset: str = setting(
        "openwebtext",
        say("setting.dataset"),
        group=say("option.group.data"),
    )
    data_dir: str = setting("data", say("setting.data_dir"))
    prepare_tokens: int = setting(
        0,
        say("setting.prepare_tokens"),
        least=0,
        most=1e18,
    )
    batch_size: int = setting(
        12,
        say("setting.batch_size"),
        least=1,
        most=HUGE,
    )
    gradient_accumulation_steps: int = setting(
        40,
        say("setting.gradient_accumulation_steps"),
        least=1,
        most=HUGE,
    )
    block_size: int = setting(1024, say("setting.block_size"), least=1, most=1 << 24)
    sampling: str = setting(
        "random",
        say("setting.sampling"),
        choices=("random", "epoch"),
    )
    mask_documents: bool = setting(False, say("setting.mask_documents"))

    # model
    arch: str = setting(
        "gpt2",
        say("setting.arch"),
        group=say("option.group.model"),
        choices=("gpt2", "modern", "llama", "qwen3"),
    )
    depth: int = setting(0, say("setting.depth"), least=0, most=1000)
    n_layer: int = setting(12, say("setting.n_layer"), least=1, most=10_000)
    n_head: int = setting(12, say("setting.n_head"), least=1, most=1 << 20)
    n_embd: int = setting(768, say("setting.n_embd"), least=1, most=1 << 20)
    dropout: float = setting(0.0, say("setting.dropout"), least=0, most=0.99)
    bias: bool = setting(False, say("setting.bias"))
    gelu: str = setting(
        "exact",
        say("setting.gelu"),
        choices=("exact", "tanh"),
    )
    vocab_size: int = setting(0, say("setting.vocab_size"), least=0, most=1 << 24)

    n_kv_head: int = setting(
        0,
        say("setting.n_kv_head"),
        least=0,
        most=1 << 20,
    )
    head_width: int = setting(
        0,
        say("setting.head_width"),
        least=0,
        most=1 << 20,
    )
    ffn_width: int = setting(
        0,
        say("setting.ffn_width"),
        least=0,
        most=1 << 24,
    )
    tie_embeddings: bool = setting(False, say("setting.tie_embeddings"))
    rope_base: float = setting(10_000.0, say("setting.rope_base"), least=1, most=1e12)
    norm_eps: float = setting(1e-5, say("setting.norm_eps"), above=0, most=1)

    ngram_rows: int = setting(
        0,
        say("setting.ngram_rows"),
        least=0,
        most=1 << 30,
    )

    ngram_counts: int = setting(0, say("setting.ngram_counts"), least=0, most=1 << 26)  # 1 GiB

    ngram_dropout: float = setting(0.2, say("setting.ngram_dropout"), least=0, most=0.99)

    # optimizer
    optimizer: str = setting(
        "adamw",
        say("setting.optimizer"),
        group=say("option.group.optimizer"),
        choices=("adamw", "muon"),
    )
    learning_rate: float = setting(6e-4, say("setting.learning_rate"), above=0, most=1000)
    embedding_lr: float = setting(0.1, say("setting.embedding_lr"), above=0, most=1000)
    ngram_lr: float = setting(0.1, say("setting.ngram_lr"), above=0, most=1000)
    head_lr: float = setting(0.01, say("setting.head_lr"), above=0, most=1000)
    max_iters: int = setting(600_000, say("setting.max_iters"), least=0, most=HUGE)
    weight_decay: float = setting(0.1, say("setting.weight_decay"), least=0, most=1000)
    beta1: float = setting(0.9, say("setting.beta1"), least=0, most=0.9999999)
    beta2: float = setting(0.95, say("setting.beta2"), least=0, most=0.9999999)
    momentum_warmup: int = setting(0, say("setting.momentum_warmup"), least=0, most=HUGE)
    grad_clip: float = setting(1.0, say("setting.grad_clip"), least=0, most=HUGE)

    # schedule
    schedule: str = setting(
        "cosine",
        say("setting.schedule"),
        group=say("option.group.learning_rate"),
        choices=("cosine", "linear", "wsd"),
    )
    decay_lr: bool = setting(True, say("setting.decay_lr"))
    warmup_iters: int = setting(2000, say("setting.warmup_iters"), least=0, most=HUGE)
    lr_decay_iters: int = setting(600_000, say("setting.lr_decay_iters"), least=0, most=HUGE)
    min_lr: float = setting(6e-5, say("setting.min_lr"), least=0, most=1000)
    decay_fraction: float = setting(0.6, say("setting.decay_fraction"), above=0, most=1)

    # system
    device: str = setting("auto", say("setting.device"), group=say("option.group.system"))
    dtype: str = setting(
        "auto",
        say("setting.dtype"),
        choices=("auto", "float32", "bfloat16", "float16"),
    )
    compile: bool | str = setting("auto", say("setting.compile"), choices=("auto", True, False))
    seed: int = setting(1337, say("setting.seed"), least=0, most=2**62)
    threads: int = setting(0, say("setting.threads"), least=0, most=4096)
    adapt_threads: str = setting("auto", say("setting.adapt_threads"), choices=("auto", "always", "never"))
    backend: str = setting("auto", say("setting.backend"), choices=("auto", "nccl", "gloo"))
    parallel: str = setting(
        "auto",
        say("setting.parallel"),
        choices=("auto", "ddp", "fsdp"),
    )
    hang_timeout: float = setting(
        120.0,
        say("setting.hang_timeout"),
        least=0,
        most=86_400,
    )
    checkpoint_activations: bool = setting(False, say("setting.checkpoint_activations"))

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
MUON_DEFAULTS: dict[str, Value] = {
    "optimizer": "muon",
    "learning_rate": 0.02,
    "min_lr": 0.0,
    "weight_decay": 0.0,
    "beta1": 0.8,
    "momentum_warmup": 300,
    "schedule": "wsd",
    "warmup_iters": 0,
    "lr_decay_iters": 0,
    "gradient_accumulation_steps": 1,
}
ARCH_DEFAULTS: dict[str, dict[str, Value]] = {
    "gpt2": {},
    "modern": {**MUON_DEFAULTS, "ngram_rows": 131_072},
    "llama": MUON_DEFAULTS,
    "qwen3": MUON_DEFAULTS,
}

# Weights that others trained with AdamW are trained on with it: Muon's recipe is for new models.
FINE_TUNING = [Assignment(key, SETTINGS[key].default, "default for trained weights") for key in MUON_DEFAULTS]

LLAMA_SETTINGS = ("n_kv_head", "head_width", "ffn_width", "tie_embeddings", "rope_base", "norm_eps")
# The shape of the weights: a checkpoint cannot be continued with other values.
SHAPE_SETTINGS = (
    *("arch", "n_layer", "n_head", "n_embd", "vocab_size", "bias", "block_size", "ngram_rows"),
    *("gelu", *LLAMA_SETTINGS, "ngram_counts"),
)


def sizes_of_depth(depth: int) -> dict[str, int]:
    """The sizes that `depth` stands for; 0 stands for none."""
    return {"n_layer": depth, "n_head": depth, "n_embd": DEPTH_HEAD_WIDTH * depth} if depth else {}
