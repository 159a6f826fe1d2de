"""How far off `fledge forecast` is: trains small runs, cuts them, and forecasts their end from the rest.

    python bench/forecasting.py FOLDER [--set=held_out] [--at=0.5] [--data_dir=data] [RUN | LOG ...]

Runs that are not in FOLDER yet are trained there, on one core, about half a minute each. They differ in architecture,
size, batch, learning rate, schedule and seed. The method was developed on `development`; no choice was made on
`held_out`. If you name runs or logs, those are forecast instead.
"""

import copy
import math
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

from fledge.analyze.forecast import Forecast, forecast
from fledge.cli.parser import read_options
from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.config.load import load_config
from fledge.config.schedule import learning_rate
from fledge.config.schema import Config
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.logs.run import Run
from fledge.logs.rundir import RunLog, events_in
from fledge.optim.build import set_learning_rate
from fledge.texts import text
from fledge.train.evaluate import Evaluator
from fledge.train.launch import new_launch
from fledge.train.session import new_session
from fledge.train.step import TrainingStep, batches_of

COMMON = (
    "--dataset=shakespeare_char --device=cpu --threads=1 --compile=False --gradient_accumulation_steps=1 "
    "--log_interval=10 --eval_iters=20 --lr_decay_iters=0 --beta2=0.99"
)
GPT2, MODERN = "--arch=gpt2 --warmup_iters=50", "--arch=modern"
RUNS = {
    "development": {
        "d1": f"{GPT2} --n_layer=2 --n_head=2 --n_embd=64 --block_size=32 --batch_size=16 --max_iters=1200 "
        "--eval_interval=40 --learning_rate=1e-3 --min_lr=1e-4",
        "d2": f"{GPT2} --n_layer=4 --n_head=4 --n_embd=128 --block_size=64 --batch_size=12 --max_iters=700 "
        "--eval_interval=25 --learning_rate=1e-3 --min_lr=1e-4 --seed=2",
        "d3": f"{GPT2} --n_layer=2 --n_head=2 --n_embd=96 --block_size=64 --batch_size=8 --max_iters=1000 "
        "--eval_interval=40 --learning_rate=2e-3 --decay_lr=False",
        "d4": f"{GPT2} --n_layer=3 --n_head=4 --n_embd=128 --block_size=32 --batch_size=16 --max_iters=900 "
        "--eval_interval=30 --learning_rate=3e-3 --min_lr=0 --schedule=linear --seed=3",
        "d5": f"{MODERN} --n_layer=2 --n_head=2 --n_embd=64 --block_size=32 --batch_size=16 --max_iters=800 "
        "--eval_interval=25",
        "d6": f"{MODERN} --n_layer=4 --n_head=4 --n_embd=128 --block_size=64 --batch_size=8 --max_iters=500 "
        "--eval_interval=20 --seed=2",
        "d7": f"{MODERN} --n_layer=2 --n_head=4 --n_embd=128 --block_size=64 --batch_size=12 --max_iters=600 "
        "--eval_interval=20 --schedule=cosine --min_lr=0.002 --ngram_rows=0",
        "d8": f"{MODERN} --n_layer=3 --n_head=2 --n_embd=96 --block_size=48 --batch_size=12 --max_iters=700 "
        "--eval_interval=25 --decay_lr=False --seed=4",
    },
    "held_out": {
        "h01": f"{GPT2} --n_layer=1 --n_head=2 --n_embd=64 --block_size=64 --batch_size=16 --max_iters=1200 "
        "--eval_interval=40 --learning_rate=1e-3 --min_lr=1e-4 --seed=11",
        "h02": f"{GPT2} --n_layer=4 --n_head=4 --n_embd=128 --block_size=64 --batch_size=12 --max_iters=600 "
        "--eval_interval=20 --learning_rate=5e-4 --min_lr=5e-5 --seed=12",
        "h03": f"{GPT2} --n_layer=6 --n_head=4 --n_embd=64 --block_size=48 --batch_size=16 --max_iters=600 "
        "--eval_interval=20 --learning_rate=2e-3 --min_lr=2e-4 --seed=13",
        "h04": f"{GPT2} --n_layer=2 --n_head=4 --n_embd=192 --block_size=32 --batch_size=12 --max_iters=800 "
        "--eval_interval=25 --learning_rate=1e-3 --decay_lr=False --seed=14",
        "h05": f"{GPT2} --n_layer=3 --n_head=3 --n_embd=96 --block_size=96 --batch_size=8 --max_iters=700 "
        "--eval_interval=25 --learning_rate=2e-3 --min_lr=0 --schedule=linear --seed=15",
        "h06": f"{GPT2} --n_layer=2 --n_head=2 --n_embd=128 --block_size=64 --batch_size=12 --max_iters=900 "
        "--eval_interval=30 --learning_rate=1e-3 --min_lr=0 --schedule=wsd --decay_fraction=0.3 --seed=16",
        "h07": f"{GPT2} --n_layer=3 --n_head=4 --n_embd=128 --block_size=32 --batch_size=24 --max_iters=600 "
        "--eval_interval=20 --learning_rate=1e-3 --min_lr=1e-4 --dropout=0.1 --bias=True --seed=17",
        "h08": f"{GPT2} --n_layer=2 --n_head=2 --n_embd=64 --block_size=32 --batch_size=32 --max_iters=1000 "
        "--eval_interval=40 --learning_rate=4e-3 --min_lr=4e-4 --seed=18",
        "h09": f"{MODERN} --n_layer=1 --n_head=2 --n_embd=128 --block_size=64 --batch_size=16 --max_iters=600 "
        "--eval_interval=20 --seed=19",
        "h10": f"{MODERN} --n_layer=4 --n_head=4 --n_embd=128 --block_size=32 --batch_size=16 --max_iters=500 "
        "--eval_interval=20 --seed=20",
        "h11": f"{MODERN} --n_layer=3 --n_head=2 --n_embd=64 --block_size=64 --batch_size=12 --max_iters=700 "
        "--eval_interval=25 --schedule=cosine --ngram_rows=0 --seed=21",
        "h12": f"{MODERN} --n_layer=2 --n_head=3 --n_embd=192 --block_size=64 --batch_size=8 --max_iters=500 "
        "--eval_interval=20 --learning_rate=0.01 --seed=22",
        "h13": f"{MODERN} --n_layer=2 --n_head=2 --n_embd=96 --block_size=48 --batch_size=16 --max_iters=700 "
        "--eval_interval=25 --decay_lr=False --seed=23",
        "h14": f"{MODERN} --n_layer=2 --n_head=2 --n_embd=128 --block_size=96 --batch_size=8 --max_iters=600 "
        "--eval_interval=20 --schedule=linear --ngram_rows=0 --seed=24",
        "h15": f"{MODERN} --n_layer=2 --n_head=2 --n_embd=64 --block_size=64 --batch_size=16 --max_iters=800 "
        "--eval_interval=25 --decay_fraction=0.3 --seed=25",
        "h16": f"{MODERN} --n_layer=5 --n_head=3 --n_embd=96 --block_size=48 --batch_size=10 --max_iters=500 "
        "--eval_interval=20 --dropout=0.1 --seed=26",
    },
}


