"""A training step traced on fake tensors: its FLOPs, its kernels and its peak memory, without a device.

Fake tensors have a shape and no contents. The real model, loss and optimizers run on them in milliseconds. The trace
follows every storage from its allocation to its release: the most bytes alive at one moment are the peak, exactly.
"""

import contextlib
import itertools
import math
import weakref
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import torch
from torch import Tensor, nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.nn import functional as F
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map_only

from fledge.config.schema import Config
from fledge.config.shape import ModelShape
from fledge.model.attention import Attend, remembered_mask
from fledge.model.attention import attend as attention
from fledge.model.base import GPT
from fledge.model.build import NothingFilled, build_model
from fledge.model.flops import parameters, parameters_ngrams
from fledge.model.ngrams import LOOK_BACK
from fledge.optim.build import build_optimizers
from fledge.plan.flop_counter import flop_counter
from fledge.plan.program import Logits
from fledge.plan.roofline import Kernel
from fledge.texts import Message
from fledge.train.checkpoint import Counters
from fledge.train.runtime import Runtime
from fledge.train.session import Session
from fledge.train.step import TrainingStep

PARTS = ("weights", "gradients", "optimizer", "logits", "activations")
StepAttention = Attend | Literal["math"]  # math: no fused kernel, scores over the whole square
NEVER = 1 << 62
MAX_TRACED_LAYERS = 48  # a deeper model is extrapolated from two shallow ones
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


@dataclass(frozen=True)
class Trace:
    """What a training step allocates and launches."""

    peak_bytes: int
    parts: Mapping[str, int]  # bytes of the peak by PARTS
    update_bytes: int  # the peak of the optimizers' update alone
    gradient_bytes: int  # of all gradients that several GPUs would exchange
    micro: Mapping[Kernel, int]  # launches of forward and backward of one micro-batch
    update: Mapping[Kernel, int]  # launches of clipping and the optimizers, once per iteration
    calls: Mapping[Kernel, Call] = field(default_factory=dict)  # an example of each launch, to time it
    source: str = "one step traced on fake tensors"
    bound_note: Message | None = None  # set where the eager trace is only an upper bound for the compiled step

    @property
    def micro_flops(self) -> int:
        return sum(kernel.flops * count for kernel, count in self.micro.items())


