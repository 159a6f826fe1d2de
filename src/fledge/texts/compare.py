"""What a comparison concludes."""

TEXTS: dict[str, str] = {}
