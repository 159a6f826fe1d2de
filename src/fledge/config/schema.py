"""Config: every setting of a training run, with nanoGPT's names, and where each value came from."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fledge.config.fields import Assignment, Setting, Value, setting, settings_of
from fledge.config.mixture_spec import read_shares
from fledge.config.shape import ModelShape

PRETRAINED = ("gpt2", "gpt2-medium", "gpt2-large", "gpt2-xl")
TRACKERS = ("tensorboard", "wandb", "trackio")
DEPTH_HEAD_WIDTH = 64  # width of a head in models that `depth` sizes
HUGE = 1e9  # a larger value is a typing error


@dataclass(frozen=True)
class Config:
    # run
    out_dir: str = setting(
        "auto", "the run directory; auto: runs/DATASET-ARCH. Give each experiment its own", group="Run"
    )
    init_from: str = setting(
        "scratch",
        "scratch | resume (continue out_dir) | gpt2, gpt2-medium, gpt2-large, gpt2-xl | a run, a ckpt.pt, a Hugging "
        "Face folder or a .gguf (gpt2, llama, qwen3) to start from",
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
        "stop", "if the loss or gradient is not finite: stop the run, or skip that step", choices=("stop", "skip")
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
    prepare_tokens: int = setting(
        0,
        "training tokens to prepare of a large corpus that is not here yet; 0: as many as the run reads",
        least=0,
        most=1e18,
    )
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
        "gpt2 is nanoGPT's model; modern learns fastest (rotary positions, n-grams, Muon); qwen3 and llama run in "
        "llama.cpp, Ollama and transformers",
        group="Model",
        choices=("gpt2", "modern", "llama", "qwen3"),
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
    gelu: str = setting(
        "exact",
        "gpt2: the exact GELU, as nanoGPT has it, or OpenAI's tanh approximation; trained weights bring their own",
        choices=("exact", "tanh"),
    )
    vocab_size: int = setting(0, "0: from the dataset (GPT-2's 50257 becomes 50304)", least=0, most=1 << 24)

    n_kv_head: int = setting(
        0,
        "llama, qwen3: heads of keys and values; 0: n_head. Fewer make a smaller cache for sampling long texts",
        least=0,
        most=1 << 20,
    )
    head_width: int = setting(
        0,
        "llama, qwen3: width of a head; 0: n_embd / n_head. Some published models have wider ones",
        least=0,
        most=1 << 20,
    )
    ffn_width: int = setting(
        0,
        "llama, qwen3: inner width of the MLP; 0: 8/3 n_embd. Some published models have wider ones",
        least=0,
        most=1 << 24,
    )
    tie_embeddings: bool = setting(
        False, "llama, qwen3: one matrix for tokens in and out; for a vocabulary that is large for the model"
    )
    rope_base: float = setting(
        10_000.0, "llama, qwen3: base of the rotary positions; higher for contexts beyond 8192", least=1, most=1e12
    )
    norm_eps: float = setting(1e-5, "llama, qwen3: what the norms add to the variance; as published", above=0, most=1)

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
        "muon: for every arch but gpt2; Muon for the matrices, Adam for the rest",
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
    device: str = setting("auto", "auto | cpu | cuda | cuda:1 | mps; auto: the GPU if one works", group="System")
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
    parallel: str = setting(
        "auto",
        "many processes: ddp has all of the model in each; fsdp shards it, for one that does not fit. auto: ddp",
        choices=("auto", "ddp", "fsdp"),
    )
    hang_timeout: float = setting(
        120.0,
        "seconds without progress after which a run of many processes ends, and names the rank it hangs at; 0: never",
        least=0,
        most=86_400,
    )
    checkpoint_activations: bool = setting(
        False, "keep only each block's input and compute the rest again: much less memory, a third more work"
    )

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
    *("gelu", *LLAMA_SETTINGS),
)


def sizes_of_depth(depth: int) -> dict[str, int]:
    """The sizes that `depth` stands for; 0 stands for none."""
    return {"n_layer": depth, "n_head": depth, "n_embd": DEPTH_HEAD_WIDTH * depth} if depth else {}
