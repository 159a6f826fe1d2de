"""What is traced with fake tensors is what really happens: FLOPs by torch's counter, memory by torch's allocator."""

import gc
import random
from dataclasses import replace

import pytest
import torch
from torch.profiler import ProfilerActivity, profile

from fledge.config.load import load_config
from fledge.config.schema import Config
from fledge.model import flops as estimate
from fledge.model.attention import Attend
from fledge.plan.flop_counter import flop_counter
from fledge.plan.timing.random_data import random_dataset
from fledge.plan.trace import trace_step
from fledge.train.launch import new_launch
from fledge.train.session import Session, new_session
from fledge.train.step import TrainingStep, batches_of


def random_config(seed: int) -> Config:
    draw = random.Random(seed)
    arch = ("gpt2", "modern", "llama", "qwen3")[seed % 4]
    heads, width = draw.choice([(1, 16), (2, 32), (3, 48), (4, 32), (2, 66 if arch == "gpt2" else 64)])
    settings = {
        "arch": arch,
        "n_layer": draw.randint(1, 2),
        "n_head": heads,
        "n_embd": width,
        "block_size": draw.choice([8, 31, 64]),
        "batch_size": draw.randint(1, 4),
        "vocab_size": draw.choice([65, 257, 1000]),
        "gradient_accumulation_steps": draw.choice([1, 2, 3]),
        "bias": arch == "gpt2" and draw.random() < 0.5,
        "ngram_rows": draw.choice([0, 512]) if arch == "modern" else 0,
        "ngram_counts": 300 if arch == "modern" and seed % 8 == 1 else 0,
        "n_kv_head": 1 if arch == "qwen3" else 0,
        "tie_embeddings": arch == "llama",
    }
    return load_config([f"--{key}={value}" for key, value in settings.items()])


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 16))])
def test_parameters_and_flops_are_torchs_own(seed: int) -> None:
    """Parameters against the real model; FLOPs of the trace against the formula and against torch's counter."""
    c = random_config(seed)
    with random_dataset(c.vocab_size, c.block_size) as dataset:
        c = c.with_values("test", device="cpu", dtype="float32", compile=False)
        session = new_session(new_launch(c, dataset))
        assert sum(p.numel() for p in session.model.parameters()) == estimate.parameters(c.shape)
        session.model.attend = "sdpa"
        x, y = batches_of(session, "train").random(0, 0, 0)
        with flop_counter() as counter:
            session.model(x, y, session.model.lookup(x)).backward()
    traced = trace_step(c, "float32", "sdpa").micro_flops
    assert traced == counter.get_total_flops()
    assert traced == c.batch_size * c.block_size * estimate.flops_per_token(c.shape, "flash")


def real_peak(session: Session) -> int:
    """The most bytes torch's CPU allocator held at once, from before the optimizer's state was made.

    The weights, which are there before the profiler looks, come on top.
    """
    step = TrainingStep(session, session.model, batches_of(session, "train"))
    gc.collect()
    weights = sum(t.untyped_storage().nbytes() for t in (*session.model.parameters(), *session.model.buffers()))
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as watched:
        step.run(0)
        step.run(1)
    held = most = 0
    for event in watched.profiler.kineto_results.events():
        if event.name() == "[memory]":
            held += event.nbytes()
            most = max(most, held)
    return most + weights


MODELS: list[tuple[str, int, Attend, bool]] = [
    ("gpt2", 9_000, "sdpa", False),
    ("gpt2", 65, "sdpa", False),
    ("modern", 9_000, "matmul", False),
    ("gpt2", 65, "matmul", False),
    ("modern", 65, "sdpa", False),
    ("gpt2", 65, "sdpa", True),
    ("modern", 65, "matmul", True),
    ("qwen3", 9_000, "matmul", False),
    ("llama", 65, "sdpa", False),
]
STEPS = [("float32", 1), ("bfloat16", 3), ("float32", 3), ("bfloat16", 1)]  # dtype and micro-batches
FAST = (0, 2, 5, 7, 8)  # every arch, both kinds of attention, both vocabularies, a mask
# The fast tests take these models with one kind of step, the slow ones the rest.
STEPPED = [
    pytest.param(*model, *step, marks=[] if number in FAST and kind == number % 4 else [pytest.mark.slow])
    for number, model in enumerate(MODELS)
    for kind, step in enumerate(STEPS)
]


