"""Attention's three ways on this CPU: torch's fused kernel, whole squares, and blocks of queries.

    python bench/attention.py [--repeats=7]

Forward and backward of one layer, in turn; medians in milliseconds.
"""

import statistics
import sys
import time
from dataclasses import dataclass

import torch

from fledge.cli.parser import read_options
from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.model import attention
from fledge.model.attention import Attend, attend
from fledge.train.memory import reuse_freed_memory

SHAPES = [(12, 4, 64, 32), (24, 3, 128, 64), (12, 4, 256, 64), (8, 8, 512, 64), (2, 12, 1024, 64), (1, 12, 2048, 64)]
WAYS: dict[str, tuple[Attend, int]] = {  # how, and queries in a block
    "fused": ("sdpa", attention.QUERIES),
    "square": ("matmul", 1 << 30),
    "64": ("matmul", 64),
    "128": ("matmul", 128),
    "256": ("matmul", 256),
}


@dataclass(frozen=True)
class Options:
    repeats: int = setting(7, "measurements of each", least=1)


def seconds(leaves: list[torch.Tensor], how: Attend, queries: int) -> float:
    attention.QUERIES = queries
    began = time.perf_counter()
    y = attend(leaves[0], leaves[1], leaves[2], how)
    torch.autograd.grad(y, leaves, grad_outputs=torch.ones_like(y))
    return time.perf_counter() - began


def main() -> None:
    try:
        options, _ = read_options(Options, sys.argv[1:])
    except FledgeError as error:
        sys.exit(f"error: {error}")
    reuse_freed_memory()
    print(f"{'batch x heads x tokens x width':<32}" + "".join(f"{name:>9}" for name in WAYS))
    for dtype in (torch.bfloat16, torch.float32):
        for shape in SHAPES:
            leaves = [torch.randn(shape).to(dtype).requires_grad_() for _ in range(3)]
            found: dict[str, list[float]] = {name: [] for name in WAYS}
            for number in range(options.repeats + 1):
                for name, (how, queries) in WAYS.items():
                    taken = seconds(leaves, how, queries)
                    if number:  # the first loads and chooses kernels
                        found[name].append(taken)
            row = "".join(f"{1000 * statistics.median(times):>9.2f}" for times in found.values())
            print(f"{' x '.join(map(str, shape)):<20}{str(dtype).removeprefix('torch.'):<12}{row}", flush=True)


if __name__ == "__main__":
    main()
