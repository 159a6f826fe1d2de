"""The time and memory of steps on GPUs that are not here: kernels, links, programs and attention."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fledge.config.load import load_config
from fledge.hardware.gpu_names import find_gpu
from fledge.plan import trace_store
from fledge.plan.gpu_time import gpu_time
from fledge.plan.links import Link, exchange_seconds, link_between
from fledge.plan.memory import estimate_memory
from fledge.plan.planner import Planner
from fledge.plan.program import FLEDGE, LOADING_FACTOR, NANOCHAT, NANOGPT, Program
from fledge.plan.roofline import CONSTANTS, DeviceRates, Kernel, cache_bytes, family_share, flops_per_clock, gpu_rates
from fledge.plan.step_watcher import matmul_sizes
from fledge.plan.targets import gpu_target
from fledge.plan.trace import Trace, trace_step
from fledge.plan.types import Target
from tests.helpers import Fledge

SMALL = [
    "--n_layer=1", "--n_head=2", "--n_embd=64", "--vocab_size=20000", "--block_size=128", "--batch_size=4",
    "--gradient_accumulation_steps=8",
]  # fmt: skip
RATES = DeviceRates(
    matmul=100.0,
    attention=50.0,
    half_rate_tokens=64.0,
    bandwidth=10.0,
    cache_bytes=100.0,
    cached_share=0.5,
    launch_s=1.0,
    host_s=4.0,
    micro_batch_s=3.0,
    iteration_s=7.0,
    factor=1.1,
    source="",
)


def target(program: Program = FLEDGE, gpus: int = 1, attention: str = "flash", gpu: str = "A100 SXM 80GB") -> Target:
    config = load_config([*SMALL, "--compile=False"])
    return gpu_target(config, find_gpu(gpu), gpus, program=program, attention=attention)


def traced(there: Target) -> Trace:
    return Planner(lambda text: None).trace(load_config([*SMALL, "--compile=False"]), there)


# ---- kernels --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kernel", "seconds"),
    [
        (Kernel("mm", 1000, 10, (1, 1, 1, 1)), 1 + 10),  # arithmetic; its memory traffic is hidden
        (Kernel("add", 0, 500), 1 + 0.9 * 50),  # memory; the cache holds a fifth of it and serves half of that
        (Kernel("add", 0, 80), 1 + 0.5 * 8),  # all of it fits the cache
        (Kernel("flash_attention", 1000, 0, (1, 64, 64, 8)), 1 + 2 * 10),  # half of the square, at half the rate
    ],
)
def test_a_kernel_takes_as_long_as_its_tightest_limit(kernel: Kernel, seconds: float) -> None:
    assert RATES.micro_batch({kernel: 2}) == pytest.approx(3 + 2 * seconds)


def test_a_gpu_waits_for_python_if_its_kernels_are_short() -> None:
    assert RATES.micro_batch({Kernel("add", 0, 1): 5}) == 3 + 5 * 4
    assert RATES.update({Kernel("add", 0, 1): 5}) == 7 + 5 * 4
    assert RATES.update({Kernel("add", 0, 1): 5}, parts=5) == 7 + 4


def test_the_update_reads_nothing_from_the_cache() -> None:
    assert RATES.update({Kernel("adamw", 0, 80): 1}) == 7 + 1 + 8


def test_an_iteration_is_micro_batches_and_an_update() -> None:
    micro, update = {Kernel("add", 0, 500): 1}, {Kernel("add", 0, 100): 1}
    assert RATES.iteration(micro, update, 3) == 3 * RATES.micro_batch(micro) + RATES.update(update)


@pytest.mark.parametrize(
    ("gpu", "expected"),
    [("RTX 4090", 512), ("A100 SXM 80GB", 2048), ("RTX A6000", 1024), ("H100 SXM", 4096), ("V100 SXM2 16GB", 1024)],
)
def test_tensor_cores_per_clock_follow_from_the_data_sheet(gpu: str, expected: int) -> None:
    """NVIDIA's white papers: dense FLOP per SM and clock in 16 bits, accumulating in float32."""
    device = find_gpu(gpu)
    assert flops_per_clock(device, device.peak_flops["float16"]) == pytest.approx(expected, rel=0.1)


@pytest.mark.parametrize(
    ("gpu", "megabytes"),
    [("RTX 3090", 6), ("RTX 4070", 36), ("RTX 4090", 72), ("A100 SXM 40GB", 40), ("H100 SXM", 50), ("RTX 5090", 96)],
)
def test_caches_follow_from_the_architecture(gpu: str, megabytes: float) -> None:
    assert cache_bytes(find_gpu(gpu)) / 1e6 == pytest.approx(megabytes, rel=0.35)


def test_attention_reaches_less_where_tensor_cores_are_faster() -> None:
    shares = []
    for gpu in ("RTX 4090", "A100 SXM 80GB", "H100 SXM", "B200"):
        rates = gpu_rates(find_gpu(gpu), "bfloat16", compiled=True)
        shares.append(rates.attention / rates.matmul)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.7
    assert shares[-1] < 0.35


