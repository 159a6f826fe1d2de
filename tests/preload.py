"""What the server of tests/processes.py imports once, for all processes that it forks."""

import gc

gc.disable()  # nothing of it is garbage, and looking for some takes a sixth of the time

import numpy.random  # noqa: E402, F401
import torch._dynamo  # noqa: E402  imported by DDP and FSDP, for most of a second
import torch.distributed.checkpoint  # noqa: E402
import torch.distributed.fsdp  # noqa: E402, F401

import fledge.cli.commands.sample  # noqa: E402
import fledge.cli.commands.train  # noqa: E402
import fledge.train.loop  # noqa: E402, F401
import tests.processes  # noqa: E402, F401

gc.freeze()
gc.enable()
