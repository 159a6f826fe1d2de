"""What `fledge watch` costs: memory and answers for many long runs, the way of an update, its share of a core, and
training beside it.

    python bench/watching.py     # 50 runs of 100,000 rows, a minute of one live run, 8 pairs of trainings
    python bench/watching.py --runs=5 --rows=10000 --seconds=20 --pairs=0

Needs an idle machine, a gigabyte in the temporary folder, and data/shakespeare_char. Memory is the resident set of the
server and of the process that analyzes runs, at its highest while every run is read. CPU seconds are also valid on
a busy machine. Trainings without (A) and with the page and a viewer (B) alternate as A B B A; the figures are medians
of the ratios, with the lowest and the highest.
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
from fledge.logs.run_lock import lock_run
from fledge.options.parser import read_options

HERE = str(Path(__file__).resolve().parent)
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
    seconds: int = setting(60, "of one live run with a viewer; 0: none", least=0)
    pairs: int = setting(8, "pairs of trainings without and with the page; 0: none", least=0)


def main() -> None:
    options, _ = read_options(Options, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        many_runs(Path(folder), options)
    if options.seconds:
        with tempfile.TemporaryDirectory() as folder:
            one_live_run(Path(folder), options.seconds)
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


def children(pid: int) -> list[int]:
    """The processes that it started: the one that analyzes runs."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()] + [
        int(one)
        for task in Path(f"/proc/{pid}/task").iterdir()
        if task.name != str(pid)
        for one in (task / "children").read_text().split()
    ]


def resident_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu_s(pid: int) -> float:
    """Seconds of a core that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def many_runs(folder: Path, options: Options) -> None:
    first = folder / "runs" / "r0"
    write_run(first, options.rows)
    for number in range(1, options.runs):
        shutil.copytree(first, folder / "runs" / f"r{number}")
    print(f"{options.runs} runs of {options.rows:,} rows")
    with page(cwd=folder) as (address, pid):
        began = time.perf_counter()
        kind, said = next(events(f"{address}api/events"))
        assert (kind, len(said["runs"])) == ("runs", options.runs)
        print(f"overview: {time.perf_counter() - began:.2f} s")
        ids = [run["id"] for run in said["runs"]]
        report_opening("an unread run, while others are analyzed", address, pid, ids[-1])
        most = [0.0, 0.0]
        while any(not run["checked"] for run in json.load(get(f"{address}api/runs"))["runs"]):
            most[0] = max(most[0], resident_mb(pid))
            for child in children(pid):
                with contextlib.suppress(OSError):
                    most[1] = max(most[1], resident_mb(child))
            time.sleep(0.2)
        print(f"all analyzed after {time.perf_counter() - began:.0f} s")
        print(f"resident, at most: server {most[0]:.0f} MB, analysis {most[1]:.0f} MB, together {sum(most):.0f} MB")
        report_opening("a run that was analyzed", address, pid, ids[0])
        row_by_name = {run["name"]: run["id"] for run in said["runs"]}
        delays = updates(address, folder / "runs" / "r1", row_by_name["r1"])
        print(
            f"an update reaches the page after {statistics.median(delays):.2f} s (median of {len(delays)}), at most "
            f"{max(delays):.2f} s; the first after {delays[0]:.2f} s"
        )
        for id_ in ids:
            until_curves(address, id_)
        print(f"after every run was opened: server {resident_mb(pid):.0f} MB")
    alone = folder / "alone"
    shutil.copytree(first, alone / "runs" / "r0")
    with page(cwd=alone) as (address, pid):
        run = json.load(get(f"{address}api/runs"))["runs"][0]
        report_opening("an unread run, alone", address, pid, run["id"])


def report_opening(what: str, address: str, pid: int, run: str) -> None:
    before = cpu_s(pid)
    seconds = until_curves(address, run)
    print(f"{what}: {seconds:.2f} s to its curves, {cpu_s(pid) - before:.2f} s of a core in the server")


def one_live_run(folder: Path, seconds: int) -> None:
    """The share of a core that a page with one viewer takes, while a run logs an iteration a second."""
    run = folder / "runs" / "live"
    write_run(run, 2000)
    with page(cwd=folder) as (address, pid), (run / "metrics.jsonl").open("a") as file, lock_run(run):
        viewer = f"import sys; sys.path.insert(0, {HERE!r}); import watching; watching.view({address!r})"
        watching = subprocess.Popen([sys.executable, "-c", viewer])
        try:
            time.sleep(10)  # starting, and the first analysis
            before = {one: cpu_s(one) for one in (pid, *children(pid))}
            began = time.perf_counter()
            for it in range(2000, 2000 + seconds):
                file.write(json.dumps(row(it)) + "\n")
                file.flush()
                time.sleep(1)
            took = time.perf_counter() - began
            used = {one: cpu_s(one) - then for one, then in before.items()}
        finally:
            watching.kill()
            watching.wait()
    parts = ", ".join(f"{one / took:.2%}" for one in used.values())
    print(f"one viewer, an iteration a second: {sum(used.values()) / took:.2%} of a core (server, analysis: {parts})")


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


@dataclass(frozen=True)
class Training:
    wall_s: float  # of training, by the run's own clock
    cpu_s: float  # of the whole process, and of what it started


def beside_training(options: Options) -> None:
    """A B B A, so that what drifts slowly falls on both alike."""
    walls, cpus = [], []
    train(False)  # the first one reads files that no later one has to
    for pair in range(options.pairs):
        order = (True, False) if pair % 2 else (False, True)
        found = {with_page: train(with_page) for with_page in order}
        without, beside = found[False], found[True]
        walls.append(beside.wall_s / without.wall_s)
        cpus.append(beside.cpu_s / without.cpu_s)
        print(
            f"pair {pair + 1}: {without.wall_s:.2f} s without, {beside.wall_s:.2f} s with the page: {walls[-1]:.4f}; "
            f"CPU {without.cpu_s:.2f} s, {beside.cpu_s:.2f} s: {cpus[-1]:.4f}",
            flush=True,
        )
    print(f"with the page, wall: {spread(walls)} of the time without")
    print(f"with the page, CPU of the training process: {spread(cpus)}")


def spread(ratios: list[float]) -> str:
    return f"{statistics.median(ratios):.4f} ({min(ratios):.4f} to {max(ratios):.4f})"


def train(with_page: bool) -> Training:
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        run = Path(folder) / "run"
        command = [sys.executable, "-m", "fledge", "train", *TRAINING, f"--out_dir={run}"]
        command.append(f"--data_dir={Path('data').absolute()}")
        if with_page:
            address, _ = stack.enter_context(page(folder, cwd=Path(folder)))
            viewer = f"import sys; sys.path.insert(0, {HERE!r}); import watching; watching.view({address!r})"
            watching = subprocess.Popen([sys.executable, "-c", viewer])
            stack.callback(watching.wait)
            stack.callback(watching.kill)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
        wall = float([line for line in lines if line["event"] == "eval"][-1]["train_s"])
        return Training(wall, used.ru_utime + used.ru_stime)


def view(address: str) -> None:
    """A viewer that reads everything that the page of the first run is sent."""
    while not (runs := json.load(get(f"{address}api/runs"))["runs"]):
        time.sleep(0.2)
    for _ in events(f"{address}api/runs/{runs[0]['id']}/events"):
        pass


if __name__ == "__main__":
    main()
