"""Logs in the states that people keep them in: coloured, quoted, cut, doubled, mixed, compressed, enormous."""

import gzip
import io
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fledge.common.errors import FledgeError
from fledge.logs.readers import read_log
from fledge.logs.run import Run
from tests.logs.log_texts import LLMC_TABLE, Logs, nanogpt, points, values


@pytest.fixture
def logs(tmp_path: Path) -> Logs:
    return Logs(tmp_path)


# what people do to logs

PLAIN = nanogpt(range(0, 250, 10))


def same_as_plain(run: Run) -> None:
    assert run.format == "nanoGPT"
    for metric, pattern in (("loss", r"iter (\d+): loss (\S+),"), ("val_loss", r"step (\d+):.*val loss (\S+)")):
        expected = [(int(it), float(value)) for it, value in re.findall(pattern, PLAIN)]
        assert points(run, metric) == expected  # type: ignore[arg-type]


def each(change: Callable[[str], str]) -> Callable[[str], str]:
    """The same for every line."""
    return lambda text: "".join(map(change, text.splitlines(keepends=True)))


def after_next(text: str) -> str:
    """Every line once more, behind the next one."""
    lines = text.splitlines(keepends=True)
    return "".join(a + b for a, b in zip(lines, [*lines[1:], "\n"], strict=True))


MESSES: dict[str, Callable[[str], str | bytes]] = {
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "old mac": lambda text: text.replace("\n", "\r"),
    "ansi": lambda text: re.sub(r"(\d+\.\d+)", "\x1b[1;36m\\1\x1b[0m", text),
    "osc": each(lambda line: f"\x1b]0;title\x07{line}"),
    "quoted": each(lambda line: f"> {line}"),
    "quoted twice": each(lambda line: f"> > {line}"),
    "timestamps": each(lambda line: f"2024-05-01T10:00:00.123Z {line}"),
    "logging": each(lambda line: f"2024-05-01 10:00:00,123 - train - INFO - {line}"),
    "containers": each(lambda line: f"2024-05-01T10:00:00.1+00:00 stdout F {line}"),
    "rank": each(lambda line: f"[rank0]: {line}"),
    "srun": each(lambda line: f"0: {line}"),
    "ray": each(lambda line: f"(Trainer pid=123, ip=10.0.0.1) {line}"),
    "doubled": each(lambda line: 2 * line),
    "doubled a line apart": after_next,
    "blank lines": lambda text: text.replace("\n", "\n\n"),
    "samples between": lambda text: text.replace(
        "\niter 100", "\nROMEO: what loss 3 is this?\nstep 9: dance\niter 100"
    ),
    "zeros of a full disk": lambda text: text.replace("\niter 100", "\n" + 500 * "\0" + "iter 100"),
    "utf-8 bom": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "utf-16": lambda text: text.encode("utf-16"),
    "utf-16-le": lambda text: text.encode("utf-16-le"),
    "utf-16-be": lambda text: text.encode("utf-16-be"),
    "utf-16 behind utf-8": lambda text: text[:300].encode() + text[300:].encode("utf-16-le"),
    "latin-1": lambda text: "déjà vu\n".encode("latin-1") + text.encode(),
    "gzip": lambda text: gzip.compress(text.encode()),
    "no end": lambda text: text.rstrip("\n"),
    "progress bars": each(lambda line: f"\r10%|██  | 10/100 [00:01<00:02]\r          \r{line}"),
}


@pytest.mark.parametrize("mess", MESSES)
def test_messes(logs: Logs, mess: str) -> None:
    same_as_plain(logs.one(MESSES[mess](PLAIN)))


def test_repeated_rows_are_counted(logs: Logs) -> None:
    assert logs.one(PLAIN).repeated == 0
    assert logs.one(MESSES["doubled"](PLAIN)).repeated == len(PLAIN.splitlines())


