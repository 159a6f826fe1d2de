"""`fledge compare`: what differs, who is ahead, what chance may do, and nothing that the numbers do not show."""

import json
import math
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fledge.analyze.compare.curves import LossCurve
from fledge.common.stats import welch_test
from tests.helpers import Fledge

Evals = Mapping[int, tuple[float, float]]

# Two configs on one RTX 4070: is the second better?
NARROW = {
    "n_layer": 12, "n_head": 6, "n_embd": 384, "block_size": 1024, "batch_size": 16, "gradient_accumulation_steps": 32,
    "learning_rate": 1e-3, "min_lr": 1e-4, "max_iters": 20000, "lr_decay_iters": 20000, "dataset": "fineweb_edu",
}  # fmt: skip
WIDE = {
    **NARROW, "n_head": 12, "n_embd": 768, "batch_size": 8, "gradient_accumulation_steps": 64, "learning_rate": 3e-4,
    "min_lr": 3e-5,
}  # fmt: skip
NARROW_EVALS = {0: (10.96, 10.97), 500: (5.5301, 5.5328), 1000: (4.4561, 4.4593)}
WIDE_EVALS = {0: (10.98, 10.98), 500: (5.5160, 5.5194)}
# A laptop's CPU and an RTX 4070 Ti: why is the loss of one higher?
LAPTOP = {
    "dataset": "shakespeare_char", "n_layer": 4, "n_head": 4, "n_embd": 128, "block_size": 64, "batch_size": 12,
    "gradient_accumulation_steps": 1, "max_iters": 2000, "lr_decay_iters": 2000, "dropout": 0.0, "eval_iters": 20,
    "device": "cpu", "compile": False,
}  # fmt: skip
CARD = {
    "dataset": "shakespeare_char", "n_layer": 6, "n_head": 6, "n_embd": 384, "block_size": 256, "batch_size": 64,
    "gradient_accumulation_steps": 1, "max_iters": 5000, "lr_decay_iters": 5000, "dropout": 0.2, "eval_iters": 200,
}  # fmt: skip


def console_log(
    path: Path,
    evals: Evals,
    last: int,
    settings: Mapping[str, object] | None = None,
    params: str = "",
    vocabulary: int = 0,
    ms: float = 40.0,
    mfu: float = 5.0,
    spread: float = 0.05,
    every: int = 10,
) -> str:
    """A log in the format of nanoGPT's console, with its preamble where settings are given."""
    values = dict(settings or {})
    lines = [f"Overriding: {name} = {value}" for name, value in values.items()]
    if values:
        sizes = [int(str(values[name])) for name in ("batch_size", "block_size", "gradient_accumulation_steps")]
        lines.append(f"tokens per iteration will be: {math.prod(sizes):,}")
    lines += [f"found vocab_size = {vocabulary} (inside data/meta.pkl)"] if vocabulary else []
    lines += [f"number of parameters: {params}M"] if params else []
    chance = random.Random(path.name)
    for it in range(0, last + 1, every):
        if it in evals:
            lines.append("step {}: train loss {:.4f}, val loss {:.4f}".format(it, *evals[it]))
        loss = 3 + 7 * math.exp(-it / 300) + chance.gauss(0, spread)
        took = 9 * ms if it in evals else ms
        lines.append(f"iter {it}: loss {loss:.4f}, time {took:.2f}ms, mfu {mfu if it >= 5 * every else -100:.2f}%")
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def settings_file(path: Path, settings: Mapping[str, object]) -> str:
    path.write_text("".join(f"{name} = {value!r}\n" for name, value in settings.items()))
    return str(path)


def page(fledge: Fledge, *argv: str) -> str:
    """What is printed, as one line: where it is wrapped does not matter."""
    code, out, err = fledge("compare", *argv)
    assert code == 0, err
    # a path is never broken, however long the folder that tests run in
    assert [line for line in out.splitlines() if len(line) > 80 and max(map(len, line.split())) < 60] == []
    return " ".join(out.split())


def document(fledge: Fledge, *argv: str) -> dict[str, Any]:
    code, out, err = fledge("compare", "--json", *argv)
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


