"""`fledge compare` and chance: what it may claim of curves whose truth is known, and what it must not."""

import math
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from fledge.analyze.compare import Comparison, compare
from fledge.analyze.compare.loss_difference import equal_difference, final_difference
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.logs.readers.stated import note_stated
from fledge.texts import text

STATED = "train_shards:80 tied:True embed_lr:0.04 matrix_lr:0.02 rope_base:10000 num_kv_heads:4 qk_gain:1.5 muon:on"
CLAIM = re.compile(
    r"is [\w.%]+ (?:faster|slower)|(?:is|ends) (?:better:|better at|lower|ahead)|passes"
    r"|(?:more|fewer) FLOP/s|the FLOP/s:"
)


def decayed(share: float, length: int, it: int) -> float:
    """Nats lost to the learning rate, which falls in a straight line in the last part of the run."""
    left = min(1.0, (length - it) / (share * length)) if share else 1.0
    return 0.25 * left


def curve(it: int, length: int, end: float, share: float = 0.4) -> float:
    """A loss that ends at `end` after `length` iterations."""
    return end + 1.5 * ((it + 20) ** -0.5 - (length + 20) ** -0.5) + decayed(share, length, it)


def speedrun(
    path: Path,
    end: float,
    length: int = 1000,
    seed: int | None = None,
    stated: str = STATED,
    ms: float = 50.0,
    stop: int = 0,
    every: int = 100,
    compile_s: float = 0.0,
    noise: float = 0.0,
    tail: str = "",
) -> Facts:
    """A log in the format of modded-nanogpt: one val set, the goal in every line."""
    chance = random.Random(path.name)
    lines = [stated, *([f"seed:{seed}"] if seed is not None else []), "world_size:8 grad_accum_steps:1"]
    for it in range((stop or length) + 1):
        seconds = compile_s * (it > 0) + it * ms / 1000
        took = f"train_time:{1000 * seconds:.0f}ms step_avg:{1000 * seconds / max(it, 1):.2f}ms"
        if it % every == 0 or it == (stop or length):
            val = curve(it, length, end) + chance.gauss(0, noise)
            lines.append(f"step:{it}/{length} val_loss:{val:.4f} {took}")
        elif it % 20 == 0:
            lines.append(f"step:{it}/{length} train_loss:{curve(it, length, end):.4f} {took}")
    path.write_text("\n".join([*lines, tail or "peak memory allocated: 10247 MiB reserved: 10488 MiB", ""]))
    return Facts(read_log(str(path)).runs[0])


def console(
    path: Path,
    end: float,
    length: int = 2000,
    settings: dict[str, object] | None = None,
    noise: float = 0.004,
    ms: Callable[[int], float] = lambda it: 100.0,
    stop: int = 0,
    share: float = 0.4,
    mfu: float = 5.0,
) -> Facts:
    """A log of nanoGPT, which evaluates random batches."""
    chance = random.Random(path.name)
    lines = [f"Overriding: {name} = {value}" for name, value in (settings or {}).items()]
    for it in range(0, (stop or length) + 1, 10):
        loss = curve(it, length, end, share)
        if it % 100 == 0:
            val = loss + chance.gauss(0, noise)
            lines.append(f"step {it}: train loss {val:.4f}, val loss {val:.4f}")
        lines.append(f"iter {it}: loss {loss + chance.gauss(0, 0.05):.4f}, time {ms(it):.2f}ms, mfu {mfu:.2f}%")
    path.write_text("\n".join(lines) + "\n")
    return Facts(read_log(str(path)).runs[0])


SETTINGS: dict[str, object] = {
    "dataset": "book", "n_layer": 6, "n_head": 6, "n_embd": 384, "block_size": 256, "batch_size": 64, "dropout": 0.0,
    "gradient_accumulation_steps": 1, "learning_rate": 1e-3, "min_lr": 1e-4, "warmup_iters": 100, "max_iters": 2000,
    "lr_decay_iters": 2000, "eval_iters": 200, "vocab_size": 65,
}  # fmt: skip


