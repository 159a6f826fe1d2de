"""Where in the run a line is: its iteration, and its epoch."""

import re
from dataclasses import dataclass

from fledge.logs.readers.numbers import COUNT, MAX_ITERATIONS, iteration, number

STEP_NAMES = r"global[_ -]?steps?|num_updates|iteration|iter_num|iters?|steps?|it|updates?|batch"
NAMED = re.compile(
    rf"(?:^|[\s\[({{|,;\"'])(?P<name>{STEP_NAMES})(?:\(train\))?[\"']?(?:\s*[:=#]\s*|\s++)?\[?\s*"
    rf"(?P<it>{COUNT})(?:\s*(?:/|\bof\b)\s*(?P<last>{COUNT}))?(?![\w.]|\s*%)",
    re.IGNORECASE,
)
WHOLE_RUN = ("global", "num_updates")  # beside a number that starts again every epoch, this one counts
IN_EPOCH = re.compile(  # Epoch: [1][10/100]; Epoch(train) [1][10/100]; Train: 1 [10/100 (10%)]; [epoch=1][batch=10/100]
    r"(?P<samples>\btrain )?\b(?:epoch|train|training)\b(?:\(\w+\))?[\s:=\[]*(?P<epoch>\d+)(?:/\d+)?\s*+[\]:,|]*+\s*+"
    r"\[(?:batch=)?\s*(?P<it>\d+)\s*/\s*(?P<per>\d+)",
    re.IGNORECASE,
)
BATCHES = re.compile(r"\bepoch\W+(?P<epoch>\d+)\W+(?P<it>\d+)\s*/\s*(?P<per>\d+) batches", re.IGNORECASE)
TUPLE = re.compile(r" - \((?P<epoch>\d+),(?: (?P<it>\d+)(?:, (?P<per>\d+))?)?\)")  # DLLogger's
BARE = re.compile(r"^\s*(?:(?P<epoch>\d+)\|)?(?P<it>\d+)(?:\s*/\s*(?P<last>\d+)\b(?!\s*\[|\s\d\d:\d\d)|\s*\|)")
IN_BRACKETS = re.compile(r"^\[(?P<it>\d+)\]\s+(?=[A-Za-z])")  # flax's writers, XGBoost
BAR = re.compile(
    r"(?:\bepoch\s*:?\s*(?P<epoch>\d+)(?:/\d+)?\b[^|]{0,20}?)?"
    r"(?:\d+%\|.{0,300}?\||(?<!━)(?<!━ )━[━╸╺ ]*+)\s*(?P<it>\d+)/(?P<per>\d+)\b",
    re.IGNORECASE,
)
EPOCH = re.compile(rf"\bep(?:och)?\b[\"']?[\s:=\[#(]*(?P<epoch>{COUNT})", re.IGNORECASE)


@dataclass(slots=True)
class Position:
    it: int | None = None
    last: int | None = None  # the run's last iteration
    epoch: float | None = None
    per_epoch: int | None = None  # iterations of an epoch: then `it` counts from the epoch's start
    of_samples: bool = False  # `it` counts samples, not iterations
    rest: str = ""  # the line without it


def find_position(text: str) -> Position:
    """The place that a line states; without an iteration if it states none, or an impossible one."""
    if text.startswith("[Eval "):  # Composer counts the batches of an evaluation
        return Position(rest=text)
    if "%|" in text or "━" in text:
        found = _of_bar(text)
    elif inside := IN_EPOCH.search(text):
        found = _of_match(inside, text, float(inside["epoch"]))
        found.of_samples = inside["samples"] is not None
    else:
        found = _named(text) or _unnamed(text)
    if found.epoch is None and (epoch := EPOCH.search(text)):
        value = number(epoch["epoch"])
        found.epoch = value if value is not None and value < MAX_ITERATIONS else None
    return found


def _of_bar(text: str) -> Position:
    """tqdm: `Epoch 1:  10%|█  | 100/1000 [00:10<01:30, 9.9it/s, loss=2.31]`. The bar starts again every epoch."""
    if (described := BARE.match(text)) and described["epoch"] and not text[: described.end()].isdigit():
        return _of_match(described, text, float(described["epoch"]))  # torchtune: `1|111|Loss: 1.57:   7%|█  |`
    if "global" in text and (named := _named(text)):
        return named
    bar = BAR.search(text)
    if bar is None:
        return Position(rest=text)
    if bar["epoch"] is not None:
        return _of_match(bar, text, float(bar["epoch"]))
    found = _of_match(bar, text)
    found.last, found.per_epoch = found.per_epoch, None
    return found


def _of_match(match: re.Match[str], text: str, epoch: float | None = None) -> Position:
    """The place of a match with the groups it, and per or last."""
    groups = match.groupdict()
    it, per, last = (iteration(groups[name]) if groups.get(name) else None for name in ("it", "per", "last"))
    if epoch is not None and epoch * (per or 1) >= MAX_ITERATIONS:
        it, epoch = None, None
    return Position(it, last, epoch, per, rest=f"{text[: match.start()]} | {text[match.end() :]}")


def _named(text: str) -> Position | None:
    """The number behind a word such as `step`; `batch` only with the number of batches, else it may be their size."""
    best: re.Match[str] | None = None
    for match in NAMED.finditer(text):
        name = match["name"].lower()
        if name.startswith(WHOLE_RUN):
            best = match
            break
        if best is None and (name != "batch" or match["last"]):
            best = match
        if "global" not in text and "num_updates" not in text and best:
            break
    if best is None:
        return None
    it, last = _whole(best["it"]), _whole(best["last"]) if best["last"] else None
    return Position(it, last, rest=f"{text[: best.start()]} | {text[best.end() :]}")


def _unnamed(text: str) -> Position:
    if batches := BATCHES.search(text):
        return _of_match(batches, text, float(batches["epoch"]))
    if text.startswith("DLL") and (pair := TUPLE.search(text)):
        return _of_match(pair, text, float(pair["epoch"]))
    if bare := BARE.match(text) or IN_BRACKETS.match(text):
        return _of_match(bare, text)
    return Position(rest=text)


def _whole(text: str) -> int | None:
    digits = text.replace(",", "").removesuffix(".0")
    return iteration(digits) if digits.isdigit() else None
