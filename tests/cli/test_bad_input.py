"""The bad-input table: what people get wrong, and the one clear line that each mistake is answered with.

For every entry: the exit code, an error that says what is wrong and what to type instead, no traceback, and nothing on
the disk changed. Commands run in this process, in a directory that has data/tiny; `given` makes the mistake there.
"""

import contextlib
import hashlib
import importlib.util
import io
import json
import os
import pickle
import resource
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import zstandard
from safetensors.torch import load_file, save_file

from fledge.cli.main import main
from fledge.config.shape import ModelShape
from fledge.interop.hf_weights import TRANSPOSED
from fledge.model.build import build_model
from fledge.train.checkpoint import read_checkpoint
from fledge.train.training_state import adamw_state
from tests.helpers import CHARS, TINY, Fledge, read_events, sparse_tar, write_dataset
from tests.processes import FledgeProcess

Given = Callable[[Path], object]  # called with the folder of trained runs, in the user's directory


@dataclass(frozen=True)
class Mistake:
    name: str
    command: str  # TINY stands for the options of a quick run
    says: tuple[str, ...]
    given: tuple[Given, ...]
    code: int
    leaves: str  # a folder that the command may leave behind


def mistake(name: str, command: str, *says: str, given: Any = (), code: int = 2, leaves: str = "") -> Mistake:
    steps = given if isinstance(given, tuple) else (given,)
    return Mistake(name, command, says, steps, code, leaves)


# ---- what can be given ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of each arch with two checkpoints, and the gpt2 one as nanoGPT's ckpt.pt."""
    folder = tmp_path_factory.mktemp("trained")
    write_dataset(folder / "data" / "tiny")
    before = Path.cwd()
    os.chdir(folder)
    try:
        for arch in ("gpt2", "modern"):
            assert main(["train", *TINY, f"--arch={arch}", f"--out_dir={arch}", "--keep=2", "--dtype=float32"]) == 0
        assert main(["export", "gpt2", "--out=ckpt.pt"]) == 0
    finally:
        os.chdir(before)
    return folder


def a_run(trained: Path) -> None:
    shutil.copytree(trained / "gpt2", "runs/one")


def another_dataset(trained: Path) -> None:
    """As many characters, and not the same ones."""
    shutil.copytree("data/tiny", "data/other")
    path = Path("data/other/dataset.json")
    about = json.loads(path.read_text())
    about["tokenizer"]["chars"] = "".join(chr(0x100 + number) for number in range(about["vocab_size"]))
    path.write_text(json.dumps(about))


def an_unplanned_run(trained: Path) -> None:
    a_run(trained)
    path = Path("runs/one/metrics.jsonl")
    path.write_text("".join(line for line in path.read_text().splitlines(True) if '"planned"' not in line))


def a_torn_run(trained: Path) -> None:
    a_run(trained)
    Path("runs/one/config.json").write_text('{"n_layer": {"val')


def a_run_of_a_list(trained: Path) -> None:
    a_run(trained)
    Path("runs/one/config.json").write_text("[]")


def a_modern_run(trained: Path) -> None:
    shutil.copytree(trained / "modern", "runs/one")


def put(path: str, content: str | bytes = "") -> Given:
    def act(trained: Path) -> None:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(content.encode() if isinstance(content, str) else content)

    return act


def folder(path: str) -> Given:
    return lambda trained: Path(path).mkdir(parents=True)


def remove(path: str) -> Given:
    return lambda trained: shutil.rmtree(path) if Path(path).is_dir() else Path(path).unlink()


