"""Which column of records holds the text."""

from collections.abc import Sequence

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.data.corpus.kinds import TEXT_COLUMNS

MAX_SHOWN = 20


def choose_column(name: str, columns: Sequence[str], wanted: str = "") -> str:
    """The column the user wants, or the usual one."""
    candidates = (wanted,) if wanted else TEXT_COLUMNS
    if found := [column for column in candidates if column in columns]:
        return found[0]
    shown = ", ".join(columns[:MAX_SHOWN])
    if len(columns) > MAX_SHOWN:
        shown += ", ..."
    there = f"Its columns: {shown}." if columns else "It has no columns at all."
    if wanted:
        raise FledgeError(f"{name} has no column {wanted}.{did_you_mean(wanted, columns)}", there)
    raise FledgeError(f"{name} has no column of a usual name for text. {there}", "Say which one: --text_column=...")
