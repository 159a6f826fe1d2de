"""How far off `fledge forecast` is: cuts runs, forecasts their end from the rest, beside two naive forecasts.

    python bench/forecasting.py FOLDER [--set=fresh] [--at=0.5] [--view=settings] [--rows] [LOG | FOLDER OF LOGS ...]

Runs that are not in FOLDER yet are trained there, on one core, about half a minute each. They differ in architecture,
size, batch, learning rate, schedule and seed. The method was developed on `development` and on every other record of
modded-nanogpt (LOG.md). `held_out` was looked at before its last change, `fresh` was trained after that. With
--set=none only the logs are forecast. --view=printed hides the settings, as in a log that prints the learning rate and
nothing else; --view=nothing hides that, too.
"""

import copy
import math
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fledge.analyze.forecast import Forecast, forecast
from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.config.load import load_config
from fledge.config.schedule import learning_rate
from fledge.config.schema import Config
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.logs.run import Run
from fledge.logs.rundir import RunLog, events_in
from fledge.optim.build import set_rates
from fledge.options.parser import read_options
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
    "fresh": {
        "f1": f"{GPT2} --n_layer=3 --n_head=2 --n_embd=96 --block_size=48 --batch_size=20 --max_iters=800 "
        "--eval_interval=25 --learning_rate=1.5e-3 --min_lr=0 --seed=31",
        "f2": f"{GPT2} --n_layer=2 --n_head=4 --n_embd=128 --block_size=64 --batch_size=10 --max_iters=700 "
        "--eval_interval=20 --learning_rate=1e-3 --min_lr=2e-4 --schedule=linear --seed=32",
        "f3": f"{GPT2} --n_layer=5 --n_head=4 --n_embd=64 --block_size=64 --batch_size=12 --max_iters=800 "
        "--eval_interval=25 --learning_rate=3e-3 --min_lr=3e-4 --schedule=wsd --decay_fraction=0.6 --seed=33",
        "f4": f"{GPT2} --n_layer=2 --n_head=2 --n_embd=160 --block_size=32 --batch_size=16 --max_iters=900 "
        "--eval_interval=30 --learning_rate=6e-4 --min_lr=6e-5 --dropout=0.05 --seed=34",
        "f5": f"{GPT2} --n_layer=1 --n_head=4 --n_embd=192 --block_size=48 --batch_size=12 --max_iters=700 "
        "--eval_interval=20 --learning_rate=2e-3 --decay_lr=False --seed=35",
        "f6": f"{MODERN} --n_layer=3 --n_head=4 --n_embd=128 --block_size=48 --batch_size=10 --max_iters=600 "
        "--eval_interval=20 --schedule=linear --seed=36",
        "f7": f"{MODERN} --n_layer=2 --n_head=2 --n_embd=96 --block_size=64 --batch_size=16 --max_iters=600 "
        "--eval_interval=20 --schedule=cosine --min_lr=0.001 --seed=37",
        "f8": f"{MODERN} --n_layer=4 --n_head=2 --n_embd=64 --block_size=48 --batch_size=16 --max_iters=700 "
        "--eval_interval=25 --ngram_rows=0 --decay_fraction=0.5 --seed=38",
    },
}


MAX_GAP = 5.0  # times the usual distance of two lines
VIEWS = ("settings", "printed", "nothing")


@dataclass(frozen=True)
class Options:
    set: str = setting("fresh", "which of the runs made here are forecast", choices=(*RUNS, "none"))
    at: float = setting(0.5, "where a run is cut, as a part of its length", above=0, most=0.99)
    view: str = setting(
        "settings", "what the forecast is told of the rate: all, the printed rates, nothing", choices=VIEWS
    )
    rows: bool = setting(False, "print every forecast, not only the summary")
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
        set_rates(session.optimizers, rate, it)
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


def seen(run: Run, at: int, view: str) -> Run:
    """The run as it was at this iteration, and as another trainer would have told of it."""
    past = copy.deepcopy(run)
    for curve in past.curves.values():
        curve.cut(at + 1)
    past.curves = {metric: curve for metric, curve in past.curves.items() if len(curve)}
    past.ended = ""
    if view != "settings":
        past.format, past.settings = "named numbers", {}  # no defaults are known of such a log
    if view == "nothing":
        past.curves.pop("lr", None)
    return past


def unbroken(run: Run) -> Run:
    """The run up to its first gap: logs are often published without their middle."""
    iters = max((curve.iters for curve in run.curves.values()), key=len)
    gaps = np.diff(np.array(iters))
    wide = np.flatnonzero(gaps > MAX_GAP * np.median(gaps)).tolist() if len(gaps) else []
    return seen(run, iters[wide[0]], "settings") if len(wide) else run


@dataclass(frozen=True)
class Row:
    """A forecast of a run's end from its first part, what came, and two naive forecasts."""

    family: str
    run: str
    found: Forecast
    came: float
    last_value: float
    power_law: float

    def errors(self) -> dict[str, float]:
        assert self.found.value is not None
        forecasts = {"forecast": self.found.value, "last value": self.last_value, "power law": self.power_law}
        return {name: value / self.came - 1 for name, value in forecasts.items()}

    @property
    def is_held(self) -> bool:
        return (self.found.low or 0) <= self.came <= (self.found.high or 0)


