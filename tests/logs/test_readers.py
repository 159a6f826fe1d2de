"""Logs of every trainer that fledge reads: each format, our own runs, and real logs where they are."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from fledge.common.errors import FledgeError
from fledge.logs.readers import generic, read_log, registry, tensorboard
from fledge.logs.readers.families import FAMILIES
from fledge.logs.readers.format import UNITS
from fledge.logs.readers.registry import FILE_FORMATS, FORMATS
from fledge.logs.run import Curve, Metric
from tests.logs.log_texts import LLMC_TABLE, Logs, nanogpt, points, values

REAL = Path(__file__).parents[3] / "shared" / "logs"


@pytest.fixture
def logs(tmp_path: Path) -> Logs:
    return Logs(tmp_path)


# formats


def test_nanogpt(logs: Logs) -> None:
    run = logs.one(
        "Overriding config with config/mine.py:\n"
        "batch_size = 24 # rows\n"
        "# device = 'cpu'  # for a laptop\n"
        "Overriding: n_layer = 3\n"
        "tokens per iteration will be: 6,144\n"
        "found vocab_size = 71 (inside data/x/meta.pkl)\n"
        "number of parameters: 1.25M\n"
        "compiling the model... (takes a ~minute)\n"
        "step 0: train loss 4.2101, val loss 4.2202\n"
        "iter 0: loss 4.2303, time 4321.98ms, mfu -100.00%\n"
        "saving checkpoint to out\n"
        "iter 10: loss 3.1404, time 21.05ms, mfu 7.06%\n"
    )
    assert run.format == "nanoGPT"
    assert points(run, "loss") == [(0, 4.2303), (10, 3.1404)]
    assert points(run, "train_loss") == [(0, 4.2101)]
    assert points(run, "val_loss") == [(0, 4.2202)]
    assert points(run, "dt_ms") == [(0, 4321.98), (10, 21.05)]
    assert points(run, "mfu") == [(0, -1.0), (10, 0.0706)]
    assert values(run) == {
        "batch_size": 24,
        "n_layer": 3,
        "tokens_per_iter": 6144,
        "vocab_size": 71,
        "params": 1.25e6,
    }
    assert run.settings["n_layer"].origin == "line 4"
    assert [(notice.kind, notice.line, notice.it) for notice in run.notices] == [
        ("compiled", 8, None),
        ("saved", 11, 0),
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("iter 7: loss 2.5, time 30.10ms", {"loss": 2.5, "dt_ms": 30.1}),
        ("iter 7: loss 2.5, time 30.10 ms, mfu 5.00%, lr 6.00e-04, total time 22.50s",
         {"loss": 2.5, "dt_ms": 30.1, "mfu": 0.05, "lr": 6e-4, "train_s": 22.5}),
        ("iter 7: train loss 2.5, lr 1e-3", {"loss": 2.5, "lr": 1e-3}),
        ("step 7: val loss 2.25", {"val_loss": 2.25}),
        ("iter 7: train loss 2.5, val loss 2.25", {"train_loss": 2.5, "val_loss": 2.25}),
        ("iter 7: loss nan, time 30.10ms, mfu 5.00%", {"loss": float("nan"), "dt_ms": 30.1, "mfu": 0.05}),
    ],
)  # fmt: skip
def test_nanogpt_forks(logs: Logs, line: str, expected: dict[Metric, float]) -> None:
    run = logs.one(line + "\n")
    assert run.format == "nanoGPT"
    assert {metric: curve.values[0] for metric, curve in run.curves.items()} == pytest.approx(expected, nan_ok=True)


def test_fledge_console_is_not_taken_for_nanogpt(logs: Logs) -> None:
    run = logs.one(
        "device=cpu (no GPU found)\ncompile=False (it gains little on a CPU)\n"
        "training tokens: 1,003,000, seen 1.02 times in 500 iterations\n"
        "mfu is of 427 GFLOP/s (Some CPU, bfloat16, measured)\n" + nanogpt(range(0, 50, 10))
    )
    assert run.format == "fledge"
    assert run.origin == "log"
    assert run.value("peak_flops") == 427e9
    assert run.value("device_name") == "Some CPU"
    assert run.value("dtype") == "bfloat16"
    assert run.value("compile") is False
    assert run.value("dataset_tokens") == 1_003_000
    assert [notice.text for notice in run.notices_of("device")] == ["device=cpu"]


def test_build_nanogpt(logs: Logs) -> None:
    run = logs.one(
        "using device: cuda:0\ntotal desired batch size: 32768\n=> calculated gradient accumulation steps: 4\n"
        "validation loss: 10.9501\nHellaSwag accuracy: 2450/10042=0.2440\n"
        "step     0 | loss: 10.955001 | lr 8.3916e-07 | norm: 15.3001 | dt: 12001.25ms | tok/sec: 2730.38\n"
        "step     1 | loss: 10.804002 | lr 1.6783e-06 | norm: 14.2002 | dt: 398.50ms | tok/sec: 82228.36\n"
        "validation loss: 9.8402\n"
    )
    assert run.format == "build-nanogpt"
    assert points(run, "loss") == [(0, 10.955001), (1, 10.804002)]
    assert points(run, "val_loss") == [(0, 10.9501), (1, 9.8402)]  # the last one came after iteration 1
    assert points(run, "accuracy") == [(0, 0.244)]
    assert points(run, "grad_norm")[1] == (1, 14.2002)
    assert points(run, "dt_ms")[1] == (1, 398.5)
    assert run.value("tokens_per_iter") == 32768
    assert run.value("gradient_accumulation_steps") == 4
    old = logs.one("step 3, loss: 7.25, dt: 105.20ms, tok/sec: 38929.66\nstep 4, loss: 7.125\n")
    assert points(old, "loss") == [(3, 7.25), (4, 7.125)]
    assert points(old, "tokens_per_s") == [(3, 38929.66)]


def test_build_nanogpt_log_file(logs: Logs) -> None:
    run = logs.one("0 val 10.9501\n0 hella 0.2440\n0 train 10.955001\n1 train 10.804002\n")
    assert run.format == "build-nanogpt log.txt"
    assert points(run, "loss") == [(0, 10.955001), (1, 10.804002)]
    assert points(run, "val_loss") == [(0, 10.9501)]
    assert points(run, "accuracy") == [(0, 0.244)]


def test_llmc(logs: Logs) -> None:
    run = logs.one(
        LLMC_TABLE + "val loss 10.950001\n"
        "step    1/500 | loss 10.955001 (+nanz)| norm 15.3001 (+nanz)| lr 8.57e-07 | 3100.50 ms | 40.5% bf16 MFU |"
        " 169000 tok/s\n"
        "step    2/500 | loss 10.804002 (+1.25z)| norm 14.2 (-0.5z)| lr 1.71e-06 | 3050.25 ms | 41.0% bf16 MFU |"
        " 171000 tok/s\n"
        "HellaSwag: 2450/10042 = 0.243975\n"
    )
    assert run.format == "llm.c"
    assert points(run, "loss") == [(1, 10.955001), (2, 10.804002)]
    assert points(run, "mfu")[0] == (1, 0.405)
    assert points(run, "val_loss") == [(1, 10.950001)]
    assert points(run, "accuracy") == [(2, 0.243975)]
    wanted = {"batch_size": 8, "block_size": 512, "tokens_per_iter": 65536, "learning_rate": 6e-4, "vocab_size": 50257}
    wanted |= {"n_layer": 12, "n_head": 12, "n_embd": 768, "params": 124475904, "processes": 2, "max_iters": 500}
    wanted |= {"peak_flops": 312e12, "gradient_accumulation_steps": 8}
    assert values(run) == wanted
    assert [notice.text for notice in run.notices_of("gpu")] == ["NVIDIA A100-SXM4-40GB"]


@pytest.mark.parametrize(
    ("line", "metrics"),
    [
        ("step    5/74 | train loss 4.5 | norm 2.5 | lr 1.00e-04 | (99.50 ms | 41000 tok/s)", 5),
        ("step    5/74 | train loss 4.5 | norm 2.5 | lr 1.00e-04 | 99.50 ms | 41.5% A100 fp16 MFU | 41000 tok/s", 6),
        ("step    5/74: train loss 4.5 (acc 4.5) (99.50 ms, 41000 tok/s)", 3),
        ("step    5/74: train loss 4.5 norm 2.5 lr 1.00e-04 (99.50 ms, 41000 tok/s)", 5),
        ("step 5/74: train loss 4.5 (99.50 ms)", 2),
        ("step 5: train loss 4.5 (took 99.50 ms)", 2),
        ("iteration 5, loss: 4.5, time: 99.50ms, tok/s: 41000.25, norm: 2.5", 4),
    ],
)
def test_llmc_of_all_ages(logs: Logs, line: str, metrics: int) -> None:
    run = logs.one(f"{line}\n")
    assert run.format == "llm.c"
    assert len(run.curves) == metrics
    assert points(run, "loss") == [(5, 4.5)]
    assert points(run, "dt_ms") == [(5, 99.5)]


def test_llmc_main_log(logs: Logs) -> None:
    run = logs.one("s:0 tel:10.9500\ns:0 trl:10.9550 lr:0.000001 norm:15.30\ns:1 trl:10.8040\ns:2 eval:0.2440\n")
    assert run.format == "llm.c main.log"
    assert points(run, "loss") == [(0, 10.955), (1, 10.804)]
    assert points(run, "val_loss") == [(0, 10.95)]
    assert points(run, "accuracy") == [(2, 0.244)]


def test_modded_nanogpt_behind_its_own_source(logs: Logs) -> None:
    source = (
        "import torch\nclass Muon(torch.optim.Optimizer):\n    def __init__(self, params, lr=0.02, weight_decay=0.5):\n"
        '        self.t = torch.tensor(0.0, device="cpu")\n        # raises torch.OutOfMemoryError: never\n'
        "    num_iterations: int = 99 # number of iterations to run\n"
        'print0(f"step:{step}/{steps} val_loss:{val_loss:.4f} train_time:{ms:.0f}ms")\n'
    )
    run = logs.one(
        source + "=" * 80 + "\nRunning PyTorch 2.7 compiled for CUDA 12.6\n"
        "|   0  NVIDIA H100 80GB HBM3          On  |\n|   1  NVIDIA H100 80GB HBM3          On  |\n"
        "step:0/1750 val_loss:10.8250 train_time:0ms step_avg:nanms\n"
        "step:1/1750 train_time:250ms step_avg:250.00ms\n"
        "step:2/1750 train_loss:7.2500 train_time:350ms step_avg:175.00ms\n"
        "step:125/1750 val_loss:4.6125 train_time:18.75s step_avg:150.00ms\n"
        "peak memory allocated: 31000 MiB reserved: 40000 MiB\n"
    )
    assert run.format == "modded-nanogpt"
    assert points(run, "val_loss") == [(0, 10.825), (125, 4.6125)]
    assert points(run, "loss") == [(2, 7.25)]
    assert points(run, "train_s") == [(0, 0.0), (1, 0.25), (2, 0.35), (125, 18.75)]
    assert run.value("max_iters") == 1750
    assert run.value("weight_decay") is None
    assert [(notice.kind, notice.text[:30]) for notice in run.notices] == [
        ("gpu", "NVIDIA H100 80GB HBM3"),
        ("finished", "peak memory allocated: 31000 M"),
    ]
    assert run.ended == "finished"


def test_nanochat(logs: Logs) -> None:
    run = logs.one(
        "Autodetected device type: cuda\nGPU: NVIDIA H100 80GB HBM3 | Peak FLOPS (BF16): 9.89e+14\n"
        "Parameter counts:\nwte                     : 25,165,824\ntotal                   : 135,285,000\n"
        "Estimated FLOPs per token: 7.654321e+08\n"
        "Calculated number of iterations from target data:param ratio: 2,520\n"
        "Tokens / micro-batch / rank: 32 x 2048 = 65,536\n"
        "Total batch size 524,288 => gradient accumulation steps: 8\n"
        "Step 00000 | Validation bpb: 3.301250\n"
        "step 00000/02520 (0.00%) | loss: 10.397250 | lrm: 1.00 | dt: 9876.50ms | tok/sec: 53,084 | bf16_mfu: 4.25 |"
        " epoch: 1 | total time: 0.00m\n"
        "step 00001/02520 (0.04%) | loss: 10.125 | grad norm: 0.5125 | lrm: 1.00 | dt: 1500.25ms | tok/sec: 349,467 |"
        " mfu: 27.75 | total time: 0.50m | eta: 63.0m\n"
        "Step 00002 | CORE metric: 0.0125\n"
    )
    assert run.format == "nanochat"
    assert points(run, "loss") == [(0, 10.39725), (1, 10.125)]
    assert points(run, "val_bpb") == [(0, 3.30125)]
    assert points(run, "mfu") == [(0, 0.0425), (1, 0.2775)]
    assert points(run, "train_s")[1] == (1, 30.0)
    assert points(run, "tokens_per_s")[1] == (1, 349467.0)
    assert points(run, "grad_norm") == [(1, 0.5125)]
    assert points(run, "accuracy") == [(2, 0.0125)]
    wanted = {"params": 135285000, "flops_per_token": 7.654321e8, "peak_flops": 9.89e14, "max_iters": 2520}
    wanted |= {"batch_size": 32, "block_size": 2048, "tokens_per_iter": 524288, "gradient_accumulation_steps": 8}
    assert values(run) == wanted
    tuned = logs.one(
        "Step 00010/00500 | Training loss: 1.2500| lrm: 0.98| num_tokens: 12,345\nStep 00020 | Validation loss: 1.125\n"
    )
    assert points(tuned, "loss") == [(10, 1.25)]
    assert points(tuned, "val_loss") == [(20, 1.125)]
    fork = logs.one(
        "step 00150 | loss: 4.125 | lrm: 1.00 | dt: 312ms | mfu: 45.2% | remaining: 173s\nval_bpb:    1.0625\n"
    )
    assert fork.format == "nanochat"
    assert points(fork, "mfu") == [(150, 0.452)]
    assert points(fork, "val_bpb") == [(150, 1.0625)]


def test_mingpt(logs: Logs) -> None:
    run = logs.one(
        "number of parameters: 0.25M\nrunning on device cpu\niter_dt 0.00ms; iter 0: train loss 3.50001\n"
        "iter_dt 172.95ms; iter 10: train loss 3.02052\n"
    )
    assert run.format == "minGPT"
    assert points(run, "loss") == [(0, 3.50001), (10, 3.02052)]
    assert points(run, "dt_ms")[1] == (10, 172.95)
    old = logs.one("dt 0.25; iter 100: train loss 2.50001\n")
    assert points(old, "dt_ms") == [(100, 250.0)]
    bar = logs.one("epoch 1 iter 99: train loss 2.25005. lr 5.999e-04: 100%|####| 100/100 [00:10<00:00]\n")
    assert points(bar, "lr") == [(99, 5.999e-4)]
    assert bar.format == "minGPT"


def test_litgpt_counts_micro_batches(logs: Logs) -> None:
    run = logs.one(
        " 'train': TrainArgs(save_interval=800,\n                    max_steps=5,\n"
        "                    micro_batch_size=4,\n"
        "Epoch 1 | iter 1 step 0 | loss train: 1.625, val: n/a | iter time: 620.25 ms\n"
        "Epoch 1 | iter 2 step 1 | loss train: 1.500, val: n/a | iter time: 820.50 ms (step) remaining time: 0:10:00\n"
        "iter 2: val loss 1.4875, val time: 2500.00 ms\n"
        "Epoch 1 | iter 3 step 1 | loss train: 1.375, val: 1.488 | iter time: 610.00 ms\n"
    )
    assert run.format == "litgpt"
    assert run.counts == "micro-batches"
    assert points(run, "loss") == [(1, 1.625), (2, 1.5), (3, 1.375)]
    assert points(run, "val_loss") == [(2, 1.4875)]
    assert points(run, "eval_s") == [(2, 2.5)]
    assert run.value("max_iters") is None
    assert run.value("batch_size") == 4
    old = logs.one(
        "iter 5 step 2: loss 3.5, iter time: 125.25ms (optimizer.step)\n"
        "iter 6 | step 3: loss 3.25, iter time: 120.00 ms, rest\nstep 6: val loss 3.125, val time: 50.00ms\n"
    )
    assert old.format == "litgpt"
    assert points(old, "loss") == [(5, 3.5), (6, 3.25)]
    assert points(old, "val_loss") == [(6, 3.125)]


def test_torchtitan(logs: Logs) -> None:
    head = "[rank0]:[titan] 2025-01-01 00:00:01,250 - root - INFO - "
    run = logs.one(
        f"{head}CUDA capacity: NVIDIA H100 PCIe with 79.10GiB memory\n"
        f"{head}Model llama3 debugmodel size: 6,139,136 total parameters\n"
        f"{head}Trainer is initialized with local batch size 8, global batch size 16, gradient accumulation steps 1,"
        " sequence length 2048, total steps 10 (warmup 2)\n"
        f"{head}\x1b[31mstep:  1  \x1b[32mloss:  8.12501  \x1b[38;2;180;60;0mgrad_norm:  1.2501  "
        "\x1b[38;2;54;234;195mmemory:  1.25GiB(1.58%)  \x1b[34mtps: 12,345  \x1b[36mtflops: 1.25  "
        "\x1b[35mmfu: 0.13%\x1b[39m\n"
        f"{head}step:  2  loss:  7.5001  memory:  1.50GiB(1.90%)  wps: 23,456  mfu: 0.25%\n"
        f"{head}step:  3  loss:  7.2501  grad_norm: 1.1  memory:  1.50GiB(1.90%)  tps: 23,456  tflops: 2.50  mfu: N/A\n"
        f"{head}validate step:  3  loss:  7.3001  memory:  1.50GiB(1.90%)  tps: 23,456\n"
        f"{head}Training completed\n"
    )
    assert run.format == "torchtitan"
    assert points(run, "loss") == [(1, 8.12501), (2, 7.5001), (3, 7.2501)]
    assert points(run, "val_loss") == [(3, 7.3001)]
    assert points(run, "memory_mb")[0] == (1, 1280.0)
    assert points(run, "tokens_per_s")[1] == (2, 23456.0)
    assert points(run, "mfu") == [(1, 0.0013), (2, 0.0025)]
    assert points(run, "tflops")[1] == (3, 2.5)
    assert run.value("params") == 6139136
    assert run.value("tokens_per_iter") == 32768
    assert run.value("max_iters") == 10
    assert run.ended == "finished"
    assert run.notices_of("gpu")[0].text == "NVIDIA H100 PCIe"


HF = """\
***** Running training *****
  Num examples = 1,000
  Instantaneous batch size per device = 8
  Gradient Accumulation steps = 2
  Total optimization steps = 60
{'loss': 3.5125, 'grad_norm': 1.125, 'learning_rate': 5e-05, 'epoch': 0.5}
{'loss': 3.2525, 'grad_norm': 1.0625, 'learning_rate': 4e-05, 'epoch': 1.0}
{'eval_loss': 3.3125, 'eval_runtime': 2.5, 'eval_samples_per_second': 40.0, 'epoch': 1.0}
{'loss': 3.0025, 'grad_norm': nan, 'learning_rate': 3e-05, 'epoch': 1.5}
{'eval_loss': 3.1125, 'eval_runtime': 2.25, 'epoch': 1.75}
{'train_runtime': 100.5, 'train_samples_per_second': 20.0, 'train_loss': 3.25, 'epoch': 2.0}
"""


def test_hf_trainer_prints_no_steps_and_none_are_invented(logs: Logs) -> None:
    run = logs.one(HF)
    assert run.format == "HF Trainer"
    assert run.counts == "log lines"
    assert points(run, "loss") == [(1, 3.5125), (2, 3.2525), (3, 3.0025)]
    assert points(run, "val_loss") == [(2, 3.3125), (4, 3.1125)]
    assert points(run, "eval_s") == [(2, 2.5), (4, 2.25)]
    assert points(run, "epoch") == [(1, 0.5), (2, 1.0), (3, 1.5), (4, 1.75)]
    assert "train_loss" not in run.curves  # the mean of the whole run is no evaluation
    assert run.value("max_iters") is None
    assert run.value("batch_size") == 8
    assert run.ended == "finished"


def test_hf_trainer_of_version_5_and_behind_progress_bars(logs: Logs) -> None:
    text = (
        "\r  0%|          | 0/60 [00:00<?, ?it/s]\r 17%|█▋        | 10/60 [00:05<00:25,  2.00it/s]"
        "\r                                  \r"
        "{'loss': '3.512', 'grad_norm': '1.125', 'learning_rate': '5e-05', 'epoch': '0.5'}\n"
        " 33%|███▎      | 20/60 [00:10<00:20,  2.00it/s]{'loss': '3.252', 'learning_rate': '4e-05', 'epoch': '1'}\n"
        "{'loss': '3.252', 'learning_rate': '4e-05', 'epoch': '1'}\n"
    )
    run = logs.one(text)
    assert points(run, "loss") == [(1, 3.512), (2, 3.252)]
    assert run.repeated == 1
    assert points(run, "lr") == [(1, 5e-5), (2, 4e-5)]


def test_hf_trainer_with_steps_of_somebodys(logs: Logs) -> None:
    run = logs.one("{'loss': 3.5, 'learning_rate': 5e-05, 'epoch': 0.5, 'step': 12}\n")
    assert run.format == "HF Trainer"
    assert run.counts == "iterations"
    assert points(run, "loss") == [(12, 3.5)]


def test_hf_trainer_goes_back_by_its_epochs(logs: Logs) -> None:
    lines = [f"{{'loss': {4 - e / 100:.4f}, 'learning_rate': 1e-05, 'epoch': {e / 100:.2f}}}\n" for e in range(1, 101)]
    (resumed,) = logs.read("".join([*lines[:60], "Continuing training from global step 400\n", *lines[40:]])).runs
    assert len(resumed.curve("loss")) == 100
    assert [(r.at, r.reached) for r in resumed.resumes] == [(41, 60)]
    two = logs.read("".join(lines[:60] + lines)).runs
    assert [len(run.curve("loss")) for run in two] == [60, 100]


def test_hf_trainer_state(logs: Logs, tmp_path: Path) -> None:
    state = {
        "best_metric": None, "epoch": 2.0, "global_step": 60, "max_steps": 60, "train_batch_size": 8,
        "log_history": [
            {"epoch": 0.5, "grad_norm": 1.125, "learning_rate": 5e-5, "loss": 3.5125, "step": 15},
            {"epoch": 1.0, "eval_loss": 3.3125, "eval_runtime": 2.5, "step": 30},
            {"epoch": 1.0, "grad_norm": float("nan"), "learning_rate": 4e-5, "loss": 3.2525, "step": 30},
            {"epoch": 2.0, "train_loss": 3.25, "train_runtime": 100.5, "step": 60, "total_flos": 1e15},
        ],
    }  # fmt: skip
    run = logs.one(json.dumps(state, indent=2), "trainer_state.json")
    assert run.format == "HF trainer_state.json"
    assert run.counts == "iterations"
    assert points(run, "loss") == [(15, 3.5125), (30, 3.2525)]
    assert points(run, "val_loss") == [(30, 3.3125)]
    assert run.value("max_iters") == 60
    assert run.ended == "finished"
    assert "train_loss" not in run.curves
    (tmp_path / "out" / "checkpoint-5").mkdir(parents=True)
    (tmp_path / "out" / "checkpoint-60").mkdir()
    for step in (5, 60):
        there = Logs(tmp_path / "out" / f"checkpoint-{step}")
        there.write(json.dumps({**state, "max_steps": step}), "trainer_state.json")
    assert read_log(str(tmp_path / "out")).runs[0].value("max_iters") == 60
    with pytest.raises(FledgeError, match="not complete JSON"):
        logs.one(json.dumps(state, indent=2)[:-40], "trainer_state.json")


def test_hf_trainer_as_the_library_prints_and_saves(
    logs: Logs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    callback = pytest.importorskip("transformers.trainer_callback")
    state = callback.TrainerState(is_local_process_zero=True, max_steps=20, logging_steps=10)
    for step, loss in ((10, 3.5), (20, float("nan"))):
        said = {"loss": loss, "grad_norm": 1.25, "learning_rate": 5e-5, "epoch": step / 100}
        state.log_history.append({**said, "step": step})
        callback.PrinterCallback().on_log(None, state, None, logs=said)
    printed = logs.one(capsys.readouterr().out)
    assert printed.format == "HF Trainer"
    assert points(printed, "loss")[0] == (1, 3.5)
    assert points(printed, "grad_norm") == [(1, 1.25), (2, 1.25)]
    state.save_to_json(str(tmp_path / "trainer_state.json"))
    saved = read_log(str(tmp_path)).runs[0]
    assert list(saved.curve("loss").iters) == [10, 20]
    assert points(saved, "lr") == [(10, 5e-5), (20, 5e-5)]
    assert saved.value("max_iters") == 20


def test_tensorboard_csv(logs: Logs) -> None:
    table = "Wall time,Step,Value\n1700000000.5,0,4.25\n1700000010.5,100,3.125\n"
    run = logs.one(table, "run-exp_1-tag-train_loss.csv")
    assert run.format == "TensorBoard CSV"
    assert points(run, "loss") == [(0, 4.25), (100, 3.125)]
    assert points(logs.one(table, "val_loss.csv"), "val_loss") == [(0, 4.25), (100, 3.125)]
    with pytest.raises(FledgeError, match="does not say which metric"):
        logs.one(table, "download.csv")


def test_wandb_csv_holds_several_runs(logs: Logs) -> None:
    reading = logs.read(
        '"Step","calm-sea-1 - train/loss","calm-sea-1 - train/loss__MIN","calm-sea-1 - train/loss__MAX",'
        '"wild-hill-2 - train/loss","wild-hill-2 - train/loss__MIN","wild-hill-2 - train/loss__MAX"\n'
        '"0","4.25","4.25","4.25","4.5","4.5","4.5"\n'
        '"10","3.125","3.125","3.125","",""," "\n'
        '"20","","","","3.5","3.5","3.5"\n'
    )
    assert [run.value("wandb_run_name") for run in reading.runs] == ["calm-sea-1", "wild-hill-2"]
    assert [points(run, "loss") for run in reading.runs] == [[(0, 4.25), (10, 3.125)], [(0, 4.5), (20, 3.5)]]
    assert all(run.format == "wandb CSV" and run.counts == "wandb steps" for run in reading.runs)
    known = logs.read('"train/global_step","a - train/loss"\n"100","4.25"\n').runs[0]
    assert points(known, "loss") == [(100, 4.25)]
    assert known.counts == "iterations"
    history = logs.read(
        "_step,_runtime,iter,train/loss,val/loss,lr\n0,1.5,0,4.25,4.5,0.001\n1,2.5,250,3.25,3.5,0.002\n"
    ).runs[0]
    assert points(history, "val_loss") == [(0, 4.5), (250, 3.5)]
    assert history.counts == "iterations"
    assert points(history, "train_loss") == [(0, 4.25), (250, 3.25)]  # evaluated together


def test_other_tables(logs: Logs) -> None:
    lightning = logs.one("epoch,step,train_loss_step,val_loss\n0,49,3.5,\n0,99,3.25,\n0,99,,3.375\n", "metrics.csv")
    assert lightning.format == "CSV"
    assert points(lightning, "loss") == [(49, 3.5), (99, 3.25)]
    assert points(lightning, "val_loss") == [(99, 3.375)]
    plain = logs.one("# my run\niter;loss;lr\n0;4.25;1e-3\n10;nan;1e-3\n20;torn")
    assert [it for it, _ in points(plain, "loss")] == [0, 10]
    notebook = logs.one("Step\tTraining Loss\tValidation Loss\n500\t3.25\t3.5\n1000\t3.125\t3.375\n")
    assert points(notebook, "val_loss") == [(500, 3.5), (1000, 3.375)]
    keras = logs.one("epoch,loss,val_loss\n0,3.25,3.5\n1,3.125,3.375\n")
    assert keras.counts == "epochs"
    assert points(keras, "val_loss") == [(0, 3.5), (1, 3.375)]
    bare = logs.one("loss,lr\n3.25,0.5\n3.125,0.25\n")
    assert bare.counts == "log lines"
    assert points(bare, "loss") == [(0, 3.25), (1, 3.125)]


def test_tensorboard_events_as_the_library_reads_them(logs: Logs, tmp_path: Path) -> None:
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    from torch.utils.tensorboard import SummaryWriter

    writer = SummaryWriter(str(tmp_path / "logs"))
    for it in range(0, 300, 10):
        writer.add_scalar("train/loss", 4 - it / 100, it)
        writer.add_scalar("train/learning_rate", 1e-3 / (1 + it), it, new_style=True)
        writer.add_scalar("mfu(%)", 40 + it / 100, it)
        writer.add_scalar("weird/thing", it, it)
        if it % 100 == 0:
            writer.add_scalar("eval/loss", 4.125 - it / 100, it, double_precision=True, new_style=True)
            writer.add_text("sample", "loss 1.0", it)
            writer.add_histogram("weights", np.arange(9.0), it, bins="auto")
    writer.close()
    theirs = EventAccumulator(str(tmp_path / "logs"), size_guidance={"scalars": 0, "tensors": 0}).Reload()
    scalars = {
        "loss": [(event.step, event.value) for event in theirs.Scalars("train/loss")],
        "mfu": [(event.step, event.value / 100) for event in theirs.Scalars("mfu(%)")],
    }
    tensors = {
        "lr": [(event.step, event.tensor_proto.float_val[0]) for event in theirs.Tensors("train/learning_rate")],
        "val_loss": [(event.step, event.tensor_proto.double_val[0]) for event in theirs.Tensors("eval/loss")],
    }
    (file,) = (tmp_path / "logs").iterdir()
    for name in (tmp_path / "logs", tmp_path, file):
        reading = read_log(str(name))
        (run,) = reading.runs
        assert run.format == "TensorBoard events"
        assert {metric: points(run, metric) for metric in run.curves} == {**scalars, **tensors}
        assert (30, "scalars of weird/thing") in reading.examples
    content = bytearray(file.read_bytes())
    for cut in (0, 5, 13, len(content) // 2, len(content) - 3):  # a run that is still going on, or was killed
        torn = logs.write(bytes(content[:cut]), "events.out.tfevents.1.x")
        if cut > len(content) // 4:
            found = points(read_log(torn).runs[0], "loss")
            assert found
            assert found == scalars["loss"][: len(found)]
        else:
            with pytest.raises(FledgeError):
                read_log(torn)
    content[len(content) // 2] ^= 64  # one bit
    found = points(read_log(logs.write(bytes(content), "flipped")).runs[0], "loss")
    assert set(found) <= set(scalars["loss"])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("step=100 loss=3.25 lr=6e-4", {"loss": 3.25, "lr": 6e-4}),
        ("[2024-05-01 10:00:00] INFO: Step: 100/5,000, Loss: 3.25, Grad Norm: 0.5", {"loss": 3.25, "grad_norm": 0.5}),
        ("iteration 100 | train/loss 3.25 | tokens/sec 12,345 | dt_ms 5.5",
         {"loss": 3.25, "tokens_per_s": 12345, "dt_ms": 5.5}),
        ('{"step": 100, "train/loss": 3.25, "memory_gib": 2}', {"loss": 3.25, "memory_mb": 2048}),
        ('{"iter": 100, "loss": "nan"}', {"loss": float("nan")}),
        ("{'step': 100, 'loss': 3.25}", {"loss": 3.25}),
        ("step 100: val_loss=3.25 best val loss 3.125 aux loss 0.5", {"val_loss": 3.25}),
        ("step 100 train_loss 3.25 val_loss 3.5", {"train_loss": 3.25, "val_loss": 3.5}),
        (" 10%|█         | 100/1000 [00:10<01:30, 8.00it/s, loss=3.25]", {"loss": 3.25, "dt_ms": 125.0}),
        ("Epoch 0:  10%|█         | 100/1000 [00:10<01:30, 8.00it/s, train_loss=3.25]",
         {"loss": 3.25, "dt_ms": 125.0, "epoch": 0}),
    ],
)  # fmt: skip
def test_named_numbers(logs: Logs, line: str, expected: dict[Metric, float]) -> None:
    run = logs.one(line + "\n")
    assert run.format == "named numbers"
    assert run.last_iter == 100
    assert {metric: curve.values[0] for metric, curve in run.curves.items()} == pytest.approx(expected, nan_ok=True)


def test_named_numbers_of_epochs_alone(logs: Logs) -> None:
    text = "".join(
        f"Epoch {epoch}/9 | Train Loss: {4 - epoch / 8} | Val Loss: {5 - epoch / 8}\n" for epoch in range(1, 10)
    )
    run = logs.one(text)
    assert run.counts == "epochs"
    assert run.averages_epochs
    assert points(run, "epoch") == [(n, n) for n in range(1, 10)]
    assert points(run, "val_loss")[-1] == (9, 3.875)
    assert points(run, "train_loss")[0] == (1, 3.875)
    assert [len(run.curve("val_loss")) for run in logs.read(text + text).runs] == [9, 9]


@pytest.mark.parametrize(
    "line",
    [
        "step 5 loss 3,25",  # 3.25 to some
        "step 5 loss 3.2.1",
        "step 5 loss 3.2abc",
        "step 5 loss 1e999",
        "step 5 loss " + "9" * 400,
        "step " + "9" * 400 + " loss 3.2",
        "step 5.5 loss 3.2",
        "step 5 aux loss: 3.2",
        "step 5 best_loss=3.2",
        "the loss of step one is 3.2",
        '{"step": 5, "loss": true}',
        '{"step": 5, "loss": 1' + "0" * 400 + "}",
        '{"step": -5, "loss": 3.2}',
        '{"step": 5, "loss": [3.2]}',
        "iter 5: loss 3,25, time 1ms",
        "",
    ],
)
def test_lines_that_say_nothing(logs: Logs, line: str) -> None:
    reading = logs.read(line + "\n" + nanogpt(range(3)) if "iter" in line else line + "\nstep 6 loss 3.5\n")
    assert reading.other == bool(line)
    assert 5 not in reading.runs[0].curve("loss").iters


def test_every_pattern_names_metrics() -> None:
    """A group of a pattern that is no metric of fledge's would be a curve nobody looks at."""
    metrics = set(get_args(Metric))
    for kind in FORMATS:
        row = kind.read(kind.example)
        assert row is not None, kind.name
        assert row.values.keys() <= metrics
        assert (row.it is not None) or row.counted
    assert {metric for metric, *_ in UNITS.values()} <= metrics
    assert len({kind.name for kind in (*FORMATS, *FILE_FORMATS)}) == len(FORMATS) + len(FILE_FORMATS)


