"""Formulas for the parameters, FLOPs, MFU and memory of a GPT, used by plans, logs and reports.

L = n_layer, C = n_embd (in attention the width of all heads), T = block_size, V = vocab_size. A multiply and an add are
two FLOPs.
"""

from typing import Literal

from fledge.config.shape import LLAMA_ARCHS, ModelShape

Counting = Literal["nanogpt", "causal", "flash"]


def parameters_matmul(shape: ModelShape) -> int:
    """The number of weights that every token is multiplied with: the blocks' matrices, and the head's V x C.

    The token, position and n-gram tables are looked up, not multiplied; biases and norms are not matrices. Tied or
    not, the head is counted once.
    """
    return shape.n_layer * parameters_block(shape) + shape.vocab_size * shape.n_embd


def parameters_block(shape: ModelShape) -> int:
    """The weights of a block's matrices.

    gpt2, modern: C x 3C (queries, keys, values), C x C (attention's output), C x 4C and 4C x C (MLP): 12 C^2.
    llama, qwen3: C x HD for the queries and for attention's output, C x KD for the keys and for the values, and the
    three C x F of the MLP: gate, up and down. H heads of queries, K of keys and values, D wide; F is the MLP's width.
    """
    queries, keys = shape.attention_size, shape.kv_heads * shape.head_size
    mlp_matrices = 3 if shape.arch in LLAMA_ARCHS else 2
    return shape.n_embd * (2 * queries + 2 * keys + mlp_matrices * shape.ffn_size)


def parameters(shape: ModelShape) -> int:
    """The number of trained parameters.

    gpt2: the head is the token table (counted once, as a matrix); positions add T x C. Each norm has C gains,
    two in a block and one at the end: (2L + 1) C. With bias each norm has C more, and a block's four matrices
    have 3C + C + 4C + C = 9C: (11L + 1) C.
    modern: no positions, gains or biases; the token table V x C is not the head's, so it comes on top, and so do
    the rows of the n-gram table.
    llama, qwen3: gains as in gpt2, no positions or biases; without tie_embeddings the token table comes on top. A layer
    of qwen3 has D gains for the queries of every head and D for the keys.
    """
    table = 0 if shape.is_tied else shape.vocab_size * shape.n_embd
    if shape.arch == "modern":
        return parameters_matmul(shape) + table + parameters_ngrams(shape)
    gains = (2 * shape.n_layer + 1) * shape.n_embd
    if shape.arch in LLAMA_ARCHS:
        head_gains = 2 * shape.n_layer * shape.head_size if shape.arch == "qwen3" else 0
        return parameters_matmul(shape) + table + gains + head_gains
    biases = (11 * shape.n_layer + 1) * shape.n_embd if shape.bias else 0
    return parameters_matmul(shape) + _positions(shape) + gains + biases


def parameters_ngrams(shape: ModelShape) -> int:
    """Parameters of the n-gram table, which has neither gradients nor moments of its size."""
    return shape.ngram_rows * shape.n_embd


def parameters_nanogpt(shape: ModelShape) -> int:
    """The count that nanoGPT prints: all parameters except the position table."""
    return parameters(shape) - _positions(shape)


def _positions(shape: ModelShape) -> int:
    return shape.block_size * shape.n_embd if shape.arch == "gpt2" else 0


