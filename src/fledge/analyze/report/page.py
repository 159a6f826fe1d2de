"""The page: one HTML file that needs nothing but a browser."""

import base64
import hashlib
import json
import shlex
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from fledge import __version__
from fledge.analyze.findings.finding import SEVERITIES, Finding
from fledge.analyze.report import tables
from fledge.analyze.report.claim import claim
from fledge.analyze.report.markup import Html, escape, join, section, tag, with_code
from fledge.analyze.report.plots import Plot, axes_of, frame, plots_of, to_json
from fledge.analyze.report.tiles import tiles_of
from fledge.analyze.report.view import SAMPLE_LENGTH, View, spaced
from fledge.common.errors import FledgeError
from fledge.common.files import write_text
from fledge.texts import text

MARKER = "<!-- fledge report -->"  # in the second line: a report may be written over, another file may not
COLOURS = 8  # that style.css has for runs
HERE = Path(__file__).parent


def write_report(path: Path, views: Sequence[View]) -> None:
    """Whole or not at all, and never over a file that is no report."""
    claim(path, MARKER.encode(), "-o FILE")
    write_text(path, page(views))


def page(views: Sequence[View]) -> str:
    """The report as one document."""
    plots = plots_of(views)
    sections = {
        "findings": _findings(views),
        "numbers": _numbers(views),
        "curves": _curves(views, plots),
        "plan": tables.plans(views),
        "samples": _samples(views),
        "settings": tables.settings(views),
    }
    shown = {key: part for key, part in sections.items() if part}
    body = join(_header(views, list(shown)), tag("main", *shown.values(), id="main"), _footer(views))
    return document(_title(views), body, json.dumps(to_json(plots, views), allow_nan=False))


def document(title: str, body: Html, data: str, kind: str = "report") -> str:
    """HTML around a body. Its policy lets the browser run these two scripts and load nothing at all."""
    scripts = [_plotly(), (HERE / "plots.js").read_text(encoding="utf-8")]
    hashes = " ".join(f"'sha256-{_digest(script)}'" for script in scripts)
    policy = f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'"
    # inside a script nothing is escaped: no text of the user's may close it
    numbers = data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return f"""<!doctype html>
{MARKER}
<html lang="en" data-kind="{kind}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>
{(HERE / "style.css").read_text(encoding="utf-8")}</style>
</head>
<body>
{body}
<script type="application/json" id="data">{numbers}</script>
<script>{scripts[0]}</script>
<script>{scripts[1]}</script>
</body>
</html>
"""


def _plotly() -> str:
    """plotly.js, as the package plotly carries it."""
    try:
        from plotly.offline import get_plotlyjs
    except ImportError:
        raise FledgeError("the report needs plotly, which is not installed.", "pip install 'fledge[report]'") from None
    script: str = get_plotlyjs()
    return script.replace("\r", "").replace("</script", "<\\/script")


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _title(views: Sequence[View]) -> str:
    return f"{_names(views)} – fledge report"


def _names(views: Sequence[View]) -> str:
    names = ", ".join(view.label for view in views)
    return names if len(views) == 1 or len(names) < 50 else f"{len(views)} runs"


def run_name(number: int, view: View) -> Html:
    """A run's name with the colour that its lines have."""
    chip = tag("span", "", class_=f"chip run-{number % COLOURS}", aria_hidden="true")
    return tag("span", chip, view.label, class_="run")


# the header and its verdict


def _header(views: Sequence[View], sections: Sequence[str]) -> Html:
    menu = tag("nav", *(tag("a", key.capitalize(), href=f"#{key}") for key in sections), aria_label="Sections")
    top = tag("div", tag("p", "fledge report", class_="kicker"), menu, class_="top")
    verdicts = [_verdict(number, view, len(views) > 1) for number, view in enumerate(views)]
    return tag(
        "header",
        top,
        tag("h1", _names(views)),
        _about(views[0]) if len(views) == 1 else "",
        tag("div", *verdicts, class_="verdicts"),
    )