def said(found: Mapping[str, Any]) -> str:
    """All sentences of the JSON."""
    parts = [found["verdict"], *(f"{one['text']} {one['evidence']}" for one in found["conclusions"])]
    return " ".join([*parts, *(f"{one['why']}: {one['command']}" for one in found["next"])])


def difference(found: Mapping[str, Any], name: str) -> dict[str, Any]:
    one: dict[str, Any] = next(one for one in found["differences"] if one["name"] == name)
    return one


def codes(found: Mapping[str, Any]) -> set[str]:
    return {one["code"] for one in found["conclusions"]}


@pytest.fixture
def micro(tmp_path: Path) -> list[str]:
    """Is the new config better? Logs with a preamble."""
    a = console_log(
        tmp_path / "a.log", NARROW_EVALS, 1000, NARROW, "40.56", vocabulary=50304, ms=3900, mfu=12.9, spread=0.0
    )
    b = console_log(
        tmp_path / "b.log", WIDE_EVALS, 520, WIDE, "123.59", vocabulary=50304, ms=9340, mfu=15.4, spread=0.0
    )
    return [a, b, "--gpu=RTX 4070"]


@pytest.fixture
def devices(tmp_path: Path) -> list[str]:
    """Why is the CPU's loss higher?"""
    a = console_log(tmp_path / "cpu.log", {2000: (1.76, 1.89)}, 2000, LAPTOP, "0.80", vocabulary=65, ms=53, mfu=0.02)
    b = console_log(tmp_path / "gpu.log", {5000: (0.6224, 1.7044)}, 5000, CARD, "10.65", vocabulary=65, ms=33.2, mfu=11)
    return [a, b, "--gpu=RTX 4070 Ti"]


RIGHT = (
    "B is 2.4x slower: 56,134 against 134,433 tokens/s",
    "19% more FLOP/s: 48.0 TFLOP/s against 40.3 TFLOP/s",
    "82% and 69% of the RTX 4070's 58.3",
    "our settings changed at once",
    "micro-batch cannot be credited",
    "wider matrices (768 against 384) explain it",
    "Tokens per step are equal (524,288)",
    "5.5194 (B) against 5.5328 (A) is within evaluation noise",
    "123.59M against 40.56M parameters",
    "fledge tune ",
    "--batch_size=8 --gradient_accumulation_steps=64",
)
WRONG_OF_MICRO = r"much faster|B is better|B is \S+ faster|helps? torch|val(?:idation)? (?:loss )?22\b|\b33M"
WRONG_OF_DEVICES = r"fp32|float32|noisier|10k|10,000|\b1\.3\b"


@pytest.mark.parametrize("source", ["preamble", "files", "settings"])
def test_is_my_new_config_better(fledge: Fledge, tmp_path: Path, micro: list[str], source: str) -> None:
    argv = micro
    if source != "preamble":
        a = console_log(tmp_path / "a2.log", NARROW_EVALS, 1000, ms=3900, mfu=12.9, spread=0.0)
        b = console_log(tmp_path / "b2.log", WIDE_EVALS, 520, ms=9340, mfu=15.4, spread=0.0)
        files = [settings_file(tmp_path / "a.py", NARROW), settings_file(tmp_path / "b.py", WIDE)]
        words = [f"--{name}={NARROW[name]},{WIDE[name]}" for name in NARROW]
        given = [f"--config={','.join(files)}"] if source == "files" else words
        argv = [a, b, "--gpu=RTX 4070", "--vocab_size=50304", *given]
    text, found = page(fledge, *argv), document(fledge, *argv)
    for right in RIGHT:
        assert right in text
        assert right in said(found)
    assert not re.search(WRONG_OF_MICRO, text + said(found), re.I)
    assert found["changed"] == 4
    assert difference(found, "params")["values"] == [
        pytest.approx(40.56e6, rel=2e-4),
        pytest.approx(123.59e6, rel=2e-4),
    ]
    assert difference(found, "n_head")["follows"] == "n_embd"
    assert found["same"]["tokens_per_iter"] == 524_288
    assert [run["summary"]["tokens_per_s"] for run in found["runs"]] == [
        pytest.approx(134_433, abs=1),
        pytest.approx(56_134, abs=1),
    ]
    assert [run["summary"]["mfu"] for run in found["runs"]] == [
        pytest.approx(0.69, abs=0.005),
        pytest.approx(0.82, abs=0.005),
    ]
    assert found["aligned"]["iterations"]["x"] == 500
    assert [one["value"] for one in found["aligned"]["tokens"]["values"]] == [5.5328, 5.5194]
    ahead = found["pairs"][0]["ahead"]
    assert ahead["iterations"]["label"] is None
    assert ahead["time"]["label"] == "A"  # 4.4593 after 1000 of its steps, when B has done 418


