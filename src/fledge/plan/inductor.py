"""What torch.compile makes of a training step: its fused kernels and its peak memory, with no device and no compiler.

The joint graph is cut and lowered by inductor as for a real run, up to the point where code would be written. This
uses parts of torch that may change without notice, so it is trusted only for the versions it was tested with.
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

from fledge.config.schema import Config
from fledge.model.attention import Attend
from fledge.model.flops import parameters, parameters_ngrams
from fledge.plan.roofline import Kernel
from fledge.plan.trace import (
    PARTS,
    FakeBatches,
    Trace,
    WholeLogits,
    fake_session,
    fake_tensors,
    flop_counter,
    unlearned_bytes,
)

TESTED = ("2.13",)  # of torch
FEW = 2  # layers


def is_tested() -> bool:
    return torch.__version__.startswith(tuple(f"{version}." for version in TESTED))


@dataclass(frozen=True)
class _Lowered:
    """One graph: its launches, and what it holds at its worst moment beyond the weights."""

    kernels: Mapping[Kernel, int]
    parts: Mapping[str, int]

    @property
    def peak(self) -> int:
        return sum(self.parts.values())


def compiled_trace(
    eager: Trace, config: Config, dtype: str, attend: Attend, on_gpu: bool = False, whole_logits: bool = False
) -> Trace:
    """The step that `eager` traced, compiled: forward and backward lowered, the update as it is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's, about its own insides
        forward, backward = _lower_step(config, dtype, attend, on_gpu, whole_logits)
    if whole_logits:  # nanoGPT's caller holds them through the backward pass
        width = 4 if dtype == "float32" else 2
        held = width * config.batch_size * config.block_size * config.vocab_size
        backward = replace(backward, parts={**backward.parts, "logits": backward.parts["logits"] + held})
    worst = max(forward, backward, key=lambda lowered: lowered.peak)
    parts = {part: worst.parts[part] for part in PARTS}
    for part in ("weights", "optimizer"):
        parts[part] += eager.parts[part]
    parts["activations"] += 2 * 8 * config.batch_size * config.block_size  # the batch itself
    kernels = Counter(forward.kernels) + Counter(backward.kernels)
    if config.gradient_accumulation_steps > 1:
        # A compiled backward hands all its gradients over at the end; the sum of the earlier ones is there meanwhile.
        gradients = 4 * (parameters(config.shape) - parameters_ngrams(config.shape))
        parts["gradients"] += gradients
        kernels[Kernel("add_", 0, 3 * gradients)] += 1
    parts["activations"] += max(0, config.gradient_accumulation_steps - 1) * unlearned_bytes(config)
    return Trace(max(sum(parts.values()), eager.update_bytes), parts, eager.update_bytes, kernels, eager.update)


def _lower_step(
    config: Config, dtype: str, attend: Attend, on_gpu: bool, whole_logits: bool
) -> tuple[_Lowered, _Lowered]:
    """Forward and backward. Layers are alike: what one more costs is known from two and three of them."""
    if config.n_layer <= FEW + 1:
        return _lower_all(config, dtype, attend, on_gpu, whole_logits)
    few, more = (
        _lower_all(replace(config, n_layer=layers), dtype, attend, on_gpu, whole_logits) for layers in (FEW, FEW + 1)
    )
    return _of_layers(few[0], more[0], config.n_layer), _of_layers(few[1], more[1], config.n_layer)


def _of_layers(few: _Lowered, more: _Lowered, layers: int) -> _Lowered:
    def linear(a: int, b: int) -> int:
        return max(0, a + (b - a) * (layers - FEW))

    kernels = {k: linear(few.kernels.get(k, 0), more.kernels.get(k, 0)) for k in {**few.kernels, **more.kernels}}
    return _Lowered(kernels, {part: linear(few.parts[part], more.parts[part]) for part in PARTS})


