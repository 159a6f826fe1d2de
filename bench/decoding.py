"""Sampling speed side by side: fledge, llama.cpp and transformers, one stream, GPT-2 124M with random weights.

    python bench/decoding.py [--arch=gpt2] [--prompts=16,512] [--tokens=100] [--repeats=5] [--streams=1]

The same weights in each program: fledge's int8 and bfloat16, llama.cpp's q8_0 and f16 (if llama-cpp-python is
installed), transformers' bfloat16 and float32 (if it is). All alternate in one process with the same number of threads;
the medians of reading the prompt and of the tokens after the first are printed, and the rates' ratio to llama.cpp's
q8_0. fledge draws at temperature 0.8 from the 200 most likely, as `fledge sample` does; the others take the most
likely, which costs nothing. With --streams, fledge and transformers draw that many samples at once, and the rates are
totals.
"""

import copy
import importlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.config.shape import ModelShape
from fledge.interop.gguf_export import write_gguf_folder
from fledge.interop.hf_export import write_hf_folder
from fledge.model.base import GPT
from fledge.model.build import build_model
from fledge.model.kernels import kernels
from fledge.model.quantize import converted
from fledge.options.parser import read_options
from fledge.tokenizer.base import ByteTokenizer
from fledge.train.generate import Sampling, generate

SHAPE = ModelShape("gpt2", 12, 12, 768, 1024, 50304, False)
REFERENCE = "llama.cpp q8_0"

Decode = Callable[[list[int], int], Iterator[object]]  # of a prompt and a number of tokens: an item for each


@dataclass(frozen=True)
class Options:
    arch: str = setting("gpt2", "the architecture", choices=("gpt2", "llama", "qwen3"))
    layers: int = setting(12, "layers", least=1)
    width: int = setting(768, "width; heads are 64 wide", least=64)
    prompts: str = setting("16,512", "prompt lengths")
    tokens: int = setting(100, "tokens to draw each time", least=2)
    repeats: int = setting(5, "repeats of each", least=1)
    streams: int = setting(1, "samples at once", least=1)


def ours(model: GPT, dtype: str, streams: int) -> Decode:
    model = converted(copy.deepcopy(model), dtype)
    return lambda prompt, tokens: iter(generate(model, prompt, streams, tokens, Sampling()))


def llama_cpp(folder: Path, model: GPT, dtype: str) -> Decode:
    """Greedy tokens by llama.cpp."""
    library: Any = importlib.import_module("llama_cpp")
    weights = {name: parameter.detach() for name, parameter in model.named_parameters()}
    write_gguf_folder(folder / dtype, "m", model.shape, weights, ByteTokenizer(), dtype)
    threads = torch.get_num_threads()
    settings = {"n_ctx": model.shape.block_size, "n_threads": threads, "n_threads_batch": threads, "verbose": False}
    theirs = library.Llama(str(folder / dtype / "m.gguf"), **settings)

    def decode(prompt: list[int], tokens: int) -> Iterator[object]:
        theirs.reset()
        unread = prompt
        for _ in range(tokens):
            theirs.eval(unread)
            unread = [theirs.sample(temp=0.0)]
            yield unread

    return decode


def transformers(folder: Path, model: GPT, dtype: str, streams: int) -> Decode:
    """Greedy tokens by transformers, with its KV cache."""
    library: Any = importlib.import_module("transformers")
    if not (folder / "hf").exists():
        weights = {name: parameter.detach() for name, parameter in model.named_parameters()}
        write_hf_folder(folder / "hf", model.shape, weights, ByteTokenizer(), card="")
    theirs = library.AutoModelForCausalLM.from_pretrained(folder / "hf", dtype=getattr(torch, dtype)).eval()

    @torch.inference_mode()
    def decode(prompt: list[int], tokens: int) -> Iterator[object]:
        unread, cache = torch.tensor([prompt] * streams), None
        for _ in range(tokens):
            said = theirs(unread, past_key_values=cache, use_cache=True, logits_to_keep=1)
            unread, cache = said.logits[:, -1].argmax(-1, keepdim=True), said.past_key_values
            yield unread

    return decode


def programs(options: Options, folder: Path) -> dict[str, Decode]:
    torch.manual_seed(0)
    head = options.width // 64
    shape = replace(SHAPE, arch=options.arch, n_layer=options.layers, n_head=head, n_embd=options.width)
    model = build_model(shape).eval()
    with torch.no_grad():
        for parameter in model.parameters():  # some matrices begin as zeros
            parameter.add_(0.02 * torch.randn_like(parameter))
    kernel = "torch's kernels" if kernels() is None else "our kernels"
    size = sum(parameter.numel() for parameter in model.parameters()) / 1e6
    print(f"{options.arch}, {size:.0f}M parameters, {torch.get_num_threads()} threads, {kernel}")
    made = {f"fledge {dtype}": ours(model, dtype, options.streams) for dtype in ("int8", "bfloat16")}
    if options.streams == 1:
        for dtype, name in (("q8_0", REFERENCE), ("float16", "llama.cpp f16")):
            try:
                made[name] = llama_cpp(folder, model, dtype)
            except ImportError:
                print("llama-cpp-python is not installed")
                break
    for dtype in ("bfloat16", "float32"):
        try:
            made[f"transformers {dtype}"] = transformers(folder, model, dtype, options.streams)
        except ImportError:
            print("transformers is not installed")
            break
    return made


def seconds_of(tokens: Iterator[object]) -> tuple[float, float]:
    """Seconds until the first token, and from it until the last."""
    began = time.perf_counter()
    next(tokens)
    first = time.perf_counter()
    for _ in tokens:
        pass
    return first - began, time.perf_counter() - first


def main() -> None:
    options, rest = read_options(Options, sys.argv[1:])
    if rest:
        raise FledgeError(f"{rest[0]} is not an option.", "See the docstring of bench/decoding.py.")
    with tempfile.TemporaryDirectory(prefix="fledge-bench-") as folder:
        decoders = programs(options, Path(folder))
        print(f"{'prompt':>6} {'':<22} {'s to read it':>12} {'tokens/s after':>14} {'of llama.cpp':>12}")
        for length in map(int, options.prompts.split(",")):
            prompt = torch.randint(SHAPE.vocab_size, (length,)).tolist()
            times: dict[str, list[tuple[float, float]]] = {name: [] for name in decoders}
            for number in range(options.repeats + 1):
                for name, decode in decoders.items():
                    taken = seconds_of(decode(prompt, options.tokens))
                    if number:  # the first use of a shape chooses kernels
                        times[name].append(taken)
            rates = {
                name: statistics.median(options.streams * (options.tokens - 1) / after for _, after in found)
                for name, found in times.items()
            }
            for name, found in times.items():
                read = statistics.median(first for first, _ in found)
                ratio = f"{rates[name] / rates[REFERENCE]:.2f}" if REFERENCE in rates else ""
                print(f"{length:>6} {name:<22} {read:>12.3f} {rates[name]:>14.1f} {ratio:>12}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except FledgeError as error:
        sys.exit(f"error: {error}")
