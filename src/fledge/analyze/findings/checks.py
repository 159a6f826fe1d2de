"""Every check, and `find`, which runs them all. A new finding adds its module's checks to CHECKS."""

from fledge.analyze.findings import ending, learning, reported, schedule, speed, stability
from fledge.analyze.findings.features import Features
from fledge.analyze.findings.finding import SEVERITIES, Finding
from fledge.logs.facts import Facts
from fledge.texts import say

CHECKS = (
    *ending.CHECKS,
    *stability.CHECKS,
    *learning.CHECKS,
    *schedule.CHECKS,
    *speed.CHECKS,
    *reported.CHECKS,
)
MIN_LOSSES = 5  # fewer can't show that a run is healthy


def find(facts: Facts) -> list[Finding]:
    """The findings of a run, worst first."""
    features = Features(facts)
    found = [finding for check in CHECKS if (finding := check(features)) is not None]
    if facts.run.curves and not any(finding.severity in ("error", "warning") for finding in found):
        found.append(_healthy(features))
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def _healthy(features: Features) -> Finding:
    val, loss = features.val, features.loss
    number = max(len(loss), len(val))
    if len(val) > 1:
        evidence = [say("finding.healthy.val", first=val.values[0], last=val.values[-1])]
    elif len(loss) > 1:
        evidence = [say("finding.healthy.batches", first=loss.values[0], last=loss.values[-1])]
    else:
        evidence = [say("finding.healthy.no_curve")]
    if features.facts.step_ms:
        evidence.append(say("finding.healthy.step", step=features.facts.step_ms))
    if known := features.reference:
        if known.is_best:
            evidence.append(say("finding.healthy.published_best", source=known.source, loss=known.val_loss))
        else:
            evidence.append(
                say("finding.healthy.published_end", source=known.source, loss=known.val_loss, iterations=known.at)
            )
    title = say("finding.healthy.title")
    if number < MIN_LOSSES:
        title = say("finding.healthy.title_few")
        evidence.append(say("finding.healthy.few", number=number))
    if features.facts.max_iters is not None and features.facts.iterations >= 0.99 * features.facts.max_iters:
        advice = say("finding.healthy.report", run=features.run.name)
    else:
        advice = say("finding.healthy.forecast", run=features.run.name)
    return Finding("healthy", "good", title, evidence, [advice])
