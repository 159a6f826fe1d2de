"""Sampling speed side by side: fledge, llama.cpp and transformers, with the same random weights.

    python bench/decoding.py [--models=124m,10m] [--streams=1,8,16] [--prompts=16,512] [--tokens=64] [--repeats=5]
                             [--dtypes=int8,bfloat16] [--processes=5] [--temperature=0.8] [--transformers=True]

124m is GPT-2; 10m is a Llama with 8,192 tokens. fledge's int8 beside llama.cpp's q8_0 and bfloat16 beside f16 (if
llama-cpp-python is installed), and transformers' bfloat16 if asked for. All alternate in one process with the same
number of threads, and that is repeated in fresh processes: on a virtual machine a step of the same program can take
1.6 times as long in one as in another. Printed are medians over the processes of the medians in each, of reading the
prompt and of the tokens after the first. Rates are totals of all streams, and their ratio is to llama.cpp's row
above it. All streams have one prompt, which each program reads once.

llama.cpp is called by llama_decode with one token of each stream in a batch, and takes the most likely token, which
costs it nothing; its cache is f16, with a part for each stream, its default. fledge draws at temperature 0.8 from the
200 most likely, as `fledge sample` does, or greedily with --temperature=0.
"""

import copy
import gc
import importlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
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

SHAPES = {
    "124m": ModelShape("gpt2", 12, 12, 768, 1024, 50304, False),
    "10m": ModelShape("llama", 8, 4, 256, 1024, 8192, False),
}
THEIRS = {"int8": "q8_0", "bfloat16": "f16"}
EXPORTED = {"q8_0": "q8_0", "f16": "float16"}

KEPT: list[object] = []  # llama.cpp's function for its log: it must not be collected

Decode = Callable[[list[int], int, int], Iterator[object]]  # of a prompt, streams and a number of tokens
Measured = dict[str, dict[str, tuple[float, float]]]  # of a table's line, each program's seconds to read, and its rate


@dataclass(frozen=True)
class Options:
    models: str = setting("124m,10m", "which models")
    dtypes: str = setting("int8,bfloat16", "which precisions")
    streams: str = setting("1,8,16", "samples at once")
    prompts: str = setting("16,512", "prompt lengths")
    tokens: int = setting(64, "tokens to draw each time", least=2)
    repeats: int = setting(5, "repeats of each in a process", least=1)
    processes: int = setting(5, "fresh processes; 0: measure in this one, and print JSON", least=0)
    temperature: float = setting(0.8, "fledge's temperature")
    transformers: bool = setting(False, "transformers, too")


def ours(model: GPT, dtype: str, temperature: float) -> Decode:
    model = converted(copy.deepcopy(model), dtype)
    sampling = Sampling(temperature=temperature)
    return lambda prompt, streams, tokens: iter(generate(model, prompt, streams, tokens, sampling))


def llama_cpp(folder: Path, model: GPT, dtype: str, positions: int) -> Decode:
    """Greedy tokens by llama.cpp, of many sequences in one batch; each has room for `positions` tokens."""
    library: Any = importlib.import_module("llama_cpp")
    numpy: Any = importlib.import_module("numpy")
    weights = {name: parameter.detach() for name, parameter in model.named_parameters()}
    write_gguf_folder(folder / dtype, "m", model.shape, weights, ByteTokenizer(), EXPORTED[dtype])
    threads, vocab = torch.get_num_threads(), model.shape.vocab_size
    if not KEPT:
        KEPT.append(library.llama_log_callback(lambda *_: None))
        library.llama_log_set(KEPT[0], None)
        library.llama_backend_init()
    loaded = library.llama_model_load_from_file(
        str(folder / dtype / "m.gguf").encode(), library.llama_model_default_params()
    )

    def decode(prompt: list[int], streams: int, tokens: int) -> Iterator[object]:
        settings = library.llama_context_default_params()
        settings.n_ctx, settings.n_batch, settings.n_seq_max = streams * positions, max(positions, streams), streams
        settings.n_threads = settings.n_threads_batch = threads
        context = library.llama_init_from_model(loaded, settings)
        batch = library.llama_batch_init(max(len(prompt), streams), 0, 1)

        def run(rows: list[tuple[int, int, int]], wanted: int) -> Any:
            """Reads (token, position, stream); the most likely tokens after the last `wanted`."""
            batch.n_tokens = len(rows)
            for at, (token, position, stream) in enumerate(rows):
                batch.token[at], batch.pos[at], batch.n_seq_id[at] = token, position, 1
                batch.seq_id[at][0], batch.logits[at] = stream, at >= len(rows) - wanted
            if library.llama_decode(context, batch):
                raise FledgeError("llama.cpp could not decode.", "")
            logits = numpy.ctypeslib.as_array(library.llama_get_logits(context), (wanted, vocab))
            return logits.argmax(-1).tolist()

        try:
            yield None  # the context is made before the clock runs
            found = run([(token, at, 0) for at, token in enumerate(prompt)], 1) * streams
            for stream in range(1, streams):
                library.llama_memory_seq_cp(library.llama_get_memory(context), 0, stream, -1, -1)
            for at in range(len(prompt), len(prompt) + tokens):
                yield found
                if at < len(prompt) + tokens - 1:
                    found = run([(token, at, stream) for stream, token in enumerate(found)], streams)
        finally:
            library.llama_batch_free(batch)
            library.llama_free(context)

    def started(prompt: list[int], streams: int, tokens: int) -> Iterator[object]:
        running = decode(prompt, streams, tokens)
        next(running)
        return running

    return started


