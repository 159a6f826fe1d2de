"""What `explain` says of many small logs, well and sick, in several formats: no false comfort and no false alarm."""

import json
import math
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fledge.analyze.findings import Finding, find
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.texts import text as in_words
from tests.analyze.test_findings import (
    CHAR,
    HEALTHY,
    PREAMBLE,
    TRACEBACK,
    Case,
    build_nanogpt,
    falling,
    findings_of,
    nanogpt,
)

Curve = Callable[[float], float]  # of the part of the run that is done, 0 to 1


# logs in several formats


def of_nanogpt(val: Curve, train: Curve, evaluations: int, noise: float = 0.0, seed: int = 1) -> str:
    chance, lines = random.Random(seed), [PREAMBLE]
    for number in range(evaluations):
        done = number / (evaluations - 1)
        losses = [curve(done) * (1 + chance.gauss(0, noise)) for curve in (train, val)]
        lines.append(f"step {250 * number}: train loss {losses[0]:.4f}, val loss {losses[1]:.4f}\n")
        if number:
            lines.append("saving checkpoint to out\n")
        batches = range(250 * number, 250 * (number + 1), 50) if number < evaluations - 1 else [250 * number]
        for it in batches:
            lines.append(f"iter {it}: loss {train(done) + chance.gauss(0, 0.02):.4f}, time 40.00ms, mfu 9.00%\n")
    return "".join(lines)


def of_hf(val: Curve, train: Curve, evaluations: int, noise: float = 0.0, seed: int = 1) -> str:
    """Dicts of the HF Trainer: five lines of training an epoch, then an evaluation."""
    chance, lines = random.Random(seed), []
    for number in range(evaluations):
        for part in range(5):
            epoch = number + (part + 1) / 5
            row = {"loss": round(train(epoch / evaluations) + chance.gauss(0, 0.01), 4), "grad_norm": 1.2}
            lines.append(str({**row, "learning_rate": 5e-5, "epoch": round(epoch, 2)}))
        value = val(number / (evaluations - 1)) * (1 + chance.gauss(0, noise))
        lines.append(str({"eval_loss": round(value, 4), "eval_runtime": 3.1, "epoch": float(number + 1)}))
    return "\n".join(lines) + "\n"