def trace_step(
    config: Config, dtype: str, attend: StepAttention, on_gpu: bool = False, logits: Logits = "chunks"
) -> Trace:
    """Trace an iteration like all but the first: the optimizer's state is there, and earlier micro-batches' gradients.

    An update alone makes that state. Of several micro-batches only the last is traced, unless an earlier one leaves
    more than its gradients: rows of the n-gram table, or logits.
    """
    if config.n_layer > MAX_TRACED_LAYERS:
        few, more = (
            trace_step(replace(config, n_layer=layers), dtype, attend, on_gpu, logits)
            for layers in (MAX_TRACED_LAYERS // 4, MAX_TRACED_LAYERS // 2)
        )
        return _extrapolated(few, more, config.n_layer)
    steps = config.gradient_accumulation_steps
    leaves_more = config.ngram_rows > 0 or logits == "kept"
    traced = min(2, steps) if leaves_more else 1
    config = replace(config, on_nan="stop", gradient_accumulation_steps=traced)
    with fake_tensors(on_gpu, attend):
        watcher = _Watcher()
        with watcher:
            session = fake_session(config, dtype, attend)
            model = session.model if logits == "chunks" else WholeLogits(session.model, logits)
            step = TrainingStep(session, model, FakeBatches(config))
            _remember_mask(session)
            _give_gradients(session.model)
            step.update(torch.zeros(()))
            if steps > traced:
                _give_gradients(session.model)
            step.watch = watcher.phase(session)
            step.run(0)
        watcher.mark("weights", [*session.model.parameters(), *session.model.buffers()])
        watcher.mark("optimizer", [value for optimizer in session.optimizers for value in tree_leaves(optimizer.state)])
        peak, parts = watcher.peak(config.vocab_size)
        later = (steps - traced) * ngram_gradient_bytes(config)  # of the micro-batches that are not traced
        peak, parts["activations"] = peak + later, parts["activations"] + later
        micro, update = watcher.kernels["micro"], watcher.kernels["update"]
        gradients = gradient_bytes(config.shape)
        return Trace(peak, parts, watcher.update_peak() + later, gradients, micro, update, watcher.calls)


def _remember_mask(session: Session) -> None:
    """Attend once, as an earlier iteration did: a mask that it made is there."""
    config, runtime = session.config, session.runtime
    if config.mask_documents:  # masks of documents are made anew
        return
    q_BHTD = torch.zeros(1, 1, config.block_size, 1)
    with torch.no_grad(), runtime.autocast():
        attention(q_BHTD, q_BHTD, q_BHTD, runtime.attend, config.dropout)


def _give_gradients(model: nn.Module) -> None:
    for parameter in model.parameters():
        if parameter.requires_grad:
            parameter.grad = torch.empty_like(parameter)


def _extrapolated(few: Trace, more: Trace, layers: int) -> Trace:
    """The trace of a deep model from two shallow ones: every layer adds the same bytes and launches.

    Kernels that work on all layers at once, as in a fused optimizer, become larger instead of more.
    """
    beyond, per = layers - MAX_TRACED_LAYERS // 2, MAX_TRACED_LAYERS // 2 - MAX_TRACED_LAYERS // 4

    def grown(a: int, b: int) -> int:
        return b + (b - a) * beyond // per

    def launches(a: Mapping[Kernel, int], b: Mapping[Kernel, int]) -> dict[Kernel, int]:
        both = {kernel: grown(a[kernel], count) for kernel, count in b.items() if kernel in a}
        scale = layers / (MAX_TRACED_LAYERS // 2)
        larger = {
            replace(kernel, flops=int(kernel.flops * scale), bytes=int(kernel.bytes * scale)): count
            for kernel, count in b.items()
            if kernel not in a
        }
        return both | larger

    micro, update = launches(few.micro, more.micro), launches(few.update, more.update)
    named = {kernel.name: call for kernel, call in more.calls.items()}
    calls = {kernel: more.calls.get(kernel) or named[kernel.name] for kernel in {**micro, **update}}
    return Trace(
        grown(few.peak_bytes, more.peak_bytes),
        {part: grown(few.parts[part], more.parts[part]) for part in PARTS},
        grown(few.update_bytes, more.update_bytes),
        grown(few.gradient_bytes, more.gradient_bytes),
        micro,
        update,
        calls,
    )


def ngram_gradient_bytes(config: Config) -> int:
    """What the n-gram table keeps per micro-batch until the update: row numbers, their output and its gradient."""
    if not config.ngram_rows:
        return 0
    return config.batch_size * config.block_size * (8 * LOOK_BACK + 2 * 4 * config.n_embd)


def gradient_bytes(shape: ModelShape) -> int:
    """Bytes of the gradients of all weights; the n-gram table has gradients of some rows only."""
    return 4 * (parameters(shape) - parameters_ngrams(shape))


@contextlib.contextmanager
def fake_tensors(on_gpu: bool, attend: StepAttention = "sdpa") -> Iterator[None]:
    """Everything inside the block works on fake tensors.

    For a GPU, attention is traced without dropout: its fused kernel includes dropout, and the CPU's does not.
    """
    fused = F.scaled_dot_product_attention

    def without_dropout(*args: Any, dropout_p: float = 0.0, **kwargs: Any) -> Tensor:
        return fused(*args, **kwargs)

    remembered_mask.cache_clear()
    try:
        if attend == "math":
            F.scaled_dot_product_attention = math_attention  # type: ignore[assignment]
        elif on_gpu:
            F.scaled_dot_product_attention = without_dropout
        with FakeTensorMode(), torch.random.fork_rng():
            yield
    finally:
        F.scaled_dot_product_attention = fused
        remembered_mask.cache_clear()  # a fake mask must not be used by a real step


def math_attention(
    q_BHTD: Tensor,
    k_BHTD: Tensor,
    v_BHTD: Tensor,
    mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
) -> Tensor:
    """Attention without a fused kernel: scores over the whole square, and their softmax in float32."""
    scores_BHTT = (q_BHTD @ k_BHTD.mT) * (1 / math.sqrt(q_BHTD.size(3)))
    if is_causal:
        T = q_BHTD.size(2)
        hidden_TT = torch.ones(T, T, dtype=torch.bool, device=q_BHTD.device).triu(1)
        scores_BHTT = scores_BHTT.masked_fill(hidden_TT, -math.inf)
    if mask is not None:
        scores_BHTT = scores_BHTT + mask
    weights_BHTT = F.dropout(torch.softmax(scores_BHTT.float(), dim=-1), dropout_p)
    return weights_BHTT.to(v_BHTD.dtype) @ v_BHTD


def fake_session(config: Config, dtype: str, attend: StepAttention) -> Session:
    """A run's session on fake tensors. float16 is traced as bfloat16: the same size, and no loss scaling."""
    dtype = "float32" if dtype == "float32" else "bfloat16"
    how: Attend = "sdpa" if attend == "math" else attend
    runtime = Runtime(torch.device("cpu"), dtype, False, how, 1)
    with NothingFilled():
        model = build_model(config.shape, config.dropout, how)
    model.document_end = 0 if config.mask_documents else None  # any token
    model.checkpoint_activations = config.checkpoint_activations
    optimizers = build_optimizers(model, config, "cpu", dtype)
    scaler = torch.amp.GradScaler("cpu", enabled=False)
    return Session(config, None, runtime, model, optimizers, scaler, Counters(), [])  # type: ignore[arg-type]


class WholeLogits(nn.Module):
    """A model that makes all logits at once, and may hold them until the next step."""

    def __init__(self, model: GPT, logits: Logits) -> None:
        super().__init__()
        self.model, self.keeps = model, logits == "kept"
        self.kept: Tensor | None = None

    def forward(self, idx_BT: Tensor, targets_BT: Tensor, ngrams_BTC: Tensor | None = None) -> Tensor:
        logits_NV = self.model.lm_head(self.model.hidden(idx_BT, ngrams_BTC=ngrams_BTC)).flatten(0, 1)
        if self.keeps:
            self.kept = logits_NV
        return F.cross_entropy(logits_NV.float(), targets_BT.flatten(), ignore_index=-1)


class FakeBatches:
    def __init__(self, config: Config) -> None:
        self.size = (config.batch_size, config.block_size)

    def training(self, seed: int, first: int) -> tuple[Tensor, Tensor]:
        return torch.zeros(self.size, dtype=torch.long), torch.zeros(self.size, dtype=torch.long)


@dataclass
class _Life:
    bytes: int
    born: int
    died: int = NEVER
    part: str = ""
    width: int = 0  # the last dimension of the tensor that made it


@dataclass
class _Watcher(TorchDispatchMode):  # type: ignore[no-untyped-call]
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
