"""What the processes of a run share, exchange and agree on."""

import math
from typing import Any
from unittest import mock

import pytest
import torch
import torch.distributed as dist
from torch import Tensor

from fledge.common.errors import FledgeError
from fledge.config.checks import check_accumulation
from fledge.optim import muon
from fledge.parallel.owners import rows_of, share_out
from fledge.parallel.shards import local_part
from fledge.parallel.wrap import Parallel, exchanging_gradients
from fledge.train.session import Session
from tests.parallel.ranks import in_processes, tiny_session, tiny_step

BOTH: tuple[Parallel, ...] = ("ddp", "fsdp")
MODERN = ["--arch=modern", "--ngram_rows=97", "--n_layer=3"]


def held_bytes(session: Session) -> int:
    """Bytes of the weights, gradients and optimizer state that this process holds."""
    model = session.model
    tensors = [*model.parameters(), *(parameter.grad for parameter in model.parameters())]
    tensors += [
        value for optimizer in session.optimizers for entry in optimizer.state.values() for value in entry.values()
    ]
    storages = [local_part(tensor).untyped_storage() for tensor in tensors if tensor is not None]
    return sum({storage.data_ptr(): storage.nbytes() for storage in storages}.values())  # DDP's gradients share some


def count_bytes() -> dict[str, int]:
    found: dict[str, int] = {}
    for parallel in BOTH:
        session = tiny_session(["--n_embd=64", "--n_layer=4", "--vocab_size=52"], parallel)
        step = tiny_step(session)
        step.run(0)
        step.accumulate_gradients(1)
        found[parallel] = held_bytes(session)
    return found


def test_fsdp_on_four_processes_holds_a_quarter() -> None:
    for found in in_processes(count_bytes, 4):
        assert found["fsdp"] == pytest.approx(0.25 * found["ddp"], rel=0.02)


def local_copies(session: Session) -> list[Tensor]:
    return [local_part(parameter.detach()).clone() for parameter in session.model.parameters()]


def count_orthogonalised(parallel: Parallel) -> int:
    """Matrices that this process orthogonalises in a step."""
    step, count = tiny_step(tiny_session(MODERN, parallel)), 0

    def counting(matrices: Tensor, steps: int = 5) -> Tensor:
        nonlocal count
        count += len(matrices)
        return original(matrices, steps)

    original = muon.orthogonalise
    with mock.patch.object(muon, "orthogonalise", counting):
        step.run(0)
    return count


def first_micro_step(parallel: Parallel) -> tuple[float | None, float | None]:
    """The gradient norm here after a micro-step without an exchange, and after another with one."""
    session = tiny_session(MODERN, parallel)
    step, norms = tiny_step(session), []
    for exchange in (False, True):
        x, y = step.batches.training(dist.get_rank(), 0)
        with exchanging_gradients(step.model, exchange):
            step.model(x, y, session.model.lookup(x)).backward()
        gradient = session.model.lm_head.weight.grad
        norms.append(None if gradient is None else local_part(gradient).norm().item())
    return norms[0], norms[1]


def separate_gradients() -> int:
    """Gradients of DDP that do not lie in memory with others, in the midst of accumulating."""
    session = tiny_session(MODERN, "ddp")
    step = tiny_step(session)
    step.run(0)
    x, y = step.batches.training(dist.get_rank(), 0)
    with exchanging_gradients(step.model, False):
        step.model(x, y, session.model.lookup(x)).backward()
    storages = [p.grad.untyped_storage().data_ptr() for p in session.model.parameters() if p.grad is not None]
    return sum(storages.count(storage) == 1 for storage in storages)


def is_stepped(parallel: Parallel, where: str) -> bool:
    """Whether this process steps, with on_nan=skip, if something of the second process alone is not finite."""
    session = tiny_session([*MODERN, "--on_nan=skip"], parallel)
    step, before = tiny_step(session), local_copies(session)
    loss = step.accumulate_gradients(0)
    if dist.get_rank() == 1 and where == "loss":
        loss = torch.tensor(math.inf)
    if dist.get_rank() == 1 and where == "table":
        pending = session.model.ngrams.pending  # type: ignore[union-attr]
        pending[0][1].grad[0, 0, 0] = math.nan  # type: ignore[index]
    step.update(loss)
    return any(not torch.equal(a, b) for a, b in zip(before, local_copies(session), strict=True))


