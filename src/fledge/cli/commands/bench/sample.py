"""`fledge bench sample`: tokens a second of sampling, by the length of the context."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fledge.cli.commands import console
from fledge.cli.commands.bench import Common, shown
from fledge.common.errors import FledgeError, raise_all
from fledge.config.fields import read_options, setting
from fledge.config.schema import device_problems
from fledge.config.shape import ModelShape
from fledge.logs.rundir import all_runs, find_run
from fledge.model.flops import parameters

if TYPE_CHECKING:
    from fledge.plan.bench import SamplingSpeed
    from fledge.train.pretrained import SavedModel

SUMMARY = "tokens a second of sampling, by the length of the context"
USAGE = "fledge bench sample [RUN] [--key=value ...] [--json]"
ABOUT = """\
Draws one sample after prompts of each length, from RUN or the newest run; where
there is none, from GPT-2 124M with random weights (RUN=random-gpt2), which take
the same time. The rate is of all the tokens, reading the prompt included; next
to it, the seconds until the first token, and the rate after it.

  fledge bench sample
  fledge bench sample random-gpt2 --prompts=16,256,900 --tokens=50
"""
RANDOM = "random-gpt2"
GPT2 = ModelShape("gpt2", n_layer=12, n_head=12, n_embd=768, block_size=1024, vocab_size=50257, bias=True)


@dataclass(frozen=True)
class Options(Common):
    prompts: str = setting("16,512", "lengths of the prompts, in tokens, with commas", group="What is sampled")
    tokens: int = setting(100, "tokens to draw after each", least=2, most=1e6)
    which: str = setting("best", "which checkpoint of RUN", choices=("best", "latest"))
    device: str = setting("auto", "auto | cpu | cuda | mps", group="System")
    dtype: str = setting(
        "auto",
        "of the weights; auto is what fledge sample would take",
        choices=("auto", "float32", "bfloat16", "float16", "int8"),
    )


def run(argv: Sequence[str]) -> int:
    options, names, problems = read_options(Options, argv)
    if len(names) > 1:
        problems.append(f"one RUN at a time, not {' and '.join(names[:2])}.")
    raise_all(problems + device_problems(options.device))
    prompts = _lengths(options.prompts)
    saved = _saved(names[0] if names else None, options.which)
    import torch

    from fledge.common.progress import status_line
    from fledge.hardware.detect import device_name
    from fledge.model.quantize import converted
    from fledge.plan.bench import measure_sampling
    from fledge.train.runtime import choose_device, choose_weights

    device, _ = choose_device(options.device)
    dtype, why = choose_weights(options.dtype, device, saved.shape, samples=1)
    model = converted(saved.build().to(device), dtype).eval()
    block_size = model.shape.block_size
    if max(prompts) > block_size:
        print(f"note: this model's context is {block_size} tokens: longer prompts are cut to it.", file=sys.stderr)
        prompts = sorted({min(length, block_size) for length in prompts})
    with status_line() as show:
        speeds = measure_sampling(model, prompts, options.tokens, options.repeats, show)
    document = {
        "model": saved.label,
        "parameters": parameters(saved.shape),
        "device": str(device),
        "device_name": device_name(device),
        "threads": torch.get_num_threads(),
        "dtype": dtype,
        "dtype_reason": why,
        "torch": torch.__version__,
        "tokens": options.tokens,
        "repeats": options.repeats,
        "contexts": [_context(speed) for speed in speeds],
    }
    if options.json:
        print(json.dumps(document, indent=1))
    else:
        _print(document, speeds)
    return 0


def _lengths(text: str) -> list[int]:
    try:
        lengths = sorted({int(word) for word in text.split(",")})
    except ValueError:
        lengths = [0]
    if lengths[0] < 1:
        raise FledgeError(f"prompts={text!r} is not a list of lengths.", "Try --prompts=16,512.")
    return lengths


def _saved(name: str | None, which: str) -> "SavedModel":
    """The run that was named, or the newest; GPT-2's shape with random weights if there is none."""
    from fledge.train.pretrained import SavedModel, open_saved

    if name != RANDOM and (name or all_runs()):
        return open_saved(find_run(name), which)
    import torch

    from fledge.model.base import build_model

    torch.manual_seed(0)
    return SavedModel("GPT-2 124M with random weights", GPT2, build_model(GPT2).state_dict())


def _context(speed: "SamplingSpeed") -> dict[str, Any]:
    return {
        "prompt": speed.prompt,
        "tokens_per_s": speed.seconds.rate(speed.tokens).to_json(),
        "prompt_s": speed.prompt_seconds.to_json(),
        "tokens_per_s_after": speed.later.to_json(),
    }


def _print(document: dict[str, Any], speeds: Sequence["SamplingSpeed"]) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from fledge.common.text import count

    d = document
    out = console()
    out.print(f"[bold]{escape(d['model'])}[/bold], {count(d['parameters'])} parameters")
    out.print(f"{d['device_name']}, threads: {d['threads']}, torch {d['torch']}")
    out.print(f"{d['dtype']} weights ({d['dtype_reason']})")
    out.print(f"{d['repeats']} samples of {d['tokens']} tokens for each prompt: the median (least .. most)")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("prompt", "tokens/s", "s to read it", "tokens/s after"):
        table.add_column(heading, justify="right", no_wrap=True)
    for speed in speeds:
        rate = speed.seconds.rate(speed.tokens)
        table.add_row(f"{speed.prompt:,}", shown(rate), shown(speed.prompt_seconds), shown(speed.later))
    out.print(table)
