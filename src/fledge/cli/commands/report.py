"""`fledge report`: a run, or several, as one HTML file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fledge.cli.commands import take_settings
from fledge.cli.logs import Sources, open_runs, split_words
from fledge.common.errors import FledgeError
from fledge.config.fields import setting

SUMMARY = "one HTML file: curves, findings, numbers, settings, samples"
USAGE = "fledge report [RUN | LOG | -]... [-o report.html] [--csv=DIR]"
ABOUT = """\
Writes what a run did as one HTML file that opens anywhere and loads nothing:
the verdict and the findings, loss, throughput, MFU, memory and learning rate
along iterations, tokens or time, plan against actual, settings and where they
come from, and samples. Several runs stand in the same plots. Reads what
`fledge explain` reads; without a name it takes the newest run here.

  fledge report
  fledge report runs/a runs/b -o both.html
  fledge report nanogpt.log --gpu="RTX 4070" --csv=curves

The file has about 5 MB, nearly all of it plotly.js, which draws the plots.
The camera button of a plot saves it as PNG. Needs pip install 'fledge[report]'.
"""


@dataclass(frozen=True)
class Options(Sources):
    out: str = setting("report.html", "the file to write; -o is short for it", group="Output")
    csv: str = setting("", "a directory for every curve as CSV, one file per run")


def run(argv: Sequence[str]) -> int:
    options, rest = take_settings(Options, _spelled_out(argv))
    names, words = split_words(rest)
    if not names:
        from fledge.logs.rundir import find_run

        names = [str(find_run(None))]
    from fledge.analyze.report.output import write_csvs, write_report
    from fledge.analyze.report.view import views_of

    views = views_of(open_runs(names, options, words))
    out = Path(options.out)
    write_report(out, views)
    print(f"{out} ({out.stat().st_size / 1e6:.1f} MB)")
    if options.csv:
        for path in write_csvs(Path(options.csv), views):
            print(path)
    return 0


def _spelled_out(argv: Sequence[str]) -> list[str]:
    """-o FILE as --out=FILE."""
    words: list[str] = []
    rest = list(argv)
    while rest:
        word = rest.pop(0)
        if word != "-o":
            words.append(word)
        elif rest and not rest[0].startswith("--"):
            words.append(f"--out={rest.pop(0)}")
        else:
            raise FledgeError("-o needs a file name.", "Try -o report.html.")
    return words
