"""Finding: a diagnosis, with the numbers that led to it and the command to type next."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from fledge.texts import Message, say, text

Severity = Literal["error", "warning", "note", "good"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)  # worst first
SEVERITY_NAMES: dict[Severity, Message] = {
    "error": say("explain.severity.error"),
    "warning": say("explain.severity.warning"),
    "note": say("explain.severity.note"),
    "good": say("explain.severity.good"),
}


@dataclass(frozen=True)
class Finding:
    code: str  # stable, because programs read it; docs/findings.md explains each
    severity: Severity
    title: Message
    evidence: Sequence[Message]
    advice: Sequence[Message]

    def to_json(self) -> dict[str, str]:
        return {
            "code": self.code,
            "severity": self.severity,
            "title": text(self.title),
            "evidence": text(self.evidence),
            "advice": text(self.advice),
        }
