"""`fledge report`: one run or several as one HTML file."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.cli.options.shared import LogOptions
from fledge.config.fields import setting


@dataclass(frozen=True)
class ReportOptions(LogOptions):
    out: str = setting("report.html", "the file to write; -o is short for it", group="Output", also=("-o",))
    csv: str = setting("", "a directory for every curve as CSV, one file per run")


COMMAND = Command(
    name="report",
    summary="one HTML file: curves, findings, numbers, settings, samples",
    usage="fledge report [RUN | LOG | -]... [-o report.html] [--csv=DIR]",
    about="""\
Writes what a run did as one HTML file that opens anywhere and loads nothing:
the verdict and the findings; loss, throughput, MFU, memory and learning rate
over iterations, tokens or time; plan against actual; settings and where they
come from; and samples. Several runs share the same plots. It reads what
`fledge explain` reads; without a name it takes the newest run here.

  fledge report
  fledge report runs/a runs/b -o both.html
  fledge report nanogpt.log --gpu="RTX 4070" --csv=curves

The file has about 5 MB, nearly all of it plotly.js, which draws the plots. The
camera button of a plot saves it as PNG. Needs pip install 'fledge[report]'.
""",
    options=ReportOptions,
    settings="run",
)
