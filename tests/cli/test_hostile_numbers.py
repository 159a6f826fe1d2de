"""Numbers that no trainer prints, in a run directory or a log: they are passed over, and no command breaks on them."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from fledge.cli.main import main
from tests.helpers import TINY, Fledge, write_dataset

NUMBERS = {
    "401 digits": "9" * 401,
    "minus 401 digits": "-" + "9" * 401,
    "5000 digits": "9" * 5000,
    "30 digits": "9" * 30,
    "Infinity": "Infinity",
    "-Infinity": "-Infinity",
    "NaN": "NaN",
    "1e999": "1e999",
    "below zero": "-1",
    "zero": "0",
    "a word": '"nan"',
    "a list": "[]",
    "bottomless": "[" * 5000 + "]" * 5000,
}
COMMANDS = [
    ["explain", "runs/one"],
    ["explain", "runs/one", "--json"],
    ["compare", "runs/one", "runs/two"],
    ["forecast", "runs/one", "--to=100", "--json"],
    ["report", "runs/one", "--out=report.html"],
    ["plan", "--check=runs/one"],
]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        write_dataset(folder / "data" / "tiny")
        assert main(["train", *TINY, "--out_dir=runs/two", "--sample_interval=6", "--dtype=float32"]) == 0
    return folder / "runs" / "two"


@pytest.fixture
def run(trained: Path, work: Path) -> Path:
    shutil.copytree(trained, "runs/two")
    shutil.copytree(trained, "runs/one")
    return work / "runs" / "one"


def poisoned(value: Any, number: str) -> str:
    """The JSON of a value with every number in it replaced."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {poisoned(one, number)}" for key, one in value.items()) + "}"
    return number if isinstance(value, int | float) and not isinstance(value, bool) else json.dumps(value)


def works(fledge: Fledge, *commands: list[str]) -> None:
    for argv in commands:
        Path("report.html").unlink(missing_ok=True)
        code, out, err = fledge(*argv)
        is_refused = "fledge: error: " in err
        assert code == (2 if is_refused else 0), err
        if "--json" in argv and not is_refused:
            json.loads(out, parse_constant=pytest.fail)


QUICK = ("401 digits", "bottomless")  # the slow tests take the others
EACH = [
    pytest.param(number, id=name, marks=[] if name in QUICK else [pytest.mark.slow]) for name, number in NUMBERS.items()
]


@pytest.mark.parametrize("number", EACH)
def test_in_the_metrics(run: Path, fledge: Fledge, number: str) -> None:
    """In all events of one kind, then in all events."""
    lines = (run / "metrics.jsonl").read_text().splitlines()
    for kind in ("start", "iter", "eval", "planned", ""):
        changed = [poisoned(json.loads(line), number) if f'"event": "{kind}' in line else line for line in lines]
        (run / "metrics.jsonl").write_text("\n".join(changed) + "\n")
        works(fledge, *COMMANDS)


@pytest.mark.parametrize("number", EACH)
def test_in_the_settings(run: Path, fledge: Fledge, number: str) -> None:
    config = json.loads((run / "config.json").read_text())
    for name in ("max_iters", "batch_size", "learning_rate", "n_layer", "beta2"):
        changed = {**config, name: {**config[name], "value": 0}}
        text = json.dumps(changed).replace('{"value": 0,', f'{{"value": {number},')
        (run / "config.json").write_text(text)
        works(fledge, COMMANDS[0], COMMANDS[2])
    (run / "config.json").write_text(poisoned(config, number))
    works(fledge, *COMMANDS, ["plan", *TINY, "--gpu=rtx4070", "--from=runs/one"])


def test_one_bad_number_costs_only_itself(run: Path, fledge: Fledge) -> None:
    lines = (run / "metrics.jsonl").read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if '"event": "iter"' in line)
    event = json.loads(lines[at])
    lines[at] = json.dumps({**event, "loss": 0}).replace('"loss": 0', f'"loss": {"9" * 401}')
    (run / "metrics.jsonl").write_text("\n".join(lines) + "\n")
    code, out, _ = fledge("explain", "runs/one", "--json")
    assert code == 0
    assert json.loads(out)["summary"]


@pytest.mark.parametrize("number", EACH)
def test_in_another_trainers_log(work: Path, fledge: Fledge, number: str) -> None:
    rows = [{"step": step, "loss": 4 - step / 100, "lr": 1e-3, "epoch": step / 60} for step in range(60)]
    for name in ("step", "loss", "lr", "epoch"):
        written = [poisoned({name: 0}, number)[1:-1] for _ in rows]
        lines = [
            json.dumps({**row, name: None}).replace(f'"{name}": null', text)
            for row, text in zip(rows, written, strict=True)
        ]
        mixed = [json.dumps(row) if row["step"] % 3 else line for row, line in zip(rows, lines, strict=True)]
        Path("log.jsonl").write_text("\n".join(lines) + "\n")
        Path("trainer_state.json").write_text(f'{{"log_history": [{", ".join(mixed)}], "max_steps": {number}}}')
        for file in ("log.jsonl", "trainer_state.json"):
            works(fledge, ["explain", file], ["forecast", file, "--to=900"], ["report", file, "--out=report.html"])


@pytest.mark.parametrize("number", EACH)
def test_in_a_dataset(work: Path, fledge: Fledge, number: str) -> None:
    """What it is made of is looked at whatever its dataset.json says: exit code 1 is a broken dataset."""
    Path("book.txt").write_text("It was a dark and stormy night.\n" * 99)
    assert fledge("prepare", "book.txt", "--tokenizer=char")[0] == 0
    about = json.loads(Path("data/book/dataset.json").read_text())
    for name in ("vocab_size", "dtype", "tokens", "bytes", "documents", "shards", "source", "tokenizer"):
        for changed in (poisoned(about[name], number), number):
            text = json.dumps({**about, name: "@"}).replace('"@"', changed)
            Path("data/book/dataset.json").write_text(text)
            for argv in (["data", "inspect", "book"], ["data", "inspect", "book", "--json"]):
                code, out, err = fledge(*argv)
                is_broken = bool(err)
                if "--json" in argv and out:
                    is_broken = bool(json.loads(out, parse_constant=pytest.fail)["problems"])
                assert code == (1 if is_broken else 0), err
