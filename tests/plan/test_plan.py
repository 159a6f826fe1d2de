"""`fledge plan`: the right figures, with their basis, for this machine and for one that isn't here."""

import json
import math
import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from fledge.config.load import load_config
from fledge.hardware.gpu_names import find_gpu
from fledge.hardware.load import Load, LoadMeter
from fledge.hardware.table import GIB, MIB, Device
from fledge.model.flops import checkpoint_bytes
from fledge.plan import data_cost, inductor, preflight
from fledge.plan.estimate import Estimate
from fledge.plan.planner import Planner
from fledge.plan.quantities import times
from fledge.plan.roofline import gpu_rates
from fledge.plan.targets import gpu_target
from fledge.plan.timing.kernels import KernelTimer
from fledge.plan.trace import trace_step
from fledge.plan.types import Demands
from fledge.texts import text
from fledge.tokenizer.bpe import Gpt2Tokenizer
from tests.helpers import TINY, Fledge, read_events

KEYS = [
    "params", "params_nanogpt", "tokens_per_iter", "total_tokens", "epochs", "flops_total",
    "flops_per_token", "step_ms", "tokens_per_s", "mfu", "hours", "peak_memory_mb", "memory_parts", "fits",
    "energy_kwh", "cost", "device",
]  # fmt: skip
# A user's run: 40.56M parameters on an RTX 4070, 3.9 s an iteration, 14 GB eager in nanoGPT, and it fitted compiled.
CASE = [
    "--n_layer=12", "--n_head=6", "--n_embd=384", "--vocab_size=50304", "--block_size=1024",
    "--batch_size=16", "--max_iters=20000", "--gradient_accumulation_steps=32", "--bias=False",
    "--compile=True", "--dtype=bfloat16",
]  # fmt: skip
SMALL = [
    "--n_layer=1", "--n_head=2", "--n_embd=64", "--vocab_size=512", "--block_size=64", "--batch_size=4",
    "--max_iters=1000", "--gradient_accumulation_steps=4",
]  # fmt: skip
# Nothing is lowered, and AdamW traces sooner than Muon: both are tested apart.
QUICK = [*SMALL, "--arch=modern", "--compile=False", "--optimizer=adamw"]


def document(fledge: Fledge, *argv: str) -> dict[str, Any]:
    code, out, err = fledge("plan", "--json", *argv)
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


def assert_planned_right(case: dict[str, Any]) -> None:
    assert set(KEYS) <= set(case)
    assert case["tokens_per_iter"]["value"] == 524_288
    assert case["total_tokens"]["value"] == 10_485_760_000
    assert case["epochs"]["value"] == pytest.approx(2.85, abs=0.005)
    assert case["params_nanogpt"]["value"] == pytest.approx(40.56e6, abs=5e3)
    assert case["params"]["value"] == pytest.approx(40.95e6, abs=5e3)
    assert case["flops_6nd"]["value"] == pytest.approx(2.552e18, rel=1e-3)
    assert case["flops_total"]["value"] == pytest.approx(3.15e18, rel=2e-3)
    assert case["step_ms"]["low"] < 3900 < case["step_ms"]["high"] <= 1.8 * case["step_ms"]["low"]
    assert case["hours"]["low"] < 21.7 < case["hours"]["high"]
    assert case["energy_kwh"]["low"] < 4 < case["energy_kwh"]["high"]
    assert case["fits"] is True
    assert case["peak_memory_mb"]["high"] < 12 * 1024
    for key in KEYS:
        figure = case[key]
        if isinstance(figure, dict) and key not in ("memory_parts", "device"):
            assert set(figure) == {"value", "low", "high", "unit", "basis", "source"}
            assert figure["low"] <= figure["value"] <= figure["high"]
            assert figure["basis"] in ("computed", "traced", "measured", "table", "assumed")
            assert figure["source"]


@pytest.mark.slow
def test_a_users_run_is_planned_right(fledge: Fledge) -> None:
    """A whole GPT-2, compiled, with what nanoGPT itself needs: three steps are lowered."""
    case = document(fledge, "--gpu=rtx4070", *CASE, "--dataset_tokens=3.68e9")
    assert_planned_right(case)
    assert case["as_nanogpt"]["eager"]["fits"] is False
    assert case["as_nanogpt"]["eager"]["peak_memory_mb"]["value"] == pytest.approx(14 * 1024, rel=0.05)
    assert case["as_nanogpt"]["compiled"]["fits"] is True


