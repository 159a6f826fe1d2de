"""The iteration that a run is forecast to, if the user names none."""

from fledge.analyze.forecast.learning_rates import SAME_END_SHARE, printed_ends
from fledge.common.errors import FledgeError
from fledge.logs.facts import Facts


def target_of(facts: Facts, to: int) -> int:
    """`to`, or if that is 0 the end of the run. An error if the run has no losses or is past it."""
    if not facts.run.curves:
        raise FledgeError(f"{facts.run.name} has no losses.", "Name a run that has begun.")
    last, goal = facts.iterations, facts.max_iters
    if not to and not goal:
        goal = _inferred_end(facts)
    if (to or goal or 0) > last:
        return to or goal or 0
    if to:
        raise FledgeError(
            f"--to={to}: the run is at iteration {last:,} already.",
            f"Try --to={max(goal or 0, 2 * last)}; `fledge explain` says what was.",
        )
    raise FledgeError(
        f"the run has done its {goal:,} iterations: nothing is left to forecast.",
        f"Try --to={2 * last} for a longer one, or `fledge explain`.",
    )


def _inferred_end(facts: Facts) -> int:
    """Where the printed learning rates end; an error if they do not tell it."""
    problem, twice = "the log does not say where the run ends.", 2 * facts.iterations
    first, last = printed_ends(facts.run) or (0, 0)
    if facts.run.counts != "iterations":
        raise FledgeError(problem, f"It is counted in {facts.run.counts}; try --to={twice}.")
    if not first:
        raise FledgeError(problem, f"Try --to={twice} or --max_iters={twice}.")
    if last > (1 + SAME_END_SHARE) * first:
        raise FledgeError(problem, f"By its learning rates at {first:,} to {last:,}: try --to={last}.")
    return last
