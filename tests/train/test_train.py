"""Runs of the loop: what is printed, written, noticed and shared."""

import json
import math
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch.nn.parallel import DistributedDataParallel

from fledge.common.errors import RunFailed
from fledge.config.load import load_config, shipped_configs
from fledge.config.shape import ModelShape
from fledge.data.loader import TRAIN
from fledge.model.build import build_model
from fledge.parallel.processes import join_processes, leave_processes
from fledge.train import step
from fledge.train.health import Health
from fledge.train.launch import resume_launch
from fledge.train.pretrained import open_pretrained
from fledge.train.session import new_session
from fledge.train.step import batches_of
from tests.helpers import CHARS, TEXT, TINY, Fledge, read_events, write_dataset
from tests.processes import done_by, printed_by


def events(run: Path, name: str) -> list[dict[str, object]]:
    return [event for event in read_events(run / "metrics.jsonl") if event["event"] == name]


def test_the_console_is_nanogpts(work: Path, fledge: Fledge) -> None:
    code, out, err = fledge("train", *TINY)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert "tokens per iteration will be: 64" in lines
    assert any(re.fullmatch(r"number of parameters: 0\.0\dM", line) for line in lines)
    iterations = [line for line in lines if line.startswith("iter ")]
    assert len(iterations) == 12
    assert all(re.fullmatch(r"iter \d+: loss \d\.\d{4}, time \d+\.\d\dms, mfu \d+\.\d\d%", line) for line in iterations)
    steps = [line for line in lines if line.startswith("step ")]
    assert [line.split(":")[0] for line in steps] == ["step 0", "step 6", "step 12"]
    assert all(re.fullmatch(r"step \d+: train loss \d\.\d{4}, val loss \d\.\d{4}", line) for line in steps)
    for choice in ("device=cpu (as asked)", "dtype=", "compile=False (", "attention="):
        assert any(line.startswith(choice) for line in lines), choice
    assert any(re.fullmatch(r"mfu is of \d+ GFLOP/s \(.+\)", line) for line in lines)
    assert (work / "runs/tiny-gpt2/log.txt").read_text().splitlines() == lines[: lines.index(steps[-1]) + 2]
    assert not any("planned" in line for line in lines)  # such short iterations are not


def test_the_run_directory(work: Path, fledge: Fledge) -> None:
    fledge("train", *TINY, "--out_dir=run", "--log_interval=3", "--sample_interval=6")
    run = work / "run"
    config = json.loads((run / "config.json").read_text())
    assert config["n_layer"] == {"value": 2, "origin": "command line"}
    assert config["beta1"] == {"value": 0.9, "origin": "default"}
    names = [event["event"] for event in read_events(run / "metrics.jsonl")]
    assert names[0] == "start"
    assert names[-1] == "end"
    (start,) = events(run, "start")
    assert start["params"] == sum(
        p.numel() for p in build_model(ModelShape("gpt2", 2, 2, 32, 16, len(CHARS), False)).parameters()
    )
    assert [event["iter"] for event in events(run, "iter")] == [0, 3, 6, 9]
    fields = {"event", "time", "iter", "loss", "lr", "grad_norm", "dt_ms", "tokens", "tokens_per_s", "mfu", "memory_mb"}
    assert all(set(event) == fields for event in events(run, "iter"))
    assert [event["iter"] for event in events(run, "eval")] == [0, 6, 12]
    assert {"train_loss", "val_loss", "perplexity", "bits_per_byte", "eval_s"} <= set(events(run, "eval")[0])
    assert [event["iter"] for event in events(run, "sample")] == [6, 12]
    assert events(run, "end")[0]["reason"] == "finished"
    assert (run / "checkpoints" / "latest").read_text() == "step-00000012\n"


def test_nothing_is_trained_onto_another_run(work: Path, fledge: Fledge) -> None:
    for expected in ("tiny-gpt2", "tiny-gpt2-2", "tiny-gpt2-3"):
        assert f"run: runs/{expected}" in fledge("train", *TINY)[1]
    fledge("train", *TINY, "--out_dir=mine")
    code, _, err = fledge("train", *TINY, "--out_dir=mine")
    assert code == 2
    assert "--overwrite" in err
    assert fledge("train", *TINY, "--out_dir=mine", "--overwrite", "--max_iters=6")[0] == 0
    assert [path.name for path in (work / "mine/checkpoints").glob("step-*")] == ["step-00000006"]


