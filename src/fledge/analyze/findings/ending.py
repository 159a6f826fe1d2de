"""How did it begin and end? Running now, out of memory, killed, cut off, resumed, never saved."""

import re
from collections.abc import Sequence

import numpy as np

from fledge.analyze.findings.features import Features, median
from fledge.analyze.findings.finding import Finding
from fledge.common.text import shortened
from fledge.logs.facts import Facts, noise
from fledge.logs.run import Notice, Resume, Run
from fledge.texts import Message, say

PRINTS_SAVES = ("nanoGPT", "fledge")  # formats that print a line for every checkpoint
MEMORY_ERROR = re.compile(r"error|cuda|hip\b|mps|alloc|\boom\b", re.IGNORECASE)  # sampled text may mention memory too
SIZE = re.compile(r"tried to allocate (\d+(?:\.\d+)?) ?([KMG])iB", re.IGNORECASE)
UNIT_BYTES = {"K": 2**10, "M": 2**20, "G": 2**30}
SIZE_TOLERANCE = 0.02
MAX_ERROR_CHARS = 160
MAX_MEMORY_ERROR_CHARS = 200
MIN_ITERATIONS_TO_SAVE = 200
SAME_RESUME_LINES = 1000  # a notice this close to a step back in the iterations is of the same resume
STEP_PARTS = {
    "forward": say("finding.out_of_memory.forward"),
    "logits": say("finding.out_of_memory.in_logits"),
    "backward": say("finding.out_of_memory.backward"),
    "optimizer": say("finding.out_of_memory.optimizer"),
}


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


def _quoted(notice: Notice, max_chars: int) -> Message:
    return say("finding.shared.line", line=notice.line, text=shortened(notice.text, max_chars))


def out_of_memory(features: Features) -> Finding | None:
    facts, run = features.facts, features.run
    notices = [notice for notice in run.notices_of("out_of_memory") if MEMORY_ERROR.search(notice.text)]
    notice = at_the_end(facts, notices)
    advice = [_smaller(facts)]
    if notice is not None:
        evidence = [_quoted(notice, MAX_MEMORY_ERROR_CHARS)]
    elif run.ended == "out of memory":
        evidence = [say("finding.shared.run_says_so")]
    elif notices:
        evidence = [
            _quoted(notices[-1], MAX_MEMORY_ERROR_CHARS),
            say("finding.out_of_memory.continued", it=facts.iterations),
        ]
        return Finding("out_of_memory", "note", say("finding.out_of_memory.title_recovered"), evidence, advice)
    else:
        return None
    if facts.iterations:
        evidence.append(say("finding.out_of_memory.after", it=facts.iterations))
    else:
        evidence.append(say("finding.out_of_memory.first"))
    evidence += _place(facts, notice)
    return Finding("out_of_memory", "error", say("finding.out_of_memory.title"), evidence, advice)


def _place(facts: Facts, notice: Notice | None) -> list[Message]:
    """Where in the step memory ran out, from the traceback, the size, or the evaluation before."""
    part = notice.part if notice else None
    found = [STEP_PARTS[part]] if part else []
    size, logits = SIZE.search(notice.text) if notice else None, _logits(facts)
    if size and logits:
        wanted = float(size[1]) * UNIT_BYTES[size[2].upper()]
        if any(abs(wanted / (width * logits) - 1) < SIZE_TOLERANCE for width in (2, 4)):
            return [*found, say("finding.out_of_memory.logits")]
    if not part and facts.run.curves and facts.iterations == 0 and not len(facts.run.curve("loss")):
        found.append(say("finding.out_of_memory.after_evaluation"))
    return found


def _logits(facts: Facts) -> float | None:
    sizes = [facts.run.number(name) for name in ("batch_size", "block_size", "vocab_size")]
    return float(np.prod([size for size in sizes if size])) if all(sizes) else None


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


def running(features: Features) -> Finding | None:
    """A process holds the lock of the run directory."""
    facts, run, writer = features.facts, features.run, features.run.writer
    if writer is None:
        return None
    title = say("finding.running.title", pid=writer.pid, it=facts.iterations)
    if facts.max_iters:
        title = say("finding.running.title_of", goal=facts.max_iters, **title.numbers)
    evidence = say("finding.running.evidence", writer=str(writer))
    return Finding("running", "note", title, [evidence], [say("finding.running.advice", run=run.name)])


def stopped(features: Features) -> Finding | None:
    """Interrupted, killed or crashed, as its last lines say."""
    facts, run = features.facts, features.run
    if run.writer is not None:
        return None
    if at_the_end(facts, run.notices_of("out_of_memory")) or run.ended == "out of memory":
        return None
    error, kill = at_the_end(facts, run.notices_of("error")), at_the_end(facts, run.notices_of("killed"))
    notice = error or kill
    if is_done(features) or (notice is None and run.ended not in ("interrupted", "error")):
        return None
    reason = _quoted(notice, MAX_ERROR_CHARS) if notice else say("finding.shared.run_says_so")
    evidence, advice = [reason, _last_iteration(facts)], [_continue(facts)]
    if run.ended == "interrupted" or (error and "Interrupt" in error.text):
        return Finding("interrupted", "warning", say("finding.interrupted.title"), evidence, advice)
    if kill:
        return Finding("killed", "error", say("finding.killed.title"), evidence, advice)
    return Finding("crashed", "error", say("finding.crashed.title"), evidence, advice)


