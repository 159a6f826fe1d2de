"""What findings say: a title, evidence and advice per code."""

TEXTS: dict[str, str] = {}
