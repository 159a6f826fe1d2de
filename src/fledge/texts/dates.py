"""Dates in the form people read, in the current language."""

from datetime import datetime

from fledge.texts.language import PSEUDO, language


def moment(when: datetime) -> str:
    """Tue 17 Nov 2026 12:04."""
    now = language()
    if now.code in ("en", PSEUDO):
        return f"{when:%a %d %b %Y %H:%M}"
    from babel.dates import format_datetime

    return format_datetime(when, "EEE d MMM y HH:mm", locale=now.code)
