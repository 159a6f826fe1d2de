"""What `fledge watch` costs: memory and answers for many long runs, the way of an update, and training beside it.

    python bench/watching.py                     # 50 runs of 100,000 rows, then 8 pairs of trainings
    python bench/watching.py --runs=5 --rows=10000 --pairs=0

Needs an idle machine, a gigabyte in the temporary folder, and data/shakespeare_char. Memory is the server's resident
set, at its highest while every run is read and analyzed. A pair of trainings is one without and one with the page and a
viewer, in changing order; the figure is the median of the ratios of their training times.
"""

import contextlib
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fledge.config.fields import setting
from fledge.options.parser import read_options

TOKEN = "the-token-of-this-benchmark"
TRAINING = [
    "--dataset=shakespeare_char", "--n_layer=4", "--n_head=4", "--n_embd=128", "--block_size=128", "--batch_size=12",
    "--gradient_accumulation_steps=1", "--max_iters=400", "--lr_decay_iters=400", "--eval_interval=100",
    "--eval_iters=5", "--log_interval=1", "--device=cpu", "--compile=False",
]  # fmt: skip


@dataclass(frozen=True)
class Options:
    runs: int = setting(50, "how many runs", least=1)
    rows: int = setting(100_000, "iterations in each", least=100)
    pairs: int = setting(8, "pairs of trainings without and with the page; 0: none", least=0)