def test_why_is_my_cpu_loss_higher(fledge: Fledge, devices: list[str]) -> None:
    text, found = page(fledge, *devices), document(fledge, *devices)
    for right in (
        "different experiments",
        "1.5M against 81.9M tokens (53x)",
        "0.80M against 10.65M parameters",
        "context 64 against 256",
        "The device does not explain the loss",
        "At its best step B is at about 1.47",
        "at step 5,000, val 1.7044, it is overfitted",
        "run the same config on both",
        "--device=cpu",
        "--device=cuda",
    ):
        assert right in text
        assert right in said(found)
    assert not re.search(WRONG_OF_DEVICES, text + said(found), re.I)
    assert difference(found, "tokens")["values"] == [1_536_000, 81_920_000]
    assert difference(found, "tokens")["ratio"] == pytest.approx(53.3, abs=0.1)
    assert difference(found, "block_size")["values"] == [64, 256]
    assert difference(found, "device")["values"] == ["cpu", "RTX 4070 Ti"]


def test_the_best_step_is_the_runs_own_where_it_shows(fledge: Fledge, tmp_path: Path, devices: list[str]) -> None:
    evals = {0: (4.2, 4.2), 1750: (1.1, 1.4712), 5000: (0.6224, 1.7044)}
    b = console_log(tmp_path / "whole.log", evals, 5000, CARD, "10.65", vocabulary=65, ms=33.2, mfu=11)
    assert "At its best step (1,750) B is at about 1.47;" in page(fledge, devices[0], b)


def test_the_device_alone_is_no_reason(fledge: Fledge, tmp_path: Path) -> None:
    """The same config on both: the losses may be compared, and so may the speeds."""
    evals = {it: (1.7 + 3 / (it + 1), 1.9 + 3 / (it + 1)) for it in range(0, 2001, 250)}
    one, other = ({**LAPTOP, "device": device} for device in ("cpu", "cuda"))
    a = console_log(tmp_path / "a.log", evals, 2000, one, "0.80", vocabulary=65, ms=53)
    b = console_log(tmp_path / "b.log", evals, 2000, other, "0.80", vocabulary=65, ms=6)
    found = document(fledge, a, b, "--gpu=,RTX 4070")
    assert found["changed"] == 1
    assert "one_setting" in codes(found)
    assert "different_experiments" not in codes(found)
    assert "B is 8.8x faster" in found["verdict"]


def losses(start: float, end: float, last: int, every: int = 100, shift: float = 0.0) -> Evals:
    """A curve from start to end, straight in the logarithm."""
    span = math.log(last / every)
    return {
        it: (0.0, start + (end - start) * math.log(it / every) / span + shift) for it in range(every, last + 1, every)
    }


def test_who_is_ahead_at_equal_tokens_is_not_who_is_at_equal_time(fledge: Fledge, tmp_path: Path) -> None:
    a = console_log(tmp_path / "a.log", losses(6, 4, 2000), 2000, NARROW, ms=100)
    b = console_log(tmp_path / "b.log", losses(6, 3.8, 2000), 2000, {**NARROW, "n_layer": 24}, ms=290)
    found = document(fledge, a, b)
    ahead = found["pairs"][0]["ahead"]
    assert ahead["tokens"]["label"] == "B"
    assert ahead["tokens"]["beyond_seeds"]
    assert ahead["time"]["label"] == "A"
    assert "one_seed" in codes(found)
    at_equal_time = found["aligned"]["time"]
    assert at_equal_time["x"] == pytest.approx(200)
    assert [one["how"] for one in at_equal_time["values"]] == ["measured", "interpolated"]
    # B has done 689.7 of its steps by then
    expected = 6 - 2.2 * math.log(689.7 / 100) / math.log(20)
    assert at_equal_time["values"][1]["value"] == pytest.approx(expected, abs=2e-3)


