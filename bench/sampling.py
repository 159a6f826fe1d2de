"""Sampling speed on the CPU by dtype of the weights, and what the dtype does to the loss.

    python bench/sampling.py [--prompts=16,512] [--tokens=100] [--repeats=3]     GPT-2 124M with random weights
    python bench/sampling.py --run=RUN [...]                                     a trained model instead
    python bench/sampling.py --run=RUN --loss [--windows=64]                     its validation loss by dtype

With the KV cache in three dtypes, and without it as in nanoGPT: float32, the whole context read for each token, done
here with fledge's model. Without it fewer tokens are drawn, as it takes long: the context grows less, so its rate is a
little too high. All alternate in one process. Rates include reading the prompt; medians are printed.
"""

import copy
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch.nn import functional as F

from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.config.shape import ModelShape
from fledge.data.dataset import open_dataset
from fledge.data.loader import Batches
from fledge.logs.rundir import find_run
from fledge.model.base import GPT
from fledge.model.build import build_model
from fledge.model.quantize import converted
from fledge.options.parser import read_options
from fledge.train.generate import Sampling, generate
from fledge.train.pretrained import open_pretrained

DTYPES = ("float32", "bfloat16", "int8")
UNCACHED = "no cache"
GPT2 = ModelShape("gpt2", 12, 12, 768, 1024, 50304, False)


@dataclass(frozen=True)
class Options:
    prompts: str = setting("16,512", "prompt lengths")
    tokens: int = setting(100, "tokens to draw each time", least=2)
    uncached_tokens: int = setting(10, "tokens to draw without the cache", least=2)
    repeats: int = setting(3, "repeats of each", least=1)
    run: str = setting("", "a run whose model to take")
    loss: bool = setting(False, "compare its validation loss instead")
    windows: int = setting(64, "windows of its validation split, from the start; 0: all", least=0)
    data_dir: str = setting("data", "the folder with its dataset")


def cached(model: GPT, prompt: list[int], tokens: int) -> Iterator[object]:
    return iter(generate(model, prompt, 1, tokens, Sampling()))


@torch.inference_mode()
def uncached(model: GPT, prompt: list[int], tokens: int) -> Iterator[object]:
    context = torch.tensor([prompt])
    for _ in range(tokens):
        probabilities = torch.softmax(model.logits(context[:, -model.shape.block_size :]), dim=-1)
        context = torch.cat((context, torch.multinomial(probabilities, 1)), dim=1)
        yield context


def seconds_of(tokens: Iterator[object]) -> tuple[float, float]:
    """Seconds until the first token, and until the last."""
    began = time.perf_counter()
    next(tokens)
    first = time.perf_counter() - began
    for _ in tokens:
        pass
    return first, time.perf_counter() - began


def speeds(options: Options) -> None:
    torch.manual_seed(0)
    if options.run:
        saved = open_pretrained(find_run(options.run))
        label, model = saved.label, saved.build().eval()
    else:
        label, model = "GPT-2 124M with random weights", build_model(GPT2).eval()
    models = {dtype: converted(copy.deepcopy(model), dtype) for dtype in DTYPES}
    print(f"{label}, {torch.get_num_threads()} threads, torch {torch.__version__}")
    print(f"{'prompt':>6} {'':<9} {'tokens/s':>9} {'faster':>7} {'s to read it':>12} {'tokens/s after':>14}")
    for length in map(int, options.prompts.split(",")):
        prompt = torch.randint(model.shape.vocab_size, (length,)).tolist()
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in (UNCACHED, *DTYPES)}
        for number in range(options.repeats + 1):
            for name, found in times.items():
                if name == UNCACHED:
                    taken = seconds_of(uncached(model, prompt, options.uncached_tokens))
                else:
                    taken = seconds_of(cached(models[name], prompt, options.tokens))
                if number:  # the first use of a shape chooses kernels
                    found.append(taken)
        slowest = 0.0
        for name, found in times.items():
            tokens = options.uncached_tokens if name == UNCACHED else options.tokens
            rate = statistics.median(tokens / whole for _, whole in found)
            read = statistics.median(first for first, _ in found)
            after = statistics.median((tokens - 1) / (whole - first) for first, whole in found)
            slowest = slowest or rate
            row = f"{length:>6} {name:<9} {rate:>9.2f} {rate / slowest:>6.1f}x {read:>12.3f} {after:>14.2f}"
            print(row, flush=True)


@torch.inference_mode()
def losses(options: Options) -> None:
    saved = open_pretrained(find_run(options.run))
    if saved.dataset is None:
        raise FledgeError(f"{saved.label} does not say what it was trained on.", "Use a run of fledge's.")
    tokens = open_dataset(Path(options.data_dir) / saved.dataset).split("val")
    shape = saved.shape
    if options.windows:
        tokens = tokens[: options.windows * shape.block_size + 1]
    batches = Batches(tokens, "val", shape.block_size, 8, shape.vocab_size, torch.device("cpu"))
    print(f"{saved.label}: loss over {len(tokens) - 1:,} tokens of the validation split")
    exact = 0.0
    for dtype in DTYPES:
        model = converted(saved.build(), dtype).eval()
        total = 0.0
        for x, y, _ in batches.exhaustive():
            logits = model.all_logits(x)
            total += F.cross_entropy(logits.flatten(0, 1), y.flatten(), ignore_index=-1, reduction="sum").item()
        loss = total / (len(tokens) - 1)
        exact = exact or loss
        print(f"{dtype:8} {loss:.5f} ({loss - exact:+.5f})", flush=True)


def main() -> None:
    options, _ = read_options(Options, sys.argv[1:])
    if options.loss:
        losses(options)
    else:
        speeds(options)


if __name__ == "__main__":
    try:
        main()
    except FledgeError as error:
        sys.exit(f"error: {error}")
