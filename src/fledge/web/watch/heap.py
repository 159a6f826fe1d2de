"""The server's heap: one for all threads, and given back after a long run was read (glibc; elsewhere nothing is done).

glibc keeps what was freed, and has a heap for each thread: after some long runs that would be hundreds of megabytes.
"""

import ctypes
import functools
import gc
import sys

M_ARENA_MAX = -8  # malloc.h


@functools.cache
def _library() -> ctypes.CDLL | None:
    found = ctypes.CDLL(None) if sys.platform == "linux" else None
    return found if found is not None and hasattr(found, "malloc_trim") else None


def use_one_heap() -> None:
    """To be called before there are threads. What is imported by now is never looked through for garbage."""
    gc.collect()
    gc.freeze()
    if library := _library():
        library.mallopt(M_ARENA_MAX, 1)


def return_memory() -> None:
    gc.collect()  # an analysis leaves circles behind, and the collector counts objects, not the arrays in them
    if library := _library():
        library.malloc_trim(0)