def test_when_b_passes_a(fledge: Fledge, tmp_path: Path) -> None:
    a = console_log(tmp_path / "a.log", losses(5, 4, 1000), 1000, NARROW, ms=100)
    b = console_log(tmp_path / "b.log", losses(6, 3, 1000), 1000, {**NARROW, "learning_rate": 3e-4}, ms=100)
    crossing = next(one for one in document(fledge, a, b)["pairs"][0]["crossings"] if one["axis"] == "iterations")
    assert (crossing["passes"], crossing["passed"]) == ("B", "A")
    assert crossing["x"] == pytest.approx(100 * math.sqrt(10), rel=0.05)  # where both are at 4.5
    assert "B passes A at 3" in page(fledge, a, b)


def test_nothing_is_made_up_between_evaluations_far_apart() -> None:
    track = LossCurve([(100.0, 5.0), (1000.0, 4.0), (1100.0, 4.2), (4000.0, 4.5)])
    bound, between = track.at(500), track.at(1050)
    assert bound is not None
    assert (bound.value, bound.how) == (4.0, "at least")
    assert between is not None
    assert between.how == "interpolated"
    assert 4.0 < between.value < 4.2
    assert track.at(2000) is None  # it rose: no bound
    assert track.at(50) is None
    assert track.at(5000) is None


def test_a_small_difference_is_noise_and_a_large_one_is_not(fledge: Fledge, tmp_path: Path) -> None:
    settings = {**NARROW, "eval_iters": 50}
    a = console_log(tmp_path / "a.log", losses(6, 4, 1000), 1000, settings)
    near = console_log(tmp_path / "b.log", losses(6, 4, 1000, shift=-0.01), 1000, {**settings, "weight_decay": 0.01})
    far = console_log(tmp_path / "c.log", losses(6, 4, 1000, shift=-0.3), 1000, {**settings, "weight_decay": 0.01})
    found = document(fledge, a, near)
    assert found["pairs"][0]["ahead"]["tokens"]["label"] is None
    assert "not shown to be better" in found["verdict"]
    found = document(fledge, a, far)
    assert "B is better" in found["verdict"]
    assert found["pairs"][0]["noise"]["basis"] == "eval_iters"
    assert "eval_iters=50 random batches of 16 x 1024 tokens" in found["pairs"][0]["noise"]["text"]


def test_the_noise_is_the_largest_that_anything_shows(fledge: Fledge, tmp_path: Path) -> None:
    chance = random.Random(3)
    wild = {it: (0.0, loss + chance.gauss(0, 0.2)) for it, (_, loss) in losses(6, 4, 4000).items()}
    a = console_log(tmp_path / "a.log", wild, 4000, NARROW)
    b = console_log(tmp_path / "b.log", losses(6, 3.9, 4000), 4000, {**NARROW, "weight_decay": 0.01})
    noise = document(fledge, a, b)["pairs"][0]["noise"]
    assert noise["basis"] == "curve"
    assert 0.3 < noise["threshold"] < 1.0
    rough = console_log(tmp_path / "c.log", losses(6, 4, 4000), 4000, {**NARROW, "eval_iters": 4}, spread=2.0)
    noise = document(fledge, rough, b)["pairs"][0]["noise"]
    assert noise["basis"] == "batches"
    assert noise["threshold"] == pytest.approx(3 * 2.0 / math.sqrt(4), rel=0.4)


def test_without_a_validation_loss_batches_are_compared(fledge: Fledge, tmp_path: Path) -> None:
    a = console_log(tmp_path / "a.log", {}, 3000, NARROW)
    b = console_log(tmp_path / "b.log", {}, 3000, {**NARROW, "learning_rate": 2e-3, "min_lr": 2e-4})
    found = document(fledge, a, b)
    assert found["aligned"]["metric"] == "loss"
    assert found["pairs"][0]["ahead"]["tokens"]["label"] is None
    assert "batch_loss" in codes(found)


