"""The fused kernels and the peak memory of a compiled training step, without a device and a compiler.

Inductor partitions and lowers the joint graph as for a real run, up to the point where it would write code. This uses
private parts of torch, so it is used only with the versions it was tested with.
"""

import contextlib
import copy
import itertools
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, fx
from torch.utils._ordered_set import OrderedSet
from torch.utils._pytree import tree_leaves

from fledge.config.schema import Config
from fledge.plan.flop_counter import flop_counter
from fledge.plan.program import Logits
from fledge.plan.roofline import Kernel
from fledge.plan.step_watcher import PARTS, matmul_sizes
from fledge.plan.trace import (
    FakeBatches,
    StepAttention,
    Trace,
    WholeLogits,
    fake_session,
    fake_tensors,
    ngram_gradient_bytes,
)

TESTED_VERSIONS = ("2.13",)  # of torch
MAX_COUNTED_ELEMENTS = 10**9  # of a buffer that inductor counts for a kernel; logits may have more
FEW_LAYERS = 2  # that many and one more are lowered, the rest extrapolated


def is_tested() -> bool:
    """Whether compiled steps are known for the installed torch."""
    return torch.__version__.startswith(tuple(f"{version}." for version in TESTED_VERSIONS))


@dataclass(frozen=True)
class _Lowered:
    """One graph: its launches, and the bytes of its peak by part, without the weights."""

    kernels: Mapping[Kernel, int]
    parts: Mapping[str, int]

    @property
    def peak(self) -> int:
        return sum(self.parts.values())


