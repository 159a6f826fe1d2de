"""The error of `fledge plan`: planned against published step times and memory, written to docs/accuracy.md.

    python bench/accuracy.py [--page=docs/accuracy.md]

Every row of published_speeds.csv that `fledge plan` can express is planned by the command's own code; its time is not
used for the plan. The first time it takes an hour: each model is traced and lowered. Traces are remembered.
"""

import itertools
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fit import left_out
from published import Planned, Row, planned, read_rows

from fledge.common import files
from fledge.config.fields import setting
from fledge.config.load import load_config
from fledge.hardware.gpu_names import find_gpu
from fledge.hardware.table import MIB
from fledge.model.flops import parameters
from fledge.options.parser import read_options
from fledge.plan.planner import Planner
from fledge.plan.program import NANOCHAT, PROGRAMS
from fledge.plan.targets import gpu_target
from fledge.texts.units import count

PAGE = Path(__file__).parents[1] / "docs" / "accuracy.md"

# Peaks that other tools traced: what, settings of nanoGPT's model, MiB.
REPEATED = [
    ("another tool's trace: about 14 GB", ("--n_head=6", "--n_embd=384", "--batch_size=16"), "nanogpt", False, 14336.0),
    ("another tool's trace: 9.57 GiB", ("--batch_size=8",), "nanogpt", False, 9799.7),
    ("another tool's trace: 5.50 GiB", ("--batch_size=8",), "nanochat", True, 5632.0),
]
# Published peaks of programs that fledge can't express: source, what, MiB, why.
UNLIKE = [
    (
        "karpathy/autoresearch program.md",
        "depth 8, 512 wide, 50.3M parameters, H100, torch 2.9, B128 T2048",
        45060.2,
        "fledge's nearest model has 33.6M parameters",
    ),
    (
        "karpathy/autoresearch pull request 24",
        "depth 8 with recomputed activations, RTX 3090, B32",
        9178.0,
        "its model of depth 8 is not one of fledge's (as above)",
    ),
    (
        "karpathy/nanochat run1000.sh",
        "d32 on 8 H100, B8 T2048, as nvidia-smi shows it",
        78000.0,
        "the whole process, not its tensors",
    ),
]
Cells = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Result:
    """A row's plan, and its seconds with constants fitted without its publisher."""

    planned: Planned
    left_out_s: float

    @property
    def row(self) -> Row:
        return self.planned.row

    @property
    def error(self) -> float:
        return self.planned.error(self.left_out_s)

    @property
    def is_inside(self) -> bool:
        return self.planned.is_inside(self.left_out_s)


def calibrated(plans: Sequence[Planned]) -> list[tuple[Planned, Planned, float]]:
    """Every row calibrated with every other one of its setup: the row, the measurement, and the error.

    Two rows with identical plans show how their publishers differ, and nothing about the plan: they are not a pair.
    """
    return [
        (plan, point, plan.seconds * point.row.seconds / point.seconds / plan.row.seconds - 1)
        for plan in plans
        for point in plans
        if point.row.setup == plan.row.setup and point.seconds != plan.seconds
    ]


def median_error(errors: Sequence[float]) -> float:
    return statistics.median(map(abs, errors))


def table(heads: Sequence[str], rows: Cells) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def grouped_table(head: str, results: Sequence[Result], group: Callable[[Row], str]) -> str:
    by: dict[str, list[Result]] = {}
    for result in results:
        by.setdefault(group(result.row), []).append(result)
    rows = []
    for name, found in sorted(by.items()):
        errors = [result.error for result in found]
        inside = sum(result.is_inside for result in found)
        rows.append(
            [
                name,
                str(len(found)),
                f"{statistics.median(errors):+.0%}",
                f"{max(errors, key=abs):+.0%}",
                f"{inside} of {len(found)}",
            ]
        )
    return table((head, "rows", "median off", "most off", "inside"), rows)


