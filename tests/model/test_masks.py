"""mask_documents: a token sees its own document alone, with every kernel, and nothing changes where it is off."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from fledge.common.progress import nowhere
from fledge.config.load import load_config
from fledge.config.schema import Config
from fledge.config.shape import ModelShape
from fledge.hardware.calibration import Calibration
from fledge.model.attention import QUERIES, Attend, Documents, attend, document_ids
from fledge.model.base import GPT
from fledge.model.build import build_model
from fledge.plan.inductor import compiled_trace
from fledge.plan.timing.iterations import StepVariant, remembered_iteration_seconds
from fledge.plan.trace import trace_step
from fledge.tokenizer.base import ByteTokenizer
from fledge.train.generate import Sampling, generate
from fledge.train.pretrained import open_pretrained
from tests.helpers import TEXT, TINY, Fledge, read_events, write_dataset

END = 7
ARCHS = ("gpt2", "modern", "qwen3")
WAYS: tuple[Attend, ...] = ("sdpa", "matmul")
COMPILED = {("gpt2", 24, "sdpa"), ("modern", 24, "matmul"), ("qwen3", 24, "sdpa")}  # each in the fast tests once


def random_model(arch: str, how: Attend = "sdpa", block_size: int = 300, layers: int = 2) -> GPT:
    """In float64, and with weights that all matter."""
    torch.manual_seed(0)
    rows = 70 if arch == "modern" else 0
    shape = ModelShape(arch, layers, 2, 16, block_size, 50, bias=arch == "gpt2", ngram_rows=rows)
    model = build_model(shape, how=how).double().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(std=0.2)
    model.document_end = END
    return model


def documents_of(*lengths: int) -> list[Tensor]:
    """Documents of random tokens, each but the last with its end."""
    generator = torch.Generator().manual_seed(1)
    made = [torch.randint(8, 50, (1, length), generator=generator) for length in lengths]
    for document in made[:-1]:
        document[0, -1] = END
    return made


def naive(q: Tensor, k: Tensor, v: Tensor, ids_BT: Tensor) -> Tensor:
    """Query by query, over the keys it may see."""
    y = torch.empty_like(v)
    for b in range(q.size(0)):
        for t in range(q.size(2)):
            seen = [s for s in range(t + 1) if ids_BT[b, s] == ids_BT[b, t]]
            scores = (q[b, :, t, None] * k[b][:, seen]).sum(-1) / q.size(3) ** 0.5
            y[b, :, t] = (scores.softmax(-1)[:, :, None] * v[b][:, seen]).sum(1)
    return y


def test_an_end_belongs_to_the_document_it_ends() -> None:
    tokens = torch.tensor([[1, 2, END, 3, END, END, 4], [END, 1, 1, 1, 1, 1, END]])
    assert document_ids(tokens, END).tolist() == [[0, 0, 0, 1, 1, 2, 3], [0, 1, 1, 1, 1, 1, 1]]


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("T", [1, 5, 40, QUERIES + 1, pytest.param(2 * QUERIES + 44, marks=pytest.mark.slow)])
def test_attention_as_a_naive_one(how: Attend, T: int) -> None:
    generator = torch.Generator().manual_seed(T)
    q, k, v = (torch.randn(2, 2, T, 8, generator=generator, dtype=torch.float64).requires_grad_() for _ in range(3))
    tokens = torch.randint(0, 3 * END, (2, T), generator=generator)
    tokens[0] = 0  # one of the windows is one document
    expected = naive(q, k, v, document_ids(tokens, END))
    found = attend(q, k, v, how, documents=Documents(tokens, END))
    torch.testing.assert_close(found, expected)
    weight = torch.randn(found.shape, generator=generator, dtype=torch.float64)
    for mine, right in zip(
        torch.autograd.grad((found * weight).sum(), (q, k, v)),
        torch.autograd.grad((expected * weight).sum(), (q, k, v)),
        strict=True,
    ):
        torch.testing.assert_close(mine, right)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("how", WAYS)
def test_long_windows_whose_first_keys_are_all_hidden(how: Attend, dtype: torch.dtype) -> None:
    """Kernels that go over the keys in blocks meet some in which a query sees nothing."""
    generator = torch.Generator().manual_seed(0)
    q, k, v = (torch.randn(1, 1, 2100, 16, generator=generator).to(dtype).requires_grad_() for _ in range(3))
    tokens = torch.zeros(1, 2100, dtype=torch.long)
    tokens[0, [1599, 2097]] = END
    found = attend(q, k, v, how, documents=Documents(tokens, END))
    alone = attend(q[:, :, 1600:2098], k[:, :, 1600:2098], v[:, :, 1600:2098], how)
    near = 1e-5 if dtype == torch.float32 else 1e-2
    torch.testing.assert_close(found[:, :, 1600:2098], alone, atol=near, rtol=near)
    gradients = torch.autograd.grad(found.float().square().sum(), (q, k, v))
    assert all(torch.isfinite(gradient).all() for gradient in gradients)


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("lengths", [(9, 14), (1, 1, 20), (140, 150)])
def test_a_document_in_a_window_is_a_document_alone(lengths: tuple[int, ...], how: Attend) -> None:
    """arch modern knows positions by their distances alone, so it does not matter where a document stands."""
    model, documents = random_model("modern", how), documents_of(*lengths)
    together = model.all_logits(torch.cat(documents, dim=1))
    alone = torch.cat([model.all_logits(document) for document in documents], dim=1)
    torch.testing.assert_close(together, alone, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("lengths", [(9, 14), (140, 150)])
def test_gpt2_sees_one_document_at_its_positions(lengths: tuple[int, ...], how: Attend) -> None:
    model, documents = random_model("gpt2", how), documents_of(*lengths)
    together, place = model.all_logits(torch.cat(documents, dim=1)), 0
    positions = model.transformer["wpe"].weight  # type: ignore[union-attr,index]
    before = positions.detach().clone()
    for document in documents:
        with torch.no_grad():
            positions.copy_(before.roll(-place, dims=0))
        alone = model.all_logits(document)
        torch.testing.assert_close(together[:, place : place + document.size(1)], alone, atol=1e-5, rtol=1e-5)
        place += document.size(1)


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("arch", ARCHS)
def test_no_gradient_crosses(arch: str, how: Attend) -> None:
    """What one document's loss teaches is the same whatever stands before it; the loss counts every target."""
    model = random_model(arch, how)
    first, second = documents_of(150, 60)
    gradients = []
    for other in (first, torch.cat((first[:, :1] + 1, first[:, 1:-1].flip(1), first[:, -1:]), dim=1)):
        x = torch.cat((other, second), dim=1)
        y = torch.full_like(x, -1)
        y[:, 150:-1] = x[:, 151:]
        model.zero_grad()
        model(x, y, model.lookup(x)).backward()
        gradients.append({name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None})
    for name, gradient in gradients[0].items():
        torch.testing.assert_close(gradient, gradients[1][name])
    x = torch.cat((first, second), dim=1)
    x, y = x[:, :-1], x[:, 1:]
    expected = F.cross_entropy(model.all_logits(x).flatten(0, 1), y.flatten())  # the token after an end among them
    torch.testing.assert_close(model(x, y).float(), expected, atol=1e-5, rtol=1e-5)


