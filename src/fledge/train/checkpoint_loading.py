"""Loading a checkpoint into a session: one process reads whole tensors, several read what each of them needs.

torch.distributed.checkpoint finds out which piece of a file belongs where, for any number of processes then and now.
"""

from collections.abc import Mapping
from typing import Any, cast

import torch
import torch.distributed as dist
from torch import Tensor

from fledge.texts import say
from fledge.train.tensor_files import StoredTensors


class Loading:
    """Copies saved tensors into those of a session: with several processes, each reads only its shards."""

    def __init__(self, world_size: int = 1, group: dist.ProcessGroup | None = None) -> None:
        self.world_size, self.group = world_size, group

    def __call__(self, wanted: Mapping[str, Tensor], saved: StoredTensors) -> None:
        for name, tensor in wanted.items():
            if saved.sizes[name] != tuple(tensor.shape):
                size, own = saved.sizes[name], tuple(tensor.shape)
                raise ValueError(say("model.tensor_size", name=name, size=size, wanted=own))
        if self.world_size > 1:
            self._load_together(wanted, saved)
            return
        with torch.no_grad():
            for name, tensor in wanted.items():
                tensor.copy_(saved.read(name))

    def _load_together(self, wanted: Mapping[str, Tensor], saved: StoredTensors) -> None:
        import torch.distributed.checkpoint.api as errors
        import torch.distributed.checkpoint.default_planner as planners
        import torch.distributed.checkpoint.state_dict_loader as dcp

        planner = planners.DefaultLoadPlanner(flatten_state_dict=False, flatten_sharded_tensors=False)
        reader = cast(Any, ShardReader(saved))
        try:
            dcp.load(dict(wanted), storage_reader=reader, planner=planner, process_group=self.group)
        except errors.CheckpointException as error:
            rank, (cause, _) = min(error.failures.items())
            raise ValueError(say("checkpoint.of_process", rank=rank, cause=str(cause))) from cause


class ShardReader:
    """A storage of torch.distributed.checkpoint that reads our files; torch's own would unpickle.

    It has the methods of StorageReader and does not inherit from it: importing that takes a second.
    """

    def __init__(self, saved: StoredTensors) -> None:
        self.saved = saved
        self._pieces = {(name, piece.offsets): piece for name, parts in saved.pieces.items() for piece in parts}

    def reset(self, checkpoint_id: object = None) -> None:
        pass

    def read_metadata(self) -> Any:
        from torch.distributed.checkpoint import metadata as m

        found: dict[str, Any] = {}
        for name, pieces in self.saved.pieces.items():
            chunks = [m.ChunkStorageMetadata(torch.Size(p.offsets), torch.Size(p.shape)) for p in pieces]
            found[name] = m.TensorStorageMetadata(m.TensorProperties(), torch.Size(self.saved.sizes[name]), chunks)
        return m.Metadata(found, storage_data={})

    def set_up_storage_reader(self, metadata: object, is_coordinator: bool) -> None:
        pass

    def prepare_local_plan(self, plan: Any) -> Any:
        return plan

    def prepare_global_plan(self, plans: list[Any]) -> list[Any]:
        return plans

    def read_data(self, plan: Any, planner: Any) -> torch.futures.Future[None]:
        for item in plan.items:
            piece = self._pieces[item.storage_index.fqn, tuple(item.storage_index.offset)]
            part = tuple(slice(a, a + n) for a, n in zip(item.storage_offsets, item.lengths, strict=True))
            target = planner.resolve_tensor(item).detach()
            target.copy_(piece.read(part))
            planner.commit_tensor(item, target)
        done: torch.futures.Future[None] = torch.futures.Future()
        done.set_result(None)
        return done