def test_losses_of_other_text_are_not_compared(fledge: Fledge, tmp_path: Path) -> None:
    a = console_log(tmp_path / "a.log", losses(6, 4, 1000), 1000, NARROW)
    b = console_log(tmp_path / "b.log", losses(3, 1, 1000), 1000, {**NARROW, "dataset": "shakespeare_char"})
    found = document(fledge, a, b)
    assert "can't be compared" in found["verdict"]
    assert not {code for code in codes(found) if code.startswith("equal_")}


def test_other_tokens_show_in_the_first_loss(fledge: Fledge, tmp_path: Path) -> None:
    """Neither log names its text: ln 65 is a character model's first loss, ln 50,304 one of GPT-2's tokens."""
    a = console_log(tmp_path / "a.log", {0: (10.9, math.log(50304)), 1000: (0.0, 4.0)}, 1000)
    b = console_log(tmp_path / "b.log", {0: (4.2, math.log(65)), 1000: (0.0, 1.5)}, 1000)
    found = document(fledge, a, b)
    assert "can't be compared" in found["verdict"]
    assert "the first losses are 10.83 and 4.17" in said(found).replace("The first", "the first")


def test_text_that_only_one_names_is_asked_for(fledge: Fledge, tmp_path: Path) -> None:
    a = console_log(tmp_path / "a.log", losses(6, 4, 1000), 1000, NARROW)
    b = console_log(tmp_path / "b.log", losses(6, 3, 1000), 1000, {k: v for k, v in NARROW.items() if k != "dataset"})
    found = document(fledge, a, b)
    assert "better" not in found["verdict"]
    assert "unknown_text" in codes(found)
    assert found["unknown"]["dataset"] == ["B"]
    assert "B is better" in document(fledge, a, b, "--dataset=,fineweb_edu")["verdict"]


def test_only_the_micro_batch_changed(fledge: Fledge, tmp_path: Path) -> None:
    a = console_log(tmp_path / "a.log", losses(6, 4, 1000), 1000, NARROW, ms=3900)
    other = {**NARROW, "batch_size": 8, "gradient_accumulation_steps": 64}
    b = console_log(tmp_path / "b.log", losses(6, 4, 1000), 1000, other, ms=4200)
    found = document(fledge, a, b)
    one = next(one for one in found["conclusions"] if one["code"] == "one_setting")
    assert "Only the micro-batch changed" in one["text"]
    assert "B is 8% slower" in found["verdict"]


def test_only_what_matters_is_a_difference(fledge: Fledge, tmp_path: Path) -> None:
    a = console_log(tmp_path / "a.log", losses(6, 4, 1000), 1000, {**NARROW, "log_interval": 10, "eval_interval": 100})
    other = {**NARROW, "log_interval": 1, "keep": 3, "eval_interval": 50, "warmup_iters": 100}
    b = console_log(tmp_path / "b.log", losses(6, 4, 1000), 1000, other)
    found = document(fledge, a, b)
    assert [(one["name"], one["kind"]) for one in found["differences"]] == [("eval_interval", "evaluation")]
    assert found["changed"] == 0
    assert found["unknown"] == {"warmup_iters": ["A"]}
    assert "Not known of A: warmup_iters" in page(fledge, a, b)


def run_directory(path: Path, seed: int, final: float, **settings: Any) -> str:
    """A run of fledge's, as far as compare reads it."""
    path.mkdir(parents=True)
    values = {**LAPTOP, "arch": "gpt2", "bias": False, "vocab_size": 65, "seed": seed, **settings}
    entries = {name: {"value": value, "origin": "command line"} for name, value in values.items()}
    (path / "config.json").write_text(json.dumps(entries))
    events: list[dict[str, Any]] = [{"event": "start", "params": 804_096, "tokens_per_iter": 768}]
    for it in range(0, 1001, 100):
        loss = final + 2.3 * math.exp(-it / 150)
        events.append({"event": "iter", "iter": it, "loss": loss, "dt_ms": 20.0, "tokens": 768 * (it + 1)})
        events.append({"event": "eval", "iter": it, "train_loss": loss, "val_loss": loss, "train_s": 0.02 * it})
    events.append({"event": "end", "reason": "finished"})
    (path / "metrics.jsonl").write_text("".join(json.dumps({"time": 0.0, **event}) + "\n" for event in events))
    return str(path)