def test_ngrams_stay_inside() -> None:
    model = random_model("modern")
    first, second = documents_of(20, 30)
    x = torch.cat((first, second), dim=1)
    alone = torch.cat([model.lookup(part) for part in (first, second)], dim=1)  # type: ignore[misc]
    torch.testing.assert_close(model.lookup(x), alone)


@pytest.mark.parametrize(
    ("arch", "block_size", "how"),
    [
        pytest.param(arch, size, how, marks=[] if (arch, size, how) in COMPILED else [pytest.mark.slow])
        for arch in ARCHS
        for size in (24, 2 * QUERIES)
        for how in WAYS
    ],
)
def test_a_compiled_step_is_the_same(arch: str, block_size: int, how: Attend) -> None:
    """By its graph: what runs is torch's business, and tested with a run that is compiled."""
    model = random_model(arch, how, block_size, layers=1)
    x = torch.cat(documents_of(10, block_size - 10), dim=1)
    y = x.roll(-1, dims=1)
    torch._dynamo.reset()
    compiled = torch.compile(model, backend="aot_eager")
    expected = model(x, y, model.lookup(x))
    found = compiled(x, y, model.lookup(x))
    torch.testing.assert_close(found, expected)
    right = torch.autograd.grad(expected, [p for p in model.parameters() if p.requires_grad], allow_unused=True)
    mine = torch.autograd.grad(found, [p for p in model.parameters() if p.requires_grad], allow_unused=True)
    for a, b in zip(mine, right, strict=True):
        torch.testing.assert_close(a, b)


@pytest.mark.parametrize("arch", ARCHS)
def test_samples_continue_the_last_document_alone(arch: str) -> None:
    model = random_model(arch)
    first, second = ([int(token) for token in document[0]] for document in documents_of(12, 5))

    def sample(prompt: list[int], count: int = 8) -> list[int | None]:
        return [row[0] for row in generate(model, prompt, 1, count, Sampling(temperature=0))]

    assert sample(first + second) == sample(second)
    # After an end the first token knows what came before, and the others follow from it alone.
    begun = sample(first)
    assert begun[0] == int(model.all_logits(torch.tensor([first]))[0, -1].argmax())
    assert begun[1:] == sample([begun[0]], 7)
    model.document_end = None
    assert sample(first + second) != sample(second)


