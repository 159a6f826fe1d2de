"""A plan beside what happened, once its run has ended. A run that starts need not load the readers of logs."""

from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.logs.readers import read_log
from fledge.logs.run import PlannedFigure
from fledge.texts import say


def planned_and_actual(run: Path) -> dict[str, PlannedFigure]:
    """Each planned figure of a run that has ended, beside the actual one."""
    found = read_log(str(run)).runs[-1].planned
    if not found:
        raise FledgeError(say("plan.no_plan", run=str(run)), say("plan.finished_have_one"))
    return found
