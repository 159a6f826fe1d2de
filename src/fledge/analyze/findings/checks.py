"""Every check, and `find`, which runs them all. A new finding adds its module's checks to CHECKS."""

from fledge.analyze.findings import ending, learning, machine, memory, reported, resuming, schedule, speed, stability
from fledge.analyze.findings.features import Features
from fledge.analyze.findings.finding import SEVERITIES, Finding
from fledge.analyze.findings.health import verdict
from fledge.logs.facts import Facts

CHECKS = (
    *memory.CHECKS,
    *ending.CHECKS,
    *resuming.CHECKS,
    *stability.CHECKS,
    *learning.CHECKS,
    *schedule.CHECKS,
    *machine.CHECKS,
    *speed.CHECKS,
    *reported.CHECKS,
)


def find(facts: Facts) -> list[Finding]:
    """The findings of a run, worst first."""
    features = Features(facts)
    found = [finding for check in CHECKS if (finding := check(features)) is not None]
    if facts.run.curves and not any(finding.severity in ("error", "warning") for finding in found):
        found.append(verdict(features, {finding.code for finding in found}))
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))