def _lower_all(
    config: Config, dtype: str, attend: Attend, on_gpu: bool, whole_logits: bool
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
        with V.set_fake_mode(torch._guards.detect_fake_mode(inputs)):  # dropout's pass makes tensors
            joint_graph_passes(graph)
        return min_cut_rematerialization_partition(graph, inputs, compiler="inductor", **more)

    with fake_tensors(on_gpu):
        session = fake_session(config, dtype, attend)
        model = WholeLogits(session.model) if whole_logits else session.model
        names, weights = zip(*model.named_parameters(), *model.named_buffers(), strict=True)

        def loss(weights: tuple[Tensor, ...], x: Tensor, y: Tensor, recalled: Tensor | None) -> Any:
            inputs = (x, y, recalled)
            result = torch.func.functional_call(model, dict(zip(names, weights, strict=True)), inputs)
            return (result, model.kept) if isinstance(model, WholeLogits) else result

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
        (result[0] if whole_logits else result).backward()
    return found["forward"], found["backward"]


@contextlib.contextmanager
def _as_if_compiling() -> Iterator[None]:
    """Code that asks torch.compiler.is_compiling() takes the path it will take in the real run."""
    before = torch.compiler._is_compiling_flag
    torch.compiler._is_compiling_flag = True
    try:
        yield
    finally:
        torch.compiler._is_compiling_flag = before


def _lower(graph: fx.GraphModule, inputs: Sequence[Any], vocab_size: int, is_backward: bool) -> _Lowered:
    """Fuse one graph as inductor would, and read kernels and memory off its schedule."""
    from torch._inductor.debug import DebugContext
    from torch._inductor.fx_passes.post_grad import post_grad_passes
    from torch._inductor.graph import GraphLowering
    from torch._inductor.virtualized import V

    # The passes rewrite the graph for inductor alone, and it still has to run.
    graph = fx.GraphModule(graph, copy.deepcopy(graph.graph))
    with V.set_fake_mode(torch._guards.detect_fake_mode(inputs)):
        post_grad_passes(graph, is_inference=False)
        lowering = GraphLowering(graph, example_inputs=inputs, is_backward=is_backward)
        with V.set_graph_handler(lowering), V.set_extern_kernel_nodes([]), V.set_debug_handler(DebugContext()):
            lowering.run(*inputs)
            lowering._update_scheduler()
            kernels = Counter(_kernel(node) for node in lowering.scheduler.nodes if not _is_free(node))
            return _Lowered(kernels, _peak_parts(lowering, vocab_size, is_backward))


def _is_free(node: Any) -> bool:
    from torch._inductor import ir

    return isinstance(node.node, ir.MultiOutput) or type(node).__name__ == "NopKernelSchedulerNode"


def _kernel(node: Any) -> Kernel:
    """A scheduled node as a launch. Only what is not fused, the library's own kernels, has FLOPs that matter."""
    origin = _origin(node) if node.is_extern() else None
    if origin is None:
        return Kernel("fused", 0, node.get_read_write_buffers_sizes())
    packet: Any = getattr(origin.target, "_overloadpacket", None)
    name = str(packet).removeprefix("aten.")
    counted = flop_counter().flop_registry.get(packet)
    values = fx.map_arg((origin.args, origin.kwargs), lambda argument: argument.meta["val"])
    flops = counted(*values[0], **values[1], out_val=origin.meta["val"]) if counted else 0
    return Kernel(name, flops, node.get_read_write_buffers_sizes())


def _origin(node: Any) -> fx.Node | None:
    """The operator that a library kernel stands for."""
    found = [node.node.get_origin_node(), *node.node.get_origins()]
    return next((origin for origin in found if origin is not None and hasattr(origin.target, "_overloadpacket")), None)


def _peak_parts(lowering: Any, vocab_size: int, is_backward: bool) -> dict[str, int]:
    """What is alive at the worst moment of a schedule; the weights, which are always there, are left out."""
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
    worst = max(range(len(nodes)), key=totals.__getitem__)
    parts = dict.fromkeys(PARTS, 0)
    for buffer in buffers:
        if buffer.start_step <= worst and (buffer.end_step == -1 or buffer.end_step >= worst):
            name = buffer.buffer.get_name()
            if is_backward and name in outputs:
                parts["gradients"] += buffer.size_alloc
            else:
                parts["logits" if _width(lowering, name) == vocab_size else "activations"] += buffer.size_alloc
    return parts


def _width(lowering: Any, name: str) -> int:
    size = lowering.get_buffer(name).maybe_get_size() or [0]
    return int(size[-1])
