"""How long `fledge explain` takes to read a large log, and in how much memory.

    python bench/reading.py [--lines=1000000]

The logs are made up: nanoGPT's console, lines of key=value, and the dicts that Hugging Face's Trainer prints.
"""

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.options.parser import read_options

Line = Callable[[int, float], str]
LINES: dict[str, Line] = {
    "nanoGPT": lambda it, loss: f"iter {it}: loss {loss:.4f}, time {33 + it % 7 / 10:.2f}ms, mfu 11.07%",
    "key=value": lambda it, loss: (
        f"step={it} loss={loss:.4f} lr=6.0e-04 grad_norm={loss / 9:.3f} tok/s={1e5 + it % 99:.0f}"
    ),
    "HF Trainer": lambda it, loss: f"{{'loss': {loss:.4f}, 'learning_rate': 5e-05, 'epoch': {it / 1e5:.5f}}}",
}


@dataclass(frozen=True)
class Options:
    lines: int = setting(1_000_000, "of each log", least=1)


def main() -> None:
    options, rest = read_options(Options, sys.argv[1:])
    if rest:
        raise FledgeError(f"{' '.join(rest)} is not understood here.", "Try --lines=100000.")
    print(f"{'log':<12} {'lines':>10} {'MB':>6} {'seconds':>8} {'peak MB so far':>15}")
    with tempfile.TemporaryDirectory() as folder:
        for name, line in LINES.items():
            path = Path(folder) / "log"
            noise = random.Random(1)
            with path.open("w") as file:
                for it in range(options.lines):
                    file.write(line(it, 3 + 5 / (1 + it / 1000) + noise.gauss(0, 0.05)) + "\n")
            began = time.perf_counter()
            command = [sys.executable, "-m", "fledge", "explain", str(path), "--json"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            seconds = time.perf_counter() - began
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(
                f"{name:<12} {options.lines:>10,} {path.stat().st_size / 1e6:>6.0f} {seconds:>8.1f} {peak:>15,.0f}",
                flush=True,
            )


if __name__ == "__main__":
    try:
        main()
    except FledgeError as error:
        sys.exit(f"error: {error}")
