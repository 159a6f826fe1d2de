"""How it began and ended: out of memory, killed, cut off, resumed, never saved."""

import re
from collections.abc import Sequence

import numpy as np

from fledge.analyze.findings.features import Signs, median
from fledge.analyze.findings.finding import Finding
from fledge.common.text import shortened
from fledge.logs.facts import Facts, noise
from fledge.logs.run import Notice, Resume, Run

PRINTS_SAVES = ("nanoGPT", "fledge")  # consoles that say each time that something was saved
IS_REAL = re.compile(r"error|cuda|hip\b|mps|alloc|\boom\b", re.IGNORECASE)  # sampled text may speak of memory too
SIZE = re.compile(r"tried to allocate (\d+(?:\.\d+)?) ?([KMG])iB", re.IGNORECASE)
BYTES = {"K": 2**10, "M": 2**20, "G": 2**30}


def at_the_end(facts: Facts, notices: Sequence[Notice]) -> Notice | None:
    """The last of the notices, if nothing was trained after it."""
    if not notices or (facts.run.curves and (notices[-1].it is None or notices[-1].it < facts.iterations - 1)):
        return None
    return notices[-1]


def is_done(signs: Signs) -> bool:
    is_through = signs.goal is not None and signs.facts.iterations >= signs.goal - 1
    return (
        is_through
        or signs.run.ended == "finished"
        or at_the_end(signs.facts, signs.run.notices_of("finished")) is not None
    )


def out_of_memory(signs: Signs) -> Finding | None:
    facts = signs.facts
    notices = [notice for notice in signs.run.notices_of("out_of_memory") if IS_REAL.search(notice.text)]
    notice = at_the_end(facts, notices)
    if notice is None and facts.run.ended != "out of memory":
        return _went_on(facts, notices[-1]) if notices else None
    text = notice.text if notice else ""
    evidence = f"Line {notice.line}: {shortened(text, 200)} " if notice else "The run says so. "
    when = f"after iteration {facts.iterations:,}" if facts.iterations else "in the first iteration"
    evidence += f"It happened {when}{_place(facts, notice)}."
    return Finding("out_of_memory", "error", "Out of memory", evidence, _smaller(facts))


def _went_on(facts: Facts, notice: Notice) -> Finding:
    evidence = (
        f"Line {notice.line}: {shortened(notice.text, 200)} The training went on, to iteration {facts.iterations:,}."
    )
    return Finding("out_of_memory", "note", "It was short of memory, and went on", evidence, _smaller(facts))


PARTS = {
    "forward": "the forward pass",
    "logits": "the logits",
    "backward": "the backward pass",
    "optimizer": "the optimizer's step",
}


def _place(facts: Facts, notice: Notice | None) -> str:
    """Where in the step: as the traceback says, and as the size says."""
    text, part = (notice.text, notice.part) if notice else ("", None)
    place = f", in {PARTS[part]}" if part else ""
    if (size := SIZE.search(text)) and (logits := _logits(facts)):
        wanted = float(size[1]) * BYTES[size[2].upper()]
        if any(abs(wanted / (width * logits) - 1) < 0.02 for width in (2, 4)):
            return f"{place}; the size is that of the logits, batch_size x block_size x vocab_size numbers"
    if not place and facts.run.curves and facts.iterations == 0 and not len(facts.run.curve("loss")):
        return ", after an evaluation: in the first backward or optimizer step, which need more"
    return place


def _logits(facts: Facts) -> float | None:
    sizes = [facts.run.number(name) for name in ("batch_size", "block_size", "vocab_size")]
    return float(np.prod([size for size in sizes if size])) if all(sizes) else None


def _smaller(facts: Facts) -> str:
    batch, steps = facts.run.number("batch_size"), facts.run.number("gradient_accumulation_steps")
    if not batch:
        return "Try half the --batch_size and twice the --gradient_accumulation_steps; `fledge plan` says what fits."
    if batch < 2:
        return "Try a shorter --block_size or fewer --n_layer: one sequence is the least. `fledge plan` says what fits."
    half = int(batch) // 2
    more = f" --gradient_accumulation_steps={int(steps * batch / half)} (the same tokens a step)" if steps else ""
    return f"Try --batch_size={half}{more}; `fledge plan` says beforehand what fits."


def stopped(signs: Signs) -> Finding | None:
    """Interrupted, killed or crashed: by its own last words."""
    facts, run = signs.facts, signs.run
    if at_the_end(facts, run.notices_of("out_of_memory")) or run.ended == "out of memory":
        return None
    of = f" of {signs.goal:,}" if signs.goal else ""
    last = f"Last iteration: {facts.iterations:,}{of}." if run.curves else "Not one iteration was done."
    error, kill = at_the_end(facts, run.notices_of("error")), at_the_end(facts, run.notices_of("killed"))
    notice = error or kill
    if is_done(signs) or (notice is None and run.ended not in ("interrupted", "error")):
        return None
    evidence = f"Line {notice.line}: {shortened(notice.text, 160)} {last}" if notice else f"The run says so. {last}"
    if run.ended == "interrupted" or (error and "Interrupt" in error.text):
        return Finding("interrupted", "warning", "It was interrupted", evidence, _go_on(facts))
    if kill:
        return Finding("killed", "error", "It was killed", evidence, _go_on(facts))
    return Finding("crashed", "error", "It crashed", evidence, _go_on(facts))


