"""`fledge train` on a busy machine: this bench makes the load itself.

    python bench/busy.py [--config=config/quick.py] [--repeats=3] [--situations=alone,...]

Each situation is run in turn with the old behaviour (libgomp's spinning, torch's number of threads) and the new one:

    one core           alone, on one core: its fair share of two cores beside one other
    alone
    a busy process     beside one process that computes in one thread
    a training         beside another `fledge train` with the same behaviour
    an old training    beside another `fledge train` whose threads spin

Whole commands are timed, in fresh processes; medians are printed, with the least and the most. Others must not use the
machine meanwhile. It needs the dataset: fledge prepare shakespeare_char.
"""

import contextlib
import math
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.common.stats import Spread
from fledge.config.fields import setting
from fledge.logs.rundir import events_in
from fledge.options.parser import read_options

FLEDGE = [sys.executable, "-m", "fledge"]
# 300,000 is what libgomp takes if nobody says anything: env.c of libgomp, gomp_spin_count_var.
WAYS: dict[str, tuple[dict[str, str], list[str]]] = {
    "old": ({"GOMP_SPINCOUNT": "300000"}, ["--adapt_threads=never"]),
    "new": ({}, []),
}
SITUATIONS = ("one core", "alone", "a busy process", "a training", "an old training")
SPINNING = "while True: sum(range(10_000))"
WARM_ITERATIONS = 5  # of the other training, before this one starts
START_LIMIT_S = 300.0  # for the other training to get there


@dataclass(frozen=True)
class Options:
    config: str = setting("config/quick.py", "the settings to train with")
    repeats: int = setting(3, "runs of each", least=1)
    situations: str = setting(", ".join(SITUATIONS), "those to measure, with commas")
    most_s: float = setting(0.0, "begin no run after so many seconds; 0: no limit", least=0)
    longest_s: float = setting(120.0, "end a run after so many seconds, and count it as that long", above=0)


@dataclass(frozen=True)
class Timed:
    seconds: float  # of the whole command
    step_ms: float
    val_loss: float
    threads: int  # at the end; 0: it was ended


def environment(way: str) -> dict[str, str]:
    """Without the user's own choices of threads and waiting."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "KMP_"))}
    return inherited | WAYS[way][0]


def training(way: str, options: Options, out_dir: Path, *more: str) -> list[str]:
    return [*FLEDGE, "train", options.config, *WAYS[way][1], f"--out_dir={out_dir}", *more]


@contextlib.contextmanager
def running(command: Sequence[str], variables: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the load, ended after the block."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, env=variables, stdout=quiet, stderr=quiet, start_new_session=True)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextlib.contextmanager
def load(situation: str, way: str, options: Options, folder: Path) -> Iterator[None]:
    """Whatever else uses the machine in a situation."""
    if situation in ("one core", "alone"):
        yield
        return
    if situation == "a busy process":
        with running([sys.executable, "-c", SPINNING], environment(way)):
            time.sleep(0.5)
            yield
        return
    other = "old" if situation == "an old training" else way
    long = ["--max_iters=10000000", "--eval_interval=10000000", "--log_interval=1"]
    with running(training(other, options, folder / "other", *long), environment(other)) as process:
        began = time.monotonic()
        while not _has_begun(folder / "other" / "metrics.jsonl"):
            if process.poll() is not None or time.monotonic() - began > START_LIMIT_S:
                raise FledgeError("the other training did not start.")
            time.sleep(0.05)
        yield


def _has_begun(metrics: Path) -> bool:
    if not metrics.exists():
        return False
    return any(event["event"] == "iter" and event["iter"] >= WARM_ITERATIONS for event in events_in(metrics))


def timed(situation: str, way: str, options: Options) -> Timed:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = training(way, options, folder / "run")
        if situation == "one core":
            command = ["taskset", "-c", str(min(os.sched_getaffinity(0))), *command]
        with load(situation, way, options, folder):
            began = time.perf_counter()
            try:
                done = subprocess.run(
                    command, env=environment(way), capture_output=True, text=True, timeout=options.longest_s
                )
            except subprocess.TimeoutExpired:
                return Timed(options.longest_s, math.nan, math.nan, 0)
            seconds = time.perf_counter() - began
        if done.returncode:
            raise FledgeError(done.stderr.strip().removeprefix("fledge: error: "))
        events = list(events_in(folder / "run" / "metrics.jsonl"))
    evaluation = [event for event in events if event["event"] == "eval"][-1]
    threads = [event["threads"] for event in events if event["event"] in ("start", "threads")][-1]
    step_ms = 1000 * evaluation["train_s"] / max(1, evaluation["iter"])
    return Timed(seconds, step_ms, evaluation["val_loss"], threads)


def measured(options: Options) -> dict[tuple[str, str], list[Timed]]:
    found: dict[tuple[str, str], list[Timed]] = {}
    began = time.monotonic()
    situations = [name.strip() for name in options.situations.split(",")]
    if unknown := [name for name in situations if name not in SITUATIONS]:
        raise FledgeError(f"{unknown[0]!r} is no situation. There are: {', '.join(SITUATIONS)}.")
    for number in range(options.repeats):
        for situation in situations:
            for way in WAYS:
                if options.most_s and time.monotonic() - began > options.most_s:
                    return found
                one = timed(situation, way, options)
                found.setdefault((situation, way), []).append(one)
                print(f"run {number + 1}: {situation}, {way}: {one}", file=sys.stderr, flush=True)
    return found


def show(found: Mapping[tuple[str, str], Sequence[Timed]]) -> None:
    medians = {key: Spread.of([one.seconds for one in runs]) for key, runs in found.items()}
    columns = ("seconds", "least", "most", "ms/step", "threads", "val loss", "x alone", "x one core", "runs", "ended")
    print(f"{'':<22}" + "".join(f"{column:>11}" for column in columns))
    for (situation, way), taken in medians.items():
        whole = [one for one in found[situation, way] if one.threads]
        step, val = (statistics.median(of(one) for one in whole) if whole else math.nan for of in (_step, _val))
        alone, share = medians.get(("alone", "old")), medians.get(("one core", "old"))
        ratios = [f"{taken.median / base.median:>10.2f}x" if base else f"{'':>11}" for base in (alone, share)]
        threads = "/".join(str(number) for number in sorted({one.threads for one in whole}))
        ended = len(found[situation, way]) - len(whole)
        print(
            f"{situation + ', ' + way:<22}{taken.median:>11.2f}{taken.min:>11.2f}{taken.max:>11.2f}{step:>11.1f}"
            f"{threads:>11}{val:>11.4f}{''.join(ratios)}{len(whole) + ended:>11}{ended:>11}"
        )


def _step(one: Timed) -> float:
    return one.step_ms


def _val(one: Timed) -> float:
    return one.val_loss


def main() -> int:
    try:
        options, words = read_options(Options, sys.argv[1:])
        if words:
            raise FledgeError(f"{words[0]!r} is not understood: it takes settings only.")
        show(measured(options))
    except FledgeError as error:
        sys.exit(f"error: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