def test_the_page_says_it_in_one_glance_and_80_columns(fledge: Fledge) -> None:
    code, out, err = fledge("plan", "--gpu=RTX 4070", *QUICK, "--price_per_kwh=0.3", "--no-measure")
    assert code == 0
    assert err == ""
    assert all(len(line) <= 80 for line in out.splitlines())
    top = out.split("parameters")[0]
    for word in ("RTX 4070", "fits", "time", "done", "kWh", "cost"):
        assert word in top


def test_one_measured_point_scales_every_other_plan(fledge: Fledge) -> None:
    plain = document(fledge, "--gpu=RTX 4070", *QUICK)
    same = document(fledge, "--gpu=RTX 4070", *QUICK, f"--measured=n_layer=1:{1.2 * plain['step_ms']['value']}ms")
    assert same["step_ms"]["value"] == pytest.approx(1.2 * plain["step_ms"]["value"])
    assert same["step_ms"]["basis"] == "measured"
    assert same["notes"] == plain["notes"]
    two = document(fledge, "--gpu=RTX 4070", *QUICK, "--batch_size=8")["step_ms"]["value"]
    other = document(fledge, "--gpu=RTX 4070", *QUICK, f"--measured=batch_size=8:{1.2 * two}ms")
    narrow, wide = (d["step_ms"]["high"] / d["step_ms"]["low"] for d in (other, plain))
    assert narrow < wide


def test_a_measurement_far_from_its_plan_is_remarked(fledge: Fledge) -> None:
    plain = document(fledge, "--gpu=RTX 4070", *QUICK)["step_ms"]["value"]
    remarks = {}
    for scale in (0.001, 0.5, 2, 1400):
        found = document(fledge, "--gpu=RTX 4070", *QUICK, f"--measured=n_layer=1:{scale * plain}ms")
        assert found["step_ms"]["value"] == pytest.approx(scale * plain, rel=1e-3)
        remarks[scale] = found["notes"][0]
    assert "1000x faster" in remarks[0.001]
    assert "2.0x faster" in remarks[0.5]
    assert "is 2.0x the" in remarks[2]
    assert "1400x" in remarks[1400]
    for scale in (0.001, 1400):
        assert "can hardly be right" in remarks[scale]
        assert "unit (ms or s)" in remarks[scale]
    assert "busy machine" in remarks[2]
    assert "can hardly be right" not in remarks[2]


def test_a_doubtful_measurement_of_another_step_leaves_a_wide_range(fledge: Fledge) -> None:
    plain = document(fledge, "--gpu=RTX 4070", *QUICK)["step_ms"]["value"]
    found = document(fledge, "--gpu=RTX 4070", *QUICK, "--measured=n_layer=2,batch_size=8:60s")["step_ms"]
    assert found["low"] <= plain < 1000 < found["high"]


