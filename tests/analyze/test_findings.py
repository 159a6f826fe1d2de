"""Every finding on a log that has it and on one that has not; no alarm on runs that are well; a real question."""

import json
import math
import random
import re
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fledge.analyze.findings import Finding, checks, find
from fledge.analyze.findings.features import Features
from fledge.analyze.findings.finding import SEVERITIES
from fledge.api.open_runs import open_runs
from fledge.api.run_settings import known_settings
from fledge.common.errors import FledgeError
from fledge.config.arguments import read_arguments
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.logs.run import Curve, Known, Metric, Notice, Resume, Run
from fledge.options.parser import RUN_SETTINGS
from fledge.options.shared import LogOptions
from fledge.texts import say
from fledge.texts import text as in_words
from fledge.texts.catalog import read_area
from fledge.texts.ftl import entries
from tests.analyze.labels import fixture_verdicts
from tests.helpers import Fledge

ROOT = Path(__file__).resolve().parents[2]
SHAKESPEARE = str(ROOT / "config" / "train_shakespeare_char.py")
CODES = sorted({name.split("-")[1] for name in read_area("en", "findings") if re.match(r"finding-\w+-title", name)})
OF_A_PROCESS = {"running"}  # no log shows it: tests/train/test_one_writer.py has it
LOGS = ROOT.parent / "shared" / "logs"  # real logs, where somebody has put some

PREAMBLE = """\
tokens per iteration will be: 16,384
Initializing a new model from scratch
number of parameters: 10.65M
"""
GPT2 = "Initializing from OpenAI GPT-2 weights: gpt2\nnumber of parameters: 123.65M\n"
Losses = Callable[[int], float]
Pair = Callable[[int], tuple[float, float]]


def falling(first: float, last: float, pace: float = 300) -> Losses:
    return lambda it: last + (first - last) * math.exp(-it / pace)


def nanogpt(
    loss: Losses,
    evaluated: Pair | None = None,
    *,
    iters: int = 2000,
    every: int = 10,
    eval_every: int = 250,
    noise: float = 0.01,
    ms: Losses = lambda it: 40.0,
    eval_ms: float = 4000.0,
    mfu: float = 9.2,
    preamble: str = PREAMBLE,
    saves: bool = True,
    start: int = 0,
) -> str:
    """A console of nanoGPT's."""
    chance = random.Random(7)
    lines = [preamble] if preamble else []
    for it in range(start, iters + 1, every):
        is_eval = evaluated is not None and it % eval_every == 0
        if evaluated is not None and is_eval:
            train, val = (value + chance.gauss(0, noise / 10) for value in evaluated(it))
            lines.append(f"step {it}: train loss {train:.4f}, val loss {val:.4f}\n")
            if saves and it > 0:
                lines.append("saving checkpoint to out\n")
        time = ms(it) * (1 + chance.gauss(0, 0.002)) + (eval_ms if is_eval else 0) + (500 if it == 0 else 0)
        value = loss(it) + chance.gauss(0, noise)
        lines.append(f"iter {it}: loss {value:.4f}, time {time:.2f}ms, mfu {-100 if it < 5 else mfu:.2f}%\n")
    return "".join(lines)


def build_nanogpt(
    loss: Losses,
    *,
    steps: int = 400,
    noise: float = 0.02,
    rate: Losses = lambda it: 6e-4,
    norm: Losses = lambda it: 0.4,
    tokens_per_s: float = 50_000,
    before: str = "total desired batch size: 32768\n=> calculated gradient accumulation steps: 8\n",
    end: str = "",
) -> str:
    """A console of build-nanogpt's: 32,768 tokens in 655 ms are 50,000 tokens/s."""
    chance = random.Random(3)
    return (
        before
        + "".join(
            f"step {it:5d} | loss: {loss(it) + chance.gauss(0, noise):.6f} | lr {rate(it):.4e} | norm: {norm(it):.4f} "
            f"| dt: {655.36 + chance.gauss(0, 1):.2f}ms | tok/sec: {tokens_per_s:.2f}\n"
            for it in range(steps)
        )
        + end
    )


@dataclass(frozen=True)
class Case:
    text: str
    words: tuple[str, ...] = ()
    gpu: str = ""
    config: str = ""


