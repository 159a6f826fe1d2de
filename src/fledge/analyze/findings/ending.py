"""How did it end? It runs now, was interrupted or killed, crashed, or the log was cut off."""

import re
from dataclasses import dataclass

import numpy as np

from fledge.analyze.findings.features import Features
from fledge.analyze.findings.finding import Finding
from fledge.analyze.findings.last_lines import at_the_end, is_done, quoted
from fledge.logs.facts import Facts
from fledge.logs.run import Notice, Run
from fledge.texts import Message, say

MAX_ERROR_CHARS = 160
# raised or printed because of another error or a signal: the cause stands before it
CONSEQUENCES = re.compile(r"ChildFailedError|SignalException|ProcessExitedException|CalledProcessError|SystemExit")


@dataclass(frozen=True)
class KillReason:
    """Who ended a process: what its line looks like, and what to do."""

    pattern: str
    title: Message
    advice: Message


# The first that matches is the reason. Of the second ones, an error before may have been the cause.
SURE_REASONS = (
    KillReason("TIME LIMIT|TIMEOUT", say("finding.killed.title_time_limit"), say("finding.killed.advice_time_limit")),
    KillReason(
        "(?i)preempt|JOB REQUEUE|spot|evict",
        say("finding.killed.title_preempted"),
        say("finding.killed.advice_preempted"),
    ),
    KillReason("(?i)NODE.?FAIL|node failure", say("finding.killed.title_node"), say("finding.killed.advice_node")),
)
UNSURE_REASONS = (
    KillReason("CANCELLED", say("finding.killed.title_cancelled"), say("finding.killed.advice_cancelled")),
    KillReason(
        r"SIGHUP|signal:? 1\b|\b1 death|Hangup",
        say("finding.killed.title_hangup"),
        say("finding.killed.advice_hangup"),
    ),
    KillReason(
        r"SIGTERM|signal:? 15\b|\b15 death|Terminated|\b143\b",
        say("finding.killed.title_terminated"),
        say("finding.killed.advice_terminated"),
    ),
    KillReason("", say("finding.killed.title"), say("finding.killed.advice")),  # Killed, SIGKILL, -9, 137
)


def running(features: Features) -> Finding | None:
    """A process holds the lock of the run directory."""
    facts, run, writer = features.facts, features.run, features.run.writer
    if writer is None:
        return None
    title = say("finding.running.title", pid=writer.pid, it=facts.iterations)
    if writer.waits:
        title = say("finding.running.waits", pid=writer.pid, it=facts.iterations)
    elif facts.max_iters:
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
    causes = [notice for notice in run.notices_of("error") if not CONSEQUENCES.search(notice.text)]
    error, kill = at_the_end(facts, causes or run.notices_of("error")), at_the_end(facts, run.notices_of("killed"))
    if is_done(features):
        return _crashed_when_done(features, error)
    if error is None and kill is None and run.ended not in ("interrupted", "error"):
        return None
    if run.ended == "interrupted" or (error and "Interrupt" in error.text):
        evidence = [_reason(error or kill), _last_iteration(features)]
        return Finding("interrupted", "warning", say("finding.interrupted.title"), evidence, [_continue(facts)])
    if kill:
        why = next(why for why in SURE_REASONS + UNSURE_REASONS if re.search(why.pattern, kill.text))
        if error is None or why in SURE_REASONS or not at_the_end(facts, causes):
            evidence = [_reason(kill), _last_iteration(features)]
            return Finding("killed", "error", why.title, evidence, [_continue(facts), why.advice])
    evidence = [_reason(error), _last_iteration(features)]
    return Finding("crashed", "error", say("finding.crashed.title"), evidence, [_continue(facts)])


def _crashed_when_done(features: Features, error: Notice | None) -> Finding | None:
    """All iterations were done; what comes after them, such as saving, was not."""
    if error is None or "Interrupt" in error.text or features.run.ended == "finished":
        return None
    evidence, title = [_reason(error), _last_iteration(features)], say("finding.crashed.title_done")
    return Finding("crashed", "warning", title, evidence, [say("finding.crashed.advice_done")])


def _reason(notice: Notice | None) -> Message:
    return quoted(notice, MAX_ERROR_CHARS) if notice else say("finding.shared.run_says_so")


def _last_iteration(features: Features) -> Message:
    facts = features.facts
    if not facts.run.curves:
        return say("finding.shared.no_iteration")
    if facts.max_iters:
        return say("finding.shared.last_of", it=facts.iterations, goal=facts.max_iters)
    return say("finding.shared.last", at=features.at(facts.iterations))


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
    if not run.curves:
        return say("finding.shared.losses_elsewhere")
    if not run.notices_of("saved"):
        return say("finding.shared.resume_if_saved")
    last = run.notices_of("saved")[-1]
    if last.it is None:
        return say("finding.shared.saved_before_start")
    if run.counts in ("epochs", "log lines"):
        return say("finding.shared.resume_mentioned", line=last.line)
    return say("finding.shared.resume_checkpoint", it=last.it)


CHECKS = (running, stopped, truncated)
