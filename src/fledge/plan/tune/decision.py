"""The choice among the measured micro-batches, and how sure it is.

The user's own is kept unless another is faster by more than the noise. "Yes" needs rounds on an idle machine that leave
no other one a chance to be faster.
"""

from dataclasses import dataclass

from fledge.plan.tune.ratio import MIN_ROUNDS, RESOLUTION_SHARE
from fledge.plan.tune.search import Search
from fledge.texts import Message, say

MAX_NAMED = 3  # of the others that are as good
MAX_DISTURBED_SHARE = 0.25  # of the measurements: beyond it the undisturbed ones are not trusted either


@dataclass(frozen=True)
class Decision:
    choice: int
    sure: Message
    was_busy: bool = False  # the machine, for so long that nothing could be decided


def decide(search: Search, names: dict[int, str], budget_s: float) -> Decision:
    """`names` are the micro-batches' names; `budget_s` is what the user allowed."""
    choice, own = _choice(search), search.own
    others = [size for size in search.tried if size != choice]
    open_ones = [str(size) for size in search.beside(choice) if not search.is_known(size)]
    rounds, disturbed = len(search.rounds), len(search.busy) / search.measurements
    outcome = say("tune.outcome.guess", choice=names[choice])
    if choice == own:
        outcome = say("tune.outcome.own", choice=names[choice])
    more = max(60.0, 2 * budget_s)
    if not others:
        return Decision(choice, say("tune.sure.nothing_else"))
    if rounds < MIN_ROUNDS and search.busy:
        return Decision(choice, say("tune.sure.busy", reasons=busy_reasons(search), outcome=outcome), was_busy=True)
    if rounds < MIN_ROUNDS:
        numbers = {"rounds": rounds, "needed": MIN_ROUNDS, "outcome": outcome, "budget": more}
        return Decision(choice, say("tune.sure.few_rounds", **numbers))
    if open_ones:
        return Decision(choice, say("tune.sure.budget_ended", sizes=open_ones, budget=more))
    measured = say("tune.measured.rounds", rounds=rounds)
    doubtful = sorted((size for size in others if search.may_be_faster(size, choice)), key=search.ratio)
    if not doubtful and disturbed > MAX_DISTURBED_SHARE:
        return Decision(choice, say("tune.sure.disturbed", share=disturbed, reasons=busy_reasons(search)))
    if not doubtful:
        return Decision(choice, _clear(search, choice, names, measured))
    if all(search.share(size, choice) < 1 + RESOLUTION_SHARE for size in doubtful):
        reason = say("tune.reason.own") if choice == own else say("tune.reason.less_memory")
        listed: list[str | Message] = [names[size] for size in doubtful[:MAX_NAMED]]
        if len(doubtful) > MAX_NAMED:
            listed.append(say("tune.more_others", number=len(doubtful) - MAX_NAMED))
        return Decision(choice, say("tune.sure.within_noise", others=listed, measured=measured, reason=reason))
    ratio, other = search.compared(doubtful[0], choice), names[doubtful[0]]
    if ratio is None:
        return Decision(choice, say("tune.sure.hardly_measured", other=other, budget=more))
    interval = {"low": ratio.low - 1, "high": ratio.high - 1}
    return Decision(choice, say("tune.sure.doubtful", other=other, measured=measured, budget=more, **interval))


def _choice(search: Search) -> int:
    """The smallest of the fastest: of those that beat the user's own for sure, or of all where that does not fit."""
    own = search.own
    better = [size for size in search.tried if own not in search.tried or search.is_faster(size, own)]
    if not better:
        return own
    best = min(better, key=lambda size: (search.ratio(size), size))
    return min(size for size in better if size == best or search.share(size, best) >= 1 - RESOLUTION_SHARE)


def _clear(search: Search, choice: int, names: dict[int, str], measured: Message) -> Message:
    own = search.own
    next_one = min((size for size in search.tried if size != choice), key=search.ratio)
    numbers = {"other": names[next_one], "share": search.share(next_one, choice), "measured": measured}
    if choice == own:
        return say("tune.sure.own", **numbers)
    if own not in search.tried or own == next_one:
        return say("tune.sure.clear", **numbers)
    return say("tune.sure.clear_of_own", own=names[own], own_share=search.share(own, choice), **numbers)


def busy_reasons(search: Search) -> list[Message]:
    """What the machine was busy with, at the worst of the disturbed measurements."""
    loads = [timing.load for timing in search.busy if timing.load is not None]
    worst = max(loads, key=lambda load: load.lost, default=None)
    return (worst.reasons() if worst is not None else []) or [say("load.other_work")]
