"""`fledge launch`: writes the job file for a training command on a cluster."""

import os
from pathlib import Path

from fledge.cli.job_files import Job, k8s, skypilot, slurm, ssh
from fledge.common.errors import FledgeError
from fledge.config.checks import check_accumulation
from fledge.options.launch import LaunchOptions
from fledge.options.parser import Arguments
from fledge.texts import say, text

ENDINGS = {"slurm": "sbatch", "k8s": "yaml", "ssh": "sh", "skypilot": "yaml"}
NEXT = {
    "slurm": "sbatch {file}",
    "k8s": "kubectl apply -f {file}",
    "ssh": "bash {file}",
    "skypilot": "sky jobs launch {file}",
}


def run(arguments: Arguments) -> int:
    options: LaunchOptions = arguments.options
    kinds = [name for name in ENDINGS if getattr(options, name)]
    if len(kinds) != 1:
        raise FledgeError(say("launch.which"))
    kind = kinds[0]
    file = Path(options.out or f"{_job(arguments).label}.{kind}.{ENDINGS[kind]}")
    content = _content(kind, arguments)
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(content)
    except FileExistsError:
        raise FledgeError(say("launch.exists", file=str(file))) from None
    print(text(say("launch.written", file=str(file), command=NEXT[kind].format(file=file))))
    return 0


def _content(kind: str, arguments: Arguments) -> str:
    options: LaunchOptions = arguments.options
    job = _job(arguments)
    if kind == "slurm":
        return slurm(job, options.time)
    if kind == "k8s":
        if not options.image:
            raise FledgeError(say("launch.image"))
        return k8s(job, options.image, options.volume)
    if kind == "skypilot":
        return skypilot(job, options.gpu, options.spot)
    hosts = [host for host in options.hosts.split(",") if host]
    if not hosts:
        raise FledgeError(say("launch.hosts"))
    return ssh(job, hosts)


def _job(arguments: Arguments) -> Job:
    options: LaunchOptions = arguments.options
    config = arguments.config()
    words = list(arguments.typed)
    if arguments.is_resume:
        raise FledgeError(say("launch.resume"))
    if not config.chosen("out_dir"):
        words.append(f"--out_dir={config.out_dir}")
    if options.trust_config:
        words.append("--trust_config=True")
    words.append("--auto_resume")
    nodes = len([host for host in options.hosts.split(",") if host]) if options.ssh else options.nodes
    processes = max(1, nodes) * options.gpus
    check_accumulation(config.gradient_accumulation_steps, processes)
    return Job(config.run_path.name, words, os.getcwd(), nodes, options.gpus, options.restarts, options.port)
