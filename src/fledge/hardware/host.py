"""What the system says about the machine itself, without torch: its processor's name and its memory."""

import contextlib
import os
import platform
import subprocess
from pathlib import Path


def cpu_name() -> str:
    """The processor's name as its maker prints it, or the nearest thing the system knows."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            label, _, value = line.partition(":")
            if label.strip() == "model name":
                return value.strip()
    return sysctl("machdep.cpu.brand_string") or platform.processor() or platform.machine() or "CPU"


def machine_memory() -> int | None:
    """Bytes of memory this machine, or the container on it, may use; None where the system does not say."""
    total: int | None = None
    with contextlib.suppress(AttributeError, OSError, ValueError):
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError, ValueError):  # "max" where there is no limit
        limit = int(Path("/sys/fs/cgroup/memory.max").read_text())
        return limit if total is None else min(limit, total)
    if total is None and (size := sysctl("hw.memsize")).isdigit():
        return int(size)
    return total


def available_memory() -> int | None:
    """Bytes of memory that are free now, for this machine or container; None where the system does not say."""
    free: list[int] = []
    with contextlib.suppress(OSError, ValueError, IndexError):
        lines = Path("/proc/meminfo").read_text().splitlines()
        free += [1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")]
    with contextlib.suppress(OSError, ValueError, KeyError):
        limit = int(Path("/sys/fs/cgroup/memory.max").read_text())
        stat = dict(line.split() for line in Path("/sys/fs/cgroup/memory.stat").read_text().splitlines())
        used = int(Path("/sys/fs/cgroup/memory.current").read_text()) - int(stat["inactive_file"])
        free.append(limit - used)
    return max(0, min(free)) if free else None


def sysctl(name: str) -> str:
    """A macOS system value; empty on other systems."""
    try:
        done = subprocess.run(["sysctl", "-n", name], capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
