"""Checks of a Config as a whole: contradictions between settings, and warnings."""

import re

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.config.mixture_spec import read_shares
from fledge.config.planned_loss import read_planned_loss
from fledge.config.schema import LLAMA_SETTINGS, SETTINGS, TRACKERS, Config
from fledge.config.shape import LLAMA_ARCHS, ROTARY_ARCHS
from fledge.texts import Message, say, text


def check_accumulation(steps: int, processes: int, are_gpus: bool = False) -> None:
    """Refuse micro-batches that processes, or GPUs, can't share equally; name the nearest numbers that they can."""
    if steps % processes == 0:
        return
    below, above = steps // processes * processes, -(-steps // processes) * processes
    near = [number for number in (below, above) if number]
    fewer = max(number for number in range(1, processes) if steps % number == 0)
    choices = [f"--gradient_accumulation_steps={number}" for number in near]
    if are_gpus:
        raise FledgeError(
            say("config.not_shared_by_gpus", steps=steps, number=processes),
            say("config.share_by_gpus", choices=choices, fewer=fewer),
        )
    raise FledgeError(
        say("config.not_shared_by_processes", steps=steps, number=processes),
        say("config.share_by_processes", choices=choices, fewer=fewer),
    )


def contradictions(c: Config) -> list[str]:
    """Problems that no single setting shows."""
    problems = []
    even = head_unit(c.arch)
    if c.head_width and c.arch in LLAMA_ARCHS:
        if c.head_width % even:
            problems.append(text(say("config.odd_width", head_width=c.head_width, even=c.head_width + 1)))
    elif c.n_embd % (c.n_head * even):
        fitting = [n for n in range(1, min(c.n_embd, 4096) + 1) if c.n_embd % (n * even) == 0]
        near = min(fitting, key=lambda n: abs(n - c.n_head), default=None)
        problem = text(say("config.heads_divide", n_head=c.n_head, n_embd=c.n_embd))
        if even == 2:
            problem = text(say("config.heads_divide_evenly", n_head=c.n_head, n_embd=c.n_embd))
        fix = text(say("config.try_heads", near=near)) if near else text(say("config.try_even"))
        problems.append(f"{problem} {fix}")
    if c.n_kv_head and c.n_head % c.n_kv_head:
        near = max(n for n in range(1, min(c.n_kv_head, c.n_head) + 1) if c.n_head % n == 0)
        problems.append(text(say("config.kv_heads", n_kv_head=c.n_kv_head, n_head=c.n_head, near=near)))
    if c.arch != "gpt2" and c.bias:
        problems.append(text(say("config.no_bias", arch=c.arch)))
    if c.arch != "gpt2" and c.gelu != "exact":
        problems.append(text(say("config.gelu", gelu=c.gelu)))
    if c.arch != "modern" and c.ngram_rows:
        problems.append(text(say("config.ngrams", ngram_rows=c.ngram_rows)))
    if c.arch != "modern" and c.ngram_counts:
        problems.append(text(say("config.ngram_counts", ngram_counts=c.ngram_counts)))
    if c.arch not in LLAMA_ARCHS:
        for key in LLAMA_SETTINGS:
            if getattr(c, key) != SETTINGS[key].default:
                problems.append(text(say("config.llama_only", key=key, value=getattr(c, key))))
    if c.optimizer == "muon" and c.arch == "gpt2":
        problems.append(text(say("config.muon")))
    if c.min_lr > c.learning_rate and c.decay_lr:
        problems.append(
            text(say("config.min_lr", min_lr=c.min_lr, learning_rate=c.learning_rate, tenth=c.learning_rate / 10))
        )
    try:
        read_shares(c.dataset)
    except ValueError as error:
        problems.append(str(error))
    for tracker in c.track.split(","):
        if tracker not in (*TRACKERS, "none"):
            meant = did_you_mean(tracker, TRACKERS)
            problems.append(text(say("config.tracker", tracker=tracker, trackers=", ".join(TRACKERS), near=meant)))
    if c.planned_loss and read_planned_loss(c.planned_loss) is None:
        problems.append(text(say("config.planned_loss", written=c.planned_loss)))
    if not c.out_dir:
        problems.append(text(say("config.no_out_dir")))
    return problems + device_problems(c.device)


def device_problems(device: str) -> list[str]:
    if re.fullmatch(r"auto|cpu|mps|cuda(:[0-9]{1,3})?", device):
        return []
    return [text(say("config.device", device=device))]


def head_unit(arch: str) -> int:
    """The width of a head is a multiple of this: rotary positions rotate pairs of features."""
    return 2 if arch in ROTARY_ARCHS else 1


def notes_on(c: Config) -> list[Message]:
    """Warnings: settings that are allowed and probably not meant."""
    notes = []
    if c.decay_lr and c.max_iters and not 0.5 <= (c.lr_decay_iters or c.max_iters) / c.max_iters <= 1.5:
        notes.append(say("config.decay_far", lr_decay_iters=c.lr_decay_iters, max_iters=c.max_iters))
    if c.decay_lr and c.warmup_iters > c.max_iters > 0:
        notes.append(say("config.long_warmup", warmup_iters=c.warmup_iters, usual=c.max_iters // 20))
    if c.optimizer == "adamw" and c.learning_rate > 0.1:
        notes.append(say("config.high_rate", learning_rate=c.learning_rate))
    return notes
