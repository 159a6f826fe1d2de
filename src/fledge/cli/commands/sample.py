"""`fledge sample`: text from a trained model, as it is made."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fledge.common.errors import FledgeError, raise_all
from fledge.config.fields import read_options, setting
from fledge.config.schema import device_problems
from fledge.logs.rundir import find_run

if TYPE_CHECKING:
    from fledge.tokenizer.base import Tokenizer
    from fledge.train.pretrained import SavedModel

SUMMARY = "text from a trained model"
USAGE = "fledge sample [RUN] [--key=value ...]"
ABOUT = """\
RUN is a run directory, its name below runs/, a step directory, or nanoGPT's
ckpt.pt; without it, the newest run. The first sample appears as it is made.
The same seed gives the same text; with another --dtype it may be another.

  fledge sample --start="O Romeo" --num_samples=3
  fledge sample runs/shakespeare_char-gpt2 --start=FILE:prompt.txt
  echo "Once upon a time" | fledge sample --start=-
"""
RULE = "---------------"


@dataclass(frozen=True)
class Options:
    out_dir: str = setting("", "nanoGPT's way to name RUN", group="Which model")
    init_from: str = setting("resume", "resume is RUN; gpt2, gpt2-medium, ... are OpenAI's weights")
    which: str = setting("best", "best is the lowest validation loss", choices=("best", "latest"))
    data_dir: str = setting("data", "where nanoGPT's datasets are, whose vocabulary its ckpt.pt needs")
    start: str = setting("\n", "the prompt: text, FILE:path, or - for standard input", group="What to write")
    num_samples: int = setting(10, "how many, side by side", least=1, most=10_000)
    max_new_tokens: int = setting(500, "tokens in each, unless <|endoftext|> comes first", least=1, most=1e9)
    temperature: float = setting(0.8, "lower is safer, higher is wilder; 0 takes the likeliest", least=0, most=100)
    top_k: int = setting(200, "choose among the k likeliest tokens; 0 for all", least=0, most=1e9)
    top_p: float = setting(1.0, "choose among the likeliest that sum to p; 0.9 drops the odd ones", above=0, most=1)
    seed: int = setting(1337, "another seed, another text", least=0, most=2**62)
    device: str = setting("auto", "auto | cpu | cuda | mps", group="System")
    dtype: str = setting(
        "auto",
        "of the weights; auto is bfloat16 where a GPU has it, the fastest where a CPU has it, else float32. int8 is "
        "for CPUs, and rounds most",
        choices=("auto", "float32", "bfloat16", "float16", "int8"),
    )


def run(argv: Sequence[str]) -> int:
    options, words, problems = read_options(Options, argv)
    if len(words) > 1:
        problems.append(f"one RUN at a time, not {' and '.join(words[:2])}.")
    raise_all(problems + device_problems(options.device))
    if words or options.init_from == "resume":
        source: str | Path = find_run(words[0] if words else options.out_dir or None)
    else:
        source = options.init_from
    prompt = read_prompt(options.start)
    from fledge.train.pretrained import open_saved

    saved = open_saved(source, options.which)
    tokenizer = tokenizer_for(saved, Path(options.data_dir))
    write_samples(saved, tokenizer, prompt, options)
    return 0


def read_prompt(start: str) -> str:
    path = Path(start.removeprefix("FILE:"))
    try:
        if start == "-":
            text = sys.stdin.read()
        else:
            text = path.read_text(encoding="utf-8") if start.startswith("FILE:") else start
        text.encode()  # bytes of a command line that are not UTF-8 are only found here
        return text
    except OSError as error:
        raise FledgeError(f"can't read the prompt {path}: {error.strerror}.", "Check the path after FILE:.") from error
    except UnicodeError as error:
        raise FledgeError(f"the prompt {start[:40]!a} is not UTF-8 text.", "Save it as UTF-8.") from error


def tokenizer_for(saved: "SavedModel", data_dir: Path) -> "Tokenizer":
    """The model's own tokenizer; nanoGPT's checkpoints name a dataset instead, whose meta.pkl has it."""
    from fledge.config.mixture_spec import names_in
    from fledge.data.dataset import open_dataset
    from fledge.tokenizer.spec import spec_vocab_size, tokenizer_from_json

    spec = saved.tokenizer
    if spec is None and saved.dataset is not None:
        spec = open_dataset(data_dir / names_in(saved.dataset)[0]).tokenizer_spec  # those of a mixture have one
    spec = spec or {"name": "gpt2"}
    if spec_vocab_size(spec) > saved.shape.vocab_size:
        raise FledgeError(
            f"{saved.label} has a vocabulary of {saved.shape.vocab_size}, too small for the {spec['name']} tokenizer.",
            f"It was trained on {saved.dataset or 'an unnamed dataset'}: pass --data_dir=FOLDER that holds it.",
        )
    return tokenizer_from_json(spec)


def prompt_ids(tokenizer: "Tokenizer", prompt: str) -> list[int]:
    """The prompt's tokens. The default is a line break, which some texts never have: they begin as if without one."""
    try:
        return tokenizer.encode(prompt, allow_special=True).tolist() or tokenizer.opening()
    except FledgeError:
        if prompt != Options.start:
            raise
        return tokenizer.opening()


def write_samples(saved: "SavedModel", tokenizer: "Tokenizer", prompt: str, options: Options) -> None:
    """Stream the first sample, then print the others."""
    from fledge.model.flops import least_sampling_bytes
    from fledge.model.quantize import converted
    from fledge.tokenizer.base import StreamDecoder
    from fledge.train.generate import Sampling, generate
    from fledge.train.runtime import DTYPES, choose_device, choose_weights, require_memory

    device, _ = choose_device(options.device)
    dtype, why = choose_weights(options.dtype, device, saved.shape, options.num_samples)
    number_bytes = 1 if dtype == "int8" else DTYPES[dtype].itemsize
    least = least_sampling_bytes(saved.shape, options.num_samples, number_bytes)
    require_memory(device, least, f"num_samples={options.num_samples}", "Try a smaller --num_samples.")
    model = converted(saved.build().to(device), dtype).eval()
    ids = prompt_ids(tokenizer, prompt)
    sampling = Sampling(options.temperature, options.top_k, options.top_p, options.seed)
    decoders = [StreamDecoder(tokenizer) for _ in range(options.num_samples)]
    texts = [prompt] * options.num_samples
    print(f"sampling from {saved.label} ({dtype} weights: {why})", file=sys.stderr)
    print(prompt, end="", flush=True)
    for row in generate(
        model, ids, options.num_samples, options.max_new_tokens, sampling, tokenizer.eot, tokenizer.vocab_size
    ):
        for k, token in enumerate(row):
            if token is None:
                continue
            text = decoders[k].feed(token)
            if k == 0:
                print(text, end="", flush=True)
            else:
                texts[k] += text
    print(decoders[0].finish())
    for decoder, text in zip(decoders[1:], texts[1:], strict=True):
        print(RULE)
        print(text + decoder.finish())