def test_a_gpu_that_nobody_measured_is_judged_by_its_family() -> None:
    ada = find_gpu("RTX 6000 Ada")
    assert ada.gemm_fraction is None
    assert 0.55 < family_share(ada) < 0.75  # between the L4 and the L40S
    assert family_share(find_gpu("RTX 4070")) > 1  # GeForce cards are rated at what they sustain
    measured, judged = (gpu_rates(find_gpu(gpu), "bfloat16", True).factor for gpu in ("RTX 4090", "RTX 4070"))
    assert 1 < measured < judged
    assert judged**2 <= 1.8


def test_sizes_come_from_shapes() -> None:
    assert matmul_sizes([(8, 4), (4, 6)]) == (1, 8, 6, 4)
    assert matmul_sizes([(6,), (8, 4), (4, 6)]) == (1, 8, 6, 4)  # addmm
    assert matmul_sizes([(3, 8, 4), (3, 4, 6)]) == (3, 8, 6, 4)
    heads = (2, 3, 16, 8)
    assert matmul_sizes([heads] * 3) == (6, 16, 16, 8)
    assert matmul_sizes([heads, heads, heads, heads, heads, (2, 3, 16)]) == (6, 16, 16, 8)  # backward


# ---- several GPUs ---------------------------------------------------------------------------------------------------


def test_links() -> None:
    h100, card = find_gpu("H100 SXM"), find_gpu("RTX 4090")
    assert link_between(h100, "auto").name == "nvlink"
    assert link_between(card, "auto").name == "pcie"
    assert link_between(h100, "pcie").bytes_per_s < link_between(card, "nvlink").bytes_per_s
    assert link_between(card, "nvlink").bytes_per_s < link_between(h100, "nvlink").bytes_per_s


def test_the_backward_pass_hides_most_of_the_exchange() -> None:
    link = Link("pcie", 10.0)
    alone = exchange_seconds(100, 2, link, 0.0, overlaps=True)
    assert alone == 10
    assert exchange_seconds(100, 4, link, 0.0, overlaps=True) == 15
    assert exchange_seconds(100, 2, link, 10.0, overlaps=True) == pytest.approx(6)
    assert exchange_seconds(100, 2, link, 1000.0, overlaps=True) == pytest.approx(1)  # the last bucket
    assert exchange_seconds(100, 2, link, 1000.0, overlaps=False) == 10


def test_four_gpus_take_longer_than_one_and_more_so_over_pcie() -> None:
    trace = traced(target())
    one, nvlink = gpu_time(trace, target(), 1), gpu_time(trace, target(gpus=4), 1)
    pcie = gpu_time(trace, replace(target(gpus=4), link=Link("pcie", 10e9)), 1)
    assert one.exchange_s == 0
    assert one.seconds < nvlink.seconds < pcie.seconds
    assert pcie.seconds - one.seconds == pytest.approx(pcie.exchange_s)


def test_several_gpus_hold_buckets_or_divide_the_optimizer() -> None:
    trace = traced(target())
    one, parts = estimate_memory(trace, target())
    ddp, ddp_parts = estimate_memory(trace, target(NANOGPT, gpus=4))
    divided, divided_parts = estimate_memory(trace, target(NANOCHAT, gpus=4))
    assert ddp.value - one.value == pytest.approx(trace.gradient_bytes / 2**20)
    assert ddp_parts["buckets"].value == pytest.approx(ddp.value - one.value)
    assert "buckets" not in parts
    views, _ = estimate_memory(trace, target(gpus=4))
    assert views.value == one.value  # fledge's gradients are views of what is exchanged
    assert divided_parts["optimizer"].value == pytest.approx(parts["optimizer"].value / 4)
    assert divided.value < one.value


# ---- programs and attention -----------------------------------------------------------------------------------------


def test_whole_logits_take_memory_that_chunks_do_not() -> None:
    chunks, whole, kept = (traced(target(program)).peak_bytes for program in (FLEDGE, NANOCHAT, NANOGPT))
    logits = 2 * 4 * 128 * 20000  # 16-bit
    assert chunks < whole < kept
    assert kept - whole == pytest.approx(logits, rel=0.05)


@pytest.mark.slow
def test_compiled_programs_write_the_gradient_of_logits_over_them() -> None:
    """Another tool ran what inductor generates for GPT-2 124M, batch 8: logits held cost two copies more."""
    config = load_config([*SMALL, "--compile=True"])
    planner = Planner(lambda text: None)
    peaks = {
        program.name: planner.trace(config, gpu_target(config, find_gpu("A100 SXM 80GB"), program=program)).peak_bytes
        for program in (NANOCHAT, NANOGPT)
    }
    logits = 2 * 4 * 128 * 20000
    assert peaks["nanogpt"] - peaks["nanochat"] == pytest.approx(2 * logits, rel=0.05)


def test_attention_without_a_fused_kernel_makes_the_whole_square() -> None:
    flash, math = (traced(target(attention=attention)) for attention in ("flash", "math"))
    assert any("flash_attention" in kernel.name for kernel in flash.micro)
    assert not any("flash_attention" in kernel.name for kernel in math.micro)
    squares = 4 * 2 * 128 * 128 * 4  # one layer's weights in float32
    assert math.peak_bytes - flash.peak_bytes > squares / 2
    assert gpu_time(math, target(), 1).seconds > gpu_time(flash, target(), 1).seconds


