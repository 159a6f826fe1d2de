"""What a forecast says of itself."""

TEXTS: dict[str, str] = {}
