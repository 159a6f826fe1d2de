"""The kernels of native/decode.c: compiled by this machine's C compiler in a second, once, and kept in the cache.

On Linux on x86 with AVX2, if there is a compiler with OpenMP (torch's own library serves it). Elsewhere torch's kernels
are used.
"""

import ctypes
import hashlib
import math
import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import torch
from torch import Tensor

from fledge.common.errors import FledgeError
from fledge.common.files import atomic_file, cache_dir

SOURCE = Path(__file__).with_name("native") / "decode.c"
# The flags of -ffast-math that the loops need. All of it would change how the whole process treats tiny numbers.
FLAGS = (
    *("-O3", "-march=native", "-mprefer-vector-width=512", "-fopenmp", "-shared", "-fPIC"),
    *("-fno-math-errno", "-fno-trapping-math", "-fno-signed-zeros", "-fassociative-math"),
)
COMPILE_S = 60
NO_TOKEN_OF_IT = 2  # what decode() of decode.c returns for it
MAX_ROWS = 64  # beyond, torch's products are faster, which are made for many rows


class CMatrix(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("weight", "scale", "bias")),
        *((name, ctypes.c_long) for name in ("outs", "width")),
    )


class CNorm(ctypes.Structure):
    _fields_ = (("gain", ctypes.c_void_p), ("bias", ctypes.c_void_p))


class CLayer(ctypes.Structure):
    _fields_ = (
        *((name, CNorm) for name in ("before_attention", "before_mlp", "of_queries", "of_keys")),
        *((name, CMatrix) for name in ("query", "key", "value", "out", "gate", "up", "down")),
        *((name, ctypes.c_void_p) for name in ("keys", "values")),
    )


class CModel(ctypes.Structure):
    _fields_ = (
        ("layers", ctypes.POINTER(CLayer)),
        ("last", CNorm),
        ("head", CMatrix),
        *((name, ctypes.c_void_p) for name in ("tokens", "positions", "cos", "sin")),
        *((name, ctypes.c_long) for name in ("n_layer", "width", "heads", "kv_heads", "head_width", "ffn_width")),
        *((name, ctypes.c_long) for name in ("vocabulary", "max_length")),
        ("eps", ctypes.c_float),
        *((name, ctypes.c_int) for name in ("has_rms_norm", "has_head_norms", "has_tanh_gelu")),
    )


class CHeads(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("queries", "keys", "values", "out")),
        *(("q_strides", ctypes.c_long * 3), ("kv_strides", ctypes.c_long * 2), ("out_strides", ctypes.c_long * 3)),
        *((name, ctypes.c_long) for name in ("sequences", "heads", "group", "count", "length", "width")),
    )


def c_matrix(weight: Tensor, scale: Tensor | None, bias: Tensor | None) -> CMatrix:
    """The tensors must outlive it."""
    return CMatrix(weight.data_ptr(), _pointer(scale), _pointer(bias), *weight.shape)


