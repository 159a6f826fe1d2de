"""The figures of a plan that follow from the settings, or from the seconds of an iteration."""

import math

from fledge.config.schema import Config
from fledge.hardware.table import GIB
from fledge.model.flops import (
    checkpoint_bytes,
    expected_loss,
    flops_per_token,
    mfu,
    parameters,
    parameters_matmul,
    parameters_nanogpt,
    parameters_ngrams,
)
from fledge.plan.estimate import Estimate
from fledge.plan.types import Demands, Target
from fledge.texts import say, text
from fledge.train.choices import CPU_COMPILE_SECONDS
from fledge.train.evaluate import TRAIN_SHARE

# Low, usual, high.
POWER_SHARES = (0.75, 0.85, 1.0)  # of the rated watts, while training
GPU_COMPILE_S = (20, 45, 120)
DISK_BYTES_PER_S = (100e6, 400e6, 2000e6)  # written and synced; a hard disk, an ordinary SSD, a fast one
COPIED_BYTES_PER_S = (0.5e9, 2e9, 10e9)  # into new memory; one core of an EPYC copies 2 GB/s, the ends are guesses
CPU_COMPILE_S = (15, CPU_COMPILE_SECONDS, 60)
USEFUL_EPOCHS = 4.0  # repeating the data more often gains little (Muennighoff et al. 2023)
MIN_WEB_TEXT_VOCABULARY = 30_000  # a smaller vocabulary has another loss per token
Figures = dict[str, Estimate | None]


def counts(config: Config, demands: Demands) -> Figures:
    """The figures that do not depend on the device."""
    shape = config.shape
    tokens = config.tokens_per_iter * config.max_iters
    per_token = flops_per_token(shape)
    # without the embedding and n-gram tables of arch=modern, which take no matmul
    weights = parameters_nanogpt(shape) if shape.arch == "gpt2" else parameters_matmul(shape)
    figures: Figures = {
        "params": Estimate.exact(parameters(shape), "parameters", text(say("plan.source.counted"))),
        "params_nanogpt": Estimate.exact(
            parameters_nanogpt(shape), "parameters", text(say("plan.source.no_positions"))
        ),
        "tokens_per_iter": Estimate.exact(
            config.tokens_per_iter, "tokens", "batch_size x block_size x gradient_accumulation_steps"
        ),
        "total_tokens": Estimate.exact(tokens, "tokens", "tokens_per_iter x max_iters"),
        "epochs": None,
        "tokens_per_parameter": Estimate.exact(
            tokens / (parameters_nanogpt(shape) - parameters_ngrams(shape)),
            "tokens/parameter",
            text(say("plan.source.chinchilla")),
        ),
        "flops_per_token": Estimate.exact(per_token, "FLOP", text(say("plan.source.nanogpt_flops"))),
        "flops_total": Estimate.exact(per_token * tokens, "FLOP", text(say("plan.source.nanogpt_flops_token"))),
        "flops_6nd": Estimate.exact(6 * weights * tokens, "FLOP", text(say("plan.source.six_n_d"))),
        "flops_causal": Estimate.exact(
            flops_per_token(shape, "causal") * tokens,
            "FLOP",
            text(say("plan.source.causal")),
        ),
    }
    if demands.dataset_tokens:
        figures["epochs"] = Estimate.exact(
            tokens / demands.dataset_tokens, "epochs", f"total_tokens / {demands.tokens_source}"
        )
    return figures


def times(config: Config, target: Target, step: Estimate | None, demands: Demands) -> Figures:
    """The figures that follow from `step`, the seconds of an iteration; None where it is not known."""
    names = ("step_ms", "tokens_per_s", "mfu", "hours", "evaluation_hours", "saving_hours", "compile_s", "total_hours")
    figures: Figures = dict.fromkeys((*names, "energy_kwh", "cost"))
    if step is None:
        return figures
    figures["step_ms"] = step.map(lambda s: s * 1000, "ms")
    rate = step.map(lambda s: config.tokens_per_iter / s, "tokens/s")
    figures["tokens_per_s"] = rate
    peak = target.device.peak_flops.get(target.dtype)
    if peak:
        per_token = flops_per_token(config.shape)
        figures["mfu"] = rate.map(
            lambda r: mfu(per_token, r, target.processes * peak), "", text(say("plan.source.mfu", peak=peak / 1e12))
        )
    hours = step.map(lambda s: s * config.max_iters / 3600, "h", text(say("plan.source.training")))
    figures["hours"] = hours
    figures["evaluation_hours"] = _evaluation(config, rate, demands)
    figures["saving_hours"] = _saving(config, step, target.processes)
    if target.compiled:
        ends = GPU_COMPILE_S if target.on_gpu else CPU_COMPILE_S
        source = text(say("plan.source.compiling"))
        figures["compile_s"] = Estimate.between(ends, "s", "assumed", source)
    figures["total_hours"] = _total(figures, demands)
    figures.update(_energy(hours, target, demands))
    return figures


