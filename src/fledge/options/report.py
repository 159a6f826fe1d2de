"""`fledge report`: one run or several as one HTML file."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import LogOptions


@dataclass(frozen=True)
class ReportOptions(LogOptions):
    out: str = setting("report.html", "the file to write; -o is short for it", group="Output", also=("-o",))
    csv: str = setting("", "a directory for every curve as CSV, one file per run")
    overwrite: bool = setting(False, "replace a file that is not a report")


COMMAND = Command(name="report", options=ReportOptions, settings="run")
