"""What `fledge bench` prints: figures that agree with one another, on this machine, whatever they are."""

import json
from pathlib import Path
from typing import Any

import pytest

from fledge.common.stats import Spread
from fledge.config.shape import ModelShape
from fledge.model.flops import flops_per_token
from fledge.train.launch import new_launch
from fledge.train.session import new_session
from fledge.train.step import PARTS
from tests.helpers import TINY, Fledge


def document(result: tuple[int, str, str], code: int = 0) -> Any:
    """The one JSON document that was printed."""
    assert result[0] == code, result[2]
    return json.loads(result[1])


def contents(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize("arch", ["gpt2", "modern"])
def test_speed_agrees_with_itself(work: Path, fledge: Fledge, arch: str) -> None:
    before = contents(work)
    result = fledge("bench", "speed", *TINY, f"--arch={arch}", "--iters=3", "--gradient_accumulation_steps=2", "--json")
    about = document(result)
    assert contents(work) == before
    assert all(any(line.startswith(word) for line in result[2].splitlines()) for word in ("device=", "dtype="))
    assert (about["tokens_per_iter"], about["iterations"], about["repeats"]) == (128, 3, 3)
    rate, ms = about["tokens_per_s"], about["ms_per_iter"]
    assert 0 < ms["min"] <= ms["median"] <= ms["max"]
    assert rate["median"] == pytest.approx(128 / ms["median"] * 1000)
    assert rate["max"] == pytest.approx(128 / ms["min"] * 1000)
    shape = ModelShape(**{key: value for key, value in about["model"].items() if key != "parameters"})
    assert about["flops_per_token"] == flops_per_token(shape)
    assert about["mfu"] == pytest.approx(about["flops_per_token"] * rate["median"] / about["peak_flops"])
    assert about["memory_mb"] > 50
    parts = about["parts"]
    assert list(parts["ms"]) == [*PARTS, "rest"]
    assert min(parts["ms"].values()) > 0
    assert sum(parts["ms"].values()) == pytest.approx(parts["ms_per_iter"])
    assert sum(parts["percent"].values()) == pytest.approx(100)
    assert parts["ms_per_iter"] == pytest.approx(ms["median"])  # of three repeats the middle one is shown in parts


def test_speed_without_a_dataset(work: Path, fledge: Fledge) -> None:
    options = [*TINY, "--iters=1", "--repeats=1", "--json", "--sample_interval=5"]
    about = document(fledge("bench", "speed", *options, "--dataset=shakespeare_char"))
    assert (about["data"], about["model"]["vocab_size"]) == ("random tokens", 65)
    about = document(fledge("bench", "speed", *options, "--dataset=none", "--vocab_size=300"))
    assert about["model"]["vocab_size"] == 300


def test_speed_for_people(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = fledge("bench", "speed", *TINY, "--iters=1", "--repeats=2", "--dataset=none", "--vocab_size=40")
    assert code == 0
    assert out.startswith("device=cpu (as asked)\n")
    for words in ("random tokens, vocab_size=40", "tokens/s", "MFU", "12 L C T", "peak memory", *PARTS, "rest"):
        assert words in out, words
    assert max(map(len, out.splitlines())) <= 80


def test_bench_alone_says_what_there_is(fledge: Fledge) -> None:
    code, out, _ = fledge("bench")
    assert code == 0
    for command in ("speed",):
        assert f"fledge bench {command} " in out
        code, out_of_one, _ = fledge("bench", command, "--help")
        assert (code, out_of_one.startswith(f"fledge bench {command}")) == (0, True)
        assert max(map(len, out_of_one.splitlines())) <= 80


def test_a_rate_is_the_inverse_of_a_time() -> None:
    seconds = Spread.of([4.0, 1.0, 2.0])
    assert seconds == Spread(2.0, 1.0, 4.0)
    assert seconds.rate(8) == Spread(4.0, 2.0, 8.0)


def test_a_session_takes_the_dataset_it_is_handed(work: Path) -> None:
    from fledge.config.load import load_config
    from fledge.plan.timing.random_data import random_dataset

    config = load_config([*TINY, "--dataset=none"])
    with random_dataset(30, 16) as dataset:
        session = new_session(new_launch(config, dataset))
        assert session.config.vocab_size == 30
        assert session.dataset is dataset
        assert int(dataset.split("train")[:].max()) == 29
