"""labels.csv: what a person who read a log says about it, before fledge did.

`file` is below ../shared/logs. `run` counts the runs in it from 1, `runs` is their number; both are empty if it has no
iteration. `verdict` is unclear where the file itself is no evidence for healthy: an excerpt, a stopped run, no losses.
The figures are those of that run, as printed; empty if there are none. fixture_labels.csv judges the made-up runs of
test_findings.py (WELL) in the same words.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

LABELS = Path(__file__).with_name("labels.csv")
LOGS = Path(__file__).resolve().parents[3] / "shared" / "logs"  # real logs, where somebody has put some
VERDICTS = ("healthy", "unhealthy", "unclear")


@dataclass(frozen=True)
class Label:
    file: str
    run: int | None
    runs: int | None
    trainer: str
    is_language_model: bool | None
    verdict: str
    first_val: float | None
    last_val: float | None
    first_loss: float | None
    last_loss: float | None
    what: str

    @property
    def path(self) -> Path:
        return LOGS / self.file

    def __str__(self) -> str:
        return f"{self.file}:{self.run or 0}"


def read_labels() -> list[Label]:
    with LABELS.open(encoding="utf-8", newline="") as file:
        return [_label(row) for row in csv.DictReader(file)]


def _label(row: dict[str, str]) -> Label:
    def number(name: str) -> float | None:
        return float(row[name]) if row[name] else None

    return Label(
        file=row["file"],
        run=int(row["run"]) if row["run"] else None,
        runs=int(row["runs"]) if row["runs"] else None,
        trainer=row["trainer"],
        is_language_model={"yes": True, "no": False, "unknown": None}[row["is_language_model"]],
        verdict=row["verdict"],
        first_val=number("first_val"),
        last_val=number("last_val"),
        first_loss=number("first_loss"),
        last_loss=number("last_loss"),
        what=row["what"],
    )


def fixture_verdicts() -> dict[str, str]:
    with LABELS.with_name("fixture_labels.csv").open(encoding="utf-8", newline="") as file:
        return {row["fixture"]: row["verdict"] for row in csv.DictReader(file)}