def facts_of(case: Case, folder: Path) -> Facts:
    path = folder / "some.log"
    path.write_text(case.text)
    found, _ = read_arguments(RUN_SETTINGS, case.words)
    known = known_settings([argument.assignment for argument in found if argument.assignment])
    return open_runs([str(path)], LogOptions(gpu=case.gpu, config=case.config), known)[0][0]


def findings_of(case: Case, folder: Path) -> dict[str, Finding]:
    return {finding.code: finding for finding in find(facts_of(case, folder))}


CHAR = falling(4.2, 1.5, 400)
EVALUATED: Pair = lambda it: (CHAR(it) - 0.02, CHAR(it) + 0.1)  # noqa: E731
HEALTHY = nanogpt(CHAR, EVALUATED)
LARGE = falling(10.9, 3.6, 60)


def overfit(it: int) -> tuple[float, float]:
    train = falling(4.2, 0.5, 700)(it)
    return train, 1.5 + max(0.0, 2.6 * math.exp(-it / 200)) + max(0.0, it - 1000) * 0.0003


def spiking(size: float, at: tuple[int, ...] = (1500,), length: int = 1) -> Losses:
    return lambda it: CHAR(it) + (size if any(place <= it < place + 10 * length for place in at) else 0.0)


def lost(at: int) -> Losses:
    return lambda it: math.nan if it >= at else CHAR(it)


def v_shape(bottom: int, up: float) -> Losses:
    return lambda it: CHAR(it) if it <= bottom else CHAR(bottom) + up * (it - bottom) / (2000 - bottom)


def resumed_log(jump: float) -> str:
    first = nanogpt(CHAR, iters=1200)
    second = nanogpt(lambda it: CHAR(it) + jump * math.exp(-(it - 1000) / 100), iters=2000, start=1000)
    return first + "Resuming training from out\n" + second


TRACEBACK = 'Traceback (most recent call last):\n  File "train.py", line 301, in <module>\n    loss.backward()\n'
OOM = (
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.53 GiB. GPU 0 has a total capacity of 7.79 GiB.\n"
)
NO_GPU = "UserWarning: CUDA initialization: The NVIDIA driver on your system is too old.\nusing device: cpu\n"

