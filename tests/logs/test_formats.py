"""Trainers whose lines are named numbers, in lines, blocks, tables and progress bars: exact rows of each."""

import math
from pathlib import Path

import pytest

from fledge.logs.facts import Facts
from fledge.logs.readers import generic, read_log
from fledge.logs.readers.families import FAMILIES
from fledge.logs.run import Metric, Run
from tests.logs.log_texts import Logs, points

NAN = float("nan")
FORMATS = Path(__file__).parent / "formats"


@pytest.fixture
def logs(tmp_path: Path) -> Logs:
    return Logs(tmp_path)


Rows = dict[Metric, list[tuple[int, float]]]


def read_fixture(name: str) -> Run:
    (path,) = FORMATS.glob(f"{name}.*")
    (run,) = read_log(str(path)).runs
    return run


READ: dict[str, tuple[str, Rows]] = {  # the file in formats/, the format it is read as, and its curves
    "olmo": ("OLMo", {
        "epoch": [(1, 0), (2, 0)], "loss": [(1, 11.25), (2, 10.75)], "perplexity": [(1, 76880), (2, 46630)],
        "grad_norm": [(1, 1.25), (2, 1.125)], "tokens": [(1, 524288), (2, 1048576)], "tokens_per_s": [(1, 25000)],
        "dt_ms": [(1, 20000), (2, 20000)], "memory_mb": [(1, 20480)],
    }),
    "olmo-core": ("OLMo", {
        "epoch": [(10, 1), (20, 1)], "loss": [(10, 9.5), (20, 9.25)], "perplexity": [(10, 13360)], "lr": [(10, 3e-4)],
        "grad_norm": [(10, 0.75)], "tokens_per_s": [(10, 12500)],
    }),
    "composer": ("Composer", {
        "loss": [(1, 10.875), (2, 10.5)], "val_loss": [(0, 10.75), (2, 10.25)], "val_perplexity": [(0, 46630.0273)],
        "lr": [(1, 1e-4)],
    }),
    "composer-epochs": ("Composer", {"loss": [(2, 10.5), (3, 10.25)], "epoch": [(2, 1), (3, 2)]}),
    "keras": ("Keras", {
        "train_loss": [(1, 1.5), (2, 1.125)], "val_loss": [(1, 1.25), (2, 1.125)], "epoch": [(1, 1), (2, 2)],
        "dt_ms": [(1, 25), (2, 24)],
    }),
    "keras-verbose-2": ("Keras", {
        "train_loss": [(1, 1.5), (2, 1.125)], "val_loss": [(1, 1.25), (2, 1.125)], "epoch": [(1, 1), (2, 2)],
        "dt_ms": [(1, 25), (2, 24)],
    }),
    "keras-3": ("Keras", {
        "train_loss": [(1, 1.5), (2, 1.125)], "epoch": [(1, 1), (2, 2)], "dt_ms": [(1, 25), (2, 24)],
    }),
    "fastai": ("fastai", {
        "train_loss": [(0, 1.5), (1, 1.125), (2, 0.75)], "val_loss": [(0, 1.25), (1, 1.3125)],
        "epoch": [(0, 0), (1, 1), (2, 2)],
    }),
    "torchtune": ("torchtune", {
        "loss": [(1, 2.25), (2, 2.125), (501, 1.125)], "epoch": [(1, 1), (2, 1), (501, 2)],
        "dt_ms": [(1, 2400), (2, 2500), (501, 2500)],
    }),
    "torchtune-file": ("torchtune", {
        "loss": [(1, 2.25), (2, 2.125)], "lr": [(1, 2e-5), (2, 2e-5)], "tokens_per_s": [(1, 1250.5), (2, 1240.5)],
        "memory_mb": [(1, 12800), (2, 12800)],
    }),
    "megatron": ("Megatron-LM", {
        "loss": [(10, 9.5), (20, 9.0)], "lr": [(10, 3e-5), (20, 6e-5)], "dt_ms": [(10, 2500.5), (20, 2450.5)],
        "grad_norm": [(10, 2.5), (20, 2.25)], "tflops": [(10, 125.5)], "val_loss": [(10, 9.25)],
        "val_perplexity": [(10, 10404.57)],
    }),
    "nanotron": ("nanotron", {
        "loss": [(10, 9.5), (11, 9.25)], "lr": [(10, 3e-4), (11, 3e-4)], "dt_ms": [(10, 1250), (11, 980)],
        "grad_norm": [(10, 1.25), (11, 1.12)], "tokens": [(10, 41000), (11, 45000)], "tflops": [(10, 12.5)],
        "tokens_per_s": [(10, 3250), (11, 4250)], "memory_mb": [(10, 1536)],
    }),
    "mlx": ("MLX", {
        "loss": [(10, 2.875), (20, 2.75)], "val_loss": [(1, 3.125), (20, 2.812)], "eval_s": [(1, 2.5), (20, 2.25)],
        "lr": [(10, 1e-5), (20, 1e-5)], "dt_ms": [(10, 2000), (20, 1600)], "tokens_per_s": [(10, 250.5), (20, 260.5)],
        "tokens": [(10, 5010), (20, 10020)], "memory_mb": [(10, 6656), (20, 6912)],
    }),
    "fairseq": ("fairseq", {
        "loss": [(100, 12.25)], "perplexity": [(100, 4870.99)], "val_loss": [(200, 10.5)],
        "val_perplexity": [(200, 1448.15)], "train_loss": [(200, 11.5)], "lr": [(100, 3e-4)], "grad_norm": [(100, 2.5)],
        "tokens_per_s": [(100, 2500.5)], "epoch": [(100, 1), (200, 1)],
    }),
    "fairseq-text": ("fairseq", {
        "loss": [(100, 12.25)], "perplexity": [(100, 4870.99)], "val_loss": [(200, 10.5)],
        "val_perplexity": [(200, 1448.15)], "train_loss": [(200, 11.5)], "lr": [(100, 3e-4), (200, 3e-4)],
        "grad_norm": [(100, 2.5)], "tokens_per_s": [(100, 2500.5), (200, 2500)], "epoch": [(100, 1), (200, 1)],
    }),
    "char-rnn": ("char-rnn", {
        "loss": [(1, 4.125), (2, 4.0625)], "epoch": [(1, 0.002), (2, 0.004)], "dt_ms": [(1, 1500), (2, 500)],
    }),
    "book": ("named numbers", {
        "train_loss": [(0, 9.75), (5, 8.125), (10, 6.625)], "val_loss": [(0, 9.875), (5, 8.25), (10, 7.125)],
        "epoch": [(0, 1), (5, 1), (10, 2)],
    }),
    "book-short": ("named numbers", {
        "train_loss": [(5, 8.125), (10, 6.625)], "val_loss": [(5, 8.25), (10, 7.125)], "epoch": [(5, 1), (10, 2)],
    }),
    "dllogger": ("DLLogger", {
        "loss": [(10, 11.25), (20, 11.0)], "lr": [(10, 6e-6), (20, 1.2e-5)], "epoch": [(10, 0), (20, 0)],
    }),
    "dllogger-pairs": ("DLLogger", {
        "loss": [(1, 2.25), (2, 2.125), (3, 1.75)], "val_loss": [(2, 2.0)], "epoch": [(1, 0), (2, 0), (3, 1)],
    }),
    "dllogger-json": ("DLLogger", {
        "loss": [(10, 5.5), (20, 5.25)], "lr": [(10, 1e-3), (20, 1e-3)], "epoch": [(10, 0), (20, 0)],
    }),
    "kohya": ("kohya", {
        "loss": [(10, 0.125), (11, 0.124), (51, 0.112)], "dt_ms": [(10, 800), (11, 800), (51, 800)],
        "epoch": [(10, 1), (11, 1), (51, 2)],
    }),
    "lightning": ("Lightning", {
        "loss": [(50, 2.5), (100, 2.25), (150, 2.0), (200, 1.875)], "val_loss": [(100, 2.125), (200, 2.0)],
        "train_loss": [(100, 2.375), (200, 2.062)], "epoch": [(50, 0), (100, 0), (150, 1), (200, 1)],
        "dt_ms": [(50, 100), (100, 100), (150, 100), (200, 100)],
    }),
    "imagenet": ("ImageNet-style", {
        "loss": [(0, 6.95), (50, 6.75), (110, 6.5)], "epoch": [(0, 0), (50, 0), (110, 1)],
    }),
    "metric-logger": ("ImageNet-style", {
        "loss": [(0, 6.95), (50, 6.75)], "lr": [(0, 1e-6), (50, 2e-6)], "epoch": [(0, 0), (50, 0)],
        "memory_mb": [(0, 12250), (50, 12500)],
    }),
    "yolo": ("CSV", {
        "train_loss": [(1, 5.0), (2, 4.625)], "val_loss": [(1, 5.0), (2, 4.5)], "lr": [(1, 0.07), (2, 0.05)],
        "epoch": [(1, 1), (2, 2)],
    }),
    "yolo-console": ("named numbers", {
        "train_loss": [(1, 5.0), (2, 4.625)], "memory_mb": [(1, 2560), (2, 2560)], "epoch": [(1, 1), (2, 2)],
    }),
    "mmengine": ("named numbers", {
        "loss": [(10, 2.25), (20, 2.125)], "lr": [(10, 5e-5), (20, 6e-5)], "grad_norm": [(10, 2.25), (20, 2.0)],
    }),
    "maxtext": ("MaxText", {
        "loss": [(0, 10.875), (1, 10.5)], "val_loss": [(1, 10.625)], "dt_ms": [(0, 30250), (1, 2500)],
        "tokens_per_s": [(0, 525.25), (1, 5250.5)], "tflops": [(0, 15.5), (1, 150.25)],
    }),
    "flax": ("named numbers", {
        "loss": [(50, 8.5), (100, 7.25)], "lr": [(50, 1.5e-4), (100, 3e-4)], "dt_ms": [(50, 250), (100, 200)],
        "val_loss": [(100, 7.5)], "val_perplexity": [(100, 1808.04)],
    }),
    "xgboost": ("named numbers", {
        "train_loss": [(0, 0.6875), (1, 0.675)], "val_loss": [(0, 0.69), (1, 0.6825)],
    }),
    "makemore": ("named numbers", {
        "loss": [(0, 3.3125), (10, 2.875), (20, 2.625)], "dt_ms": [(0, 25), (10, 20), (20, 20.5)],
        "train_loss": [(10, 2.8125), (20, 2.5625)], "val_loss": [(10, 2.84375), (20, 2.59375)],
    }),
    "perplexities": ("named numbers", {
        "perplexity": [(1, 148.413159), (2, 54.59815)], "val_perplexity": [(1, 244.691932), (2, 90.017131)],
        "train_loss": [(1, 5.0), (2, 4.0)], "val_loss": [(1, 5.5), (2, 4.5)], "epoch": [(1, 1), (2, 2)],
    }),
    "mingpt-first": ("minGPT", {
        "loss": [(0, 4.25), (1, 3.75), (2, 3.25), (3, 3.0)], "lr": [(0, 6e-4), (1, 5.9e-4), (2, 5.8e-4), (3, 5.7e-4)],
        "val_loss": [(2, 3.5), (3, 3.125)], "epoch": [(0, 1), (1, 1), (2, 2), (3, 2)],
    }),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_rows(name: str) -> None:
    kind, rows = READ[name]
    run = read_fixture(name)
    assert run.format == kind
    assert run.curves.keys() == rows.keys()
    for metric, expected in rows.items():
        its, values = zip(*expected, strict=True)
        assert run.curve(metric).iters.tolist() == list(its), metric
        assert run.curve(metric).values.tolist() == pytest.approx(values), metric
    assert not run.resumes


EPOCHS = {"keras", "keras-verbose-2", "keras-3", "fastai", "yolo", "yolo-console", "perplexities"}
OTHER_MODELS = EPOCHS - {"perplexities"} | {"kohya", "imagenet", "metric-logger", "xgboost"}


@pytest.mark.parametrize("name", READ)
def test_what_is_counted_and_what_is_no_language_model(name: str) -> None:
    run = read_fixture(name)
    assert run.is_language_model == (name not in OTHER_MODELS)
    assert run.counts == ("epochs" if name in EPOCHS else "iterations")
    assert run.averages_epochs == (name in EPOCHS)
    assert run.loss_base == (2 if "fairseq" in name else math.e)


def test_every_example_of_a_family_is_its_own() -> None:
    for family in FAMILIES:
        fits = [other.name for other in FAMILIES if other.signature.search(family.example)]
        assert family.name == "fastai" or fits == [family.name]
        is_heading = family.name in ("OLMo", "Composer", "fastai")
        assert is_heading or generic.read(family.example) is not None, family.name


# epochs, processes, repeats


def test_a_step_that_starts_again_in_every_epoch_is_no_new_run(logs: Logs) -> None:
    """The number of steps in an epoch is stated, or every step is printed, or it is not known."""
    stated = "".join(f"Epoch {e}/3, Step {s}/20, Loss: {4 - e - s / 40:.4f}\n" for e in (1, 2, 3) for s in (10, 20))
    run = logs.one(stated)
    assert points(run, "loss") == [(10, 2.75), (20, 2.5), (30, 1.75), (40, 1.5), (50, 0.75), (60, 0.5)]
    assert (run.counts, run.value("max_iters")) == ("iterations", None)
    brackets = stated.replace("/3, Step ", "/3], Step [").replace("/20,", "/20],").replace("Epoch ", "Epoch [")
    assert points(logs.one(brackets), "loss") == points(run, "loss")
    every = "".join(f"epoch {e} step {s} loss {4 - e - s / 8:.4f}\n" for e in (0, 1) for s in range(4))
    assert [it for it, _ in points(logs.one(every), "loss")] == list(range(8))
    assert logs.one(every).counts == "iterations"
    some = logs.one(
        "".join(f"epoch {e} step {s} loss {4 - e - s / 80:.4f}\n" for e in (0, 1) for s in range(0, 40, 10))
    )
    assert [it for it, _ in points(some, "loss")] == [0, 10, 20, 30, 31, 41, 51, 61]
    assert some.counts == "steps of epochs"
    headed = "".join(f"Epoch {e}\n" + "".join(f"step {s}/4 loss {4 - e - s / 8}\n" for s in (2, 4)) for e in (1, 2))
    assert [it for it, _ in points(logs.one(headed), "loss")] == [2, 4, 6, 8]


def test_a_bar_that_starts_again_is_an_epoch_unless_the_loss_does_too(logs: Logs) -> None:
    def bars(first: float) -> str:
        return "".join(
            f" {n}0%|█  | {n}/10 [00:0{n}<00:09, 1.00s/it, loss={first - n / 10:.2f}]\n" for n in (1, 5, 9, 10)
        )

    run = logs.one(bars(5.0) + bars(4.0) + bars(3.0))
    assert [it for it, _ in points(run, "loss")] == [1, 5, 9, 10, 11, 15, 19, 20, 21, 25, 29, 30]
    assert len(logs.read(bars(5.0) + bars(4.9)).runs) == 2


def test_batches_of_samples_are_no_iterations(logs: Logs) -> None:
    run = logs.one(
        "Train Epoch: 1 [0/6000 (0%)]\tLoss: 2.3125\nTrain Epoch: 1 [640/6000 (11%)]\tLoss: 2.1250\n\n"
        "Test set: Average loss: 0.0538, Accuracy: 982/1000 (98%)\n\nTrain Epoch: 2 [0/6000 (0%)]\tLoss: 1.1250\n"
    )
    assert points(run, "loss") == [(0, 2.3125), (640, 2.125), (6000, 1.125)]
    assert run.counts == "samples"
    assert not run.is_language_model


def test_epoch_means_are_no_batch_losses(logs: Logs) -> None:
    lines = [f"step {n} loss {4 - n / 100:.4f}\n" for n in range(10, 50, 10)]
    run = logs.one("".join(lines[:2]) + "Epoch 1 average loss: 3.9500, val loss: 3.8750\n" + "".join(lines[2:]))
    assert [it for it, _ in points(run, "loss")] == [10, 20, 30, 40]
    assert points(run, "train_loss") == [(20, 3.95)]
    assert points(run, "val_loss") == [(20, 3.875)]
    assert run.counts == "iterations"
    keras = logs.one("epoch,loss,val_loss\n0,3.25,3.5\n1,3.125,3.375\n")
    assert points(keras, "train_loss") == [(0, 3.25), (1, 3.125)]
    assert "loss" not in keras.curves
    headed = logs.one("Epoch 1/2\n----------\ntrain Loss: 0.7500 Acc: 0.5\nval Loss: 0.6250 Acc: 0.6\n\nEpoch 2/2\n"
                      "----------\ntrain Loss: 0.5000 Acc: 0.7\nval Loss: 0.5625 Acc: 0.7\n")  # fmt: skip
    assert points(headed, "train_loss") == [(1, 0.75), (2, 0.5)]
    assert points(headed, "val_loss") == [(1, 0.625), (2, 0.5625)]
    indented = logs.one(
        "Epoch 1:\n    Train Loss: 2.5\n    Val Loss: 2.25\nEpoch 2:\n    Train Loss: 2.0\n    Val Loss: 2.125\n"
    )
    assert points(indented, "val_loss") == [(1, 2.25), (2, 2.125)]


def test_a_summary_of_an_epoch_is_at_its_end(logs: Logs) -> None:
    run = logs.one(
        "| epoch   1 |   20/   50 batches | lr 20.00 | ms/batch 12.50 | loss  7.50 | ppl  1808.04\n"
        "| epoch   1 |   40/   50 batches | lr 20.00 | ms/batch 11.50 | loss  7.25 | ppl  1408.10\n"
        "| end of epoch   1 | time: 40.25s | valid loss  7.00 | valid ppl   1096.63\n"
        "| epoch   2 |   20/   50 batches | lr 20.00 | ms/batch 11.50 | loss  6.50 | ppl   665.14\n"
    )
    assert points(run, "loss") == [(20, 7.5), (40, 7.25), (70, 6.5)]
    assert points(run, "val_loss") == [(50, 7.0)]
    assert points(run, "dt_ms") == [(20, 12.5), (40, 11.5), (70, 11.5)]


def test_two_processes_in_one_log_are_two_runs(logs: Logs) -> None:
    text = "".join(
        f"step {n}/502 loss {4 - n / 500:.4f}\nstep {n + 30}/620 loss {5 - n / 500:.4f}\n" for n in range(1, 90)
    )
    one, other = logs.read(text).runs
    assert points(one, "loss") == [(n, round(4 - n / 500, 4)) for n in range(1, 90)]
    assert points(other, "loss") == [(n + 30, round(5 - n / 500, 4)) for n in range(1, 90)]
    assert (one.value("max_iters"), other.value("max_iters")) == (502, 620)
    assert not one.resumes
    assert not other.resumes


@pytest.mark.parametrize("end", ["", "/400"])
@pytest.mark.parametrize("prefixes", [("", ""), ("(A pid=11) ", "(B pid=12) ")])
@pytest.mark.parametrize("lag", [20, 150])
def test_two_processes_that_count_to_one_end(logs: Logs, end: str, prefixes: tuple[str, str], lag: int) -> None:
    """The second starts later, is as fast, and goes on when the first is done."""
    rows: list[str] = []
    for n in range(400 + lag):
        if n < 400:
            rows.append(f"{prefixes[0]}step {n}{end} loss {4 - n / 500:.4f}\n")
        if n >= lag:
            rows.append(f"{prefixes[1]}step {n - lag}{end} loss {6 - (n - lag) / 500:.4f}\n")
    one, other = logs.read("".join(rows)).runs
    assert points(one, "loss") == [(n, round(4 - n / 500, 4)) for n in range(400)]
    assert points(other, "loss") == [(n, round(6 - n / 500, 4)) for n in range(400)]
    assert not one.resumes
    assert not other.resumes


def test_a_process_that_overtakes_another(logs: Logs) -> None:
    """The first at 10, 20, ...; the second begins later and is twice as fast: they meet, and part again."""
    rows = []
    for n in range(90):
        rows.append(f"step {10 * n} loss {4 - n / 100:.4f}\n")
        if n >= 30:
            rows += [f"step {10 * (2 * (n - 30) + k)} loss {7 - (2 * (n - 30) + k) / 100:.4f}\n" for k in (0, 1)]
    one, other = logs.read("".join(rows)).runs
    assert points(one, "loss") == [(10 * n, round(4 - n / 100, 4)) for n in range(90)]
    assert points(other, "loss") == [(10 * n, round(7 - n / 100, 4)) for n in range(120)]


def test_a_strange_line_is_no_other_run(logs: Logs) -> None:
    lines = [f"step {n} loss {4 - n / 100:.4f}\n" for n in range(100)]
    run = logs.one("".join(lines[:60]) + "step 3 loss 3.9\n" + "".join(lines[60:]))
    assert points(run, "loss") == [(n, round(4 - n / 100, 4)) for n in range(100)]
    assert not run.resumes


def test_another_end_alone_makes_no_other_run(logs: Logs) -> None:
    """A run that goes on with more iterations to do, one that is resumed so, and one that begins anew."""
    lines = [f"step {n} loss {4 - n / 500:.4f}\n" for n in range(100)]
    first, more = (
        "".join(line.replace(" loss", f"/{last} loss") for line in part)
        for last, part in ((60, lines[:60]), (100, lines[60:]))
    )
    run = logs.one(first + more)
    assert points(run, "loss") == [(n, round(4 - n / 500, 4)) for n in range(100)]
    assert run.value("max_iters") == 100
    assert not run.resumes
    again = "".join(line.replace(" loss", "/100 loss") for line in lines[40:])
    resumed = logs.one(first + again)
    assert [(resume.at, resume.reached) for resume in resumed.resumes] == [(40, 59)]
    assert len(resumed.curve("loss")) == 100
    anew = logs.read(first + "".join(line.replace(" loss", "/100 loss") for line in lines)).runs
    assert [len(run.curve("loss")) for run in anew] == [60, 100]


def test_equal_rows_at_other_times_are_rows(logs: Logs) -> None:
    line = "{'loss': 2.5, 'learning_rate': 1e-05, 'epoch': 0.5}\n"
    assert len(logs.one(3 * line).curve("loss")) == 1
    timed = logs.one("".join(f"2024-01-01 00:00:0{n} {line}" for n in (1, 1, 2, 3)))
    assert points(timed, "loss") == [(1, 2.5), (2, 2.5), (3, 2.5)]
    assert timed.repeated == 1
    numbered = logs.one("".join(f"step {n} loss 2.5\n" for n in range(5)))
    assert len(numbered.curve("loss")) == 5


def test_a_time_long_before_the_last_one_is_another_run(logs: Logs) -> None:
    lines = [f"2024-0{{}}-0{{}} 00:00:{n:02} | INFO | step {n} loss {4 - n / 100:.2f}\n" for n in range(20)]
    two = logs.read("".join(line.format(3, 1) for line in lines[:9]) + "".join(line.format(1, 5) for line in lines[9:]))
    assert [len(run.curve("loss")) for run in two.runs] == [9, 11]
    one = logs.one("".join(line.format(3, 1 + n // 10) for n, line in enumerate(lines)))
    assert len(one.curve("loss")) == 20


def test_lines_are_counted_once(logs: Logs) -> None:
    """A line of a file may hold a hundred progress bars: no more lines than it has are unknown."""
    bars = "\r".join(f"Loading: {n}%|█  | {n}/100 [00:01<00:02]" for n in range(100))
    reading = logs.read(f"{bars}\nstep 1 loss 2.5\nhello\rstep 2 loss 2.25\nbye\n")
    assert (reading.lines, reading.rows, reading.other) == (4, 2, 2)
    assert [line for line, _ in reading.examples] == [1, 4]


# evaluations


def test_a_test_loss_is_a_validation_loss_where_there_is_no_other(logs: Logs) -> None:
    """Printed again and again, without a validation loss. The one at the end is another thing."""
    lines = [f"Epoch {n}: train loss {3 / n:.4f}, test loss {4 / n:.4f}\n" for n in range(1, 5)]
    run = logs.one("".join(lines))
    assert points(run, "val_loss") == [(1, 4.0), (2, 2.0), (3, 1.3333), (4, 1.0)]
    assert run.is_val_test
    assert "test_loss" not in run.curves
    both = logs.one("".join(line.replace("test", "val loss 2.5, test") for line in lines))
    assert points(both, "val_loss") == [(n, 2.5) for n in range(1, 5)]
    assert not both.is_val_test
    steps = "".join(f"step {n} loss {4 - n / 10:.4f}\n" for n in range(5))
    assert "val_loss" not in logs.one(steps + "Test loss: 3.75\n").curves
    table = logs.one("epoch,train_loss,test_loss\n0,3.25,3.5\n1,3.125,3.375\n")
    assert points(table, "val_loss") == [(0, 3.5), (1, 3.375)]


def test_a_loss_on_the_test_set_is_no_validation_loss(logs: Logs) -> None:
    row = " iteration {:8d}/      40 | elapsed time per iteration (ms): 250.5 | lm loss: 2.125000E+00 |\n"
    val = " validation loss at iteration 20{} | lm loss value: 2.250000E+00 | lm loss PPL: 9.487736E+00 | \n"
    text = row.format(10) + row.format(20) + val.format(" on validation set") + row.format(30) + row.format(40)
    run = logs.one(text + val.replace("20", "40").format(" on test set"))
    assert points(run, "val_loss") == [(20, 2.25)]


@pytest.mark.parametrize(
    "words", ["Validation loss: {}", "val loss = {}", "  eval | loss {:.4f} | ppl 9.1", "Test loss: {}"]
)
def test_an_evaluation_on_a_line_of_its_own_is_of_the_iteration_before(logs: Logs, words: str) -> None:
    text = "".join(
        f"step {n} | loss {4 - n / 100:.4f} | lr 3e-4\n" + (f"{words.format(3.5 - n / 100)}\n" if n % 20 == 0 else "")
        for n in range(10, 61, 10)
    )
    summary = "wandb:       val/loss 2.9\nBest val loss: 2.9\n"
    run = logs.one(text + summary)
    assert [(it, round(value, 4)) for it, value in points(run, "val_loss")] == [(20, 3.3), (40, 3.1), (60, 2.9)]
    assert len(run.curve("loss")) == 6


def test_perplexities_are_losses_in_the_logs_own_base(logs: Logs) -> None:
    lines = [
        f"step {n} | loss {8 - n:.4f} | ppl {2 ** (8 - n):.4f}\nValidation perplexity: {2 ** (8.5 - n):.6f}\n"
        for n in range(4)
    ]
    run = logs.one("".join(lines))
    assert run.loss_base == 2
    assert [value for _, value in points(run, "val_loss")] == pytest.approx([8.5, 7.5, 6.5, 5.5])


@pytest.mark.parametrize("loss", [-128.5, 152.5])
def test_a_loss_that_no_token_has_makes_no_perplexity(logs: Logs, loss: float) -> None:
    text = "".join(f"step {n} loss {loss - n:.2f}\nval loss {loss - n:.2f}\n" for n in range(5))
    facts = Facts(logs.one(text))
    assert facts.last_val == (4, loss - 4)
    assert facts.val_perplexity is None
    assert Facts(logs.one(text.replace(f"{loss - 4:.2f}", "3.25"))).val_perplexity == (
        None if loss < 0 else pytest.approx(math.exp(3.25))
    )


def test_a_log_of_epochs_alone_is_a_language_models_only_if_it_says_so(logs: Logs) -> None:
    text = "".join(f"Epoch {n}/3 - loss: {2 / n:.4f} - val_loss: {2.5 / n:.4f}\n" for n in (1, 2, 3))
    assert Facts(logs.one(text)).val_perplexity is None
    told = Facts(logs.one("training on 1,000,000 tokens\n" + text))
    assert told.val_perplexity == pytest.approx(math.exp(0.8333))


def test_a_perplexity_beside_a_validation_loss_is_no_training_loss(logs: Logs) -> None:
    """fastai's column is of the validation."""
    table = "epoch     train_loss  valid_loss  accuracy  perplexity  time    \n"
    rows = ((n, 4.5 - n, 4.25 - n / 8, math.exp(4.25 - n / 8)) for n in range(3))
    run = logs.one(
        table + "".join(f"{n}  {train:.6f}  {val:.6f}  0.3  {ppl:.6f}  11:39\n" for n, train, val, ppl in rows)
    )
    assert points(run, "train_loss") == [(0, 4.5), (1, 3.5), (2, 2.5)]
    assert "loss" not in run.curves
    lines = "".join(f"step {n} val_loss {4 - n / 8:.4f} perplexity {math.exp(4 - n / 8):.4f}\n" for n in range(3))
    assert logs.one(lines).curves.keys() == {"val_loss", "perplexity"}


@pytest.mark.parametrize(
    "words", ["tensor({}, device='cuda:0', grad_fn=<NllLossBackward0>)", "tensor([{}])", "np.float64({})"]
)
def test_losses_printed_as_objects(logs: Logs, words: str) -> None:
    run = logs.one("".join(f"step {n}, loss: {words.format(4 - n / 8)}\n" for n in range(3)))
    assert points(run, "loss") == [(0, 4.0), (1, 3.875), (2, 3.75)]


def test_rewards_and_preferences_have_no_perplexity(logs: Logs) -> None:
    row = "{{'loss': {:.4f}, 'grad_norm': 1.5, 'rewards/chosen': 0.25, 'logps/chosen': -180.5, 'epoch': {}}}\n"
    text = "".join(row.format(0.69 - n / 100, n / 10) for n in range(1, 9)) + "{'eval_loss': 0.6, 'epoch': 0.9}\n"
    run = logs.one(text)
    assert run.trains_rewards
    assert Facts(run).val_perplexity is None
    assert not logs.one(text.replace("rewards/", "x/").replace("logps/", "y/")).trains_rewards


def test_an_evaluation_below_its_heading(logs: Logs) -> None:
    """As in torch's quickstart."""
    text = "".join(
        f"Epoch {n}\n-----------\nloss: {3 - n / 4:.6f}  [   64/60000]\nloss: {2.75 - n / 4:.6f}  [ 6464/60000]\n"
        f"Test Error: \n Accuracy: 3{n}.5%, Avg loss: {2.5 - n / 4:.6f} \n\n"
        for n in (1, 2, 3)
    )
    run = logs.one(text)
    assert [value for _, value in points(run, "loss")] == [2.75, 2.5, 2.5, 2.25, 2.25, 2.0]
    assert points(run, "val_loss") == [(2, 2.25), (4, 2.0), (6, 1.75)]
    steps = "step {0} loss {1}\nValidation:\n  accuracy: 0.5\n  loss: {2}\n  time: 5\n"
    run = logs.one(steps.format(10, 3.5, 3.75) + steps.format(20, 3.25, 3.5))
    assert points(run, "loss") == [(10, 3.5), (20, 3.25)]
    assert points(run, "val_loss") == [(10, 3.75), (20, 3.5)]


def test_a_number_on_each_line_below_a_step(logs: Logs) -> None:
    run = logs.one("".join(f"Step: {n}\nLoss: {4 - n / 10}\nLearning rate: 0.0006\n\nhello\n" for n in (1, 2, 3)))
    assert points(run, "loss") == [(1, 3.9), (2, 3.8), (3, 3.7)]
    assert points(run, "lr") == [(1, 6e-4), (2, 6e-4), (3, 6e-4)]
    opennmt = "".join(
        f"Step {n}/500; ppl: {math.exp(4 - n / 100):.4f}; xent: {4 - n / 100:.4f}\nValidation perplexity: 50.5\nsaid\n"
        for n in (100, 200, 300)
    )
    run = logs.one(opennmt)
    assert points(run, "loss") == [(100, 3.0), (200, 2.0), (300, 1.0)]
    assert [it for it, _ in points(run, "val_loss")] == [100, 200, 300]
    assert not run.resumes
    settings = logs.one("steps: 100\nlearning_rate: 0.0005\nbatch_size: 12\nstep 1 loss 2.5\n")
    assert (settings.number("learning_rate"), settings.number("batch_size")) == (5e-4, 12)
    assert points(settings, "loss") == [(1, 2.5)]


def test_losses_alone_are_counted_in_a_log_without_iterations(logs: Logs) -> None:
    lines = [f"training loss: {4 - n / 10}\n" + ("validation loss: 4.5\n" if n % 2 == 0 else "") for n in range(1, 6)]
    run = logs.one("".join(lines))
    assert run.counts == "log lines"
    assert points(run, "loss") == [(n, 4 - n / 10) for n in range(1, 6)]
    assert points(run, "val_loss") == [(2, 4.5), (4, 4.5)]
    marian = "Up. 5000 : [valid] cross-entropy : 60.1\n"  # its other lines are not read: nothing says where this is
    assert "val_loss" not in logs.one(marian + "step 7 loss 3.5\n").curves
    numbered = logs.one("step 5 loss 3.5\n" + "".join(lines) + "step 6 loss 3.25\n")
    assert points(numbered, "loss") == [(5, 3.5), (6, 3.25)]


# units, bases, models


@pytest.mark.parametrize(
    ("printed", "shares"),
    [
        (["mfu=44.3", "mfu=45.0"], [0.443, 0.45]),
        (["mfu: 0.443", "mfu: 0.45"], [0.443, 0.45]),
        (["mfu 44.3%", "mfu 0.9%"], [0.443, 0.009]),
        (["mfu=1"], [0.01]),
        (["mfu=0.9", "mfu=1.2", "mfu=0.8"], [0.009, 0.012, 0.008]),
        (["mfu=0.45"] * 30 + ["mfu=1.02"], [0.45] * 30 + [1.02]),  # a ratio with one strange value
        (["mfu(%)=44.3"], [0.443]),
        (["mfu=nan", "mfu=44"], [NAN, 0.44]),
    ],
)
def test_mfu_is_percent_or_a_ratio_by_the_whole_series(logs: Logs, printed: list[str], shares: list[float]) -> None:
    run = logs.one("".join(f"step {n} | loss 2.5 | {words}\n" for n, words in enumerate(printed)))
    assert [value for _, value in points(run, "mfu")] == pytest.approx(shares, nan_ok=True)


@pytest.mark.parametrize(
    ("words", "megabytes"),
    [
        ("peak memory: 1.5GiB", 1536),
        ("mem 1536MiB", 1536),
        ("memory=1536 MB", 1536),
        ("Peak mem 1.5 GB", 1536),
        ("max mem: 1536", 1536),
        ("max_mem: 1536M", 1536),
        ("peak_memory_active:1.5", 1536),
        ("peak_memory_mb=1536", 1536),
        ("memory/max_reserved(GiB)=1.5", 1536),
        ("cuda_memory_allocated: 90M | cuda_max_memory_reserved: 1.5G", 1536),
        ("memory: 1536", None),  # of what?
        ("\nGPU: Tesla T4. Max memory: 14.7 GB. Platform: Linux.", None),  # the GPU's own
    ],
)
def test_memory(logs: Logs, words: str, megabytes: float | None) -> None:
    run = logs.one(f"step 5 | loss 2.5 | {words}\n")
    assert run.curve("memory_mb").at(5) == megabytes


@pytest.mark.parametrize(
    ("line", "megabytes"),
    [
        ("peak memory allocated: 1250 MiB reserved: 1536 MiB", 1536),
        ("peak memory consumption: 1536 MiB", 1536),
        ("Peak memory usage: 1536.00MiB", 1536),
        ("Memory used: 1.50 GB", 1536),
        ("max memory: a lot", None),
        ("Peak memory usage: 1e999MiB", None),
    ],
)
def test_memory_at_the_end(logs: Logs, line: str, megabytes: float | None) -> None:
    run = logs.one(f"step 5 | loss 2.5\n{line}\n")
    assert Facts(run).peak_memory_mb == megabytes


@pytest.mark.parametrize(
    ("printed", "rate"), [("127.3K tok/s", 127_300), ("1.25M tok/s", 1.25e6), ("12,345 tokens/s", 12345)]
)
def test_rates_with_a_unit_alone(logs: Logs, printed: str, rate: float) -> None:
    assert logs.one(f"step 5 | loss 2.5 | {printed}\n").curve("tokens_per_s").at(5) == pytest.approx(rate)


def test_tokens_as_counted(logs: Logs) -> None:
    facts = Facts(logs.one("".join(f"step {n} | loss 2.5 | consumed_tokens: {n * 640 // 1000}K\n" for n in (991, 993))))
    assert (facts.tokens, facts.tokens_per_iter) == (635_000, 639.5)
    facts = Facts(logs.one("".join(f"step {n} | loss 2.5 | tokens_seen: {n * 524_288:,}\n" for n in (10, 20))))
    assert (facts.tokens, facts.tokens_per_iter) == (20 * 524_288, 524_288)


@pytest.mark.parametrize(
    ("rows", "base"),
    [
        ([(8.0, 256.0), (4.0, 16.0)], 2.0),
        ([(2.0, 7.39), (1.0, 2.72)], math.e),
        ([(2.0, 100.0)], 10.0),
        ([(9.368, 460.0), (8.5, 250.0)], None),  # label smoothing: the loss has more in it
        ([(30.0, 1e9), (2.0, 7.389)], math.e),  # cut off
        ([(2.0, NAN)], math.e),
    ],
)
def test_the_base_of_the_losses(logs: Logs, rows: list[tuple[float, float]], base: float | None) -> None:
    run = logs.one("".join(f"step {n} | loss {loss} | ppl {ppl}\n" for n, (loss, ppl) in enumerate(rows)))
    assert run.loss_base == base


@pytest.mark.parametrize(
    ("line", "is_language"),
    [
        ("step 5 loss 2.5", True),
        ("step 5 loss 2.5 acc 0.25", False),
        ("step 5 loss 2.5 | top1 25.0", False),
        ("step 5 loss 2.5 | 250 images/s", False),
        ("step 5 loss 2.5 accuracy 0.25 ppl 12.18", True),
        ("step 5 loss 2.5 token_accuracy 0.25 tokens/s 2500", True),
        ("step 5 loss 2.5 val_mIoU 0.25", False),
        ("step 5 loss 2.5 rmse 0.25", False),
        ("{'loss': 2.5, 'learning_rate': 1e-05, 'epoch': 0.5, 'eval_accuracy': 0.5}", False),
        ("{'loss': 2.5, 'learning_rate': 1e-05, 'epoch': 0.5, 'mean_token_accuracy': 0.5}", True),
        ("iter 5: loss 2.5, time 5.00ms, acc 0.5", True),  # nanoGPT's
    ],
)
def test_models_that_are_not_of_language(logs: Logs, line: str, is_language: bool) -> None:
    assert logs.one(line + "\n").is_language_model == is_language


# settings and source code

SCRIPT = """\
import torch
import torch.nn as nn

BLOCK_SIZE = 128
batch_size = 64 # how many independent sequences
learning_rate = 3e-4

class GPTConfig:
    block_size: int = 1024
    n_layer = 12

model = GPT(GPTConfig(n_head=4, n_embd=128))
for it in range(100):
    loss.backward()
"""
ROWS = "step 1 loss 2.5\nstep 2 loss 2.25\n"


def test_source_code_is_no_setting(logs: Logs) -> None:
    """At the start, behind a printed config, without any indentation, and before the format is known or after."""
    assert not logs.one(SCRIPT + ROWS).settings
    assert not logs.one("batch_size = 32\nblock_size = 64\n" + SCRIPT + ROWS).settings
    assert not logs.one("BLOCK_SIZE = 128\nBATCH_SIZE = 4\n" + ROWS).settings
    assert not logs.one("block_size: int = 1024\n" + ROWS).settings
    many = "".join(f"step {n} loss {3 - n / 100:.2f}\n" for n in range(60))
    assert not logs.one(many + SCRIPT + "step 60 loss 2.25\n").settings


def test_printed_settings_near_other_text_are_settings(logs: Logs) -> None:
    config = "batch_size = 32\nblock_size: 64\nTrainConfig(n_layer=3, n_head=2)\n"
    wanted = {"batch_size": 32, "block_size": 64, "n_layer": 3, "n_head": 2}
    traceback = 'Traceback (most recent call last):\n  File "x.py", line 3, in f\n    return g(x)\nValueError: no\n'
    warning = "/x/torch/y.py:12: UserWarning: slow\n  return forward(x)\n"
    for text in (
        config + ROWS,
        config + ROWS + traceback,
        config + traceback,
        warning + config + warning + ROWS,
        SCRIPT + "=" * 80 + "\n" + config + ROWS,
        SCRIPT + 50 * "some text\n" + config + ROWS,
        "For all of this:\nif you like it, with care:\n" + config + ROWS,
    ):
        run = read_log(logs.write("tokens per iteration will be: 64\n" + text)).runs[0]
        assert {name: known.value for name, known in run.settings.items()} == wanted | {"tokens_per_iter": 64}
    dots = " ...................................... "
    dotted = logs.one(f"  seq_length{dots}64\n  train_iters{dots}500\n" + ROWS)
    assert {name: known.value for name, known in dotted.settings.items()} == {"block_size": 64, "max_iters": 500}
    nanogpt = logs.one(
        "Overriding config with config/mine.py:\nimport time\nbatch_size = 32 # rows\n\niter 0: loss 2.5, time 5.00ms\n"
    )
    assert nanogpt.value("batch_size") == 32
