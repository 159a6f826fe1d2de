"""The iteration that a run is forecast to, if the user names none."""

from fledge.analyze.forecast.learning_rates import SAME_END_SHARE, printed_ends
from fledge.common.errors import FledgeError
from fledge.logs.facts import Facts
from fledge.logs.names import COUNTS
from fledge.texts import say


def target_of(facts: Facts, to: int) -> int:
    """`to`, or if that is 0 the end of the run. An error if the run has no losses or is past it."""
    if not facts.run.curves:
        raise FledgeError(say("forecast.no_losses", run=facts.run.name), say("forecast.name_begun"))
    last, goal = facts.iterations, facts.max_iters
    if not to and not goal:
        goal = _inferred_end(facts)
    if (to or goal or 0) > last:
        return to or goal or 0
    if to:
        raise FledgeError(
            say("forecast.already_there", to=to, last=last), say("forecast.try_later", to=max(goal or 0, 2 * last))
        )
    raise FledgeError(say("forecast.nothing_left", iterations=goal), say("forecast.try_longer", to=2 * last))


def _inferred_end(facts: Facts) -> int:
    """Where the printed learning rates end; an error if they do not tell it."""
    problem, twice = say("forecast.unknown_end"), 2 * facts.iterations
    first, last = printed_ends(facts.run) or (0, 0)
    if facts.run.counts != "iterations":
        raise FledgeError(problem, say("forecast.counted_in", counts=COUNTS[facts.run.counts], to=twice))
    if not first:
        raise FledgeError(problem, say("forecast.try_to", to=twice))
    if last > (1 + SAME_END_SHARE) * first:
        raise FledgeError(problem, say("forecast.by_rates", first=first, last=last, to=last))
    return last