HAS: dict[str, tuple[Case, Case]] = {
    "busy_machine": (
        Case(nanogpt(CHAR, ms=lambda it: 40.0 if it % 100 == 0 else 90.0)),
        Case(nanogpt(CHAR, ms=lambda it: 90.0 if it % 100 == 0 else 40.0)),
    ),
    "crashed": (
        Case(nanogpt(CHAR, iters=900) + TRACEBACK + "RuntimeError: CUDA error: an illegal memory access\n"),
        Case("wandb.errors.CommError: no network\n" + HEALTHY),
    ),
    "cpu_fallback": (
        Case(NO_GPU + build_nanogpt(LARGE)),
        Case("using device: cpu\n" + build_nanogpt(LARGE)),
    ),
    "dead_loss": (
        Case(build_nanogpt(lambda it: 0.0, noise=0.0, norm=lambda it: math.nan)),
        Case(build_nanogpt(falling(2.0, 0.0, 20), noise=0.0, norm=lambda it: 0.1)),
    ),
    "decay_mismatch": (
        Case(HEALTHY, ("--max_iters=2000", "--lr_decay_iters=600000")),
        Case(HEALTHY, ("--max_iters=2000", "--lr_decay_iters=2000")),
    ),
    "diverged": (Case(nanogpt(lost(600))), Case(HEALTHY)),
    "diverging": (Case(nanogpt(v_shape(900, 2.0))), Case(nanogpt(spiking(2.0, (900,), 20)))),
    "dropout_gap": (
        Case(nanogpt(CHAR, lambda it: (CHAR(it) - 0.25, CHAR(it))), ("--dropout=0.2",)),
        Case(nanogpt(CHAR, lambda it: (CHAR(it) - 0.01, CHAR(it))), ("--dropout=0.2",)),
    ),
    "eval_dominates": (Case(nanogpt(CHAR, EVALUATED, eval_ms=30_000)), Case(HEALTHY)),
    "eval_in_step_time": (Case(HEALTHY), Case(nanogpt(CHAR, EVALUATED, eval_ms=0))),
    "few_tokens": (
        Case(HEALTHY, ("--dataset=shakespeare_char",)),
        Case(HEALTHY, ("--dataset_tokens=1e9",)),
    ),
    "healthy": (Case(HEALTHY), Case(nanogpt(lost(600)))),
    "inconclusive": (Case(nanogpt(CHAR, iters=900, start=500)), Case(HEALTHY)),
    "interrupted": (Case(nanogpt(CHAR, iters=900) + TRACEBACK + "KeyboardInterrupt\n"), Case(HEALTHY)),
    "killed": (
        Case(nanogpt(CHAR, iters=900) + "slurmstepd: error: *** JOB 12 CANCELLED AT 09:00 DUE TO TIME LIMIT ***\n"),
        Case(HEALTHY + "slurmstepd: error: *** JOB 12 CANCELLED AT 09:00 ***\n", ("--max_iters=2000",)),
    ),
    "leak": (Case(nanogpt(CHAR, lambda it: (CHAR(it), 0.8 * CHAR(it)))), Case(HEALTHY)),
    "loss_spike": (Case(nanogpt(spiking(1.0))), Case(nanogpt(CHAR, noise=0.3))),
    "low_mfu": (
        Case(nanogpt(CHAR, ms=lambda it: 160.0), gpu="RTX 4090", config=SHAKESPEARE),
        Case(nanogpt(CHAR, ms=lambda it: 20.0), gpu="RTX 4070", config=SHAKESPEARE),
    ),
    "lr_too_high": (
        Case(nanogpt(lost(600)), ("--learning_rate=1e-2",)),
        Case(nanogpt(lost(600)), ("--learning_rate=1e-4", "--dtype=float16")),
    ),
    "lr_too_low": (
        Case(build_nanogpt(lambda it: 10.9 - 0.004 * it, rate=lambda it: 3e-6)),
        Case(build_nanogpt(lambda it: 10.9 - 0.004 * it, rate=lambda it: 6e-4)),
    ),
    "memorised": (Case(build_nanogpt(falling(10.9, 0.01, 40), noise=0.001)), Case(build_nanogpt(LARGE))),
    "mfu_impossible": (Case(nanogpt(CHAR, mfu=104.0)), Case(nanogpt(CHAR, mfu=41.0))),
    "mfu_units": (Case(HEALTHY), Case(build_nanogpt(LARGE))),
    "never_saved": (Case(nanogpt(CHAR, EVALUATED, saves=False)), Case(HEALTHY)),
    "not_converged": (Case(nanogpt(lambda it: 4.2 - 0.001 * it)), Case(HEALTHY)),
    "not_finite": (Case(nanogpt(lambda it: math.inf if it == 900 else CHAR(it))), Case(HEALTHY)),
    "out_of_memory": (
        Case(PREAMBLE + TRACEBACK + OOM, ("--batch_size=16", "--gradient_accumulation_steps=4")),
        Case(HEALTHY + "KING: Let them be razed out of memory,\n"),
    ),
    "overfitting": (Case(nanogpt(CHAR, overfit)), Case(HEALTHY)),
    "plateau": (
        Case(build_nanogpt(falling(10.9, 7.5, 20), steps=1200)),
        Case(build_nanogpt(falling(4.0, 3.3, 20), steps=1200)),
    ),
    "resume_jump": (Case(resumed_log(1.0)), Case(resumed_log(0.0))),
    "resumed": (Case(resumed_log(0.0)), Case(HEALTHY)),
    "throughput_drift": (Case(nanogpt(CHAR, ms=lambda it: 40 + it / 100)), Case(HEALTHY)),
    "throughput_jitter": (Case(nanogpt(CHAR, ms=lambda it: 100.0 if it % 50 == 0 else 40.0)), Case(HEALTHY)),
    "tokens_per_s_wrong": (Case(build_nanogpt(LARGE, tokens_per_s=50_000 / 8)), Case(build_nanogpt(LARGE))),
    "truncated": (Case(nanogpt(CHAR, iters=900), ("--max_iters=2000",)), Case(HEALTHY, ("--max_iters=2000",))),
    "warm_up": (Case(nanogpt(CHAR, ms=lambda it: 40.0 if it else 30_000.0)), Case(nanogpt(CHAR))),
    "wide_gap": (
        Case(nanogpt(CHAR, lambda it: (falling(4.2, 0.9, 500)(it), falling(4.2, 1.6, 200)(it)))),
        Case(HEALTHY),
    ),
}


