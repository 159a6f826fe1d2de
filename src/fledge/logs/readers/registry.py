"""Every log format fledge reads. A new format adds its module to FORMATS (docs/readers.md)."""

from fledge.logs.readers import (
    build_nanogpt,
    fledge,
    generic,
    hf_trainer,
    litgpt,
    llama2c,
    llmc,
    maxtext,
    mingpt,
    modded_nanogpt,
    nanochat,
    nanogpt,
    tables,
    tensorboard,
    torchtitan,
)
from fledge.logs.readers.families import FAMILIES
from fledge.logs.readers.format import Format
from fledge.texts import say, text

FORMATS: tuple[Format, ...] = (  # if two match a log equally well, the earlier one reads it
    mingpt.FORMAT,
    nanogpt.FORMAT,
    fledge.CONSOLE,
    nanochat.FORMAT,
    build_nanogpt.CONSOLE,
    build_nanogpt.LOG_FILE,
    llmc.CONSOLE,
    llmc.LOG_FILE,
    modded_nanogpt.FORMAT,
    litgpt.FORMAT,
    llama2c.FORMAT,
    torchtitan.FORMAT,
    maxtext.FORMAT,
    hf_trainer.FORMAT,
)
# recognised by their first bytes or lines, not line by line (dispatch.py)
FILE_FORMATS: tuple[Format, ...] = (
    hf_trainer.STATE,
    tables.TENSORBOARD,
    tables.WANDB,
    tables.ITERATIONS,
    tensorboard.FORMAT,
)


def known_formats() -> str:
    named = [kind.name for kind in FORMATS if kind is not fledge.CONSOLE]
    names = ", ".join([*named, *(kind.name for kind in FAMILIES), *(kind.name for kind in FILE_FORMATS)])
    return text(say("logs.known_formats", names=names, example=generic.FORMAT.example))
