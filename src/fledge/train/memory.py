"""Memory of a run: checks that it can fit, and glibc's settings."""

import contextlib
import ctypes

import torch

from fledge.common.errors import FledgeError
from fledge.config.schema import Config
from fledge.hardware.detect import device_memory
from fledge.hardware.table import GIB
from fledge.model.flops import least_batch_bytes, least_model_bytes, parameters, parameters_ngrams
from fledge.texts import Message, say


def check_training_memory(config: Config, device: torch.device, shards: int = 1) -> None:
    """Refuse a model or batch that can never fit, before anything is allocated; the model may be in `shards`."""
    c, shape = config, config.shape
    model = (4 * parameters(shape) if c.eval_only else least_model_bytes(shape, c.optimizer)) // shards
    if 2 * parameters_ngrams(shape) > parameters(shape):
        fix = say("runtime.fewer_ngrams")
    else:
        fix = say("runtime.smaller_depth") if c.depth else say("runtime.smaller_model")
    require_memory(device, model, say("runtime.model_of", parameters=parameters(shape)), fix)
    if not c.eval_only:
        batch = least_batch_bytes(shape, c.batch_size)
        require_memory(device, model + batch, f"batch_size={c.batch_size}", smaller_batch(c))


def require_memory(device: torch.device, least: int, what: str | Message, fix: str | Message) -> None:
    """Refuse what needs more than the whole memory: it would not fail at once, but swap, hang, or be killed."""
    has = device_memory(device)
    if has is not None and least > has:
        needed = say("runtime.needs_memory", what=what, least=least / GIB, device=str(device), has=has / GIB)
        raise FledgeError(needed, fix)


def smaller_batch(c: Config) -> Message:
    """Advice: the same tokens per iteration in half the memory."""
    if c.batch_size > 1:
        return say("runtime.half_batch", batch=c.batch_size // 2, steps=c.gradient_accumulation_steps * 2)
    return say("runtime.half_context", block_size=c.block_size // 2)


def set_malloc(mmap_bytes: int, trim_bytes: int, pad_bytes: int) -> None:
    """Set glibc's thresholds for returning memory to the system. Other C libraries keep theirs."""
    trim_threshold, top_pad, mmap_threshold = -1, -2, -3  # malloc.h
    with contextlib.suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        for option, value in ((mmap_threshold, mmap_bytes), (trim_threshold, trim_bytes), (top_pad, pad_bytes)):
            mallopt(option, value)


def reuse_freed_memory() -> None:
    """Tell glibc to keep the memory that a step frees, as the next step needs it again.

    By default it returns large blocks to the system, which hands them out again page by page, zeroed: 6% to 19% of a
    small model's step (LOG.md, 2026-11-15).
    """
    set_malloc(1 << 30, (1 << 31) - 1, 64 << 20)


def return_freed_memory() -> None:
    """The opposite, for a process that goes on with other work.

    Its first thresholds can't be asked for. These are where glibc's own adjustment ends in a process that frees large
    tensors (mallopt(3): at most 32 MB, and twice that).
    """
    set_malloc(32 << 20, 64 << 20, 0)
