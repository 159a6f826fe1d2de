"""Conclusions about single runs: overfitting, whether it still runs, and every finding that is an error."""

from collections.abc import Iterator, Sequence

from fledge.analyze.compare.conclusions.conclusion import Conclusion
from fledge.analyze.compare.group import RunGroup
from fledge.analyze.findings import find
from fledge.analyze.findings.references import reference
from fledge.logs.facts import Facts
from fledge.texts import Message, say

OVERFITTED_NATS = 0.01  # a run this far above its own best step shows where that was


def of_runs(groups: Sequence[RunGroup]) -> list[Conclusion]:
    return [
        conclusion
        for group in groups
        for label, facts in zip(group.labels(), group.members, strict=True)
        for conclusion in _of_run(label, facts)
    ]


def _of_run(label: str, facts: Facts) -> Iterator[Conclusion]:
    for finding in find(facts):
        evidence = tuple(finding.evidence)
        if finding.code == "overfitting":
            message, basis = _best_step(label, facts)
            yield Conclusion("overfitted", "can", message, basis + evidence)
        elif finding.severity == "error" or finding.code == "running":
            message = say("compare.finding.text", label=label, title=finding.title)
            yield Conclusion(finding.code, "can", message, evidence)


def _best_step(label: str, facts: Facts) -> tuple[Message, tuple[Message, ...]]:
    """Where the run was best, by its own curve or by a published result of its config; and the source of that."""
    assert facts.best is not None
    assert facts.last_val is not None
    (best_step, best), (last_step, last) = facts.best, facts.last_val
    end = {"label": label, "last_step": last_step, "last": last}
    if last - best > OVERFITTED_NATS:
        message = say("compare.overfitted.own_best", best_step=best_step, best=best, **end)
        return message, (say("compare.overfitted.own_best_evidence", best=best),)
    known = reference(facts)
    if known is not None and known.val_loss < last:
        message = say("compare.overfitted.published_best", best=known.val_loss, **end)
        return message, (say("compare.overfitted.published", source=known.source, best=known.val_loss),)
    return say("compare.overfitted.text", **end), ()
