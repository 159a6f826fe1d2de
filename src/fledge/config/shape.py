"""ModelShape: the settings that a model's weights depend on, and so its size and cost."""

from dataclasses import dataclass

ROTARY_ARCHS = ("modern", "llama", "qwen3")  # rotary positions rotate pairs of features
LLAMA_ARCHS = ("llama", "qwen3")
FFN_UNIT = 64  # an MLP's width is a multiple of this: other widths make slower matmuls


@dataclass(frozen=True)
class ModelShape:
    """The size of a model.

    `bias` and `gelu` are for arch gpt2, `ngram_rows` and `ngram_counts` for modern, the rest for llama and qwen3.
    0 in n_kv_head, head_width and ffn_width stands for the usual size, which the properties give.
    """

    arch: str  # gpt2 | modern | llama | qwen3
    n_layer: int
    n_head: int
    n_embd: int
    block_size: int
    vocab_size: int
    bias: bool
    ngram_rows: int = 0  # of modern's n-gram table
    n_kv_head: int = 0
    head_width: int = 0
    ffn_width: int = 0
    tie_embeddings: bool = False
    rope_base: float = 10_000.0
    norm_eps: float = 1e-5
    gelu: str = "exact"  # or tanh, OpenAI's approximation
    ngram_counts: int = 0  # n-grams whose counts modern keeps, at most

    @property
    def kv_heads(self) -> int:
        """Heads of keys and values; each serves n_head / kv_heads heads of queries."""
        return self.n_kv_head or self.n_head

    @property
    def head_size(self) -> int:
        return self.head_width or self.n_embd // self.n_head

    @property
    def attention_size(self) -> int:
        """The width of all heads of queries together."""
        return self.n_head * self.head_size

    @property
    def ffn_size(self) -> int:
        """The inner width of the MLP: 4 C, or with a gate, which is one matrix more, 8/3 C: as many weights."""
        if self.arch not in LLAMA_ARCHS:
            return 4 * self.n_embd
        return self.ffn_width or -(-8 * self.n_embd // (3 * FFN_UNIT)) * FFN_UNIT

    @property
    def is_tied(self) -> bool:
        """Whether the token table is also the output head."""
        return self.arch == "gpt2" or (self.arch in LLAMA_ARCHS and self.tie_embeddings)