# ---- runs and plans -----------------------------------------------------------------------------------------------


def write_documents(path: Path) -> None:
    """A dataset of bytes, with an end every 50 or so."""
    write_dataset(path)
    tokenizer = ByteTokenizer()
    assert tokenizer.eot is not None
    ids = tokenizer.encode(TEXT).astype(np.uint16)
    ids[::53] = tokenizer.eot
    cut = int(len(ids) * 0.9)
    ids[:cut].tofile(path / "train.bin")
    ids[cut:].tofile(path / "val.bin")
    about = json.loads((path / "dataset.json").read_text())
    about |= {"tokenizer": tokenizer.to_json(), "vocab_size": tokenizer.vocab_size}
    (path / "dataset.json").write_text(json.dumps(about))


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_documents(tmp_path / "data" / "tiny")
    return tmp_path


@pytest.mark.parametrize("arch", ARCHS)
def test_a_run_with_masks(work: Path, fledge: Fledge, arch: str) -> None:
    argv = [*TINY, f"--arch={arch}", "--block_size=160", "--compile=False", "--ngram_rows=0" if arch == "gpt2" else ""]
    argv = [word for word in argv if word]
    for name, more in (("plain", []), ("masked", ["--mask_documents"])):
        code, _, err = fledge("train", *argv, *more, f"--out_dir={name}")
        assert (code, err) == (0, "")
    first = {
        name: [e["loss"] for e in read_events(Path(name, "metrics.jsonl")) if e["event"] == "iter"]
        for name in ("plain", "masked")
    }
    assert first["plain"] != first["masked"]
    assert open_pretrained("masked").document_end == ByteTokenizer().eot
    assert open_pretrained("plain").document_end is None
    assert fledge("sample", "masked", "--max_new_tokens=5", "--num_samples=2", "--start=a<|endoftext|>")[0] == 0
    code, out, _ = fledge("train", "--init_from=resume", "--out_dir=masked", "--max_iters=13", "--mask_documents=False")
    assert code == 0
    assert "mask_documents is now False, was True" in out


def test_text_without_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fledge: Fledge) -> None:
    monkeypatch.chdir(tmp_path)
    write_dataset(tmp_path / "data" / "tiny")
    code, out, err = fledge("train", *TINY, "--mask_documents")
    assert (code, out) == (2, "")
    assert "data/tiny has none: its tokens are of the char tokenizer. Leave it out, or prepare" in err


PLANNED: list[tuple[str, Attend, str]] = [("gpt2", "sdpa", "bfloat16"), ("modern", "matmul", "float32")]


def plain_and_masked(arch: str) -> list[Config]:
    argv = [*TINY, f"--arch={arch}", "--vocab_size=257", "--block_size=256", "--n_layer=1"]
    return [load_config([*argv, *more]) for more in ([], ["--mask_documents"])]


@pytest.mark.parametrize(("arch", "how", "dtype"), PLANNED)
def test_plans_know_masks(arch: str, how: Attend, dtype: str) -> None:
    without, eager = (trace_step(config, dtype, how) for config in plain_and_masked(arch))
    assert eager.micro_flops >= without.micro_flops > 0
    assert eager.peak_bytes >= without.peak_bytes
    assert sum(eager.micro.values()) > sum(without.micro.values())


@pytest.mark.slow
@pytest.mark.parametrize(("arch", "how", "dtype"), PLANNED)
def test_plans_of_compiled_steps_know_masks(arch: str, how: Attend, dtype: str) -> None:
    plain, masked = (
        compiled_trace(trace_step(config, dtype, how), config, dtype, how) for config in plain_and_masked(arch)
    )
    assert masked.micro_flops >= plain.micro_flops > 0


def test_times_of_masked_steps_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was measured without masks is not taken for a step that has them."""
    asked: list[str] = []

    def get(self: Calibration, key: str) -> float:
        asked.append(key)
        return 1.0

    monkeypatch.setattr(Calibration, "get", get)
    for more in ([], ["--mask_documents"]):
        config = load_config([*TINY, "--vocab_size=257", *more])
        variant = StepVariant(config.batch_size, 1, "float32", "sdpa", compiled=False, threads=1)
        remembered_iteration_seconds(config, torch.device("cpu"), variant, measure=False, show=nowhere)
    assert asked[0] != asked[1]
