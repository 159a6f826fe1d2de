"""Tokens a second when sampling GPT-2 (124M) on the CPU; and what the weights' number formats do to the loss.

    python bench/sampling.py [--prompts=16,512] [--tokens=100] [--repeats=3]
    python bench/sampling.py --run=RUN [--windows=64]       the validation loss of a trained model instead

With the KV cache in three formats, and nanoGPT's way: float32, the whole context read for each token, done here with
fledge's model. It draws fewer tokens, as it takes long: its context grows less, so its rate is a little flattered. All
alternate in one run; reading the prompt is counted; medians are printed.
"""

import copy
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from torch.nn import functional as F

from fledge.cli.parser import read_options
from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.config.shape import ModelShape
from fledge.data.dataset import open_dataset
from fledge.data.loader import Batches
from fledge.logs.rundir import find_run
from fledge.model.base import GPT
from fledge.model.build import build_model
from fledge.model.quantize import converted
from fledge.train.generate import Sampling, generate
from fledge.train.pretrained import open_pretrained

FORMATS = ("float32", "bfloat16", "int8")
NANOGPTS = "nanoGPT's way"


@dataclass(frozen=True)
class Options:
    prompts: str = setting("16,512", "prompt lengths")
    tokens: int = setting(100, "tokens to draw each time", least=1)
    uncached_tokens: int = setting(10, "tokens to draw in nanoGPT's way", least=1)
    repeats: int = setting(3, "times each way is run", least=1)
    run: str = setting("", "a run whose validation loss to compare")
    windows: int = setting(64, "windows of its validation split, from the start; 0 for all", least=0)
    data_dir: str = setting("data", "where its dataset is")


def cached(model: GPT, prompt: list[int], tokens: int) -> None:
    for _ in generate(model, prompt, 1, tokens, Sampling()):
        pass


@torch.inference_mode()
def uncached(model: GPT, prompt: list[int], tokens: int) -> None:
    context = torch.tensor([prompt])
    for _ in range(tokens):
        probabilities = torch.softmax(model.logits(context[:, -model.shape.block_size :]), dim=-1)
        context = torch.cat((context, torch.multinomial(probabilities, 1)), dim=1)


def speeds(options: Options) -> None:
    torch.manual_seed(0)
    model = build_model(ModelShape("gpt2", 12, 12, 768, 1024, 50304, False)).eval()
    ways = {NANOGPTS: (uncached, model, options.uncached_tokens)}
    ways |= {dtype: (cached, converted(copy.deepcopy(model), dtype), options.tokens) for dtype in FORMATS}
    print(f"GPT-2 124M, {torch.get_num_threads()} threads, torch {torch.__version__}; tokens/s")
    for length in map(int, options.prompts.split(",")):
        prompt = torch.randint(50257, (length,)).tolist()
        rates: dict[str, list[float]] = {name: [] for name in ways}
        for way, made, _ in ways.values():
            way(made, prompt, 1)  # the first use of a shape chooses kernels
        for _ in range(options.repeats):
            for name, (way, made, tokens) in ways.items():
                began = time.perf_counter()
                way(made, prompt, tokens)
                rates[name].append(tokens / (time.perf_counter() - began))
        medians = {name: statistics.median(rates[name]) for name in ways}
        parts = [f"{name} {rate:.2f} ({rate / medians[NANOGPTS]:.1f}x)" for name, rate in medians.items()]
        print(f"prompt {length:4}: {', '.join(parts)}", flush=True)


@torch.inference_mode()
def quality(options: Options) -> None:
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
    for dtype in FORMATS:
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
    quality(options) if options.run else speeds(options)


if __name__ == "__main__":
    main()
