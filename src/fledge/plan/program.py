"""Programs: how a trainer computes its step, where that changes the step's time or memory."""

from dataclasses import dataclass
from typing import Literal

from fledge.config.schema import Config

Logits = Literal["chunks", "whole", "kept"]  # made some rows at a time; all at once; all, and held through backward


@dataclass(frozen=True)
class Program:
    """A trainer: how it makes its logits and its batches, and what several GPUs divide among them."""

    name: str
    logits: Logits
    divides_update: bool  # each GPU holds a part of the optimizer's state and updates a part of the weights
    copies_gradients: bool = False  # several GPUs exchange a second copy of them: DDP without gradient_as_bucket_view
    loading_s: float = 0.0  # of the host per token, in the thread that launches the kernels; a GPU that is faster waits


FLEDGE = Program("fledge", "chunks", divides_update=False)
# nanoGPT's forward pass returns the logits, and its loop holds them.
NANOGPT = Program("nanogpt", "kept", divides_update=False, copies_gradients=True)
# nanochat tokenizes and packs its text inside the training loop (its dataloader.py; its pull request 832 says so too).
# Five logs of a fork whose models are too small for an H200 took 0.5 to 1.1 us per token, median 0.8
# (bench/published_speeds.csv, Seqaeon). None of them can be planned, so plans are not scored on them.
LOADING_FACTOR = 1.6  # hosts differ: those logs are within this factor of their median
NANOCHAT = Program("nanochat", "whole", divides_update=True, loading_s=0.8e-6)
PROGRAMS = {program.name: program for program in (FLEDGE, NANOGPT, NANOCHAT)}


def in_program(config: Config, program: Program) -> Config:
    """The config as that program would run it: only fledge has the n-gram table that is arch=modern's default.

    A table that the user chose is planned; counts, which the step does not read, are not.
    """
    if program is FLEDGE:
        return config
    origin = f"default of program={program.name}"
    if config.ngram_counts:
        config = config.with_values(origin, ngram_counts=0)
    if not config.ngram_rows or config.chosen("ngram_rows"):
        return config
    return config.with_values(origin, ngram_rows=0)
