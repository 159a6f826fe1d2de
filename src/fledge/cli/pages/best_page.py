"""What `fledge plan --hours` prints, and the settings file it writes."""

import shlex
from collections.abc import Collection, Sequence
from datetime import datetime

from rich.table import Table

from fledge.api.best_result import BestForTime
from fledge.cli.pages.tables import first_fitting, grid, table
from fledge.common.console import console
from fledge.config.fields import Value
from fledge.config.planned_loss import PlannedLoss
from fledge.model.flops import parameters_ngrams
from fledge.plan.best_for_time import DepthChoice
from fledge.plan.rung import weights_of
from fledge.plan.scaling import LossRange
from fledge.plan.types import span
from fledge.texts import Message, say, text
from fledge.texts.numbers import fixed, number
from fledge.texts.units import count, duration

HEADS = {
    "depth": say("best.page.column.depth"),
    "parameters": say("best.page.column.parameters"),
    "tokens": say("best.page.column.tokens"),
    "hours": say("best.page.column.hours"),
    "loss": say("best.page.column.loss"),
    "range": say("best.page.column.range"),
}
# Columns that a narrow terminal goes without: the first of these that make the table fit.
LEFT_OUT = ((), ("tokens",), ("tokens", "parameters"), ("tokens", "parameters", "range"))
FILE_MARK = "# fledge plan"  # a settings file that `fledge plan --hours` wrote begins with this


def settings_of(found: BestForTime) -> dict[str, Value]:
    """The settings of the chosen run: what was chosen here, and what the user gave."""
    config, loss = found.best.config, found.best.loss
    names = [name for name in config.values() if config.chosen(name) and name not in ("n_layer", "n_head", "n_embd")]
    settings = {name: getattr(config, name) for name in names if config.origins[name] != str(config.dataset_paths[0])}
    settings["learning_rate"] = config.learning_rate
    if loss is not None:
        settings["planned_loss"] = str(PlannedLoss(loss.value, loss.low, loss.high))
    return settings


def settings_text(found: BestForTime, words: Sequence[str]) -> str:
    """The settings file. `words` are the command's arguments."""
    lines = [
        f"{FILE_MARK} {shlex.join(words)}".rstrip(),
        f"# {datetime.now():%Y-%m-%d %H:%M}, {found.device.name}",
        *(f"# {name}: {value}" for name, value in answers_of(found)),
    ]
    return "\n".join([*lines, *(f"{key} = {value!r}" for key, value in settings_of(found).items())]) + "\n"


def print_best(found: BestForTime, file: str, picture: str | None, command: str) -> None:
    """The choice first, then what is beside it, what it rests on, and what to type."""
    out = console()
    out.print(f"[bold]{found.device.name}[/bold], {text(say('best.page.time', hours=duration(3600 * found.hours)))}\n")
    out.print(grid([(f"  [bold]{name}[/bold]", value) for name, value in answers_of(found)]))
    out.print(first_fitting(out, (_table(found, left_out) for left_out in LEFT_OUT)) or _table(found, LEFT_OUT[-1]))
    out.print(f"[dim]{text(basis_of(found))}[/dim]")
    for note in found.notes:
        out.print(text(say("plan.page.note", note=note)))
    out.print(f"\n{text(say('best.page.written', file=file))}", soft_wrap=True)
    if picture:
        out.print(text(say("best.page.picture", picture=picture)), soft_wrap=True)
    out.print(f"  {command}", soft_wrap=True, markup=False, highlight=False)


def answers_of(found: BestForTime) -> list[tuple[str, str]]:
    best, config = found.best, found.best.config
    size = say("best.page.model_size", depth=best.depth, width=config.n_embd, params=weights_of(config))
    if rows_of_table := parameters_ngrams(config.shape):
        sizes = {"depth": best.depth, "width": config.n_embd, "params": weights_of(config), "table": rows_of_table}
        size = say("best.page.model_table", **sizes)
    batch = say("best.page.batch", batch=config.batch_size, block=config.block_size, iterations=config.max_iters)
    if config.gradient_accumulation_steps > 1:
        batch = say(
            "best.page.accumulated",
            batch=config.batch_size,
            steps=config.gradient_accumulation_steps,
            block=config.block_size,
            iterations=config.max_iters,
        )
    tokens = say("best.page.tokens", tokens=best.tokens, passes=best.tokens / best.text_tokens)
    total = best.plan["total_hours"]
    answers: list[tuple[Message, str | Message]] = [
        (say("best.page.model"), size),
        (say("best.page.training"), batch),
        (say("best.page.text"), tokens),
        (say("best.page.rate"), f"{config.learning_rate:g}"),
        (say("best.page.loss"), _loss(best.loss)),
        (say("best.page.takes"), span(total)),
    ]
    if (cost := best.plan.figures["cost"]) is not None:
        answers.append((say("best.page.cost"), f"{number(cost.value, digits=2)} ({cost.source})"))
    return [(text(name), value if isinstance(value, str) else text(value)) for name, value in answers]


def _loss(loss: LossRange | None) -> Message:
    if loss is None:
        return say("best.page.unknown_loss")
    return say("best.page.loss_range", value=loss.value, low=loss.low, high=loss.high)


def _table(found: BestForTime, left_out: Collection[str]) -> Table:
    """The chosen depth between its neighbours."""
    shown = [name for name in HEADS if name not in left_out]
    beside = table([text(HEADS[name]) for name in shown], left=())
    for choice in (found.smaller, found.best, found.larger):
        if choice is not None:
            cells = _cells(choice)
            beside.add_row(*(cells[name] for name in shown), style="bold" if choice is found.best else "")
    return beside


def _cells(choice: DepthChoice) -> dict[str, str]:
    loss, low_high = "?", ""
    if choice.loss is not None:
        loss, low_high = fixed(choice.loss.value, 4), f"{fixed(choice.loss.low, 3)} – {fixed(choice.loss.high, 3)}"
    return {
        "depth": str(choice.depth),
        "parameters": count(weights_of(choice.config)),
        "tokens": count(choice.tokens),
        "hours": duration(3600 * choice.hours),
        "loss": loss,
        "range": low_high,
    }


def basis_of(found: BestForTime) -> list[Message]:
    if not found.rungs:
        return [say("best.page.basis_published")]
    new = say("best.page.basis_remembered")
    if found.new_rungs:
        new = say("best.page.basis_new", new=found.new_rungs, seconds=found.ladder_s)
    return [say("best.page.basis", runs=len(found.rungs)), new, *_largest(found)]


def _largest(found: BestForTime) -> list[Message]:
    """What the others said about the largest rung."""
    if found.checked is None:
        return []
    rung, said = found.checked
    off = said.value / rung.val_loss - 1
    return [say("best.page.largest", off=off, actual=rung.val_loss, value=said.value)]
