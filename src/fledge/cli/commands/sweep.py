"""`fledge sweep`: many runs, the losers stopped early, the best settings in a file."""

import json
import shlex
from collections.abc import Sequence
from dataclasses import replace

from fledge.analyze.report.output import write_report
from fledge.analyze.report.view import RunView, views_of
from fledge.api.open_runs import open_runs
from fledge.api.sweep_trials import Trial
from fledge.api.sweeping import SweepResult, sweep_asked
from fledge.cli.pages.sweep_page import print_sweep, settings_text
from fledge.common.errors import FledgeError, RunFailed
from fledge.common.files import write_text
from fledge.common.progress import status_line
from fledge.config.fields import settings_of
from fledge.options.parser import Arguments
from fledge.options.shared import LogOptions
from fledge.options.sweep import SweepOptions
from fledge.parallel.failures import exit_code_of_stop
from fledge.texts import say

BEST, REPORT = "best.py", "report.html"
OF_ONE_CALL = ("hours", "overwrite", "json")  # options that the same sweep need not have when it goes on


def run(arguments: Arguments) -> int:
    with status_line() as show:
        result = sweep_asked(arguments, show)
    files = _write_files(result)
    command = _command(arguments)
    if arguments.options.json:
        print(json.dumps({**result.to_json(), "files": files, "command": command}, indent=1))
    else:
        print_sweep(result, files, command)
    if all(trial.fate == "failed" for trial in result.folder.trials):
        return RunFailed.exit_code
    return exit_code_of_stop(result.signal)


def _write_files(result: SweepResult) -> dict[str, str]:
    """The best settings, and the page with every trial's curves: what there is to write of them."""
    folder, files = result.folder.path, {}
    if result.best is not None:
        write_text(folder / BEST, settings_text(result, result.best))
        files["best"] = str(folder / BEST)
    shown = [result.trial(now) for now in result.standings if now.best is not None]
    if shown:
        try:
            write_report(folder / REPORT, _views(shown), overwrite=True)
            files["report"] = str(folder / REPORT)
        except FledgeError as error:  # plotly is an extra; what was found in hours must not be lost for it
            result.folder.notes.append(say("sweep.no_report", error=error))
    return files


def _views(trials: Sequence[Trial]) -> list[RunView]:
    """Their runs as the report shows them, with a mark where one was dropped."""
    views = views_of(open_runs([str(trial.folder) for trial in trials], LogOptions(), {}))
    return [_as_trial(view, trial) for view, trial in zip(views, trials, strict=True)]


def _as_trial(view: RunView, trial: Trial) -> RunView:
    """The sweep stopped it, so nobody has to be told to continue it."""
    findings = [found for found in view.explanation.findings if found.code != "interrupted"]
    view = replace(view, explanation=replace(view.explanation, findings=findings))
    if trial.fate != "dropped":
        return view
    return replace(view, mark=say("sweep.mark_dropped"), why=say("sweep.why_dropped", winner=trial.lost_to["winner"]))


def _command(arguments: Arguments) -> str:
    """The same command again: it goes on."""
    swept = [f"--{one.key}={','.join(map(str, one.values))}" for one in arguments.swept]
    options = [
        f"--{spec.name}={getattr(arguments.options, spec.name)}"
        for spec in settings_of(SweepOptions).values()
        if spec.name not in OF_ONE_CALL and getattr(arguments.options, spec.name) != spec.default
    ]
    return shlex.join(["fledge", "sweep", *arguments.typed, *swept, *options])
