"""Shards: what each process of a sharded model (FSDP) holds and moves."""

from dataclasses import dataclass

from fledge.config.schema import Config
from fledge.model.flops import parameters, parameters_block, parameters_ngrams

FLOAT32_BYTES = 4  # weights are gathered in their own dtype
BLOCKS_IN_FLIGHT = 2  # the one that computes, and the next, which is gathered meanwhile


@dataclass(frozen=True)
class Shards:
    processes: int
    whole_share: float  # of the weights, in the n-gram table, which is not sharded
    gathered_bytes: int  # weights that are whole at one time
    gradient_bytes: int  # gradients that are whole before they are reduced and divided

    def kept(self, size: float) -> float:
        """What one process keeps of a part that has `size` in all."""
        return size * (self.whole_share + (1 - self.whole_share) / self.processes)


def shards_of(config: Config, processes: int) -> Shards:
    """The shards of a config, whose micro-steps are those of all processes.

    What is outside of the blocks (embeddings, head, last norm) stays gathered from the forward to the backward pass.
    Gradients are reduced after the last micro-step: with several, all of them are whole until then.
    """
    shape = config.shape
    total, table, block = parameters(shape), parameters_ngrams(shape), parameters_block(shape)
    outside = total - table - shape.n_layer * block
    in_flight = outside + min(BLOCKS_IN_FLIGHT, shape.n_layer) * block
    steps = config.gradient_accumulation_steps // processes
    whole = outside + block if steps <= 1 else total - table
    return Shards(processes, table / total, FLOAT32_BYTES * in_flight, FLOAT32_BYTES * whole)
