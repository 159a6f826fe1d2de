"""checkpoint_activations: the same training, bit for bit, with less kept for the backward pass."""

import pytest
import torch

from fledge.model.base import GPT
from tests.parallel.ranks import losses_and_norms, tiny_session

MODELS = {
    "gpt2": ["--arch=gpt2", "--dropout=0.3", "--mask_documents=True"],
    "llama": ["--arch=llama", "--dropout=0.3", "--tie_embeddings=True"],
    "qwen3": ["--arch=qwen3", "--n_kv_head=1"],
    "modern": ["--arch=modern", "--dropout=0.3", "--ngram_rows=97", "--mask_documents=True"],
}


def kept_bytes(model: GPT) -> int:
    """Bytes that autograd keeps for the backward pass, without the weights."""
    weights = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
    kept: dict[int, int] = {}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in weights:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    x = torch.ones(2, 12, dtype=torch.long)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        loss = model(x, x)
    loss.backward()
    return sum(kept.values())


@pytest.mark.parametrize("name", MODELS)
def test_the_losses_are_the_same_bit_for_bit(name: str) -> None:
    kept, again = (tiny_session([*MODELS[name], f"--checkpoint_activations={flag}"]) for flag in (False, True))
    losses = []
    for session in (kept, again):
        torch.manual_seed(1)  # of the dropout
        losses.append(losses_and_norms(session, 3))
    assert losses[0] == losses[1]
    for one, other in zip(kept.model.parameters(), again.model.parameters(), strict=True):
        assert torch.equal(one, other)
    assert kept_bytes(again.model) < 0.5 * kept_bytes(kept.model)