def claims(found: Comparison) -> set[str]:
    """Every group that is said to be ahead anywhere."""
    ahead = set()
    for pair in found.pairs:
        differences = [equal_difference(pair, equal) for equal in pair.equal_axes]
        differences += [final_difference(pair, pair.final)] if pair.final else []
        ahead |= {one.ahead.label for one in differences if one.ahead}
    return ahead


def said(found: Comparison, kind: str = "") -> str:
    """The verdict and the conclusions, or those of one kind alone."""
    parts = [one.text for one in found.conclusions if kind in ("", one.kind)]
    return " ".join(text(part) for part in ([*found.verdict] if not kind else []) + parts)


def seeds(folder: Path, name: str, end: float, number: int, sd: float, length: int = 1000, **more: Any) -> list[Facts]:
    chance = random.Random(f"{name} {end} {length}")
    return [
        speedrun(folder / f"{name}{n}.txt", end + chance.gauss(0, sd), length, seed=n + 1, **more)
        for n in range(number)
    ]


# schedules


def test_the_ends_are_judged_where_schedules_differ(tmp_path: Path) -> None:
    """A ends better; where B ends, A has not decayed as far."""
    a = seeds(tmp_path, "long", 3.279, 4, 0.001, 1480)
    b = seeds(tmp_path, "short", 3.287, 4, 0.001, 1430)
    found = compare([*a, *b])
    assert [len(group.members) for group in found.groups] == [4, 4]
    assert claims(found) == {"A"}
    assert "A ends better: val 3.27" in said(found)
    assert "Points in the middle are not comparable: the schedules differ (max_iters 1,480 against 1,430)" in said(
        found
    )
    assert "A trained longer (3%)." in " ".join(text(one.evidence) for one in found.conclusions)
    found = compare([a[0], b[0]])
    assert "B" not in claims(found)
    assert "Points in the middle are not comparable" in said(found)


def test_a_log_s_length_shows_another_schedule(tmp_path: Path) -> None:
    """No settings, no learning rates: only that the runs end at other iterations."""
    found = compare([console(tmp_path / "a.log", 1.50, 2400), console(tmp_path / "b.log", 1.52, 2000)])
    assert found.pairs[0].equal_axes[0].decay == "different"
    assert not claims(found)  # A trained longer, and may be the same config
    assert "the runs end at different iterations (2,400 and 2,000)" in said(found)
    found = compare([console(tmp_path / "a.log", 1.80, 2400), console(tmp_path / "b.log", 1.50, 2000)])
    assert claims(found) == {"B"}  # it did not need as long


def test_a_run_that_was_cut_is_compared_where_it_stopped(tmp_path: Path) -> None:
    """The settings say that both have one schedule."""
    a = console(tmp_path / "a.log", 1.9, settings=SETTINGS)
    b = console(tmp_path / "b.log", 1.5, settings={**SETTINGS, "dropout": 0.1}, stop=1000)
    found = compare([a, b])
    assert found.pairs[0].final is None
    assert found.pairs[0].equal_axes[0].decay == "equal"
    assert claims(found) == {"B"}
    c = console(tmp_path / "c.log", 1.5, settings={**SETTINGS, "max_iters": 4000, "lr_decay_iters": 4000}, stop=1000)
    found = compare([a, c])
    assert not claims(found)
    assert "max_iters 2,000 against 4,000" in said(found)


def test_another_peak_is_not_another_schedule(tmp_path: Path) -> None:
    """One min_lr: the rate falls to a tenth of one peak, to a twentieth of the other."""
    a = console(tmp_path / "a.log", 1.6, settings=SETTINGS, stop=1000)
    b = console(tmp_path / "b.log", 1.3, settings={**SETTINGS, "learning_rate": 2e-3}, stop=1000)
    found = compare([a, b])
    assert found.pairs[0].equal_axes[0].decay == "equal"
    assert claims(found) == {"B"}
    assert "not comparable" not in said(found)
    c = console(tmp_path / "c.log", 1.3, settings={**SETTINGS, "min_lr": 8e-4}, stop=1000)
    assert compare([a, c]).pairs[0].equal_axes[0].decay == "different"