def _about(view: View) -> Html:
    facts, run = view.facts, view.facts.run
    kind = "a run of fledge's" if run.origin == "directory" else f"a log of {run.format}"
    device = facts.device.name if facts.device else run.value("device_name")
    words = [kind, device, f"ended: {run.ended}" if run.ended else None]
    return tag("p", " · ".join(str(word) for word in words if word), class_="about")


def _verdict(number: int, view: View, several: bool) -> Html:
    """The finding that matters most in its own words, and how many there are."""
    said = _said_first(view)
    found = Counter(finding.severity for finding in view.explanation.findings)
    counts = ", ".join(_counted(found[severity], severity) for severity in SEVERITIES[:3] if found[severity])
    name = [tag("p", run_name(number, view), class_="of")] if several else []
    title = tag("p", text(said.title) if said else "Nothing can be said", class_="title")
    more = [tag("p", counts, class_="counts")] if counts else []
    return tag("section", *name, title, *more, class_=f"verdict {said.severity if said else 'note'}")


def _said_first(view: View) -> Finding | None:
    """The worst; but a run that only notes are made on is well."""
    found = view.explanation.findings
    bad = [finding for finding in found if finding.severity in ("error", "warning")]
    good = [finding for finding in found if finding.severity == "good"]
    return next(iter([*bad, *good, *found]), None)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number > 1 else ''}"


# the sections


def _findings(views: Sequence[View]) -> Html:
    parts: list[Html] = []
    for number, view in enumerate(views):
        if len(views) > 1:
            parts.append(tag("h3", run_name(number, view), class_="run-title"))
        items = [_finding(finding, "h3" if len(views) == 1 else "h4") for finding in view.explanation.findings]
        parts.append(tag("div", *items, class_="findings"))
    return section("findings", "Findings", *parts)


def _finding(finding: Finding, heading: str) -> Html:
    badge = tag("span", finding.severity, class_="badge")
    return tag(
        "article",
        tag("div", badge, tag(heading, text(finding.title)), tag("code", finding.code), class_="finding-title"),
        tag("p", with_code(text(finding.evidence))),
        tag("p", with_code(text(finding.advice)), class_="advice"),
        class_=f"finding {finding.severity}",
    )


def _numbers(views: Sequence[View]) -> Html:
    missing = _missing(views)
    if len(views) > 1:
        command = " ".join(["fledge compare", *(shlex.quote(view.facts.run.name) for view in views)])
        which = tag(
            "p", with_code(f"Which is better, and is the difference more than noise? `{command}`"), class_="aside"
        )
        return section("numbers", "Numbers", tables.numbers(views), which, *missing)
    tiles = [
        tag("div", tag("dt", tile.label), tag("dd", tag("b", tile.value), tag("small", tile.about)))
        for tile in tiles_of(views[0])
        if tile.value
    ]
    return section("numbers", "Numbers", tag("dl", *tiles, class_="tiles"), *missing)


def _missing(views: Sequence[View]) -> list[Html]:
    """The settings to ask for, once for all runs that miss the same."""
    found: dict[tuple[str, ...], list[str]] = {}
    for view in views:
        found.setdefault(tuple(view.facts.missing), []).append(view.label)
    said = []
    for names, labels in found.items():
        if names:
            whose = f" of {', '.join(labels)}" if len(views) > 1 else ""
            asked = [part for name in names for part in (" ", tag("code", f"--{name}=..."))]
            said.append(tag("p", f"Not known{whose}, and needed for all figures:", *asked, class_="aside asked"))
    return said


def _curves(views: Sequence[View], plots: Sequence[Plot]) -> Html:
    if not plots:
        return Html("")
    halves = [plot for plot in plots if not plot.wide]
    alone = halves[-1:] if len(halves) % 2 else []  # no other stands beside it
    figures = [_figure(plot, plot.wide or plot in alone) for plot in plots]
    without = tag("noscript", tag("p", "The plots are drawn by JavaScript, which is off.", class_="aside"))
    return section("curves", "Curves", without, _bar(views), tag("div", *figures, class_="plots"))


