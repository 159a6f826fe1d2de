"""`fledge sweep`: many runs, the losers stopped early, the best settings in a file."""

import json
from pathlib import Path

from fledge.analyze.report.output import write_report
from fledge.analyze.report.view import views_of
from fledge.api.open_runs import open_runs
from fledge.api.sweeping import SweepResult, command_of, result_json, sweep_asked
from fledge.cli.pages.sweep_page import best_settings_text, print_sweep
from fledge.common.files import write_text
from fledge.common.progress import note, status_line
from fledge.options.parser import Arguments
from fledge.options.shared import LogOptions

BEST, REPORT = "best.py", "report.html"


def run(arguments: Arguments) -> int:
    with status_line() as show:
        result = sweep_asked(arguments, show)
    files = _write_files(result)
    for line in result.folder.notes:
        note(f"note: {line}")
    if arguments.options.json:
        print(json.dumps(result_json(result, files), indent=1))
    else:
        print_sweep(result, files, command_of(arguments))
    return 0


def _write_files(result: SweepResult) -> dict[str, str]:
    """The best settings, and the page with every trial's curves: what there is to write of them."""
    folder, files = result.folder.path, {}
    logged = [str(trial.folder) for trial in result.folder.trials if trial.standing().best is not None]
    if logged:
        report = folder / REPORT
        write_report(report, views_of(open_runs(logged, LogOptions(), {})), overwrite=True)
        files["report"] = str(report)
    if result.best is not None:
        best = Path(folder / BEST)
        write_text(best, best_settings_text(result, result.best))
        files["best"] = str(best)
    return files
