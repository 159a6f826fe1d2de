"""Logs that were cut, shuffled, spliced and littered: no reader crashes, and none invents a number."""

import json
import math
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from fledge.common.errors import FledgeError
from fledge.logs.facts import Facts
from fledge.logs.readers import generic, read_log
from fledge.logs.readers.cleanup import ANSI
from fledge.logs.readers.log import LogReading
from fledge.logs.readers.named_numbers import THOUSANDS
from fledge.logs.run import Metric

Log = Callable[[range], str]


def _loss(it: int) -> float:
    return 3 + 5 / (1 + it / 50) + it % 7 / 100 + 0.0001 * (it % 11)


def _evaluated(its: range, row: Callable[[int], str], evaluation: Callable[[int], str]) -> str:
    return "".join((evaluation(it) if it % 50 == 0 else "") + row(it) for it in its)


def nanogpt(its: range) -> str:
    return _evaluated(
        its,
        lambda it: f"iter {it}: loss {_loss(it):.4f}, time {20 + it % 5:.2f}ms, mfu {40 + it % 3:.2f}%\n",
        lambda it: f"step {it}: train loss {_loss(it):.4f}, val loss {_loss(it) + 0.05:.4f}\n",
    )


def build_nanogpt(its: range) -> str:
    return _evaluated(
        its,
        lambda it: (
            f"step {it:5d} | loss: {_loss(it):.6f} | lr 6.0000e-04 | norm: 1.25 | dt: 98.50ms | tok/sec: 5322.84\n"
        ),
        lambda it: f"validation loss: {_loss(it) + 0.05:.4f}\n",
    )


def build_nanogpt_file(its: range) -> str:
    return _evaluated(its, lambda it: f"{it} train {_loss(it):.6f}\n", lambda it: f"{it} val {_loss(it) + 0.05:.4f}\n")


def llmc(its: range) -> str:
    return _evaluated(
        its,
        lambda it: (
            f"step {it + 1:4d}/5000 | loss {_loss(it):.6f} (+1.25z)| norm 1.2500 (-0.50z)| lr 6.00e-04 | 305.50 ms"
            " | 42.5% bf16 MFU | 171500 tok/s\n"
        ),
        lambda it: f"val loss {_loss(it) + 0.05:.6f}\n",
    )


def llmc_file(its: range) -> str:
    return _evaluated(
        its,
        lambda it: f"s:{it} trl:{_loss(it):.4f} lr:0.000600 norm:1.25\n",
        lambda it: f"s:{it} tel:{_loss(it) + 0.05:.4f}\n",
    )


def modded(its: range) -> str:
    return _evaluated(
        its,
        lambda it: f"step:{it}/1750 train_loss:{_loss(it):.4f} train_time:{150 * it}ms step_avg:150.25ms\n",
        lambda it: f"step:{it}/1750 val_loss:{_loss(it) + 0.05:.4f} train_time:{150 * it}ms step_avg:150.25ms\n",
    )


def nanochat(its: range) -> str:
    return _evaluated(
        its,
        lambda it: (
            f"step {it:05d}/02520 (0.04%) | loss: {_loss(it):.6f} | lrm: 1.00 | dt: 1500.25ms | tok/sec: 349,467"
            " | mfu: 27.75 | total time: 0.50m\n"
        ),
        lambda it: f"Step {it:05d} | Validation bpb: {_loss(it) / 3:.6f}\n",
    )


def mingpt(its: range) -> str:
    return "".join(f"iter_dt 172.95ms; iter {it}: train loss {_loss(it):.5f}\n" for it in its)


def litgpt(its: range) -> str:
    return "".join(
        f"Epoch 1 | iter {it} step {it // 4} | loss train: {_loss(it):.3f}, val: n/a | iter time: 820.25 ms\n"
        for it in its
    )


def torchtitan(its: range) -> str:
    return "".join(
        f"[titan] 2025-01-01 00:00:00,000 - root - INFO - step: {it:2}  loss: {_loss(it):8.5f}  grad_norm:  1.2500"
        "  memory: 30.50GiB(32.25%)  tps: 7,102  tflops: 12.50  mfu: 41.25%\n"
        for it in its
    )


