"""Doubts and sources in gpus.csv: codes with numbers, which the catalogs put into words."""

import re

from fledge.hardware.gpu_notes import note_to_json, read_doubts, read_sources
from fledge.hardware.table import gpu_table
from fledge.texts import Message, text
from fledge.texts.catalog import message_id, read_area
from fledge.texts.language import LANGUAGES, Language, speaking


def notes() -> list[Message]:
    found = [note for device in gpu_table() for note in (*device.doubts, *device.sources)]
    return [note for note in found if isinstance(note, Message)]


def test_every_code_has_a_message_that_names_its_numbers() -> None:
    catalog = read_area("en", "gpu")
    for note in notes():
        assert set(note.numbers) == set(re.findall(r"\$(\w+)", catalog[message_id(note.key)])), note
    assert {message_id(note.key) for note in notes()} == set(catalog), "a message that no row uses"


def test_every_note_can_be_said_in_every_language() -> None:
    for code in LANGUAGES:
        for digits in ("western", "native"):
            with speaking(Language(code, digits)):
                assert all(text(note) for note in notes())


def test_a_note_is_a_code_with_numbers_and_names() -> None:
    doubts = read_doubts("not_measured; sister_reaches card=4070 Super low=1.04 high=1.07; also_power watts=165")
    assert [note_to_json(doubt) for doubt in doubts] == [
        {"code": "not_measured", "numbers": {}},
        {"code": "sister_reaches", "numbers": {"card": "4070 Super", "low": 1.04, "high": 1.07}},
        {"code": "also_power", "numbers": {"watts": 165}},
    ]
    said = "Not measured. The 4070 Super reaches 1.04-1.07 of its figure. Some lists give 165 W."
    assert text(doubts) == said
    assert read_doubts("") == ()


def test_a_source_is_a_code_or_a_name() -> None:
    sources = read_sources("llm.c mfu.h; whitepaper name=NVIDIA Ada; gpu-table; measured_by source=a/b issue 1")
    assert [str(source) for source in sources] == [
        "llm.c mfu.h",
        "NVIDIA Ada whitepaper",
        "gpu-table",
        "measured: a/b issue 1",
    ]
