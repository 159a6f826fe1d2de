"""Runs for the tests of the page: a run directory of ours that can grow, and hostile text."""

import json
import math
from pathlib import Path
from typing import Any

EVIL = '</script><script>document.title = "owned"</script><img src=x onerror="document.title = \'owned\'">'
SETTINGS: dict[str, Any] = {
    "n_layer": 2, "n_head": 2, "n_embd": 64, "block_size": 32, "batch_size": 8, "gradient_accumulation_steps": 1,
    "learning_rate": 1e-3, "max_iters": 2000, "vocab_size": 65, "dataset": "tiny", "out_dir": "runs/a",
}  # fmt: skip


class GrowingRun:
    """Writes a metrics.jsonl as the trainer does: a line at a time."""

    def __init__(self, path: Path, **settings: Any) -> None:
        path.mkdir(parents=True)
        self.path, self.it = path, 0
        values = {**SETTINGS, **settings}
        document = {name: {"value": value, "origin": "command line"} for name, value in values.items()}
        (path / "config.json").write_text(json.dumps(document))
        (path / "log.txt").write_text("the first line\n")
        self.event("start", iter=0, params=210_000, tokens_per_iter=256, max_iters=2000, peak_flops=4e11)

    def event(self, kind: str, **fields: Any) -> None:
        with (self.path / "metrics.jsonl").open("a") as file:
            file.write(json.dumps({"event": kind, "time": 1e9 + self.it, **fields}) + "\n")

    def train(self, iterations: int, every: int = 1) -> None:
        """More iterations, each `every`-th logged, with an evaluation at every hundredth."""
        lines = []
        for it in range(self.it, self.it + iterations, every):
            if it % 100 == 0:
                val = {"train_loss": value(it), "val_loss": value(it) + 0.05, "eval_s": 0.5, "train_s": it / 50}
                lines.append({"event": "eval", "time": 1e9 + it, "iter": it, **val})
            numbers = {"loss": value(it) + 0.03 * math.sin(it), "lr": 1e-3, "grad_norm": 0.5, "dt_ms": 20.0}
            more = {"tokens": 256 * (it + 1), "tokens_per_s": 12_800.0, "mfu": 0.3, "memory_mb": 700.0}
            lines.append({"event": "iter", "time": 1e9 + it, "iter": it, **numbers, **more})
        self.it += iterations
        with (self.path / "metrics.jsonl").open("a") as file:
            file.write("".join(json.dumps(line) + "\n" for line in lines))


def value(it: int) -> float:
    return 1.5 + 2.5 * math.exp(-it / 200)