def _bar(views: Sequence[View]) -> Html:
    """What all plots have in common: the axis below them, and the runs in them."""
    axes = axes_of(views)
    parts: list[Html] = []
    if len(axes) > 1:
        choices = [_choice("radio", "axis", axis, name, axis == "iterations") for axis, name in axes.items()]
        parts.append(tag("fieldset", tag("legend", "Along"), *choices, _unknown(views), class_="axis"))
    if len(views) > 1:
        shown = [_choice("checkbox", "run", str(n), run_name(n, view), True) for n, view in enumerate(views)]
        parts.append(tag("fieldset", tag("legend", "Runs"), *shown, class_="runs"))
    return tag("div", *parts, class_="bar") if parts else Html("")


def _choice(kind: str, name: str, value: str, label: object, is_on: bool) -> Html:
    box = Html(f'<input type="{kind}" name="{name}" value="{value}"{" checked" if is_on else ""}>')
    return tag("label", box, tag("span", label))


def _unknown(views: Sequence[View]) -> Html:
    """Which runs are absent along which axis."""
    tokens = [view.label for view in views if not view.facts.tokens_per_iter]
    time = [view.label for view in views if not view.clock]
    axes = axes_of(views)
    words = [f"tokens not known: {', '.join(tokens)}"] if tokens and "tokens" in axes else []
    words += [f"times not known: {', '.join(time)}"] if time and "time" in axes else []
    return tag("small", "; ".join(words)) if words else Html("")


def _figure(plot: Plot, is_wide: bool) -> Html:
    name = f"plot-{plot.key}"
    unit = tag("small", plot.unit) if plot.unit else ""
    words = plot.caption.strip()
    if frame(plot):
        words += " The frame leaves out the highest points; a double-click shows them."
    return tag(
        "figure",
        tag("h3", plot.title, " ", unit, id=f"{name}-title"),
        tag("div", "", id=name, class_="plot", role="img", aria_label=_spoken(plot)),
        tag("figcaption", words.strip()) if words.strip() else "",
        class_="wide" if is_wide else "half",
    )


def _spoken(plot: Plot) -> str:
    """A plot for those who do not see it: where each line starts, ends and has its least and greatest."""
    said = []
    for line in plot.lines:
        values = [value for _, value in line.points if value == value]
        if line.role in ("line", "dashed", "smooth") and values:
            ends = f"{values[0]:.4g} at {line.points[0][0]:,} to {values[-1]:.4g} at {line.points[-1][0]:,}"
            said.append(f"{line.name}: {ends}, least {min(values):.4g}, greatest {max(values):.4g}")
    return f"{plot.title}. {'; '.join(said)}"


def _samples(views: Sequence[View]) -> Html:
    parts: list[Html] = []
    for number, view in enumerate(views):
        chosen = spaced(view.samples)
        if chosen and len(views) > 1:
            parts.append(tag("h3", run_name(number, view), class_="run-title"))
        if len(chosen) < len(view.samples):
            parts.append(tag("p", f"{len(chosen)} of {len(view.samples):,}, evenly spaced.", class_="aside"))
        for sample in chosen:
            when = f"iteration {sample.it:,}" if sample.it is not None else "no iteration"
            more = " …" if len(sample.text) > SAMPLE_LENGTH else ""
            text = tag("pre", sample.text[:SAMPLE_LENGTH] + more)
            parts.append(tag("figure", tag("figcaption", when), text, class_="sample"))
    return section("samples", "Samples over time", *parts) if parts else Html("")


def _footer(views: Sequence[View]) -> Html:
    read = [
        tag("li", f"{view.facts.run.name}: {view.facts.run.format}, {view.reading.lines:,} lines, {_rest(view)}")
        for view in views
    ]
    made = f"Made {datetime.now(UTC):%Y-%m-%d %H:%M} UTC by fledge {__version__}. Nothing is loaded from elsewhere."
    thinned = "Long curves are thinned for this page, peaks kept; `--csv=DIR` writes every point."
    return tag("footer", tag("ul", *read), tag("p", with_code(thinned)), tag("p", made))


def _rest(view: View) -> str:
    return f"{view.reading.rows:,} of training, {view.reading.other:,} that say nothing of it"
