"""Hugging Face's Trainer: the dicts it prints, which have no step, and the trainer_state.json it saves, which has.

A printed dict says the epoch. Steps can't be had from that without guessing, so the printed lines are counted, and the
run says that its iterations are log lines.
"""

import re
from typing import Any

from fledge.common.errors import FledgeError
from fledge.logs.readers.assemble import Assembler
from fledge.logs.readers.format import Format
from fledge.logs.readers.generic import row_of
from fledge.logs.readers.lines import NUMBER, Row, load_json, measured, metric_of, number
from fledge.logs.readers.log import Reading
from fledge.logs.run import Metric

ITEM = re.compile(rf"""'([^']{{1,80}})': (?:np\.float\d+\()?'?({NUMBER})'?\)?(?=[,}}])""")
LOSSES = ("'loss': ", "'eval_loss': ")
TELLING = ("'epoch'", "'learning_rate'", "'eval_runtime'")
FOREIGN = frozenset({"max_iters", "log_interval", "eval_interval", "warmup_iters", "lr_decay_iters"})


def read(text: str) -> Row | None:
    """The dict may stand behind a progress bar."""
    if "loss': " not in text:
        return None
    start = text.find("{'")
    written = text[start : text.find("}", start) + 1] if start >= 0 else ""
    if not any(word in written for word in LOSSES) or not any(word in written for word in TELLING):
        return None
    if "'train_runtime'" in written:
        return None
    return _row({key: value for key, raw in ITEM.findall(written) if (value := number(raw)) is not None})


def _row(numbers: dict[str, float]) -> Row | None:
    """With its step, where somebody's callback adds it; else the next line of its run."""
    if "step" in numbers:
        return row_of(dict(numbers))
    values: dict[Metric, float] = {}
    for key, raw in numbers.items():
        metric, unit = metric_of(key)
        value = None if metric is None else measured(metric, raw, unit)
        if metric is not None and value is not None:
            values.setdefault(metric, value)
    return Row(None, values, counted=True) if "loss" in values or "val_loss" in values else None


FORMAT = Format(
    "HF Trainer",
    "Hugging Face's Trainer",
    "{'loss': 2.31, 'grad_norm': 1.1, 'learning_rate': 5e-05, 'epoch': 0.1}",
    read,
    signs=("***** Running training *****", "Total optimization steps = "),
    foreign=FOREIGN,
)
STATE = Format("HF trainer_state.json", "the trainer_state.json of Hugging Face's Trainer", '{"log_history": [', read)


def is_state(head: str) -> bool:
    return head.lstrip().startswith("{") and '"log_history"' in head


def read_state(text: str, name: str) -> Reading:
    """A trainer_state.json: every logged dict, with its step."""
    document = load_json(text)
    history = document.get("log_history") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(history, list):
        raise FledgeError(f"{name} can't be read: it is no whole JSON.", "Name another checkpoint's.")
    into = Assembler(name, STATE)
    entries: list[dict[str, Any]] = [entry for entry in history if isinstance(entry, dict)]
    for theirs, ours in (("max_steps", "max_iters"), ("train_batch_size", "batch_size")):
        if isinstance(value := document.get(theirs), int) and 0 < value < 1 << 53:
            into.setting(ours, value, 0)
    rows = 0
    for place, entry in enumerate(entries, start=1):
        if "train_runtime" in entry:  # its train_loss is the mean of all
            into.mark("finished", "train_runtime", place)
        elif row := row_of(entry):
            into.row(row, place)
            rows += 1
    unread = [(place, str(sorted(entry))[:200]) for place, entry in enumerate(entries, start=1) if not row_of(entry)]
    return Reading(into.finish(len(entries)), len(entries), rows, len(entries) - rows, unread[:20])
