"""A folder with everything that the pages' commands name: texts, datasets, logs, settings files and tiny runs."""

import json
import math
import os
import random
import shutil
import string
from collections.abc import Callable, Iterable
from pathlib import Path
from unittest import mock

import numpy as np
import pyarrow
import pyarrow.parquet
import zstandard

from fledge.cli.main import main
from fledge.plan import preflight
from tests.docs import cases
from tests.helpers import TINY, write_dataset

TITLES = "DUKE KING QUEEN HAMLET ROMEO JULIET NURSE FRIAR"
WORDS = "my lord the of and thou love not is you to me with his this be that have it for so but all your what"
HINDI = "यह एक छोटी किताब है और इसमें बहुत सारी कहानियाँ हैं जो बच्चे रोज़ पढ़ते हैं"
LETTERS = string.ascii_letters + " !$&',-.3:;?\n"  # the 65 of tiny Shakespeare: prompts can use any of them
OF_GPT2 = """\
tokens per iteration will be: 491,520
number of parameters: 123.59M
num decayed parameter tensors: 50, with 124,354,560 parameters
using fused AdamW: True
"""
OUT_OF_MEMORY = """\
Traceback (most recent call last):
  File "train.py", line 304, in <module>
    scaler.scale(loss).backward()
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.30 GiB. GPU 0 has a total capacity of 11.76 GiB of \
which 1.12 GiB is free. Including non-PyTorch memory, this process has 10.63 GiB memory in use.
"""
ON_THE_CPU = """\
/site-packages/torch/cuda/__init__.py:129: UserWarning: CUDA initialization: The NVIDIA driver on your system is too \
old (found version 11040). (Triggered internally at CUDAFunctions.cpp:109.)
  return torch._C._cuda_getDeviceCount() > 0
using device: cpu
"""


def play(characters: int, seed: int = 0) -> str:
    """Text in the look of tiny Shakespeare."""
    draw = random.Random(seed)
    lines = [LETTERS]
    length = len(LETTERS)
    while length < characters:
        lines.append(f"{draw.choice(TITLES.split())}:\n{' '.join(draw.choices(WORDS.split(), k=7)).capitalize()}.\n")
        length += len(lines[-1]) + 1
    return "\n".join(lines)


def nanogpt_log(
    loss_at: Callable[[int], float],
    last: int,
    val_at: Callable[[int], float] | None = None,
    eval_interval: int = 500,
    ms: float = 11897.0,
    mfu: float = 11.32,
) -> str:
    """Lines as nanoGPT prints them, every ten iterations."""
    noise = random.Random(last)
    lines = []
    for it in range(0, last + 1, 10):
        if it % eval_interval == 0:
            val = (val_at or loss_at)(it)
            lines.append(f"step {it}: train loss {min(loss_at(it), val):.4f}, val loss {val + 0.01:.4f}")
            if it:
                lines.append("saving checkpoint to out")
        loss = loss_at(it) + noise.gauss(0, 0.02)
        took = ms * noise.uniform(0.99, 1.01) * (0.95 if math.isnan(loss) else 1)
        lines.append(f"iter {it}: loss {loss:.4f}, time {took:.2f}ms, mfu {mfu:.2f}%")
    return "\n".join(lines) + "\n"


def falling(it: int) -> float:
    return 2.6 + 8.3 * (1 + it / 40) ** -0.45


def ends_in_nan(it: int) -> float:
    if it >= 1290:
        return math.nan
    return falling(it) + max(0, it - 1230) / 80


def stuck(it: int) -> float:
    return 7.5 + 3.4 * math.exp(-it / 60)


