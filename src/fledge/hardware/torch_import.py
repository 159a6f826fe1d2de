"""Importing torch without what only tracing and compiling need, until they need it."""

import contextlib
import importlib
import sys
from collections.abc import Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any

# Registers Python functions for tensors without numbers, and with them torch's decompositions: a quarter of the time of
# `import torch`, which imports it near its end and uses nothing of it.
TRACING = "torch._meta_registrations"
# What it imports, in an order of its own that no other works for, and what relies on it.
AFTER_TRACING = (
    "torch._decomp",
    "torch._prims",
    "torch._refs",
    "torch.utils._content_store",
    "torch._dynamo",
    "torch._inductor",
)
KNOWN = "2.13."  # versions of torch in which that was looked up; others import it at once


class _Later(ModuleType):
    """Stands for TRACING while torch is imported. A torch that does use something of it gets the real one."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # the import system's own questions
            raise AttributeError(name)
        sys.modules.pop(TRACING, None)
        return getattr(importlib.import_module(TRACING), name)


class _TracingFirst(MetaPathFinder, Loader):
    """Sees to it that TRACING is imported before what comes after it."""

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if fullname not in AFTER_TRACING:
            return None
        sys.meta_path.remove(self)
        importlib.import_module(TRACING)
        module = sys.modules.get(fullname)
        if module is None:
            return None
        # TRACING has imported it meanwhile. With its own spec, Python would run it a second time.
        self._spec, module.__spec__ = module.__spec__, spec_from_loader(fullname, self)
        return module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return sys.modules[spec.name]

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec


@contextlib.contextmanager
def without_tracing() -> Iterator[None]:
    """If torch is imported in this block, for the first time, it imports TRACING when that is needed and not before."""
    if "torch" in sys.modules:
        yield
        return
    sys.modules[TRACING] = _Later(TRACING)
    try:
        yield
    finally:
        if isinstance(sys.modules.get(TRACING), _Later):
            del sys.modules[TRACING]
            if "torch" in sys.modules:
                _complete(sys.modules["torch"])


def _complete(torch: Any) -> None:
    """What else TRACING would have done, for a torch that traces nothing yet."""
    if not torch.__version__.startswith(KNOWN):
        importlib.import_module(TRACING)
        return
    del torch._meta_registrations  # the stand-in
    torch._C._set_generator_metaclass(importlib.import_module("torch._opaque_base").OpaqueBaseMeta)
    sys.meta_path.insert(0, _TracingFirst())
