"""DDP and FSDP, in real processes, train as one process does."""

import itertools
from typing import Any

import pytest
import torch
import torch.distributed as dist

from fledge.config.schema import Config
from fledge.model.base import GPT
from fledge.parallel.shards import is_sharded, plain_copy
from fledge.parallel.wrap import Parallel
from fledge.train.evaluate import Evaluator
from fledge.train.generate import Sampling, generate
from tests.parallel.ranks import Windows, in_processes, losses_and_norms, tiny_session

# The processes add the same float32 numbers in another order. Each sum may differ by a few roundings of 6e-8, and 50
# updates carry them on: the losses, of about 4, stay within 5e-7 of each other. A gradient that is
# clipped by a part of its norm, or of other batches, is off by more than ten tolerances (test_tolerance).
TOLERANCE = 1e-5
ARCHS = {
    "gpt2": ["--arch=gpt2", "--bias=True", "--learning_rate=3e-3", "--warmup_iters=0", "--mask_documents=True"],
    "qwen3": ["--arch=qwen3", "--n_kv_head=1", "--weight_decay=0.1"],
    "modern": ["--arch=modern", "--ngram_rows=97", "--ngram_counts=500", "--ngram_dropout=0"],
}
QUICK, MANY_STEPS = ("modern",), 50  # the slow tests train all of them, and for longer
TIED = ["--arch=llama", "--tie_embeddings=True"]
DROPOUT = ["--arch=gpt2", "--dropout=0.3", "--learning_rate=3e-3", "--warmup_iters=0"]
BOTH: tuple[Parallel, ...] = ("ddp", "fsdp")


def whole_weights(model: GPT) -> dict[str, list[float]]:
    copy = plain_copy(model, keep=True)
    assert copy is not None
    return {name: parameter.flatten().tolist() for name, parameter in copy.named_parameters()}


class EvalWindows(Windows):
    """What an Evaluator needs of a split."""

    @property
    def parts(self) -> list[tuple[str, float, "EvalWindows"]]:
        return [("all", 1.0, self)]

    def random(self, seed: int, stream: int, number: int) -> tuple[torch.Tensor, torch.Tensor]:
        return self.training(100 * stream + number, 0)


def evaluated(session: Any, config: Config) -> tuple[float, float]:
    windows: Any = EvalWindows(config)
    losses = Evaluator(config, session.runtime, windows, windows, None).losses(session.model)
    return losses.train, losses.val


def sampled(model: GPT) -> list[int | None]:
    return [row[0] for row in generate(model, [1, 2, 3], 1, 20, Sampling())]


def accumulating(processes: int) -> str:
    """Two micro-batches for each process: gradients are added up in one process, and between them."""
    return f"--gradient_accumulation_steps={2 * processes}"


def train_all(steps: int) -> dict[str, Any]:
    """Every comparison in one go: starting processes takes longer than most of them."""
    size = dist.get_world_size()
    archs = ARCHS if steps == MANY_STEPS else QUICK
    found: dict[str, Any] = {"processes": size, "steps": steps, "archs": list(archs)}
    for parallel, name in itertools.product(BOTH, archs):
        session = tiny_session([*ARCHS[name], accumulating(size)], parallel)
        found[f"{name} {parallel}"] = losses_and_norms(session, steps)
        if parallel == "fsdp":
            found[f"{name} weights"] = whole_weights(session.model)
            # Three batches: the processes do not have equally many.
            found[f"{name} evaluated"] = evaluated(session, session.config.with_values("test", eval_iters=3))
            assert all(is_sharded(p) for p in session.model.parameters()), "nothing stays gathered"
            copy = plain_copy(session.model, keep=session.runtime.is_main)
            found[f"{name} sampled"] = sampled(copy) if copy is not None else None
            found[f"{name} after"] = losses_and_norms(session, 1)  # evaluating and sampling broke nothing
    for parallel in BOTH:
        found[f"tied {parallel}"] = losses_and_norms(tiny_session(TIED, parallel), 5)
        for again in (False, True):
            argv = [*DROPOUT, f"--checkpoint_activations={again}"]
            found[f"dropout {parallel} {again}"] = losses_and_norms(tiny_session(argv, parallel), 5)
    return found


def slow(processes: int, steps: int) -> Any:
    return pytest.param((processes, steps), marks=pytest.mark.slow)


@pytest.fixture(
    scope="module",
    params=[(2, 6), slow(2, MANY_STEPS), slow(4, MANY_STEPS)],
    ids=lambda value: f"{value[0]} processes, {value[1]} steps",
)
def found(request: pytest.FixtureRequest) -> dict[str, Any]:
    processes, steps = request.param
    return in_processes(train_all, processes, steps)[0]


def close(expected: Any) -> Any:
    return pytest.approx(torch.tensor(expected).numpy(), abs=TOLERANCE)


@pytest.mark.parametrize("name", ARCHS)
def test_many_processes_train_as_one(found: dict[str, Any], name: str) -> None:
    """With accumulation and clipping: the losses and the gradient norms of all, and the weights at the end."""
    if name not in found["archs"]:
        pytest.skip("in the slow tests")
    one = tiny_session([*ARCHS[name], accumulating(found["processes"])])
    alone = losses_and_norms(one, found["steps"])
    assert alone[-1][0] < alone[0][0] - 0.1, "it learns, or equal losses would say little"
    assert max(norm for _, norm in alone) > one.config.grad_clip, "something is clipped"
    for parallel in BOTH:
        assert torch.tensor(found[f"{name} {parallel}"]).numpy() == close(alone)
    weights = {key: parameter.flatten().tolist() for key, parameter in one.model.named_parameters()}
    assert found[f"{name} weights"].keys() == weights.keys()
    for key, values in weights.items():
        assert found[f"{name} weights"][key] == pytest.approx(values, abs=100 * TOLERANCE), key
    assert found[f"{name} evaluated"] == pytest.approx(
        evaluated(one, one.config.with_values("test", eval_iters=3)), abs=TOLERANCE
    )
    assert found[f"{name} sampled"] == sampled(one.model)
    assert found[f"{name} after"] == close(losses_and_norms(one, 1))


def test_tied_embeddings(found: dict[str, Any]) -> None:
    alone = losses_and_norms(tiny_session(TIED), 5)
    for parallel in BOTH:
        assert torch.tensor(found[f"tied {parallel}"]).numpy() == close(alone)


def test_dropout_and_activation_checkpoints(found: dict[str, Any]) -> None:
    """Each process drops other units, the same under DDP and FSDP; recomputing drops them again, bit for bit."""
    for parallel in BOTH:
        assert found[f"dropout {parallel} True"] == found[f"dropout {parallel} False"]
    assert torch.tensor(found["dropout ddp False"]).numpy() == close(found["dropout fsdp False"])
    assert found["dropout ddp False"] != losses_and_norms(tiny_session(DROPOUT), 5)


@pytest.mark.slow
def test_tolerance() -> None:
    """What the tolerance must tell apart: other batches, or gradients that are clipped less, are far outside of it."""
    for name, argv in ARCHS.items():
        argv = [*argv, accumulating(processes=2)]
        right = losses_and_norms(tiny_session(argv), 15)
        clipped_less = losses_and_norms(tiny_session([*argv, "--grad_clip=0.707"]), 15)
        other_batches = losses_and_norms(tiny_session([*argv, "--seed=1338"]), 15)
        for wrong in (clipped_less, other_batches):
            far = max(abs(a[0] - b[0]) for a, b in zip(right, wrong, strict=True))
            assert far > 10 * TOLERANCE, name
