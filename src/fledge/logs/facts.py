"""What follows from a run's numbers and settings: its true step time, its tokens, its FLOPs, its noise.

Everything here is None where the run does not say enough; `missing` names the settings that would tell.
"""

import itertools
import math
import statistics
from collections.abc import Sequence
from functools import cached_property

from fledge.config.shape import ModelShape
from fledge.hardware.table import Device, match_gpu
from fledge.logs.run import Run
from fledge.model.flops import flops_per_token, parameters, parameters_nanogpt

NANOGPT_PEAK_FLOPS = 312e12  # FLOP/s: nanoGPT's MFU is against an A100 in bfloat16, whatever the device
HUGE = 1e15  # milliseconds: no iteration takes longer, a broken line may say so
SHAPE = ("n_layer", "n_head", "n_embd", "block_size", "vocab_size")
# a median of absolute second differences as a standard deviation: they have six times the variance
NOISE_OF_BENDS = 1.4826 / math.sqrt(6)
GPT2_FORMATS = ("fledge", "nanoGPT", "build-nanogpt", "build-nanogpt log.txt", "llm.c", "llm.c main.log")
DATASET_TOKENS = {  # training splits, as nanoGPT prepares them (its data/*/prepare.py print these)
    "shakespeare_char": 1_003_854,
    "shakespeare": 301_966,
    "openwebtext": 9_035_582_198,
}
DATASET_VOCABULARY = {"shakespeare_char": 65, "openwebtext": 50304, "shakespeare": 50304}


