"""Which column of records holds the text."""

from collections.abc import Sequence

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.data.corpus.kinds import TEXT_COLUMNS
from fledge.texts import say, text

MAX_SHOWN = 20


def choose_column(name: str, columns: Sequence[str], wanted: str = "") -> str:
    """The column the user wants, or the usual one."""
    candidates = (wanted,) if wanted else TEXT_COLUMNS
    if found := [column for column in candidates if column in columns]:
        return found[0]
    shown = [*columns[:MAX_SHOWN], *(["..."] if len(columns) > MAX_SHOWN else [])]
    there = say("corpus.columns", columns=shown) if columns else say("corpus.no_columns")
    if wanted:
        raise FledgeError(say("corpus.no_column", name=name, column=wanted, near=did_you_mean(wanted, columns)), there)
    raise FledgeError(text([say("corpus.no_text_column", name=name), there]), say("corpus.which_column"))
