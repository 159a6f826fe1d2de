"""Weights in int8: against the numbers they stand for, and as `fledge sample` uses them."""

import copy
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from fledge.common.errors import FledgeError
from fledge.config.shape import ModelShape
from fledge.model.base import GPT, KVCache
from fledge.model.build import build_model
from fledge.model.flops import least_sampling_bytes
from fledge.model.quantize import MAX_KERNEL_ROWS, Int8Linear, converted, int8_problem, quantized
from fledge.texts import say
from fledge.train import choices
from fledge.train.generate import Sampling, generate
from tests.helpers import CHARS, TEXT, TINY, Fledge

CPU = torch.device("cpu")
BF16 = 2**-8  # how far apart neighbouring bfloat16 numbers are, relative to their size
ARCHS = pytest.mark.parametrize("arch", ["gpt2", "modern", "qwen3"])


def shape(arch: str, width: int = 64, block_size: int = 32) -> ModelShape:
    return ModelShape(arch, 2, 2, width, block_size, len(CHARS), arch == "gpt2")


def model(arch: str, width: int = 64) -> GPT:
    torch.manual_seed(0)
    made = build_model(shape(arch, width)).eval()
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.normal_(std=0.2)
    return made


def linear(width: int, out: int, bias: bool) -> nn.Linear:
    torch.manual_seed(0)
    return nn.Linear(width, out, bias)


def meant(made: Int8Linear) -> Tensor:
    """The weight that the integers and their scales stand for."""
    return made.weight.float() * made.scale.float()[:, None]


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize(("width", "out"), [(64, 24), (48, 65), (30, 7)])
@pytest.mark.parametrize("rows", [1, 3, MAX_KERNEL_ROWS, MAX_KERNEL_ROWS + 1, 60])
def test_the_product_is_that_of_the_weight_it_stands_for(rows: int, width: int, out: int, bias: bool) -> None:
    given = linear(width, out, bias)
    made = Int8Linear(given)
    x = torch.randn(rows, width).bfloat16()
    expected = F.linear(x.float(), meant(made), None if made.bias is None else made.bias.float())
    got = made(x)
    assert got.dtype == torch.bfloat16
    torch.testing.assert_close(got.float(), expected, rtol=BF16, atol=2 * BF16 * expected.abs().max().item())


def test_a_weight_moves_by_half_a_step_at_most() -> None:
    given = linear(96, 65, False)
    made = Int8Linear(given)
    steps = made.scale.float()[:, None]
    assert bool(((meant(made) - given.weight).abs() <= 0.501 * steps).all())
    assert made.weight.abs().amax(dim=1).tolist() == [127] * 65
    torch.testing.assert_close(127 * steps[:, 0], given.weight.abs().amax(dim=1), rtol=BF16, atol=0)


def test_few_rows_and_many_agree() -> None:
    made = Int8Linear(linear(128, 50, True))
    x = torch.randn(4, 10, 128).bfloat16()
    many = made(x)
    one_by_one = torch.stack([made(row) for row in x.flatten(0, 1)]).view(many.shape)
    torch.testing.assert_close(one_by_one, many, rtol=2 * BF16, atol=2 * BF16 * many.abs().max().item())


def test_a_row_of_zeros_stays_zero() -> None:
    given = linear(32, 4, False)
    nn.init.zeros_(given.weight)
    assert Int8Linear(given)(torch.randn(2, 32).bfloat16()).tolist() == [[0.0] * 4] * 2


@ARCHS
def test_every_matrix_is_int8_and_all_else_bfloat16(arch: str) -> None:
    made = quantized(model(arch))
    assert not any(isinstance(module, nn.Linear) for module in made.modules())
    matrices = [module for module in made.modules() if isinstance(module, Int8Linear)]
    assert len(matrices) == (7 if arch == "qwen3" else 4) * made.shape.n_layer + 1
    assert {matrix.weight.dtype for matrix in matrices} == {torch.int8}
    assert {parameter.dtype for parameter in made.parameters()} == {torch.bfloat16}
    assert {keys.dtype for keys in KVCache.empty(made, 1).keys} == {torch.bfloat16}