@dataclass(frozen=True)
class Options:
    set: str = setting("held_out", "which runs are made and forecast", choices=tuple(RUNS))
    at: float = setting(0.5, "where a run is cut, as a part of its length", above=0, most=0.99)
    data_dir: str = setting("data", "where shakespeare_char is, made by `fledge prepare shakespeare_char`")


def train(config: Config) -> None:
    """`fledge train` without checkpoints, which would take longer than the training."""
    log = RunLog(config.run_path, config, resumed=False)
    session = new_session(new_launch(config))
    train_split, val_split = batches_of(session, "train"), batches_of(session, "val")
    evaluator = Evaluator(config, session.runtime, train_split, val_split, None)
    step = TrainingStep(session, session.model, train_split)
    log.event("start", iter=0, tokens_per_iter=config.tokens_per_iter, max_iters=config.max_iters)
    for it in range(config.max_iters + 1):
        rate = learning_rate(config, it)
        if it % config.eval_interval == 0 or it == config.max_iters:
            losses = evaluator.losses(session.model)
            log.event("eval", iter=it, lr=rate, train_loss=losses.train, val_loss=losses.val)
        if it == config.max_iters:
            break
        set_learning_rate(session.optimizers, rate)
        loss, norm = step.run(it)
        if it % config.log_interval == 0:
            log.event("iter", iter=it, loss=loss.item(), lr=rate, grad_norm=norm.item())
    log.event("end", iter=config.max_iters, reason="finished")
    log.close()


