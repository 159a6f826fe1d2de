"""The words of training: what each means, its formula, and what it is in a given run."""

import difflib
import re
from dataclasses import dataclass

from fledge.analyze import term_numbers as of
from fledge.analyze.term_numbers import Numbers
from fledge.common.errors import FledgeError
from fledge.config.schema import SETTINGS
from fledge.logs.facts import Facts


@dataclass(frozen=True)
class Term:
    name: str
    meaning: str
    formula: str = ""
    also: tuple[str, ...] = ()  # other words for it
    numbers: Numbers | None = None  # of a run, in a sentence

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "also": list(self.also), "meaning": self.meaning, "formula": self.formula}


def define(word: str) -> Term:
    """The term a word means: itself, another name of it, a part of one, a slip of the keyboard, or a setting."""
    if found := find_term(word):
        return found
    near = difflib.get_close_matches(_plain(word), list(_NAMES), n=1, cutoff=0.6)
    raise FledgeError(
        f"{word[:40]!r} is no run, no log and no term.",
        f"Did you mean {_NAMES[near[0]].name}?" if near else "`fledge explain --terms` lists the terms.",
    )


def find_term(word: str) -> Term | None:
    """The term a word means beyond doubt."""
    plain = _plain(word)
    if plain in _NAMES:
        return _NAMES[plain]
    if word in SETTINGS:
        return Term(word, f"A setting: {SETTINGS[word].comment}.", f"--{word}={SETTINGS[word].default}, unless given")
    parts = {term.name: term for name, term in _NAMES.items() if plain in name.split()}
    if len(parts) == 1:
        return next(iter(parts.values()))
    near = difflib.get_close_matches(plain, list(_NAMES), n=1, cutoff=0.85)
    return _NAMES[near[0]] if near else None


def with_numbers(term: Term, facts: Facts) -> str | None:
    """The term in this run's own numbers; None where the run does not say."""
    return term.numbers(facts) if term.numbers else None


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", word.lower()).strip()