def speeds_table(results: Sequence[Result]) -> str:
    rows = [
        [
            result.row.name,
            result.row.model,
            result.row.kernels,
            f"{result.planned.seconds * 1000:,.1f}",
            f"{result.planned.plan['step_ms'].low:,.1f} to {result.planned.plan['step_ms'].high:,.1f}",
            f"{result.row.seconds * 1000:,.1f}",
            f"{result.planned.error():+.0%}",
            f"{result.error:+.0%}",
            "yes" if result.is_inside else "**no**",
        ]
        for result in results
    ]
    heads = ("GPU", "model, batch, program", "kernels", "planned ms", "range", "published", "off", "left out", "inside")
    return table(heads, rows)


def calibrated_table(pairs: Sequence[tuple[Planned, Planned, float]]) -> str:
    rows = []
    for setup in dict.fromkeys(plan.row.setup for plan, _, _ in pairs):
        there = [(plan, point, error) for plan, point, error in pairs if plan.row.setup == setup]
        same = [error for plan, point, error in there if plan.row["by"] == point.row["by"]]
        errors = [error for _, _, error in there]
        rows.append(
            [
                ", ".join(setup),
                str(len(there)),
                f"{median_error(errors):.0%}",
                f"{max(map(abs, errors)):.0%}",
                f"{median_error(same):.0%}" if same else "",
            ]
        )
    return table(("setup", "pairs", "median off", "most off", "same publisher"), rows)


def tokens_per_s(result: Result, seconds: float) -> float:
    row = result.row
    return int(row["micro_batch"]) * int(row["grad_accum"]) * int(row["block_size"]) / seconds


def micro_batch_pairs(results: Sequence[Result]) -> list[tuple[Result, Result, float, float]]:
    """One model by one publisher on one GPU: a smaller micro-batch, a larger one, and the share of its speed that the
    smaller one has, as published and as planned with constants fitted without the publisher."""
    found = []
    for small, large in itertools.permutations(results, 2):
        a, b = small.row, large.row
        is_one_model = (a.setup, a.size) == (b.setup, b.size)
        is_one_program = all(a[name] == b[name] for name in ("by", "framework", "settings", "program"))
        if is_one_model and is_one_program and int(a["micro_batch"]) < int(b["micro_batch"]):
            published = tokens_per_s(small, a.seconds) / tokens_per_s(large, b.seconds)
            plans = tokens_per_s(small, small.left_out_s) / tokens_per_s(large, large.left_out_s)
            found.append((small, large, published, plans))
    return found


def micro_batch_table(pairs: Sequence[tuple[Result, Result, float, float]]) -> str:
    rows = [
        [
            small.row.name,
            small.row["framework"],
            f"{small.row['micro_batch']} x {small.row['grad_accum']}",
            f"{large.row['micro_batch']} x {large.row['grad_accum']}",
            f"{published:.0%}",
            f"{plans:.0%}",
        ]
        for small, large, published, plans in pairs
    ]
    return table(("GPU", "program", "smaller", "larger", "published share", "planned, left out"), rows)


def memory_rows(planner: Planner) -> list[list[str]]:
    found = []
    for source, settings, program, compiled, published in REPEATED:
        common = ["--vocab_size=50304", "--dtype=bfloat16", f"--compile={compiled}", "--gradient_accumulation_steps=1"]
        if compiled:
            common[-1] = "--gradient_accumulation_steps=2"
        config = load_config([*common, *settings])
        target = gpu_target(config, find_gpu("RTX 4090"), program=PROGRAMS[program])
        peak = planner.trace(config, target).peak_bytes / MIB
        kind = f"{'compiled' if compiled else 'eager'}, {program}"
        size = count(parameters(config.shape))
        found.append(
            [f"{size} parameters, B{config.batch_size}, {kind}", source, f"{peak:,.0f}", f"{peak / published - 1:+.1%}"]
        )
    return found


