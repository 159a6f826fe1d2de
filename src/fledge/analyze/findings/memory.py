"""Did it run out of memory? Of the device or of the computer, for which tensor, and what would fit."""

import re

import numpy as np

from fledge.analyze.findings.features import Features
from fledge.analyze.findings.finding import Finding
from fledge.analyze.findings.last_lines import at_the_end, has_startup_lines, quoted
from fledge.logs.facts import Facts
from fledge.logs.run import Notice
from fledge.texts import Message, say

# what allocators say: "tried to allocate 1.53 GiB", "Invalid buffer size: 12.28 GB", "you tried to allocate 512 bytes"
SIZE = re.compile(r"(?:allocate|buffer size:?|reserve) (\d+(?:\.\d+)?) ?([KMG]i?B?\b|bytes)", re.IGNORECASE)
UNIT_BYTES = {"K": 2**10, "M": 2**20, "G": 2**30, "B": 1}  # torch's "GB" are 2**30 bytes too
SIZE_TOLERANCE = 0.02
WIDTHS = (4, 2)  # bytes of a number
ONE_BUFFER = re.compile(r"buffer size", re.IGNORECASE)  # Metal's error: a single tensor is too large
HOST = re.compile(
    r"DefaultCPUAllocator|bad_alloc|(?<!OutOf)MemoryError\b|oom.?kill|Out of memory: Kill|Cannot allocate memory"
    r"|: Out Of Memory|available RAM",
    re.IGNORECASE,
)
MAX_QUOTED_CHARS = 200
STEP_PARTS = {
    "forward": say("finding.out_of_memory.forward"),
    "logits": say("finding.out_of_memory.in_logits"),
    "backward": say("finding.out_of_memory.backward"),
    "optimizer": say("finding.out_of_memory.optimizer"),
}


def out_of_memory(features: Features) -> Finding | None:
    facts, run = features.facts, features.run
    notices = run.notices_of("out_of_memory")
    notice = at_the_end(facts, notices)
    advice = [_smaller(facts)]
    if notice is not None:
        evidence = [quoted(notice, MAX_QUOTED_CHARS)]
    elif run.ended == "out of memory":
        evidence = [say("finding.shared.run_says_so")]
    elif notices:
        continued = say("finding.out_of_memory.continued", it=facts.iterations)
        evidence, title = (
            [quoted(notices[-1], MAX_QUOTED_CHARS), continued],
            say("finding.out_of_memory.title_recovered"),
        )
        return Finding("out_of_memory", "note", title, evidence, advice)
    else:
        return None
    if facts.iterations:
        evidence.append(say("finding.out_of_memory.after", at=features.at(facts.iterations)))
    elif run.curves or has_startup_lines(run):
        evidence.append(say("finding.out_of_memory.first"))
    else:
        evidence.append(say("finding.shared.no_iteration"))
    evidence += _place(facts, notice)
    if notice is not None and HOST.search(notice.text):
        evidence.append(say("finding.out_of_memory.host"))
        advice.append(say("finding.out_of_memory.advice_host"))
    return Finding("out_of_memory", "error", say("finding.out_of_memory.title"), evidence, advice)


def _place(facts: Facts, notice: Notice | None) -> list[Message]:
    """Where in the step memory ran out, from the traceback, the size, or the evaluation before."""
    part = notice.part if notice else None
    found = [STEP_PARTS[part]] if part else []
    if notice is not None and (tensor := _tensor(facts, notice.text)):
        return [*found, tensor]
    if not part and facts.run.curves and facts.iterations == 0 and not len(facts.run.curve("loss")):
        found.append(say("finding.out_of_memory.after_evaluation"))
    return found


def _tensor(facts: Facts, text: str) -> Message | None:
    """Which tensor has the size that could not be allocated."""
    size, run = SIZE.search(text), facts.run
    batch, block, heads = run.number("batch_size"), run.number("block_size"), run.number("n_head")
    logits = {"batch": batch, "block": block, "vocabulary": facts.vocabulary}
    if size and batch and block:
        wanted = float(size[1]) * UNIT_BYTES[size[2][0].upper()]
        for width in WIDTHS:
            numbers = {"width": width, "gib": wanted / 2**30}
            if facts.vocabulary and _is(wanted, width, batch, block, facts.vocabulary):
                return say("finding.out_of_memory.logits", **logits, **numbers)
            if heads and _is(wanted, width, batch, heads, block, block):
                return say("finding.out_of_memory.scores", batch=batch, heads=heads, block=block, **numbers)
    if not ONE_BUFFER.search(text):
        return None
    if all(logits.values()):
        gib = float(np.prod([value or 0 for value in logits.values()])) * WIDTHS[0] / 2**30
        return say("finding.out_of_memory.one_buffer_of", **logits, gib=gib)
    return say("finding.out_of_memory.one_buffer")


def _is(wanted: float, *factors: float) -> bool:
    return abs(wanted / float(np.prod(factors)) - 1) < SIZE_TOLERANCE


def _smaller(facts: Facts) -> Message:
    batch, steps = facts.run.number("batch_size"), facts.run.number("gradient_accumulation_steps")
    if not batch:
        return say("finding.out_of_memory.advice")
    if batch < 2:
        return say("finding.out_of_memory.advice_one")
    half = int(batch) // 2
    if not steps:
        return say("finding.out_of_memory.advice_half", batch=half)
    return say("finding.out_of_memory.advice_accumulate", batch=half, steps=int(steps * batch / half))


CHECKS = (out_of_memory,)