def test_a_log_of_nanogpt_gives_the_time_of_an_iteration(fledge: Fledge, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    times = [9000, 200, 210, 190, 4000]  # the first compiles, the last evaluates
    log.write_text("".join(f"iter {10 * n}: loss 4.5, time {ms:.2f}ms, mfu 10.0%\n" for n, ms in enumerate(times)))
    found = document(fledge, "--gpu=RTX 4070", *QUICK, f"--from={log}")
    assert found["step_ms"]["value"] == pytest.approx(205)


def test_a_run_of_ours_gives_it_too(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=run", "--log_interval=1")[0] == 0
    found = document(fledge, "--gpu=RTX 4070", *TINY, "--arch=modern", "--compile=False", "--from", "run")
    assert found["step_ms"]["source"].startswith("roofline, scaled by")


def test_short_runs_are_told_in_seconds_and_long_ones_in_hours(fledge: Fledge) -> None:
    cards = ("plan", "--gpu=RTX 4070, H100", *QUICK, "--price_per_hour=2")
    for iterations, unit in ((1, "ms"), (1000, "seconds"), (100_000, "minutes"), (10_000_000, "hours")):
        code, out, _ = fledge(*cards, f"--max_iters={iterations}")
        assert code == 0
        assert f"slack. {unit}: training alone" in out.replace("\n", " ")
        rows = out[out.index("GPU") :]
        assert "e-" not in rows
        assert "e+" not in rows
    code, out, _ = fledge("plan", "--gpu=H100", *QUICK, "--max_iters=1", "--price_per_hour=2", "--no-measure")
    assert code == 0
    assert " Wh" in out
    assert "less than 0.01" in out
    assert not re.search(r"\de-\d", out)


def test_other_programs_have_no_ngram_table(fledge: Fledge) -> None:
    small = ("--gpu=RTX 4070", *QUICK, "--no-measure")
    ours, theirs = document(fledge, *small), document(fledge, *small, "--program=nanochat")
    assert theirs["params"]["value"] == document(fledge, *small, "--ngram_rows=0")["params"]["value"]
    assert theirs["params"]["value"] < ours["params"]["value"]
    asked = document(fledge, *small, "--program=nanochat", "--ngram_rows=131072")
    assert asked["params"]["value"] == ours["params"]["value"]


def test_nothing_is_compiled_on_a_card_older_than_triton(fledge: Fledge) -> None:
    small = [*SMALL, "--arch=gpt2", "--compile=False", "--no-measure"]
    assert set(document(fledge, "--gpu=GTX 1060 6GB", *small)["as_nanogpt"]) == {"eager"}


def test_several_cards_are_a_table(fledge: Fledge) -> None:
    code, out, _ = fledge("plan", "--gpu=RTX 4070, H100, RTX 3060 12GB", *QUICK, "--price_per_hour=2")
    assert code == 0
    assert all(len(line) <= 80 for line in out.splitlines())
    assert out.index("H100") < out.index("RTX 3060")  # the faster first
    plans = document(fledge, "--gpu=RTX 4070, H100", *QUICK)["plans"]
    assert [plan["device"]["name"] for plan in plans] == ["RTX 4070", "H100 SXM 80GB"]


def test_a_card_that_is_not_listed_can_be_described(fledge: Fledge) -> None:
    card = ["--gpu=MyCard", "--gpu_tflops=80", "--gpu_memory=16", "--gpu_bandwidth=700", "--gpu_watts=250"]
    found = document(fledge, *card, *QUICK)
    assert found["device"]["name"] == "MyCard"
    assert found["device"]["memory_bytes"] == 16 * GIB
    assert found["fits"] is True
    assert found["energy_kwh"]["value"] > 0
    more = document(fledge, "--gpu=RTX 4070", "--gpu_memory=24", *QUICK)
    assert more["device"]["memory_bytes"] == 24 * GIB


def test_what_does_not_fit_comes_with_what_would(fledge: Fledge) -> None:
    large = [*QUICK, "--n_embd=256", "--block_size=256", "--batch_size=256", "--gradient_accumulation_steps=1"]
    found = document(fledge, "--gpu=RTX 3070", "--gpu_memory=2", *large)
    assert found["fits"] is False
    (advice,) = found["advice"]
    words = [word.strip("().,:") for word in advice.split() if word.startswith("--")]
    fixed = document(fledge, "--gpu=RTX 3070", "--gpu_memory=2", *large, *words)
    assert fixed["fits"] is True
    assert fixed["tokens_per_iter"]["value"] == found["tokens_per_iter"]["value"]


@pytest.mark.slow
def test_an_absurd_model_is_told_not_to_fit(fledge: Fledge) -> None:
    found = document(fledge, "--gpu=H100", *QUICK, "--n_embd=65536", "--n_layer=900", "--batch_size=1")
    assert found["fits"] is False
    assert "smaller model" in found["advice"][0]
    assert found["peak_memory_mb"]["value"] > 1e6


def test_this_machine_is_measured_once_and_remembered(fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fledge.plan.timing.iterations.BUSY_SHARE", 0.0)  # other work on the CPU does not matter here
    monkeypatch.setattr("fledge.plan.timing.iterations.MIN_TOTAL_S", 0.0)
    here = [*SMALL, "--device=cpu", "--compile=False"]
    first = document(fledge, *here)
    assert first["device"]["kind"] == "cpu"
    assert first["step_ms"]["basis"] == "measured"
    again = document(fledge, *here, "--no-measure")
    assert again["step_ms"]["value"] == first["step_ms"]["value"]
    other = document(fledge, *here, "--no-measure", "--n_embd=96")
    assert other["step_ms"]["basis"] == "traced"
    assert "neither the step nor its kernels were timed" in other["step_ms"]["source"]


def test_the_timed_kernels_add_up_to_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fledge.plan.timing.kernels.FLUSH_BYTES", 1 << 20)  # how exact the times are does not matter
    config = load_config([*SMALL, "--device=cpu"])
    trace = trace_step(config, "float32", "sdpa")
    timer = KernelTimer(torch.device("cpu"))
    once, four = (timer.step_seconds(trace, n, measure=True) for n in (1, 4))
    assert once is not None
    assert four is not None
    assert 0 < once < four


def test_without_the_compile_stack_the_eager_step_bounds_the_memory(
    fledge: Fledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inductor, "TESTED_VERSIONS", ("1.0",))
    found = document(fledge, "--gpu=RTX 4070", *SMALL, "--compile=True")
    eager = document(fledge, "--gpu=RTX 4070", *SMALL, "--compile=False")
    assert found["peak_memory_mb"]["value"] == eager["peak_memory_mb"]["value"]
    assert any("eager" in note for note in found["notes"])
    assert found["step_ms"]["high"] / found["step_ms"]["low"] > 2


def test_lowering_that_fails_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("another torch")

    monkeypatch.setattr("fledge.plan.planner.compiled_trace", broken)
    monkeypatch.setattr("fledge.plan.planner.load_trace", lambda key: None)
    config = load_config([*SMALL, "--compile=True"])
    target = gpu_target(config, find_gpu("RTX 4070"))
    plan = Planner(lambda text: None).plan(config, target, Demands())
    assert any("RuntimeError" in text(note) for note in plan.notes)


def test_compiled_memory_is_below_eager_and_of_the_same_flops() -> None:
    config = load_config([*SMALL, "--vocab_size=20000"])
    eager = trace_step(config, "bfloat16", "sdpa", on_gpu=True)
    compiled = inductor.compiled_trace(eager, config, "bfloat16", "sdpa", on_gpu=True)
    assert compiled.micro_flops == eager.micro_flops
    assert compiled.peak_bytes <= 1.05 * eager.peak_bytes
    assert sum(compiled.micro.values()) < sum(eager.micro.values())


def test_old_cards_are_planned_in_what_they_have() -> None:
    config = load_config(SMALL)
    assert gpu_target(config, find_gpu("T4")).dtype == "float16"
    assert gpu_target(config, find_gpu("GTX 1080 Ti")).dtype == "float32"
    assert gpu_target(config, find_gpu("GTX 1660")).dtype == "float32"
    assert (
        gpu_rates(find_gpu("A100 80GB SXM"), "float32", True).matmul
        < gpu_rates(find_gpu("A100 80GB SXM"), "bfloat16", True).matmul
    )


@pytest.mark.parametrize(
    ("gpu", "dtype", "compiled", "notes"),
    [
        ("RTX 4070", "bfloat16", True, []),
        ("RTX 4060 Laptop", "bfloat16", True, ["plan.note.laptop"]),
        ("Tesla T4", "float16", True, ["plan.note.no_bfloat16"]),
        ("GTX 1660 Ti", "float32", True, ["plan.note.no_tensor_cores"]),
        ("GTX 1070", "float32", False, ["plan.note.no_tensor_cores"]),
        ("Arc B580", "bfloat16", False, ["plan.note.xpu"]),
        ("Apple M3 Max", "float32", False, ["plan.note.memory_unknown"]),
        ("Apple M3 Max 64GB", "float32", False, []),
        ("RX 7900 XTX", "bfloat16", True, []),
    ],
)
def test_a_plan_says_what_a_card_lacks(gpu: str, dtype: str, compiled: bool, notes: list[str]) -> None:
    target = gpu_target(load_config(SMALL), find_gpu(gpu))
    assert (target.dtype, target.compiled, [note.key for note in target.notes]) == (dtype, compiled, notes)


def test_estimates_follow_from_one_another() -> None:
    rate = Estimate(2.0, 1.0, 4.0, "s", "measured", "a clock").map(lambda s: 8 / s, "1/s")
    assert (rate.value, rate.low, rate.high, rate.basis) == (4.0, 2.0, 8.0, "measured")


def test_iterations_that_are_too_short_are_not_planned(work: Path, fledge: Fledge) -> None:
    code, out, _ = fledge("train", *TINY, "--out_dir=run")
    assert code == 0
    assert re.search(r"^plan: 768 tokens, at least \d+ MB; iterations are too short to plan their time", out, re.M)
    assert "of training, took" not in out
    start = read_events(Path("run/metrics.jsonl"))[0]
    assert start["planned_step_ms"] is None
    code, _, err = fledge("plan", "--check=run")
    assert (code, len(err.splitlines())) == (2, 1)
    assert "unless their iterations are very short" in err


def test_train_says_its_plan_and_what_became_of_it(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "MIN_STEP_S", 0)
    code, out, _ = fledge("train", *TINY, "--out_dir=run")
    assert code == 0
    assert "plan: 768 tokens, roughly" in out
    assert re.search(r"^planned .* of training, took", out, re.M)
    found = json.loads(fledge("plan", "--check=run", "--json")[1])
    assert found["figures"]["step_ms"]["actual"] > 0
    code, out, _ = fledge("plan", "--check", "run")
    assert code == 0
    heading, *rows = [line.split() for line in out.splitlines()[1:]]
    assert heading == ["planned", "actual", "off", "by"]
    assert [row[0] for row in rows] == ["training", "step_ms"]
    assert f"{found['figures']['step_ms']['actual']:,.1f}" in rows[1]


def test_train_refuses_what_the_plan_says_cannot_fit(
    work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preflight, "MIN_TRACED_S", -1)
    tight = Device("CPU", "cpu", {"float32": 1e11}, 100 * MIB, None, None, "measured", ("test",))
    monkeypatch.setattr(preflight, "describe_device", lambda where: tight)
    code, _out, err = fledge("train", *TINY, "--out_dir=run")
    assert code == 2
    assert "needs up to" in err
    assert "--force" in err
    assert not Path("run").exists()
    assert fledge("train", *TINY, "--out_dir=run", "--force")[0] == 0


def test_a_longer_run_is_traced_before_it_starts(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "MIN_TRACED_S", -1)
    code, out, _ = fledge("train", *TINY, "--out_dir=run")
    assert code == 0
    assert "plan: 768 tokens, about" in out
    assert "GB, done" not in out
    rows = json.loads(fledge("plan", "--check=run", "--json")[1])["figures"]
    assert set(rows) == {"hours", "step_ms", "peak_memory_mb"}
    assert all(math.isfinite(row["planned"]) for row in rows.values())


@pytest.mark.parametrize("least", [-1, 120])
def test_a_plan_made_on_a_busy_machine_says_so(
    work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch, least: float
) -> None:
    monkeypatch.setattr(preflight, "MIN_TRACED_S", least)
    busy = Load(5.0, 2, own_cpu=0.7, others_cpu=1.3, cpu_wait=1.2)
    monkeypatch.setattr(LoadMeter, "since", lambda self: busy)
    out = fledge("train", *TINY, "--out_dir=run")[1]
    line = next(line for line in out.splitlines() if line.startswith("plan: "))
    assert line.endswith(", if the machine is idle; now other processes use 1.3 of 2 cores")
    monkeypatch.setattr(LoadMeter, "since", lambda self: replace(busy, seconds=0.1))
    assert "if the machine is idle" not in fledge("train", *TINY, "--out_dir=other")[1]


def test_the_data_that_is_not_here_is_planned_too(work: Path, fledge: Fledge) -> None:
    argv = ["plan", *QUICK, "--dataset=fineweb_edu", "--gpu=RTX 4070", "--no-measure"]
    code, out, err = fledge(*argv, "--dataset_tokens=3.68e9")
    assert (code, err) == (0, "")
    assert "fledge prepare fineweb_edu" in out
    assert "--tokens=3.68e9" in out
    found = json.loads(fledge(*argv, "--dataset_tokens=3.68e9", "--json")[1])["prepare"]
    assert found["command"] == "fledge prepare fineweb_edu --tokens=3.68e9"
    assert found["prepare_disk_gb"]["low"] == pytest.approx(2 * 3.68e9 / GIB)
    for name in ("prepare_download_gb", "prepare_disk_gb", "prepare_hours", "prepare_memory_mb"):
        figure = found[name]
        assert 0 < figure["low"] <= figure["value"] <= figure["high"]
        assert figure["basis"]
    seen_once = json.loads(fledge(*argv, "--json")[1])
    assert seen_once["prepare"]["command"] == "fledge prepare fineweb_edu --tokens=1.024e6"
    assert seen_once["epochs"]["value"] == 1
    everything = json.loads(fledge(*argv, "--max_iters=100_000_000", "--json")[1])
    assert everything["prepare"]["command"] == "fledge prepare fineweb_edu", "the run wants more than there is"
    assert everything["epochs"]["value"] > 1
    assert (
        json.loads(fledge("plan", *TINY, "--gpu=RTX 4070", "--arch=modern", "--compile=False", "--json")[1])["prepare"]
        is None
    )


def test_the_page_ends_with_what_to_type(work: Path, fledge: Fledge) -> None:
    quick = [word for word in QUICK if not word.startswith("--dataset")]
    code, out, _ = fledge("plan", *quick, "--dataset=tiny", "--gpu=RTX 4070", "--price_per_kwh=1")
    assert code == 0
    typed = out.split("Next:\n")[1].replace("\\\n", "")
    assert shlex.split(typed) == ["fledge", "train", *quick, "--dataset=tiny"]
    argv = [*quick, "--dataset=tiny", "--gradient_accumulation_steps=2", "--gpu=RTX 4070", "--gpus=2", "--trust-config"]
    (command,) = document(fledge, *argv)["next_commands"]
    assert command.startswith("torchrun --standalone --nproc_per_node=2 -m fledge train ")
    assert command.endswith("--gradient_accumulation_steps=2 --trust-config")


def test_a_plan_that_does_not_fit_ends_with_one_that_does(work: Path, fledge: Fledge) -> None:
    small = ["--gpu_tflops=9", "--gpu_memory=1.2", "--gpu_bandwidth=99", "--compile=False", "--arch=modern"]
    found = document(fledge, *TINY, *small, "--block_size=8192", "--batch_size=8", "--n_embd=128")
    assert found["fits"] is False
    (command,) = found["next_commands"]
    assert "--batch_size=8 " not in command
    assert command.split()[-2].startswith("--batch_size=")
    assert command.split()[-1].startswith("--gradient_accumulation_steps=")


@pytest.mark.slow
def test_a_plan_that_nothing_fits_ends_with_no_command(work: Path, fledge: Fledge) -> None:
    card = ["--gpu_tflops=9", "--gpu_memory=0.5", "--gpu_bandwidth=99", "--compile=False", "--arch=modern"]
    assert document(fledge, *TINY, *card)["next_commands"] == []


@pytest.mark.parametrize("command", ["plan", "train"])
def test_the_corpus_is_prepared_with_the_tokens_that_the_settings_mean(
    work: Path, fledge: Fledge, command: str
) -> None:
    quick = ["--arch=modern", "--n_layer=1", "--batch_size=1", "--compile=False", "--gpu=RTX 4070", "--no-measure"]
    _, out, err = fledge(command, "config/train_fineweb_edu_d384.py", *(quick if command == "plan" else []))
    assert "fledge prepare fineweb_edu --tokens=3.68e9" in out + err
    argv = [*QUICK, "--dataset=openwebtext", "--data_dir=/big disk", *(quick[4:] if command == "plan" else [])]
    _, out, err = fledge(command, *argv)
    lines = " ".join((out + err).replace("\\\n", "").split())
    assert "fledge prepare openwebtext --tokens=1.024e6 '--data_dir=/big disk'" in lines


def test_a_mixture_prepares_each_share(work: Path, fledge: Fledge) -> None:
    argv = ["--dataset=fineweb_edu:3,tiny:1", "--prepare_tokens=4e9"]
    assert "fledge prepare fineweb_edu --tokens=3e9" in fledge("train", *argv)[2]


def test_the_run_is_done_after_evaluating_saving_and_preparing(work: Path, fledge: Fledge) -> None:
    argv = [*QUICK, "--gpu=RTX 4070", "--no-measure", "--max_iters=1000", "--eval_interval=100", "--eval_iters=50"]
    found = document(fledge, *argv, "--dataset=fineweb_edu")
    parts = ["hours", "evaluation_hours", "saving_hours"]
    hours = sum(found[name]["value"] for name in parts)
    hours += found["prepare"]["prepare_hours"]["value"]
    assert found["total_hours"]["value"] == pytest.approx(hours)
    assert found["total_hours"]["source"] == "training + evaluation + saving + preparing"
    assert found["evaluation_hours"]["source"].startswith("11 times ")


def test_saving_waits_for_copies_and_for_a_disk_that_is_too_slow() -> None:
    settings = ["--n_layer=12", "--n_head=12", "--n_embd=768", "--vocab_size=50304", "--max_iters=1000"]
    target = gpu_target(load_config(settings), find_gpu("H100 SXM"))

    def hours(step_s: float, *more: str) -> float:
        config = load_config([*settings, "--eval_interval=100", *more])
        saving = times(config, target, Estimate.exact(step_s, "s", "test"), Demands())["saving_hours"]
        assert saving is not None
        return saving.value

    size = checkpoint_bytes(load_config(settings).shape, "adamw")
    copies, last = 11 * size / 2e9 / 3600, size / 400e6 / 3600
    assert hours(1.0) == pytest.approx(copies + last)  # 100 seconds are enough to write 1.5 GB
    assert hours(0.01) == pytest.approx(copies + last + 10 * (size / 400e6 - 1) / 3600)


def test_an_evaluation_of_the_whole_split_takes_its_time(work: Path, fledge: Fledge) -> None:
    argv = [
        *TINY,
        "--arch=modern",
        "--gpu=RTX 4070",
        "--compile=False",
        "--eval_iters=all",
        "--max_iters=13",
        "--eval_interval=6",
    ]
    found = document(fledge, *argv)
    assert found["evaluation_hours"]["source"] == "3 times 2,500 tokens, forward only"


def test_ngram_rows_do_not_count_for_the_laws_of_scaling(fledge: Fledge) -> None:
    argv = ["--arch=modern", "--depth=2", "--vocab_size=50304", "--gpu=RTX 4070", "--compile=False", "--batch_size=1"]
    with_rows, without = (document(fledge, *argv, "--block_size=64", f"--ngram_rows={rows}") for rows in (100_000, 0))
    assert with_rows["params"]["value"] > without["params"]["value"]
    for name in ("tokens_per_parameter", "expected_loss"):
        assert with_rows[name]["value"] == without[name]["value"]
    ratio = without["total_tokens"]["value"] / without["params"]["value"]
    assert without["tokens_per_parameter"]["value"] == pytest.approx(ratio)
    _, out, _ = fledge("plan", *argv, "--block_size=64")
    assert "About 20 is compute-optimal; more is normal for a model" in " ".join(out.split())


def test_how_fast_this_machine_encodes(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = [bytes([i]) for i in range(256)] + [b" t", b"he", b" the"]
    small = Gpt2Tokenizer({token: rank for rank, token in enumerate(tokens)})
    monkeypatch.setattr(Gpt2Tokenizer, "load", staticmethod(lambda: small))
    asked = ["--prepare_tokens=1e9"]
    plan = data_cost.plan_preparation(load_config(["--dataset=openwebtext", *asked]), measure=True)
    assert plan is not None
    assert plan.figures["prepare_hours"].basis == "measured"
    assert data_cost.plan_preparation(load_config(["--dataset=own", *asked]), measure=True) is None