def test_checkpoints_that_are_kept(work: Path, fledge: Fledge) -> None:
    fledge("train", *TINY, "--out_dir=run", "--eval_interval=2", "--keep=2")
    steps = sorted(path.name for path in (work / "run/checkpoints").glob("step-*"))
    best = (work / "run/checkpoints/best").read_text().strip()
    assert set(steps) == {"step-00000010", "step-00000012", best}


def test_only_improvements_are_saved_if_so_asked(work: Path, fledge: Fledge) -> None:
    jumpy = ["--learning_rate=0.3", "--decay_lr=False", "--eval_interval=1", "--eval_iters=all"]
    fledge("train", *TINY, *jumpy, "--out_dir=run", "--always_save_checkpoint=False")
    values = {int(str(event["iter"])): float(str(event["val_loss"])) for event in events(work / "run", "eval")}
    assert list(values) == list(range(1, 13))  # the whole split says nothing of a new model
    improved = {it for it in values if values[it] < min([values[before] for before in range(1, it)], default=9e9)}
    assert 0 < len(improved) < 12
    assert {event["iter"] for event in events(work / "run", "checkpoint")} == improved | {12}  # the end always


def test_accumulation_is_the_large_batch(work: Path, fledge: Fledge) -> None:
    """Two micro-batches of 4 have the gradient of one batch of 8 made of the same windows."""
    fledge("train", *TINY, "--out_dir=run", "--gradient_accumulation_steps=2", "--max_iters=1", "--dtype=float32")
    session = new_session(resume_launch(work / "run", []))
    torch.manual_seed(1337)
    model = build_model(session.model.shape)
    batches = batches_of(session, "train")
    pairs = [batches.random(1337, TRAIN, number) for number in (0, 1)]
    loss = model(torch.cat([x for x, _ in pairs]), torch.cat([y for _, y in pairs]))
    loss.backward()
    norm = torch.nn.utils.get_total_norm([p.grad for p in model.parameters() if p.grad is not None])
    (first,) = events(work / "run", "iter")
    assert first["loss"] == pytest.approx(loss.item(), abs=1e-5)
    assert first["grad_norm"] == pytest.approx(norm.item(), rel=1e-4)


def test_exact_evaluation_is_the_mean_over_every_token(work: Path, fledge: Fledge) -> None:
    fledge("train", *TINY, "--out_dir=run", "--eval_iters=all", "--dtype=float32", "--batch_size=7")
    model = open_pretrained(work / "run", "latest").build().eval()
    ids = torch.tensor([CHARS.index(c) for c in TEXT[18_000:]])
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, len(ids) - 1, 16):
            x, y = ids[start : start + 16], ids[start + 1 : start + 17]
            x = x[: len(y)]
            total += model(x[None], y[None]).item() * len(y)
            count += len(y)
    assert count == len(ids) - 1
    last = events(work / "run", "eval")[-1]
    assert last["val_loss"] == pytest.approx(total / count, abs=1e-5)
    assert last["bits_per_byte"] == pytest.approx(total / count / math.log(2), abs=1e-5)


def test_an_evaluation_changes_nothing(work: Path, fledge: Fledge) -> None:
    fledge("train", *TINY, "--out_dir=a", "--dropout=0.2")
    fledge("train", *TINY, "--out_dir=b", "--dropout=0.2", "--eval_interval=1", "--eval_iters=all")
    a, b = ([event["loss"] for event in events(work / run, "iter")] for run in "ab")
    assert a == b


