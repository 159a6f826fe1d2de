"""float16: the optimizers step together or not at all."""

from pathlib import Path

import pytest
import torch
from torch import Tensor

from fledge.config.load import load_config
from fledge.train.launch import new_launch
from fledge.train.session import Session, new_session
from fledge.train.step import TrainingStep, batches_of
from tests.helpers import TINY


@pytest.fixture
def session(work: Path) -> Session:
    """AdamW, Muon and RowAdagrad with the scaler of float16; the forward pass stays float32, as on every CPU."""
    argv = [*TINY, "--arch=modern", "--ngram_rows=512", "--dtype=float32", "--compile=False"]
    session = new_session(new_launch(load_config(argv)))
    session.scaler = torch.amp.GradScaler("cpu", enabled=True)
    return session


def copies(session: Session) -> dict[str, Tensor]:
    return {name: parameter.detach().clone() for name, parameter in session.model.named_parameters()}


def changed(session: Session, before: dict[str, Tensor]) -> set[str]:
    return {name for name, tensor in session.model.named_parameters() if not torch.equal(tensor, before[name])}


def test_all_step(session: Session) -> None:
    before, step = copies(session), TrainingStep(session, session.model, batches_of(session, "train"))
    for it in range(3):  # some gradients are 0 at first, as the head starts with zeros
        step.run(it)
    assert changed(session, before) == set(before)


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
@pytest.mark.parametrize("which", ["embed", "blocks.0", "lm_head", "table"])
def test_none_steps_if_one_gradient_overflows(session: Session, which: str, value: float) -> None:
    step = TrainingStep(session, session.model, batches_of(session, "train"))
    loss = step.accumulate_gradients(0)
    if which == "table":
        _, sums_BTC = next(part for part in session.model.modules() if hasattr(part, "pending")).pending[0]  # type: ignore[index]
        sums_BTC.grad.view(-1)[3] = value
    else:
        parameter = next(p for name, p in session.model.named_parameters() if name.startswith(which))
        assert parameter.grad is not None
        parameter.grad.view(-1)[3] = value
    before, scale = copies(session), session.scaler.get_scale()
    step.update(loss)
    assert not changed(session, before)
    assert all(not optimizer.state for optimizer in session.optimizers), "no moment was touched either"
    if which != "table":
        assert session.scaler.get_scale() < scale
    step.run(1)
    assert changed(session, before), "the next step is taken"
