"""Finding: a diagnosis, with the numbers that led to it and the command to type next."""

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

Severity = Literal["error", "warning", "note", "good"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)  # worst first

Code = Literal[  # stable: programs read them; docs/findings.md explains each
    "crashed",
    "cpu_fallback",
    "decay_mismatch",
    "diverged",
    "diverging",
    "dropout_gap",
    "eval_dominates",
    "eval_in_step_time",
    "few_tokens",
    "healthy",
    "interrupted",
    "killed",
    "leak",
    "loss_spike",
    "low_mfu",
    "lr_too_high",
    "lr_too_low",
    "memorised",
    "mfu_impossible",
    "mfu_units",
    "never_saved",
    "not_converged",
    "not_finite",
    "out_of_memory",
    "overfitting",
    "plateau",
    "resume_jump",
    "resumed",
    "throughput_drift",
    "throughput_jitter",
    "tokens_per_s_wrong",
    "truncated",
    "warm_up",
    "wide_gap",
]
CODES: tuple[Code, ...] = get_args(Code)


@dataclass(frozen=True)
class Finding:
    code: Code
    severity: Severity
    title: str
    evidence: str
    advice: str

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
