"""Facts: what follows from a run's numbers and settings, such as its true step time, tokens, FLOPs and noise.

A fact is None if the run does not tell enough; `missing` names the settings that would help.
"""

import itertools
import math
import statistics
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from fledge.config.shape import LLAMA_ARCHS, ModelShape
from fledge.hardware.gpu_names import match_gpu
from fledge.hardware.table import Device
from fledge.logs.run import Run
from fledge.model.flops import flops_per_token, parameters, parameters_nanogpt, parameters_ngrams

NANOGPT_PEAK_FLOPS = 312e12  # an A100 in bfloat16: nanoGPT's MFU is relative to it on any device
MAX_NATS = 30.0  # a guess among a million tokens has 14: a loss above this is no cross-entropy of a token, or diverged
MAX_STEP_MS = 1e15  # a longer time comes from a broken line
LLAMA_SIZES = ("n_kv_head", "head_width", "ffn_width")
STARTUP_ITERS = 50  # among so many first iterations,
STARTUP_STEPS = 5.0  # those that take as long as so many usual ones more compile
SHAPE_SETTINGS = ("n_layer", "n_head", "n_embd", "block_size", "vocab_size")
# from a median of absolute second differences to a standard deviation: they have six times the variance
NOISE_OF_BENDS = 1.4826 / math.sqrt(6)
GPT2_FORMATS = ("fledge", "nanoGPT", "build-nanogpt", "build-nanogpt log.txt", "llm.c", "llm.c main.log")
DATASET_TOKENS = {  # of the training split, as nanoGPT's data/*/prepare.py prints it
    "shakespeare_char": 1_003_854,
    "shakespeare": 301_966,
    "openwebtext": 9_035_582_198,
}
DATASET_VOCABULARY = {"shakespeare_char": 65, "openwebtext": 50304, "shakespeare": 50304}


