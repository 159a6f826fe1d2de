"""What `fledge plan --hours` prints, the settings file it writes, and the picture beside it."""

import shlex
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from rich.table import Table

from fledge.api.best_result import BestForTime
from fledge.cli.pages.tables import grid, table
from fledge.common.card import card, legend, rows
from fledge.common.chart import ChartLine, line_chart
from fledge.common.console import console
from fledge.config.fields import Value
from fledge.config.planned_loss import PlannedLoss
from fledge.model.flops import parameters_ngrams
from fledge.plan.best_for_time import DepthChoice
from fledge.plan.rung import weights_of
from fledge.plan.scaling import LossRange
from fledge.plan.types import span
from fledge.texts import Message, say, text
from fledge.texts.language import language
from fledge.texts.numbers import fixed, number
from fledge.texts.units import count, duration

FILE_MARK = "# fledge plan"  # a settings file that `fledge plan --hours` wrote begins with this
PICTURE_MARK = "<!doctype html><!-- fledge plan -->"  # and so does its picture


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
        *(f"# {name}: {value}" for name, value in _answers(found)),
    ]
    return "\n".join([*lines, *(f"{key} = {value!r}" for key, value in settings_of(found).items())]) + "\n"


def print_best(found: BestForTime, file: str, picture: str | None, command: str) -> None:
    """The choice first, then what is beside it, what it rests on, and what to type."""
    out = console()
    out.print(f"[bold]{found.device.name}[/bold], {text(say('best.page.time', hours=duration(3600 * found.hours)))}\n")
    out.print(grid([(f"  [bold]{name}[/bold]", value) for name, value in _answers(found)]))
    out.print(_table(found))
    out.print(f"[dim]{text(_basis(found))}[/dim]")
    for note in found.notes:
        out.print(text(say("plan.page.note", note=note)))
    out.print(f"\n{text(say('best.page.written', file=file))}", soft_wrap=True)
    if picture:
        out.print(text(say("best.page.picture", picture=picture)), soft_wrap=True)
    out.print(f"  {command}", soft_wrap=True, markup=False, highlight=False)


def _answers(found: BestForTime) -> list[tuple[str, str]]:
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


def _table(found: BestForTime) -> Table:
    """The chosen depth between its neighbours."""
    sizes = say("best.page.column.depth"), say("best.page.column.parameters"), say("best.page.column.tokens")
    found_here = say("best.page.column.hours"), say("best.page.column.loss"), say("best.page.column.range")
    beside = table([text(head) for head in (*sizes, *found_here)], left=())
    for choice in (found.smaller, found.best, found.larger):
        if choice is not None:
            beside.add_row(*_cells(choice), style="bold" if choice is found.best else "")
    return beside


def _cells(choice: DepthChoice) -> list[str]:
    loss, low_high = "?", ""
    if choice.loss is not None:
        loss, low_high = fixed(choice.loss.value, 4), f"{fixed(choice.loss.low, 3)} – {fixed(choice.loss.high, 3)}"
    cells = [str(choice.depth), count(weights_of(choice.config)), count(choice.tokens)]
    return [*cells, duration(3600 * choice.hours), loss, low_high]


def _basis(found: BestForTime) -> list[Message]:
    if not found.rungs:
        return [say("best.page.basis_published")]
    chosen, other = len(found.rungs), len(found.other_rungs)
    basis = say("best.page.basis", runs=chosen)
    if other:
        with_table, without = (chosen, other) if found.best.config.ngram_rows else (other, chosen)
        basis = say("best.page.basis_table", runs=chosen + other, tabled=with_table, without=without)
    new = say("best.page.basis_remembered")
    if found.new_rungs:
        new = say("best.page.basis_new", new=found.new_rungs, seconds=found.ladder_s)
    return [basis, new, *_largest(found)]


def _largest(found: BestForTime) -> list[Message]:
    """What the others said about the largest rung of the chosen recipe."""
    if found.checked is None:
        return []
    rung, said = found.checked
    numbers = {"off": said.value / rung.val_loss - 1, "actual": rung.val_loss, "value": said.value}
    if not found.other_rungs:
        return [say("best.page.largest", **numbers)]
    if found.best.config.ngram_rows:
        return [say("best.page.largest_table", **numbers)]
    return [say("best.page.largest_no_table", **numbers)]


def picture_page(found: BestForTime) -> str:
    """Loss against hours for each depth, as a page of its own."""
    lines = []
    for colour, curve in enumerate(found.curves):
        is_best = curve.depth == found.best.depth
        name = text(say("best.page.curve", depth=curve.depth))
        lines.append(ChartLine(name, curve.points, colour, "line" if is_best else "dashed"))
    hours, loss = found.best.hours, found.best.loss
    if loss is not None:
        ends = [(hours, loss.low), (hours, loss.high)]
        lines.append(ChartLine(text(say("best.page.range")), ends, _colour_of_best(found)))
    title = text(say("best.page.title", hours=duration(3600 * found.hours)))
    chart = line_chart(lines, text(say("best.page.hours")), title)
    body = card(title, found.device.name, [chart, legend(lines), rows(_answers(found)), text(_basis(found))])
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return f'{PICTURE_MARK}\n<html lang="{language().code}"><head>{head}</head><body>{body}</body></html>\n'


def _colour_of_best(found: BestForTime) -> int:
    return next((place for place, curve in enumerate(found.curves) if curve.depth == found.best.depth), 0)


def picture_path(out: Path) -> Path:
    """Beside the settings file."""
    return out.with_name(f"{out.name}.html" if out.suffix == ".html" else f"{out.stem}.html")
