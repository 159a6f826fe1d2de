"""`fledge sample`: text from a trained model, as it is made."""

import sys
from pathlib import Path

from fledge.cli.options.sample import SampleOptions
from fledge.cli.parser import Arguments
from fledge.common.errors import FledgeError, raise_all
from fledge.config.checks import device_problems
from fledge.logs.rundir import find_run
from fledge.model.flops import least_sampling_bytes
from fledge.model.quantize import converted
from fledge.tokenizer.base import StreamDecoder, Tokenizer
from fledge.train.choices import choose_device, choose_weights
from fledge.train.generate import Sampling, generate
from fledge.train.memory import require_memory
from fledge.train.model_tokenizer import tokenizer_for
from fledge.train.pretrained import PretrainedModel, is_foreign_model, open_pretrained
from fledge.train.runtime import DTYPES

RULE = "---------------"


def run(arguments: Arguments) -> int:
    options: SampleOptions = arguments.options
    raise_all(device_problems(options.device))
    if arguments.words:
        named = Path(arguments.words[0])
        source: str | Path = named if is_foreign_model(named) else find_run(arguments.words[0])
    elif options.init_from == "resume":
        source = find_run(options.out_dir or None)
    else:
        source = options.init_from
    prompt = read_prompt(options.start)
    saved = open_pretrained(source, options.which)
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


def prompt_ids(tokenizer: Tokenizer, prompt: str) -> list[int]:
    """The prompt's tokens. The default is a line break, which some texts never have: they begin as if without one."""
    try:
        return tokenizer.encode(prompt, allow_special=True).tolist() or tokenizer.opening()
    except FledgeError:
        if prompt != SampleOptions.start:
            raise
        return tokenizer.opening()


def write_samples(saved: PretrainedModel, tokenizer: Tokenizer, prompt: str, options: SampleOptions) -> None:
    """Stream the first sample, then print the others."""
    ids = prompt_ids(tokenizer, prompt)
    # Published models have contexts of many thousand tokens: the cache needs only what is read and written here.
    saved = saved.cropped(min(saved.shape.block_size, len(ids) + options.max_new_tokens))
    device, _ = choose_device(options.device)
    dtype, why = choose_weights(options.dtype, device, saved.shape, options.num_samples)
    number_bytes = 1 if dtype == "int8" else DTYPES[dtype].itemsize
    least = least_sampling_bytes(saved.shape, options.num_samples, number_bytes)
    require_memory(device, least, f"num_samples={options.num_samples}", "Try a smaller --num_samples.")
    model = converted(saved.build().to(device), dtype).eval()
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
