"""fledge beside nanoGPT's choices, on this machine.

    python bench/baseline.py time     nanoGPT's CPU example as a whole command, against --fast=config/quick.py
    python bench/baseline.py speed    training GPT-2 124M: tokens per second and peak memory
    python bench/baseline.py ... [--repeats=3] [--fast_runs=3] [--key=value ...]

"nanoGPT's way" is arch=gpt2 in float32, eager, with torch's attention kernel, torch's AdamW not fused, and the C
library's default allocator settings, all inside fledge. Everything runs in fresh processes, in turn; medians are
printed. bench/loss.py runs nanoGPT itself.
`time` needs the dataset: fledge prepare shakespeare_char.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from fledge.common.errors import FledgeError
from fledge.common.stats import Spread
from fledge.config.fields import setting
from fledge.logs.rundir import events_in
from fledge.options.parser import read_options

FLEDGE = [sys.executable, "-m", "fledge"]
NANOGPT = [sys.executable, __file__, "as-nanogpt"]
PLAIN = ["--arch=gpt2", "--dtype=float32", "--compile=False"]


@dataclass(frozen=True)
class Options:
    repeats: int = setting(3, "runs of each", least=1)
    fast_runs: int = setting(3, "time: of --fast for each run of nanoGPT's way, which takes so much longer", least=1)
    fast: str = setting("config/quick.py", "time: the settings to compare with")
    batch_size: int = setting(1, "speed: sequences in a batch", least=1)
    block_size: int = setting(1024, "speed: context length", least=1)
    iters: int = setting(0, "speed: iterations in each process; 0: about two seconds' worth", least=0)


def as_nanogpt(argv: Sequence[str]) -> int:
    """A fledge command without the choices that make fledge faster."""
    from fledge.cli import main as cli
    from fledge.optim.build import build_optimizers

    def unfused(model: Any, config: Any, device_type: str, *rest: Any) -> Any:
        return build_optimizers(model, config, "another device", *rest)  # nanoGPT's AdamW is fused on GPUs only

    with (
        mock.patch("fledge.train.session.build_optimizers", unfused),
        mock.patch("fledge.train.runtime.choose_attention", return_value=("sdpa", "as nanoGPT")),
        mock.patch("fledge.train.runtime.reuse_freed_memory", return_value=None),
        mock.patch("fledge.model.base.LARGE_VOCABULARY", 1 << 62),  # all logits at once
    ):
        return cli.main(argv)


def run(command: Sequence[str]) -> tuple[float, str]:
    """Seconds a command took from start to end, and what it printed."""
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.perf_counter() - began
    if done.returncode:
        raise FledgeError(done.stderr.strip().removeprefix("fledge: error: ") or done.stdout[-500:])
    return seconds, done.stdout


def exact_loss(run_path: Path, out_dir: Path) -> float:
    """The validation loss of a run's last weights over the whole split, in float32."""
    config = json.loads((run_path / "config.json").read_text())
    step = run_path / "checkpoints" / (run_path / "checkpoints/latest").read_text().strip()
    options = [f"--{key}={config[key]['value']}" for key in ("dataset", "data_dir", "device")]
    options += [f"--init_from={step}", "--eval_only", "--eval_iters=all", "--dtype=float32", "--compile=False"]
    run([*FLEDGE, "train", *options, f"--out_dir={out_dir}"])
    (evaluation,) = [event for event in events_in(out_dir / "metrics.jsonl") if event["event"] == "eval"]
    return float(evaluation["val_loss"])


def compare_time(options: Options) -> None:
    ways = {
        "nanoGPT's way": [*NANOGPT, "train", "config/train_shakespeare_char_cpu.py", *PLAIN],
        options.fast: [*FLEDGE, "train", options.fast],
    }
    whole: dict[str, list[float]] = {name: [] for name in ways}
    until_loss: dict[str, list[float]] = {name: [] for name in ways}
    losses: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(options.repeats):
        for name in ("nanoGPT's way", *[options.fast] * options.fast_runs):
            print(f"run {number + 1} of {options.repeats}: {name} ...", file=sys.stderr, flush=True)
            with tempfile.TemporaryDirectory() as folder:
                path, began = Path(folder, "run"), time.time()
                seconds, _ = run([*ways[name], f"--out_dir={path}", f"--seed={1337 + len(losses[name])}"])
                whole[name].append(seconds)
                evaluations = [event for event in events_in(path / "metrics.jsonl") if event["event"] == "eval"]
                until_loss[name].append(evaluations[-1]["time"] - began)
                losses[name].append(exact_loss(path, Path(folder, "evaluation")))
    print(
        f"{'from the start of the process':<32} {'seconds':>8} {'least':>8} {'most':>8} {'val loss':>9} {'faster':>8}"
    )
    for end, taken in (("to its end", whole), ("until the last loss is known", until_loss)):
        first = Spread.of(taken["nanoGPT's way"]).median
        print(f"{end}:")
        for name in ways:
            spread, loss = Spread.of(taken[name]), Spread.of(losses[name])
            print(
                f"  {name:<30} {spread.median:>8.2f} {spread.min:>8.2f} {spread.max:>8.2f} {loss.median:>9.4f} "
                f"{first / spread.median:>7.1f}x"
            )


def compare_speed(options: Options) -> None:
    common = [f"--batch_size={options.batch_size}", f"--block_size={options.block_size}"]
    common += ["--gradient_accumulation_steps=1", "--dataset=random-tokens", "--vocab_size=50304"]
    common += [f"--iters={options.iters}", "--repeats=1", "--json"]
    ways = {
        "nanoGPT's way": [*NANOGPT, "bench", "speed", *PLAIN, *common],
        "arch=gpt2": [*FLEDGE, "bench", "speed", "--arch=gpt2", *common],
        "arch=modern": [*FLEDGE, "bench", "speed", "--arch=modern", *common],
    }
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in ways}
    for number in range(options.repeats):
        for name, command in ways.items():
            print(f"run {number + 1} of {options.repeats}: {name} ...", file=sys.stderr, flush=True)
            found[name].append(json.loads(run(command)[1]))
    print(
        f"GPT-2 124M's size, batch {options.batch_size} x {options.block_size}, {found['arch=gpt2'][0]['device_name']}"
    )
    print(f"{'':<14} {'dtype':<9} {'attention':<9} {'tokens/s':>9} {'faster':>7} {'MFU':>6} {'peak MB':>8} {'less':>6}")
    rates = {name: Spread.of([d["tokens_per_s"]["median"] for d in documents]) for name, documents in found.items()}
    memory = {name: Spread.of([d["memory_mb"] for d in documents]) for name, documents in found.items()}
    for name, documents in found.items():
        choices, mfu = documents[0]["choices"], Spread.of([d["mfu"] for d in documents])
        faster = rates[name].median / rates["nanoGPT's way"].median
        less = memory["nanoGPT's way"].median / memory[name].median
        print(
            f"{name:<14} {choices['dtype']:<9} {choices['attention']:<9} {rates[name].median:>9,.1f} {faster:>6.2f}x "
            f"{mfu.median:>6.1%} {memory[name].median:>8,.0f} {less:>5.2f}x"
        )


def main() -> int:
    if sys.argv[1:2] == ["as-nanogpt"]:
        return as_nanogpt(sys.argv[2:])
    try:
        options, words = read_options(Options, sys.argv[1:])
        if words not in (["time"], ["speed"]):
            raise FledgeError("say what to compare: time or speed.")
        (compare_time if words == ["time"] else compare_speed)(options)
    except FledgeError as error:
        sys.exit(f"error: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
