"""`fledge train --devices` and torchrun with real processes: how they end, and what they say."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from fledge.logs.rundir import step_folders
from fledge.train.checkpoint_files import verify
from tests.helpers import read_events
from tests.parallel.jobs import ENDLESS, PAIR, Job, has_line, is_alive, kill, wait_for

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="processes are found as Linux lists them"
)


def errors_in(output: str) -> list[str]:
    return [line for line in output.splitlines() if line.startswith("fledge:")]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.slow
def test_a_signal_to_the_agent_saves(work: Path, number: signal.Signals) -> None:
    job = Job("train", *ENDLESS, "--out_dir=run", "--devices=2")
    wait_for(lambda: has_line("run", "iter 10"))
    workers = job.workers()
    assert sorted(workers) == [0, 1]
    os.kill(job.process.pid, number)
    if number == signal.SIGTERM:
        os.kill(job.process.pid, number)  # as some clusters do, to be sure
    code, output = job.end()
    assert code == 128 + number, output
    assert "saved. To continue:" in output
    assert errors_in(output) == []
    assert Path("run/checkpoints/latest").exists()
    assert not any(map(is_alive, workers.values()))


@pytest.mark.slow
@pytest.mark.parametrize("whom", ["the agent", "the processes", "all"])
def test_a_signal_under_torchrun_saves(work: Path, whom: str) -> None:
    """A spot machine tells the agent, Slurm all. If torchrun is told, it ends with a traceback and code 1."""
    job = Job("train", *ENDLESS, "--out_dir=run", torchrun=["--max-restarts=3"])
    wait_for(lambda: has_line("run", "iter 10"))
    workers = job.workers()
    told = {"the agent": [job.process.pid], "the processes": list(workers.values())}
    for pid in told.get(whom, [*workers.values(), job.process.pid]):
        kill(pid, signal.SIGTERM)
    code, output = job.end()
    assert code == (0 if whom == "the processes" else 1), output
    assert "saved. To continue:" in output
    assert errors_in(output) == []
    assert Path("run/checkpoints/latest").exists()
    assert not any(map(is_alive, workers.values()))


@pytest.mark.slow
def test_no_process_outlives_a_killed_agent(work: Path) -> None:
    job = Job("train", *ENDLESS, "--out_dir=run", "--devices=2")
    wait_for(lambda: has_line("run", "iter 10"))
    workers = job.workers()
    os.kill(job.process.pid, signal.SIGKILL)
    job.end()
    wait_for(lambda: not any(map(is_alive, workers.values())))
    assert read_events(Path("run/metrics.jsonl"))[-1]["reason"] == "interrupted"
    assert Path("run/checkpoints/latest").exists()


@pytest.mark.slow
def test_a_second_ctrl_c_ends_all_at_once(work: Path) -> None:
    job = Job("train", *ENDLESS, "--out_dir=run", "--devices=2", "--eval_interval=5", "--eval_iters=1000000")
    wait_for(lambda: has_line("run", "number of parameters"))
    time.sleep(1)
    workers = job.workers()
    kill(workers[1], signal.SIGSTOP)  # it can't stop at the first
    os.kill(job.process.pid, signal.SIGINT)
    time.sleep(0.5)
    os.kill(job.process.pid, signal.SIGINT)
    code, _ = job.end(10)
    kill(workers[1], signal.SIGCONT)
    assert code == 130
    wait_for(lambda: not any(map(is_alive, workers.values())))


@pytest.mark.parametrize("rank", [0, 1])
@pytest.mark.slow
def test_a_killed_rank_is_named(work: Path, rank: int) -> None:
    job = Job("train", *ENDLESS, "--out_dir=run", "--devices=2")
    wait_for(lambda: has_line("run", "iter 10"))
    workers = job.workers()
    kill(workers[rank])
    code, output = job.end()
    assert (code, errors_in(output)) == (1, [f"fledge: error: rank {rank} was killed (SIGKILL)."]), output
    assert not any(map(is_alive, workers.values()))


@pytest.mark.slow
def test_a_mistake_is_one_line(work: Path) -> None:
    code, output = Job("train", *PAIR, "--gradient_accumulation_steps=3", "--devices=2", "--max_restarts=3").end()
    assert code == 2
    assert output.startswith("fledge: error: gradient_accumulation_steps=3 can't be shared equally by 2 processes.")
    assert len(output.splitlines()) == 1


@pytest.mark.slow
def test_torchruns_report_has_a_mistake_once(work: Path) -> None:
    """torchrun adds a traceback of its own and this report; nothing can keep it from that."""
    code, output = Job("train", *PAIR, "--gradient_accumulation_steps=3", torchrun=[]).end()
    assert code == 1
    assert output.startswith("fledge: error: gradient_accumulation_steps=3 can't be shared equally by 2 processes.")
    assert output.count("can't be shared equally") == 2
    assert "traceback : gradient_accumulation_steps=3 can't" in output.partition("Root Cause")[2]


@pytest.mark.slow
def test_torchruns_restarts_continue_the_run(work: Path) -> None:
    options = ["--max_iters=300", "--eval_interval=100", "--log_interval=10", "--out_dir=run"]
    job = Job("train", *PAIR, *options, torchrun=["--max-restarts=3"])
    wait_for(lambda: has_line("run", "step-00000100"))
    kill(job.worker(1))
    code, output = job.end()
    assert code == 0, output
    assert errors_in(output) == []
    assert "started again by the agent (1), continues run" in output
    assert "finished: 300 iterations" in output


@pytest.mark.slow
def test_a_full_disk_ends_all_with_one_message(work: Path) -> None:
    """A small disk of its own; the checkpoint before the one that did not fit is whole."""
    Path("disk").mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", "disk"], capture_output=True).returncode:
        pytest.skip("only root can mount a small disk")
    try:
        options = ["--eval_interval=40", "--eval_iters=1", "--always_save_checkpoint=True", "--n_embd=128", "--keep=9"]
        settings = [*ENDLESS, *options, "--max_iters=20000", "--dtype=float32", "--force", "--out_dir=disk/run"]
        code, output = Job("train", *settings, "--devices=2").end()
        assert code == 1, output
        assert len(errors_in(output)) == 1, output
        assert "can't write disk/run/checkpoints/step-00000080: No space left on device." in errors_in(output)[0]
        assert [path.name for path in step_folders(Path("disk/run/checkpoints"))] == ["step-00000040"]
        assert not [one for one in verify(Path("disk/run/checkpoints/step-00000040"), lambda read: None) if one.problem]
    finally:
        subprocess.run(["umount", "disk"], check=True)


@pytest.mark.slow
@pytest.mark.parametrize("where", ["--out_dir=run", "the default"])
def test_processes_that_are_started_again_continue_their_run(work: Path, where: str) -> None:
    """Also one that the command would begin anew, and in a directory that has no name yet."""
    out = [where] if where.startswith("--") else []
    run = "run" if out else "runs/tiny-gpt2"
    options = ["--max_iters=400", "--eval_interval=100", "--log_interval=10", *out]
    job = Job("train", *PAIR, *options, "--devices=2", "--max_restarts=2")
    wait_for(lambda: has_line(run, "step-00000100"))
    kill(job.worker(1))
    code, output = job.end()
    assert code == 0, output
    assert errors_in(output) == [
        "fledge: rank 1 was killed (SIGKILL). Starting all processes again, from the last checkpoint (1 of 2)."
    ]
    assert f"started again by the agent (1), continues {run}" in output
    events = read_events(Path(run) / "metrics.jsonl")
    starts = [event["iter"] for event in events if event["event"] == "start"]
    assert starts[0] == 0
    assert starts[1] >= 100
    assert [path.name for path in Path(run).parent.iterdir() if path.name.startswith(Path(run).name)] == [
        Path(run).name
    ]