def row_of(family: str, run: Run, options: Options) -> Row | None:
    """None if the run has no loss after the cut."""
    to = run.last_iter
    if not run.curves or to < 2:
        return None
    past = seen(run, round(options.at * to), options.view)
    found = forecast(Facts(past), to)
    points = [(it, value) for it, value in run.curve(found.metric).finite() if it <= to]
    if not points or points[-1][0] <= found.last_iter or not past.curves:
        return None
    came, last = points[-1][1], found.last_logged
    if found.metric == "loss":  # a single batch is mostly noise
        late = [value for it, value in points if it > 0.98 * to]
        came, last = statistics.mean(late or [came]), found.last_value
    history = [(it, value) for it, value in past.curve(found.metric).finite() if it > 0.1 * past.last_iter]
    return Row(family, Path(run.name).name, found, came, last, power_law(history, to, last))


def power_law(history: list[tuple[int, float]], to: int, last: float) -> float:
    """a + b / iteration^c by least squares, as people fit it by hand; the last value if there are too few points."""
    if len(history) < 4:
        return last
    t, y = (np.array(column, dtype=float) for column in zip(*history, strict=True))
    best = (math.inf, last)
    for power in np.linspace(0.05, 2.0, 40):
        columns = np.stack([np.ones_like(t), t**-power], axis=1)
        line, *_ = np.linalg.lstsq(columns, y, rcond=None)
        error = float(((columns @ line - y) ** 2).sum())
        if error < best[0] and line[1] > 0:
            best = (error, float(line[0] + line[1] * to**-power))
    return best[1]


def print_rows(rows: list[Row]) -> None:
    print("| run | metric | from | to | then | forecast | low | high | came | off | held | rate |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        found = row.found
        head = f"| {row.run[:28]} | {found.metric} | {found.last_iter:,} | {found.to:,} | {found.last_value:.4f} "
        if found.value is None or found.low is None or found.high is None:
            why = text(found.refusal.reason) if found.refusal else ""
            print(head + f"| refused: {why} | | | {row.came:.4f} | | | {found.rate_source} |")
            continue
        off, held = row.errors()["forecast"], "yes" if row.is_held else "NO"
        print(
            head + f"| {found.value:.4f} | {found.low:.4f} | {found.high:.4f} | {row.came:.4f} | {off:+.1%} | {held} "
            f"| {found.rate_source} |"
        )
    print()


def print_summary(rows: list[Row]) -> None:
    """One line per family, and one for all: errors as shares of the loss that came, as median and worst."""
    print("| family | runs | refused | off | bias | power law off | last value off | closest | held | half-width |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    families = sorted({row.family for row in rows})
    for family in (*families, "all") if len(families) > 1 else families:
        own = [row for row in rows if family in (row.family, "all")]
        made = [row for row in own if row.found.value is not None]
        cells = [family, str(len(own)), str(len(own) - len(made)), *[""] * 7]
        if made:
            errors = [row.errors() for row in made]
            off = {by: [abs(each[by]) for each in errors] for by in errors[0]}
            shown = {by: f"{statistics.median(sizes):.2%}, {max(sizes):.2%}" for by, sizes in off.items()}
            bias = statistics.mean(each["forecast"] for each in errors)
            closest = sum(sizes[0] == min(sizes) for sizes in zip(*off.values(), strict=True))
            width = statistics.median(((row.found.high or 0) - (row.found.low or 0)) / 2 / row.came for row in made)
            held = sum(row.is_held for row in made)
            cells[3:] = [
                shown["forecast"],
                f"{bias:+.2%}",
                shown["power law"],
                shown["last value"],
                f"{closest} of {len(made)}",
                f"{held} of {len(made)} ({held / len(made):.0%})",
                f"{width:.2%}",
            ]
        print(f"| {' | '.join(cells)} |")


def logs_in(words: list[str]) -> list[tuple[str, Run]]:
    """The runs of logs and of folders of logs, by family: the folder and the trainer's format."""
    files = [
        file for word in words for file in (sorted(Path(word).rglob("*")) if Path(word).is_dir() else [Path(word)])
    ]
    found = []
    for file in files:
        try:
            runs = read_log(str(file)).runs if file.is_file() else []
        except FledgeError:
            continue
        found += [(f"{file.parent.name}: {run.format}", unbroken(run)) for run in runs if run.curves]
    return found


def main() -> None:
    try:
        options, words = read_options(Options, sys.argv[1:])
        if not words:
            raise FledgeError("no folder for the runs.", "Try `python bench/forecasting.py /tmp/forecasting`.")
        runs = []
        for name, settings in RUNS.get(options.set, {}).items():
            path = made(Path(words[0]), name, settings, options.data_dir)
            runs.append((f"made here, {settings.split()[0].partition('=')[2]}", read_log(str(path)).runs[0]))
        runs += logs_in(words[1:])
    except FledgeError as error:
        sys.exit(f"error: {error}")
    rows = [row for family, run in runs if (row := row_of(family, run, options))]
    made_here = ", ".join(RUNS.get(options.set, {})) or "none"
    print(f"Developed on: {', '.join(RUNS['development'])} (made here), every other record of modded-nanogpt.")
    print(f"Forecast now: {made_here} (made here); logs: {', '.join(words[1:]) or 'none'}. {len(rows)} runs.")
    print(f"The last iteration, from {options.at:.0%} of the run; known of the learning rate: {options.view}.\n")
    if options.rows:
        print_rows(rows)
    if rows:
        print_summary(rows)


if __name__ == "__main__":
    main()
