"""What a portable architecture costs: validation losses of modern and qwen3 after equal training time.

    python bench/portability.py --out=FOLDER --seconds=80 [--seeds=3] -- config/demo.py [--key=value ...]

First the seconds per iteration of each, in turn, three times, in fresh processes; the fastest of the three, which
other work disturbed least, says how many iterations each recipe gets. That part needs a quiet machine, and its result
is kept in FOLDER/rates.json. Then every recipe trains with every seed; the iterations are fixed by then, so other work
on the machine changes nothing. Runs that have finished are not repeated. The last table has the mean validation loss
and the spread over the seeds.
"""

import json
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.options.parser import read_options

RECIPES = {
    "modern": ["--arch=modern"],
    "modern without n-grams": ["--arch=modern", "--ngram_rows=0", "--ngram_counts=0"],
    "qwen3": ["--arch=qwen3"],
}
FIRST_SEED = 1337
ROUNDS = 3
TIMED_ITERATIONS = 60
WARMUP_ITERATIONS = 20


@dataclass(frozen=True)
class Options:
    out: str = setting("", "the folder for rates.json and the runs")
    seconds: float = setting(80.0, "training time of each run", above=0, most=1e6)
    seeds: int = setting(3, "runs of each recipe", least=1, most=100)


def train(out_dir: Path, arguments: list[str]) -> list[dict[str, object]]:
    """The events of a run that is trained to its end."""
    command = [sys.executable, "-m", "fledge", "train", *arguments, f"--out_dir={out_dir}", "--overwrite"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise FledgeError(f"{' '.join(command)} failed:\n{done.stderr[-500:]}")
    return [json.loads(line) for line in (out_dir / "metrics.jsonl").read_text().splitlines()]


def iteration_seconds(events: list[dict[str, object]]) -> float:
    times = [
        float(str(event["dt_ms"])) / 1000
        for event in events
        if event.get("event") == "iter" and int(str(event["iter"])) >= WARMUP_ITERATIONS
    ]
    return statistics.median(times)


def measured_rates(folder: Path, arguments: list[str]) -> dict[str, float]:
    kept = folder / "rates.json"
    if kept.exists():
        rates: dict[str, float] = json.loads(kept.read_text())
        return rates
    found: dict[str, list[float]] = {name: [] for name in RECIPES}
    short = [
        f"--max_iters={TIMED_ITERATIONS}",
        f"--eval_interval={TIMED_ITERATIONS}",
        "--eval_iters=1",
        "--log_interval=1",
    ]
    for round_number in range(ROUNDS):
        for name, recipe in RECIPES.items():
            run = folder / "rates" / f"{name.replace(' ', '-')}-{round_number}"
            found[name].append(iteration_seconds(train(run, [*arguments, *recipe, *short])))
    for name, times in found.items():
        print(f"{name:<24} " + " ".join(f"{1000 * seconds:.1f}" for seconds in times) + " ms per iteration", flush=True)
    fastest = {name: min(times) for name, times in found.items()}
    kept.write_text(json.dumps(fastest, indent=1))
    return fastest


def final_loss(folder: Path, name: str, iterations: int, seed: int, arguments: list[str]) -> float:
    run = folder / f"{name.replace(' ', '-')}-{seed}"
    kept = run.with_suffix(".json")
    if not kept.exists():
        limits = [f"--max_iters={iterations}", f"--eval_interval={iterations}", f"--seed={seed}"]
        events = train(run, [*arguments, *RECIPES[name], *limits])
        last = [event["val_loss"] for event in events if event.get("event") == "eval"][-1]
        kept.write_text(json.dumps(last))
    return float(json.loads(kept.read_text()))


def main() -> None:
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    options, rest = read_options(Options, words[:cut])
    arguments = words[cut + 1 :]
    if rest or not options.out or not arguments:
        raise FledgeError("say where the runs go, and what to train after --.", "Try --out=/tmp/p -- config/demo.py.")
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    rates = measured_rates(folder, arguments)
    print(f"{'':<24} {'ms/iter':>8} {'iterations':>10} {'val loss':>8} {'spread':>7}  seeds")
    for name, seconds in rates.items():
        iterations = round(options.seconds / seconds)
        losses = [
            final_loss(folder, name, iterations, FIRST_SEED + number, arguments) for number in range(options.seeds)
        ]
        spread = max(losses) - min(losses)
        each = " ".join(f"{loss:.4f}" for loss in losses)
        mean = statistics.mean(losses)
        print(f"{name:<24} {1000 * seconds:>8.1f} {iterations:>10,} {mean:>8.4f} {spread:>7.4f}  {each}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except FledgeError as error:
        sys.exit(f"error: {error}")
