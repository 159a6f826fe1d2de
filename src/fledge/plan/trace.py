"""A training step traced on fake tensors: its FLOPs, its kernels and its peak memory, without a device.

Fake tensors have a shape and no contents. The real model, loss and optimizers run on them in milliseconds. The trace
follows every storage from its allocation to its release: the most bytes alive at one moment are the peak, exactly.
"""

import contextlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import torch
from torch import Tensor, nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.nn import functional as F
from torch.utils._pytree import tree_leaves

from fledge.config.schema import Config
from fledge.config.shape import ModelShape
from fledge.model import loss
from fledge.model.attention import Attend, remembered_mask
from fledge.model.attention import attend as attention
from fledge.model.base import GPT
from fledge.model.build import NothingFilled, build_model
from fledge.model.flops import parameters, parameters_ngrams
from fledge.model.kernels import kernels
from fledge.model.ngrams import LOOK_BACK
from fledge.optim.build import build_optimizers
from fledge.plan.program import Logits
from fledge.plan.roofline import Kernel
from fledge.plan.step_watcher import PARTS, Call, StepWatcher
from fledge.texts import Message
from fledge.train.checkpoint import Counters
from fledge.train.runtime import Runtime
from fledge.train.session import Session
from fledge.train.step import TrainingStep

StepAttention = Attend | Literal["math"]  # math: no fused kernel, scores over the whole square
MAX_TRACED_LAYERS = 48  # a deeper model is extrapolated from two shallow ones


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
        watcher = StepWatcher()
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

    For a GPU, attention is traced without dropout: its fused kernel includes dropout, and the CPU's does not. Nor has a
    GPU our kernels.
    """
    fused = F.scaled_dot_product_attention
    if not on_gpu:
        kernels()  # before the block: they are tried out on real tensors when they are loaded

    def without_dropout(*args: Any, dropout_p: float = 0.0, **kwargs: Any) -> Tensor:
        return fused(*args, **kwargs)

    remembered_mask.cache_clear()
    try:
        if attend == "math":
            F.scaled_dot_product_attention = math_attention  # type: ignore[assignment]
        elif on_gpu:
            F.scaled_dot_product_attention = without_dropout
        loss.may_use_kernel = not on_gpu
        with FakeTensorMode(), torch.random.fork_rng():
            yield
    finally:
        F.scaled_dot_product_attention, loss.may_use_kernel = fused, True
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
