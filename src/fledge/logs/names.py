"""What a run's log counts, how the run ended and where a setting is from, in words. The files keep the English ones."""

import re

from fledge.logs.run import Counts
from fledge.texts import Message, say, text

COUNTS: dict[Counts, Message] = {
    "iterations": say("logs.counts.iterations"),
    "micro-batches": say("logs.counts.micro_batches"),
    "log lines": say("logs.counts.log_lines"),
    "epochs": say("logs.counts.epochs"),
    "wandb steps": say("logs.counts.wandb_steps"),
    "samples": say("logs.counts.samples"),
    "steps of epochs": say("logs.counts.steps_of_epochs"),
}
ENDS = {
    "finished": say("logs.ended.finished"),
    "interrupted": say("logs.ended.interrupted"),
    "diverged": say("logs.ended.diverged"),
    "out of memory": say("logs.ended.out_of_memory"),
    "error": say("logs.ended.error"),
}
ORIGINS = {
    "default": say("logs.origin.default"),
    "default for trained weights": say("logs.origin.trained"),
    "default of earlier versions": say("logs.origin.earlier"),
    "assumed": say("logs.origin.assumed"),
    "as planned": say("logs.origin.planned"),
    "command line": say("logs.origin.command_line"),
    "the run": say("logs.origin.run"),
    "the dataset": say("logs.origin.dataset"),
    "the column's name": say("logs.origin.column"),
    "nanoGPT's default": say("logs.origin.nanogpt"),
}
FORMATS = {"named numbers": say("logs.format.named_numbers")}  # all others are names of programs
_LINE = re.compile(r"line (\d+)")
_DEFAULT_OF = re.compile(r"default of (\w+=.+)")


def format_name(name: str) -> str:
    return text(FORMATS[name]) if name in FORMATS else name


def end_name(ended: str) -> str:
    """How a run ended, in words; what fledge did not write stays as it is."""
    return text(ENDS[ended]) if ended in ENDS else ended


def origin_name(origin: str) -> str:
    """Where a setting is from, in words; a file's name and line stay as they are."""
    if origin in ORIGINS:
        return text(ORIGINS[origin])
    if found := _LINE.fullmatch(origin):
        return text(say("logs.origin.line", number=int(found[1])))
    if found := _DEFAULT_OF.fullmatch(origin):
        return text(say("logs.origin.default_of", setting=found[1]))
    return origin