def _last_iteration(facts: Facts) -> Message:
    if not facts.run.curves:
        return say("finding.shared.no_iteration")
    if facts.max_iters:
        return say("finding.shared.last_of", it=facts.iterations, goal=facts.max_iters)
    return say("finding.shared.last", it=facts.iterations)


def truncated(features: Features) -> Finding | None:
    """The log ends early, and no line says why."""
    facts, run = features.facts, features.run
    goal = facts.max_iters
    if run.ended or is_done(features) or features.lost or run.writer is not None:
        return None
    if any(at_the_end(facts, run.notices_of(kind)) for kind in ("killed", "error", "out_of_memory")):
        return None
    if not run.curves:
        evidence, advice = [say("finding.truncated.empty", lines=run.lines)], say("finding.truncated.advice_empty")
        return Finding("truncated", "warning", say("finding.truncated.title_empty"), evidence, [advice])
    if goal is None or facts.iterations >= goal - max(2 * _interval(run), 2, 0.001 * goal):
        return None
    evidence = [say("finding.truncated.last", it=facts.iterations, goal=goal), say("finding.truncated.reasons")]
    return Finding("truncated", "note", say("finding.truncated.title"), evidence, [_continue(facts)])


def _interval(run: Run) -> int:
    """Iterations between two printed lines."""
    iters = np.array(max((curve.iters for curve in run.curves.values()), key=len))
    return int(np.median(np.diff(iters))) if len(iters) > 1 else 1


def _continue(facts: Facts) -> Message:
    run = facts.run
    if run.origin == "directory":
        is_saved = bool(run.notices_of("saved"))
        return say("finding.shared.resume_directory", run=run.name) if is_saved else say("finding.shared.nothing_saved")
    saved = [notice.it for notice in run.notices_of("saved") if notice.it is not None]
    return say("finding.shared.resume_checkpoint", it=saved[-1]) if saved else say("finding.shared.resume_if_saved")


def resumed(features: Features) -> Finding | None:
    found = [resume for resume in _resumes(features.run) if features.facts.iterations >= resume.at]
    if not found:
        return None
    last = found[-1]
    if last.reached > last.at:
        evidence = [say("finding.resumed.back", line=last.line, it=last.at, reached=last.reached)]
    else:
        evidence = [say("finding.resumed.at", line=last.line, it=last.at)]
    if len(found) > 1:
        evidence.append(say("finding.resumed.several", number=len(found)))
    before = features.loss.between(0, last.at - 1).values[-10:]
    after = features.loss.between(last.at).values[:5]
    if len(before) < 3 or len(after) < 3:
        return Finding("resumed", "note", say("finding.resumed.title"), evidence, [say("finding.resumed.too_few")])
    usual, now = median(before), median(after)
    spread = noise(before.tolist()) if len(before) > 3 else features.noise
    if now - usual > max(5 * spread, 0.05 * usual, 0.05):
        evidence.append(say("finding.resume_jump.jump", jump=now - usual, now=now))
        advice = say("finding.resume_jump.advice")
        return Finding("resume_jump", "warning", say("finding.resume_jump.title"), evidence, [advice])
    evidence.append(say("finding.resumed.clean", before=usual, now=now))
    advice = say("finding.resumed.nothing_to_do")
    return Finding("resumed", "note", say("finding.resumed.title_clean"), evidence, [advice])


def _resumes(run: Run) -> list[Resume]:
    """Steps back in the iterations, and resumes that only a line mentions."""
    found = list(run.resumes)
    for notice in run.notices_of("resumed"):
        if notice.it is None or any(abs(notice.line - back.line) < SAME_RESUME_LINES for back in run.resumes):
            continue
        found.append(Resume(notice.it + 1, notice.it, notice.line))
    return sorted(found, key=lambda resume: resume.line)


def never_saved(features: Features) -> Finding | None:
    """Only for a complete console of a trainer that prints what it saves."""
    facts, run = features.facts, features.run
    if run.format not in PRINTS_SAVES or run.notices_of("saved") or facts.iterations < MIN_ITERATIONS_TO_SAVE:
        return None
    is_cut = run.origin == "log" and (facts.is_excerpt or not _has_startup_lines(run))
    if is_cut or not _should_have_saved(features):
        return None
    evidence = say("finding.never_saved.evidence", iterations=facts.iterations, evaluations=len(features.val))
    advice = say("finding.never_saved.advice")
    return Finding("never_saved", "warning", say("finding.never_saved.title"), [evidence], [advice])


def _has_startup_lines(run: Run) -> bool:
    """Whether the log has what nanoGPT prints before it trains: then its lines were not picked out."""
    return any(name in run.settings and "line" in run.settings[name].origin for name in ("params", "tokens_per_iter"))


def _should_have_saved(features: Features) -> bool:
    """nanoGPT saves at every evaluation but the first; if none is to come, never."""
    interval, goal = features.run.number("eval_interval"), features.facts.max_iters
    return len(features.val.between(1)) > 0 or (interval is not None and goal is not None and interval > goal)


CHECKS = (running, out_of_memory, stopped, truncated, resumed, never_saved)
