"""The processes of a run: which one this is, joining the others, and each one's share of an iteration."""

import contextlib
import os
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.distributed.distributed_c10d import PrefixStore, Store
from torch.distributed.rendezvous import rendezvous

from fledge.common.errors import FledgeError
from fledge.texts import say

TORCHRUN = say("processes.torchrun")
TIMEOUT = timedelta(minutes=30)  # of a collective: longer than any evaluation or save that others wait for


@dataclass(frozen=True)
class Membership:
    """Which of the processes this one is, as torchrun says in the environment."""

    rank: int = 0
    local_rank: int = 0  # on this machine
    world_size: int = 1


_ALONE: ContextVar[bool] = ContextVar("alone", default=False)


def membership() -> Membership:
    if _ALONE.get():
        return Membership()
    return Membership(_number("RANK", 0), _number("LOCAL_RANK", 0), _number("WORLD_SIZE", 1))


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Meanwhile this process acts as the only one: it measures a step for a plan, and the others do not take part."""
    before = _ALONE.set(True)
    try:
        yield
    finally:
        _ALONE.reset(before)


def _number(name: str, usual: int) -> int:
    found = os.environ.get(name, str(usual))
    if not found.isdecimal():
        raise FledgeError(say("processes.not_a_number", name=name, value=found), TORCHRUN)
    return int(found)


def open_store() -> Store:
    """The key-value store of this start of the processes; ValueError or RuntimeError if there is none.

    torchrun's agent keeps one store for all starts. Its processes, started again, would find the addresses of those
    that are gone, and wait for them; so each start has keys of its own.
    """
    store, _, world_size = next(rendezvous("env://", timeout=TIMEOUT))
    return PrefixStore(f"fledge/{os.environ.get('TORCHELASTIC_RESTART_COUNT', '0')}/{world_size}", store)


def join_processes(backend: str, device: torch.device) -> tuple[str, dist.ProcessGroup | None]:
    """Join the process group that torchrun set up.

    Returns the backend, and a gloo group for decisions of all processes; None if the default group is gloo's.
    """
    # Its functions take the process group at import as their default argument, and DDP imports it. If that group were
    # ours, it would outlive `leave_processes`: gloo's threads would still run while Python exits, and one that frees a
    # tensor then aborts the process ("terminate called without an active exception").
    import torch.distributed.nn  # noqa: F401

    if backend == "auto":
        backend = "nccl" if device.type == "cuda" else "gloo"
    if backend == "nccl" and (device.type != "cuda" or not dist.is_nccl_available()):
        raise FledgeError(say("processes.no_nccl", device=device.type))
    place = membership()
    dist.init_process_group(
        backend=backend, store=open_store(), rank=place.rank, world_size=place.world_size, timeout=TIMEOUT
    )
    return backend, None if dist.get_backend() == "gloo" else dist.new_group(backend="gloo")


def leave_processes() -> None:
    if dist.is_initialized():
        dist.destroy_process_group()
