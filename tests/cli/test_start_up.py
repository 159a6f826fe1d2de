"""What `fledge train` imports before its first step: every module is time that its user waits."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from fledge.hardware.torch_import import KNOWN

# Fluent's formatter, torch's tracing part and its compiler: of no use to a small run.
SLOW = {"fluent.runtime", "torch._dynamo"}
SLOW |= {"torch._decomp"} if torch.__version__.startswith(KNOWN) else set()
RUN = "--dataset=tiny --arch=modern --n_layer=1 --n_head=1 --n_embd=16 --block_size=8 --max_iters=2 --eval_iters=1"


@pytest.mark.parametrize("arch", ["modern", "gpt2"])
def test_a_small_run_imports_little(work: Path, arch: str) -> None:
    program = (
        "import sys; from fledge.cli.main import main\n"
        f"code = main(['train', *{RUN.split()!r}, '--device=cpu', '--arch={arch}'])\n"
        f"assert (code, {SLOW!r} & set(sys.modules)) == (0, set()), {SLOW!r} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
