"""Checkpoints of tiny random models, in the runs of the tests."""

import json
from dataclasses import asdict
from pathlib import Path

import torch

from fledge.config.shape import ModelShape
from fledge.model.build import build_model
from fledge.model.weights import save_safetensors
from fledge.tokenizer.base import ByteTokenizer, CharTokenizer, Tokenizer

ARABIC = CharTokenizer("\n ابتثجحخدذرزسشصضطظعغفقكلمنهويةى.،")


def save_step(run: Path, step: int, tokenizer: Tokenizer | None = None, block: int = 64, seed: int = 0) -> Path:
    """A step directory as the trainer leaves it, without the optimizer's state; `best` and `latest` point to it."""
    used = tokenizer or ByteTokenizer()
    torch.manual_seed(seed)
    shape = ModelShape("gpt2", 1, 2, 16, block, used.vocab_size, False)
    path = run / "checkpoints" / f"step-{step:08d}"
    path.mkdir(parents=True)
    save_safetensors(dict(build_model(shape).named_parameters()), path / "model.safetensors")
    state = {
        "format": 1,
        "model": asdict(shape),
        "counters": {"it": step, "tokens": step, "best_val": None, "last_eval": -1},
        "config": {},
        "choices": {"device": "cpu", "dtype": "float32", "threads": 1},
        "tokenizer": used.to_json(),
        "sizes": {"model.safetensors": (path / "model.safetensors").stat().st_size},
    }
    (path / "state.json").write_text(json.dumps(state))
    for pointer in ("best", "latest"):
        (run / "checkpoints" / pointer).write_text(path.name + "\n")
    return path