def of_json(val: Curve, train: Curve, evaluations: int, noise: float = 0.0, seed: int = 1) -> str:
    chance, lines = random.Random(seed), []
    for number in range(10 * evaluations):
        done = number / (10 * evaluations - 1)
        lines.append(json.dumps({"step": 10 * number, "loss": train(done) + chance.gauss(0, 0.02)}))
        if number % 10 == 9:
            value = val((number // 10) / (evaluations - 1)) * (1 + chance.gauss(0, noise))
            lines.append(json.dumps({"step": 10 * number, "val_loss": value}))
    return "\n".join(lines) + "\n"


FORMATS = {"nanoGPT": of_nanogpt, "HF Trainer": of_hf, "JSON": of_json}


def down(first: float, last: float, pace: float = 0.15) -> Curve:
    return lambda done: last + (first - last) * math.exp(-done / pace)


def valley(first: float, low: float, rise: float, at: float = 0.4, pace: float = 0.08) -> Curve:
    """Falls to `low` at the part `at` of the run, then rises by a share of it until the end."""
    return lambda done: low + (first - low) * math.exp(-done / pace) + low * rise * max(0.0, done - at) / (1 - at)


def codes(text: str, folder: Path) -> dict[str, Finding]:
    return findings_of(Case(text), folder)


def problems(found: dict[str, Finding]) -> list[str]:
    return [code for code, finding in found.items() if finding.severity in ("error", "warning")]


# overfitting, from a log with few evaluations to one with many


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(
    ("evaluations", "rise", "noise"),
    [
        (6, 0.2, 0.0),
        (6, 0.05, 0.0),
        (8, 0.05, 0.002),
        (12, 0.02, 0.0),
        (12, 0.1, 0.005),
        (20, 0.05, 0.003),
        (20, 0.3, 0.02),
        (60, 0.02, 0.002),
        (60, 0.1, 0.01),
    ],
)
def test_overfitting_is_seen(kind: str, evaluations: int, rise: float, noise: float, tmp_path: Path) -> None:
    text = FORMATS[kind](valley(9.9, 3.4, rise), down(9.8, 1.0, 0.4), evaluations, noise)
    assert "overfitting" in problems(codes(text, tmp_path))


def test_a_loss_that_is_learned_by_heart_while_val_climbs_back(tmp_path: Path) -> None:
    """Few evaluations, a steep start, a rise of four percent from the lowest, and a training loss that goes to 0.4."""
    vals = [9.84, 8.27, 7.12, 6.66, 6.52, 6.31, 6.25, 6.19, 6.15, 6.17, 6.16, 6.21, 6.19, 6.27, 6.30, 6.32, 6.38, 6.41]
    text = "".join(
        f"step {5 * place}: train loss {9.7 * math.exp(-place / 5.5) + 0.02:.3f}, val loss {val:.3f}\n"
        for place, val in enumerate(vals)
    )
    found = codes(PREAMBLE + text, tmp_path)
    assert "Strongly" in in_words(found["overfitting"].title)
    assert "healthy" not in found


def test_a_small_rise_at_every_evaluation(tmp_path: Path) -> None:
    vals = [3.571, 3.578, 3.588, 3.597, 3.611]
    text = "".join(
        f"step {500 * place}: train loss {3.4 - 0.06 * place:.4f}, val loss {val:.4f}\n"
        for place, val in enumerate(vals)
    )
    found = codes(text, tmp_path)
    assert "above the one before: without a trend that happens once in 24 times" in in_words(
        found["overfitting"].evidence
    )


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("noise", [0.0, 0.002, 0.01, 0.02])
@pytest.mark.parametrize("evaluations", [5, 8, 15, 40])
def test_noise_is_no_overfitting(kind: str, noise: float, evaluations: int, tmp_path: Path) -> None:
    """Twelve seeds of a val that falls and levels off, as noisy as small evaluations are; each format has four."""
    first = 4 * list(FORMATS).index(kind)
    for seed in range(first, first + 4):
        text = FORMATS[kind](down(9.9, 3.4, 0.1), down(9.8, 3.0, 0.1), evaluations, noise, seed)
        assert problems(codes(text, tmp_path)) == [], seed


def test_a_rise_too_short_to_judge_is_neither(tmp_path: Path) -> None:
    vals = [4.1, 3.2, 2.9, 2.8, 2.83]
    text = "".join(
        f"step {500 * place}: train loss {val - 0.2:.4f}, val loss {val:.4f}\n" for place, val in enumerate(vals[:4])
    )
    text += "step 2000: train loss 2.5000, val loss 2.8300\n"
    found = codes(text, tmp_path)
    assert problems(found) == []
    assert "is above the best, 2.8000" in in_words(found["inconclusive"].evidence)


def test_train_that_rises_with_val_is_no_overfitting(tmp_path: Path) -> None:
    curve = valley(4.0, 2.5, 0.02)
    found = codes(of_nanogpt(curve, lambda done: curve(done) - 0.1, 12), tmp_path)
    assert "overfitting" not in found
    assert "healthy" not in found
    assert "the training loss rose too" in in_words(found["inconclusive"].evidence)


def test_val_that_rises_and_comes_back_is_well(tmp_path: Path) -> None:
    bump: Curve = lambda done: down(4.0, 2.5)(done) + 0.15 * math.exp(-(((done - 0.5) / 0.1) ** 2)) - 0.1 * done  # noqa: E731
    found = codes(of_nanogpt(bump, lambda done: bump(done) - 0.1, 30), tmp_path)
    assert problems(found) == []
    assert "healthy" in found


def test_train_that_falls_while_val_stands_still(tmp_path: Path) -> None:
    found = codes(of_nanogpt(down(4.2, 1.6, 0.05), down(4.2, 0.5, 0.3), 12), tmp_path)
    assert {"wide_gap", "overfitting"} & set(problems(found))
    assert "healthy" not in found


def test_bits_per_byte_that_rise(tmp_path: Path) -> None:
    lines = []
    for step in range(0, 2001, 10):
        if step % 100 == 0:
            lines.append(f"Step {step:05d} | Validation bpb: {valley(3.2, 0.95, 0.06)(step / 2000):.4f}\n")
        loss = down(10.4, 2.2, 0.3)(step / 2000)
        lines.append(
            f"step {step:05d}/02000 ({step / 20:.2f}%) | loss: {loss:.6f} | lrm: 1.00 | dt: 500.00ms | "
            "tok/sec: 100,000 | mfu: 40.00 | total time: 1.00m\n"
        )
    found = codes("".join(lines), tmp_path)
    assert "risen from its best" in in_words(found["overfitting"].title)


# losses that look fine and are not


def hf_lines(loss: Curve, norm: Callable[[int], float], rows: int = 30, rate: Curve = lambda done: 2e-4) -> str:
    return "".join(
        str(
            {"loss": loss(n / rows), "grad_norm": norm(n), "learning_rate": rate(n / rows), "epoch": round(n / rows, 2)}
        )
        + "\n"
        for n in range(rows)
    )


def wobbling(value: float, noise: float, seed: int = 2) -> Curve:
    chance = random.Random(seed)
    return lambda done: round(value + chance.gauss(0, noise), 4)


DEAD = {
    "zero and nan": hf_lines(lambda done: 0.0, lambda n: math.nan),
    "zero and nan, five lines": hf_lines(lambda done: 0.0, lambda n: math.nan, 5),
    "zero from the middle on": hf_lines(lambda done: 2.0 if done < 0.5 else 0.0, lambda n: 1.0 if n < 15 else math.nan),
    "zero without norms": "".join(json.dumps({"step": n, "loss": 0.0}) + "\n" for n in range(30)),
    "no finite norm, a loss that stands": hf_lines(wobbling(2.3, 0.02), lambda n: math.nan),
    "infinite norms": hf_lines(wobbling(2.3, 0.02), lambda n: math.inf),
    "norms of zero": hf_lines(wobbling(0.6931, 0.001), lambda n: 0.0),
}


@pytest.mark.parametrize("kind", DEAD)
def test_dead_losses(kind: str, tmp_path: Path) -> None:
    found = codes(DEAD[kind], tmp_path)
    assert found["dead_loss"].severity == "error"
    assert "healthy" not in found


def test_a_scaler_that_skips_its_first_updates_is_well(tmp_path: Path) -> None:
    text = hf_lines(lambda done: round(down(3.0, 1.5)(done), 4), lambda n: math.inf if n < 3 else 1.0, 60)
    assert "healthy" in codes(text, tmp_path)


@pytest.mark.parametrize("norm", [0.0, math.nan])
def test_norms_that_a_trainer_does_not_know(norm: float, tmp_path: Path) -> None:
    """The loss falls, so gradients do arrive."""
    text = hf_lines(lambda done: round(down(3.0, 1.5)(done), 4), lambda n: norm, 60)
    assert "dead_loss" not in codes(text, tmp_path)


def rows_of(loss: Callable[[int], float], count: int = 100, start: int = 0, **more: Any) -> str:
    return "".join(json.dumps({"step": n, "loss": loss(n), **more}) + "\n" for n in range(start, start + count))


def noisy(curve: Callable[[int], float], noise: float = 0.02) -> Callable[[int], float]:
    chance = random.Random(3)
    return lambda n: curve(n) + chance.gauss(0, noise)


NO_PROOF = {
    "a flat loss": (rows_of(noisy(lambda n: 2.3)), "did not fall by more than noise"),
    "three lines": (rows_of(noisy(lambda n: 3 - n / 10), 3), "too few to judge"),
    "no beginning": (rows_of(noisy(lambda n: 3 - n / 1000), 100, 700), "begins at iteration 700"),
    "a loss that climbs back": (
        rows_of(noisy(lambda n: falling(5.0, 2.0, 10)(n) + max(0, n - 60) * 0.004), 100),
        "ends above its lowest level",
    ),
    "a learning rate that still rises": (
        build_nanogpt(falling(10.9, 8.0, 30), steps=100, rate=lambda it: 6e-6 * (it + 1)),
        "warm-up",
    ),
    "a gradient norm that explodes": (
        build_nanogpt(falling(10.9, 4.0, 60), norm=lambda it: 0.4 if it < 370 else 0.4 * 1.2 ** (it - 370)),
        "gradient norm ends at",
    ),
    "some norms that are not finite": (
        build_nanogpt(falling(10.9, 4.0, 60), norm=lambda it: math.nan if it % 4 == 0 else 0.4),
        "gradient norms are not finite",
    ),
    "an evaluation before anything is learned": (
        nanogpt(CHAR, lambda it: (4.2, 4.3), eval_every=10**6),
        "in the beginning",
    ),
    "the first hundredth of a run": (
        "".join(f"step {n}/100000 | loss {falling(9.0, 6.0, 300)(n):.4f}\n" for n in range(0, 1000, 10)),
        "too early to judge",
    ),
    "learned by heart, perhaps": (rows_of(noisy(falling(3.0, 0.1, 20), 0.01)), "learned by heart"),
}


@pytest.mark.parametrize("kind", NO_PROOF)
def test_what_is_no_proof_of_health(kind: str, tmp_path: Path) -> None:
    text, reason = NO_PROOF[kind]
    found = codes(text, tmp_path)
    assert "healthy" not in found
    assert reason in in_words(found["inconclusive"].evidence)


def test_lines_that_could_not_be_read(tmp_path: Path) -> None:
    strange = "".join(f"<<{n}>> epoch-loss 2.{n % 10}1 of {n}\n" for n in range(100))
    found = codes(nanogpt(CHAR, iters=400) + strange, tmp_path)
    assert "could not be read" in in_words(found["inconclusive"].evidence)


# memory, in every spelling

GIB_OF_LOGITS = 64 * 1024 * 50304 * 4 / 2**30
OUT_OF_MEMORY = {
    "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 8.00 GiB total capacity)": "",
    "torch.OutOfMemoryError: HIP out of memory. Tried to allocate 512.00 MiB.": "",
    "RuntimeError: MPS backend out of memory (MPS allocated: 9.0 GB, max allowed: 9.1 GB).": "",
    f"RuntimeError: Invalid buffer size: {GIB_OF_LOGITS:.2f} GB": "that of the logits",
    "RuntimeError: Invalid buffer size: 9.00 GiB": "The logits alone are",
    "torch.OutOfMemoryError: XPU out of memory. Tried to allocate 64.00 GiB.": "",
    "RuntimeError: level_zero backend failed with error: 39 (UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY)": "",
    "RuntimeError: CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`": "",
    "ncclUnhandledCudaError: Call to CUDA function failed. Cuda failure 2 'out of memory'": "",
    "RuntimeError: [enforce fail at alloc_cpu.cpp:117] . DefaultCPUAllocator: can't allocate memory: you tried to "
    "allocate 13186891776 bytes. Error code 12": "that of the logits",
    "terminate called after throwing an instance of 'std::bad_alloc'": "not the GPU's",
    "numpy.core._exceptions._ArrayMemoryError: Unable to allocate 12.0 GiB for an array": "not the GPU's",
    "OSError: [Errno 12] Cannot allocate memory": "not the GPU's",
    "slurmstepd: error: Detected 1 oom_kill event in StepId=77.0. Some of the step tasks were OOM Killed.": "GPU's",
    "srun: error: node7: task 0: Out Of Memory": "not the GPU's",
    "Your session crashed after using all available RAM.": "not the GPU's",
    "ggml_vulkan: Device memory allocation of size 9000000 failed.": "",
    "kernel: Out of memory: Killed process 4242 (python) total-vm:99kB": "not the GPU's",
    "jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 8589934592 "
    "bytes.": "",
    "tensorflow.python.framework.errors_impl.ResourceExhaustedError: OOM when allocating tensor with shape[64,512]": "",
    "RuntimeError: [metal::malloc] Attempting to allocate 13186891776 bytes which is greater than the maximum "
    "allowed buffer size of 9534832640 bytes.": "that of the logits",
}


@pytest.mark.parametrize("line", OUT_OF_MEMORY)
@pytest.mark.parametrize("trained", [False, True])
def test_out_of_memory_in_many_words(line: str, trained: bool, tmp_path: Path) -> None:
    before = nanogpt(CHAR, iters=900) if trained else PREAMBLE
    sizes = ("--batch_size=64", "--block_size=1024", "--vocab_size=50304")
    found = findings_of(Case(f"{before}{TRACEBACK}{line}\n", sizes), tmp_path)
    assert problems(found) == ["out_of_memory"]
    evidence = in_words(found["out_of_memory"].evidence)
    assert OUT_OF_MEMORY[line] in evidence
    assert ("after iteration 900" if trained else "in the first iteration") in evidence
    assert "--batch_size=32" in in_words(found["out_of_memory"].advice)


def test_the_logits_are_named_with_their_size(tmp_path: Path) -> None:
    text = PREAMBLE + "RuntimeError: Invalid buffer size: 12.28 GB\n"
    sizes = ("--batch_size=64", "--block_size=1024", "--vocab_size=50304")
    evidence = in_words(findings_of(Case(text, sizes), tmp_path)["out_of_memory"].evidence)
    assert "batch_size 64 x block_size 1,024 x vocab_size 50,304 numbers of 4 bytes are 12.28 GiB" in evidence
    evidence = in_words(findings_of(Case(text), tmp_path)["out_of_memory"].evidence)
    assert "usually the logits" in evidence


def test_an_error_that_only_speaks_of_memory(tmp_path: Path) -> None:
    for line in (
        "RuntimeError: CUDA error: an illegal memory access was encountered",
        "I lost my memory, out of memory",
    ):
        assert "out_of_memory" not in codes(nanogpt(CHAR, iters=900) + line + "\n", tmp_path)


# who ended it

KILLS = {
    "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-05-01T10:00:00 DUE TO TIME LIMIT ***": "time limit",
    "slurmstepd: error: *** STEP 7.0 ON n1 CANCELLED AT 2026-05-01T10:00:00 DUE TO PREEMPTION ***": "preempted",
    "submitit WARNING - Caught signal SIGUSR2 on n1: this job is preempted.": "preempted",
    "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-05-01T10:00:00 DUE TO NODE FAILURE ***": "node failed",
    "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-05-01T10:00:00 ***": "cancelled",
    "torch.distributed.elastic.multiprocessing.api.SignalException: Process 7 got signal: 15": "SIGTERM",
    "torch.distributed.elastic.multiprocessing.api.SignalException: Process 7 got signal: 1": "terminal",
    "Terminated": "SIGTERM",
    "WARNING:torch.distributed.elastic.agent.server.api:Received 15 death signal, shutting down workers": "SIGTERM",
    "./run.sh: line 3: 12345 Killed                  python train.py": "killed",
    "exitcode  : -9 (pid: 4242)": "killed",
    "command terminated with exit code 137": "killed",
}


@pytest.mark.parametrize("line", KILLS)
def test_who_killed_it(line: str, tmp_path: Path) -> None:
    found = codes(nanogpt(CHAR, iters=900) + line + "\n", tmp_path)
    assert problems(found) == ["killed"]
    assert KILLS[line] in in_words(found["killed"].title)
    assert "healthy" not in found


def test_a_kill_that_follows_an_error_is_a_crash(tmp_path: Path) -> None:
    """torchrun ends the other processes when one of them fails."""
    lines = [
        "[rank1]: ValueError: cannot reshape array of size 7",
        "W0501 torch/distributed/elastic Sending process 42 closing signal SIGTERM",
        "exitcode  : -15 (pid: 42)",
        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:",
    ]
    found = codes(nanogpt(CHAR, iters=900) + "\n".join(lines) + "\n", tmp_path)
    assert problems(found) == ["crashed"]
    assert "cannot reshape" in in_words(found["crashed"].evidence)


def test_a_crash_after_the_last_iteration(tmp_path: Path) -> None:
    case = Case(HEALTHY + TRACEBACK + "OSError: [Errno 28] No space left on device\n", ("--max_iters=2000",))
    found = findings_of(case, tmp_path)
    assert found["crashed"].severity == "warning"
    assert "healthy" not in found


@pytest.mark.parametrize("line", ["ValueError: no such dataset", "srun: error: n1: task 0: Exited with exit code 1"])
def test_a_log_without_iterations_does_not_say_that_none_were_done(line: str, tmp_path: Path) -> None:
    """An .err file: the losses are elsewhere."""
    found = codes("Loading module cuda/12.4\nwandb: Run data is saved locally\n" + PREAMBLE + line + "\n", tmp_path)
    said = " ".join(in_words(one.evidence) + in_words(one.title) for one in found.values())
    assert "o iteration in this log" in said
    assert "Not one" not in said
    assert "healthy" not in found
    if "ValueError" in line:
        assert "no such dataset" in said


# restarts

RESUMED = "Resuming training from out/ckpt.pt\n"
LOADED = "=> loading checkpoint 'out/ckpt.pt' (iteration 1000)\n"


@pytest.mark.parametrize("line", [RESUMED, LOADED])
@pytest.mark.parametrize("pace", [15, 200])
def test_a_jump_where_a_checkpoint_is_loaded_is_no_spike(line: str, pace: float, tmp_path: Path) -> None:
    after = nanogpt(lambda it: CHAR(it) + 1.5 * math.exp(-(it - 1010) / pace), start=1010, preamble="")
    found = codes(nanogpt(CHAR, iters=1000) + line + after, tmp_path)
    assert "loss_spike" not in found
    assert "resume_jump" in problems(found)
    back = "soon after" if pace < 100 else "still"
    assert back in in_words(found["resume_jump"].evidence)


@pytest.mark.parametrize("line", [RESUMED, LOADED])
def test_a_checkpoint_that_is_loaded_without_a_jump(line: str, tmp_path: Path) -> None:
    found = codes(nanogpt(CHAR, iters=1000) + line + nanogpt(CHAR, start=1010, preamble=""), tmp_path)
    assert problems(found) == []
    assert "healthy" in found


# speed


def run_directory(folder: Path, ms: Callable[[int], float], planned_ms: float | None = None, **load: float) -> Facts:
    """A run of fledge with 200 iterations of a small model on two cores."""
    shape = {"n_layer": 2, "n_head": 2, "n_embd": 64, "block_size": 64, "vocab_size": 65}
    settings = {**shape, "batch_size": 8, "gradient_accumulation_steps": 1, "dtype": "float32"}
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({name: {"value": value} for name, value in settings.items()}))
    start = {"event": "start", "iter": 0, "cores": 2, "planned_step_ms": planned_ms, "peak_flops": 1e12}
    events: list[dict[str, Any]] = [{**start, "params": 108_000, "tokens_per_iter": 512, "device_name": "a CPU"}]
    for it in range(200):
        row = {"event": "iter", "iter": it, "loss": CHAR(10 * it), "dt_ms": ms(it), "mfu": 0.01}
        events.append({**row, **(load if it % 20 == 0 else {})})
    (folder / "metrics.jsonl").write_text("".join(json.dumps({"time": 0.0, **event}) + "\n" for event in events))
    return Facts(read_log(str(folder)).runs[-1])


FREE = {"own_cpu": 2.0, "others_cpu": 0.02, "cpu_wait": 0.01, "steal": 0.0, "cpu_mhz": 3000.0}
CROWDED = {"own_cpu": 0.9, "others_cpu": 1.1, "cpu_wait": 1.0, "steal": 0.0, "cpu_mhz": 3000.0}
STOLEN = {"own_cpu": 1.0, "others_cpu": 0.0, "cpu_wait": 0.1, "steal": 0.9, "cpu_mhz": 3000.0}


@pytest.mark.parametrize(
    ("planned", "load", "says"),
    [
        (15.0, CROWDED, "other processes use 1.1 of 2 cores"),
        (15.0, STOLEN, "the host of this virtual machine takes 0.9 of 2 cores"),
        (15.0, {}, "83x the planned 15.0 ms"),
        (None, CROWDED, "other processes use 1.1 of 2 cores"),
    ],
)
def test_a_busy_machine_is_not_the_models_fault(
    planned: float | None, load: dict[str, float], says: str, tmp_path: Path
) -> None:
    facts = run_directory(tmp_path / "run", lambda it: 1240.0 + it % 7, planned, **load)
    found = {finding.code: finding for finding in find(facts)}
    assert says in in_words(found["busy_machine"].evidence)
    assert found["busy_machine"].severity == ("warning" if planned else "note")
    assert "64 wide" not in " ".join(in_words(finding.evidence) for finding in found.values())


def test_a_small_model_on_a_free_machine_is_the_models_own(tmp_path: Path) -> None:
    facts = run_directory(tmp_path / "run", lambda it: 15.0 + it % 3 / 10, 14.0, **FREE)
    found = {finding.code: finding for finding in find(facts)}
    assert "busy_machine" not in found
    assert "64 wide" in in_words(found["low_mfu"].evidence)


def test_a_plan_that_was_wrong_is_no_busy_machine(tmp_path: Path) -> None:
    facts = run_directory(tmp_path / "run", lambda it: 45.0, 15.0, **FREE)
    assert "busy_machine" not in {finding.code for finding in find(facts)}


def test_most_steps_slower_than_the_fastest(tmp_path: Path) -> None:
    facts = run_directory(tmp_path / "run", lambda it: 15.0 if it % 10 == 0 else 300.0)
    found = {finding.code: finding for finding in find(facts)}
    assert "the 15.0 ms of the fastest" in in_words(found["busy_machine"].evidence)


def test_a_spell_of_slow_steps_is_either_drift_or_a_busy_machine(tmp_path: Path) -> None:
    """From 40% to 90% of the run, in steps of very different length."""
    facts = run_directory(tmp_path / "run", lambda it: (400.0 + it * 37 % 900) if 80 <= it < 185 else 15.0)
    codes = {finding.code for finding in find(facts)}
    assert "busy_machine" in codes
    assert "throughput_drift" not in codes


def test_the_mean_stands_beside_the_median(tmp_path: Path) -> None:
    text = nanogpt(CHAR, ms=lambda it: 700.0 if it % 50 == 0 else 250.0)
    facts = findings_facts(text, tmp_path)
    assert facts.step_ms == pytest.approx(250, rel=0.01)
    assert facts.step_mean_ms == pytest.approx(340, rel=0.02)


def findings_facts(text: str, folder: Path) -> Facts:
    path = folder / "some.log"
    path.write_text(text)
    return Facts(read_log(str(path)).runs[-1])


# which checkpoint there is


@pytest.mark.parametrize(
    ("before", "inside", "said"),
    [
        ("", "", "no line mentions any"),
        ("Saving model state...\n", "", "only what was saved before the first iteration"),
        ("Saving model state...\n", "saving checkpoint to out\n", "the checkpoint of iteration 90"),
    ],
)
def test_the_checkpoint_to_resume_from(before: str, inside: str, said: str, tmp_path: Path) -> None:
    rows = [f"iter {it}: loss {5 - it / 100:.4f}, time 40.00ms, mfu 9.00%\n" for it in range(0, 200, 10)]
    text = "max_iters = 1000\n" + before + "".join(rows[:10]) + inside + "".join(rows[10:])
    assert said in in_words(codes(text, tmp_path)["truncated"].advice)


def test_the_checkpoint_of_a_log_that_counts_no_iterations(tmp_path: Path) -> None:
    rows = [f"{{'loss': {3 - n / 20:.4f}, 'learning_rate': 5e-05, 'epoch': {n / 10}}}\n" for n in range(1, 31)]
    text = "".join(rows) + "Saving model checkpoint to out/checkpoint-1500\nKilled\n"
    advice = in_words(codes(text, tmp_path)["killed"].advice)
    assert "which line 31 mentions" in advice
    assert "iteration 30" not in advice


# test losses, rewards


def test_a_test_loss_that_rises_is_overfitting(tmp_path: Path) -> None:
    """In many tutorials the test loss is the only evaluation: without it the run would look well."""
    losses = [(2.3 * 0.8**n, 1.2 * 0.9 ** min(n, 6) + 0.03 * max(0, n - 6)) for n in range(1, 21)]
    text = "".join(
        f"Epoch [{n}/20], Train Loss: {train:.4f}, Test Loss: {test:.4f}\n"
        for n, (train, test) in enumerate(losses, start=1)
    )
    assert problems(codes(text, tmp_path)) == ["overfitting"]


def test_evaluations_that_all_rise(tmp_path: Path) -> None:
    """So many that the chance of it is 0 to a computer."""
    text = "".join(
        f"step {n}: train loss {2 * 0.97**n:.5f}, val loss {2.1 * 0.97 ** min(n, 100) + 0.004 * max(0, n - 100):.5f}\n"
        for n in range(400)
    )
    found = codes(text, tmp_path)
    assert "overfitting" in found
    assert "once in 1,000,000 times" in in_words(found["overfitting"].evidence)


@pytest.mark.parametrize("loss", [0.0, 0.001])
def test_rewards_are_neither_dead_nor_healthy(loss: float, tmp_path: Path) -> None:
    row = "{{'loss': {}, 'grad_norm': 0.35, 'reward': {:.3f}, 'reward_std': 0.3, 'epoch': {:.2f}}}\n"
    text = "".join(row.format(loss, n / 50, n / 100) for n in range(1, 60))
    found = codes(text, tmp_path)
    assert list(found) == ["inconclusive"]
    assert "rewards" in in_words(found["inconclusive"].evidence)
    falling = "".join(row.format(round(0.7 - n / 100, 4), n / 50, n / 100) for n in range(1, 60))
    assert list(codes(falling, tmp_path)) == ["inconclusive"]


def test_validation_losses_of_several_datasets_are_no_silence(tmp_path: Path) -> None:
    """None of them is read, and the run is not called healthy without them."""
    row = "step {} | train/loss: {:.3f} | val/{}_loss: {:.3f} | val/wiki_loss: {:.3f}\n"
    text = "".join(row.format(n, 3 + 5 / (1 + n), "web", 4 + n / 50, 4 + n / 40) for n in range(60))
    found = codes(text, tmp_path)
    assert "healthy" not in found
    assert "validation losses, of several datasets" in in_words(found["inconclusive"].evidence)


def test_samples_are_not_called_iterations(tmp_path: Path) -> None:
    text = "".join(
        f"Train Epoch: {n} [0/6000 (0%)]\tLoss: {0.5**n:.6f}\nTrain Epoch: {n} [3000/6000 (50%)]\tLoss: {0.45**n:.6f}\n"
        f"\nTest set: Average loss: {0.1 + 0.05 * n:.4f}, Accuracy: 98/100 (98%)\n\n"
        for n in range(1, 12)
    )
    evidence = in_words(codes(text, tmp_path)["overfitting"].evidence)
    assert "At sample 63,000" in evidence
    assert "iteration" not in evidence


# steps, evaluations and losses that stand still


def test_a_slow_stretch_is_not_an_evaluation(tmp_path: Path) -> None:
    """Other work on the machine for a while; an evaluation falls into it."""
    slow = busy_log(lambda it: 540.0 if 400 < it < 700 else 100.0)
    assert "eval_in_step_time" not in codes(slow, tmp_path)
    assert "throughput_jitter" in codes(slow, tmp_path)
    evaluating = busy_log(lambda it: 540.0 if it % 200 == 0 else 100.0)
    assert "eval_in_step_time" in codes(evaluating, tmp_path)


def busy_log(step_ms: Callable[[int], float]) -> str:
    lines = [PREAMBLE]
    for it in range(0, 1000, 10):
        loss = 3 + 2 * ((it + 10) ** -0.4 - 0.06)
        if it % 200 == 0:
            lines.append(f"step {it}: train loss {loss:.4f}, val loss {loss + 0.03:.4f}\n")
        lines.append(f"iter {it}: loss {loss + 0.01 * (it % 7):.4f}, time {step_ms(it) + it % 3:.2f}ms, mfu 20.00%\n")
    return "".join(lines)


@pytest.mark.parametrize("losses", [[2.3026] * 12, [1.5] * 30])
def test_a_loss_that_never_changes_is_dead(tmp_path: Path, losses: list[float]) -> None:
    lines = [f"iter {10 * n}: loss {loss:.4f}, time 10.00ms, mfu 1.00%\n" for n, loss in enumerate(losses)]
    assert "dead_loss" in codes("".join(lines), tmp_path)
    lines[3] = lines[3].replace("0, time", "1, time").replace("6, time", "7, time")
    assert "dead_loss" not in codes("".join(lines), tmp_path)


def test_rounded_losses_of_an_excerpt_may_be_equal(tmp_path: Path) -> None:
    lines = [f"iter {it}: loss 2.3100, time 10.00ms, mfu 1.00%\n" for it in range(50_000, 50_300, 10)]
    assert "dead_loss" not in codes("".join(lines), tmp_path)


@pytest.mark.parametrize("form", FORMATS)
def test_a_val_that_stands_while_train_falls_on_is_not_called_healthy(tmp_path: Path, form: str) -> None:
    def stops(done: float) -> float:
        return 2.5 + max(0.0, 1.7 * (1 - 2.2 * done)) ** 2

    found = codes(FORMATS[form](stops, down(4.2, 2.2, 0.5), 21, noise=0.001), tmp_path)
    assert "healthy" not in found
    both = codes(FORMATS[form](down(4.2, 2.5, 0.5), down(4.2, 2.4, 0.5), 21, noise=0.001), tmp_path)
    assert "healthy" in both


def test_four_evaluations_that_fall_are_a_fall(tmp_path: Path) -> None:
    lines = []
    for it in range(0, 2000, 50):
        row = {"step": it, "train/loss": 2.8 + 2 * (it + 10) ** -0.4 + 0.01 * (it // 50 % 3), "lr": 3e-4}
        if it % 500 == 0:
            row["val/loss"] = 2.85 + 2 * (it + 10) ** -0.4
        lines.append(json.dumps(row))
    assert "healthy" in codes("\n".join(lines) + "\n", tmp_path)


def test_steps_that_are_skipped_again_and_again_are_no_proof_of_health(tmp_path: Path) -> None:
    """A scaler of float16 that finds its scale at first, and one that never does."""

    def log(until: int) -> str:
        lines = []
        for it in range(300):
            if it < until and it % 4 == 0:
                lines.append(
                    f"[INFO] [loss_scaler.py:190] OVERFLOW! Rank 0 Skipping step. Loss scale: 1, reducing to {it}"
                )
            loss = 3 + 7 * math.exp(-it / 50) + 0.02 * (it % 5)
            lines.append(f"steps: {it} loss: {loss:.4f} iter time (s): 0.512")
        return "\n".join(lines) + "\n"

    assert "healthy" in codes(log(40), tmp_path)
    found = codes(log(300), tmp_path)
    assert "healthy" not in found
    assert "37 steps were skipped" in in_words(found["inconclusive"].evidence)