def test_a_diverged_run_stops_and_keeps_what_was_good(
    work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = step.TrainingStep.accumulate_gradients

    def poisoned(self: step.TrainingStep, it: int) -> torch.Tensor:
        loss = plain(self, it)
        gradient = next(self.session.model.parameters()).grad
        if it == 5 and gradient is not None:
            gradient.fill_(math.inf)
        return loss

    monkeypatch.setattr(step.TrainingStep, "accumulate_gradients", poisoned)
    code, _, err = fledge("train", *TINY, "--out_dir=run", "--eval_interval=2")
    assert code == 1
    assert err.startswith("fledge: error: iteration 5: the gradient norm is inf")
    assert "--learning_rate=0.00033" in err
    (end,) = events(work / "run", "end")
    assert end["reason"] == "diverged"
    assert (work / "run/checkpoints/latest").read_text() == "step-00000004\n"
    for path in (work / "run/checkpoints").glob("step-*"):
        assert all(torch.isfinite(tensor).all() for tensor in open_pretrained(path).weights.values())
    # and from there it goes on
    monkeypatch.undo()
    monkeypatch.chdir(work)
    assert fledge("train", "--init_from=resume", "--out_dir=run", "--learning_rate=1e-4")[0] == 0


def test_health_names_the_iteration_and_the_remedy() -> None:
    health = Health(load_config(["--grad_clip=0"]), "float32")
    with pytest.raises(RunFailed, match=r"iteration 7: the loss is nan.*grad_clip"):
        health.check(7, math.nan, 1.0)
    with pytest.raises(RunFailed, match="float16 overflows"):
        Health(load_config([]), "float16").check(7, math.inf, 1.0)
    assert Health(load_config([]), "float16").check(7, 3.0, math.inf) is None  # the scaler's own business
    skipping = Health(load_config(["--on_nan=skip"]), "float32")
    assert "skipped" in str(skipping.check(1, math.nan, 1.0))


def test_a_spike_is_noticed_once_the_run_has_settled() -> None:
    health = Health(load_config([]), "float32")
    generator = torch.Generator().manual_seed(0)
    quiet = [health.check(i, 4.0 + 0.1 * float(torch.randn((), generator=generator)), 1.0) for i in range(200)]
    assert quiet == [None] * 200
    assert "loss spike" in str(health.check(200, 6.0, 1.0))
    assert health.check(201, 4.0, 1.0) is None


def test_a_skipped_step_leaves_the_weights(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = step.TrainingStep.accumulate_gradients

    def poisoned(self: step.TrainingStep, it: int) -> torch.Tensor:
        loss = plain(self, it)
        return loss * math.nan if it == 5 else loss

    monkeypatch.setattr(step.TrainingStep, "accumulate_gradients", poisoned)
    code, out, _ = fledge("train", *TINY, "--out_dir=run", "--on_nan=skip")
    assert code == 0
    assert "warning: iteration 5: the loss is nan; the step was skipped" in out
    (warning,) = events(work / "run", "warning")
    assert warning["iter"] == 5
    assert warning["text"] == "iteration 5: the loss is nan; the step was skipped"
    what = {"code": "train.bad_loss", "numbers": {"loss": "nan"}}
    assert (warning["code"], warning["numbers"]) == ("train.skipped", {"it": 5, "what": what})
    assert fledge("train", *TINY, "--out_dir=other")[0] == 1
    assert not list((work / "other/checkpoints").glob("step-0000000[6-9]"))


def test_nanogpts_checkpoint_goes_in_and_out(work: Path, fledge: Fledge) -> None:
    fledge("train", *TINY, "--out_dir=run", "--dtype=float32", "--bias=True")
    assert fledge("export", "run", "--out=nano/ckpt.pt", "--which=latest")[0] == 0
    content = torch.load(work / "nano/ckpt.pt", weights_only=True)
    assert set(content) == {"model", "optimizer", "model_args", "iter_num", "best_val_loss", "config"}
    assert set(content["model_args"]) == {"n_layer", "n_head", "n_embd", "block_size", "bias", "vocab_size", "dropout"}
    a, b = open_pretrained(work / "run", "latest"), open_pretrained(work / "nano/ckpt.pt")
    assert a.shape == b.shape
    assert all(torch.equal(tensor, b.weights[name]) for name, tensor in a.weights.items())
    # and on it goes, as the run itself would have
    for out_dir in ("run", "nano"):
        code, _, err = fledge(
            "train", "--init_from=resume", f"--out_dir={out_dir}", "--max_iters=16", "--dtype=float32"
        )
        assert (code, err) == (0, "")
    later = [[e["loss"] for e in events(work / run, "iter") if e["iter"] >= 12] for run in ("run", "nano")]  # type: ignore[operator]
    assert later[0] == later[1]
    assert len(later[0]) == 4


def test_a_checkpoint_of_a_compiled_nanogpt(work: Path, fledge: Fledge) -> None:
    """torch.compile prefixes every name, and old versions saved the attention mask."""
    fledge("train", *TINY, "--out_dir=run")
    fledge("export", "run", "--out=ckpt.pt")
    content = torch.load("ckpt.pt", weights_only=True)
    content["model"] = {f"_orig_mod.{name}": tensor for name, tensor in content["model"].items()}
    content["model"]["_orig_mod.transformer.h.0.attn.bias"] = torch.ones(1, 1, 16, 16)
    content["best_val_loss"] = torch.tensor(2.0)
    torch.save(content, "ckpt.pt")
    assert open_pretrained(Path("ckpt.pt")).weights.keys() == open_pretrained(Path("run")).weights.keys()


def test_starting_from_weights_crops_the_context(work: Path, fledge: Fledge) -> None:
    fledge("train", *TINY, "--out_dir=run")
    code, out, err = fledge(
        "train",
        "--dataset=tiny",
        "--init_from=run",
        "--out_dir=tuned",
        "--block_size=8",
        "--max_iters=2",
        "--eval_iters=1",
        "--batch_size=2",
        "--gradient_accumulation_steps=1",
        "--dropout=0.1",
        "--learning_rate=1e-5",
        "--decay_lr=False",
        "--device=cpu",
    )
    assert (code, err) == (0, "")
    assert "weights from run/checkpoints/step-" in out
    assert open_pretrained(work / "tuned").shape.block_size == 8
    assert events(work / "tuned", "iter")[0]["iter"] == 0


def test_nanogpts_own_dataset_directory(work: Path, fledge: Fledge) -> None:
    (work / "data/tiny/dataset.json").unlink()
    meta = {"vocab_size": len(CHARS), "itos": dict(enumerate(CHARS)), "stoi": {c: i for i, c in enumerate(CHARS)}}
    (work / "data/tiny/meta.pkl").write_bytes(pickle.dumps(meta))
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    assert open_pretrained(work / "run").shape.vocab_size == len(CHARS)
    assert events(work / "run", "eval")[-1]["bits_per_byte"] is not None


def test_tensorboard_gets_the_curves(work: Path, fledge: Fledge) -> None:
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    assert fledge("train", *TINY, "--out_dir=run", "--track=tensorboard")[0] == 0
    board = EventAccumulator(str(work / "run/tensorboard"))
    board.Reload()
    assert {"train/loss", "train/lr", "eval/val_loss"} <= set(board.Tags()["scalars"])
    assert len(board.Scalars("train/loss")) == 12


@pytest.mark.parametrize("library", ["wandb", "trackio"])
def test_a_tracker_that_is_not_installed_is_named(
    work: Path, fledge: Fledge, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    code, _, err = fledge("train", *TINY, "--out_dir=run", f"--track={library}")
    assert code == 2
    assert f"needs {library}" in err
    assert "fledge[track]" in err


def test_wandb_log_speaks_to_wandb(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    """wandb itself needs an account: a stand-in with its four functions notes what it is told."""
    from types import SimpleNamespace

    said: list[tuple[str, object]] = []
    stand_in = SimpleNamespace(
        init=lambda **about: said.append(("init", about)),
        log=lambda values, step: said.append(("log", (values, step))),
        finish=lambda: said.append(("finish", None)),
    )
    monkeypatch.setitem(sys.modules, "wandb", stand_in)
    assert fledge("train", *TINY, "--out_dir=run", "--wandb_log=True", "--wandb_project=owt")[0] == 0
    assert said[0][0] == "init"
    assert said[0][1]["project"] == "owt"  # type: ignore[index]
    assert said[-1][0] == "finish"
    assert len(said) == 2 + 12 + 3


@pytest.mark.parametrize("path", shipped_configs().values(), ids=lambda path: path.name)
def test_shipped_configs_run(path: Path, work: Path, fledge: Fledge) -> None:
    """Each for two iterations, on tiny data, cut down to a tiny model; nothing else of it changed."""
    config = load_config([str(path)])
    write_dataset(work / "data" / config.dataset)
    small = [
        "--n_layer=1",
        "--n_head=2",
        "--n_embd=16",
        "--block_size=8",
        "--batch_size=2",
        "--max_iters=2",
        "--device=cpu",
        "--gradient_accumulation_steps=2",
    ]
    if config.init_from.startswith("gpt2"):
        fledge("train", *TINY, "--out_dir=weights", "--max_iters=1", "--eval_iters=1")
        small = ["--init_from=weights", "--batch_size=2", "--max_iters=2", "--gradient_accumulation_steps=2"]
    code, out, err = fledge("train", str(path), *small, "--eval_iters=2", "--out_dir=run")
    assert (code, err) == (0, "")
    assert "step 0: train loss" in out
    assert config.eval_only or "iter 0: loss" in out


def by_torchrun(*argv: str) -> None:
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2", "-m", "fledge"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run([*torchrun, *argv], capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def by_two_processes(*argv: str) -> None:
    done_by(2, *argv)


@pytest.mark.parametrize(
    ("arch", "parallel", "start"),
    [
        pytest.param("gpt2", "ddp", by_torchrun, marks=pytest.mark.slow),
        pytest.param("qwen3", "ddp", by_two_processes, marks=pytest.mark.slow),
        ("modern", "auto", by_two_processes),
        pytest.param("gpt2", "fsdp", by_two_processes, marks=pytest.mark.slow),  # in tests/parallel, too
    ],
)
def test_two_processes_train_as_one(
    work: Path, fledge: Fledge, arch: str, parallel: str, start: Callable[..., None]
) -> None:
    """Two processes see the batches one process sees: the same losses, up to rounding, and the same samples."""
    options = [*TINY, f"--arch={arch}", "--gradient_accumulation_steps=4", "--dtype=float32", "--ngram_dropout=0"]
    options += ["--sample_interval=4", "--checkpoint_activations=True"]
    assert fledge("train", *options, "--out_dir=one")[0] == 0
    start("train", *options, "--out_dir=two", f"--parallel={parallel}")
    a, b = ([event["loss"] for event in events(work / run, "iter")] for run in ("one", "two"))
    assert a == pytest.approx(b, abs=1e-4)
    a, b = ([event["val_loss"] for event in events(work / run, "eval")] for run in ("one", "two"))
    assert a == pytest.approx(b, abs=1e-4)
    a, b = ([event["text"] for event in events(work / run, "sample")] for run in ("one", "two"))
    assert len(a) > 0
    assert a == b
    assert len(events(work / "two", "start")) == 1
    one, two = (fledge("sample", run, "--num_samples=1", "--max_new_tokens=20")[1] for run in ("one", "two"))
    assert one == two


def join_and_leave() -> None:
    """Prints the group's threads while it is there, and those that are left."""
    join_processes("gloo", torch.device("cpu"))
    DistributedDataParallel(torch.nn.Linear(2, 2))(torch.ones(1, 2)).sum().backward()
    print(bool(gloo_threads()))
    leave_processes()
    print(gloo_threads())


def gloo_threads() -> list[str]:
    names = [Path(f"/proc/self/task/{task}/comm").read_text().strip() for task in os.listdir("/proc/self/task")]
    return [name for name in names if "gloo" in name]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are listed by Linux alone")
def test_no_thread_outlives_the_group() -> None:
    """One that does may take hold of Python while it ends, and abort the process."""
    torchrun = {"RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "0"}
    assert printed_by(join_and_leave, torchrun).splitlines()[-2:] == ["True", "[]"]


def test_every_evaluation_looks_at_the_same_windows(work: Path, fledge: Fledge) -> None:
    """With a learning rate of nothing the model stays, and so does its estimated loss; for another seed too."""
    still = ["--learning_rate=1e-30", "--min_lr=0", "--dtype=float32"]
    fledge("train", *TINY, *still, "--out_dir=a")
    values = [event["val_loss"] for event in events(work / "a", "eval")]
    assert len(set(values)) == 1
    fledge("train", *TINY, "--init_from=a", "--seed=5", "--eval_only", "--dtype=float32", "--out_dir=b")
    assert events(work / "b", "eval")[0]["val_loss"] == values[0]


def test_what_a_kill_in_the_middle_of_a_save_left_is_cleared(work: Path, fledge: Fledge) -> None:
    left_over = work / "run/checkpoints/.step-00000003.abc.tmp"
    fledge("train", *TINY, "--out_dir=run", "--max_iters=6")
    left_over.mkdir()
    (left_over / "model.safetensors").write_bytes(b"half")
    assert "step-00000006" in fledge("sample", "run", "--num_samples=1", "--max_new_tokens=1")[2]
    assert fledge("train", "--init_from=resume", "--out_dir=run", "--max_iters=8")[0] == 0
    assert not left_over.exists()
