"""The glossary: what each term means, its formula, and its sentences about a run by `term.NAME.part`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Term:
    name: str
    meaning: str
    formula: str = ""
    also: tuple[str, ...] = ()  # other names

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "also": list(self.also), "meaning": self.meaning, "formula": self.formula}


TEXTS: dict[str, str] = {
    "term.setting.value": "{name} = {value}.",
    "term.loss.val": "The val loss is {loss:.4f} at iteration {it:,}.",
    "term.loss.train": "The evaluated train loss is {loss:.4f} at iteration {it:,}.",
    "term.loss.batches": "The loss of the batches is {loss:.4f} at iteration {it:,}.",
    "term.loss.guessing": "Guessing would give ln {size:.0f} = {loss:.2f}.",
    "term.perplexity.train": "train: exp({loss:.4f}) = {perplexity:,.2f}.",
    "term.perplexity.val": "val: exp({loss:.4f}) = {perplexity:,.2f}.",
    "term.perplexity.batches": "batches: exp({loss:.4f}) = {perplexity:,.2f}.",
    "term.bits_per_byte.printed": "{bits:.4f} at iteration {it:,}, as printed.",
    "term.bits_per_byte.char": "Its tokens are single bytes: {loss:.4f} / ln 2 = {bits:.3f}.",
    "term.nat.bits": "{loss:.4f} nats are {bits:.4f} bits per token.",
    "term.token.seen": "{tokens:,.0f} in {iterations:,} iterations.",
    "term.token.seen_of": "{tokens:,.0f} in {iterations:,} iterations, from a text of {dataset:,.0f}.",
    "term.epoch.count": "{tokens:,.0f} / {dataset:,.0f} = {epochs:.3g}.",
    "term.iteration.count": "{iterations:,}.",
    "term.iteration.count_of": "{iterations:,} of {goal:,}.",
    "term.iteration.time": "Each takes {step:,.1f} ms.",
    "term.batch.micro": "batch_size {batch:.0f} x block_size {block:.0f} = {tokens:,.0f} tokens in a micro-batch.",
    "term.batch.iteration": "An iteration has {steps:.0f} of them, {tokens:,.0f} tokens.",
    "term.context.block": "{block:,.0f} tokens.",
    "term.rate.printed": "{rate:.2e} at iteration {it:,}; at most {highest:.2e}.",
    "term.rate.setting": "{rate:.2e} at its highest.",
    "term.warm_up.count": "{warm_up:,.0f} iterations.",
    "term.warm_up.share": "{warm_up:,.0f} iterations, {share:.1%} of the run.",
    "term.decay.end": "Down to {low:.1e} at iteration {end:,.0f}.",
    "term.decay.end_of": "Down to {low:.1e} at iteration {end:,.0f}; the run ends at {goal:,}.",
    "term.norm.usual": "Usually {usual:.3g}, at most {highest:.3g}.",
    "term.mfu.computed": "{each:,.1f} MFLOP per token x {tokens_per_s:,.0f} tokens/s = {rate:flops}.",
    "term.mfu.share": "That is {mfu:.1%} of {peak:flops}, the peak of {device}.",
    "term.mfu.this_device": "the device",
    "term.mfu.printed": "The log prints {printed:.2%}.",
    "term.mfu.printed_a100": "The log prints {printed:.2%}, of an A100's {peak:flops}.",
    "term.flops.token": "{each:,.0f} per token.",
    "term.flops.total": "{total:.3g} for {tokens:count} tokens.",
    "term.compute.product": "6 x {params:count} x {tokens:count} = {total:.3g} FLOP.",
    "term.throughput.computed": "{tokens:,.0f} / {step:,.1f} ms = {rate:,.0f}.",
    "term.throughput.printed": "{rate:,.0f}.",
    "term.parameters.count": "{params:,.0f}.",
    "term.parameters.with_positions": "{params:,.0f}; {total:,.0f} with positions.",
    "term.gap.last": ("train {train:.4f}, val {val:.4f} at iteration {it:,}: a gap of {gap:.2f} nats."),
    "term.gap.best": "The lowest val printed is {best:.4f}, at iteration {it:,}.",
    "term.noise.estimate": "About {noise:.4f} nats, from how the val losses vary around their trend.",
    "term.checkpoint.saved": "{number:,} saved, the last at iteration {it:,}.",
    "term.chinchilla.ratio": "{tokens:count} / {params:count} = {ratio:.3g} tokens per parameter.",
    "term.cache.size": "{mib:,.1f} MiB for one full context, in bfloat16.",
    "term.step.time": "{step:,.1f} ms; {iterations:,} of them take {total:duration}.",
}

TERMS: tuple[Term, ...] = (
    Term(
        "loss",
        "How surprised the model is by the next token, on average. A model that guesses evenly among V tokens has "
        "ln V: 4.17 for 65 characters, 10.82 for GPT-2's 50,257 tokens. Losses of different tokenizers can't be "
        "compared.",
        "loss = -mean(ln p(next token)), in nats per token",
        ("cross entropy", "train loss", "val loss", "validation loss", "batch loss"),
    ),
    Term(
        "perplexity",
        "The loss as a number of choices: a model of perplexity 5 is as unsure as one that guesses among 5 tokens.",
        "perplexity = exp(loss)",
        ("ppl",),
    ),
    Term(
        "bits per byte",
        "The loss in bits per byte of text instead of per token: comparable between tokenizers.",
        "bits per byte = loss / ln 2 x tokens / bytes",
        ("bpb", "bits per character", "bpc"),
    ),
    Term(
        "nat",
        "The unit of a loss computed with the natural logarithm. 0.69 nats less means twice the probability per token.",
        "1 nat = 1 / ln 2 = 1.4427 bits",
        ("nats",),
    ),
    Term(
        "token",
        "The unit a model reads and writes: a character, a byte, or a piece of a word, as the tokenizer splits it.",
        also=("tokens", "tokenizer"),
    ),
    Term(
        "vocabulary",
        "All tokens of a tokenizer. nanoGPT rounds GPT-2's 50,257 up to 50,304, a multiple of 64, which is faster.",
        also=("vocab", "vocab size"),
    ),
    Term(
        "epoch",
        "One pass over the training text. nanoGPT draws random places, so an epoch is a count of tokens, not of texts.",
        "epochs = iterations x tokens per iteration / tokens in the training split",
        ("epochs",),
    ),
    Term(
        "iteration",
        "One update of the weights. Only litgpt calls micro-batches iterations, and updates steps.",
        also=("iterations", "iter", "iters", "max iters"),
    ),
    Term(
        "step",
        "The same as an iteration. nanoGPT prints `step N` when it evaluates before iteration N, whose printed time "
        "then contains the evaluation.",
        also=("steps", "step time"),
    ),
    Term(
        "micro-batch",
        "The sequences that go through the model at once: nanoGPT's batch_size. It affects memory, not what is "
        "learned.",
        "tokens per micro-batch = batch_size x block_size",
        ("micro batch size", "microbatch"),
    ),
    Term(
        "gradient accumulation",
        "Adding up the gradients of several micro-batches before one update: a large batch in little memory, but "
        "slower. nanoGPT's number is for all processes together.",
        "sequences per update = gradient_accumulation_steps x batch_size",
        ("accumulation", "grad accum", "accumulation steps"),
    ),
    Term(
        "tokens per iteration",
        "The tokens that one update learns from. If it changes, the best learning rate changes too.",
        "tokens per iteration = gradient_accumulation_steps x batch_size x block_size",
        ("tokens per step", "tokens per iter"),
    ),
    Term(
        "batch size",
        "nanoGPT's batch_size is that of a micro-batch. Learning depends on all sequences of an update.",
        "batch per update = gradient_accumulation_steps x batch_size sequences",
        ("batch", "effective batch"),
    ),
    Term(
        "context",
        "How many tokens a model can look back: its block_size. The work of attention grows with its square.",
        also=("block", "block size", "context length", "sequence length"),
    ),
    Term(
        "learning rate",
        "How far an update moves the weights. Too high: spikes, then NaN. Too low: an even, slow fall. Larger "
        "models need a lower one.",
        "about 0.003239 - 0.0001395 ln N for N parameters (Kaplan et al. 2020): 6.4e-4 for 124M",
        ("lr",),
    ),
    Term(
        "warm-up",
        "The first iterations, in which the learning rate rises to its highest: Adam's averages are unreliable before.",
        "lr = learning_rate x (it + 1) / (warmup_iters + 1), for it < warmup_iters",
        ("warmup", "warmup iters"),
    ),
    Term(
        "decay",
        "The decrease of the learning rate. The loss falls most while it decreases, so it should end with the run: "
        "lr_decay_iters = max_iters.",
        "lr = min_lr + (1 + cos(pi x done)) / 2 x (learning_rate - min_lr); done goes from 0 after warm-up to 1",
        ("lr decay", "cosine", "cosine schedule", "schedule", "lr decay iters"),
    ),
    Term(
        "weight decay",
        "Every update also shrinks the matrices towards zero, whatever the gradient. Biases and norms are left alone.",
        "w = w - lr x weight_decay x w",
    ),
    Term(
        "dropout",
        "In training, a random share of activations is set to zero, against overfitting. It is off in evaluation, "
        "so the evaluated train loss is below that of the batches.",
        also=(),
    ),
    Term(
        "gradient norm",
        "The length of the gradient of all weights together. It often jumps before the loss spikes.",
        "norm = sqrt(sum of g^2)",
        ("grad norm",),
    ),
    Term(
        "gradient clipping",
        "Gradients longer than grad_clip are scaled down to it, so that one odd batch can't damage the weights.",
        "g = g x min(1, grad_clip / norm)",
        ("grad clip", "clipping"),
    ),
    Term(
        "MFU",
        "Model FLOPs utilization: the share of the device's peak used for the model's own arithmetic. nanoGPT "
        "compares every device with an A100's 312 TFLOP/s; fledge with the real one.",
        "MFU = FLOPs per token x tokens per second / peak FLOP/s",
        ("model flops utilization", "utilization"),
    ),
    Term(
        "FLOPs",
        "Floating-point operations; a multiply and an add are two. FLOP/s are operations per second. Training needs "
        "6 per weight and token (2 forward, 4 backward), plus attention.",
        "FLOPs per token = 6 N + 12 n_layer x n_embd x block_size (nanoGPT's count)",
        ("flop", "tflops"),
    ),
    Term(
        "6ND",
        "The compute of a training run from its size alone: 6 operations per parameter and token, for N parameters "
        "and D tokens. Attention is left out.",
        "FLOPs = 6 x N x D",
        ("compute",),
    ),
    Term(
        "tokens per second",
        "The speed of training. Some trainers print that of one micro-batch or one process.",
        "tokens per second = tokens per iteration / seconds per iteration",
        ("throughput", "tok sec", "tps", "tok s", "tokens s"),
    ),
    Term(
        "parameters",
        "The numbers that are learned. nanoGPT's count leaves out the position table, block_size x n_embd; the "
        "output matrix is the token table, and counted once.",
        "12 L C^2 + V C + T C + (2 L + 1) C; L = n_layer, C = n_embd, V = vocab_size, T = block_size, no biases",
        ("params", "model size", "weights"),
    ),
    Term(
        "overfitting",
        "Learning the training text by heart: the train loss keeps falling while the val loss rises. The best "
        "checkpoint is the one with the lowest val loss.",
        "gap = val loss - train loss, both evaluated",
        ("overfit", "overfitted", "gap", "generalization gap"),
    ),
    Term(
        "validation split",
        "Text that is never trained on. Its loss shows how well the model predicts new text, if none of it is in "
        "the training split too.",
        also=("validation", "val", "held out", "val split"),
    ),
    Term(
        "evaluation noise",
        "A val loss is a mean over eval_iters random batches, so it varies. Two that differ by less than twice the "
        "noise are not different.",
        "noise = standard deviation of a batch's loss / sqrt(eval_iters)",
        ("noise", "eval noise", "eval iters"),
    ),
    Term(
        "checkpoint",
        "Saved weights, optimizer state and position: a run can continue from it. nanoGPT saves only at evaluations.",
        also=("ckpt", "checkpoints"),
    ),
    Term(
        "float32",
        "A dtype of 32 bits: about 7 digits, up to 3e38. Weights and optimizer state are float32 even if products "
        "are computed in 16 bits.",
        "4 bytes: 1 sign, 8 exponent, 23 fraction bits",
        ("fp32", "single precision"),
    ),
    Term(
        "bfloat16",
        "A dtype of 16 bits with float32's range and about 2 to 3 digits. It needs no loss scaling. GPUs before "
        "Ampere (V100, T4) do not have it.",
        "2 bytes: 1 sign, 8 exponent, 7 fraction bits",
        ("bf16",),
    ),
    Term(
        "float16",
        "A dtype of 16 bits with 3 digits and a small range: above 65,504 it is infinite. Gradients need loss "
        "scaling, and runs that end in NaN often use it.",
        "2 bytes: 1 sign, 5 exponent, 10 fraction bits",
        ("fp16", "half precision", "half"),
    ),
    Term(
        "autocast",
        "torch's way to compute products in 16 bits while weights stay float32. Sums that need precision (loss, "
        "norms) stay float32 too.",
        also=("mixed precision", "amp"),
    ),
    Term(
        "compile",
        "torch.compile fuses a model's operations into fewer, faster kernels. The first iteration can then take "
        "minutes.",
        also=("torch.compile",),
    ),
    Term(
        "flash attention",
        "Attention computed in tiles, without storing its T x T weights: less memory, and faster. torch's "
        "scaled_dot_product_attention uses it on most GPUs.",
        "memory grows with T, not with T^2",
        ("sdpa",),
    ),
    Term(
        "KV cache",
        "The keys and values of earlier tokens, kept while sampling, so that each new token costs one position and "
        "not the whole context again.",
        "bytes = 2 x n_layer x n_embd x tokens x bytes per number",
        ("kv", "cache"),
    ),
    Term(
        "seed",
        "The number that determines all random choices: initial weights, batches, dropout. Two seeds of one config "
        "differ by chance alone, and a comparison must show more than that.",
        also=("random seed",),
    ),
    Term(
        "AdamW",
        "The usual optimizer: each weight moves by its average gradient divided by the gradient's usual size, and "
        "decays separately. It keeps two numbers per weight.",
        "w = w - lr x (m / (sqrt(v) + eps) + weight_decay x w); m, v: averages of g and g^2 (beta1, beta2)",
        ("adam", "optimizer"),
    ),
    Term(
        "Muon",
        "An optimizer for matrices: the averaged gradient is made orthogonal before it is applied, so that all "
        "directions move equally. It keeps one number per weight; embeddings and head stay with Adam.",
        "W = W - lr x orthogonal(momentum of G), by five Newton-Schulz steps",
    ),
    Term(
        "Chinchilla",
        "Hoffmann et al. 2022: for a given amount of compute, about 20 training tokens per parameter give the "
        "lowest loss.",
        "loss = 1.69 + 406.4 / N^0.34 + 410.7 / D^0.28",
        ("chinchilla optimal", "tokens per parameter"),
    ),
)
