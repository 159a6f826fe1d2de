"""arch=gpt2 is nanoGPT's model: same weights for a seed, same loss, same first steps.

golden/nanogpt_losses.json was computed with fledge after its 20 losses had been compared with those of nanoGPT
itself on the same batches (largest difference 1e-6, float32, torch 2.13.0). If this fails, the model, the
initialisation, AdamW's groups or clipping changed: nanoGPT's users would notice. Only if that is what you want,
write the new numbers with `python tests/test_nanogpt_parity.py`.
"""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from fledge.config.load import load_config
from fledge.config.shape import ModelShape
from fledge.data.loader import TRAIN, Batches
from fledge.model.gpt2 import GPT2
from fledge.optim.build import build_optimizers

GOLDEN = Path(__file__).parent / "golden" / "nanogpt_losses.json"
SHAPE = ModelShape("gpt2", 4, 4, 128, 64, 65, False)


def tokens() -> np.ndarray:
    """Text-like tokens that need no file: a walk with structure at several scales."""
    i = np.arange(50_000)
    return ((i * 7 + (i // 11) * 5 + (i // 101) * (i % 3)) % 65).astype(np.uint16)


def first_losses(bias: bool) -> list[float]:
    config = load_config(["--learning_rate=1e-3", "--beta2=0.99", "--vocab_size=65"])
    torch.manual_seed(1337)
    model = GPT2(ModelShape("gpt2", 4, 4, 128, 64, 65, bias))
    (optimizer,) = build_optimizers(model, config, "cpu")
    batches = Batches(tokens(), "train", 64, 12, 65, torch.device("cpu"))
    losses = []
    for it in range(20):
        loss = model(*batches.random(1337, TRAIN, it))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize("bias", [False, True])
def test_the_first_20_losses(bias: bool) -> None:
    golden = json.loads(GOLDEN.read_text())["bias" if bias else "no bias"]
    assert first_losses(bias) == pytest.approx(golden, abs=1e-5)


def test_nanogpts_names_and_shapes() -> None:
    state = GPT2(SHAPE).state_dict()
    assert list(state)[:3] == ["transformer.wte.weight", "transformer.wpe.weight", "transformer.h.0.ln_1.weight"]
    assert list(state)[-2:] == ["transformer.ln_f.weight", "lm_head.weight"]
    assert state["transformer.h.3.attn.c_attn.weight"].shape == (384, 128)
    assert state["transformer.wte.weight"].data_ptr() == state["lm_head.weight"].data_ptr()


def test_the_initial_weights() -> None:
    torch.manual_seed(1337)
    model = GPT2(SHAPE)
    assert model.lm_head.weight.std().item() == pytest.approx(0.02, rel=0.05)
    projections = [p for name, p in model.named_parameters() if name.endswith("c_proj.weight")]
    assert torch.stack([p.std() for p in projections]).mean().item() == pytest.approx(0.02 / 8**0.5, rel=0.05)


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({"no bias": first_losses(False), "bias": first_losses(True)}, indent=1) + "\n")
