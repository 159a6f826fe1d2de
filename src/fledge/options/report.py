"""`fledge report`: one run or several as one HTML file."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import LogOptions
from fledge.texts import say


@dataclass(frozen=True)
class ReportOptions(LogOptions):
    out: str = setting("report.html", say("option.report.out"), group=say("option.group.output"), also=("-o",))
    csv: str = setting("", say("option.csv"))
    overwrite: bool = setting(False, say("option.report.overwrite"))


COMMAND = Command(name="report", options=ReportOptions, settings="run")