def write_logs() -> None:
    gpt2 = OF_GPT2 + nanogpt_log(falling, 3000)
    logs = {
        "gpt2.log": gpt2,
        "nan.log": OF_GPT2 + nanogpt_log(ends_in_nan, 1490, falling, eval_interval=1000, ms=8590.0, mfu=15.68),
        "stuck.log": OF_GPT2 + nanogpt_log(stuck, 2000),
        "oom.log": OF_GPT2 + "step 0: train loss 10.9886, val loss 10.9898\n" + OUT_OF_MEMORY,
        "cpu.log": ON_THE_CPU + nanogpt_log(falling, 200, ms=52000.0, mfu=0.02),
        "overfit.log": nanogpt_log(
            lambda it: 0.6 + 3.5 / (1 + it / 150), 5000, lambda it: 1.5 + abs(it - 2000) / 6000, 250, 40.0
        ),
        "a.log": nanogpt_log(falling, 1000),
        "b.log": nanogpt_log(lambda it: falling(it) - 0.1, 1000),
        "b-2.log": nanogpt_log(lambda it: falling(it) - 0.11, 1000),
        "nanogpt.log": gpt2,
        "train.log": gpt2,
        "sweep.log": nanogpt_log(falling, 500) + nanogpt_log(lambda it: falling(it) - 0.2, 500),
    }
    for name, text in logs.items():
        Path(name).write_text(text)
    rows = [f'"{step}","{falling(step):.4f}","{falling(step) - 0.1:.4f}"' for step in range(0, 1000, 10)]
    Path("runs.csv").write_text("\n".join(['"Step","run-1 - train/loss","run-2 - train/loss"', *rows]) + "\n")
    Path("out").mkdir()
    history = [{"step": step, "epoch": step / 100, "loss": falling(step)} for step in range(10, 500, 10)]
    Path("out/trainer_state.json").write_text(json.dumps({"log_history": history, "global_step": 490}))


def write_settings_files() -> None:
    for name in ("a.py", "b.py"):
        Path(name).write_text("batch_size = 12\nn_layer = 12\n")
    Path("sweep").mkdir()
    for made in ("tuned.py", "sweep/best.py"):
        Path(made).write_text("batch_size = 8\ngradient_accumulation_steps = 60\n")
    Path("mine.py").write_text("batch_siez = 16\nlearning_rate = 1e-3\n")
    Path("sized.py").write_text("# a small model\nn_layer = 4\nn_head = 4\nn_embd = 256\n")
    Path("clever.py").write_text('import os\nlearning_rate = float(os.environ["LR"])\n')


def hindi(words: int, seed: int = 0) -> str:
    return " ".join(random.Random(seed).choices(HINDI.split(), k=words))


