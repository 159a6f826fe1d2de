"""Functions in real processes that have joined each other by gloo, and tiny training runs for them.

The processes are forked from the server of tests/processes.py, which has imported torch.
"""

import os
import socket
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor

from fledge.config.load import load_config
from fledge.config.schema import Config
from fledge.model.build import build_model
from fledge.optim.build import build_optimizers
from fledge.parallel.processes import join_processes, leave_processes
from fledge.parallel.scaler import LossScaler
from fledge.parallel.wrap import Parallel, replicate, shard
from fledge.train.checkpoint import Counters
from fledge.train.runtime import Runtime
from fledge.train.session import Session
from fledge.train.step import TrainingStep
from tests.processes import CONTEXT

CPU = torch.device("cpu")
DOCUMENT_END = 0
# Neither 2 nor 4 processes divide the rows of the vocabulary and of the MLPs evenly.
TINY_MODEL = [
    *("--n_layer=2", "--n_head=2", "--n_embd=20", "--block_size=12", "--vocab_size=51", "--batch_size=2"),
    *("--gradient_accumulation_steps=8", "--grad_clip=0.5", "--device=cpu", "--dtype=float32", "--compile=False"),
]


def in_processes(function: Callable[..., Any], size: int, *args: Any) -> list[Any]:
    """What a function returns in each of `size` processes; it runs when all have joined."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    pipes, processes = [], []
    for rank in range(size):
        reader, writer = CONTEXT.Pipe(duplex=False)
        group = {"RANK": str(rank), "LOCAL_RANK": str(rank), "WORLD_SIZE": str(size)}
        where = {**group, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "OMP_NUM_THREADS": "1"}
        process = CONTEXT.Process(target=_joined, args=(function, args, where, writer), daemon=True)
        process.start()
        writer.close()
        pipes.append(reader)
        processes.append(process)
    try:
        return [pipe.recv() for pipe in pipes]  # EOFError: that process failed, and printed why
    finally:
        for process in processes:
            process.join(5)
            process.kill()


def _joined(
    function: Callable[..., Any], args: tuple[Any, ...], environment: dict[str, str], results: Connection
) -> None:
    os.environ.update(environment)
    torch.set_num_threads(1)
    join_processes("gloo", CPU)
    result = function(*args)
    results.send(result)
    dist.barrier()
    leave_processes()


class Windows:
    """Batches whose sequences depend on the seed and their number alone, with a document end here and there."""

    def __init__(self, config: Config) -> None:
        self.config = config

    def training(self, seed: int, first: int) -> tuple[Tensor, Tensor]:
        c = self.config
        drawn = [
            torch.randint(
                c.vocab_size // 2, (c.block_size + 1,), generator=torch.Generator().manual_seed(seed + number)
            )
            for number in range(first, first + c.batch_size)
        ]
        tokens = torch.stack(drawn)
        return tokens[:, :-1], tokens[:, 1:]


def tiny_session(argv: list[str], parallel: Parallel = "none", scaled: bool = False) -> Session:
    """A run of this process's group, or of this process alone, without a dataset; `scaled` as in float16."""
    config = load_config([*TINY_MODEL, *argv])
    rank, size = (dist.get_rank(), dist.get_world_size()) if parallel != "none" else (0, 1)
    runtime = Runtime(CPU, "float32", False, "sdpa", 1, rank, size, parallel)
    torch.manual_seed(config.seed)
    model = build_model(config.shape, config.dropout)
    model.document_end = DOCUMENT_END if config.mask_documents else None
    model.checkpoint_activations = config.checkpoint_activations
    if parallel == "fsdp":
        shard(model, CPU, size)
    torch.manual_seed(config.seed + rank)
    optimizers = build_optimizers(model, config, "cpu", "float32", size)
    scaler = LossScaler("cpu", enabled=scaled)
    return Session(config, None, runtime, model, optimizers, scaler, Counters(), [])  # type: ignore[arg-type]


def tiny_step(session: Session) -> TrainingStep:
    is_ddp = session.runtime.parallel == "ddp"
    return TrainingStep(session, replicate(session.model, CPU) if is_ddp else session.model, Windows(session.config))


def losses_and_norms(session: Session, iterations: int) -> list[list[float]]:
    """The mean loss of all processes and the gradient norm, of each iteration."""
    step, rows = tiny_step(session), []
    for it in range(iterations):
        row = torch.stack(step.run(it))
        if session.runtime.world_size > 1:
            dist.all_reduce(row)
            row /= session.runtime.world_size
        rows.append(row.tolist())
    return rows