class Facts:
    def __init__(self, run: Run, device: Device | None = None) -> None:
        self.run = run
        self.device = device or _device_of(run)

    # the model and its data

    @cached_property
    def shape(self) -> ModelShape | None:
        values = {name: self.run.number(name) for name in SHAPE_SETTINGS} | {"vocab_size": self.vocabulary}
        if values["n_embd"] is None or not all(value and value >= 1 for value in values.values()):
            return None
        sizes: dict[str, Any] = {name: int(value or 0) for name, value in values.items()}
        arch = str(self.run.value("arch") or "gpt2")
        rows = int(self.run.number("ngram_rows") or 0) if arch == "modern" else 0
        if arch in LLAMA_ARCHS:
            sizes |= {name: int(self.run.number(name) or 0) for name in LLAMA_SIZES}
        is_tied = self.run.value("tie_embeddings") is True
        has_bias = self.run.value("bias") is True
        return ModelShape(arch, **sizes, bias=has_bias, ngram_rows=rows, tie_embeddings=is_tied)

    @cached_property
    def vocabulary(self) -> float | None:
        size = self.run.number("vocab_size") or DATASET_VOCABULARY.get(str(self.run.value("dataset")))
        return size if size and size > 1 else None

    @cached_property
    def is_gpt2(self) -> bool:
        """Whether fledge's formulas hold for this trainer's models."""
        return self.run.format in GPT2_FORMATS

    @cached_property
    def params(self) -> float | None:
        """Parameters as printed; else nanoGPT's count from the shape, without positions."""
        if printed := self.run.number("params"):
            return printed
        if decayed := self.run.number("decayed"):
            return decayed + (self.run.number("not_decayed") or 0)
        return float(parameters_nanogpt(self.shape)) if self.shape and self.is_gpt2 else None

    @cached_property
    def params_dense(self) -> float | None:
        """Without the rows of an n-gram table, which a token reads four of: the N of scaling laws."""
        table = parameters_ngrams(self.shape) if self.shape else 0
        return self.params - table if self.params and self.params > table else self.params

    @cached_property
    def params_all(self) -> float | None:
        return float(parameters(self.shape)) if self.shape and self.is_gpt2 else self.params

    @cached_property
    def tokens_per_iter(self) -> float | None:
        """Tokens per counted iteration; None if the run counts something else, such as log lines."""
        run = self.run
        if run.counts not in ("iterations", "micro-batches"):
            return None
        batch, block = run.number("batch_size"), run.number("block_size")
        if run.counts == "micro-batches":
            return batch * block * (run.number("processes") or 1) if batch and block else None
        if stated := run.number("tokens_per_iter"):
            return stated
        steps = run.number("gradient_accumulation_steps")
        if batch and block and steps:
            # nanoGPT's accumulation is for all processes together; the others' is per process
            processes = 1.0 if run.format in ("nanoGPT", "fledge") else self.devices
            return batch * block * steps * processes
        seen = self.run.curve("tokens")
        if len(seen) and seen.iters[-1] > 0 and run.origin == "log":
            each = seen.values[-1] / seen.iters[-1]
            return each if each.is_integer() else float(f"{each:.4g}")  # some count in thousands
        return None

    @cached_property
    def iterations(self) -> int:
        return self.run.last_iter

    @cached_property
    def tokens(self) -> float | None:
        """As the log counts them to its last iteration, else from the tokens of one iteration."""
        counted = self.run.curve("tokens").at(self.iterations)
        if counted is not None and self.run.origin == "log":
            return counted
        return None if self.tokens_per_iter is None else self.tokens_per_iter * self.iterations

    @cached_property
    def dataset_tokens(self) -> float | None:
        return self.run.number("dataset_tokens") or DATASET_TOKENS.get(str(self.run.value("dataset")))

    @cached_property
    def epochs(self) -> float | None:
        return self.tokens / self.dataset_tokens if self.tokens and self.dataset_tokens else None

    @cached_property
    def flops_per_token(self) -> float | None:
        """nanoGPT's formula, 6 N + 12 L C T; for other models the trainer's own count."""
        if not self.is_gpt2:
            return self.run.number("flops_per_token")
        if self.shape:
            return float(flops_per_token(self.shape))
        sizes = [self.run.number(name) for name in ("n_layer", "n_embd", "block_size")]
        return 6 * self.params + 12 * math.prod(filter(None, sizes)) if self.params and all(sizes) else None

    @cached_property
    def missing(self) -> list[str]:
        """Settings without which some facts are unknown."""
        run = self.run
        names = [] if self.shape else [name for name in SHAPE_SETTINGS if not run.number(name)]
        if run.counts not in ("iterations", "micro-batches"):
            return []
        if self.tokens_per_iter is None:
            names += [n for n in ("batch_size", "gradient_accumulation_steps") if not run.number(n)]
            if "block_size" not in names and not run.number("block_size"):
                names.append("block_size")
        return names

    @cached_property
    def is_excerpt(self) -> bool:
        """Whether lines are missing before or in the middle, as in pasted logs."""
        iters: Sequence[int] = max((curve.iters for curve in self.run.curves.values()), key=len, default=[])
        gaps = [b - a for a, b in itertools.pairwise(iters)]
        return bool(gaps) and (max(gaps) > 3 * statistics.median(gaps) or iters[0] > 3 * statistics.median(gaps))

    # speed

    @cached_property
    def evaluated(self) -> set[int]:
        """Iterations whose printed time contains an evaluation. fledge's own never does."""
        if self.run.format == "fledge":
            return set()
        curves = [self.run.curve(metric) for metric in ("val_loss", "val_bpb", "accuracy")]
        return {it for curve in curves for it in curve.iters}

    @cached_property
    def step_times(self) -> list[tuple[int, float]]:
        """Iterations and their milliseconds, without evaluations and without the first iteration, which compiles."""
        printed = self.run.curve("dt_ms")
        if len(printed):
            first = printed.iters[0]
            return [(it, ms) for it, ms in printed if 0 < ms < MAX_STEP_MS and it != first and it not in self.evaluated]
        clock = self.run.curve("train_s")
        found = []
        for (a, start), (b, end) in itertools.pairwise(clock):
            if b > a and 0 < end - start < MAX_STEP_MS:
                found.append((b, 1000 * (end - start) / (b - a)))
        return found[1:]

    @cached_property
    def step_ms(self) -> float | None:
        """The median step time."""
        times = [ms for _, ms in self.step_times]
        if times:
            return statistics.median(times)
        printed = self.run.curve("dt_ms")
        alone = printed.values[0] if len(printed) == 1 and printed.iters[0] not in self.evaluated else 0.0
        return alone if 0 < alone < MAX_STEP_MS else None

    @cached_property
    def step_mean_ms(self) -> float | None:
        """The mean step time: above the median if some steps are long. Steps that still compile do not count."""
        usual = self.step_ms or math.inf
        late = STARTUP_ITERS + self.run.first_iter
        times = [ms for it, ms in self.step_times if it > late or ms <= STARTUP_STEPS * usual]
        return statistics.fmean(times) if times else self.step_ms

    @cached_property
    def peak_memory_mb(self) -> float | None:
        """As the log prints it, with its rows or at the end."""
        printed = [mb for _, mb in self.run.curve("memory_mb").finite()]
        return max([*printed, self.run.number("peak_memory_mb") or 0.0], default=0.0) or None

    @cached_property
    def tokens_per_s(self) -> float | None:
        if self.step_ms and self.tokens_per_iter:
            return 1000 * self.tokens_per_iter / self.step_ms
        printed = [rate for _, rate in self.run.curve("tokens_per_s").finite()]
        return statistics.median(printed) if printed else None

    @cached_property
    def flops_computed(self) -> float | None:
        """FLOP/s computed from the model, its tokens and the step time."""
        if self.flops_per_token and self.tokens_per_iter and self.step_ms:
            return self.flops_per_token * self.tokens_per_iter * 1000 / self.step_ms
        return None

    @cached_property
    def flops_printed(self) -> float | None:
        """FLOP/s that nanoGPT's printed MFU means: it is relative to an A100, and for one device."""
        printed = self.printed_mfu
        if not printed or printed < 0 or not self.prints_a100_mfu:
            return None
        return printed * NANOGPT_PEAK_FLOPS * self.devices

    @cached_property
    def flops_per_s(self) -> float | None:
        return self.flops_computed or self.flops_printed

    @cached_property
    def prints_a100_mfu(self) -> bool:
        """Only nanoGPT does. fledge's console looks the same, but its MFU is relative to the real device."""
        return self.run.format == "nanoGPT" and self.run.value("arch") is None

    @cached_property
    def printed_mfu(self) -> float | None:
        """The median over the second half: nanoGPT's moving average starts low and dips at evaluations."""
        values = [value for it, value in self.run.curve("mfu").finite() if it not in self.evaluated]
        values = [value for value in values if value != -1.0]  # nanoGPT prints it before it has measured
        if len(values) > 8:
            values = values[len(values) // 2 :]
        return statistics.median_low(values) if values else None

    @cached_property
    def peak(self) -> float | None:
        """Peak FLOP/s of all devices together, for the run's dtype if that is known."""
        if stated := self.run.number("peak_flops"):
            return stated if self.run.format == "fledge" else stated * self.devices  # others print it per device
        if self.device is None:
            return None
        dtype = str(self.run.value("dtype") or "bfloat16")
        peaks = self.device.peak_flops
        found = peaks.get(dtype) or peaks.get("bfloat16") or peaks.get("float16")
        return found * self.devices if found else None

    @cached_property
    def device_name(self) -> str | None:
        """As the table calls it, or else as the log does."""
        stated = self.run.value("device_name")
        return self.device.name if self.device else str(stated) if stated else None

    @cached_property
    def devices(self) -> float:
        return self.run.number("processes") or 1

    @cached_property
    def mfu(self) -> float | None:
        return self.flops_per_s / self.peak if self.flops_per_s and self.peak else None

    # losses

    @cached_property
    def best(self) -> tuple[int, float] | None:
        """The iteration with the lowest validation loss, and that loss."""
        found = self.run.curve("val_loss").finite()
        return min(found, key=lambda point: point[1]) if found else None

    @cached_property
    def last_val(self) -> tuple[int, float] | None:
        found = self.run.curve("val_loss").finite()
        return found[-1] if found else None

    @cached_property
    def last_train(self) -> tuple[int, float] | None:
        found = self.run.curve("train_loss").finite()
        return found[-1] if found else None

    @cached_property
    def last_loss(self) -> tuple[int, float] | None:
        found = self.run.curve("loss").finite()
        return found[-1] if found else None

    @cached_property
    def bits_per_nat(self) -> float | None:
        """Bits per byte for each nat per token: of the last evaluation that has both."""
        losses = dict(self.run.curve("val_loss").finite())
        both = [(losses[it], bits) for it, bits in self.run.curve("val_bpb").finite() if losses.get(it)]
        return both[-1][1] / both[-1][0] if both else None

    @property
    def last_bpb(self) -> tuple[int, float] | None:
        """The last evaluation in bits per byte, where the log prints it."""
        found = self.run.curve("val_bpb").finite()
        return found[-1] if found else None

    def perplexity(self, loss: float) -> float | None:
        """The perplexity that a loss means; None if it means none: no language model, or an unknown base."""
        base = self.run.loss_base
        if base is None or not self.run.is_language_model or not 0 <= loss * math.log(base) < MAX_NATS:
            return None
        return base**loss

    @cached_property
    def val_perplexity(self) -> float | None:
        """Of the last evaluation: as the log prints it, else from its val loss."""
        if self.last_val is None:
            return None
        printed = self.run.curve("val_perplexity").at(self.last_val[0])
        return self.perplexity(self.last_val[1]) if printed is None else printed

    @cached_property
    def max_iters(self) -> int | None:
        value = self.run.number("max_iters")
        return int(value) if value and self.run.counts == "iterations" else None


def noise(values: Sequence[float]) -> float:
    """Standard deviation around the trend, from the median of second differences. NaN for fewer than four values."""
    if len(values) < 4:
        return math.nan
    bends = [abs(a - 2 * b + c) for a, b, c in zip(values, values[1:], values[2:], strict=False)]
    return NOISE_OF_BENDS * statistics.median(bends)


def _device_of(run: Run) -> Device | None:
    """The GPU that the log names, if it is in the table; None if the run used the CPU."""
    used = " ".join(notice.text.lower() for notice in run.notices_of("device"))
    if "cpu" in used:
        return None
    name = run.value("device_name")
    names = [notice.text for notice in run.notices_of("gpu")]
    if name:
        names.insert(0, str(name))
    found = next((found for text in names if (found := match_gpu(text))), None)
    # A Mac's chip has its name whether the run used its GPU or its CPU.
    return None if found and found.kind == "mps" and "mps" not in used else found