def made(folder: Path, name: str, settings: str, data_dir: str) -> Path:
    path = folder / name
    metrics = path / "metrics.jsonl"
    if not metrics.exists() or list(events_in(metrics))[-1]["event"] != "end":
        print(f"training {name}", file=sys.stderr, flush=True)
        words = [*COMMON.split(), *settings.split(), f"--data_dir={data_dir}", f"--out_dir={path}"]
        train(load_config(words))
    return path


def cut(run: Run, at: int) -> Run:
    """The run as it was at this iteration."""
    past = copy.deepcopy(run)
    for curve in past.curves.values():
        curve.cut(at + 1)
    past.curves = {metric: curve for metric, curve in past.curves.items() if len(curve)}
    past.ended = ""
    return past


def row(run: Run, at: float) -> tuple[Forecast, float]:
    """The forecast from the first part of the run, and the loss that came."""
    to = run.last_iter
    found = forecast(Facts(cut(run, round(at * to))), to)
    return found, actual_loss(run, found)


def actual_loss(run: Run, found: Forecast) -> float:
    """The last evaluation up to the forecast iteration, or the mean of the batch losses around it."""
    points = [(it, value) for it, value in run.curve(found.metric).finite() if it <= found.to]
    if found.metric == "val_loss":
        return points[-1][1]
    return statistics.mean([value for it, value in points if it > 0.98 * found.to] or [points[-1][1]])


def table(runs: list[Run], at: float) -> None:
    print(f"Forecast of the last iteration from {at:.0%} of the run.\n")
    print("| run | metric | from | to | then | forecast | low | high | came | off | covered |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    errors, covered, width, refused = [], [], [], 0
    for run in runs:
        found, truth = row(run, at)
        name = Path(run.name).name[:24]
        head = f"| {name} | {found.metric} | {found.last_iter:,} | {found.to:,} | {found.last_value:.4f} "
        if found.refusal or found.value is None or found.low is None or found.high is None:
            refused += 1
            print(head + f"| refused: {text(found.refusal.reason) if found.refusal else ''} | | | {truth:.4f} | | |")
            continue
        errors.append(found.value / truth - 1)
        covered.append(found.low <= truth <= found.high)
        width.append((found.high - found.low) / 2 / truth)
        print(
            head + f"| {found.value:.4f} | {found.low:.4f} | {found.high:.4f} | {truth:.4f} | {errors[-1]:+.1%} "
            f"| {'yes' if covered[-1] else 'NO'} |",
            flush=True,
        )
    if errors:
        print(
            f"\n{len(errors)} forecasts, {refused} refused. Off by {statistics.median(map(abs, errors)):.2%} (median), "
            f"{max(map(abs, errors)):.2%} (worst), {statistics.mean(errors):+.2%} (mean). "
            f"{sum(covered)} of {len(covered)} intervals hold what came ({sum(covered) / len(covered):.0%}); "
            f"half-width {statistics.median(width):.1%} (median)."
        )


def main() -> None:
    try:
        options, words = read_options(Options, sys.argv[1:])
        if not words:
            raise FledgeError("no folder for the runs.", "Try `python bench/forecasting.py /tmp/forecasting`.")
        paths = words[1:]
        if not paths:
            folder = Path(words[0])
            paths = [str(made(folder, name, text, options.data_dir)) for name, text in RUNS[options.set].items()]
        runs = [run for path in paths for run in read_log(path).runs if math.isfinite(run.last_iter) and run.curves]
    except FledgeError as error:
        sys.exit(f"error: {error}")
    table(runs, options.at)


if __name__ == "__main__":
    main()
