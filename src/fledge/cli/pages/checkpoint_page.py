"""The page of `fledge checkpoint inspect`."""

from rich.markup import escape

from fledge.cli.pages.inspect_page import size
from fledge.cli.pages.tables import grid, table
from fledge.common.console import console
from fledge.model.flops import parameters
from fledge.texts.units import count
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
    rows.add_column(width=10, style="bold")
    for label, words in _summary(found):
        rows.add_row(label, words)
    out.print(rows, markup=False)
    files = table(("file", "size", "tensors", "dtypes"), left=(0, 3))
    for file in found.files:
        tensors = "-" if file.tensors is None else f"{file.tensors:,}"
        files.add_row(file.name, size(file.bytes), tensors, ", ".join(file.dtypes) or "-")
    out.print(files)


def _summary(found: CheckpointReport) -> list[tuple[str, str]]:
    saved = found.checkpoint
    pointers = f", {' and '.join(found.pointers)} of its run" if found.pointers else ""
    chosen = ", ".join(f"{key}={value}" for key, value in saved.choices.items())
    settings = ", ".join(f"{key}={saved.config[key]['value']}" for key in SHOWN if key in saved.config)
    processes = "1 process" if saved.processes == 1 else f"{saved.processes:,} processes"
    rows = [
        ("iteration", f"{saved.counters.it:,}, {saved.counters.tokens:,} tokens{pointers}"),
        ("model", f"{saved.shape.arch}, {count(parameters(saved.shape))} parameters"),
        ("saved by", f"{processes}; {chosen}"),
        ("on disk", f"{size(found.bytes)}, format {saved.format}"),
    ]
    losses = [
        f"{label} {found.losses[key]:.4f}"
        for label, key in (("train", "train_loss"), ("val", "val_loss"))
        if key in found.losses
    ]
    if losses:
        losses.append(f"at iteration {found.evaluated_at:,}")
    if saved.counters.best_val < float("inf"):
        losses.append(f"best val so far {saved.counters.best_val:.4f}")
    if losses:
        rows.append(("losses", ", ".join(losses)))
    return [*rows, ("settings", settings)]
