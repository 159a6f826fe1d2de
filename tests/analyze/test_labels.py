"""The hand-written labels of real logs are whole."""

import pytest

from tests.analyze.labels import LOGS, VERDICTS, fixture_verdicts, read_labels
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


@pytest.mark.skipif(not LOGS.is_dir(), reason="no real logs here")
def test_every_real_log_has_a_label() -> None:
    logs = {str(path.relative_to(LOGS)) for path in LOGS.rglob("*") if path.is_file() and path.name != "README.md"}
    assert logs == {label.file for label in read_labels()}


def test_every_fixture_that_claims_to_be_well_has_a_label() -> None:
    assert set(fixture_verdicts()) == set(WELL)
    assert set(fixture_verdicts().values()) <= set(VERDICTS)
