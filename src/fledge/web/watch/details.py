"""Everything about a run that is not a curve: findings, forecast, plan and actual, samples, settings, checkpoints."""

import re
from typing import Any

from fledge.analyze.forecast import COVERAGE, forecast, target_of
from fledge.analyze.report.tables import plan_table, settings_part
from fledge.analyze.report.view import RunView
from fledge.analyze.summary import explain
from fledge.common.errors import FledgeError
from fledge.common.text import for_json
from fledge.logs.facts import Facts
from fledge.logs.readers import LogReading
from fledge.logs.run import Notice
from fledge.texts import say, text
from fledge.texts.numbers import fixed
from fledge.web.watch.checkpoints import checkpoints_of
from fledge.web.watch.places import Place
from fledge.web.watch.state import worst_of

SHOWN_ELSEWHERE = ("running",)  # the page's own state is newer
MAX_SAMPLES = 20
MAX_WARNINGS = 10
COMMAND = re.compile(  # between backquotes, or to the end of the sentence: a name may have a dot in it
    r"`(fledge [^`]+)`|\b(fledge (?:train|plan|tune|compare|forecast|explain|sample)\b(?:[^.;,]|[.,](?=[^\s.]))*)"
)

Document = dict[str, Any]


def document_of(facts: Facts, reading: LogReading, place: Place) -> Document:
    explanation = explain(facts)
    view = RunView(place.path.name or str(place.path), explanation, reading)
    findings = [finding.to_json() for finding in explanation.findings if finding.code not in SHOWN_ELSEWHERE]
    return {
        "about": view.about,
        "worst": worst_of(findings),
        "findings": [{**finding, "command": _command(finding["advice"])} for finding in findings],
        "forecast": _forecast(facts),
        "summary": explanation.to_json()["summary"],
        "tokens_per_iter": facts.tokens_per_iter,
        "warnings": [{"iter": notice.it, "text": str(notice)} for notice in _warnings(facts)],
        "plan": _plan(view, facts),
        "samples": [{"iter": sample.it, "text": sample.excerpt} for sample in view.samples[-MAX_SAMPLES:][::-1]],
        "settings": _settings(view),
        "checkpoints": checkpoints_of(place),
        "resumes": [resume.at for resume in facts.run.resumes],
    }


def _warnings(facts: Facts) -> list[Notice]:
    """The last ones that the run gave, the newest first."""
    return list(facts.run.notices_of("warning"))[-MAX_WARNINGS:][::-1]


def _command(advice: str) -> str:
    """The first command in an advice, to be copied."""
    found = COMMAND.search(advice)
    return (found[1] or found[2] or "").strip() if found else ""


def _forecast(facts: Facts) -> Document:
    """The loss to come; or why there is none."""
    if facts.run.ended == "finished":
        return {"reason": ""}
    try:
        found = forecast(facts, target_of(facts, 0))
    except FledgeError as error:
        return {"reason": str(error)}
    said = found.to_json()
    kept = ("metric", "to", "value", "low", "high", "reason", "advice", "path", "last_iter", "last_value", "basis")
    return {**for_json({name: said[name] for name in kept}), "coverage": COVERAGE}


def _plan(view: RunView, facts: Facts) -> list[Document]:
    """Plan against actual after the end; while it goes, the planned step against the usual one so far."""
    rows = [
        {
            "what": row.heading.text,
            "planned": row.cells[0].text,
            "actual": row.cells[1].text,
            "ratio": row.cells[2].text,
        }
        for row in plan_table([view]).rows
    ]
    planned, actual = facts.run.planned_step_ms, facts.step_ms
    if not rows and planned and actual:
        rows.append(
            {
                "what": text(say("web.watch.step")),
                "planned": text(say("unit.milliseconds", n=planned)),
                "actual": text(say("unit.milliseconds", n=actual)),
                "ratio": f"{fixed(actual / planned, 2)}×",
            }
        )
    return rows


def _settings(view: RunView) -> list[Document]:
    parts = settings_part([view])
    if parts is None:
        return []
    return [
        {"name": row.heading.text, "value": row.cells[0].text, "origin": row.cells[1].text, "is_chosen": number == 0}
        for number, table in enumerate(parts)
        for row in table.rows
    ]
