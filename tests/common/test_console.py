"""The console that pages are printed to."""

import os

import pytest

from fledge.cli.main import main


def test_a_reader_that_stops_reading_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `head` does: a script that runs with pipefail goes on."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed:
        monkeypatch.setattr("sys.stdout", closed)
        assert main(["explain", "--terms"]) == 0
