"""Which of two ways is faster on this CPU: measured once, at the run's own shapes, and remembered.

Remembered also so that a machine always chooses alike: another kernel rounds differently, and a run could not
be repeated.
"""

import functools
import time
from collections.abc import Callable
from dataclasses import replace

import torch
from torch.nn import functional as F

from fledge.config.shape import ModelShape
from fledge.hardware.calibration import Calibration, MeasurementKey
from fledge.hardware.detect import cpu_name
from fledge.hardware.stopwatch import BUSY_SHARE, CoreClock, threads_at
from fledge.model.attention import QUERIES, Attend, attend
from fledge.model.base import GPT, KVCache, build_model
from fledge.model.flops import parameters_matmul
from fledge.model.quantize import converted

LEAST_ROWS = 128  # fewer are slower in bfloat16 than the whole batch would be
WIDEST = 768
TEST_FLOPS = 1e9  # of a pass: a few milliseconds
MOST_SEQUENCES = 8
MOST_SAMPLES = 32  # beyond, and with more weights or a longer context than these, the ratio hardly moves
MOST_WEIGHTS = 64_000_000
LONGEST_CONTEXT = 256


def bfloat16_speedup(rows: int, n_embd: int) -> float:
    """How many times faster a training step is in bfloat16 autocast than in float32, by a test of about 0.1 s.

    An MLP of the model's width stands for the model, over `rows` tokens. Both are cut where the test would take
    too long; the ratio hardly moves beyond.
    """
    width = min(n_embd, WIDEST)
    rows = min(rows, max(LEAST_ROWS, int(TEST_FLOPS / (6 * 8 * width**2))))
    shapes = ((rows, width), (4 * width, width), (width, 4 * width))
    x, up, down = leaves = [_leaf(*shape, dtype=torch.float32) for shape in shapes]

    def step(bfloat16: bool) -> None:
        with torch.enable_grad(), torch.autocast("cpu", dtype=torch.bfloat16, enabled=bfloat16):
            y = F.linear(F.relu(F.linear(x, up)), down)
            torch.autograd.grad(y, leaves, grad_outputs=torch.ones_like(y))

    what = f"float32 time / bfloat16 time, MLP {rows}x{width}"
    return _remembered("bfloat16", what, lambda: step(False), lambda: step(True))


def matmul_attention_speedup(batch_size: int, n_head: int, block_size: int, head_width: int, dtype: str) -> float:
    """How many times faster causal attention, forward and backward, is with plain matmuls than with torch's kernel."""
    size = (min(batch_size, MOST_SEQUENCES), n_head, block_size, head_width)
    leaves = [_leaf(*size, dtype=torch.bfloat16 if dtype == "bfloat16" else torch.float32) for _ in range(3)]

    def step(how: Attend) -> None:
        with torch.enable_grad():
            y = attend(leaves[0], leaves[1], leaves[2], how)
            torch.autograd.grad(y, leaves, grad_outputs=torch.ones_like(y))

    what = f"fused time / matmul time, blocks of {QUERIES}, attention {'x'.join(map(str, size))}"
    return _remembered(dtype, what, lambda: step("sdpa"), lambda: step("matmul"))


def sampling_speedup(shape: ModelShape, samples: int, dtype: str) -> float:
    """How many times faster `samples` next tokens come with the weights in `dtype` than in float32.

    A model of this shape, without the layers that would make the test longer than about a second, computes one
    position in both.
    """
    layers = [n for n in range(1, shape.n_layer + 1) if parameters_matmul(replace(shape, n_layer=n)) <= MOST_WEIGHTS]
    cut = replace(shape, n_layer=max(layers, default=1), block_size=min(shape.block_size, LONGEST_CONTEXT))
    rows = min(samples, MOST_SAMPLES)
    what = f"float32 time / {dtype} time, {rows} next tokens of {cut}"
    return _remembered(dtype, what, _next_tokens(cut, rows, "float32"), _next_tokens(cut, rows, dtype))


def _next_tokens(shape: ModelShape, rows: int, dtype: str) -> Callable[[], None]:
    @functools.cache  # made when first called: never, where the answer is remembered
    def made() -> tuple[GPT, KVCache]:
        with torch.device("meta"):
            model = build_model(shape).eval()
        model.to_empty(device="cpu")
        for tensor in (*model.parameters(), *model.buffers()):
            tensor.detach().fill_(0.01)  # memory that was never written is read faster than any weights
        model = converted(model, dtype)
        return model, KVCache.empty(model, rows)

    @torch.inference_mode()
    def step() -> None:
        model, cache = made()
        cache.length = shape.block_size - 1
        model.logits(torch.zeros(rows, 1, dtype=torch.long), cache)

    return step


def _leaf(*size: int, dtype: torch.dtype) -> torch.Tensor:
    """Random numbers from a generator of their own: a run's random numbers stay what its seed makes them."""
    generator = torch.Generator().manual_seed(0)
    return torch.randn(*size, generator=generator).to(dtype).requires_grad_()


def _remembered(dtype: str, what: str, usual: Callable[[], None], other: Callable[[], None]) -> float:
    key = MeasurementKey(cpu_name(), torch.get_num_threads(), torch.__version__, dtype, what)
    calibration = Calibration.load()
    kept = calibration.get(key)
    if kept is None:
        kept, share = speedup(usual, other)
        if share < BUSY_SHARE:  # threads that wait for each other suffer most from other work: one thread tells more
            with threads_at(1):
                kept, _ = speedup(usual, other)
        calibration.put(key, kept)
    return kept


def speedup(usual: Callable[[], None], other: Callable[[], None], seconds: float = 0.1) -> tuple[float, float]:
    """The fastest `usual` over the fastest `other`, and the share of its core this thread had meanwhile."""

    def timed(work: Callable[[], None]) -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    timed(usual), timed(other)  # the first use of a shape loads and chooses kernels
    times: list[tuple[float, float]] = []
    clock = CoreClock()
    while len(times) < 5 or (clock.wall() < seconds and len(times) < 99):
        times.append((timed(usual), timed(other)))  # in turn, so that a slow moment meets both
    fastest_usual, fastest_other = map(min, zip(*times, strict=True))
    return fastest_usual / fastest_other, clock.share()