class Facts:
    def __init__(self, run: Run, device: Device | None = None) -> None:
        self.run = run
        self.device = device or _device_of(run)

    # what it is

    @cached_property
    def shape(self) -> ModelShape | None:
        values = {name: self.run.number(name) for name in SHAPE}
        if values["vocab_size"] in (None, 0.0):
            values["vocab_size"] = DATASET_VOCABULARY.get(str(self.run.value("dataset")))
        if values["n_embd"] is None or not all(value and value > 0 for value in values.values()):
            return None
        sizes = {name: int(value or 0) for name, value in values.items()}
        arch = str(self.run.value("arch") or "gpt2")
        rows = int(self.run.number("ngram_rows") or 0) if arch == "modern" else 0
        return ModelShape(arch, **sizes, bias=self.run.value("bias") is True, ngram_rows=rows)

    @cached_property
    def is_gpt2(self) -> bool:
        """Whether fledge's formulas are of this model: nanoGPT's, build-nanogpt's, llm.c's, ours."""
        return self.run.format in GPT2_FORMATS

    @cached_property
    def params(self) -> float | None:
        """As the run printed it; else nanoGPT's count, without positions, from the shape."""
        if printed := self.run.number("params"):
            return printed
        if decayed := self.run.number("decayed"):
            return decayed + (self.run.number("not_decayed") or 0)
        return float(parameters_nanogpt(self.shape)) if self.shape and self.is_gpt2 else None

    @cached_property
    def params_all(self) -> float | None:
        return float(parameters(self.shape)) if self.shape and self.is_gpt2 else self.params

    @cached_property
    def tokens_per_iter(self) -> float | None:
        """Of what the run counts; None where that is no amount of training, as lines of a log."""
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
            # nanoGPT's accumulation is that of all processes together; the others' is of each
            each = 1 if run.format in ("nanoGPT", "fledge") else run.number("processes") or 1
            return batch * block * steps * each
        seen = self.run.curve("tokens")
        if len(seen) and seen.iters[-1] > 0 and run.origin == "log":
            return round(seen.values[-1] / seen.iters[-1], -2)
        return None

    @cached_property
    def iterations(self) -> int:
        return self.run.last_iter

    @cached_property
    def tokens(self) -> float | None:
        return None if self.tokens_per_iter is None else self.tokens_per_iter * self.iterations

    @cached_property
    def dataset_tokens(self) -> float | None:
        return self.run.number("dataset_tokens") or DATASET_TOKENS.get(str(self.run.value("dataset")))

    @cached_property
    def epochs(self) -> float | None:
        return self.tokens / self.dataset_tokens if self.tokens and self.dataset_tokens else None

    @cached_property
    def flops_per_token(self) -> float | None:
        """nanoGPT's formula, 6 N + 12 L C T; of another model, the trainer's own count."""
        if not self.is_gpt2:
            return self.run.number("flops_per_token")
        if self.shape:
            return float(flops_per_token(self.shape))
        sizes = [self.run.number(name) for name in ("n_layer", "n_embd", "block_size")]
        return 6 * self.params + 12 * math.prod(filter(None, sizes)) if self.params and all(sizes) else None

    @cached_property
    def missing(self) -> list[str]:
        """Settings without which some of these figures are not known."""
        run = self.run
        names = [] if self.shape else [name for name in SHAPE if not run.number(name)]
        if run.counts not in ("iterations", "micro-batches"):
            return []
        if self.tokens_per_iter is None:
            names += [n for n in ("batch_size", "gradient_accumulation_steps") if not run.number(n)]
            names += ["block_size"] if "block_size" not in names and not run.number("block_size") else []
        return names

    @cached_property
    def is_excerpt(self) -> bool:
        """Whether lines are missing in the middle or before, as in what people paste."""
        iters: Sequence[int] = max((curve.iters for curve in self.run.curves.values()), key=len, default=[])
        gaps = [b - a for a, b in itertools.pairwise(iters)]
        return bool(gaps) and (max(gaps) > 3 * statistics.median(gaps) or iters[0] > 3 * statistics.median(gaps))

    # how fast it was

    @cached_property
    def evaluated(self) -> set[int]:
        """Iterations whose printed time contains an evaluation. Ours never does."""
        if self.run.format == "fledge":
            return set()
        curves = [self.run.curve(metric) for metric in ("val_loss", "val_bpb", "accuracy")]
        return {it for curve in curves for it in curve.iters}

    @cached_property
    def step_times(self) -> list[tuple[int, float]]:
        """Iteration and milliseconds of training alone, the first iteration (which compiles) left out."""
        printed = self.run.curve("dt_ms")
        if len(printed):
            first = printed.iters[0]
            return [(it, ms) for it, ms in printed if 0 < ms < HUGE and it != first and it not in self.evaluated]
        clock = self.run.curve("train_s")
        found = []
        for (a, start), (b, end) in itertools.pairwise(clock):
            if b > a and 0 < end - start < HUGE:
                found.append((b, 1000 * (end - start) / (b - a)))
        return found[1:]

    @cached_property
    def step_ms(self) -> float | None:
        """The median: what a usual iteration takes."""
        times = [ms for _, ms in self.step_times]
        if times:
            return statistics.median(times)
        printed = self.run.curve("dt_ms")
        alone = printed.values[0] if len(printed) == 1 and printed.iters[0] not in self.evaluated else 0.0
        return alone if 0 < alone < HUGE else None

    @cached_property
    def tokens_per_s(self) -> float | None:
        if self.step_ms and self.tokens_per_iter:
            return 1000 * self.tokens_per_iter / self.step_ms
        printed = [rate for _, rate in self.run.curve("tokens_per_s").finite()]
        return statistics.median(printed) if printed else None

    @cached_property
    def flops_computed(self) -> float | None:
        """FLOP/s that follow from the model, its tokens and the step time."""
        if self.flops_per_token and self.tokens_per_iter and self.step_ms:
            return self.flops_per_token * self.tokens_per_iter * 1000 / self.step_ms
        return None

    @cached_property
    def flops_printed(self) -> float | None:
        """FLOP/s that a printed MFU means: nanoGPT's is always of an A100, and of one device's part."""
        printed = self.printed_mfu
        if not printed or printed < 0 or not self.prints_a100_mfu:
            return None
        return printed * NANOGPT_PEAK_FLOPS * self.devices

    @cached_property
    def flops_per_s(self) -> float | None:
        return self.flops_computed or self.flops_printed

    @cached_property
    def prints_a100_mfu(self) -> bool:
        """nanoGPT does; fledge's console looks alike, and its MFU is of the real device."""
        return self.run.format == "nanoGPT" and self.run.value("arch") is None

    @cached_property
    def printed_mfu(self) -> float | None:
        """The median of the second half: nanoGPT's is a moving average that starts below, and dips at evaluations."""
        values = [value for it, value in self.run.curve("mfu").finite() if it not in self.evaluated]
        values = [value for value in values if value != -1.0]  # nanoGPT's word for not known yet
        return statistics.median_low(values[len(values) // 2 if len(values) > 8 else 0 :]) if values else None

    @cached_property
    def peak(self) -> float | None:
        """FLOP/s of the real devices together, in the run's number format where that is known."""
        if stated := self.run.number("peak_flops"):
            return stated if self.run.format == "fledge" else stated * self.devices  # others state one device's
        if self.device is None:
            return None
        dtype = str(self.run.value("dtype") or "bfloat16")
        peaks = self.device.peak_flops
        found = peaks.get(dtype) or peaks.get("bfloat16") or peaks.get("float16")
        return found * self.devices if found else None

    @cached_property
    def devices(self) -> float:
        return self.run.number("processes") or 1

    @cached_property
    def mfu(self) -> float | None:
        return self.flops_per_s / self.peak if self.flops_per_s and self.peak else None

    # how well it went

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
    def max_iters(self) -> int | None:
        value = self.run.number("max_iters")
        return int(value) if value and self.run.counts == "iterations" else None


def noise(values: Sequence[float]) -> float:
    """Standard deviation of what remains when the trend is taken out: from second differences, robustly."""
    if len(values) < 4:
        return math.nan
    bends = [abs(a - 2 * b + c) for a, b, c in zip(values, values[1:], values[2:], strict=False)]
    return NOISE_OF_BENDS * statistics.median(bends)


def _device_of(run: Run) -> Device | None:
    """The GPU that the log names, if it is in the table; nothing if the run fell back to the CPU."""
    if any("cpu" in notice.text.lower() for notice in run.notices_of("device")):
        return None
    name = run.value("device_name")
    for text in ([str(name)] if name else []) + [notice.text for notice in run.notices_of("gpu")]:
        if found := match_gpu(text):
            return found
    return None
