"""Tuning: the search on curves whose best is known, and the command on models that take no time."""

import itertools
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from fledge.common.stats import Spread
from fledge.config.load import load_config
from fledge.config.schema import Config
from fledge.hardware.gpu_names import find_gpu
from fledge.hardware.load import Load
from fledge.plan.estimate import Estimate
from fledge.plan.targets import gpu_target
from fledge.plan.timing.iterations import IterationTimer, OutOfMemory, StepVariant
from fledge.plan.timing.random_data import random_dataset
from fledge.plan.tune.decision import decide
from fledge.plan.tune.ratio import MIN_ROUNDS, Ratio
from fledge.plan.tune.result import Candidate
from fledge.plan.tune.search import Budget, Search, Timing, TooLarge
from fledge.plan.tune.sizes import divisors, ladder, ladder_down
from fledge.plan.tune.there import about_the_host, tune_there, with_slow_host
from fledge.plan.tune.variants import VariantTimer, micro_batches, with_micro_batch
from fledge.texts import say, text
from tests.helpers import TINY, Fledge

SEQUENCES = 480
NO_ROOM = say("tune.refused.does_not_fit")
BUSY = Load(0.5, 2, own_cpu=0.7, others_cpu=1.3, cpu_wait=1.2)
SHALLOW = [*TINY, "--n_layer=1"]  # each candidate is traced
LAYERS = ["--n_layer=1", "--n_head=1", "--n_embd=32", "--block_size=32"]


class Machine:
    """Measures a curve: each measurement takes a second of the clock."""

    def __init__(self, rate: Callable[[int], float], fits: int = 10**9, cost: float = 1.0, busy: bool = False) -> None:
        self.rate, self.fits, self.cost, self.busy = rate, fits, cost, busy
        self.now, self.asked = 0.0, list[int]()

    def measure(self, size: int) -> Timing:
        self.asked.append(size)
        self.now += self.cost
        if size > self.fits:
            raise TooLarge(NO_ROOM)
        return Timing(SEQUENCES / self.rate(size), self.busy, BUSY if self.busy else None)

    def search(self, budget: float = 1000.0, sizes: Sequence[int] = (), own: int = 12) -> Search:
        search = Search(sizes or divisors(SEQUENCES), own, self.measure, Budget(budget, lambda: self.now))
        search.run()
        return search


def decided(search: Search) -> tuple[int, str]:
    decision = decide(search, {size: str(size) for size in search.tried}, 120)
    return decision.choice, text(decision.sure)


def peak_at(best: int) -> Callable[[int], float]:
    """Rises, is flat at the top, and falls: 2% down a quarter of an octave from the best, 27% down an octave."""
    return lambda size: 1000 / (1 + 0.37 * math.log2(size / best) ** 2)


def saturating(size: int) -> float:
    return 1000 / (1 + 1 / size)


def test_divisors_and_ladders() -> None:
    assert divisors(12, 40) == [n for n in range(1, 481) if 480 % n == 0]
    assert divisors(1, 1) == [1]
    assert len(divisors(10**9, 10**9)) == 19 * 19
    assert ladder(divisors(64)) == [1, 2, 4, 8, 16, 32, 64]
    assert ladder(divisors(480)) == [1, 2, 4, 8, 16, 32, 80, 160, 480]
    assert ladder(divisors(7)) == [1, 7]
    assert ladder_down(divisors(480)) == [480, 240, 120, 60, 30, 15, 6, 3, 1]
    assert ladder_down([1]) == [1]


def test_a_ratio_knows_its_noise() -> None:
    assert Ratio.of([1.1, 1.0, 1.2]) == Ratio(1.0, 1.1, 1.2, 3)
    assert not Ratio.of([1.1] * 5).is_settled, "five pairs are too few, however equal"
    assert Ratio.of([1.1] * 6).is_above(1.09)
    assert Ratio.of([1.1, 1.12, 1.09, 1.11, 1.1, 1.08]).is_above(1)
    assert not Ratio.of([1.1, 1.3, 0.95, 1.2, 1.0, 1.25]).is_settled, "the spread is as large as the difference"
    assert Ratio.of([1.0, 1.003, 0.997, 1.001, 0.999, 1.0]).is_settled, "equal"
    assert Ratio.of([0.5] * 6).is_below(0.51)