def transformers(folder: Path, model: GPT, dtype: str) -> Decode:
    """Greedy tokens by transformers, with its KV cache."""
    library: Any = importlib.import_module("transformers")
    weights = {name: parameter.detach() for name, parameter in model.named_parameters()}
    write_hf_folder(folder / "hf", model.shape, weights, ByteTokenizer(), card="")
    theirs = library.AutoModelForCausalLM.from_pretrained(folder / "hf", dtype=getattr(torch, dtype)).eval()

    @torch.inference_mode()
    def decode(prompt: list[int], streams: int, tokens: int) -> Iterator[object]:
        unread, cache = torch.tensor([prompt] * streams), None
        for _ in range(tokens):
            said = theirs(unread, past_key_values=cache, use_cache=True, logits_to_keep=1)
            unread, cache = said.logits[:, -1].argmax(-1, keepdim=True), said.past_key_values
            yield unread

    return decode


def programs(shape: ModelShape, options: Options, positions: int, folder: Path) -> dict[str, Decode]:
    torch.manual_seed(0)
    model = build_model(shape).eval()
    with torch.no_grad():
        for parameter in model.parameters():  # some matrices begin as zeros
            parameter.add_(0.02 * torch.randn_like(parameter))
    kernel = "torch's kernels" if kernels() is None else "our kernels"
    size = sum(parameter.numel() for parameter in model.parameters()) / 1e6
    about = f"{shape.arch}, {size:.1f}M parameters, {torch.get_num_threads()} threads, {kernel}"
    print(about, file=sys.stderr, flush=True)
    made: dict[str, Decode] = {}
    for dtype in options.dtypes.split(","):
        try:
            made[f"llama.cpp {THEIRS[dtype]}"] = llama_cpp(folder, model, THEIRS[dtype], positions)
        except ImportError:
            print("llama-cpp-python is not installed", file=sys.stderr)
        made[f"fledge {dtype}"] = ours(model, dtype, options.temperature)
    if options.transformers:
        made["transformers bfloat16"] = transformers(folder, model, "bfloat16")
    return made


def seconds_of(tokens: Iterator[object]) -> tuple[float, float]:
    """Seconds until the first token, and from it until the last."""
    began = time.perf_counter()
    next(tokens)
    first = time.perf_counter()
    for _ in tokens:
        pass
    return first - began, time.perf_counter() - first


def measure(
    decoders: dict[str, Decode], vocab: int, length: int, streams: int, options: Options
) -> dict[str, tuple[float, float]]:
    """Each program's seconds to read the prompt, and tokens per second after the first."""
    prompt = torch.randint(vocab, (length,)).tolist()
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in decoders}
    for number in range(options.repeats + 1):
        for name, decode in decoders.items():
            taken = seconds_of(decode(prompt, streams, options.tokens))
            if number:  # the first use of a shape chooses kernels
                times[name].append(taken)
    medians = {}
    for name, found in times.items():
        rates = [streams * (options.tokens - 1) / after for _, after in found]
        medians[name] = statistics.median(first for first, _ in found), statistics.median(rates)
    return medians


def measured_here(options: Options) -> Measured:
    lines: Measured = {}
    prompts = [int(length) for length in options.prompts.split(",")]
    for name in options.models.split(","):
        with tempfile.TemporaryDirectory(prefix="fledge-bench-") as folder:
            shape = SHAPES[name]
            decoders = programs(shape, options, max(prompts) + options.tokens, Path(folder))
            for streams in map(int, options.streams.split(",")):
                for length in prompts:
                    line = f"{name:<5} {streams:>7} {length:>6}"
                    lines[line] = measure(decoders, shape.vocab_size, length, streams, options)
        del decoders
        gc.collect()
    return lines


def show(found: list[Measured]) -> None:
    head = f"{'':<22} {'s to read':>9} {'tokens/s':>9} {'lowest-highest':>15}"
    print(f"model streams prompt {head} of llama.cpp's: rate, reading")
    for line in found[0]:
        reference = None
        for name in found[0][line]:
            reads, rates = zip(*(process[line][name] for process in found), strict=True)
            read, rate = statistics.median(reads), statistics.median(rates)
            if name.startswith("llama.cpp"):
                reference = read, rate
            ratios = f"{rate / reference[1]:>6.2f} {reference[0] / read:>6.2f}" if reference else ""
            spread = f"{min(rates):.0f}-{max(rates):.0f}"
            print(f"{line} {name:<22} {read:>9.4f} {rate:>9.1f} {spread:>15} {ratios}".rstrip(), flush=True)


def main() -> None:
    options, rest = read_options(Options, sys.argv[1:])
    if rest:
        raise FledgeError(f"{rest[0]} is not an option.", "See the docstring of bench/decoding.py.")
    unknown = set(options.models.split(",")) - set(SHAPES) or set(options.dtypes.split(",")) - set(THEIRS)
    if unknown:
        raise FledgeError(f"{min(unknown)!r} is not known here.", f"Models: {', '.join(SHAPES)}; {', '.join(THEIRS)}.")
    if options.processes:
        command = [sys.executable, __file__, *sys.argv[1:], "--processes=0"]
        found = []
        for _ in range(options.processes):
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
            if done.returncode:  # it has said why
                sys.exit(done.returncode)
            found.append(json.loads(done.stdout))
        show(found)
    else:
        print(json.dumps(measured_here(options)))


if __name__ == "__main__":
    try:
        main()
    except FledgeError as error:
        sys.exit(f"error: {error}")
