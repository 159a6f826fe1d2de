"""Does the loss hold? Not finite, rising, spiking."""

from fledge.analyze.findings.features import WINDOW, Series, Signs, median, series_of
from fledge.analyze.findings.finding import Finding, Severity
from fledge.logs.facts import noise

FASTER = 0.02  # by which iterations of NaNs are quicker: worth a word


def lower_rate(signs: Signs) -> str:
    rate = signs.peak_rate
    return f"--learning_rate={rate / 3:.2g}" if rate else "a third of the learning rate"


def diverged(signs: Signs) -> Finding | None:
    bad = signs.lost
    if bad is None:
        return _says_so(signs) if signs.run.ended == "diverged" else None
    curve, what = (signs.loss, "loss") if bad.metric == "loss" else (signs.val, "validation loss")
    before = curve.between(0, bad.it)
    evidence = f"The {what} is {bad.value} from iteration {bad.it:,} on ({bad.number:,} of {bad.of:,} printed)."
    if len(before):
        evidence += f" Before: {before.values[-1]:.4f} at {before.iters[-1]:,}."
    else:
        evidence += " No finite loss came before."
    evidence += _what_went_before(signs, bad.it, before) + _faster(signs, bad.it)
    return Finding("diverged", "error", "The run diverged", evidence, _start_again(signs, bad.it))


def _says_so(signs: Signs) -> Finding:
    """A run of fledge stops before it writes a number that is none."""
    evidence = f"The run says so, after iteration {signs.facts.iterations:,}."
    if len(signs.loss):
        evidence += f" Before: {signs.loss.values[-1]:.4f} at {signs.loss.iters[-1]:,}."
    evidence += _what_went_before(signs, signs.facts.iterations, signs.loss)
    return Finding("diverged", "error", "The run diverged", evidence, _start_again(signs, signs.facts.iterations + 1))


def _what_went_before(signs: Signs, it: int, before: Series) -> str:
    text = ""
    recent = before.values[-WINDOW:]
    if len(recent) >= 5 and recent[-1] > (usual := median(recent)) + max(0.5, 6 * noise(recent.tolist())):
        text += f" It rose first: {recent[-1]:.2f} where {usual:.2f} was usual."
    norms = series_of(signs.run.curve("grad_norm"))
    near = norms.between(0, it)
    if len(near):
        text += f" The gradient norm was {near.values[-1]:.3g} (usually {median(norms.values):.3g})."
    rate = signs.run.curve("lr").before(it)
    if rate is not None:
        text += f" The learning rate was {rate:.2e}."
    return text + (" Numbers are float16." if signs.run.value("dtype") == "float16" else "")


def _faster(signs: Signs, it: int) -> str:
    """Hardware is quicker with NaNs, which can pass for a gain in speed."""
    finite, lost = signs.times.between(0, it - 1).values, signs.times.between(it).values
    if len(finite) < 5 or len(lost) < 5 or median(lost) > (1 - FASTER) * median(finite):
        return ""
    share = 1 - median(lost) / median(finite)
    return (
        f" Iterations of NaN take {median(lost):,.1f} ms and finite ones took {median(finite):,.1f} ms: "
        f"{share:.0%} faster, which is no gain."
    )


def _start_again(signs: Signs, it: int) -> str:
    tries = [lower_rate(signs)]
    if signs.run.value("dtype") == "float16":
        tries.insert(0, "--dtype=bfloat16 (float16 overflows at 65,504)")
    if signs.run.number("grad_clip") == 0:
        tries.append("--grad_clip=1.0")
    saved = any((notice.it or 0) < it for notice in signs.run.notices_of("saved"))
    return f"{'Go on from the last checkpoint before it' if saved else 'Start again'}, with {', or '.join(tries)}."


def not_finite(signs: Signs) -> Finding | None:
    """Some losses are not, and the training goes on."""
    bad = signs.bad or signs.bad_val
    if bad is None or signs.lost:
        return None
    what = "loss" if bad.metric == "loss" else "validation loss"
    evidence = f"The {what} is {bad.value} at iteration {bad.it:,}, and in {bad.number:,} of {bad.of:,} lines in all."
    if bad.metric == "loss":
        evidence += f" It is finite again, {signs.loss.values[-1]:.4f} at {signs.loss.iters[-1]:,}."
        advice = f"Look at the batches there. If it comes back: --grad_clip=1.0, or {lower_rate(signs)}."
    else:
        evidence += " The batches' loss is finite." if len(signs.loss) else ""
        advice = "Look at the validation split: an empty batch, or an overflow in float16 (--dtype=bfloat16)."
    return Finding("not_finite", "warning", "Some losses are not finite", evidence, advice)


def diverging(signs: Signs) -> Finding | None:
    rise = signs.rise
    if rise is None:
        return None
    evidence = f"The loss was about {rise.low:.3f} around iteration {rise.it:,} and is about {rise.now:.3f} at the end."
    if len(signs.val.between(rise.it)) > 1:
        evidence += f" So does the validation loss: {signs.val.values[-1]:.4f} at {signs.val.iters[-1]:,}."
    advice = f"Stop it. Go on from the checkpoint before iteration {rise.it:,} with {lower_rate(signs)}."
    severity: Severity = "error" if rise.is_steep else "warning"
    return Finding("diverging", severity, "The training loss is rising", evidence, advice)


def loss_spike(signs: Signs) -> Finding | None:
    if not signs.spikes or signs.rise or signs.lost:
        return None
    worst = max(signs.spikes, key=lambda spike: spike.value - spike.usual)
    evidence = f"At iteration {worst.it:,} the loss is {worst.value:.4f} where {worst.usual:.4f} was usual"
    evidence += f"; {len(signs.spikes):,} such in all." if len(signs.spikes) > 1 else "."
    evidence += {
        True: " It came back by itself.",
        False: " It has not come back.",
        None: " The log ends too soon to see it come back.",
    }[worst.came_back]
    advice = f"One that comes back needs nothing. If they grow or last: --grad_clip=1.0, or {lower_rate(signs)}."
    return Finding("loss_spike", "warning" if worst.came_back is False else "note", "The loss spiked", evidence, advice)


CHECKS = (diverged, diverging, not_finite, loss_spike)