def test_every_code_has_its_logs() -> None:
    assert sorted({*HAS, *OF_A_PROCESS}) == sorted(CODES)


@pytest.mark.parametrize("code", HAS)
def test_a_log_that_has_it_and_one_that_has_not(code: str, tmp_path: Path) -> None:
    has, has_not = HAS[code]
    found = findings_of(has, tmp_path)
    assert code in found, sorted(found)
    finding = found[code]
    assert finding.severity in SEVERITIES
    said = finding.to_json()
    assert re.search(r"\d", said["evidence"]), said["evidence"]  # numbers, not opinions
    assert said["title"][0].isupper()
    assert not said["title"].endswith(".")
    assert said["evidence"].endswith(".")
    assert said["advice"].endswith(".")
    assert code not in findings_of(has_not, tmp_path)


def test_the_documented_codes_are_the_existing_ones() -> None:
    documented = re.findall(r"^### `(\w+)`$", (ROOT / "docs" / "findings.md").read_text(), re.MULTILINE)
    assert sorted(documented) == sorted(CODES)


def test_a_finding_is_added_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "findings.md").read_text()
    check, sentences = re.findall(r"^```(?:python|ftl)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    module: dict[str, Any] = {"Features": Features, "Finding": Finding, "say": say}
    exec(check, module)
    monkeypatch.setattr(checks, "CHECKS", (*checks.CHECKS, module["high_dropout"]))
    for name, sentence in entries(sentences).items():
        monkeypatch.setitem(read_area("en", "findings"), name, sentence)
    found = findings_of(Case(HEALTHY, ("--dropout=0.9",)), tmp_path)["high_dropout"]
    assert found.to_json() == {
        "code": "high_dropout",
        "severity": "note",
        "title": "Dropout is high",
        "evidence": "dropout is 0.9.",
        "advice": "Try --dropout=0.2.",
    }
    assert "high_dropout" not in findings_of(Case(HEALTHY, ("--dropout=0.1",)), tmp_path)


def test_worst_first_and_as_json(tmp_path: Path) -> None:
    case = Case(nanogpt(lost(600)), ("--learning_rate=1e-2", "--max_iters=2000", "--lr_decay_iters=9000"))
    found = list(findings_of(case, tmp_path).values())
    ranks = [SEVERITIES.index(finding.severity) for finding in found]
    assert ranks == sorted(ranks)
    assert found[0].code == "diverged"
    assert "healthy" not in {finding.code for finding in found}
    assert set(found[0].to_json()) == {"code", "severity", "title", "evidence", "advice"}


# the log of a real question

QUESTION = """\
iter 4980: loss 0.8010, time 33.22ms, mfu 11.07%
iter 4990: loss 0.8212, time 33.23ms, mfu 11.09%
step 5000: train loss 0.6224, val loss 1.7044
iter 5000: loss 0.8236, time 4446.83ms, mfu 9.99%
"""
RIGHT = {
    "overfitting": [
        "Strongly overfitted", "gap of 1.08 nats", "perplexity 1.86 against 5.50", "best val is about 1.47",
        "reached long before", "Keep the best checkpoint", "stop earlier", "regularise",
    ],
    "dropout_gap": ["0.6224, below the batches' 0.8", "dropout 0.2", "off in evaluation"],
    "eval_in_step_time": [
        "4,446.8 ms because it contains the evaluation", "400 batches", "11.0 ms each",
        "the step itself is still 33.2 ms", "mfu printed there dips", "moving average",
    ],
    "mfu_units": ["11.07% is in A100 units", "35 TFLOP/s", "say the same"],
}  # fmt: skip
WRONG = re.compile(
    r"slight\w* overfit|efficiency (?:dropped|fell)|less efficient|slowed down(?<!Nothing slowed down)", re.I
)


@pytest.mark.parametrize("gpu", ["", "RTX 4070 Ti"])
def test_the_log_of_a_real_question(gpu: str, fledge: Fledge, tmp_path: Path) -> None:
    path = tmp_path / "shakespeare.log"
    path.write_text(QUESTION)
    words = ["explain", str(path), f"--config={SHAKESPEARE}", *([f"--gpu={gpu}"] if gpu else [])]
    code, page, _ = fledge(*words)
    as_json = json.loads(fledge(*words, "--json")[1])
    found = {finding["code"]: " ".join(finding.values()) for finding in as_json["findings"]}
    text = " ".join(page.split())
    assert code == 0
    for name, facts in RIGHT.items():
        for fact in facts:
            assert fact in found[name]
            assert fact in text
    assert ("On the RTX 4070 Ti, 80.2 TFLOP/s at most, that is 43%" in text) == bool(gpu)
    assert not WRONG.search(text)
    assert not WRONG.search(json.dumps(as_json))
    assert not any(finding["severity"] == "error" for finding in as_json["findings"])
    assert as_json["summary"]["step_ms"] == pytest.approx(33.2, abs=0.05)


# evidence


def test_what_went_before_a_divergence(tmp_path: Path) -> None:
    loss: Losses = lambda it: math.nan if it >= 300 else LARGE(it) + (4.0 if it >= 298 else 0.0)  # noqa: E731
    text = build_nanogpt(loss, norm=lambda it: 0.4 if it < 298 else 77.0)
    found = findings_of(Case(text, ("--dtype=float16", "--grad_clip=0")), tmp_path)["diverged"]
    for fact in ("nan from iteration 300 on", "100 of 400", "It rose first", "gradient norm was 77", "float16"):
        assert fact in in_words(found.evidence)
    assert "--dtype=bfloat16" in in_words(found.advice)
    assert "--grad_clip=1.0" in in_words(found.advice)


def test_a_run_that_stopped_before_it_wrote_a_nan() -> None:
    run = Run("runs/some", "fledge", ended="diverged", origin="directory")
    run.curves["loss"] = Curve()
    for it in range(50):
        run.curves["loss"].add(it, 3.0 if it < 49 else 8.0)
    found = find(Facts(run))[0]
    assert found.code == "diverged"
    assert "It rose first: 8.00 where 3.00 was usual" in in_words(found.evidence)


def test_iterations_of_nan_are_no_speed_up(tmp_path: Path) -> None:
    found = findings_of(Case(nanogpt(lost(1000), ms=lambda it: 40.0 if it < 1000 else 37.6)), tmp_path)
    assert "6% faster, which is no gain" in in_words(found["diverged"].evidence)
    assert "throughput_drift" not in found


def test_a_validation_loss_that_is_not_finite_is_no_divergence(tmp_path: Path) -> None:
    found = findings_of(Case(nanogpt(CHAR, lambda it: (CHAR(it), math.nan))), tmp_path)
    assert "diverged" not in found
    assert "batches' loss is finite" in in_words(found["not_finite"].evidence)


def test_harder_batches_are_no_divergence(tmp_path: Path) -> None:
    found = findings_of(Case(nanogpt(v_shape(900, 2.0), EVALUATED)), tmp_path)
    assert "diverging" not in found


def test_a_rise_that_is_printed_with_its_validation_loss(tmp_path: Path) -> None:
    rise = v_shape(900, 2.0)
    found = findings_of(Case(nanogpt(rise, lambda it: (rise(it), rise(it) + 0.1))), tmp_path)
    assert found["diverging"].severity == "error"
    assert "overfitting" not in found


def test_a_spike_that_does_not_come_back_is_worse(tmp_path: Path) -> None:
    once = findings_of(Case(nanogpt(spiking(1.0))), tmp_path)["loss_spike"]
    at_the_end = findings_of(Case(nanogpt(spiking(1.0, (1990,)))), tmp_path)["loss_spike"]
    assert (once.severity, at_the_end.severity) == ("note", "note")
    assert "came back" in in_words(once.evidence)
    assert "too soon" in in_words(at_the_end.evidence)
    for_good = nanogpt(lambda it: CHAR(it) + (0.28 if it >= 1500 else 0.0), noise=0.005)
    assert findings_of(Case(for_good), tmp_path)["loss_spike"].severity == "warning"


@pytest.mark.parametrize(
    ("first", "last", "steps", "severity"),
    [(10.9, 7.5, 1200, "error"), (10.9, 7.5, 600, "warning"), (10.9, 10.9, 600, "error"), (10.9, 6.0, 1200, None)],
)
def test_stuck(first: float, last: float, steps: int, severity: str | None, tmp_path: Path) -> None:
    found = findings_of(Case(build_nanogpt(falling(first, last, 20), steps=steps)), tmp_path).get("plateau")
    assert (found.severity if found else None) == severity


@pytest.mark.parametrize(("last", "is_stuck"), [(3.3, True), (2.5, False)])
def test_stuck_on_characters(last: float, is_stuck: bool, tmp_path: Path) -> None:
    found = findings_of(Case(nanogpt(falling(4.2, last, 50)), ("--dataset=shakespeare_char",)), tmp_path)
    assert ("plateau" in found) == is_stuck


def test_the_best_step_is_named(tmp_path: Path) -> None:
    found = findings_of(Case(nanogpt(CHAR, overfit)), tmp_path)["overfitting"]
    assert "at iteration 1,000" in in_words(found.evidence)
    assert "--max_iters=1000" in in_words(found.advice)


def test_no_other_configs_result_is_claimed(tmp_path: Path) -> None:
    found = findings_of(Case(QUESTION, ("--dropout=0.4",), config=SHAKESPEARE), tmp_path)["overfitting"]
    assert "1.47" not in in_words(found.evidence)


def test_noise_in_the_evaluations_is_no_overfitting(tmp_path: Path) -> None:
    chance = random.Random(5)
    text = nanogpt(CHAR, lambda it: (CHAR(it), CHAR(it) + 0.2 + chance.gauss(0, 0.03)), eval_every=50)
    assert "overfitting" not in findings_of(Case(text), tmp_path)


@pytest.mark.parametrize(
    ("size", "words", "place"),
    [
        ("12.28 GiB", ("--batch_size=64", "--block_size=1024", "--vocab_size=50304"), "that of the logits"),
        ("1.50 GiB", ("--batch_size=64", "--block_size=1024", "--vocab_size=50304"), "in the first iteration"),
    ],
)
def test_where_memory_ran_out(size: str, words: tuple[str, ...], place: str, tmp_path: Path) -> None:
    text = PREAMBLE + TRACEBACK + OOM.replace("1.53 GiB", size)
    found = findings_of(Case(text, (*words, "--gradient_accumulation_steps=1")), tmp_path)["out_of_memory"]
    assert place in in_words(found.evidence)
    assert "in the backward pass" in in_words(found.evidence)
    assert found.severity == "error"
    assert "--batch_size=32 --gradient_accumulation_steps=2" in in_words(found.advice)


def test_memory_that_ran_out_and_training_that_went_on(tmp_path: Path) -> None:
    half = nanogpt(CHAR, iters=900)
    text = half + OOM + nanogpt(CHAR, start=910, preamble="")
    found = findings_of(Case(text), tmp_path)
    assert found["out_of_memory"].severity == "note"
    assert "crashed" not in found


def test_an_evaluation_alone_does_not_dominate(tmp_path: Path) -> None:
    """Four lines show one evaluation and three steps; the settings say how many steps there are."""
    text = QUESTION.replace("4446.83", "7446.83")
    assert "eval_dominates" not in findings_of(Case(text, config=SHAKESPEARE), tmp_path)
    slow = QUESTION.replace("4446.83", "94446.83")
    assert "eval_dominates" in findings_of(Case(slow, config=SHAKESPEARE), tmp_path)


@pytest.mark.parametrize(("printed", "severity"), [(0.0, "note"), (-100.0, "note"), (104.0, "warning")])
def test_an_mfu_that_can_not_be(printed: float, severity: str, tmp_path: Path) -> None:
    assert findings_of(Case(nanogpt(CHAR, mfu=printed)), tmp_path)["mfu_impossible"].severity == severity


def test_tokens_that_the_trainer_forgot(tmp_path: Path) -> None:
    forgot = findings_of(Case(build_nanogpt(LARGE, tokens_per_s=50_000 / 8)), tmp_path)["tokens_per_s_wrong"]
    assert forgot.severity == "warning"
    assert "gradient_accumulation_steps, 8" in in_words(forgot.evidence)
    odd = findings_of(Case(build_nanogpt(LARGE, tokens_per_s=30_000)), tmp_path)["tokens_per_s_wrong"]
    assert odd.severity == "note"


def test_the_cpu_that_was_asked_for(tmp_path: Path) -> None:
    asked = Case(NO_GPU + build_nanogpt(LARGE), ("--device=cpu",))
    assert "cpu_fallback" not in findings_of(asked, tmp_path)


def test_a_saving_that_is_yet_to_come(tmp_path: Path) -> None:
    words = ("--eval_interval=2000", "--max_iters=5000")
    assert "never_saved" not in findings_of(Case(nanogpt(CHAR, iters=900), words), tmp_path)
    never = Case(nanogpt(CHAR, iters=900), ("--eval_interval=2000", "--max_iters=900"))
    assert "never_saved" in findings_of(never, tmp_path)
    picked = nanogpt(CHAR, EVALUATED, saves=False, preamble="")
    assert "never_saved" not in findings_of(Case(picked), tmp_path)


def test_a_log_without_iterations(tmp_path: Path) -> None:
    found = findings_of(Case(PREAMBLE + NO_GPU.replace("cpu", "cuda")), tmp_path)
    assert found["truncated"].severity == "warning"
    assert "healthy" not in found


# no alarm where nothing is wrong


def llmc(it: int, loss: float) -> str:
    return (
        f"step {it:4d}/2000 | loss {loss:.6f} (+0.10z)| norm 0.4000 (-0.30z)| lr 6.00e-04 | 300.10 ms | 42.6% bf16 MFU "
        "| 171545 tok/s\n"
    )


def json_line(it: int, loss: float) -> str:
    return json.dumps({"step": it, "loss": round(loss, 4), "lr": 5e-5, "grad_norm": 1.1}) + "\n"


WELL = {
    "characters": nanogpt(CHAR, EVALUATED),
    "124M": nanogpt(falling(10.9, 3.2, 200), lambda it: (falling(10.9, 3.2, 200)(it),) * 2, noise=0.05),
    "very noisy": nanogpt(falling(10.9, 3.5, 200), noise=0.4),
    "build-nanogpt": build_nanogpt(LARGE),
    "finetuning": nanogpt(falling(3.9, 3.2, 60), lambda it: (3.1, 3.3), noise=0.1, preamble=GPT2),
    "finetuning that is flat": nanogpt(lambda it: 2.9, noise=0.15, preamble=GPT2),
    "llm.c": "".join(llmc(it, falling(10.9, 3.4, 200)(it)) for it in range(1, 2001)),
    "json": "".join(json_line(it, falling(2.2, 1.4, 100)(it)) for it in range(0, 500, 10)),
    "a few lines": nanogpt(CHAR, iters=40),
    "one line": "iter 100: loss 2.4710, time 33.10ms, mfu 11.00%\n",
    "an excerpt": nanogpt(CHAR, iters=60) + "...\n" + nanogpt(CHAR, EVALUATED, start=1900, preamble=""),
    "resumed": resumed_log(0.0),
    "two runs in one file": HEALTHY + HEALTHY,
    "almost no loss, by design": nanogpt(falling(2.3, 0.02, 100), noise=0.001),
    "warming up": build_nanogpt(falling(10.9, 8.0, 100), steps=300, rate=lambda it: 3e-7 * (it + 1)),
}


def is_proven(kind: str) -> bool:
    return fixture_verdicts()[kind] == "healthy"


@pytest.mark.parametrize("kind", WELL)
def test_runs_that_are_well_raise_no_alarm(kind: str, tmp_path: Path) -> None:
    found = findings_of(Case(WELL[kind]), tmp_path)
    assert [finding for finding in found.values() if finding.severity in ("error", "warning")] == []
    assert {"healthy", "inconclusive"} & found.keys() == {"healthy" if is_proven(kind) else "inconclusive"}


RIGHTLY = {  # what these end with, or say
    "025_nanochat_oom_rtx3050ti_laptop.txt": {"out_of_memory"},
    "053_nanochat_silent_cpu_fallback_truncated.txt": {"cpu_fallback"},
    "104_hf_zero_nan.log": {"dead_loss"},
    "110_olmo150.log": {"killed"},  # torchrun got SIGTERM
}


@pytest.mark.skipif(not LOGS.is_dir(), reason="no folder of real logs beside the project")
def test_real_logs_raise_no_false_alarm() -> None:
    for path in sorted(LOGS.iterdir()):
        for facts in _readable(path):
            errors = {finding.code for finding in find(facts) if finding.severity == "error"}
            assert errors == RIGHTLY.get(path.name, set()), path.name


def _readable(path: Path) -> Iterator[Facts]:
    try:
        yield from (Facts(run) for run in read_log(str(path)).runs)
    except FledgeError:
        return


# any run at all

VALUES = st.one_of(st.floats(0, 12), st.floats(), st.just(math.nan), st.just(math.inf), st.just(0.0))
METRICS: tuple[Metric, ...] = (
    "loss", "train_loss", "val_loss", "val_bpb", "accuracy", "lr", "grad_norm", "dt_ms", "train_s", "eval_s",
    "tokens_per_s", "tokens", "mfu",
)  # fmt: skip
NUMBERED = ("batch_size", "block_size", "gradient_accumulation_steps", "max_iters", "lr_decay_iters", "eval_iters",
            "eval_interval", "n_layer", "n_head", "n_embd", "vocab_size", "learning_rate", "dropout", "warmup_iters",
            "params", "processes", "dataset_tokens")  # fmt: skip


@st.composite
def runs(draw: st.DrawFn) -> Run:
    run = Run("any", draw(st.sampled_from(["nanoGPT", "nanochat", "llm.c", "named numbers", "fledge"])))
    run.origin = draw(st.sampled_from(["log", "directory"]))
    for metric in draw(st.sets(st.sampled_from(METRICS))):
        curve = Curve()
        iters = sorted(draw(st.sets(st.integers(0, 300), max_size=60)))
        for it in iters:
            curve.add(it, draw(VALUES))
        if iters:
            run.curves[metric] = curve
    for name in draw(st.sets(st.sampled_from(NUMBERED))):
        run.settings[name] = Known(draw(st.one_of(st.integers(0, 10**6), st.floats(0, 1e6))), "line 1")
    kinds = ["saved", "out_of_memory", "error", "killed", "no_gpu", "device", "gpu", "resumed"]
    for line, kind in enumerate(draw(st.lists(st.sampled_from(kinds), max_size=3))):
        at = draw(st.one_of(st.none(), st.integers(0, 300)))
        run.notices.append(Notice(kind, f"{kind} error: device cpu, tried to allocate 2.00 GiB", line, at))  # type: ignore[arg-type]
    if draw(st.booleans()):
        run.resumes.append(Resume(draw(st.integers(1, 300)), 301, 5))
    return run


@given(runs())
@settings(max_examples=150, report_multiple_bugs=False)
def test_any_run_has_findings_and_no_crash(run: Run) -> None:
    found = find(Facts(run))
    json.dumps([finding.to_json() for finding in found], allow_nan=False)
    assert {finding.code for finding in found} <= set(CODES)
    assert len({finding.code for finding in found}) == len(found)


def test_a_million_losses() -> None:
    chance = random.Random(1)
    run = Run("long", "nanoGPT", lines=1_000_000)
    noise = [chance.gauss(0, 0.03) for _ in range(1000)]
    for metric, value in (("loss", 3.0), ("lr", 6e-4), ("dt_ms", 40.0), ("mfu", 0.4)):
        curve = run.curves[metric] = Curve()  # type: ignore[index]
        curve.iters = array("q", range(1_000_000))
        curve.values = array("d", [value * (1 + n) for n in noise] * 1000)
    run.curves["loss"].values[700_000] = 9.0
    found = {finding.code: finding for finding in find(Facts(run))}
    assert "At iteration 700,000 the loss is 9.0000 where 2.9" in in_words(found["loss_spike"].evidence).replace(
        "3.0", "2.9"
    )
    assert "did not fall" in in_words(found["inconclusive"].evidence)
