"""Explanation: a run's summary in numbers, and its findings."""

from dataclasses import dataclass
from typing import Any

from fledge.analyze.findings import Finding, find
from fledge.common.text import for_json
from fledge.logs.facts import Facts


@dataclass(frozen=True)
class Explanation:
    facts: Facts
    findings: list[Finding]

    def to_json(self) -> dict[str, Any]:
        run = self.facts.run
        return {
            "run": run.name,
            "format": run.format,
            "summary": summary(self.facts),
            "findings": [finding.to_json() for finding in self.findings],
        }


def explain(facts: Facts) -> Explanation:
    return Explanation(facts, find(facts))


def summary(facts: Facts) -> dict[str, Any]:
    """The run in numbers; None if neither the log nor the settings tell. JSON has no NaN, so that becomes text."""
    val, train, loss = facts.last_val, facts.last_train, facts.last_loss
    printed, planned = facts.run.curve("loss"), facts.run.planned.get("val_loss")
    values = {
        "iterations": facts.iterations,
        "max_iters": facts.max_iters,
        "loss": printed.values[-1] if len(printed) else None,
        "last_finite_loss": loss[1] if loss else None,
        "val_loss": val[1] if val else None,
        "train_loss": train[1] if train else None,
        "best_val_loss": facts.best[1] if facts.best else None,
        "best_iter": facts.best[0] if facts.best else None,
        "perplexity": facts.val_perplexity,
        "val_bpb": facts.last_bpb[1] if facts.last_bpb else None,
        "train_perplexity": facts.perplexity(train[1]) if train else None,
        "params": facts.params,
        "tokens_per_iter": facts.tokens_per_iter,
        "tokens": facts.tokens,
        "epochs": facts.epochs,
        "step_ms": facts.step_ms,
        "step_mean_ms": facts.step_mean_ms,
        "tokens_per_s": facts.tokens_per_s,
        "flops_per_s": facts.flops_per_s,
        "mfu": facts.mfu,
        "mfu_printed": facts.printed_mfu,
        "device": facts.device_name,
        "peak_memory_mb": facts.peak_memory_mb,
        "peak_flops": facts.peak,
        "planned_val_loss": planned.planned if planned else None,
        "planned_val_loss_low": planned.low if planned else None,
        "planned_val_loss_high": planned.high if planned else None,
        "resumes": len(facts.run.resumes),
        "missing": facts.missing,
    }
    return for_json(values)