def cut(path: str) -> Given:
    """As an interrupted copy leaves a file."""
    return lambda trained: os.truncate(path, os.path.getsize(path) // 2 + 1)


def tokens(path: str, dtype: str, *last: int) -> Given:
    """18,000 tokens, the last of them given."""
    ids = [i % 20 for i in range(18_000 - len(last))]
    return lambda trained: np.array([*ids, *last], dtype=dtype).tofile(path)


def dataset(name: str, text: str) -> Given:
    return lambda trained: write_dataset(Path("data", name), text)


def a_bomb(trained: Path) -> None:
    Path("x.txt.zst").write_bytes(zstandard.compress(b"a\n" * 60_000_000))


class Gone:
    """Stands for nothing at all."""

    def __repr__(self) -> str:
        return "gone"


GONE = Gone()


def shown(value: object) -> str:
    return f"a tensor of {tuple(value.shape)}" if isinstance(value, torch.Tensor) else f"{value!r:.20}"


def change(content: Any, where: str, value: object) -> None:
    """Set, or drop, what stands at `key/key/key`."""
    *path, last = (int(key) if key.isdigit() else key for key in where.split("/"))
    for key in path:
        content = content[key]
    if value is GONE:
        del content[last]
    else:
        content[last] = value


def edit(path: str, where: str, value: object) -> Given:
    """One value of a JSON file changed."""

    def act(trained: Path) -> None:
        content = json.loads(Path(path).read_text())
        change(content, where, value)
        Path(path).write_text(json.dumps(content))

    return act


def last_loss(number: str) -> Given:
    """One more iteration in the run's metrics, with this loss."""

    def act(trained: Path) -> None:
        with Path("runs/one/metrics.jsonl").open("a") as file:
            file.write(f'{{"event": "iter", "time": 1, "iter": 12, "loss": {number}}}\n')

    return act


def tensor(file: str, name: str, value: object) -> Given:
    """One tensor of a file of the run's checkpoint changed."""

    def act(trained: Path) -> None:
        content = load_file(file)
        change(content, name, value)
        save_file(content, file)
        sizes(trained)

    return act


def an_old_run(trained: Path) -> None:
    """The run with its last checkpoint in format 1."""
    a_run(trained)
    checkpoint = read_checkpoint(Path(STEP))
    rng = {"cpu": checkpoint.training_tensors().read("rng.0.cpu")}
    torch.save({"optimizers": [adamw_state(checkpoint)], "scaler": {}, "rng": rng}, OLD_TRAINING)
    Path(TRAINING).unlink()
    state = json.loads(Path(STATE).read_text())
    names = ("model.safetensors", "training.pt")
    state |= {"format": 1, "sizes": {name: Path(STEP, name).stat().st_size for name in names}}
    del state["files"]
    Path(STATE).write_text(json.dumps(state))


def old_training(where: str, value: object) -> Given:
    """One value of the run's training.pt changed."""

    def act(trained: Path) -> None:
        content = torch.load(OLD_TRAINING, weights_only=True)
        change(content, where, value)
        torch.save(content, OLD_TRAINING)
        sizes(trained)

    return act


def sizes(trained: Path) -> None:
    """state.json agrees with the files' sizes again: what is wrong now is inside them."""
    state = json.loads(Path(STATE).read_text())
    if state["format"] == 1:
        state["sizes"] = {name: Path(STEP, name).stat().st_size for name in state["sizes"]}
    else:
        for name, found in state["files"].items():
            found["bytes"] = Path(STEP, name).stat().st_size
    Path(STATE).write_text(json.dumps(state))


def in_pieces(name: str, places: object) -> Given:
    """The run's weights in a file that says where the piece of a tensor belongs."""

    def act(trained: Path) -> None:
        weights = load_file(WEIGHTS)
        said = {key: {"saved_offsets": [0] * tensor.dim()} for key, tensor in weights.items()} | {name: places}
        save_file(weights, WEIGHTS, {"DCP_SHARDING_INFO": json.dumps(said)})
        sizes(trained)

    return act


def nanogpt(where: str = "iter_num", value: object = 12) -> Given:
    """out/ckpt.pt as nanoGPT writes it, one value changed."""

    def act(trained: Path) -> None:
        content = torch.load(trained / "ckpt.pt", weights_only=True)
        change(content, where, value)
        Path("out").mkdir()
        torch.save(content, "out/ckpt.pt")

    return act


def saved(path: str, content: object) -> Given:
    return lambda trained: torch.save(content, path)


def hugging_face(**changes: object) -> Given:
    """A folder of GPT-2 weights, of which one has too many dimensions and most are missing."""
    about = {"n_layer": 1, "n_head": 1, "n_embd": 4, "vocab_size": 8, "n_positions": 8, **changes}

    def act(trained: Path) -> None:
        put("hf/config.json", json.dumps(about))(trained)
        save_file({"h.0.attn.c_attn.weight": torch.zeros(2, 2, 2)}, "hf/model.safetensors")

    return act


def gpt2_weights(trained: Path) -> None:
    """A folder of GPT-2 weights with its vocabulary, and next to nothing else."""
    about = {"n_layer": 1, "n_head": 1, "n_embd": 4, "vocab_size": 50257, "n_positions": 8}
    put("hf/config.json", json.dumps(about))(trained)
    shape = ModelShape("gpt2", 1, 1, 4, 8, 50257, True)
    own = {name: tensor.detach() for name, tensor in build_model(shape).named_parameters()}
    theirs = {
        name.removeprefix("transformer."): tensor.mT.contiguous() if name.endswith(TRANSPOSED) else tensor
        for name, tensor in own.items()
    }
    save_file(theirs, "hf/model.safetensors")


def environment(**variables: str) -> Given:
    return lambda trained: os.environ.update(variables)


class Canary:
    """Makes a directory when a pickle that holds it is really unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("canary",)


# ---- the table --------------------------------------------------------------------------------------------------

TRAIN_BIN, VAL_BIN, ABOUT = "data/tiny/train.bin", "data/tiny/val.bin", "data/tiny/dataset.json"
AGAIN = "fledge prepare PATH --name=tiny"

BAD_ABOUT: list[Any] = [  # where in dataset.json, what stands there, what the error says
    ("version", 9, "version 9", "Update fledge"),
    ("dtype", "int64", "dtype is 'int64'", "uint16 or uint32", AGAIN),
    ("tokens/train", 9001, "36,000 bytes", "says 18,002"),
    ("tokens/train", -1, "train.bin is empty"),
    ("tokens/val", "many", "tokens has no whole numbers"),
    ("tokens", 20_000, "tokens has no whole numbers"),
    ("tokens/train", int("9" * 401), "tokens has no whole numbers"),
    ("bytes/train", float("inf"), "bytes has no whole numbers"),
    ("vocab_size", 99, "vocab_size is 99"),
    ("vocab_size", 24.0, "vocab_size is 24.0"),
    ("tokenizer", {"name": "sp"}, "unknown tokenizer"),
    ("tokenizer/chars", "a" * len(CHARS), "none of them twice"),
]

DATASETS = [
    mistake("no such dataset", "train TINY --dataset=tinny", "no dataset at data/tinny", "Did you mean tiny?"),
    mistake(
        "a corpus to fetch",
        "train config/train_fineweb_edu_d384.py",
        "no dataset at data/fineweb_edu",
        "Make it: fledge prepare fineweb_edu --tokens=3.68e9",
    ),
    mistake(
        "a clone of nanoGPT",
        "train TINY --dataset=shakespeare_char",
        "no dataset at data/shakespeare_char",
        "Make it: fledge prepare shakespeare_char",
        given=(put("data/shakespeare_char/prepare.py"), put("data/shakespeare_char/readme.md")),
    ),
    mistake("a dataset to fetch", "train TINY --dataset=shakespeare_char", "Make it: fledge prepare shakespeare_char"),
    mistake("no data_dir", "train TINY --data_dir=no", "no dataset at no/tiny", "--data_dir=no"),
    mistake("data is a file", "train TINY", "no dataset at data/tiny", AGAIN, given=(remove("data"), put("data"))),
    mistake("no val.bin", "train TINY", "has no val.bin", AGAIN, given=remove(VAL_BIN)),
    mistake("val.bin is a folder", "train TINY", "has no val.bin", given=(remove(VAL_BIN), folder(VAL_BIN))),
    mistake("train.bin is empty", "train TINY", "train.bin is empty", AGAIN, given=(remove(ABOUT), put(TRAIN_BIN))),
    mistake("odd bytes", "train TINY", "odd number of bytes", AGAIN, given=(remove(ABOUT), cut(TRAIN_BIN))),
    mistake("torn train.bin", "train TINY", "18,001 bytes", "says 36,000", AGAIN, given=cut(TRAIN_BIN)),
    mistake("32-bit tokens", "train TINY", "72,000 bytes", "says 36,000", given=tokens(TRAIN_BIN, "uint32")),
    mistake(
        "32-bit tokens undescribed",
        "train TINY",
        "every second token of data/tiny/train.bin is 0",
        "uint16",
        given=(remove(ABOUT), tokens(TRAIN_BIN, "int32")),
    ),
    mistake(
        "tokens beyond the vocabulary",
        "train TINY",
        "token 99 at position 17,999, outside the vocabulary of 24",
        given=tokens(TRAIN_BIN, "uint16", 99),
    ),
    mistake(
        "tokens beyond GPT-2's vocabulary",
        "train TINY",
        "token 60000 at position 17,999",
        "GPT-2's is assumed",
        given=(remove(ABOUT), tokens(VAL_BIN, "uint16", 60_000)),
    ),
    mistake("block_size too long", "train TINY --block_size=4096", "val split has 2,000 tokens", "--block_size=1024"),
    mistake(
        "block_size too long, in place of a run",
        "train TINY --block_size=4096 --out_dir=runs/one --overwrite",
        "block_size=4096 is too long",
        given=a_run,
    ),
    mistake(
        "hostile meta.pkl",
        "train TINY",
        "meta.pkl",
        "only plain text and numbers are read",
        given=(remove(ABOUT), put("data/tiny/meta.pkl", pickle.dumps(Canary(), 2))),
    ),
    mistake(
        "torn meta.pkl",
        "train TINY",
        "not a readable meta.pkl",
        "fledge prepare PATH",
        given=(remove(ABOUT), put("data/tiny/meta.pkl", b"\x80\x04")),
    ),
    mistake(
        "greedy meta.pkl",
        "train TINY",
        "not a readable meta.pkl",
        "fledge prepare PATH",
        given=(remove(ABOUT), put("data/tiny/meta.pkl", b"\x80\x02}r\xff\xff\xff\x7f.")),
    ),
    mistake("dataset.json torn", "train TINY", "dataset.json is not JSON", AGAIN, given=cut(ABOUT)),
    mistake("dataset.json binary", "train TINY", "dataset.json is not JSON", given=put(ABOUT, b"\xff\x00\x93")),
    mistake("dataset.json bottomless", "train TINY", "dataset.json is not JSON", given=put(ABOUT, "[" * 100_000)),
    mistake("dataset.json foreign", "train TINY", "does not say version 1", given=put(ABOUT, '{"name": "x"}')),
    mistake("dataset.json a folder", "train TINY", "can't read", given=(remove(ABOUT), folder(ABOUT))),
    *(
        mistake(f"dataset.json: {where} is {shown(value)}", "train TINY", *says, given=edit(ABOUT, where, value))
        for where, value, *says in BAD_ABOUT
    ),
]

STEP = "runs/one/checkpoints/step-00000012"
WEIGHTS, TRAINING, STATE = (f"{STEP}/{name}" for name in ("model.safetensors", "training.safetensors", "state.json"))
OLD_TRAINING = f"{STEP}/training.pt"
RESUME = "train --init_from=resume --out_dir=runs/one"

UNFIT = f"the training state in {STEP} does not fit this run"
WPE = "optimizer.transformer.wpe.weight"
BAD_TRAINING: list[Any] = [  # a tensor of training.safetensors, what it is, what the error says
    (f"{WPE}.exp_avg", GONE, f"{WPE}.exp_avg' is missing"),
    (f"{WPE}.exp_avg", torch.zeros(3), f"{WPE}.exp_avg is (3,), not (16, 32)"),
    (f"{WPE}.momentum", torch.zeros(16, 32), f"another optimizer, with {WPE}.momentum"),
    ("rng.0.cpu", torch.zeros(3, dtype=torch.uint8), "RNG state"),
]

BAD_OLD_TRAINING: list[Any] = [  # command, where in training.pt, what stands there, what the error says
    (RESUME, "optimizers", GONE, f"{OLD_TRAINING} is damaged"),
    (RESUME, "rng", [], f"{OLD_TRAINING} is damaged"),
    ("export runs/one", "optimizers", {}, f"{OLD_TRAINING} is damaged"),
    (RESUME, "optimizers/0/param_groups/1", GONE, UNFIT),
    (RESUME, "optimizers/0/state/0", GONE, UNFIT),
    (RESUME, "optimizers/0/state/0/exp_avg", torch.zeros(3), UNFIT),
    (RESUME, "rng/cpu", torch.zeros(3, dtype=torch.uint8), UNFIT),
]

BAD_STATE: list[Any] = [  # command, where in state.json, what stands there, what the error says
    (RESUME, "format", 9, "has format 9", "Update fledge"),
    (RESUME, "files", "all", f"{STATE} is damaged"),
    (RESUME, "files/model.safetensors", 3, f"{STATE} is damaged"),
    (RESUME, "files/...pt", {"bytes": 3, "sha256": ""}, f"{STATE} is damaged", "no file of a checkpoint"),
    (RESUME, "processes", 0, f"{STATE} is damaged", "processes is 0"),
    ("sample runs/one", "processes", "two", f"{STATE} is damaged"),
    (RESUME, "counters/it", "12", f"{STATE} is damaged", "it is '12'"),
    (RESUME, "counters/it", -1, f"{STATE} is damaged", "it is -1"),
    (RESUME, "counters/best_val", "low", f"{STATE} is damaged", "best_val"),
    (RESUME, "model/n_embd", "wide", f"{STATE} is damaged", "n_embd", "whole number"),
    (RESUME, "model/n_head", 5, f"{STATE} is damaged", "n_head"),
    ("sample runs/one", "model/arch", "rnn", f"{STATE} is damaged", "arch"),
    ("sample runs/one", "model/n_layer", 9999, "does not fit", "n_layer=9999"),
    ("sample runs/one", "model/n_embd", 1 << 20, "does not fit", "(24, 32), not (24, 1048576)"),
    (RESUME, "choices", [], f"{STATE} is damaged", "choices"),
    (RESUME, "choices/dtype", "int3", f"{STATE} is damaged", "dtype"),
    (RESUME, "choices/threads", "all", f"{STATE} is damaged", "threads"),
    ("sample runs/one", "config", [], f"{STATE} is damaged", "config"),
    ("export runs/one", "config/dataset", "tiny", f"{STATE} is damaged", "dataset"),
    (RESUME, "config/batch_size/value", 0, f"{STATE}: batch_size", "1 is the least"),
    (RESUME, "config/block_size/value", 32, f"{STATE} is damaged", "of another model"),
    ("sample runs/one", "tokenizer", {"name": "sp"}, "unknown tokenizer"),
]

CHECKPOINTS = [
    mistake("inspect nothing", "checkpoint inspect runs/on", "no run runs/on", "runs/one", given=a_run),
    mistake("verify nothing", "checkpoint verify", "no run here yet", "fledge demo"),
    mistake("inspect nanoGPT's", "checkpoint inspect out", "out is nanoGPT's", "checkpoints/step-N", given=nanogpt()),
    mistake("inspect damaged", "checkpoint inspect runs/one", f"{WEIGHTS} is torn", given=(a_run, cut(WEIGHTS))),
    mistake("two runs", "checkpoint inspect runs/one runs/two", "runs/two", given=a_run),
    mistake("consolidate to nowhere", "checkpoint consolidate runs/one", "--out is missing", "-whole", given=a_run),
    mistake(
        "consolidate over a run",
        "checkpoint consolidate runs/one --out=runs/one",
        "runs/one exists already",
        "another name",
        given=a_run,
    ),
    mistake(
        "consolidate what is damaged",
        "checkpoint consolidate runs/one --out=new",
        f"{TRAINING} is torn",
        given=(a_run, cut(TRAINING)),
    ),
    mistake(
        "consolidate an old one that is damaged",
        "checkpoint consolidate runs/one --out=new",
        f"{OLD_TRAINING} is damaged",
        given=(an_old_run, old_training("optimizers/0/state/0", GONE)),
    ),
    mistake(
        "consolidate for nanoGPT, which has no such arch",
        "checkpoint consolidate runs/one --out=ckpt.pt",
        "nanoGPT has no arch=modern",
        given=a_modern_run,
    ),
    mistake("weights torn", RESUME, f"{WEIGHTS} is torn", "an earlier step", given=(a_run, cut(WEIGHTS))),
    mistake("weights missing", RESUME, f"{WEIGHTS}: No such file", given=(a_run, remove(WEIGHTS))),
    mistake("weights garbage", RESUME, f"{WEIGHTS} is damaged", given=(a_run, put(WEIGHTS, b"\7" * 999), sizes)),
    mistake(
        "a tensor missing",
        RESUME,
        "no transformer.ln_f",
        given=(a_run, tensor(WEIGHTS, "transformer.ln_f.weight", GONE)),
    ),
    mistake("a tensor too many", RESUME, "unknown extra", given=(a_run, tensor(WEIGHTS, "extra", torch.zeros(1)))),
    mistake(
        "a tensor of another shape",
        RESUME,
        "transformer.wpe.weight is (3, 32), not (16, 32)",
        given=(a_run, tensor(WEIGHTS, "transformer.wpe.weight", torch.zeros(3, 32))),
    ),
    mistake("training torn", RESUME, f"{TRAINING} is torn", given=(a_run, cut(TRAINING))),
    mistake("training missing", RESUME, f"{TRAINING}: No such file", given=(a_run, remove(TRAINING))),
    mistake("training garbage", RESUME, f"{TRAINING} is damaged", given=(a_run, put(TRAINING, b"\7" * 999), sizes)),
    mistake("training a pickle", RESUME, f"{TRAINING} is damaged", given=(a_run, saved(TRAINING, Canary()), sizes)),
    *(
        mistake(
            f"training: {name} is {shown(value)}", RESUME, UNFIT, says, given=(a_run, tensor(TRAINING, name, value))
        )
        for name, value, says in BAD_TRAINING
    ),
    mistake(
        "pieces with a hole",
        "sample runs/one",
        f"{WEIGHTS} is damaged",
        "don't make one tensor",
        given=(a_run, in_pieces("transformer.wpe.weight", {"saved_offsets": [16, 0]})),
    ),
    mistake(
        "pieces nowhere",
        "sample runs/one",
        f"{WEIGHTS} is damaged",
        given=(a_run, in_pieces("transformer.wpe.weight", {"saved_offsets": ["0", -1]})),
    ),
    mistake(
        "pieces without a place",
        "sample runs/one",
        f"{WEIGHTS} is damaged",
        given=(a_run, in_pieces("transformer.wpe.weight", [])),
    ),
    mistake("training.pt torn", RESUME, f"{OLD_TRAINING} is torn", given=(an_old_run, cut(OLD_TRAINING))),
    mistake("training.pt missing", RESUME, f"{OLD_TRAINING}: No such file", given=(an_old_run, remove(OLD_TRAINING))),
    mistake(
        "training.pt garbage",
        RESUME,
        f"{OLD_TRAINING} can't be read",
        given=(an_old_run, put(OLD_TRAINING, b"\7" * 999), sizes),
    ),
    mistake(
        "training.pt hostile",
        RESUME,
        f"{OLD_TRAINING} can't be read safely: it holds more than tensors",
        given=(an_old_run, put(OLD_TRAINING, pickle.dumps(Canary(), 2)), sizes),
    ),
    mistake(
        "training.pt hostile in torch's format",
        RESUME,
        f"{OLD_TRAINING} can't be read safely: it holds more than tensors",
        given=(an_old_run, saved(OLD_TRAINING, {"optimizers": Canary()}), sizes),
    ),
    *(
        mistake(
            f"training.pt: {where} is {shown(value)}", command, says, given=(an_old_run, old_training(where, value))
        )
        for command, where, value, says in BAD_OLD_TRAINING
    ),
    mistake("state.json torn", RESUME, f"{STATE} is not JSON", given=(a_run, cut(STATE))),
    mistake("state.json binary", RESUME, f"{STATE} is not JSON", given=(a_run, put(STATE, b"\x9f\xff\0"))),
    mistake("state.json a list", RESUME, f"{STATE} is damaged", given=(a_run, put(STATE, "[1, 2]"))),
    mistake("state.json empty", "sample runs/one", f"{STATE} is not JSON", given=(a_run, put(STATE))),
    *(
        mistake(f"state.json: {where} is {shown(value)}", command, *says, given=(a_run, edit(STATE, where, value)))
        for command, where, value, *says in BAD_STATE
    ),
    mistake("nothing to resume", RESUME, "nothing to resume in runs/one", "Runs here: none"),
    mistake("nothing to resume anywhere", "train --init_from=resume", "no run here yet", "fledge demo"),
    mistake("out_dir misspelt", "train --init_from=resume --out_dir=runs/on", "Did you mean runs/one?", given=a_run),
    mistake("resume wider", f"{RESUME} --n_embd=64", "n_embd=64 can't change on resume", "Leave out", given=a_run),
    mistake("resume as another arch", f"{RESUME} --arch=modern", "arch=modern can't change", given=a_run),
    mistake("resume with a longer context", f"{RESUME} --block_size=32", "block_size=32 can't change", given=a_run),
    mistake(
        "resume with another optimizer",
        f"{RESUME} --optimizer=adamw",
        UNFIT,
        f"--init_from={STEP}",
        given=a_modern_run,
    ),
    mistake("resume without the data", RESUME, "no dataset at data/tiny", given=(a_run, remove("data"))),
    mistake("resume on less data", f"{RESUME} --dataset=b", "too long", given=(a_run, dataset("b", "abcd" * 8))),
    mistake(
        "resume on richer data",
        f"{RESUME} --dataset=b",
        "vocab_size=24 is too small for data/b, which has 27 tokens",
        "Use the dataset the model was made for",
        given=(a_run, dataset("b", "abcdefghijklmnopqrstuvwxyz\n" * 99)),
    ),
]

CKPT = "train --init_from=resume --out_dir=out"
NOT_NANOGPTS = "out/ckpt.pt is no checkpoint of nanoGPT's"

BAD_CKPT: list[Any] = [  # command, where in ckpt.pt, what stands there, what the error says
    ("train --dataset=tiny --init_from=out", "model/transformer.wpe.weight", GONE, "no transformer.wpe.weight"),
    ("sample out", "model/transformer.wte.weight", torch.zeros(9, 32), "wte.weight is (9, 32), not (24, 32)"),
    ("sample out", "model/transformer.wte.weight", 3, NOT_NANOGPTS),
    ("sample out", "model/transformer.h.0.extra", torch.zeros(1), "unknown transformer.h.0.extra"),
    ("sample out", "model_args/n_layer", 9999, "out/ckpt.pt does not fit", "n_layer=9999"),
    ("sample out", "model_args/n_embd", 1 << 60, NOT_NANOGPTS, "n_embd"),
    ("sample out", "model_args/n_head", 5, NOT_NANOGPTS, "n_head"),
    ("sample out", "model_args/n_head", GONE, NOT_NANOGPTS, "n_head"),
    (CKPT, "iter_num", -4, NOT_NANOGPTS, "iter_num"),
    (CKPT, "optimizer/state/0/exp_avg", torch.zeros(2, 2), "does not fit", "--init_from=out/ckpt.pt"),
    (CKPT, "optimizer", {"state": {}}, "does not fit", "--init_from=out/ckpt.pt"),
    (CKPT, "config/dataset", "gone", "no dataset at data/gone"),
    ("sample out", "config/dataset", "gone", "no dataset at data/gone"),
]

FOREIGN = [
    mistake("init_from nothing", "train TINY --init_from=no", "init_from=no is neither a run", "scratch, resume, gpt2"),
    mistake(
        "init_from of other characters",
        "train --dataset=other --init_from=runs/one --max_iters=1",
        "trained on other characters",
        "leave out init_from",
        given=(a_run, another_dataset),
    ),
    mistake(
        "gpt2 on characters",
        "train --dataset=tiny --init_from=hf --max_iters=1",
        "hf was trained on gpt2 tokens, the data char",
        "fledge prepare 'my book.txt' --tokenizer=gpt2 --name=tiny_gpt2",
        given=(gpt2_weights, edit(ABOUT, "source", {"paths": ["my book.txt"]})),
    ),
    mistake(
        "gpt2 on characters of an unknown text",
        "train --dataset=tiny --init_from=hf --max_iters=1",
        "fledge prepare PATH --tokenizer=gpt2",
        given=gpt2_weights,
    ),
    mistake(
        "gpt2 on the characters of Shakespeare",
        "train --dataset=tiny --init_from=hf --max_iters=1",
        "tokens: fledge prepare shakespeare.",
        given=(gpt2_weights, edit(ABOUT, "source", {"paths": ["shakespeare_char"]})),
    ),
    mistake("init_from an empty folder", "train TINY --init_from=empty", "neither a run", given=folder("empty")),
    mistake("init_from text", "train TINY --init_from=x", "x can't be read safely: damaged", given=put("x", "diary")),
    mistake("init_from an empty file", "train TINY --init_from=x.pt", "x.pt can't be read", given=put("x.pt")),
    mistake("init_from an empty run", "train TINY --init_from=x", "holds no checkpoint", given=folder("x/checkpoints")),
    mistake("a .pt with a list", "train TINY --init_from=x.pt", "holds a list", given=saved("x.pt", [1, 2])),
    mistake("a .pt of another kind", "sample x.pt", "no checkpoint of nanoGPT's", given=saved("x.pt", {"epoch": 3})),
    mistake("ckpt.pt hostile", "sample out", "it holds more than tensors", given=nanogpt("config", Canary())),
    mistake("ckpt.pt hostile pickle", CKPT, "it holds more than", given=put("out/ckpt.pt", pickle.dumps(Canary(), 2))),
    *(
        mistake(f"ckpt.pt: {where} is {shown(value)}", command, *says, given=nanogpt(where, value))
        for command, where, value, *says in BAD_CKPT
    ),
    mistake(
        "ckpt.pt with another width",
        "train TINY --init_from=out --n_embd=64",
        "n_embd=64 does not fit",
        given=nanogpt(),
    ),
    mistake(
        "ckpt.pt with a longer context",
        "train --dataset=tiny --init_from=out --block_size=64",
        "beyond the 16 positions",
        "--block_size=16",
        given=nanogpt(),
    ),
    mistake("modern as gpt2", "train TINY --init_from=runs/one --arch=gpt2", "arch=gpt2 does not", given=a_modern_run),
    mistake(
        "Hugging Face: torn config.json",
        "train TINY --init_from=hf",
        "hf/config.json is not JSON",
        given=(hugging_face(), cut("hf/config.json")),
    ),
    mistake(
        "Hugging Face: half a GPT-2",
        "train TINY --init_from=hf",
        "does not describe a gpt2",
        "'n_positions' is missing",
        given=(hugging_face(), put("hf/config.json", '{"n_embd": 4, "n_layer": 1, "n_head": 1}')),
    ),
    mistake("Hugging Face: n_head in words", "train TINY --init_from=hf", "n_head", given=hugging_face(n_head="many")),
    mistake("Hugging Face: odd tensors", "train --dataset=tiny --init_from=hf", "does not fit", given=hugging_face()),
    mistake(
        "Hugging Face: torn weights",
        "train TINY --init_from=hf",
        "hf/model.safetensors is torn",
        given=(hugging_face(), cut("hf/model.safetensors")),
    ),
]

SETTINGS = [
    mistake("n_head does not divide", "train TINY --n_head=5", "n_head=5 does not divide n_embd=32", "--n_head=4"),
    mistake("odd heads", "train TINY --arch=modern --n_embd=34", "into even parts", "--n_head=1"),
    mistake("bias in modern", "config --arch=modern --bias", "bias=True is not for arch=modern", "--bias=False"),
    mistake("a table beyond memory", "train TINY --arch=modern --ngram_rows=1e9", "needs at least", "--ngram_rows"),
    mistake("a depth beyond memory", "train --arch=modern --depth=900 --dataset=tiny", "needs at least", "--depth"),
    mistake("n-grams for gpt2", "config --ngram_rows=9", "ngram_rows=9 is for arch=modern", "--ngram_rows=0"),
    mistake("counts for gpt2", "config --ngram_counts=9", "ngram_counts=9 is for arch=modern", "--ngram_counts=0"),
    mistake("depth on resume", f"{RESUME} --depth=3", "depth=3 can't change", given=a_run),
    mistake("depth of given weights", "train TINY --init_from=runs/one --depth=3", "Leave out depth", given=a_run),
    mistake("muon for gpt2", "train TINY --optimizer=muon", "optimizer=muon is not for arch=gpt2", "--optimizer=adamw"),
    mistake("dropout 1.5", "train TINY --dropout=1.5", "--dropout=1.5", "0.99 is the most"),
    mistake("no batch", "train TINY --batch_size=0", "--batch_size=0", "1 is the least"),
    mistake("no evaluation", "train TINY --eval_iters=0", "--eval_iters=0", "1 is the least"),
    mistake("negative layers", "train TINY --n_layer -5", "--n_layer=-5", "1 is the least"),
    mistake("half a layer", "config --n_layer=2.5", "'2.5' is not a whole number"),
    mistake("layers in words", "config --n_layer=six", "'six' is not a whole number"),
    mistake("endless layers", f"config --n_layer={'9' * 5000}", "--n_layer=", "is not a whole number"),
    mistake("many layers", "config --n_layer=99999999999999999999", "10,000 is the most"),
    mistake("many counts", "train TINY --arch=modern --ngram_counts=1e9", "67,108,864 is the most"),
    mistake("learning rate nan", "train TINY --learning_rate=nan", "'nan' is not a number"),
    mistake("learning rate inf", "train TINY --learning_rate=inf", "'inf' is not a number"),
    mistake("learning rate 0", "train TINY --learning_rate=0", "must be above 0"),
    mistake("min_lr too high", "train TINY --min_lr=1", "min_lr=1 is above learning_rate=0.001", "--min_lr=0.0001"),
    mistake("dataset outside", "train TINY --dataset=../tiny", "not a name below data_dir", "--data_dir=FOLDER"),
    mistake("dataset absolute", "train TINY --dataset=/data/tiny", "not a name below data_dir"),
    mistake("dataset empty", "train TINY --dataset=", "not a name below data_dir"),
    mistake("dataset too long", f"train TINY --dataset={'x' * 300}", "File name too long"),
    mistake("tracker unknown", "train TINY --track=tensorbord", "track='tensorbord'", "Did you mean tensorboard?"),
    mistake("device unknown", "train TINY --device=tpu", "device='tpu' is not known", "auto, cpu, cuda"),
    mistake("device a number", "train TINY --device=0", "device='0' is not known", "cuda:0"),
    mistake("no such GPU", "train TINY --device=cuda:99", "device=cuda:99", "--device="),
    mistake("device unknown to sample", "sample runs/one --device=tpu", "device='tpu' is not known", given=a_run),
    mistake("float16 on a CPU", "train TINY --dtype=float16", "dtype=float16 is for GPUs", "--dtype=bfloat16"),
    mistake("dtype unknown", "train TINY --dtype=fp32", "'fp32' is not", "'float32'"),
    mistake("vocab_size too small", "train TINY --vocab_size=10", "vocab_size=10 is too small", "--vocab_size=24"),
    mistake("model too large", "train TINY --n_embd=65536 --n_layer=100", "needs at least", "GB", "smaller --n_embd"),
    mistake("model too wide", "train TINY --n_embd=1048576 --n_head=1048576", "needs at least", "smaller --n_embd"),
    mistake("batch too large", "train TINY --batch_size=1e9", "--batch_size=500000000 --gradient_accumulation_steps=2"),
    mistake("sequence too large", "train TINY --block_size=9999999", "block_size=9999999 is too long"),
    mistake("setting unknown", "train TINY --n_layers=6", "unknown setting --n_layers", "Did you mean --n_layer?"),
    mistake("setting unknown, value apart", "config --lr 0.1", "unknown setting --lr"),
    mistake("no value", "config --n_layer", "--n_layer needs a value", "--n_layer=12"),
    mistake("no value before the next", "config --dataset --n_layer=6", "--dataset needs a value"),
    mistake("not a switch", "config --no-n_layer", "n_layer is not a switch"),
    mistake("a switch in words", "config --compile=perhaps", "'perhaps' is not 'auto', True or False"),
    mistake(
        "our own switch in words",
        "train TINY --overwrite=perhaps",
        "--overwrite=perhaps: 'perhaps' is not",
        "True or False",
    ),
    mistake("a stray word", "train TINY please", "'please' is not understood", "--key=value"),
    mistake("a long stray word", f"train {'x' * 300}", "File name too long"),
    mistake("one dash", "config -n_layer=6", "'-n_layer=6' is not understood", "--key=value"),
    mistake("two at once", "train TINY --n_layers=6 --dropout=2", "2 problems:", "--n_layers", "--dropout=2"),
    mistake("three at once", "config --n_head=5 --optimizer=muon --track=x", "3 problems:", "muon", "track='x'"),
    mistake(
        "torchrun's variables without torchrun",
        "train TINY --gradient_accumulation_steps=2",
        "torchrun",
        given=environment(WORLD_SIZE="2", RANK="0"),
    ),
    mistake("torchrun's variables in words", "train TINY", "WORLD_SIZE", given=environment(WORLD_SIZE="two")),
]

PLAIN = "n_layer = 6\n"
FILES = [
    mistake("no settings file", "train config/demmo.py", "no settings file config/demmo.py", "Did you mean demo.py?"),
    mistake("a folder", "config here.py", "here.py is a directory", "config/demo.py", given=folder("here.py")),
    mistake("syntax error", "config x.py", "x.py:2:", "n_layer = 6", given=put("x.py", PLAIN + "n_head = = 3")),
    mistake("binary garbage", "config x.py", "x.py", "n_layer = 6", given=put("x.py", b"\x93NUMPY\x01\x00\xff")),
    mistake("not UTF-8", "config x.py", "x.py", "n_layer = 6", given=put("x.py", b"dataset = 'caf\xe9'")),
    mistake("enormous", "config x.py", "x.py is too large", given=put("x.py", "#" * 100_001)),
    mistake("unknown name", "config x.py", "x.py:1: unknown setting n_layers", given=put("x.py", "n_layers = 6")),
    mistake("wrong kind", "config x.py", "x.py:2: n_head", "whole number", given=put("x.py", PLAIN + "n_head = None")),
    mistake("out of range", "config x.py", "x.py:1: dropout", "0.99", given=put("x.py", "dropout = 2")),
    mistake("a zero byte in a name", "train x.py", "x.py:1: out_dir", given=put("x.py", r'out_dir = "a\0b"')),
    mistake("odd escapes", "config x.py", "unknown setting x", given=put("x.py", r'x = "\d"')),
    mistake("division by zero", "config x.py", "x.py:1: n_layer: ", "zero", given=put("x.py", "n_layer = 1 / 0")),
    mistake("endless power", "config x.py", "power is too large", given=put("x.py", "n_layer = 9 ** 9 ** 9")),
    mistake("endless rounding", "config x.py", "x.py:1:", "round", given=put("x.py", "n_layer = round(6, -10**8)")),
    mistake(
        "a power of a product",
        "train TINY x.py",
        "x.py:2: n_layer: that number is too large",
        given=put("x.py", "a = 10 ** 200\nn_layer = (a * a * a) ** 4096"),
    ),
    mistake(
        "text that doubles",
        "config x.py",
        "x.py:5: x: that text is too long",
        given=put("x.py", "x = 'ab'\n" + 8 * "x = f'{x}{x}{x}{x}{x}{x}{x}{x}'\n"),
    ),
    mistake("a wide format", "config x.py", "too wide", given=put("x.py", "out_dir = f'{1:>1000000000}'")),
    mistake("deep nesting", "config x.py", "x.py:1:", given=put("x.py", f"print({'+'.join('1' * 700)})")),
    mistake(
        "hostile", "config x.py", "x.py:1:", "not executed", given=put("x.py", "__import__('os').mkdir('canary')\n")
    ),
    mistake(
        "hostile value",
        "train TINY x.py",
        "x.py:1: n_layer:",
        "--trust-config",
        given=put("x.py", "n_layer = __import__('os').mkdir('canary')\n"),
    ),
    mistake(
        "trusted, and fails",
        "config x.py --trust-config",
        "x.py failed",
        "boom",
        given=put("x.py", "raise OSError('boom')"),
    ),
    mistake(
        "trusted, and quits", "config x.py --trust-config", "x.py failed", given=put("x.py", "raise SystemExit(0)")
    ),
]

PLACES = [
    mistake("out_dir empty", "train TINY --out_dir=", "out_dir is empty", "--out_dir=runs/NAME"),
    mistake("out_dir a file", "train TINY --out_dir=x", "x is a file", "another --out_dir", given=put("x", "mine")),
    mistake("runs a file", "train TINY", "runs", "another --out_dir", given=put("runs", "mine")),
    mistake("out_dir in a file", "train TINY --out_dir=x/y", "can't write", "--out_dir", given=put("x", "mine")),
    mistake("out_dir that can't be", "train TINY --out_dir=/proc/x", "can't write /proc/x", "another --out_dir"),
    mistake("out_dir too long", f"train TINY --out_dir={'x' * 300}", "File name too long"),
    mistake("out_dir a run", "train TINY --out_dir=runs/one", "already holds a run", "--overwrite", given=a_run),
    mistake(
        "out_dir nanoGPT's", "train TINY --out_dir=out", "already holds a run", "--init_from=resume", given=nanogpt()
    ),
    mistake(
        "out_dir a damaged run",
        "train TINY --out_dir=runs/one",
        "already holds a run",
        "--overwrite",
        given=(a_run, remove(STATE), remove("runs/one/checkpoints/step-00000006/state.json")),
    ),
    *(
        mistake(
            f"out_dir with a foreign {name}",
            "train TINY --out_dir=x --overwrite",
            f"x holds a {name} that no run of fledge wrote",
            "another --out_dir",
            given=put(f"x/{name}", "{}"),
        )
        for name in ("config.json", "log.txt", "metrics.jsonl")
    ),
    mistake("tracker missing", "train TINY --track=trackio", "needs trackio", "pip install 'fledge[track]'"),
    mistake(
        "tracker missing, in place of a run",
        "train TINY --track=trackio --out_dir=runs/one --overwrite",
        "needs trackio",
        given=a_run,
    ),
    mistake(
        "diverges",
        "train TINY --learning_rate=1000 --grad_clip=0 --warmup_iters=0 --out_dir=x --max_iters=50",
        "stopped before anything was saved over",
        "--grad_clip=1.0",
        code=1,
        leaves="x",
    ),
]

SAMPLES = [
    mistake("no run", "sample", "no run here yet", "fledge demo"),
    mistake("no such run", "sample runs/on", "no run runs/on", "Did you mean runs/one?", given=a_run),
    mistake("not a run", "sample data/tiny", "data/tiny holds no checkpoint", "fledge train"),
    mistake("two runs", "sample a b", "one RUN at a time"),
    mistake("a long name", f"sample {'x' * 300}", "File name too long"),
    mistake("temperature below 0", "sample --temperature=-1", "--temperature=-1", "0 is the least"),
    mistake("temperature nan", "sample --temperature=nan", "'nan' is not a number"),
    mistake("top_p 0", "sample --top_p=0", "must be above 0"),
    mistake("no samples", "sample --num_samples=0", "1 is the least"),
    mistake("which", "sample --which=worst", "'worst' is not 'best' or 'latest'"),
    mistake("train's setting", "sample --tempertaure=1", "Did you mean --temperature?"),
    mistake("a character unknown", "sample runs/one --start=Ωmega", "'Ω'", "not in the vocabulary", given=a_run),
    mistake("no prompt file", "sample runs/one --start=FILE:x", "can't read the prompt x", "FILE:", given=a_run),
    mistake("a prompt folder", "sample runs/one --start=FILE:data", "can't read the prompt data", given=a_run),
    mistake("a binary prompt", "sample runs/one --start=FILE:x", "not UTF-8", given=(a_run, put("x", b"\xff\xfe"))),
    mistake("no such GPU", "sample runs/one --device=cuda:99", "device=cuda:99", "--device=", given=a_run),
    mistake(
        "a BERT", "sample x", "the type 'bert'; fledge reads", given=put("x/config.json", '{"model_type": "bert"}')
    ),
    mistake("weights unknown", "sample --init_from=gpt5", "init_from=gpt5 is neither", "gpt2-xl"),
    mistake(
        "more samples than fit",
        "sample runs/one --num_samples=10000 --max_new_tokens=9000000",
        "needs at least",
        "a smaller --num_samples",
        given=(a_modern_run, edit(STATE, "model/block_size", 1 << 24)),
    ),
]

EXPORTS = [
    mistake("nothing to export", "export", "no run here yet", "fledge demo"),
    mistake("file exists", "export runs/one --out=x", "x exists already", "--out", given=(a_run, put("x", "mine"))),
    mistake("modern", "export runs/one", "nanoGPT has no arch=modern", given=a_modern_run),
    mistake("gguf: modern", "export runs/one --to=gguf", "llama.cpp has no arch=modern", "--to=hf", given=a_modern_run),
    mistake("hf: exists", "export runs/one --to=hf -o x", "x exists already", given=(a_run, put("x/y", "mine"))),
    mistake("hf: into a file", "export runs/one --to=hf -o x/y", "can't write x/y", given=(a_run, put("x", "mine"))),
    mistake("hf: q8_0", "export runs/one --to=hf --dtype=q8_0", "q8_0 is for --to=gguf", given=a_run),
    mistake("nanoGPT in 16 bits", "export runs/one --dtype=float16", "float16 is not for nanoGPT", given=a_run),
    mistake("to nowhere", "export runs/one --to=onnx", "to", "hf", given=a_run),
    mistake("nanoGPT's already", "export out", "out is nanoGPT's already", given=nanogpt()),
    mistake("into a file", "export runs/one --out=x/y.pt", "can't write x/y.pt", given=(a_run, put("x", "mine"))),
    mistake("where nothing can be", "export runs/one --out=/proc/x.pt", "can't write /proc/x.pt", given=a_run),
    mistake("onto a folder", "export runs/one --out=data", "data exists already", given=a_run),
    mistake("two exports", "export a b", "one RUN at a time"),
    mistake("torn", "export runs/one", f"{TRAINING} is torn", given=(a_run, cut(TRAINING))),
]

BOOK = put("book.txt", "It was a dark and stormy night.\n" * 99)
PREPARES = [
    mistake("nothing", "prepare", "nothing to prepare", "fledge prepare shakespeare_char"),
    mistake("no file", "prepare bok.txt", "no file or folder bok.txt", "Did you mean book.txt?", given=BOOK),
    mistake("no file near", "prepare /no/such/book.txt", "no file or folder /no/such/book.txt", "Check the path"),
    mistake("empty file", "prepare book.txt", "book.txt is empty", "Name a file", given=put("book.txt")),
    mistake("empty folder", "prepare books", "no text file in books", "Name the files", given=folder("books")),
    mistake("too little", "prepare book.txt", "too little text", "--val_fraction", given=put("book.txt", "abc")),
    mistake("binary", "prepare x", "looks like a binary file", "Leave it out", given=put("x", b"\x7fELF\0\0")),
    mistake("binary beyond its start", "prepare x", "binary file", "tr -d", given=put("x", b"a " * 9000 + b"\0")),
    mistake(
        "a tar with a hole",
        "prepare x.tar --tokenizer=char",
        "binary",
        "--on_error=skip",
        given=put("x.tar", sparse_tar()),
    ),
    mistake("a bomb", "prepare x.txt.zst --tokenizer=char", "unpacks to more than 250 times its size", given=a_bomb),
    mistake(
        "not UTF-8", "prepare x", "x is not utf-8", "--encoding=latin-1", given=put("x", "café ".encode("latin-1") * 99)
    ),
    mistake("encoding unknown", "prepare book.txt --encoding=utf9", "--encoding=utf9", "utf-8, latin-1", given=BOOK),
    mistake("encoding not of text", "prepare book.txt --encoding=base64", "not a text encoding", given=BOOK),
    mistake("val_fraction 1", "prepare book.txt --val_fraction=1", "0.99 is the most", given=BOOK),
    mistake("val_fraction nan", "prepare book.txt --val_fraction=nan", "'nan' is not a number", given=BOOK),
    mistake("tokenizer", "prepare book.txt --tokenizer=bpe", "--tokenizer=bpe is neither", "bpe:32768", given=BOOK),
    mistake("tokenizer too small", "prepare book.txt --tokenizer=bpe:9", "9", "257", given=BOOK),
    mistake("tokenizer no file", "prepare book.txt --tokenizer=book.txt", "book.txt", given=BOOK),
    mistake("language", "prepare book.txt --languages=english", "english", "en", given=BOOK),
    mistake("lengths", "prepare book.txt --min_chars=9 --max_chars=2", "no document has", given=BOOK),
    mistake("single shards", "prepare book.txt --single --shard_tokens=9", "--single makes one file", given=BOOK),
    mistake("subset of a file", "prepare book.txt --subset=x", "--subset is for fineweb_edu", given=BOOK),
    mistake("an unknown subset", "prepare fineweb_edu --subset=x", "fineweb_edu has no subset x", "sample-10BT"),
    mistake(
        "Arabic of Windows",
        "prepare x",
        "x is not utf-8",
        "--encoding=cp1256 (Arabic)",
        given=put("x", "السلام عليكم ورحمة الله ".encode("cp1256") * 99),
    ),
    mistake(
        "quotes of Windows",
        "prepare x",
        "x is not utf-8",
        "--encoding=cp1252",
        given=put("x", "“Déjà vu” ".encode("cp1252") * 99),
    ),
    mistake("a mixture as a name", "prepare book.txt --name=a:b", "--name=a:b has a colon", given=BOOK),
    mistake("a budget too small", "prepare book.txt --tokens=1", "too little text", given=BOOK),
    mistake("nothing to learn from", "tokenizer train", "nothing to learn from"),
    mistake("a file that is not there", "tokenizer train boook.txt", "Did you mean book.txt?", given=BOOK),
    mistake("no tokenizer command", "tokenizer tarin book.txt", "tarin", "train", given=BOOK),
    mistake("no data command", "data inspct tiny", "inspct", "inspect"),
    mistake("no dataset to inspect", "data inspect tinny", "tinny", "Did you mean tiny?"),
    mistake("a weight of nothing", "train TINY --dataset=tiny:0", "not a number above 0"),
    mistake("a language as a weight", "train TINY --dataset=fineweb2:hindi", "first: fledge prepare fineweb2:hindi"),
    mistake("a weight missing", "train TINY --dataset=tiny:0.5,other", "no weight for other"),
    mistake("a dataset twice", "train TINY --dataset=tiny:0.5,tiny:0.5", "has tiny twice"),
    mistake("a mixture that is not there", "train TINY --dataset=tiny:0.5,tinny:0.5", "no dataset at data/tinny"),
    mistake("no ends to mask at", "train TINY --mask_documents=True", "endoftext"),
    mistake("a sampling", "train TINY --sampling=epochs", "'epochs' is not", "epoch"),
    mistake("name outside", "prepare book.txt --name=../x", "--name=../x is not a name below data_dir", given=BOOK),
    mistake("name absolute", "prepare book.txt --name=/tmp/x", "not a name below", "--data_dir=FOLDER", given=BOOK),
    mistake("name too long", f"prepare book.txt --name={'x' * 300}", "File name too long", given=BOOK),
    mistake(
        "in place of what nanoGPT prepared",
        "prepare book.txt --name=tiny",
        "already holds another dataset (made from an unknown text)",
        "replace it with --overwrite",
        given=(BOOK, remove(ABOUT), put("data/tiny/prepare.py"), put("data/tiny/readme.md")),
    ),
    mistake(
        "somebody else's folder",
        "prepare book.txt --overwrite --name=tiny",
        "holds files that are not part of a dataset (thesis.doc)",
        given=(BOOK, put("data/tiny/thesis.doc")),
    ),
    mistake("name in use", "prepare book.txt --name=tiny", "already holds another dataset", "--name", given=BOOK),
    mistake(
        "folder in use",
        "prepare book.txt",
        "part of a dataset (n.txt)",
        given=(BOOK, put("data/book/n.txt", "mine")),
    ),
    mistake("name of a file", "prepare book.txt", "data/book is a file", given=(BOOK, put("data/book", "mine"))),
    mistake("data_dir a file", "prepare book.txt --data_dir=x", "can't write", "data_dir", given=(BOOK, put("x"))),
    mistake("two things at once", "prepare shakespeare_char book.txt", "can't be joined", given=BOOK),
    mistake("a set with another tokenizer", "prepare shakespeare --tokenizer=char", "--name=shakespeare_char"),
    mistake(
        "several mistakes", "prepare --tokenizer=x --name", "2 problems:", "nothing to prepare", "--name needs a value"
    ),
]

OTHERS = [
    mistake("unknown command", "trian", "unknown command 'trian'", "Did you mean train?", "fledge --help"),
    mistake("a setting for a command", "--n_layer=6", "unknown command '--n_layer=6'", "fledge --help"),
    mistake("unknown GPU", "devices rtx 4071", "no GPU called 'rtx 4071'", "Did you mean RTX 4070", "fledge devices"),
    mistake("measure another's GPU", "devices a100 --measure", "--measure is for this machine", "Leave one"),
    mistake("devices: unknown setting", "devices --jsn", "Did you mean --json?"),
    mistake("demo: unknown setting", "demo --quik", "unknown setting --quik", "Did you mean --quick?"),
    mistake("demo: a stray word", "demo now", "'now' is not understood"),
    mistake(
        "demo: half a dataset",
        "demo",
        "data/shakespeare_char has no val.bin",
        "fledge prepare shakespeare_char",
        given=put("data/shakespeare_char/train.bin", b"\0\0" * 999),
    ),
]

BENCHES = [
    mistake("no such sub-command", "bench sped", "no 'sped'", "Did you mean speed?", "It has speed."),
    mistake("a setting for a sub-command", "bench --json", "no '--json'", "It has speed."),
    mistake("speed: its own setting", "bench speed --repeat=5", "unknown setting --repeat", "Did you mean --repeats?"),
    mistake("speed: train's setting", "bench speed TINY --n_layr=5", "--n_layr", "Did you mean --n_layer?"),
    mistake("speed: no repeats", "bench speed TINY --repeats=0", "--repeats=0", "1 is the least"),
    mistake("speed: no value", "bench speed TINY --iters", "--iters needs a value"),
    mistake("speed: half a dataset", "bench speed TINY", "has no val.bin", AGAIN, given=remove(VAL_BIN)),
    mistake("speed: resume", "bench speed TINY --init_from=resume", "starts new runs", "Leave out --init_from=resume"),
    mistake("speed: torchrun", "bench speed TINY", "one process", "torchrun", given=environment(WORLD_SIZE="2")),
    mistake("profile: nothing to trace", "train TINY --eval_only --profile", "nothing to trace", "Leave one"),
]

GPU = "plan TINY --gpu=rtx4070"

PLANS = [
    mistake("unknown GPU", "plan TINY --gpu=rtx4071", "no GPU called 'rtx4071'", "Did you mean RTX 4070"),
    mistake("no GPU", "plan TINY --gpu=,", "names no GPU", "`fledge devices`"),
    mistake("half a GPU", "plan TINY --gpu_tflops=80", "needs --gpu_memory, --gpu_bandwidth too"),
    mistake("two described", "plan TINY --gpu=rtx4070,rtx4090 --gpu_memory=9", "describe one GPU", "Name one --gpu"),
    mistake("memory below 0", f"{GPU} --gpu_memory=-1", "--gpu_memory=-1", "0 is the least"),
    mistake("how many of what", "plan TINY --gpus=2", "need the name of the GPU", "--gpus=2"),
    mistake("too many GPUs", f"{GPU} --gpus=3", "gradient_accumulation_steps=1 can't be shared equally by 3 GPUs"),
    mistake("a format the GPU lacks", "plan TINY --gpu=T4 --dtype=bfloat16", "compute in bfloat16", "--dtype=auto"),
    mistake("no tokens", f"{GPU} --dataset_tokens=-4", "--dataset_tokens=-4", "0 is the least"),
    mistake("a price in words", f"{GPU} --price_per_kwh=cheap", "'cheap' is not a number"),
    mistake("a point without time", f"{GPU} --measured=fast", "is not SETTINGS:TIME", "9340ms"),
    mistake("no time at all", f"{GPU} --measured=n_embd=64:0ms", "is not SETTINGS:TIME", "9340ms"),
    mistake("a point's setting", f"{GPU} --measured=n_emb=64:5ms", "--n_emb", "Did you mean --n_embd?"),
    mistake("two points", f"{GPU} --measured=n_embd=64:5ms --from=log.txt", "both give an iteration time", "Leave one"),
    mistake("no such log", f"{GPU} --from=log.txt", "no such run or log", "Name a run directory or a log file"),
    mistake("a log of something else", f"{GPU} --from=a.txt", "no training lines", given=put("a.txt", "hello")),
    mistake("a log without times", f"{GPU} --from=a.txt", "no iteration times", given=put("a.txt", "step=1 loss=2")),
    mistake("an absurd batch", f"{GPU} --batch_size=999999999", "too large to plan", "--batch_size="),
    mistake("a torn run", f"{GPU} --from=runs/one", "config.json can't be read", given=a_torn_run),
    mistake("a run of something else", f"{GPU} --from=runs/one", "can't be read", given=a_run_of_a_list),
    mistake("its own setting", f"{GPU} --mesured=x", "unknown setting --mesured", "Did you mean --measured?"),
    mistake("train's setting", f"{GPU} --n_layr=5", "--n_layr", "Did you mean --n_layer?"),
    mistake("no run to check", "plan --check=nowhere", "no run nowhere"),
    mistake("a run without a plan", "plan --check=runs/one", "has no plan to check", given=an_unplanned_run),
]

TUNES = [
    mistake("no budget", "tune TINY --budget=0", "--budget=0", "must be above 0"),
    mistake("a budget below 0", "tune TINY --budget=-5", "--budget=-5", "must be above 0"),
    mistake("a budget in words", "tune TINY --budget=long", "'long' is not a number"),
    mistake("its own setting", "tune TINY --buget=5", "unknown setting --buget", "Did you mean --budget?"),
    mistake("train's setting", "tune TINY --n_layr=5", "--n_layr", "Did you mean --n_layer?"),
    mistake("unknown GPU", "tune TINY --gpu=rtx4071", "no GPU called 'rtx4071'", "Did you mean RTX 4070"),
    mistake("two GPUs", "tune TINY --gpu=rtx4070,rtx4090", "one GPU at a time", "--gpu='RTX 4070'"),
    mistake("half a GPU", "tune TINY --gpu_tflops=80", "needs --gpu_memory, --gpu_bandwidth too"),
    mistake("a GPU without memory", "tune TINY --gpu=x --gpu_memory=-1", "--gpu_memory=-1", "0 is the least"),
    mistake(
        "a format the GPU lacks",
        "tune TINY --gpu='Tesla T4' --dtype=bfloat16",
        "does not compute in bfloat16",
        "--dtype=auto",
    ),
    mistake("contradictory", "tune TINY --n_head=5", "n_head=5 does not divide n_embd=32", "--n_head=4"),
    mistake("no batch", "tune TINY --batch_size=0", "--batch_size=0", "1 is the least"),
    mistake("model too large", "tune TINY --n_embd=65536 --n_layer=100", "needs at least", "smaller --n_embd"),
    mistake(
        "too large for a GPU",
        "tune TINY --gpu_tflops=9 --gpu_memory=0.5 --gpu_bandwidth=99 --compile=False",
        "no micro-batch fits your GPU",
        "smaller model",
    ),
    mistake("endless context", "tune TINY --block_size=9999999", "one sequence", "too short", "--block_size"),
    mistake("float16 on a CPU", "tune TINY --dtype=float16", "dtype=float16 is for GPUs", "--dtype=bfloat16"),
    mistake("no such device", "tune TINY --device=cuda:99", "device=cuda:99", "--device="),
    mistake("half a dataset", "tune TINY", "has no val.bin", AGAIN, given=remove(VAL_BIN)),
    mistake("weights", "tune TINY --init_from=gpt2", "builds a new model, not init_from=gpt2", "--n_layer"),
    mistake("resume", "tune TINY --init_from=resume", "builds a new model", "--init_from=scratch"),
    mistake("torchrun", "tune TINY", "one process", "without torchrun", given=environment(WORLD_SIZE="2")),
    mistake("a foreign file", "tune TINY", "tuned.py exists", "--overwrite", given=put("tuned.py", "n_layer = 6")),
    mistake("onto a folder", "tune TINY --out=data", "--out=data is a directory", "--out=tuned.py"),
    mistake("onto nothing", "tune TINY --out=", "is a directory", "--out=tuned.py"),
    mistake("out too long", f"tune TINY --out={'x' * 300}", "File name too long"),
    mistake("a stray word", "tune TINY please", "'please' is not understood", "--key=value"),
]

A_LOG = put("a.log", "".join(f"iter {it}: loss {4 - it / 9:.4f}, time 33.22ms, mfu 11.07%\n" for it in range(20)))

READINGS = [
    mistake("no such log", "explain nothing.log", "'nothing.log' is no run, no log and no term", "--terms"),
    mistake("a slip", "explain perplexty_of", "is no run, no log and no term"),
    mistake("an empty log", "explain a.log", "no training lines", "nanoGPT", given=put("a.log")),
    mistake("a log of noise", "explain a.log", "no training lines", given=put("a.log", bytes(range(256)) * 99)),
    *(
        mistake(
            f"{command} with a ckpt.pt alone",
            command,
            "no log",
            f"fledge {command} train.log",
            given=put("out/ckpt.pt"),
        )
        for command in ("explain", "report", "forecast")
    ),
    mistake("a folder of nothing", "explain data", "data holds no run", "Give a run directory"),
    mistake("a torn run", "explain runs/one", "config.json can't be read", given=a_torn_run),
    mistake("two runs", "explain a.log a.log", "one run, not 2", "fledge compare a.log a.log", given=A_LOG),
    mistake("one that isn't there", "explain a.log --pick=9", "holds 1 run", "--pick=1", given=A_LOG),
    mistake("unknown GPU", "explain a.log --gpu=rtx4071", "no GPU called 'rtx4071'", given=A_LOG),
    mistake("no such file", "explain a.log --config=b.py", "no settings file b.py", given=A_LOG),
    mistake("two files for one", "explain a.log --config=b.py,c.py", "2 files for 1 log", given=A_LOG),
    mistake("a setting's slip", "explain a.log --n_emd=4", "unknown setting --n_emd", "Did you mean", given=A_LOG),
    mistake("a setting of words", "explain a.log --n_embd=wide", "'wide' is not a whole number", given=A_LOG),
    mistake("no tokens", "explain a.log --dataset_tokens=-1", "it must be above 0", given=A_LOG),
    mistake("follow the pipe", "explain - --follow", "--follow needs a file or a run"),
    mistake("follow for a program", "explain a.log --follow --json", "--follow is for people", given=A_LOG),
    mistake("its own setting", "explain a.log --flow", "--flow", given=A_LOG),
    mistake("compare one", "compare a.log", "two", given=A_LOG),
    mistake("compare with nothing", "compare a.log b.log", "b.log", given=A_LOG),
    mistake("two pipes", "compare - -", "once"),
    mistake("forecast nothing", "forecast b.log", "b.log"),
    mistake("forecast to nowhere", "forecast a.log --to=-4", "--to=-4", given=A_LOG),
    mistake("forecast two", "forecast a.log a.log", "one RUN at a time", given=A_LOG),
    mistake("report nothing", "report b.log", "b.log"),
    mistake("onto a file", "report a.log -o a.log", "a.log", "-o", given=A_LOG),
    mistake("onto a folder", "report a.log -o data", "data", given=A_LOG),
]

SWEEP = "sweep TINY --learning_rate=1e-3,2e-3"

SWEEPS = [
    mistake("nothing to sweep", "sweep TINY", "nothing to sweep", "--learning_rate=0.001,0.002"),
    mistake("unknown setting", "sweep TINY --learning_rat=1,2", "--learning_rat", "Did you mean --learning_rate?"),
    mistake("one wrong value", "sweep TINY --depth=2,deep", "--depth=2,deep", "'deep' is not a whole number"),
    mistake("an empty value", "sweep TINY --depth=2,", "--depth=2,", "'' is not a whole number"),
    mistake("out of range", "sweep TINY --dropout=0.1,1.5", "--dropout=0.1,1.5"),
    mistake("not one of the choices", "sweep TINY --schedule=cosine,stairs", "'stairs'", "'cosine'"),
    mistake("twice", "sweep TINY --learning_rate=0.01,1e-2", "a value stands there twice"),
    mistake("a range of fractions", "sweep TINY --learning_rate=0.1:0.3", "FIRST:LAST", "whole numbers"),
    mistake("a range downwards", "sweep TINY --depth=6:2", "--depth=6:2", "goes upwards"),
    mistake("a range without end", "sweep TINY --depth=2:", "FIRST:LAST"),
    mistake("an endless range", "sweep TINY --batch_size=1:1000000", "at most 1,000 values"),
    mistake("too many trials", "sweep TINY --batch_size=1:40 --seed=1 --depth=1:40", "1,600 trials", "at most 1,000"),
    mistake("thousands", "sweep TINY --max_iters=5,000", "commas separate values", "5000"),
    mistake("seeds", "sweep TINY --seed=1,2,3", "--seed can't be swept", "noise"),
    mistake("another's measure", "sweep TINY --eval_iters=5,6", "--eval_iters can't be swept", "one value"),
    mistake("resume", f"{SWEEP} --init_from=resume", "begins new runs", "Leave out --init_from=resume"),
    mistake("a contradiction in one trial", "sweep TINY --n_head=1,3", "n_head"),
    mistake("a day of words", f"{SWEEP} --hours=long", "'long' is not a number"),
    mistake("time below 0", f"{SWEEP} --hours=-1", "0 is the least"),
    mistake("its own setting", f"{SWEEP} --job=2", "Did you mean --jobs?"),
    mistake("no such file", f"{SWEEP} none.py", "none.py"),
    mistake("onto a file", f"{SWEEP} --out=mine.txt", "mine.txt", given=put("mine.txt")),
    mistake("a folder in use", f"{SWEEP} --out=data", "data is not empty", "--out=DIR"),
    mistake(
        "another's folder",
        f"{SWEEP} --out=s",
        "s/sweep.json is not a sweep",
        given=put("s/sweep.json", '{"format": 7}'),
    ),
    mistake("several", "sweep TINY --depth=6:2 --seed=1,2", "2 problems:", "goes upwards", "--seed can't be swept"),
]

TABLE = {
    "data": DATASETS,
    "checkpoint": CHECKPOINTS,
    "foreign": FOREIGN,
    "setting": SETTINGS,
    "file": FILES,
    "place": PLACES,
    "sample": SAMPLES,
    "export": EXPORTS,
    "prepare": PREPARES,
    "bench": BENCHES,
    "plan": PLANS,
    "tune": TUNES,
    "sweep": SWEEPS,
    "log": READINGS,
    "other": OTHERS,
}
CASES = [pytest.param(entry, id=f"{group}: {entry.name}") for group, entries in TABLE.items() for entry in entries]


# ---- the test ---------------------------------------------------------------------------------------------------


def tree() -> dict[str, str]:
    """Every path below here, with the hash of what it holds."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder or link"
        for path in Path().rglob("*")
    }


