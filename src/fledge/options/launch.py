"""`fledge launch`: writes the job file for a training command on a cluster."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import TrainingOptions


@dataclass(frozen=True)
class LaunchOptions(TrainingOptions):
    slurm: bool = setting(False, "a script for sbatch", group="Where")
    k8s: bool = setting(False, "a PyTorchJob for Kubernetes with Kubeflow's training operator")
    ssh: bool = setting(False, "a script that starts torchrun on each host of --hosts")
    skypilot: bool = setting(False, "a task for sky jobs launch")
    nodes: int = setting(1, "machines", group="Size", least=1, most=10_000)
    gpus: int = setting(8, "GPUs of each machine", least=1, most=1024)
    gpu: str = setting("H100", "for skypilot: the GPU's name there")
    hosts: str = setting("", "for ssh: the machines, with commas; the first one is where they meet")
    image: str = setting("", "for k8s: the container image, with fledge in it")
    volume: str = setting("", "for k8s: the claim of the volume that holds data and runs; mounted at /work")
    time: str = setting("24:00:00", "for slurm: the time limit; before it ends the run is saved and queued again")
    port: int = setting(29500, "where the processes meet, on the first machine", least=1, most=65535)
    restarts: int = setting(3, "torchrun starts failed processes again so many times", least=0, most=1_000_000)
    spot: bool = setting(False, "for skypilot: on machines that may be taken away")
    out: str = setting("", "the file to write; an existing one is never replaced", group="Output")


COMMAND = Command(name="launch", options=LaunchOptions, settings="training")
