"""The formulas: parameters, FLOPs and MFU of a GPT, for plans and reports alike.

L = n_layer, C = n_embd, T = block_size, V = vocab_size. A multiply and an add are two FLOPs.
"""

from typing import Literal

from fledge.config.shape import ModelShape

Counting = Literal["nanogpt", "causal", "flash"]


def parameters_matmul(shape: ModelShape) -> int:
    """Weights that every token is multiplied with.

    A block has C x 3C (queries, keys, values), C x C (attention's output), C x 4C and 4C x C (MLP): 12 C^2.
    The head adds V x C. The token, position and n-gram tables are looked up, not multiplied; biases and norms are not
    matrices. Tied or not, the head is here once.
    """
    return 12 * shape.n_layer * shape.n_embd**2 + shape.vocab_size * shape.n_embd


def parameters(shape: ModelShape) -> int:
    """Every number the optimizer trains.

    gpt2: the head is the token table (counted once, as a matrix); positions add T x C. Each norm has C gains,
    two in a block and one at the end: (2L + 1) C. With bias each norm has C more, and a block's four matrices
    have 3C + C + 4C + C = 9C: (11L + 1) C.
    modern: no positions, gains or biases; the token table V x C is not the head's, so it comes on top, and so do
    the rows of the n-gram table.
    """
    if shape.arch == "modern":
        return parameters_matmul(shape) + shape.vocab_size * shape.n_embd + parameters_ngrams(shape)
    gains = (2 * shape.n_layer + 1) * shape.n_embd
    biases = (11 * shape.n_layer + 1) * shape.n_embd if shape.bias else 0
    return parameters_matmul(shape) + _positions(shape) + gains + biases


def parameters_ngrams(shape: ModelShape) -> int:
    """The n-gram table's: read a few rows at a time, and taught without gradients or moments of its size."""
    return shape.ngram_rows * shape.n_embd


def parameters_nanogpt(shape: ModelShape) -> int:
    """The count nanoGPT prints: every parameter but the position table."""
    return parameters(shape) - _positions(shape)


def _positions(shape: ModelShape) -> int:
    return shape.block_size * shape.n_embd if shape.arch == "gpt2" else 0


def flops_per_token(shape: ModelShape, counting: Counting = "nanogpt") -> int:
    """FLOPs of one training step, forward and backward, for each of its tokens.

    A weight costs 2 FLOPs a token forward and 4 backward (the gradients of its input and of itself): 6 each.
    Attention multiplies queries with T keys and T weights with values: 4CT a layer forward. What the three
    ways of counting make of that:

    nanogpt: 6 N + 12 LCT. N is nanoGPT's parameter count, norms and (untied) token table included; backward
        twice the forward, and the half that the causal mask takes away counted too. To compare with others.
    causal:  6 N_matmul + 6 LCT. Only what the result depends on: position t looks at t of T keys, half on
        average. The least work that trains this model.
    flash:   6 N_matmul + 14 LCT. What a flop counter sees when flash attention runs over the full square: its
        backward is five products, not four, as the scores are computed again (4CT + 10CT).
    """
    attention = shape.n_layer * shape.n_embd * shape.block_size
    if counting == "nanogpt":
        weights = parameters_nanogpt(shape) if shape.arch == "gpt2" else parameters_matmul(shape)
        return 6 * weights + 12 * attention
    return 6 * parameters_matmul(shape) + (6 if counting == "causal" else 14) * attention


def least_model_bytes(shape: ModelShape, optimizer: str) -> int:
    """Memory that training this model can't do without, whatever the batch: a lower bound.

    Weights, gradients and Adam's two moments are float32: 16 bytes a parameter. Muon keeps one moment, not two, for
    the 12 C^2 of a block. A row of the n-gram table has its weights and one number more.
    """
    table = parameters_ngrams(shape)
    one_moment = 12 * shape.n_layer * shape.n_embd**2 if optimizer == "muon" else 0
    return 16 * (parameters(shape) - table) - 4 * one_moment + 4 * (table + shape.ngram_rows)


def least_batch_bytes(shape: ModelShape, batch_size: int) -> int:
    """Memory that one micro-batch adds while training: a lower bound.

    Backward needs what went into a block's four matrices, C + C + C + 4C a token, in 16 bits at the least. Not the
    logits: of a large vocabulary they are made some rows at a time.
    """
    return 2 * batch_size * shape.block_size * 7 * shape.n_layer * shape.n_embd


def least_sampling_bytes(shape: ModelShape, samples: int, number_bytes: int) -> int:
    """Memory that sampling can't do without: the weights, and a key and a value a position, layer and sample.

    number_bytes=1 is int8: the matrices take 1 byte a weight (their scales, 2 bytes a row, are left out), and all
    else, the cache too, takes 2. gpt2's token table then is no longer the head: it comes on top, V x C.
    """
    cached = 2 * samples * shape.n_layer * shape.block_size * shape.n_embd
    if number_bytes > 1:
        return number_bytes * (parameters(shape) + cached)
    table = shape.vocab_size * shape.n_embd if shape.arch == "gpt2" else 0
    matrices = parameters_matmul(shape)
    return matrices + 2 * (parameters(shape) - matrices + table + cached)


def mfu(flops_per_token: float, tokens_per_s: float, peak: float) -> float:
    """Model FLOPs utilization: what share of the device's peak went into the model, 1.0 for all."""
    return flops_per_token * tokens_per_s / peak


def expected_loss(shape: ModelShape, tokens: float) -> float:
    """Validation loss in nats a token, after `tokens` different ones: Hoffmann et al. 2022, appendix D.3.

    A fit to models of 70M parameters and more on web text, with a vocabulary of 32,000. Other text moves it.
    """
    return 1.69 + 406.4 / parameters(shape) ** 0.34 + 410.7 / tokens**0.28