def printed_rates(path: Path, end: float, rate: Callable[[float], float], stop: int = 1000) -> Facts:
    """Lines that name their numbers, learning rates among them."""
    lines = []
    for it in range(0, stop + 1, 10):
        loss = end + 2 / math.sqrt(it + 10) + 0.3 * rate(it / 1000)
        val = f" val_loss={loss:.5f}" if it % 50 == 0 else ""
        lines.append(f"step={it} loss={loss + 0.01 * math.sin(it):.4f} lr={1e-3 * rate(it / 1000):.3e}{val}")
    path.write_text("\n".join(lines) + "\n")
    return Facts(read_log(str(path)).runs[0])


def test_printed_learning_rates_show_another_schedule(tmp_path: Path) -> None:
    def early(done: float) -> float:
        return max(0.0, 1 - 1.25 * done)

    def late(done: float) -> float:
        return min(1.0, 3 * (1 - done))

    a, b = printed_rates(tmp_path / "a.log", 3.0, early, 600), printed_rates(tmp_path / "b.log", 2.9, late, 600)
    found = compare([a, b])
    assert found.pairs[0].equal_axes[0].decay == "different"
    assert not claims(found)
    assert "not comparable" in said(found)
    b = printed_rates(tmp_path / "b.log", 2.4, early, 600)
    assert claims(compare([a, b])) == {"B"}


def test_the_ends_are_comparable_whatever_the_schedules(tmp_path: Path) -> None:
    """Both decay to zero at the same iteration, by other ways."""
    a = printed_rates(tmp_path / "a.log", 3.0, lambda done: 1 - done)
    b = printed_rates(tmp_path / "b.log", 2.5, lambda done: min(1.0, 4 * (1 - done)))
    found = compare([a, b])
    assert found.pairs[0].equal_axes[0].decay == "different"
    assert claims(found) == {"B"}
    assert not found.pairs[0].crossings
    assert "Points in the middle are not comparable: the learning rates decay differently." in said(found, "cannot")


def test_equal_time_is_not_in_the_middle_of_a_decay(tmp_path: Path) -> None:
    """B is slower: when A ends, B has not decayed yet."""
    a = console(tmp_path / "a.log", 1.6, settings=SETTINGS)
    b = console(tmp_path / "b.log", 1.5, settings={**SETTINGS, "n_embd": 512, "n_head": 8}, ms=lambda _: 200.0)
    found = compare([a, b])
    time = next(equal for equal in found.pairs[0].equal_axes if equal.axes[0] == "time")
    assert time.decay == "different"
    assert equal_difference(found.pairs[0], time).ahead is None
    assert "A is further along in its decay" in said(found)
    assert claims(found) == {"B"}


# noise


