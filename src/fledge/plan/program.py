"""Programs: how a trainer computes its step, where that changes the step's time or memory."""

from dataclasses import dataclass
from typing import Literal

Logits = Literal["chunks", "whole", "kept"]  # made some rows at a time; all at once; all, and held through backward


@dataclass(frozen=True)
class Program:
    """A trainer: how it makes its logits, and what several GPUs divide among them."""

    name: str
    logits: Logits
    divides_update: bool  # each GPU holds a part of the optimizer's state and updates a part of the weights


FLEDGE = Program("fledge", "chunks", divides_update=False)
NANOGPT = Program(
    "nanogpt", "kept", divides_update=False
)  # its forward pass returns the logits, and the loop holds them
NANOCHAT = Program("nanochat", "whole", divides_update=True)
PROGRAMS = {program.name: program for program in (FLEDGE, NANOGPT, NANOCHAT)}