class Kernels:
    """The compiled functions, for tensors on the CPU outside of autograd."""

    def __init__(self, library: ctypes.CDLL) -> None:
        pointer, number = ctypes.c_void_p, ctypes.c_long
        self._linear, self._attend, self._decode = library.linear, library.attend, library.decode
        self._draw = library.draw
        self._loss = library.loss_and_gradient
        self._loss.argtypes = [pointer, ctypes.c_int, pointer, pointer, number, number, ctypes.c_int]
        # Attention of a prompt; None for CPUs that don't multiply pairs of bfloat16, where torch is as fast.
        self._attend_many = getattr(library, "attend_many", None)
        if self._attend_many is not None:
            self._attend_many.argtypes = [ctypes.POINTER(CHeads), ctypes.c_int]
        self._linear.argtypes = [ctypes.POINTER(CMatrix), pointer, pointer, number, ctypes.c_int]
        self._attend.argtypes = [pointer] * 4 + [number] * 5 + [ctypes.c_int]
        self._decode.argtypes = [
            *(ctypes.POINTER(CModel), pointer, pointer, number, pointer),
            *(pointer, number, ctypes.c_int),
        ]
        self._draw.argtypes = [
            *(pointer, number, number, number, ctypes.c_float, number, ctypes.c_double),
            *(pointer, pointer, ctypes.c_int),
        ]

    def linear(self, x: Tensor, matrix: CMatrix) -> Tensor:
        """x W^T plus the bias; bfloat16 in and out."""
        x = x.contiguous()
        y = x.new_empty(*x.shape[:-1], matrix.outs)
        rows = x.numel() // matrix.width
        _check(self._linear(ctypes.byref(matrix), x.data_ptr(), y.data_ptr(), rows, torch.get_num_threads()))
        return y

    def attend(self, q_BHTD: Tensor, k_BKSD: Tensor, v_BKSD: Tensor) -> Tensor:
        """Causal attention of the last T positions to what a cache holds (see `reads`)."""
        return (self._attend_one if q_BHTD.size(2) == 1 else self._attend_prompt)(q_BHTD, k_BKSD, v_BKSD)

    def _attend_prompt(self, q_BHTD: Tensor, k_BKSD: Tensor, v_BKSD: Tensor) -> Tensor:
        (B, H, T, D), (K, S) = q_BHTD.shape, k_BKSD.shape[1:3]
        y_BTHD = q_BHTD.new_empty(B, T, H, D)  # as the next product wants them
        given = CHeads(
            *(tensor.data_ptr() for tensor in (q_BHTD, k_BKSD, v_BKSD, y_BTHD)),
            q_strides=q_BHTD.stride()[:3],
            kv_strides=k_BKSD.stride()[:2],
            out_strides=y_BTHD.transpose(1, 2).stride()[:3],
            sequences=B,
            heads=H,
            group=H // K,
            count=T,
            length=S,
            width=D,
        )
        assert self._attend_many is not None
        _check(self._attend_many(ctypes.byref(given), torch.get_num_threads()))
        return y_BTHD.transpose(1, 2)

    def _attend_one(self, q_BH1D: Tensor, k_BKSD: Tensor, v_BKSD: Tensor) -> Tensor:
        (B, K, S, D), group = k_BKSD.shape, q_BH1D.size(1) // k_BKSD.size(1)
        q_BH1D = q_BH1D.contiguous()
        y_BH1D = torch.empty_like(q_BH1D)
        pointers = (q_BH1D.data_ptr(), k_BKSD.data_ptr(), v_BKSD.data_ptr(), y_BH1D.data_ptr())
        _check(self._attend(*pointers, B * K, group, S, D, k_BKSD.stride(1), torch.get_num_threads()))
        return y_BH1D

    def decode(
        self, model: CModel, tokens: Sequence[int], places: Sequence[tuple[int, int]], wanted: Sequence[int]
    ) -> Tensor:
        """Reads tokens, each into its place in the cache; the logits after those that are wanted, B V."""
        logits_BV = torch.empty(len(wanted), model.head.outs)
        flat = [number for place in places for number in place]
        read = (_longs(tokens), logits_BV.data_ptr(), len(tokens), _longs(flat))
        problem = self._decode(ctypes.byref(model), *read, _longs(wanted), len(wanted), torch.get_num_threads())
        if problem == NO_TOKEN_OF_IT:
            raise IndexError(f"a token is not below {model.vocabulary}, or its position not below {model.max_length}")
        _check(problem)
        return logits_BV

    def draw(
        self, logits_BV: Tensor, temperature: float, top_k: int, top_p: float, draws: Sequence[float]
    ) -> list[int] | None:
        """The next token of each row, as generate.py's `pick` draws it; None if a row holds no probabilities."""
        assert logits_BV.dtype == torch.float32
        assert logits_BV.stride(1) == 1
        assert logits_BV.device.type == "cpu"
        rows, vocabulary = logits_BV.shape
        tokens, numbers = (ctypes.c_long * rows)(), (ctypes.c_double * rows)(*draws)
        given = (logits_BV.data_ptr(), rows, logits_BV.stride(0), vocabulary, temperature, top_k, top_p)
        return None if self._draw(*given, numbers, tokens, torch.get_num_threads()) else list(tokens)

    def loss_and_gradient(self, logits_NV: Tensor, targets_N: Tensor) -> Tensor:
        """The cross-entropy of each row of logits, bfloat16 or float32, which become its gradient in place."""
        assert logits_NV.dtype in (torch.bfloat16, torch.float32)
        assert logits_NV.is_contiguous()
        targets_N = targets_N.contiguous()
        losses_N = logits_NV.new_empty(len(logits_NV), dtype=torch.float32)
        given = (logits_NV.data_ptr(), logits_NV.dtype == torch.bfloat16, targets_N.data_ptr(), losses_N.data_ptr())
        problem = self._loss(*given, *logits_NV.shape, torch.get_num_threads())
        if problem == NO_TOKEN_OF_IT:
            raise IndexError(f"a target is not below {logits_NV.size(1)}")
        _check(problem)
        return losses_N

    def reads(self, q_BHTD: Tensor, k_BKSD: Tensor, v_BKSD: Tensor) -> bool:
        """Whether `attend` can: bfloat16 on the CPU, keys and values as a KV cache holds them."""
        strides = k_BKSD.stride()
        return (
            (q_BHTD.size(2) == 1 or self._attend_many is not None)
            and q_BHTD.stride(3) == 1
            and q_BHTD.dtype == torch.bfloat16
            and q_BHTD.device.type == "cpu"
            and not torch.is_grad_enabled()
            and strides == v_BKSD.stride()
            and strides[2:] == (k_BKSD.size(3), 1)
            and strides[0] == k_BKSD.size(1) * strides[1]
        )