def test_ranks_that_print_in_turn(logs: Logs) -> None:
    """Four processes, each with its own loss, not quite in step: the first to speak is taken."""
    lines = [(it + rank * 0.4, it, rank) for it in range(200) for rank in range(4)]
    text = "".join(f"[rank{rank}]: iter {it}: loss {4 + rank / 8:.4f}, time 5.00ms\n" for _, it, rank in sorted(lines))
    run = logs.one(text)
    assert [it for it, _ in points(run, "loss")] == list(range(200))
    assert not run.resumes
    assert run.repeated == 600


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    for stdin in (io.TextIOWrapper(io.BytesIO(PLAIN.encode())), io.StringIO(PLAIN)):
        monkeypatch.setattr(sys, "stdin", stdin)
        reading = read_log("-")
        same_as_plain(reading.runs[0])
        assert reading.runs[0].name == "stdin"


def test_several_runs(logs: Logs) -> None:
    start = "tokens per iteration will be: 64\nnumber of parameters: 0.25M\n"
    runs = logs.read(
        start + PLAIN + start.replace("64", "128") + nanogpt(range(0, 120, 10), 5.0) + nanogpt(range(0, 50, 10))
    ).runs
    assert [run.last_iter for run in runs] == [240, 110, 40]
    assert [run.value("tokens_per_iter") for run in runs] == [64, 128, None]


def test_a_resume(logs: Logs) -> None:
    first = nanogpt(range(0, 250, 10), 4.0)
    again = "Resuming training from out\n" + nanogpt(range(200, 400, 10), 4.5)
    run = logs.one(first + again)
    assert [(resume.at, resume.reached) for resume in run.resumes] == [(200, 240)]
    losses = dict(points(run, "loss"))
    assert list(losses) == list(range(0, 400, 10))
    assert losses[190] == 3.82
    assert losses[200] == 4.31
    assert dict(points(run, "val_loss"))[200] == 4.4
    assert not logs.one(first + nanogpt(range(250, 400, 10))).resumes  # it went on where it was


@pytest.mark.parametrize(
    ("cut", "loss"),
    [
        ("iter 240: loss 3.7", None),
        ("iter 240: loss 3.77", None),
        ("iter 240: loss 3.", None),
        ("iter 240: loss 3.7700", 3.77),
        ("iter 240: loss 3.7700, ti", 3.77),
        ("iter 24", None),
    ],
)
def test_a_number_that_was_cut_is_not_read(logs: Logs, cut: str, loss: float | None) -> None:
    run = logs.one(nanogpt(range(0, 240, 10)) + cut)
    assert run.curve("loss").at(240) == loss
    assert logs.one(nanogpt(range(0, 240, 10)) + "iter 240: loss 3.7700, time 22.1").curve("dt_ms").at(240) is None


def test_one_line_without_an_end(logs: Logs) -> None:
    run = logs.one("step 5000: train loss 0.6224, val loss 1.7044")
    assert run.format == "nanoGPT"
    assert points(run, "val_loss") == [(5000, 1.7044)]
    cut = logs.one("0,4.25001\n10,3.5".replace("0,", "iter,loss\n0,", 1))
    assert points(cut, "loss") == [(0, 4.25001)]
    assert points(logs.one("iter,loss\n0,4.25\n10,3.50"), "loss") == [(0, 4.25), (10, 3.5)]