_ALL = (
    Term(
        "loss",
        "How surprised the model is by the token that comes, on average. A model that guesses evenly among V "
        "tokens has ln V: 4.17 for 65 characters, 10.82 for GPT-2's 50,257 tokens. Losses of different tokenizers "
        "can't be compared.",
        "loss = -mean(ln p(the token that came)), in nats a token",
        ("cross entropy", "train loss", "val loss", "validation loss", "batch loss"),
        of.loss_of,
    ),
    Term(
        "perplexity",
        "The loss as a number of choices: a model of perplexity 5 is as unsure as one that guesses among 5 tokens.",
        "perplexity = exp(loss)",
        ("ppl",),
        of.perplexity_of,
    ),
    Term(
        "bits per byte",
        "The loss in bits for each byte of text, not for each token: comparable between tokenizers.",
        "bits per byte = loss / ln 2 x tokens / bytes",
        ("bpb", "bits per character", "bpc"),
        of.bits_per_byte_of,
    ),
    Term(
        "nat",
        "The unit of a loss taken with the natural logarithm. 0.69 nats less is a guess twice as good.",
        "1 nat = 1 / ln 2 = 1.4427 bits",
        ("nats",),
        of.nats_of,
    ),
    Term(
        "token",
        "What a model reads and writes: a character, a byte, or a piece of a word, as the tokenizer cuts the text.",
        "",
        ("tokens", "tokenizer"),
        of.tokens_of,
    ),
    Term(
        "vocabulary",
        "All tokens there are. nanoGPT rounds GPT-2's 50,257 up to 50,304, a multiple of 64, because it is faster.",
        "",
        ("vocab", "vocab size"),
        of.setting_of("vocab_size"),
    ),
    Term(
        "epoch",
        "One pass over the training text. nanoGPT draws random places, so an epoch is a count of tokens, not of texts.",
        "epochs = iterations x tokens per iteration / tokens of the training split",
        ("epochs",),
        of.epochs_of,
    ),
    Term(
        "iteration",
        "One update of the weights. litgpt alone counts micro-batches by that name, and updates as steps.",
        "",
        ("iterations", "iter", "iters", "max iters"),
        of.iterations_of,
    ),
    Term(
        "step",
        "The same as an iteration. nanoGPT prints `step N` where it evaluates before iteration N, whose printed "
        "time then contains the evaluation.",
        "",
        ("steps", "step time"),
        of.time_of,
    ),
    Term(
        "micro-batch",
        "The sequences that go through the model at once: nanoGPT's batch_size. It decides the memory, not what is "
        "learned.",
        "tokens of a micro-batch = batch_size x block_size",
        ("micro batch size", "microbatch"),
        of.batch_of,
    ),
    Term(
        "gradient accumulation",
        "Adding up the gradients of several micro-batches before one update: a large batch in little memory, at "
        "the price of time. nanoGPT's number is of all processes together.",
        "sequences of an update = gradient_accumulation_steps x batch_size",
        ("accumulation", "grad accum", "accumulation steps"),
        of.batch_of,
    ),
    Term(
        "tokens per iteration",
        "The tokens one update learns from. Change it, and the learning rate that fits changes too.",
        "tokens per iteration = gradient_accumulation_steps x batch_size x block_size",
        ("tokens per step", "tokens per iter"),
        of.batch_of,
    ),
    Term(
        "batch size",
        "nanoGPT's batch_size is that of a micro-batch. What is learned depends on all sequences of an update.",
        "batch of an update = gradient_accumulation_steps x batch_size sequences",
        ("batch", "effective batch"),
        of.batch_of,
    ),
    Term(
        "context",
        "How many tokens back a model can look: its block_size. Attention's work grows with its square.",
        "",
        ("block", "block size", "context length", "sequence length"),
        of.block_of,
    ),
    Term(
        "learning rate",
        "How far an update moves the weights. Too high: spikes, then NaN. Too low: an even, slow fall. Larger "
        "models take less.",
        "about 0.003239 - 0.0001395 ln N for N parameters (Kaplan et al. 2020): 6.4e-4 for 124M",
        ("lr",),
        of.rate_of,
    ),
    Term(
        "warm-up",
        "The first iterations, in which the learning rate climbs to its highest: Adam's averages mean little before.",
        "lr = learning_rate x (it + 1) / (warmup_iters + 1), for it < warmup_iters",
        ("warmup", "warmup iters"),
        of.warm_up_of,
    ),
    Term(
        "decay",
        "The learning rate's way down. The loss falls most while it comes down, so it should end with the run: "
        "lr_decay_iters = max_iters.",
        "lr = min_lr + (1 + cos(pi x done)) / 2 x (learning_rate - min_lr); done goes from 0 after warm-up to 1",
        ("lr decay", "cosine", "cosine schedule", "schedule", "lr decay iters"),
        of.decay_of,
    ),
    Term(
        "weight decay",
        "A pull of the matrices towards zero in every update, whatever the gradient. Not of biases and norms.",
        "w = w - lr x weight_decay x w",
        (),
        of.setting_of("weight_decay"),
    ),
    Term(
        "dropout",
        "A share of activations set to zero in training, at random, against overfitting. It is off in evaluation, "
        "so the evaluated train loss is below that of the batches.",
        "",
        (),
        of.setting_of("dropout"),
    ),
    Term(
        "gradient norm",
        "The length of the gradient of all weights together. A jump in it often comes before a spike of the loss.",
        "norm = sqrt(sum of g^2)",
        ("grad norm",),
        of.norm_of,
    ),
    Term(
        "gradient clipping",
        "Gradients longer than grad_clip are shortened to it, so that one odd batch can't throw the weights off.",
        "g = g x min(1, grad_clip / norm)",
        ("grad clip", "clipping"),
        of.setting_of("grad_clip"),
    ),
    Term(
        "MFU",
        "Model FLOPs utilization: the share of the device's peak that went into the model's own arithmetic. "
        "nanoGPT holds every device against an A100's 312 TFLOP/s; fledge against the real one.",
        "MFU = FLOPs per token x tokens per second / peak FLOP/s",
        ("model flops utilization", "utilization"),
        of.mfu_of,
    ),
    Term(
        "FLOPs",
        "Floating-point operations; a multiply and an add are two. FLOP/s are operations a second. Training costs "
        "6 for each weight and token (2 forward, 4 backward), and attention on top.",
        "FLOPs per token = 6 N + 12 n_layer x n_embd x block_size (nanoGPT's count)",
        ("flop", "tflops"),
        of.operations_of,
    ),
    Term(
        "6ND",
        "The cost of a training from its size alone: 6 operations for each of N parameters and D tokens. Attention "
        "is left out.",
        "FLOPs = 6 x N x D",
        ("compute",),
        of.work_of,
    ),
    Term(
        "tokens per second",
        "How fast it trains. Some trainers print that of one micro-batch or one process.",
        "tokens per second = tokens per iteration / seconds of an iteration",
        ("throughput", "tok sec", "tps", "tok s", "tokens s"),
        of.throughput_of,
    ),
    Term(
        "parameters",
        "The numbers that are learned. nanoGPT's count leaves the position table out, block_size x n_embd; the "
        "output matrix is the token table, counted once.",
        "12 L C^2 + V C + T C + (2 L + 1) C; L = n_layer, C = n_embd, V = vocab_size, T = block_size, no biases",
        ("params", "model size", "weights"),
        of.parameters_of,
    ),
    Term(
        "overfitting",
        "Learning the training text itself: the train loss falls on while the val loss rises. The best checkpoint "
        "is the one with the lowest val loss.",
        "gap = val loss - train loss, both evaluated",
        ("overfit", "overfitted", "gap", "generalization gap"),
        of.gap_of,
    ),
    Term(
        "validation split",
        "Text that is never trained on. Its loss is what the model can do with new text, if none of it is in the "
        "training split too.",
        "",
        ("validation", "val", "held out", "val split"),
        of.loss_of,
    ),
    Term(
        "evaluation noise",
        "A val loss is a mean over eval_iters random batches, so it scatters. Two that differ by less than twice "
        "that are not different.",
        "noise = spread of a batch's loss / sqrt(eval_iters)",
        ("noise", "eval noise", "eval iters"),
        of.evaluation_noise_of,
    ),
    Term(
        "checkpoint",
        "Weights, optimizer state and position, saved: what a run can go on from. nanoGPT saves only at evaluations.",
        "",
        ("ckpt", "checkpoints"),
        of.checkpoints_of,
    ),
    Term(
        "float32",
        "Numbers of 32 bits: about 7 digits, up to 3e38. Weights and optimizer state are kept so even where "
        "products are computed in 16 bits.",
        "4 bytes: 1 sign, 8 exponent, 23 fraction bits",
        ("fp32", "single precision"),
        of.setting_of("dtype"),
    ),
    Term(
        "bfloat16",
        "Numbers of 16 bits with float32's range and about 2 to 3 digits. Needs no loss scaling. GPUs before "
        "Ampere (V100, T4) do not have it.",
        "2 bytes: 1 sign, 8 exponent, 7 fraction bits",
        ("bf16",),
        of.setting_of("dtype"),
    ),
    Term(
        "float16",
        "Numbers of 16 bits with 3 digits and a small range: above 65,504 they are infinite. Gradients need a "
        "scale, and runs that end in NaN are often of these.",
        "2 bytes: 1 sign, 5 exponent, 10 fraction bits",
        ("fp16", "half precision", "half"),
        of.setting_of("dtype"),
    ),
    Term(
        "autocast",
        "torch's way to compute products in 16 bits while weights stay float32. Sums that need digits (loss, "
        "norms) stay float32 too.",
        "",
        ("mixed precision", "amp"),
        of.setting_of("dtype"),
    ),
    Term(
        "compile",
        "torch.compile fuses a model's operations into fewer, faster kernels. The first iteration then takes up to "
        "minutes.",
        "",
        ("torch.compile",),
        of.setting_of("compile"),
    ),
    Term(
        "flash attention",
        "Attention computed in tiles, without ever storing its T x T weights: less memory, faster. torch's "
        "scaled_dot_product_attention uses it on most GPUs.",
        "memory grows with T, not with T^2",
        ("sdpa",),
    ),
    Term(
        "KV cache",
        "The keys and values of tokens already read, kept while sampling, so that each new token costs one "
        "position and not the whole context again.",
        "bytes = 2 x n_layer x n_embd x tokens x bytes of a number",
        ("kv", "cache"),
        of.cache_of,
    ),
    Term(
        "seed",
        "The number that all random choices follow from: initial weights, batches, dropout. Two seeds of one "
        "config differ by chance alone, which is the least a comparison must beat.",
        "",
        ("random seed",),
        of.setting_of("seed"),
    ),
    Term(
        "AdamW",
        "The usual optimizer: each weight moves by its average gradient over its usual size, and decays apart from "
        "that. It keeps two numbers for each weight.",
        "w = w - lr x (m / (sqrt(v) + eps) + weight_decay x w); m, v: averages of g and g^2 (beta1, beta2)",
        ("adam", "optimizer"),
        of.setting_of("optimizer"),
    ),
    Term(
        "Muon",
        "An optimizer for matrices: the averaged gradient is made orthogonal before it is applied, so that all "
        "directions move alike. It keeps one number for each weight; embeddings and head stay with Adam.",
        "W = W - lr x orthogonal(momentum of G), by five Newton-Schulz steps",
        (),
        of.setting_of("optimizer"),
    ),
    Term(
        "Chinchilla",
        "Hoffmann et al. 2022: for a given amount of compute, about 20 tokens of training for each parameter give "
        "the lowest loss.",
        "loss = 1.69 + 406.4 / N^0.34 + 410.7 / D^0.28",
        ("chinchilla optimal", "tokens per parameter"),
        of.chinchilla_of,
    ),
)

TERMS: dict[str, Term] = {term.name: term for term in _ALL}
_NAMES: dict[str, Term] = {_plain(name): term for term in _ALL for name in (term.name, *term.also)}