def test_a_tied_table_stays_the_embeddings() -> None:
    given = model("gpt2")
    table = given.get_parameter("transformer.wte.weight").detach().bfloat16()
    made = quantized(given)
    assert torch.equal(made.get_parameter("transformer.wte.weight"), table)


@ARCHS
def test_logits_are_those_of_the_weights_meant(arch: str) -> None:
    """As near to them as bfloat16 comes that has the same weights; and all near to the model they were made of."""
    given = model(arch)
    made, exact = quantized(copy.deepcopy(given)), copy.deepcopy(given)
    for name, matrix in made.named_modules():
        if isinstance(matrix, Int8Linear):
            exact.get_submodule(name).weight = nn.Parameter(meant(matrix))
    ids = torch.randint(len(CHARS), (3, 32))
    with torch.no_grad():
        before, expected, got = (each.all_logits(ids) for each in (given, exact, made))
        rounded = exact.bfloat16().all_logits(ids)
    assert (got - expected).abs().max() <= 2 * (rounded - expected).abs().max()
    assert torch.corrcoef(torch.stack((before.flatten(), got.flatten())))[0, 1] > 0.999


def train(made: GPT, ids: Tensor) -> None:
    """Enough that the model is sure of what it says: that is where rounding would show."""
    optimizer = torch.optim.AdamW(made.parameters(), 3e-3)
    for _ in range(60):
        starts = torch.randint(len(ids) - 33, (8,))
        windows = torch.stack([ids[start : start + 33] for start in starts.tolist()])
        made(windows[:, :-1], windows[:, 1:]).backward()
        optimizer.step()
        optimizer.zero_grad()


@torch.no_grad()
def loss(made: GPT, ids: Tensor) -> float:
    windows = ids[: 32 * 33].view(32, 33)
    return F.cross_entropy(made.all_logits(windows[:, :-1]).flatten(0, 1), windows[:, 1:].flatten()).item()


@ARCHS
def test_a_trained_model_loses_next_to_nothing(arch: str) -> None:
    torch.manual_seed(0)
    made, ids = build_model(shape(arch)), torch.tensor([CHARS.index(char) for char in TEXT])
    untrained = loss(made, ids)
    train(made, ids)
    exact = loss(made, ids)
    assert exact < untrained - 0.5
    for dtype in ("bfloat16", "int8"):
        assert abs(loss(converted(copy.deepcopy(made), dtype), ids) - exact) < 0.01


@ARCHS
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8"])
def test_the_cache_gives_what_reading_it_all_gives(arch: str, dtype: str) -> None:
    made = converted(model(arch), dtype)
    ids = torch.randint(len(CHARS), (2, 32))
    cache = KVCache.empty(made, 2)
    with torch.no_grad():
        parts = [made.logits(ids[:, :20], cache), *(made.logits(ids[:, t : t + 1], cache) for t in range(20, 32))]
        expected = made.all_logits(ids)[:, 19:].transpose(0, 1)
    error = 1e-4 if dtype == "float32" else 8 * BF16
    torch.testing.assert_close(torch.stack(parts), expected, rtol=0, atol=error * expected.abs().max().item())


@ARCHS
@pytest.mark.parametrize("width", [64, 60])  # torch's kernel can't take the second
def test_int8_samples(arch: str, width: int) -> None:
    made = quantized(model(arch, width))
    first, again = (list(generate(made, [1, 2, 3], 3, 70, Sampling())) for _ in range(2))
    assert len(first) == 70
    assert first == again


