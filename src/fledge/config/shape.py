"""ModelShape: the settings that a model's size and cost depend on."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ModelShape:
    """The size of a model. `bias` is for arch gpt2; modern has none."""

    arch: str  # gpt2 | modern
    n_layer: int
    n_head: int
    n_embd: int
    block_size: int
    vocab_size: int
    bias: bool
    ngram_rows: int = 0  # of modern's n-gram table
