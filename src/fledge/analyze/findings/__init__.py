"""Findings: what is wrong with a run, and what is not, worst first. One function a check (docs/findings.md)."""

from fledge.analyze.findings import ending, learning, reported, schedule, speed, stability
from fledge.analyze.findings.features import Signs
from fledge.analyze.findings.finding import SEVERITIES, Finding
from fledge.analyze.findings.speed import milliseconds
from fledge.logs.facts import Facts

CHECKS = (
    *ending.CHECKS,
    *stability.CHECKS,
    *learning.CHECKS,
    *schedule.CHECKS,
    *speed.CHECKS,
    *reported.CHECKS,
)
FEW = 5  # losses: too few to call a run healthy


def find(facts: Facts) -> list[Finding]:
    signs = Signs(facts)
    found = [finding for check in CHECKS if (finding := check(signs)) is not None]
    if facts.run.curves and not any(finding.severity in ("error", "warning") for finding in found):
        found.append(_healthy(signs))
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def _healthy(signs: Signs) -> Finding:
    what, points = ("The validation loss", signs.val) if len(signs.val) > 1 else ("The batch loss", signs.loss)
    number = max(len(signs.loss), len(signs.val))
    evidence = "Nothing speaks against it"
    if len(points) > 1:
        evidence = f"{what} went from {points.values[0]:.4f} to {points.values[-1]:.4f}"
    if signs.facts.step_ms:
        evidence += f", at {milliseconds(signs.facts.step_ms)} a step"
    evidence += "."
    if known := signs.reference:
        end = "at best" if known.is_best else f"after {known.at:,} iterations"
        evidence += f" {known.source} has {known.val_loss:.2f} {end} for this config."
    if number < FEW:
        evidence += f" {number} losses say little."
    title = "Nothing is wrong" if number >= FEW else "Nothing is wrong, as far as this shows"
    is_over = signs.goal is not None and signs.facts.iterations >= 0.99 * signs.goal
    name = signs.run.name
    advice = f"`fledge report {name}` draws it." if is_over else f"`fledge forecast {name}` says where it is going."
    return Finding("healthy", "good", title, evidence, advice)
