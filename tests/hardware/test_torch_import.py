"""torch without its tracing part: nobody notices, whatever is imported or called first."""

import subprocess
import sys

import pytest
import torch

from fledge.hardware.torch_import import AFTER_TRACING, KNOWN, TRACING

known = pytest.mark.skipif(not torch.__version__.startswith(KNOWN), reason="this torch is imported whole")

LATER = f"""
import os, sys
from fledge.hardware.torch_import import without_tracing
with without_tracing():
    import torch
tracing = {TRACING!r}
assert tracing not in sys.modules and not hasattr(torch, "_meta_registrations")
"""

ALONE = """
def alone(program):  # in a process that has done nothing else
    child = os.fork()
    if not child:
        sys.stderr.flush()
        try:
            exec(program, globals())
            assert hasattr(sys.modules[tracing], "meta_index_Tensor")
        except BaseException as error:
            print(program, repr(error), file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    os.waitpid(child, 0)
"""

FIRST_USES = [
    *(f"import importlib; assert importlib.import_module({name!r}).__spec__.origin" for name in AFTER_TRACING),
    "from torch import _meta_registrations",
    "torch.func.grad(lambda x: x.square().sum())(torch.ones(2)); import torch._refs",
    """
from torch._subclasses.fake_tensor import FakeTensorMode
with FakeTensorMode():
    torch.nn.functional.cross_entropy(torch.nn.Linear(4, 4)(torch.ones(3, 4)), torch.ones(3).long()).backward()
    torch.nn.Embedding(5, 4)(torch.ones(2).long()).sum().backward()
""",
]


def printed(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@known
def test_it_is_imported_when_something_needs_it() -> None:
    printed(LATER + ALONE + "".join(f"alone({use!r})\n" for use in FIRST_USES))


@known
def test_what_it_imports_is_known() -> None:
    others = ("torch._prims_common.wrappers", "torch.testing._internal.common_dtype")  # these need nothing of it
    more = printed(LATER + f"before = set(sys.modules); import {TRACING}\nprint(*set(sys.modules) - before)")
    allowed = (TRACING, *AFTER_TRACING, *others)
    assert [name for name in more.split() if not any(f"{name}.".startswith(f"{each}.") for each in allowed)] == []


@known
def test_numbers_are_drawn_without_it() -> None:
    program = (
        "print(torch.rand(3, generator=torch.Generator().manual_seed(7)).tolist()); assert tracing not in sys.modules"
    )
    assert printed(LATER + program) == f"{torch.rand(3, generator=torch.Generator().manual_seed(7)).tolist()}\n"


@pytest.mark.parametrize("spoil", ["torch.__version__ = '2.99.0'", "torch._meta_registrations.device_hint"])
def test_another_torch_has_it_at_once(spoil: str) -> None:
    program = LATER.partition("tracing =")[0].replace("import torch\n", f"import torch\n    {spoil}\n")
    printed(program + f"assert hasattr(sys.modules[{TRACING!r}], 'meta_index_Tensor')")