def test_seeds_of_two_configs_are_groups(fledge: Fledge, tmp_path: Path) -> None:
    first = [run_directory(tmp_path / f"a{n}", n, loss) for n, loss in enumerate((1.90, 1.91, 1.92))]
    second = [
        run_directory(tmp_path / f"b{n}", n, loss, dropout=0.1) for n, loss in enumerate((1.85, 1.86, 1.88, 1.87))
    ]
    found = document(fledge, *first, *second)
    assert [group["runs"] for group in found["groups"]] == [["A1", "A2", "A3"], ["B1", "B2", "B3", "B4"]]
    assert found["groups"][0]["seeds"] == [0, 1, 2]
    tail = 2.3 * math.exp(-1000 / 150)
    assert found["groups"][0]["loss"]["mean"] == pytest.approx(1.91 + tail)
    expected = welch_test([1.90, 1.91, 1.92], [1.85, 1.86, 1.88, 1.87])
    assert expected is not None
    test = found["pairs"][0]["noise"]["test"]
    assert test["difference"] == pytest.approx(-0.045)
    assert test["p"] == pytest.approx(expected.p)
    assert "B is better" in found["verdict"]
    assert "3 and 4 seeds" in found["verdict"]
    assert "dropout" in found["differences"][0]["name"]
    text = page(fledge, *first, *second)
    assert "Welch's t-test" in text
    assert "A3" in text


def test_two_seeds_that_overlap_show_nothing(fledge: Fledge, tmp_path: Path) -> None:
    first = [run_directory(tmp_path / f"a{n}", n, loss) for n, loss in enumerate((1.90, 1.96))]
    second = [run_directory(tmp_path / f"b{n}", n, loss, dropout=0.1) for n, loss in enumerate((1.89, 1.93))]
    found = document(fledge, *first, *second)
    assert "not shown to be better" in found["verdict"]
    assert "within seed noise" in found["verdict"]


def test_one_group_of_seeds_against_a_single_run(fledge: Fledge, tmp_path: Path) -> None:
    first = [run_directory(tmp_path / f"a{n}", n, loss) for n, loss in enumerate((1.90, 1.91, 1.92))]
    found = document(fledge, *first, run_directory(tmp_path / "b", 0, 1.89, dropout=0.1))
    noise = found["pairs"][0]["noise"]
    assert noise["basis"] == "seeds"
    assert 3 * 0.01 < noise["threshold"] < 8 * 0.01  # the spread of three seeds, and what is usual for such runs
    assert found["pairs"][0]["ahead"]["tokens"]["label"] is None


def test_seeds_of_one_config_show_what_chance_does(fledge: Fledge, tmp_path: Path) -> None:
    runs = [run_directory(tmp_path / f"a{n}", n, loss) for n, loss in enumerate((1.90, 1.91, 1.92))]
    found = document(fledge, *runs)
    assert found["pairs"] == []
    assert "One config, 3 seeds" in found["verdict"]
    assert found["next"][0]["command"].endswith("--seed=3")
    assert "One config, 3 seeds" in page(fledge, *runs)


