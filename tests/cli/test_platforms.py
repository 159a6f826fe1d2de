"""macOS and Windows, as far as Linux can tell: what only Linux has is hidden, and nothing may miss it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fledge.cli.main import main
from tests.helpers import TINY

# Other people's packages are built for their platform: they are imported before Linux is hidden.
MAC = """
import builtins, importlib, io, mmap, os, pathlib, pkgutil, platform, resource, select, signal, socket, sys, sysconfig

import numpy, rich.console, rich.progress, safetensors.torch, torch, torch._dynamo, torch.distributed

LINUX_ONLY = {
    os: "sched_getaffinity sched_setaffinity posix_fadvise posix_fallocate O_DIRECT O_TMPFILE O_PATH memfd_create "
    "eventfd getrandom splice copy_file_range pidfd_open setns unshare getxattr setxattr listxattr sched_setscheduler "
    "fdatasync pipe2 accept4 GRND_NONBLOCK RWF_NOWAIT getresuid getresgid",
    signal: "SIGRTMIN SIGRTMAX SIGPWR SIGSTKFLT SIGPOLL SIGCLD pidfd_send_signal sigtimedwait sigwaitinfo",
    resource: "RUSAGE_THREAD prlimit RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_RTPRIO RLIMIT_RTTIME RLIMIT_SIGPENDING",
    select: "epoll",
    mmap: "MAP_POPULATE MAP_HUGETLB MAP_STACK MAP_NORESERVE",
    socket: "AF_NETLINK AF_PACKET AF_VSOCK SO_DOMAIN",
}
sysconfig.get_config_vars()
for module, names in LINUX_ONLY.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
sys.platform = "darwin"
platform.system = lambda: "Darwin"

def without_linux(real):
    def opened(file, *arguments, **more):
        if str(file).startswith(("/proc", "/sys/")):
            raise FileNotFoundError(2, "No such file or directory", str(file))
        return real(file, *arguments, **more)
    return opened

builtins.open, io.open = without_linux(builtins.open), without_linux(io.open)
exists = pathlib.Path.exists
pathlib.Path.exists = lambda path, **more: not str(path).startswith(("/proc", "/sys/")) and exists(path, **more)

import fledge

for module in pkgutil.walk_packages(fledge.__path__, "fledge."):
    if not module.name.endswith(("__main__", ".modeling_fledge")):  # the latter is exported, for transformers to import
        importlib.import_module(module.name)

from fledge.cli.main import main

for command in sys.argv[1].split("; "):
    code = main(command.split())
    assert code == 0, (command, code)
"""


@pytest.mark.slow
def test_a_mac_imports_every_module_and_trains(work: Path) -> None:
    Path("book.txt").write_text("It was a dark and stormy night.\n" * 99)
    train = " ".join(["train", *TINY, "--out_dir=run", "--max_iters=2"])
    commands = f"prepare book.txt; {train}; explain run"
    done = subprocess.run(
        [sys.executable, "-c", MAC, commands],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "finished: 2 iterations" in done.stdout


def test_windows_is_pointed_to_wsl(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert main(["train"]) == 2
    assert "fledge runs on Linux and macOS. On Windows, use it in WSL: wsl --install" in capsys.readouterr().err
    assert main(["--help"]) == 0
