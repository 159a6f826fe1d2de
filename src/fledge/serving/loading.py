"""Loads a model and its engine in a thread that ends, so that only the engine's own thread computes.

OpenMP gives each thread that computes a team of its own, and keeps it for as long as the thread lives. GNU's, which
torch brings on Linux, lets the members of two teams sleep where those of one spin: a step of 4 ms would take 5.5.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fledge.train.memory import reuse_freed_memory

Loaded = TypeVar("Loaded")


def load_for_decoding(load: Callable[[], Loaded]) -> Loaded:
    reuse_freed_memory()
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="loading") as thread:
        return thread.submit(load).result()
