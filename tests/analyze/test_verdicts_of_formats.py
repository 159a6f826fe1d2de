"""What `explain` says of a run that is well, and of the same run sick in four ways, in the words of many trainers."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from fledge.analyze.findings import find
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log

Losses = Callable[[float], float]  # by the number of the step or epoch


@dataclass(frozen=True)
class Trainer:
    """How it prints, what its losses begin and end with, how many steps or epochs it does, whether it prints a val."""

    write: Callable[[Losses, Losses, int], str]
    first: float
    last: float
    steps: int
    has_val: bool = True
    is_language_model: bool = True
    suffix: str = "log"


def keras(train: Losses, val: Losses, epochs: int) -> str:
    return "".join(
        f"Epoch {n}/{epochs}\n391/391 [==============================] - 12s 31ms/step - loss: {train(n):.4f} "
        f"- accuracy: 0.{400 + n} - val_loss: {val(n):.4f} - val_accuracy: 0.{390 + n}\n"
        for n in range(1, epochs + 1)
    )


def keras_3(train: Losses, val: Losses, epochs: int) -> str:
    return "".join(
        f"Epoch {n}/{epochs}\n\x1b[1m98/98\x1b[0m \x1b[32m━━━━━━━━━━\x1b[0m\x1b[37m\x1b[0m \x1b[1m5s\x1b[0m 51ms/step "
        f"- accuracy: 0.{600 + n} - loss: {train(n):.4f} - val_accuracy: 0.{590 + n} - val_loss: {val(n):.4f}\n"
        for n in range(1, epochs + 1)
    )


def fastai(train: Losses, val: Losses, epochs: int) -> str:
    rows = (f"{n:<9} {train(n + 1):.6f}    {val(n + 1):.6f}    0.{500 + n}  00:21     \n" for n in range(epochs))
    return "epoch     train_loss  valid_loss  accuracy  time    \n" + "".join(rows)


def csv_of_epochs(train: Losses, val: Losses, epochs: int) -> str:
    return "epoch,train_loss,val_loss\n" + "".join(f"{n},{train(n)},{val(n)}\n" for n in range(1, epochs + 1))


def imagenet(train: Losses, _: Losses, epochs: int) -> str:
    return "".join(
        f"Epoch: [{n}][ {batch:2d}/100]\tTime  0.250 ( 0.260)\tData  0.001 ( 0.010)\t"
        f"Loss {train(n + batch / 100):.4e} ({train(n + batch / 100):.4e})\tAcc@1  10.00 ( 12.00)\n"
        for n in range(epochs)
        for batch in range(0, 100, 10)
    )


def lightning(train: Losses, val: Losses, epochs: int) -> str:
    return "".join(
        "\r".join(
            f"Epoch {n}: {batch:3d}%|███  | {batch}/100 [00:02<00:48, 10.00it/s, v_num=0, train_loss="
            f"{train(n + batch / 100):.3f}{f', val_loss={val(n + 1):.3f}' if batch == 100 else ''}]"
            for batch in range(4, 101, 4)
        )
        + "\n"
        for n in range(epochs)
    )


def olmo(train: Losses, _: Losses, steps: int) -> str:
    return "".join(
        f"[step={n}/{steps},epoch=0]\n    optim/total_grad_norm=0.9000\n    train/CrossEntropyLoss={train(n):.4f}\n"
        f"    throughput/total_tokens={n * 1000}\n    throughput/device/tokens_per_second=12,345\n"
        for n in range(0, steps + 1, 10)
    )


def composer(train: Losses, val: Losses, steps: int) -> str:
    evaluation = "[Eval batch=1/1] Eval:\n\t Eval metrics/eval/LanguageCrossEntropy: {:.4f}\n"
    return "".join(
        f"[batch={n}/{steps}]:\n\t Train LanguageCrossEntropy: {train(n):.4f}\n"
        f"\t Train loss/train/total: {train(n):.4f}\n" + (evaluation.format(val(n)) if n % 30 == 0 else "")
        for n in range(1, steps + 1)
    )


def torchtune(train: Losses, _: Losses, steps: int) -> str:
    return "".join(
        f"1|{n}|Loss: {train(n)}:  {100 * n // steps:3d}%|███       | {n}/{steps} [00:50<20:00,  2.50s/it]\n"
        for n in range(1, steps + 1, 5)
    )


def megatron(train: Losses, val: Losses, steps: int) -> str:
    evaluation = " validation loss at iteration {} | lm loss value: {:.6E} | lm loss PPL: 1.000000E+01 | \n"
    return "".join(
        f" [2026-01-02 03:04:05] iteration {n:8d}/{steps:8d} | consumed samples: {n * 16:12d} | elapsed time per "
        "iteration (ms): 250.5 | learning rate: 3.000E-04 | global batch size:    16 | "
        f"lm loss: {train(n):.6E} | loss scale: 1.0 | grad norm: 0.912 | number of nan iterations:   0 |\n"
        + (evaluation.format(n, val(n)) if n % 100 == 0 else "")
        for n in range(10, steps + 1, 10)
    )


def nanotron(train: Losses, _: Losses, steps: int) -> str:
    return "".join(
        f"01/17/2026 14:02:16 [INFO|DP=0|PP=0|TP=0|host]: iteration: {n} / {steps} | consumed_tokens: {n}K | "
        f"elapsed_time_per_iteration_ms: 272 | global_batch_size: 20 | lm_loss: {train(n):.3g} | lr: 0.0003 | "
        "grad_norm: 1.11\n"
        for n in range(1, steps + 1, 5)
    )


def llama2c(train: Losses, val: Losses, steps: int) -> str:
    return "".join(
        (f"step {n}: train loss {train(n):.4f}, val loss {val(n):.4f}\n" if n % 200 == 0 else "")
        + f"{n} | loss {train(n):.4f} | lr 3.000000e-04 | 250.50ms | mfu 12.50%\n"
        for n in range(0, steps + 1, 10)
    )


def kohya(train: Losses, _: Losses, steps: int) -> str:
    bars = (f"{n}/{steps} [00:25<10:00,  1.25it/s, avr_loss={train(n):.4f}]" for n in range(1, steps + 1))
    return "\r".join(f"steps:  50%|███       | {bar}" for bar in bars) + "\n"


def char_rnn(train: Losses, _: Losses, steps: int) -> str:
    return "".join(
        f"{n}/{steps} (epoch {n / 40:.3f}), train_loss = {train(n):.8f}, grad/param norm = 2.5e-02, time/batch = 0.5s\n"
        for n in range(1, steps + 1, 10)
    )


def mlx(train: Losses, val: Losses, steps: int) -> str:
    return "".join(
        (f"Iter {n}: Val loss {val(n):.3f}, Val took 10.5s\n" if n == 1 or n % 100 == 0 else "")
        + f"Iter {n}: Train loss {train(n):.3f}, Learning Rate 1.000e-05, It/sec 0.500, Tokens/sec 250.000, "
        f"Trained Tokens {n * 500}, Peak mem 6.500 GB\n"
        for n in [1, *range(10, steps + 1, 10)]
    )


def of_a_book(train: Losses, val: Losses, steps: int) -> str:
    return "".join(
        f"Ep {1 + n // 9} (Step {n:06d}): Train loss {train(n):.3f}, Val loss {val(n):.3f}\nA sample of its text.\n"
        for n in range(0, steps + 1, 5)
    )


TRAINERS = {
    "Keras": Trainer(keras, 2.3, 0.5, 20, is_language_model=False),
    "Keras 3": Trainer(keras_3, 2.3, 0.5, 12, is_language_model=False),
    "fastai": Trainer(fastai, 1.2, 0.4, 10, is_language_model=False),
    "CSV": Trainer(csv_of_epochs, 2.0, 0.6, 30, is_language_model=False, suffix="csv"),
    "ImageNet-style": Trainer(imagenet, 6.9, 2.0, 12, has_val=False, is_language_model=False),
    "Lightning": Trainer(lightning, 2.3, 0.6, 10),
    "OLMo": Trainer(olmo, 10.9, 3.5, 600, has_val=False),
    "Composer": Trainer(composer, 10.9, 4.0, 300),
    "torchtune": Trainer(torchtune, 1.9, 1.2, 500, has_val=False),
    "Megatron-LM": Trainer(megatron, 10.8, 3.0, 1000),
    "nanotron": Trainer(nanotron, 10.8, 3.0, 1000, has_val=False),
    "llama2.c": Trainer(llama2c, 10.3, 2.0, 2000),
    "kohya": Trainer(kohya, 0.15, 0.09, 500, has_val=False, is_language_model=False),
    "char-rnn": Trainer(char_rnn, 4.2, 1.5, 2000, has_val=False),
    "MLX": Trainer(mlx, 2.9, 1.6, 600),
    "a book's": Trainer(of_a_book, 9.8, 4.0, 90),
}


def falling(trainer: Trainer, last: float, pace: float = 0.2) -> Losses:
    return lambda n: last + (trainer.first - last) * math.exp(-n / trainer.steps / pace)


def noisy(losses: Losses, noise: float) -> Losses:
    """The same noise for the same step, however often it is asked."""
    return lambda n: losses(n) * (1 + random.Random(f"{n}").gauss(0, noise))


def well(trainer: Trainer) -> tuple[Losses, Losses]:
    return noisy(falling(trainer, trainer.last), 0.005), falling(trainer, 1.03 * trainer.last)


def overfitted(trainer: Trainer) -> tuple[Losses, Losses]:
    val = falling(trainer, trainer.last, 0.1)
    rising: Losses = lambda n: val(n) + 0.35 * trainer.last * max(0.0, n / trainer.steps - 0.4)  # noqa: E731
    return noisy(falling(trainer, 0.2 * trainer.last, 0.4), 0.002), rising


def lost(trainer: Trainer) -> tuple[Losses, Losses]:
    train, val = well(trainer)
    end = 0.6 * trainer.steps
    return (lambda n: train(n) if n < end else math.nan), (lambda n: val(n) if n < end else math.nan)


def codes(trainer: Trainer, losses: tuple[Losses, Losses], folder: Path) -> set[str]:
    path = folder / f"some.{trainer.suffix}"
    path.write_text(trainer.write(*losses, trainer.steps))
    (run,) = read_log(str(path)).runs
    assert run.is_language_model or not trainer.is_language_model
    return {finding.code for finding in find(Facts(run))}


@pytest.mark.parametrize("name", TRAINERS)
def test_one_run_in_five_states_of_health(name: str, tmp_path: Path) -> None:
    trainer = TRAINERS[name]
    assert "healthy" in codes(trainer, well(trainer), tmp_path)
    is_seen = codes(trainer, overfitted(trainer), tmp_path)
    assert ("overfitting" in is_seen) == trainer.has_val
    assert "healthy" not in is_seen or not trainer.has_val
    flat = noisy(lambda n: trainer.first, 0.01)
    assert "healthy" not in codes(trainer, (flat, flat), tmp_path)
    assert "diverged" in codes(trainer, lost(trainer), tmp_path)
    zero: Losses = lambda n: 0.0  # noqa: E731
    assert "dead_loss" in codes(trainer, (zero, zero), tmp_path)


@pytest.mark.parametrize("name", [name for name, trainer in TRAINERS.items() if not trainer.is_language_model])
def test_no_language_model_is_spoken_of_where_there_is_none(name: str, tmp_path: Path) -> None:
    trainer = TRAINERS[name]
    for losses in (well(trainer), overfitted(trainer), lost(trainer)):
        path = tmp_path / f"some.{trainer.suffix}"
        path.write_text(trainer.write(*losses, trainer.steps))
        facts = Facts(read_log(str(path)).runs[0])
        said = " ".join(" ".join(finding.to_json().values()) for finding in find(facts)).lower()
        assert facts.val_perplexity is None
        for word in ("perplexity", "nats", "token", "text", "gpt"):
            assert word not in said, said
