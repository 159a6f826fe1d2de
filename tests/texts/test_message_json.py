"""Messages in files: code and numbers go in, a sentence in the reader's language comes out; nonsense gives none."""

import json
from typing import Any

import numpy as np
import pytest

from fledge.texts import say, text
from fledge.texts.language import Language, speaking
from fledge.texts.message_json import message_from_json, message_to_json

SPIKE = {"it": 40, "loss": 9.0, "mean": 3.0, "deviation": 0.5}


@pytest.mark.parametrize(
    "message",
    [
        say("train.spike", **SPIKE),
        say("train.skipped", it=5, what=say("train.bad_norm", norm=2.0)),
        say("train.waiting", lost=0.5, reasons=[say("load.unknown")]),
    ],
)
def test_a_message_comes_back_in_every_language(message: Any) -> None:
    read = message_from_json(json.loads(json.dumps(message_to_json(message))))
    assert read is not None
    for code in ("en", "ar", "hi"):
        with speaking(Language(code)):
            assert text(read) == text(message)


@pytest.mark.parametrize(
    "written",
    [
        None,
        "train.spike",
        {},
        {"code": "train.spike"},
        {"code": "train.spike", "numbers": {"it": 1}},
        {"code": "train.spike", "numbers": {**SPIKE, "more": 1}},
        {"code": "train.spike", "numbers": {**SPIKE, "loss": "nine"}},
        {"code": "train.spike", "numbers": {**SPIKE, "loss": None}},
        {"code": "train.spike", "numbers": {**SPIKE, "loss": {"code": "no.such", "numbers": {}}}},
        {"code": "train.none_such", "numbers": {}},
        {"code": "../../etc/passwd.x", "numbers": {}},
        {"code": 7, "numbers": {}},
        {"code": "train.waiting", "numbers": {"lost": 0.5, "reasons": [[[[[["deep"]]]]]]}},
    ],
)
def test_what_is_no_message_gives_none(written: Any) -> None:
    assert message_from_json(written) is None


def test_numbers_that_are_not_finite_come_back() -> None:
    written = {"code": "train.bad_loss", "numbers": {"loss": "nan"}}
    read = message_from_json(written)
    assert read is not None
    assert text(read) == "the loss is nan"


def test_numbers_that_json_does_not_have_are_written_as_text() -> None:
    written = message_to_json(say("train.bad_loss", loss=float("nan")))
    assert written == {"code": "train.bad_loss", "numbers": {"loss": "nan"}}
    counted = message_to_json(say("forecast.basis.evaluations", points=np.int64(3)))
    assert json.dumps(counted["numbers"]) == '{"points": 3}'