@pytest.mark.parametrize("best", [1, 4, 10, 20, 48, 480])
@pytest.mark.parametrize("own", [1, 12, 480])
def test_the_peak_of_a_curve_is_found(best: int, own: int) -> None:
    machine = Machine(peak_at(best))
    search = machine.search(own=own)
    choice, told = decided(search)
    assert machine.rate(choice) >= 0.95 * machine.rate(best)
    assert told.startswith("yes: "), told
    assert len(set(machine.asked)) < len(search.sizes)  # never a sweep of everything
    assert search.share(search.best) == 1


def test_the_users_own_comes_first_and_in_every_round() -> None:
    machine = Machine(peak_at(48))
    search = machine.search(own=3)
    assert machine.asked[:2] == [3, 3]
    assert search.rounds
    assert all(3 in taken for taken in search.rounds)
    choice, told = decided(search)
    assert choice in (40, 48)
    assert told.startswith("yes: yours, 3, has ")


def test_those_further_away_are_left_alone_once_it_is_clear() -> None:
    machine = Machine(peak_at(4))
    machine.search(own=4)
    assert max(machine.asked) == 16  # two in a row are clearly slower: 8 and 16
    assert min(machine.asked) == 1


@pytest.mark.parametrize("budget", [0.5, 3.0, 10.0, 40.0, 90.0])
def test_the_budget_is_kept(budget: float) -> None:
    machine = Machine(saturating)
    search = machine.search(budget)
    assert machine.now <= max(budget, 1.0) + machine.cost
    assert search.tried
    choice, told = decided(search)
    if len(search.rounds) < MIN_ROUNDS:
        assert choice == 12, "the user's own"
        assert not told.startswith("yes") or len(search.tried) == 1


def test_what_would_take_too_long_is_not_begun() -> None:
    machine = Machine(lambda size: 10.0)  # a second of the clock, and yet 0.1 s a sequence
    search = machine.search(budget=60.0)
    assert max(search.tried) < 480
    assert search.untried


def test_memory_ends_the_climb() -> None:
    machine = Machine(saturating, fits=20)
    search = machine.search()
    assert search.refused.keys() == {24}
    assert max(search.tried) == 20  # the neighbour of 12 and the next
    assert max(machine.asked) == 24
    assert search.knee == 10


def test_the_users_own_does_not_fit() -> None:
    machine = Machine(saturating, fits=20)
    search = machine.search(own=480)
    choice, told = decided(search)
    assert 480 in search.refused
    assert machine.rate(choice) >= 0.95 * machine.rate(20)
    assert told.startswith(("yes: ", "within noise of ")), told
    busy = Machine(saturating, fits=20, busy=True).search(own=480)
    assert "yours does not fit, and 15 looked best. Repeat it when" in decided(busy)[1]


def test_nothing_fits() -> None:
    search = Machine(saturating, fits=0).search()
    assert not search.tried
    assert search.refused.keys() == {12, 1}


def test_of_equals_the_users_own_is_kept() -> None:
    assert decided(Machine(lambda size: 1000.0).search())[0] == 12
    faster = Machine(lambda size: 1000.0 if size >= 4 else 500.0).search(own=2)
    choice, told = decided(faster)
    assert choice == 4, "of the equals that are faster, the smallest: it needs less memory"
    assert told.startswith("within noise of ")
    assert told.endswith("; the smaller micro-batch needs less memory")


def test_a_clear_winner_is_called_one() -> None:
    search = Machine(peak_at(4)).search(sizes=[1, 2, 4, 8, 16], own=4)
    told = "yes: yours is the fastest, and the next, 2, has 73% of its speed (6 interleaved rounds)"
    assert decided(search) == (4, told)
    told = "yes: yours, 16, has 40% of its speed, and the next, 2, 73% (6 interleaved rounds)"
    assert decided(Machine(peak_at(4)).search(sizes=[1, 2, 4, 8, 16], own=16)) == (4, told)


def test_the_end_of_the_budget_is_told() -> None:
    choice, told = decided(Machine(lambda size: float(size)).search(budget=12.0, own=1))
    assert choice == 1
    assert told.startswith("no: the budget was enough for ")
    assert "yours, 1, is kept. Try --budget=240" in told


def test_a_busy_machine_decides_nothing() -> None:
    machine = Machine(peak_at(48), busy=True)
    search = machine.search(own=3)
    assert not search.rounds
    assert decided(search) == (
        3,
        "no: the machine was busy (other processes use 1.3 of 2 cores); yours, 3, is kept. "
        "Repeat it when the machine is idle",
    )


# ---- measuring --------------------------------------------------------------------------------------------------


