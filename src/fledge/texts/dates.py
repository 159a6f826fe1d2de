"""Dates as the current language writes them."""

from datetime import datetime

from fledge.texts.language import PSEUDO, language
from fledge.texts.numbers import in_digits


def date_and_time(when: datetime) -> str:
    """Tue 17 Nov 2026 14:05."""
    code = language().code
    if code in ("en", PSEUDO):
        return f"{when:%a %d %b %Y %H:%M}"
    from babel.dates import format_datetime

    return in_digits(format_datetime(when, "EEE d MMM y HH:mm", locale=code))
