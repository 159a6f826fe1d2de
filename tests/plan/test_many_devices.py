"""Plans for many GPUs: what each one holds and moves when the model is sharded, in one machine and in several."""

import pytest

from fledge.config.load import load_config
from fledge.hardware.gpu_names import find_gpu
from fledge.model.flops import parameters
from fledge.plan.links import Link, gathering_seconds, link_between_nodes
from fledge.plan.memory import estimate_memory
from fledge.plan.planner import Planner
from fledge.plan.shards import shards_of
from fledge.plan.targets import gpu_target
from fledge.plan.types import Demands, Plan

SMALL = ["--n_layer=4", "--n_head=4", "--n_embd=128", "--block_size=64", "--batch_size=4", "--vocab_size=512"]
EIGHT = [*SMALL, "--gradient_accumulation_steps=8", "--compile=False", "--max_iters=10"]


def plan(*more: str, gpus: int = 8, nodes: int = 1, network_gbit: float = 100) -> Plan:
    config = load_config([*EIGHT, *more])
    gpu = find_gpu("H100 SXM")
    target = gpu_target(config, gpu, gpus, nodes=nodes, network_gbit=network_gbit)
    return Planner(lambda text: None).plan(config, target, Demands(measure=False))


def test_shards_divide_what_is_kept() -> None:
    config = load_config([*EIGHT, "--parallel=fsdp"])
    shards = shards_of(config, 8)
    total = 4 * parameters(config.shape)
    assert shards.kept(800) == pytest.approx(100)
    assert shards.gathered_bytes < total  # two of four blocks, and what is outside of them
    assert shards.gradient_bytes < shards.gathered_bytes  # one block, and what is outside
    assert shards_of(load_config([*EIGHT, "--gradient_accumulation_steps=16"]), 8) == shards


def test_the_ngram_table_is_sharded_and_never_gathered() -> None:
    modern = [*EIGHT, "--arch=modern", "--gradient_accumulation_steps=8"]
    few, many = (shards_of(load_config([*modern, f"--ngram_rows={rows}"]), 8) for rows in (0, 4096))
    assert few == many


def test_a_sharded_plan_needs_an_eighth_of_the_state() -> None:
    ddp, fsdp = plan("--parallel=ddp"), plan("--parallel=fsdp")
    for part in ("weights", "gradients", "optimizer"):
        assert fsdp.memory_parts[part].value == pytest.approx(ddp.memory_parts[part].value / 8)
    assert fsdp.memory_parts["gathered"].value > 0
    assert fsdp.to_json()["choices"]["parallel"] == "fsdp"
    assert fsdp["communication_ms"].value > ddp["communication_ms"].value
    assert 0 < fsdp["efficiency"].value < ddp["efficiency"].value <= 1


def test_machines_are_slower_together_by_their_network() -> None:
    one, two, slow = plan(), plan(nodes=2), plan(nodes=2, network_gbit=10)
    assert one["step_ms"].value < two["step_ms"].value < slow["step_ms"].value
    assert two.target.link is not None
    assert two.target.link.name == "network"
    fast = Link("pcie", 8e9)
    assert link_between_nodes(fast, 400) is fast  # the slower of both


def test_gathering_hides_behind_computing() -> None:
    link = Link("nvlink", 1e9)
    once = 7 / 8 * 4e9 / 1e9
    assert gathering_seconds(4_000_000_000, 8, link, 0.0, 2) == pytest.approx(6 * once)
    assert gathering_seconds(4_000_000_000, 8, link, 1e6, 2) == pytest.approx(0.6 * once)  # a tenth is never hidden


@pytest.mark.parametrize(("parallel", "gpus", "compiled"), [("fsdp", 8, False), ("ddp", 8, True), ("fsdp", 1, True)])
def test_what_is_sharded_is_planned_as_it_runs(parallel: str, gpus: int, compiled: bool) -> None:
    """choose_compile does not compile it either."""
    config = load_config([*EIGHT, f"--parallel={parallel}", "--compile=auto"])
    assert gpu_target(config, find_gpu("H100 SXM"), gpus).compiled == compiled


def test_one_gpu_has_no_shards() -> None:
    config = load_config([*EIGHT, "--parallel=fsdp"])
    target = gpu_target(config, find_gpu("H100 SXM"))
    assert target.shards is None
    memory, parts = estimate_memory(Planner(lambda text: None).trace(config, target), target)
    assert "gathered" not in parts
    assert memory.value > 0
