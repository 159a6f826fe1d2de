"""The page: one HTML file that needs nothing but a browser."""

import base64
import functools
import hashlib
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from fledge import __version__
from fledge.analyze.findings.finding import SEVERITY_NAMES
from fledge.analyze.report.plots import Plot, axes_of, plots_json, plots_of
from fledge.analyze.report.tables import numbers_table, plan_table, settings_part
from fledge.analyze.report.tiles import tiles_of
from fledge.analyze.report.view import RunView
from fledge.common.colours import COLOURS_FILE
from fledge.common.errors import FledgeError
from fledge.texts import say, t, text
from fledge.texts.language import language
from fledge.texts.units import separated, with_commas

MARKER = "<!-- fledge report -->"  # in the second line: a report may be overwritten, another file may not
COLOURS = 8  # that colours.css has for runs
MAX_TITLE_CHARS = 49  # longer lists of names become "5 runs"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # characters that HTML does not allow; a log may have them
HERE = Path(__file__).parent
SECTIONS = {
    "findings": say("report.section.findings"),
    "numbers": say("report.section.numbers"),
    "curves": say("report.section.curves"),
    "plan": say("report.section.plan"),
    "samples": say("report.section.samples"),
    "settings": say("report.section.settings"),
}


def render_page(views: Sequence[RunView]) -> str:
    """The report as one HTML document. Its policy allows the two scripts in it, and no request at all."""
    plots = plots_of(views)
    # not escaped: these are plotly's script and our own files, and no text of a run
    scripts = [Markup(text) for text in (_plotly(), _own_file("plots.js"))]  # noqa: S704
    style = Markup(COLOURS_FILE.read_text(encoding="utf-8") + _own_file("style.css"))  # noqa: S704
    hashes = " ".join(f"'sha256-{_digest(script)}'" for script in scripts)
    policy = f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data: blob:"
    return (
        _environment()
        .get_template("report.html")
        .render(
            page=_page(views, plots),
            language=language(),
            data=plots_json(plots, views),
            policy=f"{policy}; base-uri 'none'; form-action 'none'",
            style=style,
            scripts=scripts,
        )
    )


@functools.cache  # it keeps the templates compiled
def _environment() -> Environment:
    """Jinja, set so that every text is escaped and an unknown name is an error."""
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["t"] = t
    environment.policies["json.dumps_kwargs"] = {"allow_nan": False}
    return environment


def _printable(value: Any) -> Any:
    """Text without control characters, and without the bytes of a file name that are not UTF-8."""
    if type(value) is not str:  # markup, which is escaped already, or a number
        return value
    whole = value.replace("\r\n", "\n").encode("utf-8", "replace").decode("utf-8")
    return CONTROL.sub("\ufffd", whole)


def _own_file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _plotly() -> str:
    """plotly.js from the package plotly."""
    try:
        from plotly.offline import get_plotlyjs
    except ImportError:
        raise FledgeError(say("report.no_plotly"), "pip install 'fledge[report]'") from None
    return _as_script(get_plotlyjs)


@functools.cache  # 4 MB: a process that writes many reports reads them once
def _as_script(read: Callable[[], str]) -> str:
    return read().replace("\r", "").replace("</script", "<\\/script")


@functools.lru_cache(maxsize=4)
def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _page(views: Sequence[RunView], plots: Sequence[Plot]) -> dict[str, Any]:
    """Everything the template shows."""
    several = len(views) > 1
    plan, settings = plan_table(views), settings_part(views)
    is_shown = {
        "findings": True,
        "numbers": True,
        "curves": bool(plots),
        "plan": bool(plan.rows),
        "samples": any(view.samples for view in views),
        "settings": settings is not None,
    }
    return {
        "heading": _heading(views),
        "sections": {section: text(SECTIONS[section]) for section, shown in is_shown.items() if shown},
        "severities": {severity: text(name) for severity, name in SEVERITY_NAMES.items()},
        "views": views,
        "tiles": [] if several else [tile for tile in tiles_of(views[0]) if tile.value],
        "numbers": numbers_table(views) if several else None,
        "compare_command": " ".join(["fledge compare", *(shlex.quote(view.facts.run.name) for view in views)]),
        "missing": _missing(views),
        "axes": axes_of(views),
        "axes_note": _axes_note(views),
        "plots": _paired(plots),
        "plan": plan,
        "settings": settings,
        "made": f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
        "version": __version__,
        "colours": COLOURS,
    }


def _heading(views: Sequence[RunView]) -> str:
    names = ", ".join(view.label for view in views)
    if len(views) == 1 or len(names) <= MAX_TITLE_CHARS:
        return with_commas([view.label for view in views])
    return text(say("report.runs", runs=len(views)))


def _missing(views: Sequence[RunView]) -> list[tuple[str, Sequence[str]]]:
    """The settings to ask for, once for all runs that miss the same."""
    labels: dict[tuple[str, ...], list[str]] = {}
    for view in views:
        if view.facts.missing:
            labels.setdefault(tuple(view.facts.missing), []).append(view.label)
    return [(with_commas(runs), names) for names, runs in labels.items()]


def _axes_note(views: Sequence[RunView]) -> str:
    """Which runs are absent along which axis."""
    axes = axes_of(views)
    without = {
        "tokens": [view.label for view in views if not view.facts.tokens_per_iter],
        "time": [view.label for view in views if not view.clock],
    }
    notes = []
    if without["tokens"] and "tokens" in axes:
        notes.append(say("report.no_tokens", runs=without["tokens"]))
    if without["time"] and "time" in axes:
        notes.append(say("report.no_times", runs=without["time"]))
    return separated(notes)


def _paired(plots: Sequence[Plot]) -> list[Plot]:
    """Narrow plots stand in pairs; the last of an odd number becomes wide."""
    narrow = [plot for plot in plots if not plot.wide]
    alone = narrow[-1] if len(narrow) % 2 else None
    return [replace(plot, wide=plot.wide or plot is alone) for plot in plots]
