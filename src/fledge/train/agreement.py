"""Agreement: before a run starts, its processes compare settings, data and code. Training would be wrong, or hang, if
they differed; here the rank and the setting are named."""

import functools
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch

import fledge
from fledge.common.errors import FledgeError
from fledge.data.identity import identity
from fledge.parallel.meeting import Meeting
from fledge.texts import say, text
from fledge.texts.message import Message
from fledge.train.launch import Launch

MAX_TOLD = 3  # differences in one message
# Names of facts that are no settings, in words.
FACTS = {
    "the iteration it resumes at": say("processes.fact.iteration"),
    "the processes of WORLD_SIZE": say("processes.fact.processes"),
    "the kind of device": say("processes.fact.device"),
    "dataset's tokens": say("processes.fact.tokens"),
    "fledge's code": say("processes.fact.code"),
}


def check_agreement(meeting: Meeting, launch: Launch) -> None:
    """Refuse a run whose processes were not started alike. The first process compares, all end."""
    found = differences(meeting.from_each("facts", facts(launch))) if meeting.place.rank == 0 else None
    if meeting.place.rank:
        meeting.tell(f"facts/{meeting.place.rank}", facts(launch))
    problem = meeting.from_first("agreed", None if found is None else text(found) if found else "")
    if problem:
        raise FledgeError(problem)


def facts(launch: Launch) -> dict[str, Any]:
    """What must be the same in every process, by name. Settings have their own names."""
    return {
        **launch.config.values(),
        "the iteration it resumes at": launch.counters.it,
        "the processes of WORLD_SIZE": launch.runtime.world_size,
        "the kind of device": launch.runtime.device.type,
        "dataset's tokens": _digests(launch),
        "fledge's code": code_digest(),
        "torch": torch.__version__,
    }


def _digests(launch: Launch) -> str:
    parts = identity(launch.dataset)
    return ", ".join("/".join(str(digest)[:8] for digest in about["digest"].values()) for about in parts.values())


@functools.cache
def code_digest() -> str:
    """Of fledge's version and every module of this installation: a node may have an older checkout."""
    folder = Path(fledge.__file__).parent
    found = hashlib.blake2b(digest_size=4)
    for path in sorted(folder.rglob("*.py")):
        found.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return f"{fledge.__version__}-{found.hexdigest()}"


def differences(by_rank: Sequence[Mapping[str, Any]]) -> list[Message]:
    """A sentence for each fact that some ranks have otherwise than the first."""
    found = []
    for name, first in by_rank[0].items():
        others: dict[Any, list[int]] = {}
        for rank, about in enumerate(by_rank):
            if about.get(name) != first:
                others.setdefault(about.get(name), []).append(rank)
        shown = FACTS.get(name, name)
        for value, ranks in others.items():
            if len(ranks) == 1:
                found.append(say("processes.differs", name=shown, rank=ranks[0], value=value, first=first))
            else:
                found.append(say("processes.differ", name=shown, ranks=_shown(ranks), value=value, first=first))
    more = len(found) - MAX_TOLD
    told = found[:MAX_TOLD] + ([say("processes.differ_more", number=more)] if more > 0 else [])
    return [*told, say("processes.differ_advice")] if told else []


def _shown(ranks: Sequence[int]) -> str:
    return ", ".join(map(str, ranks[:MAX_TOLD])) + (", ..." if len(ranks) > MAX_TOLD else "")