def test_a_truncated_gzip(logs: Logs, tmp_path: Path) -> None:
    packed = gzip.compress(nanogpt(range(5000)).encode())
    found = points(logs.one(packed[: len(packed) // 2], "x.log.gz"), "loss")
    assert 100 < len(found) < 5000


def test_binary_junk(logs: Logs) -> None:
    junk = bytes(range(256)) * 1000
    with pytest.raises(FledgeError, match="no training lines"):
        read_log(logs.write(junk, "ckpt.bin"))
    run = read_log(logs.write(PLAIN.encode() + junk + b"\n" + PLAIN.encode())).runs[-1]
    assert len(run.curve("loss")) == 25


def test_no_log(logs: Logs, tmp_path: Path) -> None:
    for text in ("", "\n\n", "Dear diary,\ntoday I trained.\n", '{\n  "device": "x",\n  "steps": 30\n}\n'):
        with pytest.raises(FledgeError) as caught:
            read_log(logs.write(text))
        assert all(name in str(caught.value) for name in ("nanoGPT", "llm.c", "HF Trainer", "TensorBoard", "step=100"))
    with pytest.raises(FledgeError, match="no run or log"):
        read_log(str(tmp_path / "missing.log"))


def test_what_is_not_understood_is_counted(logs: Logs) -> None:
    reading = logs.read("hello\n" + nanogpt(range(120)) + "ROMEO:\nO, she doth teach\n\n")
    assert (reading.lines, reading.rows, reading.other) == (126, 122, 3)
    assert reading.examples == [(1, "hello"), (124, "ROMEO:"), (125, "O, she doth teach")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("torchrun -m scripts.base_train --depth=4\nVocab size: 32,768\n", "nanochat"),
        ("tokens per iteration will be: 491,520\nfound vocab_size = 65 (inside meta.pkl)\n", "nanoGPT"),
        ("total desired batch size: 524288\n=> calculated gradient accumulation steps: 32\n", "build-nanogpt"),
        (LLMC_TABLE, "llm.c"),
        ("***** Running training *****\n  Num examples = 1,000\n", "HF Trainer"),
        ("[titan] 2025-01-01 00:00:01,250 - root - INFO - Building llama3\n", "torchtitan"),
    ],
)
def test_a_log_that_ends_before_its_first_iteration(logs: Logs, text: str, name: str) -> None:
    run = logs.one(text)
    assert run.format == name
    assert not run.curves


# notices

FRAME = '  File "/x/site-packages/torch/{}", line 5, in {}\n    {}\n'
IN_LOOP = 'Traceback (most recent call last):\n  File "train.py", line 300, in <module>\n    {}\n'
OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. " + "x" * 400 + "\n"


FORWARD = IN_LOOP.format("logits, loss = model(X, Y)")
INSIDE = FRAME.format("nn/modules/module.py", "_call_impl", "return forward_call(*args)")
MODEL = '  File "model.py", line 9, in forward\n    {}\n'


@pytest.mark.parametrize(
    ("frames", "part"),
    [
        (FORWARD + INSIDE + MODEL.format("x = block(x)") + INSIDE, "forward"),
        (FORWARD + INSIDE + MODEL.format("logits = self.lm_head(x)") + INSIDE, "logits"),
        (FORWARD + INSIDE + MODEL.format("loss = F.cross_entropy(a, b)"), "logits"),
        (IN_LOOP.format("scaler.scale(loss).backward()") + INSIDE, "backward"),
        (IN_LOOP.format("run()") + FRAME.format("autograd/graph.py", "_engine_run_backward", "x"), "backward"),
        (IN_LOOP.format("scaler.step(optimizer)") + INSIDE, "optimizer"),
        (
            IN_LOOP.format("go()") + FRAME.format("optim/adamw.py", "_init_group", "zeros_like(p)"),
            "optimizer",
        ),
        (200 * INSIDE, "forward"),  # too long to be kept from its first line on
        (FORWARD + IN_LOOP.format("save()"), None),
        ("", None),
        ("loss = model(x)\n" * 100, None),
    ],
)
@pytest.mark.parametrize("rank", ["", "[rank0]: "])
@pytest.mark.parametrize("rows", [0, 100])
def test_where_memory_ran_out(logs: Logs, frames: str, part: str | None, rank: str, rows: int) -> None:
    said = "".join(rank + line for line in (frames + OOM).splitlines(True))
    run = logs.one("tokens per iteration will be: 64\n" + nanogpt(range(rows)) + said)
    (notice,) = run.notices_of("out_of_memory")
    assert notice.text.startswith("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.")
    assert notice.part == part
    assert notice.it == (rows - 1 if rows else None)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB", "out_of_memory"),
        ("RuntimeError: MPS backend out of memory (MPS allocated: 9 GB)", "out_of_memory"),
        ("RuntimeError: [enforce fail] DefaultCPUAllocator: can't allocate memory", "out_of_memory"),
        ("[CUDA ERROR] at file train_gpt2.cu:10: out of memory", "out_of_memory"),
        ("Killed", "killed"),
        ("./run.sh: line 3: 12345 Killed                  python train.py", "killed"),
        ("slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2024-05-01T10:00:00 DUE TO TIME LIMIT ***", "killed"),
        ("ValueError: shapes do not match", "error"),
        ("KeyboardInterrupt", "error"),
        ("UserWarning: CUDA initialization: The driver is too old", "no_gpu"),
        ("saving checkpoint to out", "saved"),
        ("Writing model to log124M/model.bin", "saved"),
        ("Resuming training from out", "resumed"),
        ("compiling the model... (takes a ~minute)", "compiled"),
        ("using device: mps", "device"),
        ("Tesla T4", "gpu"),
        ("Your GPU: NVIDIA GeForce RTX 4070 Ti SUPER", "gpu"),
    ],
)
def test_marks(logs: Logs, line: str, kind: str) -> None:
    run = logs.one(nanogpt(range(3)) + line + "\n")
    assert [notice.kind for notice in run.notices] == [kind]