def compiled_trace(
    eager: Trace, config: Config, dtype: str, attend: StepAttention, on_gpu: bool = False, logits: Logits = "chunks"
) -> Trace:
    """The compiled form of the step that `eager` traced: forward and backward lowered, the update unchanged."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch warns about its own internals
        forward, backward = _lower_step(config, dtype, attend, on_gpu, logits)
    if logits == "kept":  # through the backward pass, which then can't write their gradient over them
        width = 4 if dtype == "float32" else 2
        held = 2 * width * config.batch_size * config.block_size * config.vocab_size
        backward = replace(backward, parts={**backward.parts, "logits": backward.parts["logits"] + held})
    worst = max(forward, backward, key=lambda lowered: lowered.peak)
    parts = {part: worst.parts[part] for part in PARTS}
    for part in ("weights", "optimizer"):
        parts[part] += eager.parts[part]
    parts["activations"] += 2 * 8 * config.batch_size * config.block_size  # the batch itself
    kernels = Counter(forward.kernels) + Counter(backward.kernels)
    if config.gradient_accumulation_steps > 1:
        # A compiled backward returns all gradients at its end, while the sum of the earlier ones is still in memory.
        parts["gradients"] += eager.gradient_bytes
        kernels[Kernel("add_", 0, 3 * eager.gradient_bytes)] += 1
    parts["activations"] += max(0, config.gradient_accumulation_steps - 1) * ngram_gradient_bytes(config)
    peak = max(sum(parts.values()), eager.update_bytes)
    source = "the compiled step lowered by inductor, on fake tensors"
    return replace(eager, peak_bytes=peak, parts=parts, micro=kernels, calls={}, source=source)


def _lower_step(
    config: Config, dtype: str, attend: StepAttention, on_gpu: bool, logits: Logits
) -> tuple[_Lowered, _Lowered]:
    """Forward and backward. A deep model is extrapolated from two and three layers, as all layers are alike."""
    if config.n_layer <= FEW_LAYERS + 1:
        return _lower_all(config, dtype, attend, on_gpu, logits)
    few, more = (
        _lower_all(replace(config, n_layer=layers), dtype, attend, on_gpu, logits)
        for layers in (FEW_LAYERS, FEW_LAYERS + 1)
    )
    return _extrapolated(few[0], more[0], config.n_layer), _extrapolated(few[1], more[1], config.n_layer)


def _extrapolated(few: _Lowered, more: _Lowered, layers: int) -> _Lowered:
    def linear(a: int, b: int) -> int:
        return max(0, a + (b - a) * (layers - FEW_LAYERS))

    kernels = {k: linear(few.kernels.get(k, 0), more.kernels.get(k, 0)) for k in {**few.kernels, **more.kernels}}
    return _Lowered(kernels, {part: linear(few.parts[part], more.parts[part]) for part in PARTS})


def _lower_all(
    config: Config, dtype: str, attend: StepAttention, on_gpu: bool, logits: Logits
) -> tuple[_Lowered, _Lowered]:
    from torch._functorch._aot_autograd.utils import make_boxed_func
    from torch._functorch.aot_autograd import aot_function
    from torch._functorch.partitioners import min_cut_rematerialization_partition
    from torch._inductor.decomposition import select_decomp_table
    from torch._inductor.fx_passes.joint_graph import joint_graph_passes
    from torch._inductor.virtualized import V

    found: dict[str, _Lowered] = {}

    def compiler(name: str) -> Any:
        def lower(graph: fx.GraphModule, inputs: Sequence[Any]) -> Any:
            found[name] = _lower(graph, inputs, config.vocab_size, is_backward=name == "backward")
            return make_boxed_func(graph.forward)

        return lower

    def partition(graph: fx.GraphModule, inputs: Sequence[Any], **more: Any) -> Any:
        with V.set_fake_mode(torch._guards.detect_fake_mode(inputs)):  # the pass for dropout creates tensors
            joint_graph_passes(graph)
        return min_cut_rematerialization_partition(graph, inputs, compiler="inductor", **more)

    with fake_tensors(on_gpu, attend):
        session = fake_session(config, dtype, attend)
        model = session.model if logits == "chunks" else WholeLogits(session.model, logits)
        names, weights = zip(*model.named_parameters(), *model.named_buffers(), strict=True)

        def loss(weights: tuple[Tensor, ...], x: Tensor, y: Tensor, recalled: Tensor | None) -> Any:
            inputs = (x, y, recalled)
            result = torch.func.functional_call(model, dict(zip(names, weights, strict=True)), inputs)
            return (result, model.kept) if logits == "kept" else result

        step = aot_function(
            loss,
            fw_compiler=compiler("forward"),
            bw_compiler=compiler("backward"),
            partition_fn=partition,
            decompositions=select_decomp_table(),
        )
        x, y = FakeBatches(config).training(0, 0)
        recalled = session.model.lookup(x, config.ngram_dropout)
        with session.runtime.autocast(), _as_if_compiling():
            result = step(weights, x, y, recalled)
        (result[0] if logits == "kept" else result).backward()
    return found["forward"], found["backward"]


@contextlib.contextmanager
def _as_if_compiling() -> Iterator[None]:
    """torch.compiler.is_compiling() is True inside the block, as in the real run."""
    before = torch.compiler._is_compiling_flag
    torch.compiler._is_compiling_flag = True
    try:
        yield
    finally:
        torch.compiler._is_compiling_flag = before


def _lower(graph: fx.GraphModule, inputs: Sequence[Any], vocab_size: int, is_backward: bool) -> _Lowered:
    """Fuse one graph as inductor would, and take kernels and memory from its schedule."""
    from torch._inductor.debug import DebugContext
    from torch._inductor.fx_passes.post_grad import post_grad_passes
    from torch._inductor.graph import GraphLowering
    from torch._inductor.virtualized import V

    # The passes rewrite the graph for inductor, and the original still has to run.
    graph = fx.GraphModule(graph, copy.deepcopy(graph.graph))
    with V.set_fake_mode(torch._guards.detect_fake_mode(inputs)):
        post_grad_passes(graph, is_inference=False)
        lowering = GraphLowering(graph, example_inputs=inputs, is_backward=is_backward)
        with V.set_graph_handler(lowering), V.set_extern_kernel_nodes([]), V.set_debug_handler(DebugContext()):
            lowering.run(*inputs)
            lowering._update_scheduler()
            kernels = Counter(_kernel(node, lowering) for node in lowering.scheduler.nodes if not _is_free(node))
            return _Lowered(kernels, _peak_parts(lowering, vocab_size, is_backward))


def _is_free(node: Any) -> bool:
    from torch._inductor import ir

    return isinstance(node.node, ir.MultiOutput) or type(node).__name__ == "NopKernelSchedulerNode"


def _kernel(node: Any, lowering: Any) -> Kernel:
    """A scheduled node as a launch. Fused kernels count no FLOPs: only those of library kernels matter."""
    origin = _origin(node) if node.is_extern() else None
    size = _traffic(node, lowering)
    if origin is None:
        return Kernel("fused", 0, size)
    packet: Any = getattr(origin.target, "_overloadpacket", None)
    name = str(packet).removeprefix("aten.")
    counted = flop_counter().flop_registry.get(packet)
    if not counted:
        return Kernel(name, 0, size)
    values = fx.map_arg((origin.args, origin.kwargs), lambda argument: argument.meta["val"])
    flops = counted(*values[0], **values[1], out_val=origin.meta["val"])
    shapes = [tuple(map(int, leaf.shape)) for leaf in tree_leaves(values) if isinstance(leaf, Tensor)]
    return Kernel(name, flops, size, matmul_sizes(shapes))


def _traffic(node: Any, lowering: Any) -> int:
    """Bytes that a scheduled node reads and writes."""
    found = 0
    for name, size in node.get_read_write_buffer_accesses(include_reads=True, include_writes=True).items():
        if size >= MAX_COUNTED_ELEMENTS:
            buffer = lowering.get_buffer(name)
            size = max(size, int(buffer.get_numel()) * buffer.get_dtype().itemsize)
        found += size
    return found


def _origin(node: Any) -> fx.Node | None:
    """The operator that a library kernel computes."""
    found = [node.node.get_origin_node(), *node.node.get_origins()]
    return next((origin for origin in found if origin is not None and hasattr(origin.target, "_overloadpacket")), None)


def _peak_parts(lowering: Any, vocab_size: int, is_backward: bool) -> dict[str, int]:
    """The bytes alive at the peak of a schedule, by part; without the weights, which are always there."""
    from torch._inductor import memory

    scheduler, outputs = lowering.scheduler, OrderedSet(lowering.get_output_names())
    nodes = scheduler.nodes
    _, freeable = memory.prepare_planning_info(
        nodes, scheduler.name_to_buf, scheduler.name_to_fused_node, OrderedSet(lowering.graph_inputs), outputs
    )
    buffers, _, _ = memory.compute_memory_timeline(nodes, freeable, outputs)
    changes = [0] * (len(nodes) + 1)
    for buffer in buffers:
        changes[buffer.start_step] += buffer.size_alloc
        if buffer.end_step != -1:
            changes[buffer.end_step + 1] -= buffer.size_free
    totals = list(itertools.accumulate(changes))
    overwritten = [[] if node.is_extern() else _overwritten(buffers, step) for step, node in enumerate(nodes)]
    peaks = [total - sum(b.size_free for b in gone) for total, gone in zip(totals, overwritten, strict=False)]
    worst = max(range(len(nodes)), key=peaks.__getitem__)
    parts = dict.fromkeys(PARTS, 0)
    for buffer in buffers:
        is_alive = buffer.start_step <= worst and (buffer.end_step == -1 or buffer.end_step >= worst)
        if is_alive and buffer not in overwritten[worst]:
            name = buffer.buffer.get_name()
            if is_backward and name in outputs:
                parts["gradients"] += buffer.size_alloc
            else:
                width = (lowering.get_buffer(name).maybe_get_size() or [0])[-1]
                parts["logits" if width == vocab_size else "activations"] += buffer.size_alloc
    return parts


def _overwritten(buffers: Sequence[Any], step: int) -> list[Any]:
    """The inputs that a fused kernel reads for the last time and writes its output over.

    Saved activations are among them: autograd gives its buffers away since torch 2.6 ("donated buffers").
    """
    written = Counter(b.size_alloc for b in buffers if b.start_step == step and not _is_input(b))
    found = []
    for buffer in buffers:
        is_read_last = buffer.end_step == step and (_is_input(buffer) or buffer.start_step < step)
        if is_read_last and written[buffer.size_free]:
            written[buffer.size_free] -= 1
            found.append(buffer)
    return found


def _is_input(buffer: Any) -> bool:
    return type(buffer.buffer).__name__ == "FreeableInputBuffer"
