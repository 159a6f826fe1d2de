"""What a plan and a tuning say beside their figures."""

TEXTS: dict[str, str] = {}
