"""Five questions of users, answered in Arabic and Hindi: the facts, in the same numbers as in English."""

import re
from pathlib import Path

import pytest

from fledge.texts.bidi import without_isolates
from tests.docs import cases, runner
from tests.docs.shown import LANGUAGES, ROOT, read_command

EXPLAIN = "fledge explain shakespeare.log --config=config/train_shakespeare_char.py --gpu='RTX 4070 Ti'"
DEVICES = "fledge compare laptop.log rtx4070ti.log --gpu='RTX 4070 Ti'"
CONFIGS = "fledge compare width384.log width768.log --gpu='RTX 4070'"
FACTS = {
    EXPLAIN: ["1.08", "1.86", "5.50", "1.47", "0.6224", "4446.8", "400", "11.0", "33.2", "11.07%", "35", "43%"],
    DEVICES: ["1.5M", "81.9M", "53", "0.80M", "10.65M", "64", "256", "1.47", "5000", "1.7044"],
    CONFIGS: [
        "2.4", "56134", "134433", "19%", "48.0", "40.3", "82%", "69%", "58.3", "5.5194", "5.5328", "40.56M",
        "123.59M", "768", "384", "524288",
    ],
}  # fmt: skip
NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?[%KMBT]?")


@pytest.fixture(autouse=True)
def _desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("FLEDGE_LANG", "FLEDGE_DIGITS"):
        monkeypatch.setenv(name, "")
    cases.write()


def printed(command: str) -> str:
    shown = read_command(command, "a test")
    assert shown is not None
    result = runner.call(shown, [])
    assert result.code == 0, result.output
    return result.output


def bare(text: str) -> str:
    """Without the marks that languages write differently: isolates and commas between thousands."""
    return re.sub(r"(?<=\d),(?=\d)", "", without_isolates(text))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("command", FACTS)
def test_the_facts_are_said(command: str, code: str) -> None:
    said = NUMBER.findall(bare(printed(f"{command} --lang={code}")))
    assert [fact for fact in FACTS[command] if fact not in said] == []


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("command", FACTS)
def test_a_page_has_the_facts(command: str, code: str) -> None:
    log = command.split()[2]
    pages = [bare(page.read_text(encoding="utf-8")) for page in (ROOT / "docs" / code).glob("*.md")]
    page = next(page for page in pages if log in page)
    assert [fact for fact in FACTS[command] if fact not in NUMBER.findall(page)] == []