@pytest.mark.parametrize(("arch", "vocab_size", "attend", "masked", "dtype", "accumulation"), STEPPED)
def test_eager_memory_is_the_allocators(
    arch: str, vocab_size: int, attend: Attend, masked: bool, dtype: str, accumulation: int
) -> None:
    settings = [f"--arch={arch}", f"--vocab_size={vocab_size}", f"--dtype={dtype}", "--device=cpu", "--compile=False"]
    settings += ["--n_layer=2", "--n_head=2", "--n_embd=128", "--block_size=160", "--batch_size=3"]
    settings += [f"--gradient_accumulation_steps={accumulation}", f"--mask_documents={masked}"]
    settings += ["--ngram_rows=4096"] if arch == "modern" else []
    config = load_config(settings)
    traced = trace_step(config, dtype, attend)
    with random_dataset(vocab_size, config.block_size) as dataset:
        session = new_session(new_launch(config, dataset))
        session.model.attend = attend
        assert traced.peak_bytes == pytest.approx(real_peak(session), rel=0.01)
    assert sum(traced.parts.values()) == traced.peak_bytes


@pytest.mark.parametrize(
    "arch", ["modern", *(pytest.param(arch, marks=pytest.mark.slow) for arch in ("gpt2", "qwen3"))]
)
def test_memory_and_work_of_checkpointed_activations(arch: str) -> None:
    """Traced as they are: less memory, the allocator's own, and every block's forward pass twice."""
    settings = [f"--arch={arch}", "--vocab_size=65", "--dtype=float32", "--device=cpu", "--compile=False"]
    settings += ["--n_layer=6", "--n_head=2", "--n_embd=64", "--block_size=96", "--batch_size=4"]
    settings += ["--gradient_accumulation_steps=3"]
    settings += ["--ngram_rows=4096"] if arch == "modern" else []
    kept, again = (load_config([*settings, f"--checkpoint_activations={flag}"]) for flag in (False, True))
    traced, before = trace_step(again, "float32", "sdpa"), trace_step(kept, "float32", "sdpa")
    assert traced.parts["activations"] < 0.4 * before.parts["activations"]
    assert 1.2 < traced.micro_flops / before.micro_flops < 4 / 3
    with random_dataset(65, again.block_size) as dataset:
        session = new_session(new_launch(again, dataset))
        session.model.attend = "sdpa"
        assert traced.peak_bytes == pytest.approx(real_peak(session), rel=0.01)


def test_more_micro_batches_need_no_more_memory_than_two() -> None:
    config = load_config(["--n_layer=2", "--n_embd=64", "--n_head=2", "--vocab_size=99", "--block_size=32"])
    two, many = (trace_step(replace(config, gradient_accumulation_steps=n), "float32", "sdpa") for n in (2, 40))
    assert two.peak_bytes == many.peak_bytes


def test_nothing_fake_stays_behind() -> None:
    """The mask that a trace made must not be used by a real step."""
    from fledge.model.attention import attend

    config = load_config(["--n_layer=1", "--n_embd=32", "--n_head=2", "--vocab_size=99", "--block_size=16"])
    trace_step(config, "float32", "matmul")
    x = torch.randn(1, 2, 16, 16)
    assert torch.isfinite(attend(x, x, x, "matmul")).all()


def test_many_layers_follow_from_few(monkeypatch: pytest.MonkeyPatch) -> None:
    config = load_config(["--n_layer=6", "--n_embd=64", "--n_head=2", "--vocab_size=99", "--block_size=32"])
    whole = trace_step(config, "bfloat16", "sdpa")
    monkeypatch.setattr("fledge.plan.trace.MAX_TRACED_LAYERS", 4)
    short = trace_step(config, "bfloat16", "sdpa")
    assert short.peak_bytes == pytest.approx(whole.peak_bytes, rel=1e-3)
    assert short.micro_flops == whole.micro_flops
    assert sum(short.update.values()) == sum(whole.update.values())
    for part in ("micro", "update"):
        moved = [sum(k.bytes * n for k, n in getattr(trace, part).items()) for trace in (short, whole)]
        assert moved[0] == pytest.approx(moved[1], rel=0.1)