SHAPES: dict[str, Callable[[Path, int], Facts]] = {
    "speedrun": lambda path, n: speedrun(path, 3.28 + 0.0012 * chance_of(n)),
    "speedrun of other lengths": lambda path, n: speedrun(path, 3.28 + 0.0012 * chance_of(n), 1000 + 10 * n),
    "cut speedrun": lambda path, n: speedrun(path, 3.28 + 0.0012 * chance_of(n), stop=1000 - 150 * (n % 4)),
    "console": lambda path, n: console(path, 1.6 + 0.004 * chance_of(n), settings=SETTINGS),
    "console without settings": lambda path, n: console(path, 1.6 + 0.004 * chance_of(n)),
    "cut console": lambda path, n: console(path, 1.6 + 0.004 * chance_of(n), stop=2000 - 300 * (n % 3)),
    "other machines, a constant rate": lambda path, n: console(
        path,
        1.6 + 0.004 * chance_of(n),
        settings={**SETTINGS, "decay_lr": False},
        ms=lambda _: 100.0 + 40 * n,
        share=0.0,
    ),
    "other machines, no settings": lambda path, n: console(
        path, 1.6 + 0.004 * chance_of(n), ms=lambda it: 100.0 + 40 * n + it % 7, mfu=5.0 / (1 + 0.4 * n)
    ),
    "busy machine": lambda path, n: console(
        path, 1.6 + 0.004 * chance_of(n), settings=SETTINGS, ms=lambda it: 100 + 25 * n + 60 * (it // 500 % 2)
    ),
}


def chance_of(number: int) -> float:
    return random.Random(number).gauss(0, 1)


@pytest.mark.parametrize("shape", SHAPES)
def test_runs_of_one_config_are_never_told_apart(tmp_path: Path, shape: str) -> None:
    """In singles, and in groups of two and three: no loss is ahead, no speed is higher."""
    runs = [SHAPES[shape](tmp_path / f"{n}.log", n) for n in range(6)]
    for size in (1, 2, 3):
        for start in range(6 - 2 * size + 1):
            both = runs[start : start + 2 * size]
            found = compare(both, ["a"] * size + ["b"] * size)
            assert not claims(found), [facts.run.name for facts in both]
            assert not CLAIM.search(said(found))


@pytest.mark.parametrize("number", [1, 3])
def test_a_difference_of_many_deviations_is_found(tmp_path: Path, number: int) -> None:
    a, b = (
        seeds(tmp_path, "a", 3.280, number, 0.001),
        seeds(tmp_path, "b", 3.262, number, 0.001, stated=STATED + " x:1"),
    )
    found = compare([*a, *b])
    assert claims(found) == {"B"}
    assert "B is better" in said(found)
    noise = found.pairs[0].noise
    assert noise.basis == ("seeds" if number > 1 else "prior")
    assert noise.threshold is not None
    assert 0.002 < noise.threshold < 0.018
    assert "evaluates the same text every time" in text(noise.explanation) or number > 1


def test_three_deviations_are_found_with_ten_seeds_but_not_with_one(tmp_path: Path) -> None:
    a = seeds(tmp_path, "a", 3.280, 10, 0.0012)
    b = seeds(tmp_path, "b", 3.276, 10, 0.0012, stated=STATED + " x:1")
    assert claims(compare([*a, *b])) == {"B"}
    assert not claims(compare([a[0], b[0]]))


def test_what_is_usual_does_not_make_seeds_more_alike_than_they_are(tmp_path: Path) -> None:
    """Two seeds of each, ten times as far apart as is usual: 0.02 between the means may be chance."""
    ends = {"a": (3.2755, 3.2845), "b": (3.2555, 3.2645)}
    a, b = (
        [speedrun(tmp_path / f"{name}{n}.txt", end, seed=n, stated=STATED + name) for n, end in enumerate(pair)]
        for name, pair in ends.items()
    )
    found = compare([*a, *b])
    assert not claims(found)
    noise = found.pairs[0].noise
    assert noise.seed_sd == pytest.approx(0.009 / math.sqrt(2), rel=0.02)


def test_seeds_of_other_models_are_not_guessed(tmp_path: Path) -> None:
    """A classifier: what is usual for language models says nothing."""
    a, b = seeds(tmp_path, "a", 0.60, 3, 0.01), seeds(tmp_path, "b", 0.40, 3, 0.01, stated=STATED + " x:1")
    for facts in (*a, *b):
        facts.run.is_language_model = False
    found = compare([a[0], b[0]])
    assert not claims(found)
    assert "compare several seeds of each" in " ".join(text(one.evidence) for one in found.conclusions)
    assert claims(compare([*a, *b])) == {"B"}
    near = seeds(tmp_path, "c", 0.61, 3, 0.01, stated=STATED + " x:2")
    for facts in near:
        facts.run.is_language_model = False
    assert not claims(compare([*a, *near]))


def test_other_groups_show_how_much_seeds_differ(tmp_path: Path) -> None:
    """Two single runs, beside a config with eight noisy seeds."""
    noisy = seeds(tmp_path, "n", 3.30, 8, 0.01)
    a = speedrun(tmp_path / "a.txt", 3.280, stated=STATED + " x:1")
    b = speedrun(tmp_path / "b.txt", 3.262, stated=STATED + " x:2")
    assert claims(compare([a, b])) == {"B"}
    found = compare([a, b, *noisy])
    assert not claims(compare([a, b, *noisy]))
    assert "other groups" in text(found.pairs[0].noise.explanation)


def test_repeats_without_seeds_are_grouped_by_what_their_logs_state(tmp_path: Path) -> None:
    a = [speedrun(tmp_path / f"a{n}.txt", 3.28 + 0.001 * n) for n in range(3)]
    b = [speedrun(tmp_path / f"b{n}.txt", 3.25 + 0.001 * n, stated=STATED.replace("0.04", "0.05")) for n in range(3)]
    found = compare([a[0], b[0], a[1], b[1], a[2], b[2]])
    assert [[facts.run.name[-6:-4] for facts in group.members] for group in found.groups] == [
        ["a0", "a1", "a2"],
        ["b0", "b1", "b2"],
    ]
    assert "embed_lr 0.04 against 0.05" in text(
        next(c for c in found.conclusions if c.code == "printed_settings").evidence
    )
    odd = speedrun(tmp_path / "odd.txt", 3.2, stated=STATED.replace("0.04", "2x").replace("True", "False"))
    evidence = " ".join(text(one.evidence) for one in compare([a[0], odd]).conclusions)
    assert "tied True against False" in evidence
    assert "embed_lr 0.04 against 2x" in evidence
    # little is stated: that nothing differs does not make them repeats
    bare = [speedrun(tmp_path / f"c{n}.txt", 3.28 + 0.01 * n, stated="") for n in range(3)]
    assert len(compare(bare).groups) == 3
    assert len(compare(bare, ["a", "a", "b"]).groups) == 2
    assert len(compare(a[:2]).groups) == 2  # somebody who names two runs wants to know how they differ


def test_what_follows_from_a_setting_is_no_other_change(tmp_path: Path) -> None:
    """Sentences of a log state sizes that follow from the settings."""
    logs = []
    for width, params, tensors in ((384, "10.65", 26), (512, "18.91", 34)):
        facts = console(tmp_path / f"{width}.log", 1.6, settings={**SETTINGS, "n_embd": width})
        path = Path(facts.run.name)
        sentences = [
            f"number of parameters: {params}M",
            f"num decayed parameter tensors: {tensors}, with {float(params) * 1e6:,.0f} parameters",
            f"using fused AdamW: True, took {width / 100}s",
        ]
        path.write_text("\n".join([*sentences, path.read_text()]))
        logs.append(Facts(read_log(str(path)).runs[0]))
    assert "Only n_embd changed" in said(compare(logs))


@pytest.mark.parametrize(
    ("line", "stated"),
    [
        ("embed_lr:0.04 matrix_lr:0.02, fused=True", {"embed_lr": ["0.04"], "matrix_lr": ["0.02"], "fused": ["True"]}),
        ("  rope_theta: 10000.0", {"rope_theta": ["10000.0"]}),
        ("    window: int = 1024  # tokens", {"window": ["1024"]}),
        ("{'gate': 'sigmoid', \"layers\": 12}", {"gate": ["sigmoid"], "layers": ["12"]}),
        ("warmdown = 0.4", {"warmdown": ["0.4"]}),
        ("number of parameters: 10.65M", {}),
        ("seed=3 run_id=abc output_dir:/tmp/x elapsed:12s", {}),
        ("learning_rate=1e-3 n_layer: 12", {}),  # fledge knows these
        ("| NVIDIA-SMI 580.1   Driver Version: 580.1 |", {}),
        ("commit=3f2a9c1d88", {}),
    ],
)
def test_what_a_log_states(line: str, stated: dict[str, list[str]]) -> None:
    found: dict[str, list[str]] = {}
    note_stated(line, found)
    assert found == stated


def test_a_copy_is_no_other_seed(tmp_path: Path) -> None:
    a = seeds(tmp_path, "a", 3.28, 2, 0.002)
    copy = tmp_path / "copy.txt"
    copy.write_text(Path(a[0].run.name).read_text())
    found = compare([*a, Facts(read_log(str(copy)).runs[0])])
    group = found.groups[0]
    assert (len(group.members), len(group.distinct)) == (3, 2)
    assert found.to_json()["groups"][0]["loss"]["n"] == 2


def test_losses_within_noise_are_what_can_not_be_concluded(tmp_path: Path) -> None:
    runs = [
        console(tmp_path / f"{rate}.log", end, settings={**SETTINGS, "learning_rate": rate, "min_lr": rate / 10})
        for rate, end in ((1e-3, 1.8500), (2e-3, 1.8494), (3e-3, 1.8497))
    ]
    found = compare(runs)
    assert not claims(found)
    assert "ahead" not in said(found, "can")
    assert "is not shown to be better than" in said(found)


def test_a_changed_seed_is_named(tmp_path: Path) -> None:
    a = console(tmp_path / "a.log", 1.6, settings={**SETTINGS, "seed": 1})
    b = console(tmp_path / "b.log", 1.6, settings={**SETTINGS, "seed": 2, "learning_rate": 2e-3, "min_lr": 2e-4})
    assert "Only learning_rate and the seed changed" in said(compare([a, b]))


# speed


def test_a_busy_machine_is_not_a_faster_config(tmp_path: Path) -> None:
    a = console(tmp_path / "a.log", 1.6, settings=SETTINGS, ms=lambda it: 115 + it % 7)
    b = console(tmp_path / "b.log", 1.6, settings={**SETTINGS, "learning_rate": 9e-4, "min_lr": 9e-5})
    found = compare([a, b])
    assert not CLAIM.search(said(found))
    assert "nothing that is known to differ changes the time of a step" in said(found, "cannot")


def test_step_times_that_wander_do_not_tell_speeds_apart(tmp_path: Path) -> None:
    wide = {**SETTINGS, "n_layer": 7}
    wandering = console(tmp_path / "a.log", 1.6, settings=SETTINGS, ms=lambda it: 100 + 40 * (it // 400 % 2))
    b = console(tmp_path / "b.log", 1.6, settings=wide, ms=lambda it: 112 + it % 3)
    found = compare([wandering, b])
    assert "Which is faster can't be told" in said(found, "cannot")
    steady = console(tmp_path / "c.log", 1.6, settings=SETTINGS, ms=lambda it: 100 + it % 3)
    assert "B is 12% slower" in said(compare([steady, b]), "can")
    assert "B is 12% slower" in text(compare([steady, b]).verdict)


@pytest.mark.parametrize("every", [1, 20, 100])  # iterations between the first lines
def test_compilation_is_not_training_time(tmp_path: Path, every: int) -> None:
    a = speedrun(tmp_path / "a.txt", 3.28, compile_s=397.0)
    lines = Path(a.run.name).read_text().splitlines()
    kept = [line for line in lines if not (step := re.match(r"step:(\d+)/", line)) or int(step[1]) % every == 0]
    Path(a.run.name).write_text("\n".join(kept) + "\n")
    a = Facts(read_log(a.run.name).runs[0])
    b = speedrun(tmp_path / "b.txt", 3.2801, stated=STATED + " x:1")
    found = compare([a, b])
    time = next(equal for equal in found.pairs[0].equal_axes if "time" in equal.axes)
    assert time.points["time"].x == pytest.approx(50, rel=0.01)
    assert [loss.value for loss in time.point.losses] == pytest.approx([3.28, 3.28], abs=1e-3)
    assert "A compiled for 6 min 37 s, which is left out." in " ".join(text(one.evidence) for one in found.conclusions)


def test_the_mean_step_is_shown_beside_the_median(tmp_path: Path) -> None:
    a = console(tmp_path / "a.log", 1.6, settings=SETTINGS, ms=lambda it: 255.0 if it % 30 else 580.0)
    b = console(tmp_path / "b.log", 1.6, settings={**SETTINGS, "n_layer": 3}, ms=lambda _: 120.0)
    found = compare([a, b])
    speed = next(one for one in found.conclusions if one.code == "speed")
    assert "Some steps take longer: the mean is 36" in text(speed.evidence)
    assert found.to_json()["groups"][0]["mean_step_ms"] == pytest.approx(363, rel=0.03)
    # by the median A is as fast as this one, by the mean it is not
    steady = console(tmp_path / "c.log", 1.6, settings={**SETTINGS, "n_layer": 5}, ms=lambda _: 300.0)
    assert not CLAIM.search(said(compare([a, steady])))


def memory_log(path: Path, unit: str, peaks: Sequence[float]) -> Facts:
    lines = [
        f"step={it} loss={3 - it / 100:.3f} val_loss={3 - it / 100:.3f} memory={peak}{unit}"
        for it, peak in enumerate(peaks)
    ]
    path.write_text("\n".join(lines) + "\n")
    return Facts(read_log(str(path)).runs[0])


def test_memory_is_compared(tmp_path: Path) -> None:
    a = memory_log(tmp_path / "a.log", "MiB", [9000, 10240, 10000] * 3)
    b = memory_log(tmp_path / "b.log", "GiB", [12, 12.5, 12.5] * 3)
    assert "B needs 25% more memory: 12,800 MB at its peak, against 10,240 MB (A)." in said(compare([a, b]), "can")
    assert "A" in said(compare([b, a]), "can")
    assert "B needs 20% less memory" in said(compare([b, a]), "can")
    assert "Peak memory is about equal" in said(compare([a, memory_log(tmp_path / "c.log", "MiB", [10240] * 9)]))


def test_bits_per_byte_compare_tokenizers(tmp_path: Path) -> None:
    def log(name: str, bits: float, vocabulary: int) -> Facts:
        lines = [f"Overriding: vocab_size = {vocabulary}", "Overriding: dataset = book"]
        for it in range(0, 1001, 100):
            nats = bits * 3 * math.log(2) + 2 / (it + 10)
            lines.append(f"step={it} loss={nats:.4f} val_loss={nats:.4f} val_bpb={bits + 1 / (it + 10):.4f}")
        (tmp_path / name).write_text("\n".join(lines) + "\n")
        return Facts(read_log(str(tmp_path / name)).runs[0])

    found = compare([log("a.log", 1.2, 1024), log("b.log", 1.1, 8192)])
    assert found.metric == "val_bpb"
    assert not found.pairs[0].is_other_data
    assert compare([log("a.log", 1.2, 1024), log("b.log", 1.1, 1024)]).metric == "val_loss"


def test_losses_too_far_apart_for_seeds_are_not_laid_to_chance(tmp_path: Path) -> None:
    """One log states a setting that the other does not."""
    a = console(tmp_path / "a.txt", 1.60, settings={**SETTINGS, "seed": 1})
    b = console(tmp_path / "b.txt", 1.40, settings={**SETTINGS, "seed": 2, "weight_decay": 0.05})
    found = compare([a, b], ["a", "b"])
    assert claims(found) == {"B"}
    (conclusion,) = [one for one in found.conclusions if one.code == "no_setting"]
    assert conclusion.kind == "cannot"
    assert "comes from chance" not in said(found)
    assert "weight_decay=0.05" in text(conclusion.evidence)
    near = compare([a, console(tmp_path / "c.txt", 1.601, settings={**SETTINGS, "seed": 3})], ["a", "b"])
    assert "comes from chance" in said(near)