def process_rows(plans: Sequence[Planned]) -> list[list[str]]:
    """One row per model, micro-batch and number of GPUs: what was published, beside the plan's memory."""
    found: dict[str, list[str]] = {}
    for plan in plans:
        row, memory = plan.row, plan.plan["peak_memory_mb"]
        name = f"{row.gpus} x {row.model}"
        if not row["vram_gb"] or name in found:
            continue
        shown = float(row["vram_gb"]) * 1024
        below = "yes" if shown <= memory.high else "**no**"
        kind = "process" if "nvidia-smi" in row["doubts"] else "tensors"
        cells = [f"{shown:,.0f}", f"{memory.low:,.0f} to {memory.value:,.0f}", f"{memory.high:,.0f}", below]
        found[name] = [row["gpu"], row.model, kind, *cells]
    return list(found.values())


def processes_table(plans: Sequence[Planned]) -> str:
    heads = ("GPU", "model, batch, program", "of", "published", "planned tensors", "upper end", "below it")
    return table(heads, process_rows(plans))


def summary(errors: Sequence[float], inside: Sequence[bool]) -> str:
    within = sum(inside)
    return f"median error {median_error(errors):.1%}, {within} of {len(inside)} ({within / len(inside):.0%}) inside"


def width(plans: Sequence[Planned]) -> float:
    return statistics.median(plan.plan["step_ms"].high / plan.plan["step_ms"].low for plan in plans)