def without(folder: str, tree: dict[str, str]) -> dict[str, str]:
    return {path: content for path, content in tree.items() if Path(path).parts[0] != folder}


def arguments(command: str) -> list[str]:
    return [word for part in shlex.split(command) for word in (TINY if part == "TINY" else [part])]


def assert_one_clear_error(err: str, says: tuple[str, ...]) -> None:
    lines = err.rstrip("\n").split("\n")
    assert lines[0].startswith("fledge: error: "), err
    if "problems:" in lines[0]:
        assert all(line.startswith("  - ") for line in lines[1:]), err
    else:
        assert len(lines) == 1, err
    assert "Traceback" not in err
    for words in says:
        assert words in err, f"{words!r} is not in {err}"


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a case sets in the environment is gone after it; and trackio is nowhere installed."""
    monkeypatch.setitem(sys.modules, "trackio", None)
    for name in ("RANK", "WORLD_SIZE"):
        monkeypatch.setenv(name, "0")
        monkeypatch.delenv(name)


@pytest.mark.parametrize("case", CASES)
def test_a_mistake_is_met_with_one_clear_line(work: Path, fledge: Fledge, trained: Path, case: Mistake) -> None:
    for step in case.given:
        step(trained)
    before = tree()
    code, _, err = fledge(*arguments(case.command))
    assert_one_clear_error(err, case.says)
    assert code == case.code
    assert without(case.leaves, tree()) == without(case.leaves, before)
    assert not Path("canary").exists()


def test_the_table_is_large_and_every_command_is_in_it() -> None:
    entries = [entry for group in TABLE.values() for entry in group]
    assert len(entries) >= 200
    commands = {entry.command.split()[0] for entry in entries}
    assert {"prepare", "train", "sample", "config", "export", "devices", "demo", "bench", "tune", "sweep"} <= commands


# ---- what is forgiven -------------------------------------------------------------------------------------------

FORGIVEN = [
    *(
        mistake(f"{name} in the metrics", "explain runs/one", "val loss", given=(a_run, last_loss(number)))
        for name, number in (("401 digits", "9" * 401), ("infinity", "Infinity"), ("bottomless", "[" * 100_000))
    ),
    mistake("dangling latest", RESUME, "at iteration 12", given=(a_run, put("runs/one/checkpoints/latest", "step-7"))),
    mistake("empty latest", RESUME, "at iteration 12", given=(a_run, put("runs/one/checkpoints/latest"))),
    mistake("binary latest", RESUME, "at iteration 12", given=(a_run, put("runs/one/checkpoints/latest", b"\xff"))),
    mistake("no latest", RESUME, "at iteration 12", given=(a_run, remove("runs/one/checkpoints/latest"))),
    mistake("latest copied in part", RESUME, "at iteration 6", given=(a_run, remove(STATE))),
    mistake("latest deleted", RESUME, "at iteration 6", given=(a_run, remove(STEP))),
    mistake("dangling best", "sample runs/one", "", given=(a_run, put("runs/one/checkpoints/best", "step-7"))),
    mistake("no logs", RESUME, "at iteration 12", given=(a_run, remove("runs/one/metrics.jsonl"))),
    mistake("no config.json", RESUME, "at iteration 12", given=(a_run, remove("runs/one/config.json"))),
    mistake("empty prompt", "sample runs/one --start=", "", given=a_run),
    mistake("empty prompt file", "sample runs/one --start=FILE:x", "", given=(a_run, put("x"))),
    mistake("no line break in the vocabulary", "sample runs/one", "", given=a_run),
    mistake("export of a step", f"export {STEP}", f"wrote ckpt.pt from {STEP}", given=a_run),
    mistake(
        "the same command, with resume",
        f"train larger.py TINY {RESUME.removeprefix('train')}",
        "at iteration 12",
        given=(a_run, put("larger.py", "block_size = 256")),
    ),
    mistake("resume of a finished run", RESUME, "nothing is left to train", "--max_iters=24", given=a_run),
    mistake(
        "resume with a file of another shape",
        f"{RESUME} larger.py",
        "block_size=256 of larger.py:1 is not used: the weights have 16",
        given=(a_run, put("larger.py", "block_size = 256")),
    ),
    mistake(
        "resume of nanoGPT's with a file of another shape",
        "train --init_from=resume --out_dir=out larger.py",
        "block_size=256 of larger.py:1 is not used: the weights have 16",
        given=(nanogpt(), put("larger.py", "block_size = 256")),
    ),
    mistake(
        "modern weights without arch", "train TINY --init_from=runs/one", "run: runs/tiny-modern", given=a_modern_run
    ),
    mistake("a switch with a value", "train TINY --out_dir=runs/one --overwrite=True", "finished", given=a_run),
    mistake(
        "foreign files where a run goes by default",
        "train TINY",
        "run: runs/tiny-gpt2-2",
        given=put("runs/tiny-gpt2/log.txt"),
    ),
]


@pytest.mark.parametrize("case", FORGIVEN, ids=[case.name for case in FORGIVEN])
def test_what_can_be_put_right_is(work: Path, fledge: Fledge, trained: Path, case: Mistake) -> None:
    for step in case.given:
        step(trained)
    code, out, err = fledge(*arguments(case.command), *(["--max_new_tokens=4"] if "sample" in case.command else []))
    assert (code, "error" in err) == (0, False), err
    assert all(words in out for words in case.says)


def test_a_torn_line_in_the_metrics_is_passed_over(work: Path, fledge: Fledge, trained: Path) -> None:
    a_run(trained)
    with Path("runs/one/metrics.jsonl").open("a") as metrics:
        metrics.write('{"event": "iter", "iter": 12, "lo')
    assert fledge(*arguments(RESUME), "--max_iters=14")[0] == 0
    iterations = [event["iter"] for event in read_events(Path("runs/one/metrics.jsonl")) if event["event"] == "iter"]
    assert iterations == list(range(14))


# ---- what goes wrong on the way ---------------------------------------------------------------------------------


@contextlib.contextmanager
def disk_with_room_for(size: int) -> Iterator[None]:
    """No file can grow beyond `size` bytes: to a program, a disk that fills up."""
    before, writes = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # half of a .pyc would break every later import
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        sys.dont_write_bytecode = writes


@pytest.mark.parametrize("file", ["model.safetensors", "training.safetensors"])
def test_a_full_disk_costs_no_checkpoint(work: Path, fledge: Fledge, trained: Path, file: str) -> None:
    a_run(trained)
    before = {path: content for path, content in tree().items() if "checkpoints" in path}
    with disk_with_room_for(Path(STEP, file).stat().st_size // 2):
        code, _, err = fledge(*arguments(RESUME), "--max_iters=24")
    assert code == 1
    assert_one_clear_error(
        err, ("can't write runs/one/checkpoints/step-00000018: File too large", "--init_from=resume")
    )
    assert {path: content for path, content in tree().items() if "checkpoints" in path} == before
    assert read_events(Path("runs/one/metrics.jsonl"))[-1]["reason"] == "error"
    assert fledge(*arguments(RESUME), "--max_iters=14")[0] == 0  # with room again, on it goes


def test_a_full_disk_ends_the_log_with_one_line(work: Path, fledge: Fledge) -> None:
    with disk_with_room_for(6000):
        code, _, err = fledge("train", *TINY, "--out_dir=x", "--max_iters=60", "--eval_interval=1000")
    assert code == 1
    assert_one_clear_error(err, ("can't write x/metrics.jsonl: File too large", "start the run again"))
    assert len(read_events(Path("x/metrics.jsonl"))) > 10


def test_a_full_disk_leaves_no_half_export(work: Path, fledge: Fledge, trained: Path) -> None:
    a_run(trained)
    before = tree()
    with disk_with_room_for(100_000):
        code, _, err = fledge("export", "runs/one")
    assert code == 1
    assert_one_clear_error(err, ("can't write ckpt.pt: File too large", "Free some space"))
    assert tree() == before


def test_a_full_disk_leaves_no_half_dataset(work: Path, fledge: Fledge, trained: Path) -> None:
    BOOK(trained)
    before = tree()
    with disk_with_room_for(1000):
        code, _, err = fledge("prepare", "book.txt")
    assert code == 1
    assert_one_clear_error(err, ("can't write", "data/book: File too large", "Free some space"))
    assert tree() == before


def test_a_prompt_on_standard_input_that_is_not_text(
    work: Path, fledge: Fledge, trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_run(trained)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"caf\xe9"), encoding="utf-8"))
    code, _, err = fledge("sample", "runs/one", "--start=-")
    assert code == 2
    assert_one_clear_error(err, ("the prompt '-' is not UTF-8 text",))


def in_a_process(command: str, limit: int = resource.RLIM_INFINITY, **environment: str) -> tuple[int, str]:
    """Exit code and last line of a command that may use `limit` bytes of memory."""
    process = FledgeProcess(*arguments(command), environment=environment, max_memory=limit)
    output = process.communicate()
    assert process.returncode is not None
    assert "Traceback" not in output
    return process.returncode, output.splitlines()[-1]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to its memory limit")
def test_memory_that_runs_out_on_the_way(work: Path) -> None:
    command = "train TINY --eval_only --n_embd=256 --batch_size=1000000 --dtype=float32 --out_dir=x"
    code, err = in_a_process(command, limit=4 << 30)
    assert code == 1, err
    assert_one_clear_error(err, ("out of memory on cpu", "--batch_size=500000 --gradient_accumulation_steps=2"))
    assert read_events(Path("x/metrics.jsonl"))[-1]["reason"] == "out of memory"


def test_gpt2_without_a_network(work: Path) -> None:
    before = tree()
    code, err = in_a_process("train TINY --init_from=gpt2", HF_HUB_OFFLINE="1", HF_HOME=str(work.parent / "hub"))
    assert code == 2, err
    assert_one_clear_error(err, ("gpt2",))
    advice = "--init_from=FOLDER" if importlib.util.find_spec("huggingface_hub") else "pip install 'fledge[interop]'"
    assert advice in err
    assert tree() == before
