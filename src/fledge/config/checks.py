"""Checks of a Config as a whole: contradictions between settings, and warnings."""

import re

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.config.mixture_spec import read_shares
from fledge.config.schema import LLAMA_SETTINGS, SETTINGS, TRACKERS, Config
from fledge.config.shape import LLAMA_ARCHS, ROTARY_ARCHS


def check_accumulation(steps: int, processes: int, one: str = "process", many: str = "processes") -> None:
    """Refuse micro-batches that processes, or GPUs, can't share equally; name the nearest numbers that they can."""
    if steps % processes == 0:
        return
    below, above = steps // processes * processes, -(-steps // processes) * processes
    near = [number for number in (below, above) if number]
    fewer = max(number for number in range(1, processes) if steps % number == 0)
    choices = " or ".join(f"--gradient_accumulation_steps={number}" for number in near)
    raise FledgeError(
        f"gradient_accumulation_steps={steps} can't be shared equally by {processes} {many}.",
        f"Try {choices}, or {fewer} {one if fewer == 1 else many}.",
    )


def contradictions(c: Config) -> list[str]:
    """Problems that no single setting shows."""
    problems = []
    even = head_unit(c.arch)
    if c.head_width and c.arch in LLAMA_ARCHS:
        if c.head_width % even:
            problems.append(f"head_width={c.head_width} is odd. Try --head_width={c.head_width + 1}.")
    elif c.n_embd % (c.n_head * even):
        fitting = [n for n in range(1, min(c.n_embd, 4096) + 1) if c.n_embd % (n * even) == 0]
        near = min(fitting, key=lambda n: abs(n - c.n_head), default=None)
        fix = f"Try --n_head={near}." if near else "Try an even --n_embd."
        parts = " into even parts" if even == 2 else ""
        problems.append(f"n_head={c.n_head} does not divide n_embd={c.n_embd}{parts}. {fix}")
    if c.n_kv_head and c.n_head % c.n_kv_head:
        near = max(n for n in range(1, min(c.n_kv_head, c.n_head) + 1) if c.n_head % n == 0)
        problems.append(f"n_kv_head={c.n_kv_head} does not divide n_head={c.n_head}. Try --n_kv_head={near}.")
    if c.arch != "gpt2" and c.bias:
        problems.append(f"bias=True is not for arch={c.arch}, which has none. Try --bias=False or --arch=gpt2.")
    if c.arch != "gpt2" and c.gelu != "exact":
        problems.append(f"gelu={c.gelu} is for arch=gpt2. Try --arch=gpt2, or leave it out.")
    if c.arch != "modern" and c.ngram_rows:
        problems.append(f"ngram_rows={c.ngram_rows} is for arch=modern. Try --arch=modern, or --ngram_rows=0.")
    if c.arch not in LLAMA_ARCHS:
        for key in LLAMA_SETTINGS:
            if getattr(c, key) != SETTINGS[key].default:
                problems.append(
                    f"{key}={getattr(c, key)} is for arch=llama and qwen3. Try --arch=qwen3, or leave it out."
                )
    if c.optimizer == "muon" and c.arch == "gpt2":
        problems.append("optimizer=muon is not for arch=gpt2. Try --arch=modern, or --optimizer=adamw.")
    if c.min_lr > c.learning_rate and c.decay_lr:
        problems.append(
            f"min_lr={c.min_lr:g} is above learning_rate={c.learning_rate:g}. Try --min_lr={c.learning_rate / 10:g}."
        )
    try:
        read_shares(c.dataset)
    except ValueError as error:
        problems.append(str(error))
    for tracker in c.track.split(","):
        if tracker not in (*TRACKERS, "none"):
            problems.append(f"track={tracker!r} is not known: {', '.join(TRACKERS)}.{did_you_mean(tracker, TRACKERS)}")
    if not c.out_dir:
        problems.append("out_dir is empty. Try --out_dir=runs/NAME, or leave it out.")
    return problems + device_problems(c.device)


def device_problems(device: str) -> list[str]:
    if re.fullmatch(r"auto|cpu|mps|cuda(:[0-9]{1,3})?", device):
        return []
    return [f"device={device!r} is not known. Try auto, cpu, cuda, cuda:0 or mps."]


def head_unit(arch: str) -> int:
    """The width of a head is a multiple of this: rotary positions rotate pairs of features."""
    return 2 if arch in ROTARY_ARCHS else 1


def notes_on(c: Config) -> list[str]:
    """Warnings: settings that are allowed and probably not meant."""
    notes = []
    if c.decay_lr and c.max_iters and not 0.5 <= (c.lr_decay_iters or c.max_iters) / c.max_iters <= 1.5:
        notes.append(
            f"lr_decay_iters={c.lr_decay_iters:,} is far from max_iters={c.max_iters:,}: "
            f"the learning rate won't end at min_lr. Usually --lr_decay_iters={c.max_iters}."
        )
    if c.decay_lr and c.warmup_iters > c.max_iters > 0:
        notes.append(
            f"warmup_iters={c.warmup_iters:,} is longer than the run: the learning rate never reaches its peak. "
            f"Usually --warmup_iters={c.max_iters // 20}."
        )
    if c.optimizer == "adamw" and c.learning_rate > 0.1:
        notes.append(f"learning_rate={c.learning_rate:g} is very high for AdamW: 1e-4 to 1e-3 is usual.")
    return notes