def page(rows: Sequence[Row], results: Sequence[Result], usual: Sequence[Planned], memory: Cells) -> str:
    plans = [result.planned for result in results]
    pairs = calibrated(plans)
    same = [error for plan, point, error in pairs if plan.row["by"] == point.row["by"]]
    other = [error for plan, point, error in pairs if plan.row.size != point.row.size]
    shares = micro_batch_pairs(results)
    away = [abs(published - plans) for _, _, published, plans in shares]
    doubts = [[r.name, r.model, r["doubts"]] for r in rows if r.is_planned and r["doubts"]]
    not_planned = [[r["gpu"], r["framework"], r["why"]] for r in rows if not r.is_planned]
    publishers = len({result.row["by"] for result in results})
    cards = len({result.row["gpu"] for result in results})
    return f"""# How far the plan is off

Made by `python bench/accuracy.py` from `bench/published_speeds.csv`: step times that others published, with their
sources. Each row is planned by the code of `fledge plan`, with the settings that one would type.

The model of a GPU (`src/fledge/plan/roofline.py`) has eight constants, fitted by `bench/fit.py` to these rows. So the
error that counts is that of a publisher's rows with constants fitted **without that publisher**: "left out" below. The
rows were in view when the form of the model was chosen; only the constants were left out.

- **Publisher left out** ({len(results)} step times, {publishers} publishers, {cards} GPUs):
  {summary([result.error for result in results], [result.is_inside for result in results])} their own range. The median
  range is {width(plans):.2f} wide (high / low).
- With the constants in use: {summary([plan.error() for plan in plans], [plan.is_inside() for plan in plans])}.
- Planned as fledge's own program, without `--program`:
  {summary([plan.error() for plan in usual], [plan.is_inside() for plan in usual])}.
- Calibrated with one measurement on the same GPU model and count, with the same dtype and kind of kernels
  ({len(pairs)} pairs): median error {median_error([error for _, _, error in pairs]):.1%}; with a measurement by the
  same publisher ({len(same)} pairs): {median_error(same):.1%}; with one of a model of another size
  ({len(other)} pairs): {median_error(other):.1%}.

## Method
The step of each row is traced on fake tensors, with the logits and the optimizer of its program (`--program`). Compiled
rows are lowered by the installed torch's inductor, up to the point where it would write code. The time of each kernel
follows from its arithmetic, its memory traffic and its launch on the GPU's data sheet. Several GPUs exchange gradients
over NVLink on SXM boards, else over PCIe.

## By publisher, left out of the fit
{grouped_table("publisher", results, lambda row: row["by"])}
## By GPU
{grouped_table("GPU", results, lambda row: row["gpu"])}
## Every row
{speeds_table(results)}
## Calibrated with one measurement
Each row is planned again, scaled by one other row of the same setup (`fledge plan --measured`). Two rows with identical
plans are not a pair. A setup is a GPU model and count, a dtype and a kind of kernels.

{calibrated_table(pairs)}
## Micro-batches
What `fledge tune --gpu` ranks by: the share of a larger micro-batch's speed that a smaller one has. One model by one
publisher on one GPU, in {len(shares)} pairs; the planned share is {100 * statistics.median(away):.1f} points off
(median), at most {100 * max(away):.0f}.

{micro_batch_table(shares)}
Not among them are two logs of a nanochat fork on an H200, 12 layers, 768 wide, context 2048: 8 x 16 has 58% of the
speed of 64 x 2, where 88% are planned. They can't be planned (8-bit numbers, windows, value embeddings), and are of two
programs: in April 2026 its DDP looked for unused parameters, in August it did not. 8 x 16 took 47 to 58 ms for each
micro-batch, by turns: it waited for its host. The pairs above show no such cost, so plans have none; `fledge tune`
shows what each micro-batch would lose on a host that slow.

One constant is not fitted to the rows above: nanochat's host makes a batch in {1e6 * NANOCHAT.loading_s:.1f} us per
token, in the loop that launches the kernels. It is from five logs of that fork, of models too small for their GPU, that
are left out below. It changes no row above: their GPUs are busy for longer than that.

## Memory
Peak of the tensors in MiB. These figures are traces too: they show that two tools agree, not that both are right.

{table(("model", "published", "traced MiB", "off"), memory)}
What others published, in MiB, beside the plan: of whole processes (nvidia-smi) or of tensors (torch's peak). The upper
end, with the context and the allocator's slack, decides `fits`. llm.c keeps its weights and activations in 16 bits and
recomputes some; Transformer Engine and LLMs-from-scratch keep weights in 16 bits: they need less than planned.

{processes_table(plans)}
Published peaks of programs that fledge can't express:

{table(("source", "what", "MiB", "why not"), [[a, b, f"{mib:,.0f}", why] for a, b, mib, why in UNLIKE])}
## What limits this
- The versions of torch differ: 2.0 to 2.9 where a row states it, a single one in the trace. Compiled steps of torch 2.0
  take 10 to 20% longer than planned.
- Programs differ in what the trace does not see: how they load data, log, and wait for the GPU.
- GPUs differ in cooling, power limit and clock; data sheets of GeForce cards state a clock that most exceed.
- Rounded figures, and figures about which the source leaves something open, are among the rows: see the doubts.

## Doubts about planned rows
{table(("GPU", "model", "doubt"), doubts)}
## Left out
{table(("GPU", "program", "why"), not_planned)}"""


@dataclass(frozen=True)
class Options:
    page: str = setting(str(PAGE), "where the page is written")


def main() -> None:
    options, words = read_options(Options, sys.argv[1:])
    if words:
        sys.exit(f"error: {words[0]!r} is not understood here.")
    rows = read_rows()
    planner = Planner(lambda text: None)
    plans, usual = [], []
    for row in rows:
        if row.is_planned:
            plans.append(planned(planner, row))
            usual.append(planned(planner, row, "fledge"))
            print(
                f"{plans[-1].error():+.0%} {usual[-1].error():+.0%} {row.name}: {row.model}",
                file=sys.stderr,
                flush=True,
            )
    without = left_out(plans)
    results = [Result(plan, plan.with_constants(without[plan.row["by"]])) for plan in plans]
    where = Path(options.page)
    where.parent.mkdir(exist_ok=True)
    files.write_text(where, page(rows, results, usual, memory_rows(planner)))
    print("left out:", summary([result.error for result in results], [result.is_inside for result in results]))
    print("in use:", summary([plan.error() for plan in plans], [plan.is_inside() for plan in plans]))
    print("as fledge:", summary([plan.error() for plan in usual], [plan.is_inside() for plan in usual]))


if __name__ == "__main__":
    main()