def hf_trainer(its: range) -> str:
    return "".join(
        f"{{'loss': {_loss(it):.4f}, 'grad_norm': 1.25, 'learning_rate': 5e-05, 'epoch': {it / 100:.2f}}}\n"
        for it in its
    )


def named(its: range) -> str:
    return "".join(f"step={it} loss={_loss(it):.4f} lr=6.5e-04 memory=12.5GiB\n" for it in its)


def jsonl(its: range) -> str:
    return "".join(json.dumps({"step": it, "loss": round(_loss(it), 4), "dt_ms": 12.5}) + "\n" for it in its)


def fledge(its: range) -> str:
    events = [{"event": "iter", "time": 1.5, "iter": it, "loss": round(_loss(it), 4), "dt_ms": 12.5} for it in its]
    return "".join(json.dumps(event) + "\n" for event in events)


def table(its: range) -> str:
    return "step,train_loss,lr\n" + "".join(f"{it},{_loss(it):.4f},0.0006\n" for it in its)


def wandb(its: range) -> str:
    return '"Step","a - train/loss","b - train/loss"\n' + "".join(
        f'"{it}","{_loss(it):.4f}","{_loss(it) + 1:.4f}"\n' for it in its
    )


def state(its: range) -> str:
    history = [{"epoch": it / 100, "loss": round(_loss(it), 4), "step": it} for it in its]
    return json.dumps({"best_metric": None, "log_history": history, "max_steps": 5000}, indent=1)


def olmo(its: range) -> str:
    return "".join(
        f"2024-01-01 00:00:01.250\tnode-1:0\tolmo.train:990\tINFO\t[step={it}/5000,epoch=0]\n"
        f"    train/CrossEntropyLoss={_loss(it):.4f}\n    optim/total_grad_norm=1.25\n"
        f"    throughput/total_tokens={4096 * (it + 1):,}\n    System/Peak GPU Memory (MB)=20,480\n"
        for it in its
    )


def composer(its: range) -> str:
    return "".join(f"[batch={it}/5000]:\n\t Train loss/train/total: {_loss(it):.4f}\n" for it in its)


def text_table(its: range) -> str:
    rows = "".join(f"{it:<8}  {_loss(it):.6f}  {_loss(it) + 0.05:.6f}  00:10\n" for it in its)
    return f"step      loss      valid_loss  time\n{rows}"


