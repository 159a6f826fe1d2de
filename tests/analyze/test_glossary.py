"""The words of training: found by any name, exact, and in a run's own numbers."""

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fledge.analyze.glossary import define, find_term
from fledge.analyze.term_numbers import NUMBERS, term_numbers
from fledge.api.open_runs import open_runs
from fledge.common.errors import FledgeError
from fledge.config.shape import ModelShape
from fledge.logs.facts import Facts
from fledge.logs.run import Known, Run
from fledge.model.flops import expected_loss, flops_per_token, parameters
from fledge.options.shared import LogOptions
from fledge.texts import text
from fledge.texts.glossary import terms

CONFIG = str(Path(__file__).resolve().parents[2] / "config" / "train_shakespeare_char.py")
LOG = """\
step 0: train loss 4.2000, val loss 4.2100
iter 0: loss 4.2100, time 9000.00ms, mfu -100.00%
iter 10: loss 3.1000, time 40.00ms, mfu 9.20%
iter 20: loss 2.6000, time 40.00ms, mfu 9.20%
saving checkpoint to out
iter 30: loss 2.4000, time 40.00ms, mfu 9.20%
step 40: train loss 2.3000, val loss 2.3500
iter 40: loss 2.3500, time 4040.00ms, mfu 8.40%
"""
WANTED = [
    "loss", "perplexity", "bits per byte", "nats", "token", "epoch", "iteration", "step", "micro-batch",
    "gradient accumulation", "tokens per iteration", "batch size", "block size", "context", "learning rate", "warm-up",
    "decay", "weight decay", "dropout", "gradient norm", "gradient clipping", "MFU", "FLOPs", "6ND",
    "tokens per second", "parameters", "overfitting", "validation split", "checkpoint", "bf16", "fp16", "fp32",
    "autocast", "compile", "flash attention", "KV cache", "evaluation noise", "seed", "Muon", "AdamW", "chinchilla",
]  # fmt: skip


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    path = tmp_path / "some.log"
    path.write_text(LOG)
    return open_runs([str(path)], LogOptions(config=CONFIG, gpu="RTX 4070"), {})[0][0]


@pytest.mark.parametrize("word", WANTED)
def test_every_word_is_defined(word: str) -> None:
    term = define(word)
    assert 30 < len(term.meaning) < 320
    assert term.meaning.endswith(".")
    assert term is define(word.upper()) is define(word.replace(" ", "_"))


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("mfu", "MFU"),
        ("val loss", "loss"),
        ("perplexty", "perplexity"),
        ("accumulation", "gradient accumulation"),
        ("tok/sec", "tokens per second"),
        ("grad_clip", "gradient clipping"),
        ("flash", "flash attention"),
        ("mixed-precision", "autocast"),
        ("torch.compile", "compile"),
        ("n_layer", "n_layer"),
    ],
)
def test_other_names_parts_and_slips(word: str, name: str) -> None:
    assert define(word).name == name


@pytest.mark.parametrize(("word", "says"), [("gradients", "Did you mean"), ("qqqq", "--terms")])
def test_words_that_are_none(word: str, says: str) -> None:
    assert find_term(word) is None
    with pytest.raises(FledgeError, match=says):
        define(word)


def test_no_two_terms_share_a_name() -> None:
    names = [re.sub(r"[^a-z0-9]+", " ", name.lower()) for term in terms() for name in (term.name, *term.also)]
    assert len({*names}) == len(names)
    assert NUMBERS.keys() <= {term.name for term in terms()}


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("perplexity", "train: exp(2.3000) = 9.97. val: exp(2.3500) = 10.49."),
        ("nats", "2.3500 nats are 3.3903 bits per token."),
        ("bpb", "2.3500 / ln 2 = 3.390."),
        ("epoch", "655,360 / 1,003,854 = 0.653."),
        ("tokens per second", "16,384 / 40.0 ms = 409,600."),
        ("tokens per iteration", "batch_size 64 x block_size 256 = 16,384 tokens"),
        ("parameters", "10,646,784; 10,745,088 with positions."),
        (
            "mfu",
            "29.1 TFLOP/s. That is 49.9% of 58.3 TFLOP/s, the peak of RTX 4070. The log prints 9.20%, of an A100's",
        ),
        ("6nd", "6 x 10.6M x 655K = 4.19e+13 FLOP."),
        ("overfitting", "a gap of 0.05 nats"),
        ("checkpoint", "1 saved, the last at iteration 20."),
        ("dropout", "dropout = 0.2."),
        ("kv cache", "2.2 MiB"),
        ("decay", "Down to 1.0e-04 at iteration 5,000; the run ends at 5,000."),
        ("warm-up", "100 iterations, 2.0% of the run."),
        ("loss", "Guessing would give ln 65 = 4.17."),
    ],
)
def test_in_the_runs_own_numbers(word: str, says: str, facts: Facts) -> None:
    assert says in text(term_numbers(define(word).name, facts))


def test_a_run_that_says_nothing_has_no_numbers() -> None:
    facts = Facts(Run("empty", "nanoGPT"))
    assert [term.name for term in terms() if term_numbers(term.name, facts)] == ["iteration"]


def test_a_run_whose_lines_count_no_tokens_has_a_batch_all_the_same() -> None:
    settings = {"batch_size": 8, "block_size": 64, "gradient_accumulation_steps": 2}
    known = {name: Known(value, "line 1") for name, value in settings.items()}
    facts = Facts(Run("lines", "HF Trainer", settings=known, counts="log lines"))
    assert text(term_numbers("batch size", facts)) == "batch_size 8 x block_size 64 = 512 tokens in a micro-batch."


def test_the_formulas_are_those_that_are_computed_with() -> None:
    shape = ModelShape("gpt2", 12, 12, 768, 1024, 50304, False)
    L, C, V, T = 12, 768, 50304, 1024
    assert parameters(shape) == 12 * L * C**2 + V * C + T * C + (2 * L + 1) * C
    assert flops_per_token(shape) == 6 * (parameters(shape) - T * C) + 12 * L * C * T
    assert expected_loss(shape, 1e9) == 1.69 + 406.4 / parameters(shape) ** 0.34 + 410.7 / 1e9**0.28
    assert f"{0.003239 - 0.0001395 * math.log(124e6):.1e}" == "6.4e-04"
    assert "6.4e-4 for 124M" in define("learning rate").formula


def test_defining_a_word_imports_nothing_heavy() -> None:
    program = (
        "import sys; from fledge.analyze.glossary import define; define('mfu');"
        "sys.exit(len({'torch', 'numpy', 'rich'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
