"""The words of training, in a run's own numbers: a sentence each, or None where the run does not say."""

import math
from collections.abc import Callable

from fledge.common.text import count, duration, flops
from fledge.logs.facts import DATASET_VOCABULARY, NANOGPT_PEAK_FLOPS, Facts, noise

Numbers = Callable[[Facts], str | None]


def loss_of(facts: Facts) -> str | None:
    said = {
        "val": facts.last_val,
        "train, evaluated,": facts.last_train,
        "the batches'": facts.last_loss,
    }
    parts = [f"{name} {point[1]:.4f} at iteration {point[0]:,}" for name, point in said.items() if point]
    size = facts.run.number("vocab_size") or DATASET_VOCABULARY.get(str(facts.run.value("dataset")))
    if size and size > 1:
        parts.append(f"guessing would be ln {size:.0f} = {math.log(size):.2f}")
    return "; ".join(parts) + "." if parts else None


def perplexity_of(facts: Facts) -> str | None:
    parts = [
        f"{name} exp({point[1]:.4f}) = {math.exp(min(point[1], 700)):,.2f}"
        for name, point in (("train", facts.last_train), ("val", facts.last_val or facts.last_loss))
        if point
    ]
    return ", ".join(parts) + "." if parts else None


def bits_per_byte_of(facts: Facts) -> str | None:
    printed = facts.run.curve("val_bpb").finite()
    if printed:
        return f"{printed[-1][1]:.4f} at iteration {printed[-1][0]:,}, as it was printed."
    if facts.last_val and str(facts.run.value("dataset")) == "shakespeare_char":
        return f"Its tokens are single bytes: {facts.last_val[1]:.4f} / ln 2 = {facts.last_val[1] / math.log(2):.3f}."
    return None


def nats_of(facts: Facts) -> str | None:
    point = facts.last_val or facts.last_loss
    return f"{point[1]:.4f} nats are {point[1] / math.log(2):.4f} bits a token." if point else None


def tokens_of(facts: Facts) -> str | None:
    if facts.tokens is None:
        return None
    text = f" of a text of {facts.dataset_tokens:,.0f}" if facts.dataset_tokens else ""
    return f"{facts.tokens:,.0f} in {facts.iterations:,} iterations{text}."


def epochs_of(facts: Facts) -> str | None:
    if not facts.epochs or not facts.tokens or not facts.dataset_tokens:
        return None
    return f"{facts.tokens:,.0f} / {facts.dataset_tokens:,.0f} = {facts.epochs:.3g}."


def iterations_of(facts: Facts) -> str | None:
    of = f" of {facts.max_iters:,}" if facts.max_iters else ""
    step = f", {facts.step_ms:,.1f} ms each" if facts.step_ms else ""
    return f"{facts.iterations:,}{of}{step}."


def batch_of(facts: Facts) -> str | None:
    run = facts.run
    batch, block, steps = (run.number(n) for n in ("batch_size", "block_size", "gradient_accumulation_steps"))
    if not batch or not block:
        return None
    text = f"batch_size {batch:.0f} x block_size {block:.0f} = {batch * block:,.0f} tokens in a micro-batch"
    return text + (f"; {steps:.0f} of them are an iteration, {facts.tokens_per_iter:,.0f} tokens." if steps else ".")


def block_of(facts: Facts) -> str | None:
    block = facts.run.number("block_size")
    return f"{block:,.0f} tokens." if block else None


def rate_of(facts: Facts) -> str | None:
    rates = facts.run.curve("lr").finite()
    if rates:
        return f"{rates[-1][1]:.2e} at iteration {rates[-1][0]:,}; at most {max(rate for _, rate in rates):.2e}."
    peak = facts.run.number("learning_rate")
    return f"{peak:.2e} at its highest." if peak else None


def warm_up_of(facts: Facts) -> str | None:
    warm, goal = facts.run.number("warmup_iters"), facts.max_iters
    if warm is None:
        return None
    return f"{warm:,.0f} iterations" + (f", {warm / goal:.1%} of the run." if goal else ".")


def decay_of(facts: Facts) -> str | None:
    end, low = facts.run.number("lr_decay_iters"), facts.run.number("min_lr")
    if end is None or low is None:
        return None
    goal = f"; the run ends at {facts.max_iters:,}" if facts.max_iters else ""
    return f"Down to {low:.1e} at iteration {end or facts.max_iters or 0:,.0f}{goal}."


