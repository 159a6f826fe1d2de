"""Runs with different tokenizers: bits per byte are compared if, and only if, the validation text is the same."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import Fledge

SETTINGS = {
    "n_layer": 4, "n_head": 4, "n_embd": 128, "block_size": 64, "batch_size": 12, "gradient_accumulation_steps": 1,
    "max_iters": 1000, "lr_decay_iters": 1000, "dropout": 0.0, "eval_iters": 200, "device": "cpu", "compile": False,
    "arch": "gpt2", "bias": False, "seed": 1337,
}  # fmt: skip


def run(
    path: Path, dataset: str, vocab: int, bits: float, bytes_per_token: float, text: str | None = "t", **more: Any
) -> str:
    """A run that ends at so many bits per byte; its loss per token follows."""
    path.mkdir(parents=True)
    values = {**SETTINGS, "dataset": dataset, "vocab_size": vocab, **more}
    (path / "config.json").write_text(
        json.dumps({name: {"value": value, "origin": "command line"} for name, value in values.items()})
    )
    start = {"event": "start", "params": 804_096, "tokens_per_iter": 768}
    events: list[dict[str, Any]] = [start if text is None else {**start, "val_text": text}]
    for it in range(0, 1001, 100):
        bpb = bits + 2.3 * math.exp(-it / 150)
        loss = bpb * bytes_per_token * math.log(2)
        events.append({"event": "iter", "iter": it, "loss": loss, "dt_ms": 20.0, "tokens": 768 * (it + 1)})
        evaluated = {"train_loss": loss, "val_loss": loss, "bits_per_byte": bpb, "train_s": 0.02 * it}
        events.append({"event": "eval", "iter": it, **evaluated})
    events.append({"event": "end", "reason": "finished"})
    (path / "metrics.jsonl").write_text("".join(json.dumps({"time": 0.0, **event}) + "\n" for event in events))
    return str(path)


def compared(fledge: Fledge, *runs: str) -> dict[str, Any]:
    return dict(json.loads(fledge("compare", *runs, "--json")[1]))


def codes(found: dict[str, Any]) -> set[str]:
    return {one["code"] for one in found["conclusions"]}


def test_one_text_in_two_vocabularies(fledge: Fledge, tmp_path: Path) -> None:
    """The loss per token is higher where tokens are longer, though the model predicts the text better."""
    a = run(tmp_path / "a", "gpt2_tokens", 50304, bits=1.9, bytes_per_token=1.8)
    b = run(tmp_path / "b", "own_tokens", 8192, bits=1.5, bytes_per_token=5.5)
    found = compared(fledge, a, b)
    assert found["aligned"]["metric"] == "val_bpb"
    assert found["verdict"].startswith("B is better")
    assert "bits per byte 1.5029 (B) against 1.9029 (A)" in found["verdict"]
    assert "bits_of_one_text" in codes(found)
    assert not codes(found) & {"other_data", "unknown_text"}
    assert found["changed"] == 1, "the vocabulary comes with the dataset"


def test_two_vocabularies_of_one_size(fledge: Fledge, tmp_path: Path) -> None:
    a = run(tmp_path / "a", "one", 8192, bits=1.9, bytes_per_token=4.0)
    b = run(tmp_path / "b", "two", 8192, bits=1.5, bytes_per_token=5.5)
    found = compared(fledge, a, b)
    assert found["aligned"]["metric"] == "val_bpb"
    assert found["verdict"].startswith("B is better")


@pytest.mark.parametrize(("text_a", "text_b"), [("t", "u"), (None, "t"), (None, None)])
def test_other_or_unknown_text_is_not_compared(
    fledge: Fledge, tmp_path: Path, text_a: str | None, text_b: str | None
) -> None:
    a = run(tmp_path / "a", "one", 50304, bits=1.9, bytes_per_token=1.8, text=text_a)
    b = run(tmp_path / "b", "two", 8192, bits=1.5, bytes_per_token=5.5, text=text_b)
    found = compared(fledge, a, b)
    assert "can't be compared" in found["verdict"]
    assert "other_data" in codes(found)
    assert "bits_of_one_text" not in codes(found)


def test_one_name_for_two_texts_is_noticed(fledge: Fledge, tmp_path: Path) -> None:
    a = run(tmp_path / "a", "mine", 8192, bits=1.9, bytes_per_token=5.5, text="before")
    b = run(tmp_path / "b", "mine", 8192, bits=1.5, bytes_per_token=5.5, text="after", learning_rate=1e-3)
    found = compared(fledge, a, b)
    assert "can't be compared" in found["verdict"]
    assert any("hashes of the validation texts differ" in one["evidence"] for one in found["conclusions"])


def test_a_small_difference_is_noise_of_the_windows(fledge: Fledge, tmp_path: Path) -> None:
    """Of 200 x 12 windows of 64 tokens, a loss of 10 nats is known to about a hundredth."""
    a = run(tmp_path / "a", "gpt2_tokens", 50304, bits=1.503, bytes_per_token=1.8)
    b = run(tmp_path / "b", "own_tokens", 8192, bits=1.500, bytes_per_token=5.5)
    found = compared(fledge, a, b)
    assert not found["verdict"].startswith("B is better")
    assert 0.003 < found["pairs"][0]["noise"]["threshold"] < 0.2


def test_many_runs_are_ranked_by_bits(fledge: Fledge, tmp_path: Path) -> None:
    runs = [
        run(tmp_path / name, name, vocab, bits, bytes_per_token)
        for name, vocab, bits, bytes_per_token in (("a", 50304, 1.9, 1.8), ("b", 8192, 1.5, 5.5), ("c", 257, 1.7, 1.0))
    ]
    verdict = compared(fledge, *runs)["verdict"]
    assert "val bits per byte" in verdict
    assert verdict.index("B ") < verdict.index("C ") < verdict.index("A ")


def test_the_report_says_which_curves_can_be_compared(
    fledge: Fledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    a = run(tmp_path / "a", "gpt2_tokens", 50304, bits=1.9, bytes_per_token=1.8)
    b = run(tmp_path / "b", "own_tokens", 8192, bits=1.5, bytes_per_token=5.5)
    c = run(tmp_path / "c", "own_tokens", 8192, bits=1.4, bytes_per_token=5.5, text="other", learning_rate=1e-3)
    fledge("report", a, b, "--out=same.html")
    fledge("report", a, c, "--out=other.html")
    same, other = (Path(name).read_text() for name in ("same.html", "other.html"))
    assert "losses per token can&#39;t be compared" in same
    assert "whatever its tokens: these can be compared" in same
    assert "so these can&#39;t be compared" in other
    assert same.index("Validation, bits per byte") < same.index("Loss, evaluated")
