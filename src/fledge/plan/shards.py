"""Shards: what each process of a sharded model (FSDP) holds and moves."""

from dataclasses import dataclass

from fledge.config.schema import Config
from fledge.model.flops import parameters, parameters_block, parameters_ngrams

FLOAT32_BYTES = 4  # weights are gathered in their own dtype
BLOCKS_IN_FLIGHT = 2  # the one that computes, and the next, which is gathered meanwhile


@dataclass(frozen=True)
class Shards:
    processes: int
    gathered_bytes: int  # weights that are whole at one time
    gradient_bytes: int  # gradients that are whole before they are reduced and divided

    def kept(self, size: float) -> float:
        """What one process keeps of a part that has `size` in all."""
        return size / self.processes


def shards_of(config: Config, processes: int) -> Shards:
    """The shards of a config.

    What is outside of the blocks (embeddings, head, last norm) stays gathered from the forward to the backward pass.
    Gradients are reduced as soon as a block has them, in every micro-step.
    """
    shape = config.shape
    block = parameters_block(shape)
    outside = parameters(shape) - parameters_ngrams(shape) - shape.n_layer * block
    in_flight = outside + min(BLOCKS_IN_FLIGHT, shape.n_layer) * block
    return Shards(processes, FLOAT32_BYTES * in_flight, FLOAT32_BYTES * (outside + block))