@ARCHS
def test_the_least_memory_is_what_an_int8_model_holds(arch: str) -> None:
    made = quantized(model(arch))
    matrices = [module for module in made.modules() if isinstance(module, Int8Linear)]
    cache = KVCache.empty(made, 3)
    biases = [matrix.bias for matrix in matrices if matrix.bias is not None]
    held = [*made.parameters(), *(matrix.weight for matrix in matrices), *biases, *cache.keys, *cache.values]
    assert least_sampling_bytes(made.shape, 3, 1) == sum(tensor.nbytes for tensor in held)


@pytest.mark.parametrize(
    ("bfloat16", "int8", "best", "reason"),
    [
        (2.0, 4.0, "int8", "4.0x float32 at this size"),
        (2.0, 2.1, "bfloat16", "2.0x float32 at this size"),
        (0.7, 1.2, "int8", "1.2x float32 at this size"),
        (0.7, 1.05, "float32", "bfloat16 and int8 gain nothing at this size"),
    ],
)
def test_auto_takes_what_is_worth_its_rounding(
    monkeypatch: pytest.MonkeyPatch, bfloat16: float, int8: float, best: str, reason: str
) -> None:
    gains = {"bfloat16": bfloat16, "int8": int8}
    monkeypatch.setattr(choices, "cpu_has_bf16", lambda: (True, "found"))
    monkeypatch.setattr(choices, "sampling_speedup", lambda shape, samples, dtype: gains[dtype])
    chosen, why = choices.choose_weights("auto", CPU, shape("gpt2"), 1)
    assert (chosen, str(why)) == (best, reason)


def test_auto_does_without_int8_and_without_bfloat16(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "cpu_has_bf16", lambda: (True, "found"))
    monkeypatch.setattr(choices, "sampling_speedup", lambda *_: 3.0)
    monkeypatch.delattr(torch, "_weight_int8pack_mm")
    assert choices.choose_weights("auto", CPU, shape("gpt2"), 1)[0] == "bfloat16"
    without = say("runtime.cpu_no_bf16")
    monkeypatch.setattr(choices, "cpu_has_bf16", lambda: (False, without))
    assert choices.choose_weights("auto", CPU, shape("gpt2"), 1) == ("float32", without)


@pytest.mark.parametrize("device", ["cuda", "mps"])
def test_int8_is_for_the_cpu(device: str) -> None:
    with pytest.raises(FledgeError, match="dtype=int8 is for the CPU"):
        choices.choose_weights("int8", torch.device(device), shape("gpt2"), 1)


def test_this_torch_multiplies_int8() -> None:
    assert int8_problem() is None


@pytest.fixture
def run(work: Path, fledge: Fledge) -> Path:
    assert fledge("train", *TINY, "--out_dir=runs/first")[0] == 0
    return work / "runs/first"


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8"])
def test_sample_in_every_format(run: Path, fledge: Fledge, dtype: str) -> None:
    command = ["sample", "--num_samples=2", "--max_new_tokens=40", "--start=abc", f"--dtype={dtype}"]
    code, out, err = fledge(*command)
    assert code == 0
    assert [len(part) for part in out.split("---------------\n")] == [3 + 40 + 1] * 2
    assert f"({dtype} weights: as asked)" in err
    assert fledge(*command)[1] == out


def test_sample_says_what_auto_chose(run: Path, fledge: Fledge) -> None:
    _, out, err = fledge("sample", "--num_samples=1", "--max_new_tokens=20")
    chosen = err.rpartition(" weights:")[0].rpartition("(")[2]
    assert chosen in ("float32", "bfloat16", "int8")
    assert fledge("sample", "--num_samples=1", "--max_new_tokens=20", f"--dtype={chosen}")[1] == out


def test_sample_without_int8_says_so(run: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(torch, "_weight_int8pack_mm")
    code, out, err = fledge("sample", "--dtype=int8")
    assert (code, out) == (2, "")
    assert "dtype=int8 can't be used: torch" in err
    assert len(err.splitlines()) == 1