@pytest.mark.parametrize(
    "line",
    [
        "# device = 'cpu'  # run on cpu only",
        "    except torch.OutOfMemoryError:",
        "    raise ValueError: never",
        "If you run out of memory, make the batch smaller.",
        'x = torch.zeros(3, device="cpu")',
        "NVIDIA GPUs are fast",
        "They saved the king",
        "I was killed by a device",
    ],
)
def test_no_marks(logs: Logs, line: str) -> None:
    reading = logs.read(nanogpt(range(3)) + line + "\n")
    assert not reading.runs[0].notices
    assert reading.other == 1


def test_marks_are_not_endless(logs: Logs) -> None:
    run = logs.one("".join(f"saving checkpoint to out{it}\niter {it}: loss 3.5, time 5.00ms\n" for it in range(3000)))
    assert len(run.notices) == 1000
    assert run.notices[0].text.endswith("out0")
    assert run.notices[-1].text.endswith("out2999")
    run = logs.one("iter 0: loss 3.5, time 5.00ms\n" + "saving checkpoint to out\n" * 3000)
    assert len(run.notices) == 1000


def test_source_code_sets_nothing(logs: Logs) -> None:
    run = logs.one(
        "class Config:\n    def __init__(self, dropout=0.5, n_layer=99):\n"
        "        self.c = nn.Linear(3, 4, bias=False)\n"
        "    return make(batch_size=7, block_size=8)\n" + nanogpt(range(3))
    )
    assert not run.settings
    command = logs.one(
        "$ torchrun --nproc_per_node=4 train.py --batch_size=7 --compile=False --dataset=x\n" + nanogpt(range(3))
    )
    assert values(command) == {"batch_size": 7, "compile": False}


# files too large for memory


def test_lines_without_an_end(tmp_path: Path) -> None:
    bars = "\r".join(f"step {it} loss {4 - it / 1e6:.6f}" for it in range(60_000))
    with (tmp_path / "bars.log").open("w") as file:
        file.write(bars + "\n" + "x" * 3_000_000 + "\nstep 60000 loss 1.250000\n" + "y" * 2_500_000)
    reading = read_log(str(tmp_path / "bars.log"))
    (run,) = reading.runs
    assert [it for it, _ in points(run, "loss")] == list(range(60_001))
    assert max(len(text) for _, text in reading.examples) <= 200


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
def test_a_million_lines(tmp_path: Path) -> None:
    """Read in a process of its own, whose memory is its own; a log without a single row too."""
    with (tmp_path / "long.log").open("w") as file:
        for it in range(1_000_000):
            file.write(f"iter {it}: loss {3 + 8 / (1 + it / 5000):.4f}, time {250 + it % 9:.2f}ms, mfu 40.01%\n")
    with (tmp_path / "none.log").open("w") as file:
        file.write("tokens per iteration will be: 64\n")
        file.writelines(f"saving checkpoint to out{n}\nROMEO: thou art {n}, my lord\n" for n in range(500_000))
    program = (
        "import re, sys; from fledge.logs.readers import read_log; reading = read_log(sys.argv[1]);"
        "peak = re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read());"
        "print(reading.rows, len(reading.runs), int(peak[1]) // 1024)"
    )
    for name, expected in (("long.log", 1_000_000), ("none.log", 0)):
        said = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / name)], capture_output=True, text=True, check=True
        )
        rows, runs, megabytes = map(int, said.stdout.split())
        assert (rows, runs) == (expected, 1)
        assert megabytes < 250