def settings(*more: str) -> Config:
    return load_config([*LAYERS, "--device=cpu", "--vocab_size=65", "--batch_size=2", "--dtype=float32", *more])


@pytest.mark.parametrize("arch", ["gpt2", "modern", "qwen3"])
def test_iterations_are_timed_and_change_nothing(arch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fledge.plan.timing.iterations.MIN_MEASUREMENT_S", 0.1)
    config = settings(f"--arch={arch}")
    threads = torch.get_num_threads()
    with random_dataset(65, 32) as dataset:
        timer = IterationTimer(replace(config, gradient_accumulation_steps=1), dataset)
        before = {name: value.clone() for name, value in timer.session.model.state_dict().items()}
        few = StepVariant(1, 2, "float32", "sdpa", False, 1)
        assert timer.seconds(few) > 0
        # many times the micro-steps, hardly measured for longer, take many times as long
        assert timer.seconds(replace(few, accumulation=400)) > 20 * timer.seconds(few)
        assert all(torch.equal(value, before[name]) for name, value in timer.session.model.state_dict().items())
        assert all(parameter.grad is None for parameter in timer.session.model.parameters())
    assert torch.get_num_threads() == threads


def test_running_out_of_memory_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    config = settings()
    with random_dataset(65, 32) as dataset:
        timer = IterationTimer(replace(config, gradient_accumulation_steps=1), dataset)

        def full(*_: Any, **__: Any) -> None:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes")

        monkeypatch.setattr(timer.session.model, "hidden", full)
        with pytest.raises(OutOfMemory):
            timer.seconds(StepVariant(2, 1, "float32", "sdpa", False, 1))


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A measurement is one iteration: what it says, and how busy this machine is, are of no concern here."""
    monkeypatch.setattr("fledge.plan.timing.iterations.MIN_MEASUREMENT_S", 0.0)
    monkeypatch.setattr("fledge.plan.tune.variants.MIN_JUDGED_S", math.inf)


def tune(fledge: Fledge, *words: str) -> Any:
    code, out, err = fledge("tune", *SHALLOW, "--json", *words)
    assert code == 0, err
    return json.loads(out)


@pytest.mark.usefixtures("_quick")
def test_the_command(work: Path, fledge: Fledge) -> None:
    threads = torch.get_num_threads()
    found = tune(fledge, "--gradient_accumulation_steps=2", "--budget=59", "--dtype=float32", "--n_embd=16")
    assert torch.get_num_threads() == threads
    assert found["tokens_per_iter"] == 4 * 2 * 16
    assert found["basis"].startswith("measured on this machine")
    for row in found["candidates"]:
        assert row["batch_size"] * row["gradient_accumulation_steps"] == 8
        assert row["fits"]
        assert row["tokens_per_s"]["min"] <= row["tokens_per_s"]["median"] <= row["tokens_per_s"]["max"]
        assert row["peak_memory_mb"]["basis"] == "traced"
    rates = {row["batch_size"]: row["tokens_per_s"]["median"] for row in found["candidates"]}
    assert rates[found["best"]["batch_size"]] == max(rates.values())
    assert found["knee"]["batch_size"] <= found["best"]["batch_size"]
    assert found["choice"]["batch_size"] <= found["best"]["batch_size"]
    assert found["choices"]["dtype"] == "float32"
    assert not any(trial["what"].startswith("dtype") for trial in found["trials"])  # the user wrote it
    assert found["own"] == {"batch_size": 4, "gradient_accumulation_steps": 2}
    assert rates[4]


@pytest.mark.usefixtures("_quick")
def test_a_large_micro_batch_that_does_not_fit(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    real = IterationTimer.seconds

    def small(self: IterationTimer, variant: StepVariant) -> float:
        if variant.batch_size > 2:
            raise OutOfMemory
        return real(self, variant)

    monkeypatch.setattr(IterationTimer, "seconds", small)
    found = tune(fledge, "--budget=59", "--dtype=float32", "--n_embd=16")
    rows = {row["batch_size"]: row for row in found["candidates"]}
    assert (rows[4]["fits"], rows[4]["tokens_per_s"], rows[4]["note"]) == (False, None, "out of memory")
    assert found["choice"]["batch_size"] <= 2
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = fledge("tune", *SHALLOW, "--budget=59", "--dtype=float32", "--n_embd=16", "--dataset=none")
    assert code == 0
    for words in ("micro-batch", "tokens/s", "of best", "choice", "sure?", "knee", "out of memory", "vocab_size="):
        assert words in out, words
    assert max(len(line) for line in out.splitlines() if "fledge train" not in line) <= 80


def test_another_way_is_kept_only_if_it_gains(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fledge.plan.tune.trials.cpu_has_bf16", lambda: (True, ""))
    monkeypatch.setattr(torch, "get_num_threads", lambda: 4)
    calls: list[StepVariant] = []

    def curve(self: VariantTimer, variant: StepVariant) -> float:
        calls.append(variant)
        return (
            (0.01 / variant.batch_size)
            * (0.5 if variant.dtype == "bfloat16" else 1.0)
            * (2.0 if variant.threads < 4 else 1.0)
        )

    monkeypatch.setattr(VariantTimer, "seconds", curve)
    monkeypatch.setattr(
        "fledge.plan.targets.choose_dtype", lambda config, *_: (config.dtype.replace("auto", "float32"), "")
    )
    monkeypatch.setattr("fledge.plan.targets.choose_attention", lambda *_: ("sdpa", ""))
    found = tune(fledge, "--budget=50")
    assert found["settings"] == {"batch_size": 4, "gradient_accumulation_steps": 1, "dtype": "bfloat16"}
    kept = {trial["what"]: trial["kept"] for trial in found["trials"]}
    assert kept == {"dtype=bfloat16": True, "attention=matmul": False, "threads=2": False}
    assert "dtype = 'bfloat16'" in Path("tuned.py").read_text()
    assert {variant.attend for variant in calls} == {"sdpa", "matmul"}
    written = Path("tuned.py").read_text()
    found = tune(fledge, "--budget=50", "--dtype=float32")
    assert (found["is_kept"], found["file"]) == (True, None)
    assert found["more_notes"] == [
        "nothing is written: your settings stay as they are",
        "tuned.py is of an earlier `fledge tune`, and was left as it is",
    ]
    assert Path("tuned.py").read_text() == written
    assert not found["command"].endswith("tuned.py")
    tune(fledge, "--budget=50", "--dtype=float32", "--batch_size=1", "--gradient_accumulation_steps=4")
    assert Path("tuned.py").read_text().splitlines()[-2:] == ["batch_size = 4", "gradient_accumulation_steps = 1"]


@pytest.mark.parametrize("is_busy", [False, True])
def test_a_file_is_written_only_for_what_is_faster(
    work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    def timed(self: VariantTimer, variant: StepVariant) -> Timing:
        self.require_room(variant)
        return Timing(0.01 / variant.batch_size, is_busy, BUSY if is_busy else None)

    monkeypatch.setattr(VariantTimer, "timed", timed)
    words = ["--budget=50", "--dtype=float32", "--threads=1", "--batch_size=1", "--gradient_accumulation_steps=8"]
    code, out, err = fledge("tune", *SHALLOW, *words)
    assert (code, err) == (0, "")
    assert Path("tuned.py").exists() == (not is_busy)
    flat = " ".join(out.split())
    if is_busy:
        assert "no: the machine was busy (other processes use 1.3 of 2 cores); yours, 1 x 8, is kept" in flat
        assert "nothing is written: your settings stay as they are" in flat
        assert "which decide nothing (other processes use 1.3 of 2 cores)" in flat
        assert "tuned.py" not in flat
        assert "while it was busy with other work" in flat
        assert "knee" not in flat
    else:
        assert "yes: yours, 1 x 8, has 12% of its speed, and the next, 4 x 2, 50%" in flat
        assert load_config([*TINY, "tuned.py"]).batch_size == 8


@pytest.mark.parametrize("is_busy", [False, True])
def test_a_budget_for_one_micro_batch_only(
    work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    long = Timing(1e4, is_busy, BUSY if is_busy else None)
    monkeypatch.setattr(VariantTimer, "timed", lambda self, variant: long)
    words = ["--budget=50", "--dtype=float32", "--batch_size=1", "--gradient_accumulation_steps=8"]
    code, _, err = fledge("tune", *SHALLOW, *words)
    assert code == 1
    assert "is too short" in err
    assert ("The machine is busy: other processes use 1.3 of 2 cores." in err) == is_busy
    assert not Path("tuned.py").exists()


# ---- a GPU that isn't here --------------------------------------------------------------------------------------


def test_a_gpu_from_the_table(work: Path, fledge: Fledge) -> None:
    words = ["--gpu=rtx 4070", "--compile=False", "--gradient_accumulation_steps=4", "--block_size=256"]
    found = tune(fledge, *words)
    assert found["basis"] == "from trace and roofline, not measured"
    rows = found["candidates"]
    assert [row["batch_size"] for row in rows] == [1, 2, 4, 8, 16]
    for row in rows:
        assert row["tokens_per_s"]["low"] < row["tokens_per_s"]["value"] < row["tokens_per_s"]["high"]
        assert row["tokens_per_s"]["basis"] == "traced"
    rates = {row["batch_size"]: row["tokens_per_s"]["value"] for row in rows}
    near = [size for size, rate in rates.items() if rate >= 0.98 * max(rates.values())]
    assert found["choice"]["batch_size"] == min(near)
    assert load_config([*TINY, "tuned.py"]).batch_size == min(near)
    assert "not measured" in Path("tuned.py").read_text()


def test_a_slow_host_is_spoken_of_where_micro_batches_are_short() -> None:
    config = load_config(["--vocab_size=65", "--block_size=2048", "--batch_size=8", "--gradient_accumulation_steps=16"])

    def candidate(batch: int, rate: float) -> Candidate:
        return Candidate(batch, 128 // batch, Estimate.exact(rate, "tokens/s", "test"), None, fits=True)

    too_large = Candidate(128, 1, None, None, fits=False)
    found = with_slow_host([candidate(8, 370_000), candidate(64, 400_000), too_large], config)
    small, large, _ = found
    # 16 x (44.3 + 18.3) ms against 2 x (327.7 + 18.3) ms, where 92.5% were planned
    assert small.slow_host_share == pytest.approx(2 * 346 / (16 * 62.6), abs=0.002)
    assert large.slow_host_share == 1
    assert found[2].slow_host_share is None
    assert about_the_host(found, large) == []
    (note,) = about_the_host(found, small)
    assert "micro-batch 8 would have 69% of the speed of 64" in text(note)


def test_memory_decides_on_a_gpu(work: Path) -> None:
    config = load_config([*LAYERS, "--vocab_size=50304", "--block_size=1024", "--batch_size=64", "--compile=False"])
    small = replace(find_gpu("RTX 4070"), memory_bytes=1300 * 2**20)
    config = replace(config, gradient_accumulation_steps=1)
    tuning = tune_there(config, gpu_target(config, small), Budget(60), lambda text: None)
    verdicts = [bool(row.fits) for row in tuning.candidates]
    assert verdicts == sorted(verdicts, reverse=True), "the larger ones do not fit"
    assert tuning.candidates[-1].batch_size == 64, "the user's own is looked at, whatever it is"
    assert tuning.candidates[-1].fits is False
    assert tuning.choice.fits
    assert tuning.choice.batch_size < 64


def test_a_plan_for_a_gpu_that_ran_out_of_time_is_not_sure(work: Path) -> None:
    config = load_config([*LAYERS, "--vocab_size=65", "--block_size=64", "--batch_size=8", "--compile=False"])
    clock = itertools.count(0.0, 30.0)  # one look at it takes half a minute
    tuning = tune_there(
        config, gpu_target(config, find_gpu("RTX 4070")), Budget(60, lambda: next(clock)), lambda text: None
    )
    assert [row.batch_size for row in tuning.candidates] == [8], "the user's own first"
    assert tuning.sure == say("tune.sure.budget_ended", sizes=["1", "2", "4"], budget=120)


def test_time_that_ran_out_is_not_memory_that_ran_out(work: Path) -> None:
    config = load_config([*LAYERS, "--vocab_size=50304", "--block_size=1024", "--batch_size=64", "--compile=False"])
    clock = itertools.count(0.0, 30.0)
    small = replace(find_gpu("RTX 4060 Laptop"), memory_bytes=1300 * 2**20)
    tuning = tune_there(config, gpu_target(config, small), Budget(60, lambda: next(clock)), lambda text: None)
    assert [(row.batch_size, row.fits) for row in tuning.candidates] == [(1, True), (64, False)]
    assert tuning.sure.key == "tune.sure.budget_ended"
    assert [note.key for note in tuning.notes] == ["plan.note.laptop"]


def test_equal_tokens() -> None:
    config = load_config(["--batch_size=12", "--gradient_accumulation_steps=40"])
    for size in micro_batches(config):
        assert with_micro_batch(config, size).tokens_per_iter == config.tokens_per_iter


def test_a_spread_is_of_rates() -> None:
    assert Spread.of([1.0, 2.0, 4.0]).rate(8) == Spread(4.0, 2.0, 8.0)