def flops_per_token(shape: ModelShape, counting: Counting = "nanogpt") -> int:
    """FLOPs per token of one training step, forward and backward.

    A weight costs 2 FLOPs per token forward and 4 backward (the gradients of its input and of itself): 6 in all.
    Attention multiplies queries with T keys and T weights with values: 4CT per layer forward. There are three ways
    to count:

    nanogpt: 6 N + 12 LCT. N is nanoGPT's parameter count, with norms and (untied) token table; backward is twice the
        forward, and the half that the causal mask removes is counted too. Use it to compare with other programs.
    causal:  6 N_matmul + 6 LCT. Only what the result depends on: position t sees t of T keys, half on average. The
        least work that trains this model.
    flash:   6 N_matmul + 14 LCT. What a FLOP counter sees when flash attention runs over the full square: its backward
        has five matmuls, not four, because the scores are computed again (4CT + 10CT).
    """
    attention = shape.n_layer * shape.attention_size * shape.block_size
    if counting == "nanogpt":
        weights = parameters_nanogpt(shape) if shape.arch == "gpt2" else parameters_matmul(shape)
        return 6 * weights + 12 * attention
    return 6 * parameters_matmul(shape) + (6 if counting == "causal" else 14) * attention


def least_model_bytes(shape: ModelShape, optimizer: str) -> int:
    """A lower bound of the memory that training this model takes, without the batch.

    Weights, gradients and Adam's two moments are float32: 16 bytes per parameter. Muon keeps one moment, not two, for
    the matrices of a block. A row of the n-gram table takes its weights and one number more; counts come on top.
    """
    table = parameters_ngrams(shape)
    one_moment = shape.n_layer * parameters_block(shape) if optimizer == "muon" else 0
    return 16 * (parameters(shape) - table) - 4 * one_moment + 4 * (table + shape.ngram_rows) + counts_bytes(shape)


def counts_bytes(shape: ModelShape) -> int:
    """The memory of the n-grams that modern counts: two numbers of 64 bits for each. They are no parameters."""
    return 16 * shape.ngram_counts


def checkpoint_bytes(shape: ModelShape, optimizer: str) -> int:
    """The size of a checkpoint: what training keeps in memory, without the gradients."""
    return least_model_bytes(shape, optimizer) - 4 * (parameters(shape) - parameters_ngrams(shape))


def least_batch_bytes(shape: ModelShape, batch_size: int) -> int:
    """A lower bound of the memory that one micro-batch adds.

    Backward needs the inputs of a block's matrices, per token C (queries, keys, values), the width of all heads
    (attention's output), C and the MLP's width, in 16 bits at least: 7 C in gpt2. The logits are not counted: for a
    large vocabulary they are made in chunks.
    """
    per_token = 2 * shape.n_embd + shape.attention_size + shape.ffn_size
    return 2 * batch_size * shape.block_size * shape.n_layer * per_token


def least_sampling_bytes(shape: ModelShape, samples: int, number_bytes: int) -> int:
    """A lower bound of the memory that sampling takes: the weights, and a key and value per position, layer and sample.

    number_bytes=1 is int8: the matrices take 1 byte per weight (their scales, 2 bytes per row, are left out), and the
    rest and the cache take 2. A tied token table is then no longer the head: it adds V x C.
    """
    cached = 2 * samples * shape.n_layer * shape.block_size * shape.kv_heads * shape.head_size
    if number_bytes > 1:
        return number_bytes * (parameters(shape) + cached) + counts_bytes(shape)
    table = shape.vocab_size * shape.n_embd if shape.is_tied else 0
    matrices = parameters_matmul(shape)
    return matrices + 2 * (parameters(shape) - matrices + table + cached) + counts_bytes(shape)


def mfu(flops_per_token: float, tokens_per_s: float, peak: float) -> float:
    """Model FLOPs utilization: the share of the device's peak that the model uses, at most 1.0."""
    return flops_per_token * tokens_per_s / peak


def expected_loss(shape: ModelShape, tokens: float) -> float:
    """Validation loss in nats per token after training on `tokens` different tokens: Hoffmann et al. 2022, D.3.

    A fit to models of 70M parameters and more on web text, with a vocabulary of 32,000. Other text has other losses.
    The n-gram table of arch=modern is not counted: nobody has fitted what its rows are worth.
    """
    weights = parameters(shape) - parameters_ngrams(shape)
    return 1.69 + 406.4 / weights**0.34 + 410.7 / tokens**0.28
