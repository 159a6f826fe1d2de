"""Tokens a second when sampling GPT-2 (124M): with the KV cache, and by reading the whole context for each token.

    python bench/sampling.py [--prompts=16,512] [--tokens=40] [--repeats=3]

The second is nanoGPT's way, done here with fledge's model. Both alternate in one run; medians are printed.
"""

import statistics
import sys
import time
from dataclasses import dataclass

import torch

from fledge.errors import raise_all
from fledge.estimate import ModelShape
from fledge.generate import Sampling, generate
from fledge.model import GPT, build_model
from fledge.settings import Assignment, read_arguments, setting


@dataclass(frozen=True)
class Options:
    prompts: str = setting("16,512", "prompt lengths")
    tokens: int = setting(40, "tokens to draw each time")
    repeats: int = setting(3, "times each way is run")


def cached(model: GPT, prompt: list[int], tokens: int) -> None:
    for _ in generate(model, prompt, 1, tokens, Sampling()):
        pass


@torch.inference_mode()
def uncached(model: GPT, prompt: list[int], tokens: int) -> None:
    context = torch.tensor([prompt])
    for _ in range(tokens):
        probabilities = torch.softmax(model.logits(context[:, -model.shape.block_size :]), dim=-1)
        context = torch.cat((context, torch.multinomial(probabilities, 1)), dim=1)


def main() -> None:
    items, problems = read_arguments(Options, sys.argv[1:])
    raise_all(problems)
    options = Options(**{item.key: item.value for item in items if isinstance(item, Assignment)})  # type: ignore[arg-type]
    torch.manual_seed(0)
    model = build_model(ModelShape("gpt2", 12, 12, 768, 1024, 50304, False)).eval()
    print(f"GPT-2 124M, float32, {torch.get_num_threads()} threads, torch {torch.__version__}")
    for length in map(int, options.prompts.split(",")):
        prompt = torch.randint(50257, (length,)).tolist()
        rates: dict[str, list[float]] = {"cached": [], "uncached": []}
        for _ in range(options.repeats):
            for name, way in (("cached", cached), ("uncached", uncached)):
                began = time.perf_counter()
                way(model, prompt, options.tokens)
                rates[name].append(options.tokens / (time.perf_counter() - began))
        fast, slow = (statistics.median(rates[name]) for name in ("cached", "uncached"))
        print(f"prompt {length:4}: cached {fast:6.2f} tokens/s, uncached {slow:5.2f} tokens/s, {fast / slow:.1f}x")


if __name__ == "__main__":
    main()
