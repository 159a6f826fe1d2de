"""Verdict: which process a run hangs at, from what each one says about itself."""

from collections.abc import Mapping
from dataclasses import dataclass

from fledge.texts import say, text
from fledge.texts.units import with_commas

SLOW_FACTOR = 10  # compiling and saving may take so many times longer without a sign of progress
MAX_NAMED = 4


@dataclass(frozen=True)
class View:
    """A process as another one sees it."""

    silent_s: float  # since its last sign of life
    still_s: float  # as it says: without progress
    it: int
    where: str  # the collective, or the place in the code, that its main thread is at
    waits: bool  # for other processes
    is_slow: bool = False  # it compiles, saves or samples
    is_over: bool = False  # it has ended its work
    is_absent: bool = False  # it has not said anything yet


def verdict(views: Mapping[int, View], limit_s: float) -> tuple[list[int], str] | None:
    """The ranks that a run hangs at, and a sentence on it; None if it goes on, or may.

    A process that waits for others is not to blame, unless all wait.
    """
    living = {rank: view for rank, view in views.items() if not view.is_over}
    slow_s = limit_s * SLOW_FACTOR
    frozen = [rank for rank, view in living.items() if view.silent_s > (slow_s if view.is_absent else limit_s)]
    if frozen:
        rank = frozen[0]
        view = living[rank]
        ranks, seconds = named(frozen), view.silent_s
        sentence = say("watchdog.frozen", ranks=ranks, seconds=seconds, it=view.it, where=view.where)
        if view.is_absent:
            sentence = say("watchdog.absent", ranks=ranks, seconds=seconds)
        return frozen, text(sentence) + _others(living, frozen)
    late = [rank for rank, view in living.items() if view.still_s > (slow_s if view.is_slow else limit_s)]
    stuck = [rank for rank in late if not living[rank].waits]
    if stuck:
        rank = stuck[0]
        view = living[rank]
        numbers = {"ranks": named(stuck), "seconds": view.still_s, "it": view.it, "where": view.where}
        return stuck, text(say("watchdog.stuck", **numbers)) + _others(living, stuck)
    if living and len(late) == len(living):
        first = next(iter(living.values()))
        seconds = min(view.still_s for view in living.values())
        return list(living), text(say("watchdog.all_wait", seconds=seconds, it=first.it, where=_places(living)))
    return None


def named(ranks: list[int]) -> str:
    shown = ", ".join(map(str, ranks[:MAX_NAMED])) + (", ..." if len(ranks) > MAX_NAMED else "")
    return text(say("watchdog.rank", rank=shown) if len(ranks) == 1 else say("watchdog.ranks", ranks=shown))


def _others(living: Mapping[int, View], blamed: list[int]) -> str:
    waiting = {rank: view for rank, view in living.items() if rank not in blamed and view.waits}
    return " " + text(say("watchdog.others", where=_places(waiting))) if waiting else ""


def _places(views: Mapping[int, View]) -> str:
    """all_reduce (ranks 0, 2), backward (rank 1)."""
    by_place: dict[str, list[int]] = {}
    for rank, view in views.items():
        by_place.setdefault(view.where, []).append(rank)
    shown = list(by_place.items())[:MAX_NAMED]
    return with_commas([say("watchdog.place", place=place, ranks=named(ranks)) for place, ranks in shown])