def scale_after_overflow(parallel: Parallel) -> tuple[float, float, float]:
    """The scale before and after a step whose gradients overflow in the second process's shard, and after another."""
    session = tiny_session(MODERN, parallel, scaled=True)
    step, scales = tiny_step(session), [session.scaler.get_scale()]
    for it in range(2):
        loss = step.accumulate_gradients(it)
        gradient = local_part(session.model.lm_head.weight.grad)  # type: ignore[arg-type]
        if it == 0 and (dist.get_rank() == 1 or parallel == "ddp"):
            gradient[0, 0] = math.inf
        step.update(loss)
        scales.append(session.scaler.get_scale())
    return scales[0], scales[1], scales[2]


def share_all() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for parallel in BOTH:
        found[f"orthogonalised {parallel}"] = count_orthogonalised(parallel)
        found[f"micro-step {parallel}"] = first_micro_step(parallel)
        for where in ("nowhere", "loss", "table"):
            found[f"{where} {parallel}"] = is_stepped(parallel, where)
        found[f"scale {parallel}"] = scale_after_overflow(parallel)
    found["separate"] = separate_gradients()
    return found


@pytest.fixture(scope="module")
def ranks() -> list[dict[str, Any]]:
    return in_processes(share_all, 2)


@pytest.mark.parametrize("parallel", BOTH)
def test_muon_orthogonalises_each_matrix_once(ranks: list[dict[str, Any]], parallel: str) -> None:
    """Three blocks with four matrices each; a process with large ones has fewer of them."""
    assert [found[f"orthogonalised {parallel}"] for found in ranks] == [5, 7]


def test_ddp_exchanges_gradients_after_the_last_micro_step_and_fsdp_in_each(ranks: list[dict[str, Any]]) -> None:
    (first, second), (other_first, other_second) = (found["micro-step ddp"] for found in ranks)
    assert first != other_first, "each process has its own sum"
    assert second == other_second, "now all have the mean"
    for found in ranks:
        before, after = found["micro-step fsdp"]
        assert before is not None, "a shard has the mean of the first, and no process a whole gradient"
        assert after > before


def test_ddp_accumulates_in_what_it_sends(ranks: list[dict[str, Any]]) -> None:
    """Else it would hold all gradients twice."""
    for found in ranks:
        assert found["separate"] == 0


@pytest.mark.parametrize("parallel", BOTH)
def test_all_step_or_none(ranks: list[dict[str, Any]], parallel: str) -> None:
    assert [found[f"nowhere {parallel}"] for found in ranks] == [True, True]
    assert [found[f"loss {parallel}"] for found in ranks] == [False, False]
    assert [found[f"table {parallel}"] for found in ranks] == [False, False]


@pytest.mark.parametrize("parallel", BOTH)
def test_an_overflow_of_one_lowers_the_scale_of_all(ranks: list[dict[str, Any]], parallel: str) -> None:
    for before, lowered, after in (found[f"scale {parallel}"] for found in ranks):
        assert lowered == before / 2
        assert after == lowered


def test_work_is_shared_out_among_those_who_can() -> None:
    assert share_out([4.0, 3.0, 3.0], 2, [[0, 1], [0], [0, 1]]) == [0, 0, 1]


def test_work_is_shared_out_evenly() -> None:
    owners = share_out([8.0, 1, 1, 4, 1, 1, 4, 4], 3)
    assert sorted(
        sum(w for w, o in zip([8.0, 1, 1, 4, 1, 1, 4, 4], owners, strict=True) if o == p) for p in range(3)
    ) == [8, 8, 8]
    assert share_out([], 4) == []
    assert share_out([1.0, 1.0], 4) == [0, 1]


@pytest.mark.parametrize("rows", [0, 1, 3, 4, 5, 8, 51])
def test_rows_are_torchs_chunks(rows: int) -> None:
    """As FSDP shards them: torch.chunk, with empty shards for the processes that are left over."""
    chunks = [len(chunk) for chunk in torch.chunk(torch.empty(rows, 2), 4)] if rows else []
    held = [rows_of(process, rows, 4) for process in range(4)]
    assert [part.stop - part.start for part in held] == [*chunks, 0, 0, 0, 0][:4]


@pytest.mark.parametrize(
    ("steps", "size", "advice"),
    [
        (40, 3, "Try --gradient_accumulation_steps=39 or --gradient_accumulation_steps=42, or 2 processes."),
        (1, 2, "Try --gradient_accumulation_steps=2, or 1 process."),
        (5, 8, "Try --gradient_accumulation_steps=8, or 5 processes."),
        (7, 4, "Try --gradient_accumulation_steps=4 or --gradient_accumulation_steps=8, or 1 process."),
    ],
)
def test_accumulation_that_does_not_divide(steps: int, size: int, advice: str) -> None:
    check_accumulation(size, size)
    with pytest.raises(FledgeError) as error:
        check_accumulation(steps, size)
    assert (
        str(error.value) == f"gradient_accumulation_steps={steps} can't be shared equally by {size} processes. {advice}"
    )