def bars(its: range) -> str:
    bar = "Epoch {}:  50%|█████     | {}/40 [00:05<00:05, loss={:.3f}]\r"
    return "".join(bar.format(it // 40, it % 40 + 1, _loss(it)) for it in its) + "\n"


def imagenet(its: range) -> str:
    row = "Epoch: [{}][{:3}/40]\tTime  0.325 ( 0.825)\tLoss {:.4e} (6.5e+00)\tAcc@1   1.25 (  1.25)\n"
    return "".join(row.format(it // 40, it % 40, _loss(it)) for it in its)


def headed(its: range) -> str:
    rows = (f"Epoch {it // 40 + 1}\n" * (it % 40 == 0) + f"step {it % 40}/40 loss {_loss(it):.4f}\n" for it in its)
    return "".join(rows)


LOGS: list[Log] = [
    nanogpt, build_nanogpt, build_nanogpt_file, llmc, llmc_file, modded, nanochat, mingpt, litgpt, torchtitan,
    hf_trainer, named, jsonl, fledge, table, wandb, state, olmo, composer, text_table, bars, imagenet, headed,
]  # fmt: skip
COUNTED = (hf_trainer, state)  # the first has no iterations, and a cut JSON document is none
SCALES: dict[Metric, tuple[float, ...]] = {  # of a printed number to fledge's unit
    "dt_ms": (1, 1e-3, 1e3, 6e4, 3.6e6),
    "mean_ms": (1, 1e-3, 1e3, 6e4, 3.6e6),
    "train_s": (1, 1e-6, 1e-3, 60, 3600),
    "eval_s": (1, 1e-6, 1e-3, 60, 3600),
    "mfu": (1, 0.01),
    "memory_mb": (1, 1024, 1 / 1024),
}
PREAMBLE = "tokens per iteration will be: 491,520\nnumber of parameters: 12.50M\nusing device: cuda\n"
LITTER = [
    "Traceback (most recent call last):\n",
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n",
    "ROMEO: what loss is this? 3 of them\n",
    "Resuming training from out\n",
    "loss nan\n",
    "step 5 loss inf\n",
    "> quoted\n",
    "\r\r\n",
    "\x1b[31m",
    "\x00\x00",
    "﻿",
    "iter ",
    "{'loss': ",
    '"',
    ",",
    "1e999",
    "9" * 400,
    "-",
]
NUMBERS = [  # with thousands grouped, and without
    re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?"),
    re.compile(r"\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?"),
]

quick = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])


@contextmanager
def written(content: bytes, name: str = "x.log") -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        yield str(path)


def reading_of(content: bytes, name: str = "x.log") -> LogReading | None:
    """What is read, or nothing where a clear error says why."""
    with written(content, name) as path:
        try:
            reading = read_log(path)
        except FledgeError as error:
            assert len(str(error)) > 20  # noqa: PT017
            return None
    for run in reading.runs:
        for curve in run.curves.values():
            assert len(curve.iters) == len(curve.values)
            assert all(a < b for a, b in zip(curve.iters, curve.iters[1:], strict=False))
        facts = Facts(run)
        assert facts.iterations >= 0
        assert facts.missing is not None
    return reading


def printed(text: str) -> set[float]:
    """The numbers in a text, as it stands (tables are read so) and as a terminal shows it."""
    shown = "\n".join(ANSI.sub("", line) for line in text.replace("\0", "").split("\n"))
    found = [number for pattern in NUMBERS for each in (text, shown) for number in pattern.findall(each)]
    counted = {float(number) * THOUSANDS[unit] for number, unit in re.findall(r"(\d+(?:\.\d+)?)([KMBGT])", shown)}
    return counted | {float(number.replace(",", "")) for number in found}


def assert_nothing_invented(reading: LogReading | None, text: str) -> None:
    known = sorted(printed(text))
    for run in reading.runs if reading else []:
        for metric, curve in run.curves.items():
            for value in set(curve.values):
                assert _occurs(value, metric, known, text.lower()), (metric, value)


def _occurs(value: float, metric: Metric, known: list[float], text: str) -> bool:
    if math.isnan(value):
        return "nan" in text
    if math.isinf(value):
        return "inf" in text
    wanted = [abs(value) / scale for scale in SCALES.get(metric, (1,))]
    return any(math.isclose(number, one, rel_tol=1e-9, abs_tol=1e-300) for one in wanted for number in known)


@pytest.mark.parametrize("log", LOGS)
def test_the_logs_are_read_as_they_are(log: Log) -> None:
    text = log(range(120))
    reading = reading_of(text.encode())
    assert reading is not None
    assert len(reading.runs[0].curve("loss")) == 120
    assert_nothing_invented(reading, text)


@quick
@given(st.sampled_from(LOGS), st.integers(1, 90), st.integers(0, 4000))
def test_a_cut_log_says_nothing_that_the_whole_does_not(log: Log, rows: int, at: int) -> None:
    text = log(range(rows))
    at %= len(text) + 1
    whole, cut = reading_of(text.encode()), reading_of(text[:at].encode())
    if cut is None or log in COUNTED or text.count("\n", 0, at) < 3:  # some rows show what a whole one looks like
        return
    assert whole is not None
    for before, after in zip(cut.runs, whole.runs, strict=False):
        for metric, curve in before.curves.items():
            if log in (build_nanogpt, llmc) and metric == "val_loss":
                assert set(curve.values) <= set(after.curve(metric).values)
            else:
                assert set(curve) <= set(after.curve(metric)), metric


@quick
@given(st.sampled_from(LOGS), st.integers(1, 90), st.integers(0, 4000))
def test_a_log_without_its_beginning(log: Log, rows: int, at: int) -> None:
    text = log(range(rows))
    text = text[at % (len(text) + 1) :]
    assert_nothing_invented(reading_of(text.encode()), text)


@quick
@given(st.sampled_from(LOGS), st.randoms(use_true_random=False))
def test_a_shuffled_log(log: Log, random: "st.random.Random") -> None:  # type: ignore[name-defined]
    lines = log(range(80)).splitlines(keepends=True)
    random.shuffle(lines)
    assert_nothing_invented(reading_of("".join(lines).encode()), "".join(lines))


@quick
@given(
    st.lists(
        st.tuples(st.sampled_from(LOGS), st.integers(0, 60), st.integers(0, 3000), st.integers(0, 3000)), max_size=4
    )
)
def test_spliced_logs(parts: list[tuple[Log, int, int, int]]) -> None:
    text = PREAMBLE + "".join(log(range(first, first + 40))[a % 3000 : a + b] for log, first, a, b in parts)
    assert_nothing_invented(reading_of(text.encode()), text)


@quick
@given(
    st.sampled_from(LOGS),
    st.lists(st.tuples(st.integers(0, 10_000), st.one_of(st.sampled_from(LITTER), st.text(max_size=30))), max_size=12),
)
def test_litter(log: Log, litter: list[tuple[int, str]]) -> None:
    text = PREAMBLE + log(range(60))
    for at, piece in litter:
        at %= len(text) + 1
        text = text[:at] + piece + text[at:]
    encoded = text.encode("utf-8", "replace")
    assert_nothing_invented(reading_of(encoded), encoded.decode())


@quick
@given(st.sampled_from(LOGS), st.lists(st.tuples(st.integers(0, 300), st.sampled_from(["0", "-1", "1e308", "1e999",
       "9" * 30, "9" * 4500, "nan", "-inf", "1,000", "1.5.2", "0x10", "٣", ""])), min_size=1, max_size=12))  # fmt: skip
def test_huge_and_strange_numbers(log: Log, numbers: list[tuple[int, str]]) -> None:
    parts = re.split(r"(\d+\.?\d*)", log(range(20)))
    for at, number in numbers:
        parts[(2 * at + 1) % (len(parts) - 1)] = number
    text = "".join(parts)
    assert_nothing_invented(reading_of(text.encode()), text)


@quick
@given(
    st.binary(max_size=3000), st.sampled_from(["x.log", "x.csv", "trainer_state.json", "metrics.jsonl", "val_loss.csv"])
)
def test_random_bytes(content: bytes, name: str) -> None:
    reading_of(content, name)
    for start in (
        b"\x1f\x8b",
        b"\xff\xfe",
        b"Wall time,Step,Value\n1,1,1\n",
        b'{"log_history": [',
        b'{"event": "a", "time": 1}\n',
    ):
        reading_of(start + content, name)


@quick
@given(st.sampled_from(LOGS), st.integers(0, 4000), st.binary(min_size=1, max_size=40))
@example(wandb, 140, b"\x1b")
@example(build_nanogpt, 107, b"K\x01")  # "5K" are 5,000
def test_bytes_in_between(log: Log, at: int, content: bytes) -> None:
    text = log(range(40)).encode()
    at %= len(text) + 1
    littered = text[:at] + content + text[at:]
    assert_nothing_invented(reading_of(littered), littered.decode("utf-8", "replace"))


JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["step", "loss", "event", "a"]), inner),
    max_leaves=8,
)


