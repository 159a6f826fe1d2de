"""The hand-written labels of real logs are whole, and what `explain` says of these logs does not contradict them."""

import pytest

from fledge.analyze.findings import find
from fledge.common.errors import FledgeError
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from tests.analyze.labels import LOGS, VERDICTS, Label, fixture_verdicts, read_labels
from tests.analyze.test_findings import WELL


def test_every_label_says_what_was_seen() -> None:
    labels = read_labels()
    assert len({str(label) for label in labels}) == len(labels)
    for label in labels:
        assert label.verdict in VERDICTS, label
        assert label.trainer, label
        assert label.what, label
        assert label.run is None or (label.runs is not None and 1 <= label.run <= label.runs), label
        assert (label.first_val is None) == (label.last_val is None), label
        assert (label.first_loss is None) == (label.last_loss is None), label
        # Healthy is a claim: a curve that ends below its start is the least that it takes.
        if label.verdict == "healthy":
            vals, losses = (label.first_val, label.last_val), (label.first_loss, label.last_loss)
            assert any(first is not None and last is not None and last < first for first, last in (vals, losses)), label


# Lines of several runs under one another, which nothing but their goals or dates tells apart: read as one.
GLUED = ("102_fairseq.log", "111_torchtune.log")


@pytest.mark.skipif(not LOGS.is_dir(), reason="no real logs here")
@pytest.mark.parametrize("label", [label for label in read_labels() if label.run and label.file not in GLUED], ids=str)
def test_the_figures_of_a_label_are_read(label: Label) -> None:
    runs = read_log(str(label.path)).runs
    assert len(runs) == label.runs
    run = runs[(label.run or 0) - 1]
    if label.is_language_model is not None:
        assert run.is_language_model == label.is_language_model
    batches = run.curve("loss") or run.curve("train_loss")  # of a whole epoch, where a log has only that
    for curve, first, last in (
        (run.curve("val_loss"), label.first_val, label.last_val),
        (batches, label.first_loss, label.last_loss),
    ):
        if first is not None and last is not None:
            assert (curve.values[0], curve.values[-1]) == pytest.approx((first, last), abs=1e-6)


@pytest.mark.skipif(not LOGS.is_dir(), reason="no real logs here")
def test_every_real_log_has_a_label() -> None:
    logs = {str(path.relative_to(LOGS)) for path in LOGS.rglob("*") if path.is_file() and path.name != "README.md"}
    assert logs == {label.file for label in read_labels()}


def test_every_fixture_that_claims_to_be_well_has_a_label() -> None:
    assert set(fixture_verdicts()) == set(WELL)
    assert set(fixture_verdicts().values()) <= set(VERDICTS)


def codes_of(label: Label) -> list[set[str]]:
    """The codes that `explain` finds in the labelled run; in each run of the log, if the label is of the file."""
    try:
        runs = read_log(str(label.path)).runs
    except FledgeError:  # nothing that can be read, so nothing is claimed
        return []
    chosen = runs if label.run is None else runs[label.run - 1 : label.run]
    return [{finding.code for finding in find(Facts(run))} for run in chosen]


@pytest.mark.skipif(not LOGS.is_dir(), reason="no real logs here")
def test_healthy_is_never_said_against_a_label() -> None:
    wrong = [
        str(label)
        for label in read_labels()
        if label.verdict != "healthy" and any("healthy" in codes for codes in codes_of(label))
    ]
    assert wrong == []


@pytest.mark.skipif(not LOGS.is_dir(), reason="no real logs here")
def test_nearly_every_healthy_run_is_called_so() -> None:
    """Doubt about everything would be true, and useless."""
    healthy = [label for label in read_labels() if label.verdict == "healthy"]
    called = [label for label in healthy if any("healthy" in codes for codes in codes_of(label))]
    assert len(called) >= 0.9 * len(healthy), sorted({str(label) for label in healthy} - {str(one) for one in called})


@pytest.mark.skipif(not LOGS.is_dir(), reason="no real logs here")
def test_no_alarm_about_a_healthy_run() -> None:
    alarms: dict[str, set[str]] = {}
    for label in read_labels():
        if label.verdict == "healthy":
            found = [find(Facts(run)) for run in read_log(str(label.path)).runs[(label.run or 1) - 1 : label.run]]
            codes = {finding.code for findings in found for finding in findings if finding.severity == "error"}
            if codes:
                alarms[str(label)] = codes
    assert alarms == {}
