"""`fledge report`: one run or several as one HTML file."""

from pathlib import Path

from fledge.analyze.report.output import check_places, write_csvs, write_report
from fledge.analyze.report.view import views_of
from fledge.api.open_runs import open_runs
from fledge.api.run_settings import known_settings
from fledge.cli.newest_run import newest_run
from fledge.options.parser import Arguments


def run(arguments: Arguments) -> int:
    options = arguments.options
    names = arguments.words or [newest_run("report", needs_losses=True)]
    out = Path(options.out)
    check_places(out, Path(options.csv) if options.csv else None, options.overwrite)
    views = views_of(open_runs(names, options, known_settings(arguments.settings)))
    write_report(out, views, options.overwrite)
    print(f"{out} ({out.stat().st_size / 1e6:.1f} MB)")  # no words: scripts read the path
    if options.csv:
        for path in write_csvs(Path(options.csv), views, options.overwrite):
            print(path)
    return 0
