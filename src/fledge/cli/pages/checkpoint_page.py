"""The page of `fledge checkpoint inspect`."""

from rich.markup import escape

from fledge.cli.pages.inspect_page import size
from fledge.cli.pages.tables import grid, table
from fledge.common.console import console
from fledge.model.flops import parameters
from fledge.texts import Message, say, text
from fledge.texts.numbers import number
from fledge.texts.units import with_commas
from fledge.train.checkpoint_report import CheckpointReport

SHOWN = (
    *(
        "dataset",
        "n_layer",
        "n_head",
        "n_embd",
        "block_size",
        "vocab_size",
        "batch_size",
        "gradient_accumulation_steps",
    ),
    *("learning_rate", "max_iters", "optimizer", "dropout", "seed"),
)


def print_checkpoint(found: CheckpointReport) -> None:
    out = console()
    out.print(f"[bold]{escape(str(found.checkpoint.path))}[/bold]", soft_wrap=True)
    rows = grid()
    rows.add_column(min_width=10, no_wrap=True, style="bold")
    for label, words in _summary(found):
        rows.add_row(label, words)
    out.print(rows, markup=False)
    headings = [
        say("checkpoint.page.file"),
        say("checkpoint.page.size"),
        say("checkpoint.page.tensors"),
        say("checkpoint.page.dtypes"),
    ]
    files = table([text(heading) for heading in headings], left=(0, 3))
    for file in found.files:
        tensors = "-" if file.tensors is None else number(file.tensors)
        files.add_row(file.name, size(file.bytes), tensors, ", ".join(file.dtypes) or "-")
    out.print(files)


def _summary(found: CheckpointReport) -> list[tuple[str, str]]:
    saved = found.checkpoint
    chosen = ", ".join(f"{key}={value}" for key, value in saved.choices.items())
    settings = ", ".join(f"{key}={saved.config[key]['value']}" for key in SHOWN if key in saved.config)
    rows: list[tuple[Message, str | Message]] = [
        (say("checkpoint.page.iteration"), _progress(found)),
        (say("checkpoint.page.model"), _model(found)),
        (say("checkpoint.page.saved_by"), say("checkpoint.page.processes", number=saved.processes, chosen=chosen)),
        (say("checkpoint.page.on_disk"), _on_disk(found)),
    ]
    if losses := _losses(found):
        rows.append((say("checkpoint.page.losses"), losses))
    rows.append((say("checkpoint.page.settings"), settings))
    return [(text(label), str(words)) for label, words in rows]


def _progress(found: CheckpointReport) -> Message:
    counters = found.checkpoint.counters
    if not found.pointers:
        return say("checkpoint.page.progress", it=counters.it, tokens=counters.tokens)
    return say("checkpoint.page.progress_of", it=counters.it, tokens=counters.tokens, pointers=found.pointers)


def _model(found: CheckpointReport) -> Message:
    shape = found.checkpoint.shape
    return say("checkpoint.page.model_is", arch=shape.arch, parameters=parameters(shape))


def _on_disk(found: CheckpointReport) -> Message:
    return say("checkpoint.page.disk", size=size(found.bytes), format=found.checkpoint.format)


def _losses(found: CheckpointReport) -> str:
    best = found.checkpoint.counters.best_val
    said = []
    if "train_loss" in found.losses:
        said.append(say("checkpoint.page.train", loss=found.losses["train_loss"]))
    if "val_loss" in found.losses:
        said.append(say("checkpoint.page.val", loss=found.losses["val_loss"]))
    if said:
        said.append(say("checkpoint.page.at", it=found.evaluated_at))
    if best < float("inf"):
        said.append(say("checkpoint.page.best", loss=best))
    return with_commas(said)