def truncated(signs: Signs) -> Finding | None:
    """Nothing says why there is no more."""
    facts, run = signs.facts, signs.run
    if (
        run.ended
        or is_done(signs)
        or signs.lost
        or any(at_the_end(facts, run.notices_of(k)) for k in ("killed", "error", "out_of_memory"))
    ):
        return None
    if not run.curves:
        evidence = f"{run.lines:,} lines, and no iteration among them."
        advice = "It has only begun, or ended there without a word: look at its exit code, and at the rest of the log."
        return Finding("truncated", "warning", "The log ends before the first iteration", evidence, advice)
    goal = signs.goal
    if goal is None or facts.iterations >= goal - max(2 * _interval(run), 2, 0.001 * goal):
        return None
    evidence = (
        f"The last iteration is {facts.iterations:,} of {goal:,}. It is still running, was stopped without a word, "
    )
    evidence += "or the log was cut."
    return Finding("truncated", "note", "The log ends before the run does", evidence, _go_on(facts))


def _interval(run: Run) -> int:
    """Iterations between two lines."""
    iters = np.array(max((curve.iters for curve in run.curves.values()), key=len))
    return int(np.median(np.diff(iters))) if len(iters) > 1 else 1


def _go_on(facts: Facts) -> str:
    run = facts.run
    if run.origin == "directory":
        return f"Go on where it was: fledge train --init_from=resume --out_dir={run.name}."
    saved = [notice.it for notice in run.notices_of("saved") if notice.it is not None]
    if saved:
        return f"Resume from the checkpoint of iteration {saved[-1]:,} (nanoGPT: --init_from=resume)."
    return "Resume from its last checkpoint, if it has one (nanoGPT: --init_from=resume); no line speaks of any."


def resumed(signs: Signs) -> Finding | None:
    found = [resume for resume in _resumes(signs.run) if signs.facts.iterations >= resume.at]
    if not found:
        return None
    resume = found[-1]
    evidence = f"At line {resume.line} it goes on from iteration {resume.at:,}"
    evidence += f", having reached {resume.reached:,}" if resume.reached > resume.at else ""
    evidence += f"; {len(found)} such in all." if len(found) > 1 else "."
    before = signs.loss.between(0, resume.at - 1).values[-10:]
    after = signs.loss.between(resume.at).values[:5]
    if len(before) < 3 or len(after) < 3:
        return Finding("resumed", "note", "The run was resumed", evidence, "Too few losses around it to see a jump.")
    usual, now = median(before), median(after)
    spread = noise(before.tolist()) if len(before) > 3 else signs.noise
    if now - usual > max(5 * spread, 0.05 * usual, 0.05):
        evidence += f" The loss jumped by {now - usual:.3f}, to {now:.3f}."
        advice = "Something was not restored: the optimizer's state, the learning rate, or the place in the data."
        return Finding("resume_jump", "warning", "The loss jumped on resume", evidence, advice)
    evidence += f" The loss went on where it was: {usual:.3f}, then {now:.3f}."
    return Finding("resumed", "note", "The run was resumed, cleanly", evidence, "Nothing to do.")


def _resumes(run: Run) -> list[Resume]:
    """Steps back in the iterations; and where a line says so without one."""
    said = [
        Resume(notice.it + 1, notice.it, notice.line) for notice in run.notices_of("resumed") if notice.it is not None
    ]
    said = [one for one in said if not any(abs(one.line - back.line) < 1000 for back in run.resumes)]
    return sorted([*run.resumes, *said], key=lambda resume: resume.line)


def never_saved(signs: Signs) -> Finding | None:
    """Only where the whole console is there, of a trainer that prints what it saves."""
    facts, run = signs.facts, signs.run
    if run.format not in PRINTS_SAVES or run.notices_of("saved") or facts.iterations < 200:
        return None
    is_cut = run.origin == "log" and (facts.is_excerpt or not _has_preamble(run))
    if is_cut or not _should_have_saved(signs):
        return None
    evidence = (
        f"{facts.iterations:,} iterations, {len(signs.val):,} evaluations, and no line says that anything was saved."
    )
    advice = (
        "Set --eval_interval below --max_iters and --always_save_checkpoint=True: a run that ends takes all with it."
    )
    return Finding("never_saved", "warning", "No checkpoint was ever saved", evidence, advice)


def _has_preamble(run: Run) -> bool:
    """Whether what nanoGPT prints before it trains is there: then the lines were not picked out."""
    return any(name in run.settings and "line" in run.settings[name].origin for name in ("params", "tokens_per_iter"))


def _should_have_saved(signs: Signs) -> bool:
    """nanoGPT saves at evaluations, the first excepted; with none to come, never."""
    interval, goal = signs.run.number("eval_interval"), signs.goal
    return len(signs.val.between(1)) > 0 or (interval is not None and goal is not None and interval > goal)


CHECKS = (out_of_memory, stopped, truncated, resumed, never_saved)
