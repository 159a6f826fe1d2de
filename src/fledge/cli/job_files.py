"""The job files of `fledge launch`: one training command for Slurm, Kubernetes, ssh and SkyPilot.

Each starts torchrun on every machine with restarts, and `fledge train --auto_resume`: a job that is started again
continues its run. Words are quoted for the shell or the YAML that they stand in.
"""

import json
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from fledge.common.errors import FledgeError
from fledge.texts import say

SAVE_S = 120  # before a time limit, to finish a step and save
GRACE_S = 100  # of these, before torchrun kills its processes
NOT_PLAIN = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Job:
    name: str  # of the run
    words: Sequence[str]  # fledge's command line, after `train`
    folder: str  # where it is started
    nodes: int
    gpus: int
    restarts: int
    port: int

    def __post_init__(self) -> None:
        for word in (*self.words, self.folder):
            if not word.isprintable():
                raise FledgeError(say("launch.unprintable", word=repr(word)))

    @property
    def label(self) -> str:
        """The name as every system takes it: lower-case letters, digits and hyphens."""
        return NOT_PLAIN.sub("-", self.name.lower()).strip("-")[:50] or "fledge"

    @property
    def train(self) -> list[str]:
        return ["-m", "fledge", "train", *self.words]

    def torchrun(self, endpoint: str, nodes: str, job: str) -> str:
        """The command in a shell; the arguments are shell text already."""
        meeting = f"--rdzv_backend=c10d --rdzv_id={job} --rdzv_endpoint={endpoint}"
        size = f"--nnodes={nodes} --nproc_per_node={self.gpus} --max-restarts={self.restarts}"
        return f"torchrun {size} {meeting} {shlex.join(self.train)}"


def slurm(job: Job, time: str) -> str:
    run = job.torchrun(f'"$head_node:{job.port}"', '"$SLURM_JOB_NUM_NODES"', '"$SLURM_JOB_ID"')
    if not re.fullmatch(r"[0-9:-]+", time):
        raise FledgeError(say("launch.time", time=time))
    return f"""#!/bin/bash
#SBATCH --job-name={job.label}
#SBATCH --nodes={job.nodes}
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node={job.gpus}
#SBATCH --time={time}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={job.label}-%j.log
#SBATCH --signal=B:TERM@{SAVE_S}
# Before the time limit Slurm signals this script: the run saves and ends, and the job is queued again.
set -uo pipefail
cd {shlex.quote(job.folder)} || exit 1
head_node=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
export TORCH_ELASTIC_SHUTDOWN_TIMEOUT={GRACE_S}
stopped=0
trap 'stopped=1; kill -TERM "$step"' TERM
srun --kill-on-bad-exit=1 {run} &
step=$!
wait "$step"
code=$?
if [ "$stopped" = 1 ]; then
  wait "$step"
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
"""


def ssh(job: Job, hosts: Sequence[str]) -> str:
    for host in hosts:
        if not re.fullmatch(r"[A-Za-z0-9._@:\[\]-]+", host) or host.startswith("-"):
            raise FledgeError(say("launch.host", host=repr(host)))
    meeting = hosts[0].rpartition("@")[2]
    run = job.torchrun(shlex.quote(f"{meeting}:{job.port}"), str(len(hosts)), job.label)
    command = shlex.quote(f"cd {shlex.quote(job.folder)} && exec {run}")
    lines = [f"ssh -tt {shlex.quote(host)} {command} &" for host in hosts]
    return "\n".join(
        [
            "#!/bin/bash",
            "# Ctrl-C here ends the terminals of all hosts; their runs save and stop.",
            "trap 'kill $(jobs -p)' INT TERM",
            *lines,
            "code=0",
            "for step in $(jobs -p); do",
            '  wait "$step" || code=$?',
            "done",
            'exit "$code"',
            "",
        ]
    )


def k8s(job: Job, image: str, volume: str) -> str:
    """Kubeflow's operator tells torchrun where the processes meet, in PET_ variables."""
    mounts = '\n              volumeMounts: [{name: "work", mountPath: "/work"}]' if volume else ""
    claims = (
        f'\n          volumes: [{{name: "work", persistentVolumeClaim: {{claimName: {_yaml(volume)}}}}}]'
        if volume
        else ""
    )
    command = ", ".join(_yaml(word) for word in ("torchrun", *job.train))
    where = "/work" if volume else job.folder
    return f"""apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata:
  name: {_yaml(job.label)}
spec:
  nprocPerNode: {_yaml(str(job.gpus))}
  elasticPolicy:
    rdzvBackend: c10d
    minReplicas: {job.nodes}
    maxReplicas: {job.nodes}
    maxRestarts: {job.restarts}
  pytorchReplicaSpecs:
    Worker:
      replicas: {job.nodes}
      restartPolicy: OnFailure
      template:
        spec:
          terminationGracePeriodSeconds: {SAVE_S}
          containers:
            - name: pytorch
              image: {_yaml(image)}
              workingDir: {_yaml(where)}
              command: [{command}]
              env: [{{name: "TORCH_ELASTIC_SHUTDOWN_TIMEOUT", value: "{GRACE_S}"}}]
              resources: {{limits: {{nvidia.com/gpu: {job.gpus}}}}}{mounts}{claims}
"""


def skypilot(job: Job, gpu: str, spot: bool) -> str:
    run = job.torchrun(f'"$head_node:{job.port}"', '"$SKYPILOT_NUM_NODES"', '"$SKYPILOT_TASK_ID"')
    return f"""name: {_yaml(job.label)}
num_nodes: {job.nodes}
resources:
  accelerators: {_yaml(f"{gpu}:{job.gpus}")}
  use_spot: {"true" if spot else "false"}
workdir: {_yaml(job.folder)}
setup: |
  pip install fledge
run: |
  head_node=$(echo "$SKYPILOT_NODE_IPS" | head -n 1)
  {run}
"""


def _yaml(word: str) -> str:
    """A double-quoted scalar: JSON's strings are YAML's."""
    return json.dumps(word, ensure_ascii=False)
