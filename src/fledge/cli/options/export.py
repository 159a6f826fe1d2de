"""`fledge export`: a run as a ckpt.pt that nanoGPT loads."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.config.fields import setting


@dataclass(frozen=True)
class ExportOptions:
    out: str = setting("ckpt.pt", "the file to write", group="Export")
    which: str = setting("best", "best has the lowest validation loss", choices=("best", "latest"))


COMMAND = Command(name="export", options=ExportOptions, most_words=1)