def test_a_run_that_was_repeated_is_not_a_question_of_noise(fledge: Fledge, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first = console_log(tmp_path / "a.log", NARROW_EVALS, 1000, NARROW, ms=40)
    again = console_log(tmp_path / "again" / "a.log", NARROW_EVALS, 900, NARROW, ms=50)  # stopped earlier
    out = page(fledge, first, again)
    assert "B repeats A: no known setting differs, and all 95 losses that both logged are equal." in out
    assert "slower" not in out  # no setting differs: that was the machine
    assert "nothing that is known to differ changes the time of a step" in out
    assert "noise" not in out
    assert "not shown to be better" not in out
    assert "comes from chance" not in out
    assert out.count("with another seed") == 1


def test_a_run_compared_with_itself(fledge: Fledge, tmp_path: Path) -> None:
    log = console_log(tmp_path / "a.log", NARROW_EVALS, 1000, NARROW)
    assert "A and B are the same run: there is nothing to compare." in page(fledge, log, log)


def test_one_other_loss_is_no_repeat(fledge: Fledge, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first = console_log(tmp_path / "a.log", NARROW_EVALS, 1000, NARROW)
    other = {**NARROW_EVALS, 1000: (4.4561, 4.4594)}
    out = page(fledge, first, console_log(tmp_path / "again" / "a.log", other, 1000, NARROW))
    assert "B is not shown to be better or worse" in out


def test_many_runs_are_ranked(fledge: Fledge, tmp_path: Path) -> None:
    rates = {1e-4: 2.1, 3e-4: 1.9, 1e-3: 1.8, 3e-3: 1.801, 1e-2: 2.6}
    runs = [
        run_directory(tmp_path / f"r{n}", 1, loss, learning_rate=rate) for n, (rate, loss) in enumerate(rates.items())
    ]
    found = document(fledge, *runs)
    assert "best first: C 1.8" in found["verdict"]
    assert "C is not shown to be better than D" in found["verdict"]
    assert len(found["pairs"]) == 4
    text = page(fledge, *runs)
    assert "learning_rate: 0.0001 (A); 0.0003 (B); 0.001 (C)" in text


def test_what_comes_with_another_setting_is_not_counted(fledge: Fledge, tmp_path: Path) -> None:
    a = console_log(tmp_path / "a.log", losses(6, 4, 1000), 1000, NARROW)
    b = console_log(tmp_path / "b.log", losses(6, 4, 1000), 1000, {**NARROW, "learning_rate": 2e-3, "min_lr": 2e-4})
    found = document(fledge, a, b)
    assert found["changed"] == 1
    assert difference(found, "min_lr")["follows"] == "learning_rate"
    c = console_log(tmp_path / "c.log", losses(6, 4, 1000), 1000, {**NARROW, "learning_rate": 2e-3, "min_lr": 5e-5})
    assert document(fledge, a, c)["changed"] == 2


def test_a_diverged_run_is_said_to_be(fledge: Fledge, tmp_path: Path) -> None:
    a = console_log(tmp_path / "a.log", losses(6, 4, 1000), 1000, NARROW)
    b = tmp_path / "b.log"
    b.write_text(re.sub(r"(iter (?:[5-9]\d\d|1000): loss) [\d.]+", r"\1 nan", Path(a).read_text()))
    found = document(fledge, a, str(b))
    assert "diverged" in codes(found)
    json.dumps(found, allow_nan=False)


def test_keys_are_stable(fledge: Fledge, micro: list[str]) -> None:
    found = document(fledge, *micro)
    assert list(found) == [
        "runs", "groups", "differences", "changed", "same", "unknown", "aligned", "pairs", "verdict", "conclusions",
        "next",
    ]  # fmt: skip
    assert list(found["aligned"]) == ["metric", "iterations", "tokens", "time", "flops"]
    assert all(list(one) == ["code", "kind", "text", "evidence"] for one in found["conclusions"])


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["{a}"], "compare takes two runs or more, not 1"),
        (["{a}", "{b}", "--config=x.py,y.py,z.py"], "--config has 3 values for 2 runs"),
        (["{a}", "{b}", "--n_embd=768"], "but {a} says n_embd=384"),
        (["{a}", "{b}", "--n_embd=1,2,3"], "--n_embd has 3 values for 2 runs"),
        (["{a}", "{b}", "--n_embd=many,2"], "--n_embd=many"),
        (["{a}", "{b}", "--pick=first"], "--pick=first"),
        (["{a}", "{b}", "--pick=2"], "holds 1 run"),
        (["{a}", "nowhere.log"], "nowhere.log"),
        (["-", "-"], "once"),
        (["{a}", "{b}", "--gpu=Voodoo 2"], "Voodoo 2"),
    ],
)
def test_mistakes_are_explained(fledge: Fledge, micro: list[str], argv: list[str], message: str) -> None:
    names = {"a": micro[0], "b": micro[1]}
    code, out, err = fledge("compare", *(word.format(**names) for word in argv))
    assert (code, out) == (2, "")
    assert message.format(**names) in err
    assert "Traceback" not in err


