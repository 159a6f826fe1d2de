"""Hugging Face's Trainer: the dicts it prints, and the trainer_state.json it saves.

A printed dict has an epoch and no step. Steps can't be derived without guessing, so the printed lines are counted, and
the run's `counts` says "log lines".
"""

import re
from typing import Any

from fledge.common.errors import FledgeError
from fledge.logs.readers.assemble import Assembler
from fledge.logs.readers.families import judge_model
from fledge.logs.readers.format import Format, LogRow
from fledge.logs.readers.generic import row_of
from fledge.logs.readers.log import LogReading
from fledge.logs.readers.metric_names import in_fledge_units, metric_of
from fledge.logs.readers.numbers import NUMBER, load_json, number
from fledge.logs.run import Metric
from fledge.texts import say

ITEM = re.compile(rf"""'([^']{{1,80}})': (?:np\.float\d+\()?'?({NUMBER})'?\)?(?=[,}}])""")
LOSSES = ("'loss': ", "'eval_loss': ")
TRAINER_KEYS = ("'epoch'", "'learning_rate'", "'eval_runtime'")
IGNORED_SETTINGS = frozenset({"max_iters", "log_interval", "eval_interval", "warmup_iters", "lr_decay_iters"})


def read(text: str) -> LogRow | None:
    """A printed dict, perhaps behind a progress bar."""
    if "loss': " not in text:
        return None
    start = text.find("{'")
    written = text[start : text.find("}", start) + 1] if start >= 0 else ""
    if not any(word in written for word in LOSSES) or not any(word in written for word in TRAINER_KEYS):
        return None
    if "'train_runtime'" in written:
        return None
    return _row({key: value for key, raw in ITEM.findall(written) if (value := number(raw)) is not None})


def _row(numbers: dict[str, float]) -> LogRow | None:
    """A row with the step, if a callback adds it; else a counted line."""
    if "step" in numbers:
        return row_of(dict(numbers))
    values: dict[Metric, float] = {}
    for key, raw in numbers.items():
        metric, unit = metric_of(key)
        value = None if metric is None else in_fledge_units(metric, raw, unit)
        if metric is not None and value is not None:
            values.setdefault(metric, value)
    return LogRow(None, values, counted=True) if "loss" in values or "val_loss" in values else None


FORMAT = Format(
    "HF Trainer",
    "{'loss': 2.31, 'grad_norm': 1.1, 'learning_rate': 5e-05, 'epoch': 0.1}",
    read,
    startup_texts=("***** Running training *****", "Total optimization steps = "),
    ignored_settings=IGNORED_SETTINGS,
    of_language_models=False,
)
STATE = Format("HF trainer_state.json", '{"log_history": [', of_language_models=False)


def is_state(head: str) -> bool:
    return head.lstrip().startswith("{") and '"log_history"' in head


def read_state(text: str, name: str) -> LogReading:
    """Read a trainer_state.json: every logged dict, with its step."""
    document = load_json(text)
    history = document.get("log_history") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(history, list):
        raise FledgeError(say("logs.incomplete_json", name=name), say("logs.another_checkpoint"))
    into = Assembler(name, STATE)
    entries: list[dict[str, Any]] = [entry for entry in history if isinstance(entry, dict)]
    for theirs, ours in (("max_steps", "max_iters"), ("train_batch_size", "batch_size")):
        if isinstance(value := document.get(theirs), int) and 0 < value < 1 << 53:
            into.setting(ours, value, 0)
    reading = LogReading(lines=len(entries))
    for place, entry in enumerate(entries, start=1):
        if "train_runtime" in entry:  # its train_loss is the mean over the run
            into.notice("finished", "train_runtime", place)
        elif row := row_of(entry):
            into.row(row, place)
            reading.rows += 1
            continue
        reading.not_understood(place, str(sorted(entry)))
    reading.runs = into.finish(len(entries))
    for run in reading.runs:
        judge_model(run, [" ".join(map(str, entry)) for entry in entries[:100] + entries[-100:]], is_general=False)
    return reading
