"""What every function of the API does around its work: nothing is printed, and the process stays as it was."""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fledge.common.errors import FledgeError, as_fledge_error
from fledge.common.progress import OnProgress, progress_to
from fledge.texts import say

if TYPE_CHECKING:
    from torch import Tensor


@contextlib.contextmanager
def api_call(progress: OnProgress | None = None) -> Iterator[None]:
    """Errors of the user's are FledgeErrors, progress goes to the function given, and settings are put back."""
    if sys.platform == "win32":  # a dataset and a run are locked and synced with what only Unix has
        raise FledgeError(say("api.platforms"), say("api.use_wsl"))
    try:
        with progress_to(progress), same_environment(), same_torch():
            yield
    except (OSError, MemoryError, RuntimeError) as error:
        told = as_fledge_error(error)
        if told is None:
            raise
        raise told from error


@contextlib.contextmanager
def same_environment() -> Iterator[None]:
    """Environment variables that the work sets are removed again, and those that it changes get their values back."""
    before = dict(os.environ)
    try:
        yield
    finally:
        for name in set(os.environ) - set(before):
            del os.environ[name]
        for name, value in before.items():
            if os.environ.get(name) != value:
                os.environ[name] = value


@contextlib.contextmanager
def same_torch() -> Iterator[None]:
    """torch's threads, random numbers and switches for the whole process are put back. Without torch, nothing is."""
    if "torch" not in sys.modules:
        yield
        return
    import torch

    threads = torch.get_num_threads()
    random, random_cuda = torch.get_rng_state(), _cuda_states()
    tf32 = torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32
    try:
        yield
    finally:
        torch.set_num_threads(threads)
        torch.set_rng_state(random)
        if random_cuda:
            torch.cuda.set_rng_state_all(random_cuda)
        torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32 = tf32


def _cuda_states() -> "list[Tensor]":
    """The random states of the GPUs, if the process uses any: asking for them would start CUDA."""
    import torch

    is_used = torch.cuda.is_initialized()  # type: ignore[no-untyped-call]
    return torch.cuda.get_rng_state_all() if is_used else []
