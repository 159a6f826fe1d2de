"""Was it resumed, and can it be? Jumps of the loss where a checkpoint was loaded; a run that never saved one."""

from dataclasses import dataclass

from fledge.analyze.findings.features import SPIKE_NATS, SPIKE_NOISE_FACTOR, SPIKE_SHARE, Features, median, resumes
from fledge.analyze.findings.finding import Finding
from fledge.analyze.findings.last_lines import has_startup_lines
from fledge.logs.facts import noise
from fledge.logs.run import Resume
from fledge.texts import Message, say

PRINTS_SAVES = ("nanoGPT", "fledge")  # formats that print a line for every checkpoint
MIN_ITERATIONS_TO_SAVE = 200
BACK_SHARE = 0.3  # of a jump: with less of it left, the loss is back


@dataclass(frozen=True)
class Jump:
    """The loss before a checkpoint was loaded, right after it, and later."""

    usual: float
    now: float
    later: float | None
    is_jump: bool


def resumed(features: Features) -> Finding | None:
    """Where the loss jumped most, or the last resume. A checkpoint that was loaded without a jump is no finding."""
    restarts = [restart for restart in features.restarts if features.facts.iterations >= restart.at]
    jumps = [(jump, restart) for restart in restarts if (jump := _jump(features, restart)) and jump.is_jump]
    if jumps:
        worst, restart = max(jumps, key=lambda found: found[0].now - found[0].usual)
        return _resume_jump(restart, worst)
    found = resumes(features.run)
    found = [resume for resume in found if features.facts.iterations >= resume.at]
    if not found:
        return None
    last, jump = found[-1], _jump(features, found[-1])
    evidence = [_where(last)]
    if len(found) > 1:
        evidence.append(say("finding.resumed.several", number=len(found)))
    if jump is None:
        return Finding("resumed", "note", say("finding.resumed.title"), evidence, [say("finding.resumed.too_few")])
    evidence.append(say("finding.resumed.clean", before=jump.usual, now=jump.now))
    advice = say("finding.resumed.nothing_to_do")
    return Finding("resumed", "note", say("finding.resumed.title_clean"), evidence, [advice])


def _resume_jump(restart: Resume, jump: Jump) -> Finding:
    evidence = [_where(restart), say("finding.resume_jump.jump", jump=jump.now - jump.usual, now=jump.now)]
    if jump.later is not None and jump.later < jump.usual + BACK_SHARE * (jump.now - jump.usual):
        evidence.append(say("finding.resume_jump.back", later=jump.later))
    elif jump.later is not None:
        evidence.append(say("finding.resume_jump.stays", later=jump.later))
    advice = say("finding.resume_jump.advice")
    return Finding("resume_jump", "warning", say("finding.resume_jump.title"), evidence, [advice])


def _where(restart: Resume) -> Message:
    numbers = {"line": restart.line, "it": restart.at}
    if restart.reached > restart.at:
        return say("finding.resumed.back", reached=restart.reached, **numbers)
    return say("finding.resumed.at", **numbers)


def _jump(features: Features, restart: Resume) -> Jump | None:
    """None if there are too few losses around it."""
    before = features.loss.between(0, restart.at - 1).values[-10:]
    after = features.loss.between(restart.at).values
    if len(before) < 3 or len(after) < 3:
        return None
    usual, now, first = median(before), median(after[:5]), float(after[0])
    spread = noise(before.tolist()) if len(before) > 3 else features.noise
    is_jump = now - usual > max(5 * spread, 0.05 * usual, 0.05)
    if not is_jump and first - usual > max(SPIKE_NOISE_FACTOR * spread, 2 * SPIKE_SHARE * usual, SPIKE_NATS):
        is_jump, now = True, first  # it came back within five lines
    return Jump(usual, now, median(after[5:20]) if len(after) > 9 else None, is_jump)


def never_saved(features: Features) -> Finding | None:
    """Only for a complete console of a trainer that prints what it saves."""
    facts, run = features.facts, features.run
    if run.format not in PRINTS_SAVES or run.notices_of("saved") or facts.iterations < MIN_ITERATIONS_TO_SAVE:
        return None
    is_cut = run.origin == "log" and (facts.is_excerpt or not has_startup_lines(run))
    if is_cut or not _should_have_saved(features):
        return None
    evidence = say("finding.never_saved.evidence", iterations=facts.iterations, evaluations=len(features.val))
    advice = say("finding.never_saved.advice")
    return Finding("never_saved", "warning", say("finding.never_saved.title"), [evidence], [advice])


def _should_have_saved(features: Features) -> bool:
    """nanoGPT saves at every evaluation but the first; if none is to come, never."""
    interval, goal = features.run.number("eval_interval"), features.facts.max_iters
    return len(features.val.between(1)) > 0 or (interval is not None and goal is not None and interval > goal)


CHECKS = (resumed, never_saved)
