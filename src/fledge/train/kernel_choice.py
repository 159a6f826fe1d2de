"""Which of two kernels or dtypes is faster on this CPU: measured once, at the run's own shapes, and remembered.

So a machine always makes the same choice: another kernel rounds differently, and a run could not be repeated.
"""

import functools
import time
from collections.abc import Callable
from dataclasses import replace

import torch
from torch import Tensor
from torch.nn import functional as F

from fledge.config.shape import ModelShape
from fledge.hardware.calibration import Calibration, MeasurementKey
from fledge.hardware.host import cpu_name
from fledge.hardware.stopwatch import BUSY_SHARE, CoreClock, threads_at
from fledge.model.attention import QUERIES, Attend, attend
from fledge.model.base import KVCache
from fledge.model.build import empty_model
from fledge.model.decode import next_logits
from fledge.model.flops import parameters_matmul
from fledge.model.kernels import kernels
from fledge.model.quantize import converted

MIN_ROWS = 128  # with fewer, bfloat16 is slower than it is for the whole batch
MAX_WIDTH = 768
PASS_FLOPS = 1e9  # a few milliseconds
MAX_SEQUENCES = 8
COMPARED_S = 0.1  # how long two ways are timed in turn
MIN_TURNS = 5
# Beyond these the ratio hardly changes.
MAX_SAMPLES = 32
MAX_WEIGHTS = 64_000_000
MAX_CONTEXT = 256
KERNELS_VERSION = "decode.c, 3"  # raise it with changes that make them faster: measurements are remembered


def bfloat16_speedup(rows: int, n_embd: int) -> float:
    """How many times faster a training step is in bfloat16 autocast than in float32, from a test of about 0.1 s.

    It times an MLP of the model's width on `rows` tokens. Width and rows are capped to keep the test short; the ratio
    hardly changes beyond.
    """
    width = min(n_embd, MAX_WIDTH)
    rows = min(rows, max(MIN_ROWS, int(PASS_FLOPS / (6 * 8 * width**2))))
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
    size = (min(batch_size, MAX_SEQUENCES), n_head, block_size, head_width)
    leaves = [_leaf(*size, dtype=torch.bfloat16 if dtype == "bfloat16" else torch.float32) for _ in range(3)]

    def step(how: Attend) -> None:
        with torch.enable_grad():
            y = attend(leaves[0], leaves[1], leaves[2], how)
            torch.autograd.grad(y, leaves, grad_outputs=torch.ones_like(y))

    what = f"fused time / matmul time, blocks of {QUERIES}, attention {'x'.join(map(str, size))}"
    return _remembered(dtype, what, lambda: step("sdpa"), lambda: step("matmul"))


def sampling_speedup(shape: ModelShape, samples: int, dtype: str) -> float:
    """How many times faster sampling one token for each of `samples` is with weights in `dtype` than in float32.

    It times a model of this shape, with as many of its layers as keep the test to about a second.
    """
    layers = [n for n in range(1, shape.n_layer + 1) if parameters_matmul(replace(shape, n_layer=n)) <= MAX_WEIGHTS]
    cut = replace(shape, n_layer=max(layers, default=1), block_size=min(shape.block_size, MAX_CONTEXT))
    rows = min(samples, MAX_SAMPLES)
    by = "torch" if kernels() is None else KERNELS_VERSION
    what = f"float32 time / {dtype} time, {rows} next tokens of {cut} by {by}"
    return _remembered(dtype, what, _next_tokens(cut, rows, "float32"), _next_tokens(cut, rows, dtype))


def _next_tokens(shape: ModelShape, rows: int, dtype: str) -> Callable[[], None]:
    @functools.cache  # built at the first call: never, if the answer is remembered
    def made() -> tuple[Callable[[Tensor, KVCache], Tensor], KVCache]:
        model = empty_model(shape).eval()
        model.to_empty(device="cpu")
        for tensor in (*model.parameters(), *model.buffers()):
            tensor.detach().fill_(0.01)  # memory that was never written reads faster than real weights
        model = converted(model, dtype)
        return next_logits(model), KVCache.empty(model, rows)

    @torch.inference_mode()
    def step() -> None:
        logits_of, cache = made()
        cache.length = shape.block_size - 1
        logits_of(torch.zeros(rows, 1, dtype=torch.long), cache)

    return step


def _leaf(*size: int, dtype: torch.dtype) -> torch.Tensor:
    """Random numbers from their own generator, so that the random state of the run does not change."""
    generator = torch.Generator().manual_seed(0)
    return torch.randn(*size, generator=generator).to(dtype).requires_grad_()


def _remembered(dtype: str, what: str, usual: Callable[[], None], other: Callable[[], None]) -> float:
    key = MeasurementKey(cpu_name(), torch.get_num_threads(), torch.__version__, dtype, what)
    calibration = Calibration.load()
    kept = calibration.get(key)
    if kept is None:
        kept, share = speedup(usual, other)
        if share < BUSY_SHARE:  # other work slows threads that wait for each other most: measure with one thread
            with threads_at(1):
                kept, _ = speedup(usual, other)
        calibration.put(key, kept)
    return kept


def speedup(usual: Callable[[], None], other: Callable[[], None]) -> tuple[float, float]:
    """The fastest time of `usual` over that of `other`, and the share of its core that this thread had meanwhile."""

    def timed(work: Callable[[], None]) -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    timed(usual), timed(other)  # the first use of a shape loads and chooses kernels
    times: list[tuple[float, float]] = []
    clock = CoreClock()
    while len(times) < MIN_TURNS or (clock.wall() < COMPARED_S and len(times) < 99):
        times.append((timed(usual), timed(other)))  # in turn, so that a slow moment affects both
    fastest_usual, fastest_other = map(min, zip(*times, strict=True))
    return fastest_usual / fastest_other, clock.share()