def test_the_command_takes_them(fledge: Fledge) -> None:
    words = ["plan", "--json", "--gpu=A100 SXM 80GB", *SMALL, "--compile=False", "--no-measure"]
    code, out, err = fledge(*words, "--gpus=4", "--interconnect=pcie", "--attention=math", "--program=nanogpt")
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    assert found["choices"] == {
        "dtype": "bfloat16",
        "compile": False,
        "attention": "math",
        "processes": 4,
        "program": "nanogpt",
        "interconnect": "pcie",
        "nodes": 1,
        "parallel": "ddp",
    }
    assert found["communication_ms"]["value"] > 0
    assert "pcie" in " ".join(found["notes"])
    assert found["as_nanogpt"] == {}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--gpu=RTX 4090", "--attention=flash3"], "attention"),
        (["--gpu=RTX 4090", "--interconnect=ethernet"], "interconnect"),
        (["--gpu=RTX 4090", "--program=llm.c"], "program"),
        (["--attention=math"], "--attention is for a GPU that is not here."),
        (["--program=nanogpt"], "--program is for a GPU that is not here."),
        (["--interconnect=pcie"], "--interconnect is for a GPU that is not here."),
        (["--gpu=RTX 4090", "--interconnect=nvlink"], "--interconnect is for several GPUs"),
    ],
)
def test_what_can_not_be_planned_is_said_in_a_line(fledge: Fledge, words: list[str], complaint: str) -> None:
    code, out, err = fledge("plan", *SMALL, *words)
    assert code == 2
    assert out == ""
    assert complaint in err
    assert len(err.strip().splitlines()) <= 2


# ---- remembered traces ----------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path))
    return tmp_path / "traces"


def test_a_step_is_traced_once(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = traced(target())
    (file,) = store.iterdir()
    calls = []
    monkeypatch.setattr("fledge.plan.planner.trace_step", lambda *args: calls.append(args))
    again = traced(target())
    assert not calls
    assert (again.peak_bytes, again.parts, again.micro, again.update) == (
        first.peak_bytes,
        first.parts,
        first.micro,
        first.update,
    )
    assert gpu_time(again, target(), 4) == gpu_time(first, target(), 4)
    file.write_text("{")
    monkeypatch.setattr("fledge.plan.planner.trace_step", trace_step)
    assert traced(target()).peak_bytes == first.peak_bytes  # a damaged file is traced anew


def test_what_changes_a_step_is_traced_anew(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def files(*settings: str, there: Target | None = None) -> int:
        config = load_config([*SMALL, "--compile=False", *settings])
        Planner(lambda text: None).trace(config, there or target())
        return len(list(store.iterdir()))

    assert files() == 1
    assert files("--max_iters=7", "--learning_rate=1", "--eval_interval=3", "--out_dir=x", "--dataset=y") == 1
    assert files("--dropout=0.1") == 2
    assert files("--grad_clip=0") == 3
    assert files("--batch_size=2") == 4
    assert files(there=target(NANOGPT)) == 5
    assert files(there=target(attention="math")) == 6
    monkeypatch.setattr(trace_store, "_code_digest", lambda: "another version of fledge")
    assert files() == 7


def test_old_traces_make_room(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace_store, "MAX_FILES", 2)
    trace = traced(target())
    for number in range(5):
        trace_store.save_trace(str(number), trace)
    assert len(list(store.iterdir())) == 2
    assert trace_store.load_trace("4") is not None


def test_constants_are_inside_their_bounds() -> None:
    assert 0.5 < CONSTANTS.bandwidth_share < 0.95
    assert 0 <= CONSTANTS.cached_share < 1


def test_a_program_that_makes_its_batches_in_the_loop_keeps_a_fast_gpu_waiting() -> None:
    kernel = Kernel("mm", 10**12, 0)
    config = load_config(["--vocab_size=65", "--block_size=2048", "--batch_size=64"])
    tokens = config.batch_size * config.block_size
    trace = Trace(0, {}, 0, 0, {kernel: 1}, {})
    nanochat, fledge = target(program=NANOCHAT), target()
    quick, slow = gpu_time(trace, fledge, 2, tokens), gpu_time(trace, nanochat, 2, tokens)
    assert slow.loading_s == pytest.approx(NANOCHAT.loading_s * tokens)
    assert slow.seconds - quick.seconds == pytest.approx(2 * slow.waiting_s)
    assert slow.waiting_s > 0
    assert quick.waiting_s == 0
    assert slow.factor == LOADING_FACTOR > quick.factor  # hosts differ more than GPUs do
    busy = Trace(0, {}, 0, 0, {kernel: 1000}, {})  # kernels that take longer than making the batch hide it
    assert gpu_time(busy, nanochat, 2, tokens).waiting_s == 0
    assert gpu_time(busy, nanochat, 2, tokens).seconds == gpu_time(busy, nanochat, 2).seconds
