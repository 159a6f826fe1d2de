"""Programs: how a trainer computes its step, where that changes the step's time or memory."""

from dataclasses import dataclass
from typing import Literal

from fledge.config.schema import Config

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


def in_program(config: Config, program: Program) -> Config:
    """The config as that program would run it: only fledge has the n-gram table that is arch=modern's default."""
    if program is FLEDGE or not config.ngram_rows or config.chosen("ngram_rows"):
        return config
    return config.with_values(f"default of program={program.name}", ngram_rows=0)