def main() -> None:
    options, _ = read_options(Options, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        many_runs(Path(folder), options)
    if options.pairs:
        beside_training(options)


def write_run(path: Path, rows: int) -> None:
    path.mkdir(parents=True)
    settings = {"max_iters": rows, "n_layer": 6, "n_head": 6, "n_embd": 384, "block_size": 256, "batch_size": 64}
    about = {name: {"value": value, "origin": "command line"} for name, value in settings.items()}
    (path / "config.json").write_text(json.dumps(about))
    with (path / "metrics.jsonl").open("w") as file:
        start = {"event": "start", "time": 1e9, "iter": 0, "params": 10_650_000, "tokens_per_iter": 16_384}
        file.write(json.dumps({**start, "max_iters": rows, "peak_flops": 4e11}) + "\n")
        for it in range(rows):
            file.write(json.dumps(row(it)) + "\n")
            if it % 1000 == 0:
                losses = {"train_loss": loss(it), "val_loss": loss(it) + 0.05, "eval_s": 1.0, "train_s": it / 10}
                file.write(json.dumps({"event": "eval", "time": 1e9 + it / 10, "iter": it, **losses}) + "\n")
        file.write(json.dumps({"event": "end", "time": 2e9, "reason": "finished"}) + "\n")


def row(it: int) -> dict[str, Any]:
    numbers = {"loss": round(loss(it) + 0.1 * math.sin(it * 1.7), 6), "lr": 1e-3, "grad_norm": 0.5, "dt_ms": 100.0}
    more = {"tokens": 16_384 * (it + 1), "tokens_per_s": 163_840.0, "mfu": 0.31, "memory_mb": 2000.0}
    return {"event": "iter", "time": 1e9 + it / 10, "iter": it, **numbers, **more}


def loss(it: int) -> float:
    return 1.2 + 3.0 * math.exp(-it / 5000)


@contextlib.contextmanager
def page(*names: str, cwd: Path) -> Iterator[tuple[str, int]]:
    """The server's address, and its process."""
    environment = {**os.environ, "FLEDGE_WEB_TOKEN": TOKEN}
    process = subprocess.Popen(
        [sys.executable, "-m", "fledge", "watch", *names], cwd=cwd, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        yield line.split()[1].partition("?")[0], process.pid
    finally:
        process.terminate()
        process.wait()


def get(address: str) -> Any:
    asked = urllib.request.Request(address, headers={"authorization": f"Bearer {TOKEN}"})
    return urllib.request.urlopen(asked)


def events(address: str) -> Iterator[tuple[str, Any]]:
    kind = ""
    for line in get(address):
        word, _, rest = line.decode().rstrip("\n").partition(": ")
        if word == "event":
            kind = rest
        elif word == "data":
            yield kind, json.loads(rest)


def resident_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def many_runs(folder: Path, options: Options) -> None:
    first = folder / "runs" / "r0"
    write_run(first, options.rows)
    for number in range(1, options.runs):
        shutil.copytree(first, folder / "runs" / f"r{number}")
    with page(cwd=folder) as (address, pid):
        began = time.perf_counter()
        kind, said = next(events(f"{address}api/events"))
        assert (kind, len(said["runs"])) == ("runs", options.runs)
        print(f"overview of {options.runs} runs of {options.rows:,} rows: {time.perf_counter() - began:.2f} s")
        one = said["runs"][0]["id"]
        print(f"a run that nobody read yet: {until_curves(address, one):.2f} s to its curves")
        most = 0.0
        while any(not run["checked"] for run in json.load(get(f"{address}api/runs"))["runs"]):
            most = max(most, resident_mb(pid))
            time.sleep(0.2)
        print(f"all analyzed after {time.perf_counter() - began:.0f} s; at most {most:.0f} MB in the server")
        print(f"a run that was read: {until_curves(address, one):.2f} s to its curves; {resident_mb(pid):.0f} MB")
        delays = updates(address, folder / "runs" / said["runs"][1]["name"], said["runs"][1]["id"])
        print(f"an update reaches the page after {statistics.median(delays):.2f} s, at most {max(delays):.2f} s")


def until_curves(address: str, run: str) -> float:
    began = time.perf_counter()
    next(data for kind, data in events(f"{address}api/runs/{run}/events") if kind == "whole" and data)
    return time.perf_counter() - began


def updates(address: str, run: Path, id_: str, number: int = 20) -> list[float]:
    """Seconds from writing a row to reading it."""
    stream = events(f"{address}api/runs/{id_}/events")
    next(data for kind, data in stream if kind == "whole" and data)
    it = 10_000_000
    found = []
    with (run / "metrics.jsonl").open("a") as file:
        for _ in range(number):
            time.sleep(0.37)
            it += 1
            began = time.perf_counter()
            file.write(json.dumps(row(it)) + "\n")
            file.flush()
            # "whole" again, if the rows of a run that nobody looked at were still being read
            next(data for kind, data in stream if kind in ("rows", "whole") and data["loss"][0][-1] == it)
            found.append(time.perf_counter() - began)
    return found


def beside_training(options: Options) -> None:
    ratios = []
    for pair in range(options.pairs):
        order = (False, True) if pair % 2 else (True, False)
        seconds = {with_page: train(with_page) for with_page in order}
        ratios.append(seconds[True] / seconds[False])
        print(f"pair {pair + 1}: {seconds[False]:.2f} s without, {seconds[True]:.2f} s with the page: {ratios[-1]:.4f}")
    print(f"with the page: {statistics.median(ratios):.4f} of the time without")


def train(with_page: bool) -> float:
    """Seconds of training, as the run's own clock has them."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        run = Path(folder) / "run"
        command = [
            sys.executable,
            "-m",
            "fledge",
            "train",
            *TRAINING,
            f"--out_dir={run}",
            f"--data_dir={Path('data').absolute()}",
        ]
        if with_page:
            address, _ = stack.enter_context(page(folder, cwd=Path(folder)))
            here = str(Path(__file__).resolve().parent)
            viewer = f"import sys; sys.path.insert(0, {here!r}); import watching; watching.view({address!r})"
            watching = subprocess.Popen([sys.executable, "-c", viewer])
            stack.callback(watching.kill)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
        return float([line for line in lines if line["event"] == "eval"][-1]["train_s"])


def view(address: str) -> None:
    """A viewer that reads everything that the page of the first run is sent."""
    while not (runs := json.load(get(f"{address}api/runs"))["runs"]):
        time.sleep(0.2)
    for _ in events(f"{address}api/runs/{runs[0]['id']}/events"):
        pass


if __name__ == "__main__":
    main()
