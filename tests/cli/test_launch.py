"""Job files: they start the same command, are sound for their reader, and hold any path or value."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from fledge.cli.job_files import Job, k8s, skypilot, slurm, ssh
from fledge.common.errors import FledgeError
from fledge.options.launch import COMMAND as LAUNCH
from fledge.options.parser import parse
from fledge.options.train import COMMAND as TRAIN
from tests.helpers import TINY, Fledge

NASTY = [
    '--out_dir=runs/it\'s "$HOME" `id` $(id); & | > * #x',
    "--dataset=näme {{}} : - &a *b %c",
    "--wandb_project=😀",
]
SMALL = [*TINY, "--gradient_accumulation_steps=8"]


def job(words: list[str], folder: str = "/home/me/my runs; rm -rf") -> Job:
    return Job("it's a run", words, folder, nodes=2, gpus=4, restarts=3, port=29500)


def shell_words(command: str) -> list[str]:
    """What a shell makes of the words after `train`."""
    after = command.split(" train ", 1)[1]
    done = subprocess.run(["bash", "-c", f"printf '%s\\0' {after}"], capture_output=True, check=True)
    return done.stdout.decode().split("\0")[:-1]


@pytest.mark.parametrize("kind", ["slurm", "ssh", "skypilot"])
def test_words_reach_the_processes_as_they_are(kind: str) -> None:
    if kind == "slurm":
        content = slurm(job(NASTY), "24:00:00")
        line = next(line for line in content.splitlines() if line.startswith("srun")).removesuffix(" &")
    elif kind == "skypilot":
        content = skypilot(job(NASTY), "H100", True)
        line = next(line for line in content.splitlines() if "torchrun" in line)
    else:
        content = ssh(job(NASTY), ["node1", "me@node2"])
        remote = [shlex.split(line.removesuffix(" &"))[-1] for line in content.splitlines() if line.startswith("ssh")]
        assert len(remote) == 2
        assert "--nnodes=2" in remote[0]
        assert "--rdzv_endpoint=node1:29500" in remote[1]
        line = remote[1]
    assert shell_words(line) == NASTY
    if kind != "skypilot":
        subprocess.run(["bash", "-n"], input=content, text=True, check=True)


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="no shellcheck here: apt install shellcheck")
def test_a_linter_finds_nothing_in_the_shell_scripts() -> None:
    for content in (slurm(job(SMALL), "24:00:00"), ssh(job(SMALL), ["node1", "me@node2"])):
        subprocess.run(["shellcheck", "--shell=bash", "-"], input=content, text=True, check=True)


def test_yaml_holds_the_words_as_json_does() -> None:
    """Every line that holds one is a JSON list or string, which YAML reads alike."""
    content = k8s(job(NASTY), "me/fledge:1", "claim")
    command = next(line for line in content.splitlines() if line.strip().startswith("command:"))
    assert json.loads(command.partition(": ")[2]) == ["torchrun", "-m", "fledge", "train", *NASTY]
    folder = next(line for line in skypilot(job([]), "H100", False).splitlines() if line.startswith("workdir"))
    assert json.loads(folder.partition(": ")[2]) == "/home/me/my runs; rm -rf"


@pytest.mark.parametrize("content", [k8s(job(NASTY), "me/fledge:1", "claim"), skypilot(job(NASTY), "A100", True)])
def test_yaml_is_yaml(content: str) -> None:
    yaml = pytest.importorskip("yaml")
    document = yaml.safe_load(content)
    if "kind" in document:
        worker = document["spec"]["pytorchReplicaSpecs"]["Worker"]
        assert worker["replicas"] == 2
        assert worker["template"]["spec"]["containers"][0]["command"][4:] == NASTY
        assert document["spec"]["elasticPolicy"]["maxRestarts"] == 3
    else:
        assert document["num_nodes"] == 2
        assert document["resources"]["accelerators"] == "A100:4"
        assert shell_words(document["run"].splitlines()[1]) == NASTY


def test_the_job_starts_the_command_that_was_typed(work: Path, fledge: Fledge) -> None:
    code, out, _ = fledge("launch", "--slurm", *SMALL, "--nodes=2", "--gpus=4")
    assert (code, out) == (0, "tiny-gpt2.slurm.sbatch is written. To start it: sbatch tiny-gpt2.slurm.sbatch\n")
    content = Path("tiny-gpt2.slurm.sbatch").read_text()
    line = next(line for line in content.splitlines() if line.startswith("srun")).removesuffix(" &")
    words = shell_words(line)
    assert words == [*SMALL, "--out_dir=runs/tiny-gpt2", "--auto_resume"]
    assert parse(TRAIN, words).options.auto_resume
    assert re.search(r"--max-restarts=3 ", line)


def test_no_file_is_replaced(work: Path, fledge: Fledge) -> None:
    Path("mine.sh").write_text("precious")
    code, _, err = fledge("launch", "--slurm", *SMALL, "--gpus=8", "--out=mine.sh")
    assert (code, Path("mine.sh").read_text()) == (2, "precious")
    assert "not replaced" in err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--nodes=1"], "Say which"),
        (["--slurm", "--ssh"], "Say which"),
        (["--ssh"], "--hosts=node1,node2"),
        (["--ssh", "--hosts=a b"], "no name of a host"),
        (["--ssh", "--hosts=-oProxyCommand=x"], "no name of a host"),
        (["--k8s"], "--image"),
        (["--slurm", "--time=1h; rm"], "no time limit"),
        (["--slurm", "--gpus=3"], "--gradient_accumulation_steps=9"),
        (["--slurm", "--out_dir=a\nb"], "line break"),
        (["--slurm", "--init_from=resume"], "by itself"),
    ],
)
def test_mistakes(work: Path, fledge: Fledge, words: list[str], problem: str) -> None:
    code, _, err = fledge("launch", *SMALL, "--gpus=8", *words)
    assert code == 2
    assert problem in err
    assert not list(work.glob("*.sh")) + list(work.glob("*.sbatch")) + list(work.glob("*.yaml"))


def test_a_control_character_is_refused() -> None:
    with pytest.raises(FledgeError):
        job(["--out_dir=a\x1b[2J"])
    assert parse(LAUNCH, ["--slurm", *SMALL]).options.restarts == 3
