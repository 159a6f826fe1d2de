"""`fledge export`: a run as a ckpt.pt that nanoGPT loads."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.config.fields import setting


@dataclass(frozen=True)
class ExportOptions:
    out: str = setting("ckpt.pt", "the file to write", group="Export")
    which: str = setting("best", "best has the lowest validation loss", choices=("best", "latest"))


COMMAND = Command(
    name="export",
    summary="write a run's checkpoint as nanoGPT's ckpt.pt",
    usage="fledge export [RUN] [--out=ckpt.pt] [--which=best]",
    about="""\
Writes weights, optimizer state and settings as nanoGPT saves them, for its
train.py and sample.py and for tools that read them. Only for arch=gpt2.

  fledge export runs/shakespeare_char-gpt2 --out=out/ckpt.pt
""",
    options=ExportOptions,
    most_words=1,
)