def write_texts() -> None:
    for folder in ("text/novel", "notes", "letters", "crawl", "corpus"):
        Path(folder).mkdir(parents=True)
    english = ("my_book.txt", "my_novel.txt", "english.txt", "prompt.txt", "corpus/one.txt", "notes/a.txt")
    for name in (*english, "letters/b.txt", "text/buch.txt", "text/shakespeare.txt", "text/novel/1.txt"):
        Path(name).write_text(play(30_000))
    for name in ("hindi.txt", "arabic.txt", "text/hindi.txt"):
        Path(name).write_text(hindi(5_000))
    documents = [json.dumps({"text": play(200, seed)}) for seed in range(400)]
    documents += [json.dumps({"text": hindi(40, seed)}) for seed in range(400)]
    lines = ("\n".join(documents) + "\n").encode()
    Path("text/reviews.jsonl").write_bytes(lines)
    Path("text/damaged.jsonl").write_bytes(lines + b'{"text": \n')
    for name in ("crawl/one.jsonl.zst", "corpus.jsonl.zst"):
        Path(name).write_bytes(zstandard.compress(lines))
    Path("text/alt.txt").write_bytes("Die Kinder hörten den Fluß und die „Möwen“.\n".encode("cp1252") * 200)
    Path("text/utf16.txt").write_bytes(("Die Kinder hörten den Fluß.\n" * 200).encode("utf-16"))
    Path("text/novel/cover.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))
    pyarrow.parquet.write_table(pyarrow.table({"body": [hindi(400, seed) for seed in range(20)]}), "hindi.parquet")
    quiet(["prepare", "text/buch.txt"])
    quiet(["prepare", "hindi.txt", "--tokenizer=bpe:300"])
    for name in ("hindi.json", "tokenizer.json"):
        shutil.copy("data/hindi/tokenizer.json", name)


def write_datasets() -> None:
    data = Path("data")
    names = ("shakespeare_char", "fineweb_edu", "openwebtext", "my_book", "crawl", "scene", "reviews")
    for number, name in enumerate(names):
        write_dataset(data / name, play(20_000, number))
    for name in ("letters", "novel", "base_text"):
        write_byte_dataset(data / name, play(20_000))
    write_dataset(data / "wrong")
    (data / "wrong" / "dataset.json").unlink()
    np.arange(5_000, dtype=np.uint32).tofile(data / "wrong" / "train.bin")


def write_byte_dataset(path: Path, text: str) -> None:
    write_dataset(path, text)
    about = json.loads((path / "dataset.json").read_text())
    about.update(tokenizer={"name": "byte"}, vocab_size=257)
    (path / "dataset.json").write_text(json.dumps(about))
    ids = np.frombuffer(text.encode(), dtype=np.uint8).astype(np.uint16)
    cut = about["tokens"]["train"]
    ids[:cut].tofile(path / "train.bin")
    ids[cut:].tofile(path / "val.bin")


def train_runs() -> None:
    """Two runs are trained; the others are copies of them."""
    of = ["--eval_interval=2", "--log_interval=1", "--max_iters=4"]
    quiet(["train", *TINY, *of, "--dataset=base_text", "--out_dir=base"])
    of += ["--arch=modern", "--ngram_rows=64", "--dtype=float32"]
    with mock.patch.object(preflight, "MIN_STEP_S", 0):  # a page compares its plan with what came
        quiet(["train", *TINY, *of, "--dataset=shakespeare_char", "--out_dir=runs/demo"])
    for name in ("runs/shakespeare_char-gpt2", "runs/shakespeare_char-qwen3", "parts", "parts2"):
        shutil.copytree("base", name)
    copies = ("runs/demo-2", "runs/a", "runs/b", "runs/shakespeare_char-modern", "scene", "buch", "m2")
    for name in (*copies, "a1", "a2", "a3", "b1", "b2", "b3"):
        shutil.copytree("runs/demo", name)
    for name in ("a1", "a2", "a3", "b1", "b2", "b3"):
        change_run(Path(name), seed=int(name[1]), learning_rate=0.03 if name[0] == "a" else 0.01)
    lengthen(Path("runs/shakespeare_char-modern"))
    lengthen(Path("runs/demo"))
    os.utime("runs/demo")  # the newest


def change_run(path: Path, seed: int, learning_rate: float) -> None:
    """Another seed: other settings, and losses a little apart."""
    config = json.loads((path / "config.json").read_text())
    config["seed"]["value"], config["learning_rate"]["value"] = seed, learning_rate
    (path / "config.json").write_text(json.dumps(config))
    events = [json.loads(line) for line in (path / "metrics.jsonl").read_text().splitlines()]
    for event in events:
        for name in ("loss", "val_loss", "train_loss"):
            if name in event:
                event[name] += 0.003 * seed + 0.1 * (0.03 - learning_rate)
    (path / "metrics.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))


def lengthen(path: Path) -> None:
    """More evaluations than a tiny run has: a forecast needs a past."""
    events = [json.loads(line) for line in (path / "metrics.jsonl").read_text().splitlines()]
    of_kind = {event["event"]: event for event in events}
    longer: list[dict[str, object]] = [{**of_kind["start"], "max_iters": 4000}]
    for it in range(0, 3001, 50):
        loss = falling(it)
        longer.append({**of_kind["iter"], "iter": it, "loss": loss, "tokens": it * 64})
        longer.append({**of_kind["eval"], "iter": it, "val_loss": loss, "train_loss": loss})
    longer += [of_kind["planned"], {**of_kind["end"], "iter": 3000, "reason": "interrupted"}]
    (path / "metrics.jsonl").write_text("".join(json.dumps(event) + "\n" for event in longer))
    config = json.loads((path / "config.json").read_text())
    for name in ("max_iters", "lr_decay_iters"):
        config[name]["value"] = 4000
    (path / "config.json").write_text(json.dumps(config))


def quiet(argv: Iterable[str]) -> None:
    code = main([*argv])
    assert code == 0, argv


def set_up() -> None:
    """Fills the current folder."""
    write_texts()
    write_logs()
    cases.write()
    write_settings_files()
    write_datasets()
    train_runs()