@quick
@given(st.lists(st.dictionaries(st.sampled_from(["step", "iter", "loss", "event", "time", "epoch", "lr"]), JSONISH)))
def test_any_json(items: list[dict[str, object]]) -> None:
    lines = "".join(json.dumps(item) + "\n" for item in items)
    reading_of(lines.encode())
    reading_of(b'{"event": "start", "time": 1}\n' + lines.encode())
    reading_of(json.dumps({"max_steps": items, "log_history": items}).encode())


PAIR_KEYS = st.sampled_from(
    ["step", "iter", "Step", "loss", "Loss", "val_loss", "train_loss", "lr", "time", "dt", "dt_ms", "mfu", "tok/s", "x"]
)
PAIR_VALUES = st.one_of(
    st.integers(0, 10**25).map(str),
    st.floats(allow_nan=True).map(str),
    st.sampled_from(["007", ".5", "-1.5", "5.", "1_0", "1,234", "12ms", "1e400", "nan", "+3", ""]),
)


@given(st.lists(st.tuples(PAIR_KEYS, PAIR_VALUES), min_size=1, max_size=6))
def test_a_line_of_pairs_is_read_alike_when_it_is_split_and_when_it_is_searched(pairs: list[tuple[str, str]]) -> None:
    line = " ".join(f"{key}={value}" for key, value in pairs)
    split = generic.read_pairs(line)
    assert split is None or repr(split) == repr(generic.read_fields(line))
