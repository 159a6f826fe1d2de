"""The keys of every --json document are a contract with the programs that read them.

golden/json_keys.json has the keys of each document. If this test fails because a key was added on purpose, write the
file again with `python -m tests.cli.test_json_documents` and name the key in CHANGELOG.md. A key that vanishes or is
renamed breaks other people's programs.
"""

import contextlib
import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from fledge.cli.main import main
from fledge.plan import preflight
from tests.helpers import TINY, write_dataset
from tests.sweeps import TRIAL, fake_trials

GOLDEN = Path(__file__).parent / "golden" / "json_keys.json"
RTX = "--gpu=RTX 4070"
QUICK = ["--arch=modern", "--compile=False"]  # nothing is lowered
CONFIG = ["--n_layer=4", "--n_head=4", "--n_embd=128", "--block_size=64", "--batch_size=12", "--max_iters=2000"]
MODEL = [*CONFIG, "--vocab_size=65", "--gradient_accumulation_steps=1", "--dropout=0.2", "--dataset=shakespeare_char"]
SMALL = ["--dataset=long", "--block_size=16", "--ngram_rows=64"]
COMMANDS: dict[str, list[str]] = {
    "config": ["config", *CONFIG],
    "explain a log": ["explain", "a.log", *MODEL, RTX],
    "explain a run": ["explain", "runs/one"],
    "explain a term": ["explain", "mfu"],
    "compare": ["compare", "a.log", "b.log", *MODEL, RTX],
    "compare three": ["compare", "a.log", "b.log", "runs/one"],
    "forecast": ["forecast", "a.log", *MODEL, "--max_iters=4000"],
    "plan for a GPU": ["plan", *TINY, RTX, "--n_layer=1", "--compile=False", "--no-measure"],
    "plan for two GPUs": ["plan", *TINY, *QUICK, "--gpu=RTX 4070, A100 80GB", "--no-measure"],
    "plan without data": ["plan", *TINY, "--dataset=fineweb_edu", "--vocab_size=9000", *QUICK, RTX, "--no-measure"],
    "plan --check": ["plan", "--check=runs/one"],
    "plan --hours": ["plan", *SMALL, *QUICK, RTX, "--hours=0.002", "--no-measure"],
    "tune for a GPU": ["tune", *TINY, *QUICK, RTX, "--budget=1"],
    "devices NAME": ["devices", "rtx", "4070"],
    "data inspect": ["data", "inspect", "tiny"],
    "checkpoint inspect": ["checkpoint", "inspect", "runs/one"],
    "checkpoint verify": ["checkpoint", "verify", "runs/one"],
    "checkpoint consolidate": ["checkpoint", "consolidate", "runs/one", "--out=whole"],
    "tokenizer stats": ["tokenizer", "stats", "book.txt", "--tokenizers=byte"],
    "sweep": ["sweep", *TRIAL, "--learning_rate=0.01,0.02,0.0201"],
    "bench speed": ["bench", "speed", *TINY, "--iters=1", "--repeats=1"],
}


def log(offset: float) -> str:
    """A log as nanoGPT prints it."""
    lines = []
    for it in range(0, 2001, 10):
        loss = 1.6 + offset + 2.5 * 0.998**it
        if it % 250 == 0:
            lines.append(f"step {it}: train loss {loss:.4f}, val loss {loss + 0.1:.4f}")
        lines.append(f"iter {it}: loss {loss + 0.01 * (it % 7):.4f}, time {50 + it % 3:.2f}ms, mfu 0.50%")
    return "\n".join(lines) + "\n"


def keys_of(value: Any) -> Any:
    """A document's keys; a list is described by all of its items together, a message's numbers depend on its code."""
    if isinstance(value, dict) and set(value) == {"code", "numbers"}:
        return "message"
    if isinstance(value, dict):
        return {key: keys_of(item) for key, item in value.items()}
    if isinstance(value, list) and value and keys_of(value[0]) == "message":
        return ["message"]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [{key: keys_of(item) for one in value for key, item in one.items()}]
    return "list" if isinstance(value, list) else "value"


def document(argv: list[str]) -> Any:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        assert main([*argv, "--json"]) == 0, argv
    return json.loads(out.getvalue())


def make_files() -> None:
    write_dataset(Path("data/tiny"))
    write_dataset(Path("data/long"), "abcdefgh" * 100_000)  # for which there are larger and smaller choices
    Path("a.log").write_text(log(0.0))
    Path("b.log").write_text(log(0.2))
    Path("book.txt").write_text("A short book.\n" * 20)
    with contextlib.redirect_stdout(io.StringIO()), mock.patch.object(preflight, "MIN_STEP_S", 0):
        assert main(["train", *TINY, "--out_dir=runs/one"]) == 0
    with fake_trials(), contextlib.redirect_stderr(io.StringIO()):
        document(COMMANDS["sweep"])  # decided: when it is asked again, nothing runs


@pytest.fixture(scope="module", autouse=True)
def _files(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with contextlib.chdir(tmp_path_factory.mktemp("json")):
        make_files()
        yield


@pytest.mark.parametrize("name", COMMANDS)
def test_keys_do_not_change(name: str) -> None:
    assert keys_of(document(COMMANDS[name])) == json.loads(GOLDEN.read_text())[name]


if __name__ == "__main__":
    os.environ["FLEDGE_CACHE"] = tempfile.mkdtemp()
    with contextlib.chdir(tempfile.mkdtemp()):
        make_files()
        found = {name: keys_of(document(argv)) for name, argv in COMMANDS.items()}
    lines = [f"{json.dumps(name)}: {json.dumps(keys)}" for name, keys in found.items()]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")