def _longs(numbers: Sequence[int]) -> ctypes.Array[ctypes.c_long]:
    return (ctypes.c_long * len(numbers))(*numbers)


def _check(problem: int) -> None:
    if problem:
        raise MemoryError


def _pointer(tensor: Tensor | None) -> int | None:
    return None if tensor is None else tensor.data_ptr()


@lru_cache(maxsize=1)
def kernels() -> Kernels | None:
    """The kernels; None where they can't be compiled, or compute something else than torch does."""
    try:
        library = _compiled()
        made = Kernels(ctypes.CDLL(str(library))) if library else None
    except (OSError, AttributeError, FledgeError, subprocess.SubprocessError):
        return None
    return made if made is not None and _is_right(made) else None


def _compiled() -> Path | None:
    """The shared library for this source, compiler and CPU; None if there is no compiler, or it fails."""
    compiler = shutil.which("cc")
    if compiler is None or platform.system() != "Linux" or platform.machine() != "x86_64":
        return None
    version = subprocess.run([compiler, "--version"], capture_output=True, timeout=COMPILE_S).stdout
    sources = [file.read_bytes() for file in sorted(SOURCE.parent.glob("*.[ch]"))]
    identity = (*sources, repr(FLAGS).encode(), version, _cpu_flags())
    kept = cache_dir() / "kernels" / f"{hashlib.sha256(b'|'.join(identity)).hexdigest()[:32]}.so"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(kept) as unfinished:
            command = [compiler, *FLAGS, "-o", str(unfinished), str(SOURCE), "-lm"]
            subprocess.run(command, capture_output=True, timeout=COMPILE_S, check=True)
    if kept.stat().st_uid != os.getuid():  # in a shared cache: another user's code is not run
        return None
    return kept


def _cpu_flags() -> bytes:
    """What -march=native looks at: a cache may be shared by machines with different CPUs."""
    for line in Path("/proc/cpuinfo").read_bytes().splitlines():
        if line.startswith(b"flags"):
            return line
    return b""


def _is_right(made: Kernels) -> bool:
    """Small integers, whose products are exact in every order."""
    x = (torch.arange(1100).view(11, 100) % 7 - 3).bfloat16()
    weight = (torch.arange(500).view(5, 100) % 5 - 2).to(torch.int8)
    expected = (x.float() @ weight.float().T).bfloat16()
    ones, wide = torch.ones(5, dtype=torch.bfloat16), weight.bfloat16()
    products = [
        torch.cat([made.linear(rows, matrix) for rows in (x[:1], x[1:3], x[3:])])  # one, few and more: other loops
        for matrix in (c_matrix(weight, ones, None), c_matrix(wide, None, None))
    ]
    equal_keys, values = torch.ones(1, 2, 4, 16).bfloat16(), torch.arange(128.0).view(1, 2, 4, 16).bfloat16()
    queries = torch.ones(1, 2, 4, 16).bfloat16()
    means = (values.float().cumsum(dim=2) / torch.arange(1.0, 5.0)[:, None]).bfloat16()  # of what each query sees
    asked = [queries[:, :, :1], queries]  # by other loops, if `made` has both
    attended = [made.attend(q, equal_keys, values) for q in asked if made.reads(q, equal_keys, values)]
    return (
        all(torch.equal(product, expected) for product in products)
        and all(torch.equal(each, means[:, :, -each.size(2) :]) for each in attended)
        and all(_loss_is_right(made, dtype) for dtype in (torch.bfloat16, torch.float32))
    )


def _loss_is_right(made: Kernels, dtype: torch.dtype) -> bool:
    """64 equal logits, whose probabilities every dtype has."""
    logits, targets = torch.zeros(3, 64, dtype=dtype), torch.tensor([0, 40, 63])
    expected = torch.full((3, 64), 1 / 64, dtype=dtype)
    expected[torch.arange(3), targets] -= 1
    losses = made.loss_and_gradient(logits, targets)
    return torch.equal(logits, expected) and bool((losses - math.log(64)).abs().max() < 1e-5)