def test_every_example_is_read_by_its_own_format(logs: Logs) -> None:
    for kind in (*FORMATS, generic.FORMAT):
        sign = "mfu is of 1 GFLOP/s (x, y, z)\n" if kind.name == "fledge" else ""
        assert logs.one(sign + kind.example + "\n").format == kind.name


def test_the_page_names_every_format() -> None:
    page = (Path(__file__).parents[2] / "docs" / "readers.md").read_text().replace("\\|", "|")
    for family in FAMILIES:
        assert f"| {family.name} | `{family.example}`" in page, family.name
    for kind in (*FORMATS, *FILE_FORMATS, generic.FORMAT):
        assert f"| {kind.name} " in page, kind.name
        assert kind is tensorboard.FORMAT or f"`{kind.example}" in page, kind.name


def test_a_format_is_added_as_the_page_says(logs: Logs, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[2] / "docs" / "readers.md").read_text()
    (program,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    module: dict[str, Any] = {}
    exec(program, module)
    monkeypatch.setattr(registry, "FORMATS", (*registry.FORMATS, module["FORMAT"]))
    run = logs.one("welcome to my trainer\n#12 L=3.25 (0.5s)\n#13 L=3.125 (0.5s)\n")
    assert run.format == "mine"
    assert points(run, "loss") == [(12, 3.25), (13, 3.125)]
    assert points(run, "dt_ms") == [(12, 500.0), (13, 500.0)]


# our own runs


def metrics(*items: dict[str, object]) -> str:
    return "".join(json.dumps({"time": 1.0, **item}) + "\n" for item in items)


METRICS = metrics(
    {"event": "start", "iter": 0, "params": 1000, "tokens_per_iter": 64, "train_tokens": 5000, "max_iters": 40},
    {"event": "eval", "iter": 0, "train_loss": 4.25, "val_loss": 4.5, "eval_s": 0.5},
    {"event": "iter", "iter": 0, "loss": 4.25, "dt_ms": 10.5},
    {"event": "iter", "iter": 10, "loss": "nan", "dt_ms": 10.25},
    {"event": "checkpoint", "iter": 10, "path": "checkpoints/step-00000010"},
    {"event": "iter", "iter": 20, "loss": 3.5, "dt_ms": 10.25},
    {"event": "eval", "iter": 20, "val_loss": 3.75},
    {"event": "start", "iter": 10, "params": 1000},
    {"event": "iter", "iter": 10, "loss": 3.875, "dt_ms": 10.25},
    {"event": "end", "iter": 20, "reason": "interrupted"},
)


def test_a_bare_metrics_file_of_ours(logs: Logs) -> None:
    run = logs.one(METRICS, "metrics.jsonl")
    assert run.format == "fledge"
    assert run.origin == "log"
    assert run.ended == "interrupted"
    assert points(run, "loss") == [(0, 4.25), (10, 3.875)]
    assert points(run, "val_loss") == [(0, 4.5)]
    assert [(resume.at, resume.reached) for resume in run.resumes] == [(10, 20)]
    assert [(notice.kind, notice.it) for notice in run.notices] == [("saved", 10)]
    assert run.value("dataset_tokens") == 5000
    assert run.value("max_iters") == 40
    torn = logs.read(METRICS[:-20], "metrics.jsonl")
    assert torn.other == 1
    assert torn.runs[0].ended == ""
    assert len(torn.runs[0].curve("loss")) == 2


def test_a_run_directory_of_ours(logs: Logs, tmp_path: Path) -> None:
    logs.write(METRICS, "metrics.jsonl")
    assert read_log(str(tmp_path)).runs[0].origin == "log"  # a directory with nothing else
    logs.write(json.dumps({"n_layer": {"value": 3, "origin": "default"}}), "config.json")
    run = read_log(str(tmp_path)).runs[0]
    assert run.origin == "directory"
    assert run.value("n_layer") == 3
    assert run.name == str(tmp_path)
    assert read_log(str(tmp_path / "metrics.jsonl")).runs[0].value("n_layer") == 3
    logs.write("{", "config.json")
    with pytest.raises(FledgeError, match="can't be read"):
        read_log(str(tmp_path))


def test_directories_of_other_trainers(logs: Logs, tmp_path: Path) -> None:
    logs.write("s:0 tel:4.5000\ns:0 trl:4.2500\n", "main.log")
    assert read_log(str(tmp_path)).runs[0].format == "llm.c main.log"
    logs.write("step,loss\n0,4.25\n", "metrics.csv")
    assert read_log(str(tmp_path)).runs[0].format == "CSV"
    (tmp_path / "empty").mkdir()
    with pytest.raises(FledgeError, match="holds no run"):
        read_log(str(tmp_path / "empty"))


# the run's own type


def test_points_of_a_curve() -> None:
    curve = Curve()
    for it, value in ((0, 4.0), (10, float("nan")), (20, 2.0)):
        curve.add(it, value)
    finite = curve.finite()
    assert list(finite) == [(0, 4.0), (20, 2.0)]
    assert finite[-1] == (20, 2.0)
    assert finite[1:] == [(20, 2.0)]
    assert len(finite) == 2
    assert finite
    assert min(finite, key=lambda point: point[1]) == (20, 2.0)
    curve.cut(10)
    curve.add(10, 3.0)
    assert curve.finite() == [(0, 4.0), (10, 3.0)]
    assert curve.put(5, 1.0)
    assert not curve.put(5, 9.0)
    assert list(curve.finite()) == [(0, 4.0), (5, 1.0), (10, 3.0)]
    assert curve.at(5) == 1.0
    assert curve.at(6) is None
    assert curve.before(9) == 1.0
    assert curve.before(-1) is None


# real logs, where they are

COUNTS: dict[str, tuple[str, str, str]] = {  # a regular expression a metric: its groups are iteration and value
    "build-nanogpt": (r"step\s+(\d+)(?:,| \|) loss: (\d+\.\d+)", r"^validation loss: (\d+\.\d+)", "loss"),
    "build-nanogpt log.txt": (r"^(\d+) train (\d+\.\d+)", r"^\d+ val (\d+\.\d+)", "loss"),
    "llm.c": (r"step (\d+): train loss (\d+\.\d+)", r"^val loss (\d+\.\d+)", "loss"),
    "llm.c main.log": (r"^s:(\d+) trl:(\d+\.\d+)", r"^s:\d+ tel:(\d+\.\d+)", "loss"),
    "modded-nanogpt": (r"^step:(\d+)/\d+ .*train_time:([\d.]+)ms", r"val_loss:(\d+\.\d+)", "train_s"),
    "nanoGPT": (r"iter (\d+): loss (\d+\.\d+)", r"val loss (\d+\.\d+)", "loss"),
    "nanochat": (r"step (\d+)/\d+ \(.*\| loss: (\d+\.\d+)", r"Validation loss: (\d+\.\d+)", "loss"),
    "minGPT": (r"iter (\d+): train loss (\d+\.\d+)", r"(no such line)", "loss"),
    "litgpt": (r"iter (\d+) step \d+ \| loss train: (\d+\.\d+)", r"iter \d+: val loss (\d+\.\d+)", "loss"),
}


@pytest.mark.skipif(not REAL.is_dir(), reason="no real logs here")
def test_real_logs_against_a_count_of_their_lines() -> None:
    read = 0
    for path in sorted(REAL.glob("*.txt")):
        text = re.sub(r"\x1b\[[0-9;]*m", "", path.read_text(errors="replace"))
        if path.name.startswith("058"):
            with pytest.raises(FledgeError, match="no training lines"):
                read_log(str(path))
            continue
        runs = read_log(str(path)).runs
        row, evaluation, metric = COUNTS[runs[0].format]
        expected = [(int(it), float(value)) for it, value in re.findall(row, text, re.MULTILINE)]
        found = [point for run in runs for point in points(run, metric)]  # type: ignore[arg-type]
        if metric == "train_s":
            expected = [(it, value / 1000) for it, value in dict(reversed(expected)).items()][::-1]
        assert [it for it, _ in found] == [it for it, _ in expected], path.name
        assert [value for _, value in found] == pytest.approx([value for _, value in expected]), path.name
        wanted = [float(value) for value in re.findall(evaluation, text, re.MULTILINE)]
        assert [value for run in runs for _, value in points(run, "val_loss")] == wanted, path.name
        read += 1
    assert read == len(list(REAL.glob("*.txt"))) - 1
