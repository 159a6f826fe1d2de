"""What the last lines of a log tell about its end: shared by the checks of endings and of memory."""

from collections.abc import Sequence

from fledge.analyze.findings.features import Features
from fledge.common.text import shortened
from fledge.logs.facts import Facts
from fledge.logs.run import Notice, Run
from fledge.texts import Message, say


def at_the_end(facts: Facts, notices: Sequence[Notice]) -> Notice | None:
    """The last of the notices, if no training came after it."""
    if not notices:
        return None
    last = notices[-1]
    if facts.run.curves and (last.it is None or last.it < facts.iterations - 1):
        return None
    return last


def is_done(features: Features) -> bool:
    facts, run = features.facts, features.run
    if facts.max_iters is not None and facts.iterations >= facts.max_iters - 1:
        return True
    return run.ended == "finished" or bool(at_the_end(facts, run.notices_of("finished")))


def quoted(notice: Notice, max_chars: int) -> Message:
    text = shortened(notice.text, max_chars)
    return say("finding.shared.line", line=notice.line, text=text if text.endswith((".", "…", "!")) else f"{text}.")


def has_startup_lines(run: Run) -> bool:
    """Whether the log has what nanoGPT prints before it trains: then its lines were not picked out."""
    return any(name in run.settings and "line" in run.settings[name].origin for name in ("params", "tokens_per_iter"))
