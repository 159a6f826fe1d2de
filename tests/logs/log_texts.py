"""What the tests of the readers share: logs written to files, and read."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fledge.logs.readers import read_log
from fledge.logs.readers.log import LogReading
from fledge.logs.run import Metric, Run


@dataclass(frozen=True)
class Logs:
    """Writes a text to a file and reads it."""

    path: Path

    def write(self, text: str | bytes, name: str = "some.log") -> str:
        file = self.path / name
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(file)

    def read(self, text: str | bytes, name: str = "some.log") -> LogReading:
        return read_log(self.write(text, name))

    def one(self, text: str | bytes, name: str = "some.log") -> Run:
        """The only run of it."""
        (run,) = self.read(text, name).runs
        return run


def points(run: Run, metric: Metric) -> list[tuple[int, float]]:
    return list(run.curve(metric))


def values(run: Run) -> dict[str, object]:
    return {name: known.value for name, known in run.settings.items()}


def nanogpt(its: Iterable[int], loss: float = 4.0) -> str:
    """Lines as nanoGPT prints them, with an evaluation every hundred iterations."""
    text = ""
    for it in its:
        if it % 100 == 0:
            text += f"step {it}: train loss {loss - it / 1000:.4f}, val loss {loss + 0.1 - it / 1000:.4f}\n"
        text += f"iter {it}: loss {loss + 0.01 - it / 1000:.4f}, time {20 + it % 7 / 10:.2f}ms, mfu 12.34%\n"
    return text


LLMC_TABLE = """\
+-----------------------+----------------------------------------------------+
| Parameter             | Value                                              |
| micro batch size B    | 8                                                  |
| sequence length T     | 512                                                |
| total batch size      | 65536                                              |
| learning rate (LR)    | 6.000000e-04                                       |
| max_steps             | -1                                                 |
| device                | NVIDIA A100-SXM4-40GB                              |
| peak TFlops           | 312.0                                              |
| max_sequence_length T | 1024                                               |
| vocab_size V          | 50257                                              |
| num_layers L          | 12                                                 |
| num_heads NH          | 12                                                 |
| channels C            | 768                                                |
| num_parameters        | 124475904                                          |
| num_processes         | 2                                                  |
=> setting grad_accum_steps=8
"""