def test_settings_for_each_with_commas(fledge: Fledge, tmp_path: Path) -> None:
    a = console_log(tmp_path / "a.log", losses(6, 4, 1000), 1000)
    b = console_log(tmp_path / "b.log", losses(6, 4, 1000), 1000)
    found = document(fledge, a, b, "--tokens_per_iter=524,288", "--learning_rate=1e-3,2e-3", "--seed=1,")
    assert found["same"]["tokens_per_iter"] == 524_288
    assert difference(found, "learning_rate")["values"] == [1e-3, 2e-3]
    assert [run["seed"] for run in found["runs"]] == [1, None]


def test_two_runs_in_one_file(fledge: Fledge, tmp_path: Path) -> None:
    a = console_log(tmp_path / "a.log", losses(6, 4, 1000), 1000)
    b = console_log(tmp_path / "b.log", losses(6, 3, 1000), 1000)
    both = tmp_path / "both.log"
    both.write_text(Path(a).read_text() + Path(b).read_text())
    found = document(fledge, str(both), str(both), "--pick=1,2")
    assert [run["summary"]["val_loss"] for run in found["runs"]] == [4.0, 3.0]


def timed(path: Path, last: int, tokens_per_s: float, pace: float, ended: str) -> str:
    """A log of a run with a limit of time: it should do 2,000 iterations."""
    chance = random.Random(path.name)
    lines = ["max_iters = 2000", "tokens per iteration will be: 1,000"]
    for it in range(0, last + 1, 10):
        if it % 100 == 0:
            loss = 3 + 30 / pace + 7 * math.exp(-it / pace)
            lines.append(f"step {it}: train loss {loss:.4f}, val loss {loss:.4f}")
        ms = 1e6 / tokens_per_s * math.exp(chance.gauss(0, 0.02))
        lines.append(f"iter {it}: loss {3 + 30 / pace + 7 * math.exp(-it / pace):.4f}, time {ms:.2f}ms, mfu 5.00%")
    path.write_text("\n".join([*lines, ended]) + "\n")
    return str(path)


def test_runs_that_finished_early_are_not_said_to_say_nothing(fledge: Fledge, tmp_path: Path) -> None:
    ended = "Training completed in 100 s"
    both = [timed(tmp_path / "a.log", 1000, 1000, 300, ended), timed(tmp_path / "b.log", 1500, 1500, 250, ended)]
    assert "is assumed: their logs do not say so" not in page(fledge, *both)
    assert "say that they finished, but not that they did all" in page(fledge, *both)


def test_equal_rates_are_no_question_of_who_is_faster(fledge: Fledge, tmp_path: Path) -> None:
    evals = {0: (10.0, 10.0), 200: (4.0, 4.0)}
    few = [console_log(tmp_path / name, evals, 200, LAPTOP, every=100) for name in ("a.log", "b.log")]
    found = page(fledge, *few)
    assert "Which is faster" not in found
    assert "equally fast" not in found  # three step times do not show it
    assert "No difference in speed is seen" in found


def test_epochs_and_iterations_are_not_compared_as_equal(fledge: Fledge, tmp_path: Path) -> None:
    """Seven epochs are not fewer than 2,000 iterations."""
    steps, epochs = tmp_path / "steps.log", tmp_path / "epochs.log"
    steps.write_text(
        "".join(f"step {n} train loss {4 - n / 1e3:.4f} val loss {4.1 - n / 1e3:.4f}\n" for n in range(0, 2001, 100))
    )
    epochs.write_text(
        "".join(
            f"Epoch {n}: tokens 1000, train loss {4 - n / 5:.4f}, val loss {4.1 - n / 5:.4f}\n" for n in range(1, 8)
        )
    )
    found = page(fledge, str(steps), str(epochs))
    assert "At equal iterations" not in found
    assert "trained longer" not in found
    assert "7 epochs" in found


def test_losses_in_other_bases_are_not_compared(fledge: Fledge, tmp_path: Path) -> None:
    for name, base in (("nats.log", math.e), ("bits.log", 2.0)):
        rows = (f"step {n} | loss {5 - n / 100:.4f} | ppl {base ** (5 - n / 100):.4f}\n" for n in range(5, 200))
        (tmp_path / name).write_text("".join(rows))
    found = document(fledge, str(tmp_path / "nats.log"), str(tmp_path / "bits.log"))
    assert "other_data" in codes(found)
    assert "different bases: 2.72 (A) and 2 (B)" in said(found)