def setting_of(name: str) -> Numbers:
    def numbers(facts: Facts) -> str | None:
        value = facts.run.value(name)
        return None if value is None else f"{name} = {value}."

    return numbers


def norm_of(facts: Facts) -> str | None:
    norms = sorted(value for _, value in facts.run.curve("grad_norm").finite())
    if not norms:
        return None
    return f"Usually {norms[len(norms) // 2]:.3g}, at most {norms[-1]:.3g}."


def mfu_of(facts: Facts) -> str | None:
    parts = []
    if facts.flops_per_token and facts.tokens_per_s and facts.flops_computed:
        parts.append(
            f"{facts.flops_per_token / 1e6:,.1f} MFLOP a token x {facts.tokens_per_s:,.0f} tokens/s = "
            f"{flops(facts.flops_computed)}"
        )
    if facts.mfu and facts.peak:
        name = facts.device.name if facts.device else "the device"
        parts.append(f"{facts.mfu:.1%} of {name}'s {flops(facts.peak)}")
    if facts.printed_mfu is not None:
        of = f", of an A100's {flops(NANOGPT_PEAK_FLOPS)}" if facts.prints_a100_mfu else ""
        parts.append(f"printed: {facts.printed_mfu:.2%}{of}")
    return "; ".join(parts) + "." if parts else None


def operations_of(facts: Facts) -> str | None:
    if not facts.flops_per_token:
        return None
    total = f"; {facts.flops_per_token * facts.tokens:.3g} for {count(facts.tokens)}" if facts.tokens else ""
    return f"{facts.flops_per_token:,.0f} a token{total}."


def work_of(facts: Facts) -> str | None:
    if not facts.params or not facts.tokens:
        return None
    return f"6 x {count(facts.params)} x {count(facts.tokens)} = {6 * facts.params * facts.tokens:.3g} FLOP."


def throughput_of(facts: Facts) -> str | None:
    if facts.tokens_per_iter and facts.step_ms and facts.tokens_per_s:
        return f"{facts.tokens_per_iter:,.0f} / {facts.step_ms:,.1f} ms = {facts.tokens_per_s:,.0f}."
    return f"{facts.tokens_per_s:,.0f}." if facts.tokens_per_s else None


def parameters_of(facts: Facts) -> str | None:
    if not facts.params:
        return None
    every = f"; {facts.params_all:,.0f} with positions" if facts.params_all and facts.params_all != facts.params else ""
    return f"{facts.params:,.0f}{every}."


def gap_of(facts: Facts) -> str | None:
    if not facts.last_val or not facts.last_train or not facts.best:
        return None
    gap = facts.last_val[1] - facts.last_train[1]
    return (
        f"train {facts.last_train[1]:.4f}, val {facts.last_val[1]:.4f} at iteration {facts.last_val[0]:,}: a gap of "
        f"{gap:.2f} nats. The lowest val printed is {facts.best[1]:.4f}, at {facts.best[0]:,}."
    )


def evaluation_noise_of(facts: Facts) -> str | None:
    spread = noise([value for _, value in facts.run.curve("val_loss").finite()])
    return None if math.isnan(spread) else f"About {spread:.4f} nats, by how the val losses scatter around their trend."


def checkpoints_of(facts: Facts) -> str | None:
    saved = [notice.it for notice in facts.run.notices_of("saved") if notice.it is not None]
    return f"{len(saved):,} saved, the last at iteration {saved[-1]:,}." if saved else None


def chinchilla_of(facts: Facts) -> str | None:
    if not facts.params or not facts.tokens:
        return None
    return f"{count(facts.tokens)} / {count(facts.params)} = {facts.tokens / facts.params:.3g} tokens a parameter."


def cache_of(facts: Facts) -> str | None:
    shape = facts.shape
    if shape is None or not facts.is_gpt2:
        return None
    size = 2 * shape.n_layer * shape.n_embd * shape.block_size * 2
    return f"{size / 2**20:,.1f} MiB for one full context, in bfloat16."


def time_of(facts: Facts) -> str | None:
    if not facts.step_ms:
        return None
    whole = duration(facts.step_ms * facts.iterations / 1000)
    return f"{facts.step_ms:,.1f} ms; {facts.iterations:,} of them are {whole}."
