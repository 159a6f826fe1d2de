"""What a step does, operator by operator: its kernels by phase, and each storage from allocation to release."""

import contextlib
import itertools
import weakref
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map_only

from fledge.plan.flop_counter import flop_counter
from fledge.plan.roofline import Kernel
from fledge.train.session import Session

PARTS = ("weights", "gradients", "optimizer", "logits", "activations")
NEVER = 1 << 62
aten = torch.ops.aten
# These read or write only some rows of a table, not all of it.
GATHERS = {aten.embedding, aten.gather, aten.index_select, aten.index, aten._embedding_bag}
SCATTERS = {aten.index_add_, aten.scatter_add_, aten.index_put_, aten.index_add, aten.scatter_add, aten.scatter_}
LAUNCHES_NOTHING = {aten.empty, aten.empty_like, aten.empty_strided, aten.new_empty, aten.new_empty_strided}
ASKS_DEVICE = torch.ops.prim.device.default  # two calls of three, and no kernel


@dataclass(frozen=True)
class TensorLike:
    """A tensor's size, strides and dtype, without its contents."""

    size: tuple[int, ...]
    stride: tuple[int, ...]
    dtype: torch.dtype

    @classmethod
    def of(cls, tensor: Tensor) -> "TensorLike":
        return cls(tuple(tensor.shape), tensor.stride(), tensor.dtype)


@dataclass(frozen=True)
class Call:
    """An operator and its arguments, with TensorLike where it was given tensors."""

    func: Any
    args: Any
    kwargs: Any


@dataclass
class _Life:
    bytes: int
    born: int
    died: int = NEVER
    part: str = ""
    width: int = 0  # the last dimension of the tensor that made it


@dataclass
class StepWatcher(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Sees every operator: follows storages, and counts kernels by phase of the step."""

    lives: list[_Life] = field(default_factory=list)
    kernels: dict[str, Counter[Kernel]] = field(default_factory=dict)
    calls: dict[Kernel, Call] = field(default_factory=dict)
    now: int = 0
    current: str = ""
    updating: int = 0  # when the last update began

    def __post_init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._known: dict[int, tuple[weakref.ref[Any], _Life]] = {}
        self._counter = flop_counter()

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # nothing is compiled while it watches, and keeping dynamo off costs a tenth of the trace

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func is ASKS_DEVICE:
            return args[0].fake_device
        self.now += 1
        out = func(*args, **(kwargs or {}))
        inputs = [leaf for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, Tensor)]
        outputs = [out] if isinstance(out, Tensor) else [leaf for leaf in tree_leaves(out) if isinstance(leaf, Tensor)]
        before = {tensor.untyped_storage()._cdata for tensor in inputs}
        is_view = not func._schema.is_mutable and all(t.untyped_storage()._cdata in before for t in outputs)
        for tensor in outputs:
            self._follow(tensor)
        packet = func._overloadpacket
        if self.current and not is_view and packet not in LAUNCHES_NOTHING:
            flops = 0
            if packet in self._counter.flop_registry:
                flops = self._counter.flop_registry[packet](*args, **(kwargs or {}), out_val=out)
            sizes = matmul_sizes([tuple(t.shape) for t in inputs]) if flops else ()
            kernel = Kernel(str(packet).removeprefix("aten."), flops, traffic(packet, inputs, outputs), sizes)
            self.kernels.setdefault(self.current, Counter())[kernel] += 1
            if kernel not in self.calls:
                self.calls[kernel] = Call(func, *tree_map_only(Tensor, TensorLike.of, (args, kwargs or {})))
        return out

    def _follow(self, tensor: Tensor) -> _Life:
        storage = tensor.untyped_storage()
        known = self._known.get(storage._cdata)
        if known is not None and known[0]() is storage:
            return known[1]
        width = tensor.shape[-1] if tensor.dim() else 0
        life = _Life(storage.nbytes(), self.now, width=width)
        self.lives.append(life)

        def dies(_: Any, life: _Life = life) -> None:
            life.died = self.now + 1  # it was alive while the last operator ran

        self._known[storage._cdata] = (weakref.ref(storage, dies), life)
        return life

    def mark(self, part: str, values: list[Any]) -> None:
        for value in values:
            if isinstance(value, Tensor):
                self._follow(value).part = part

    def phase(self, session: Session) -> Callable[[str], contextlib.AbstractContextManager[None]]:
        """For TrainingStep.watch: records which part of the step the operators belong to."""

        @contextlib.contextmanager
        def enter(part: str) -> Iterator[None]:
            if part == "forward":
                self.kernels.pop("micro", None)  # only the last micro-batch is counted
            if part == "optimizer":
                gradients = [p.grad for p in session.model.parameters() if p.grad is not None]
                self.mark("gradients", gradients)
                self.updating = self.now
            self.current = {"data": "", "optimizer": "update"}.get(part, "micro")
            yield
            self.current = ""

        return enter

    def peak(self, vocab_size: int) -> tuple[int, dict[str, int]]:
        """The most bytes alive at one moment, and their parts."""
        worst, peak = max(self._totals(), key=lambda moment: moment[1])
        parts = dict.fromkeys(PARTS, 0)
        for life in self.lives:
            if life.born <= worst < life.died:
                unmarked = "logits" if life.width == vocab_size else "activations"
                parts[life.part or unmarked] += life.bytes
        return peak, parts

    def update_peak(self) -> int:
        return max(total for moment, total in self._totals() if moment >= self.updating)

    def _totals(self) -> list[tuple[int, int]]:
        """Every moment of an allocation or release, with the bytes alive from then on."""
        changes: Counter[int] = Counter()
        for life in self.lives:
            changes[life.born] += life.bytes
            changes[life.died] -= life.bytes
        moments = sorted(changes)
        return list(zip(moments, itertools.accumulate(changes[moment] for moment in moments), strict=True))


def traffic(packet: Any, inputs: list[Tensor], outputs: list[Tensor]) -> int:
    """Bytes that a kernel reads and writes."""
    if packet in GATHERS:
        return 2 * size_of(outputs[0])
    if packet in SCATTERS:
        return 3 * size_of(inputs[-1])
    return sum(size_of(tensor) for tensor in (*inputs, *outputs))


def matmul_sizes(shapes: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """How many matmuls, their rows, columns and inner dimension, from the shapes of a kernel's tensor arguments.

    For attention: its heads, queries, keys, and the width of a head.
    """
    four = [shape for shape in shapes if len(shape) == 4]
    if four:  # queries, keys and values; backward has the gradient of the output before them
        query, key = four[:2] if len(four) == 3 else four[1:3]
        return query[0] * query[1], query[2], key[2], query[3]
    left, right = shapes[-2:]  # addmm and baddbmm have what they add before them
    return (left[0] if len(left) == 3 else 1), left[-2], right[-1], left[-1]


def size_of(tensor: Tensor) -> int:
    return tensor.numel() * tensor.element_size()