def evaluations(config: Config) -> int:
    """How often a whole run evaluates: every eval_interval iterations, and at the end."""
    is_first_left_out = config.eval_iters == "all" and config.init_from == "scratch"
    return -(-config.max_iters // config.eval_interval) + (0 if is_first_left_out else 1)


def _evaluation(config: Config, rate: Estimate, demands: Demands) -> Estimate | None:
    """Hours of evaluating; None where the whole validation split is read and its size is not known."""
    if config.eval_iters == "all":
        tokens = (1 + TRAIN_SHARE) * demands.val_tokens if demands.val_tokens else None
    else:  # the training split, and the validation split of each dataset
        tokens = (1 + len(config.shares)) * int(config.eval_iters) * config.batch_size * config.block_size
    if tokens is None:
        return None
    number = evaluations(config)
    # a forward pass takes a third of a step
    return rate.map(
        lambda r: number * tokens / (3 * r) / 3600,
        "h",
        text(say("plan.source.evaluation", number=number, tokens=tokens)),
    )


def _saving(config: Config, step: Estimate, processes: int) -> Estimate:
    """Hours that training stands still for checkpoints: while they are copied in memory, and where the disk is slower
    than the training between two of them. The end of the run waits for the last write.
    """
    size, number = checkpoint_bytes(config.shape, config.optimizer), evaluations(config)
    meanwhile = config.eval_interval * step.value
    ends = []
    for copying, writing in zip(COPIED_BYTES_PER_S, DISK_BYTES_PER_S, strict=True):
        copies = number * size / processes / copying
        waits = max(0, number - 1) * max(0.0, size / writing - meanwhile)
        ends.append((copies + waits + size / writing) / 3600)
    source = text(say("plan.source.saving", memory=COPIED_BYTES_PER_S[1] / 1e9, disk=DISK_BYTES_PER_S[1] / 1e6))
    return Estimate.between(ends, "h", "assumed", source)


def _total(figures: Figures, demands: Demands) -> Estimate:
    """All hours until the run is done."""
    compile_s = figures["compile_s"]
    parts = {
        "training": figures["hours"],
        "evaluation": figures["evaluation_hours"],
        "saving": figures["saving_hours"],
        "compiling": compile_s and compile_s.map(lambda s: s / 3600, "h"),
        "preparing": demands.preparing_hours,
    }
    known = {name: part for name, part in parts.items() if part is not None}
    ends = [sum(getattr(part, end) for part in known.values()) for end in ("low", "value", "high")]
    return Estimate.between(ends, "h", known["training"].basis, " + ".join(known))


def _energy(hours: Estimate, target: Target, demands: Demands) -> Figures:
    figures: Figures = {"energy_kwh": None, "cost": None}
    watts = target.device.watts
    if watts:
        spans = zip((hours.low, hours.value, hours.high), POWER_SHARES, strict=True)
        ends = [time * target.processes * watts * share / 1000 for time, share in spans]
        source = text(say("plan.source.power", low=POWER_SHARES[0], high=POWER_SHARES[2], watts=watts))
        figures["energy_kwh"] = Estimate.between(ends, "kWh", "assumed", source)
    if demands.price_per_hour:
        figures["cost"] = hours.map(
            lambda h: h * demands.price_per_hour * target.processes,
            "money",
            text(say("plan.source.per_hour", price=demands.price_per_hour)),
        )
    elif demands.price_per_kwh and (energy := figures["energy_kwh"]):
        figures["cost"] = energy.map(
            lambda e: e * demands.price_per_kwh, "money", text(say("plan.source.per_kwh", price=demands.price_per_kwh))
        )
    return figures


def disk(config: Config, demands: Demands) -> Figures:
    """The sizes of checkpoints and tokens on disk."""
    one = checkpoint_bytes(config.shape, config.optimizer) / GIB
    most = (config.keep + 2) * one  # the best is kept too, and one more is there while it is written
    figures: Figures = {
        "disk_checkpoints_gb": Estimate(
            (config.keep + 1) * one, one, most, "GiB", "computed", text(say("plan.source.checkpoint"))
        ),
        "disk_data_gb": None,
    }
    if demands.dataset_tokens:
        width = 2 if config.vocab_size <= 1 << 16 else 4
        figures["disk_data_gb"] = Estimate.exact(
            width * demands.dataset_tokens / GIB, "GiB", text(say("plan.source.token_bytes", width=width))
        )
    return figures


def expected_val_loss(config: Config, demands: Demands) -> Estimate | None:
    """The final validation loss, roughly, for web text in a large vocabulary; None for anything else."""
    tokens = float(config.tokens_per_iter * config.max_iters)
    if not tokens or config.vocab_size < MIN_WEB_TEXT_VOCABULARY or config.init_from != "scratch":
        return None
    if demands.dataset_tokens:
        tokens = min(tokens, USEFUL_EPOCHS * demands.dataset_tokens)
    chance = math.log(config.vocab_size)  # far outside of its range the fit gives more than that
    value = min(expected_loss(config.shape, tokens), chance)
    source = text(say("plan.source.hoffmann"))
    return Estimate(value, value * 0.9, min(value * 1.25, chance), "nats/token", "assumed", source)
