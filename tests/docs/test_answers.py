"""The questions that pages in other languages answer: the same numbers in every language, and on the pages."""

import contextlib
import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs import cases, runner
from tests.docs.shown import ROOT, Shown, read_command

EXPLAIN = 'fledge explain shakespeare.log --config=config/train_shakespeare_char.py --gpu="RTX 4070 Ti"'
DEVICES = 'fledge compare laptop.log rtx4070ti.log --gpu="RTX 4070 Ti"'
CONFIGS = 'fledge compare width384.log width768.log --gpu="RTX 4070"'
PLAN = 'fledge plan config/train_fineweb_edu_d384.py --gpu="RTX 4070" --max_iters=20000 --dataset_tokens=3.68e9'
PAGES = {"explain.md": EXPLAIN, "cpu-and-gpu.md": DEVICES, "better.md": CONFIGS}
NUMBER = re.compile(r"(?<![A-Za-z0-9_.,])[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")
ISOLATES = re.compile("[\u2068\u2069]")
ANSWER = re.compile(r"^## اسأل fledge$(.*?)^## أجوبة خاطئة$", re.MULTILINE | re.DOTALL)
MIN_DIGITS = 3  # a smaller number may stand in any sentence


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("questions")
    with contextlib.chdir(path):
        cases.write()
        yield path


def printed(command: str, language: str) -> str:
    shown = read_command(f"{command} --lang={language}", "a question")
    assert isinstance(shown, Shown)
    with contextlib.redirect_stdout(io.StringIO()):
        result = runner.call(shown, [])
    assert result.code == 0, result.output
    return ISOLATES.sub("", result.output)


def numbers(text: str) -> Counter[str]:
    """How often each number stands there. Thousands marks differ between languages."""
    return Counter(found.replace(",", "") for found in NUMBER.findall(text))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("language", ["ar", "hi"])
@pytest.mark.parametrize("command", [EXPLAIN, DEVICES, CONFIGS], ids=["explain", "devices", "configs"])
def test_every_language_says_the_same_numbers(command: str, language: str) -> None:
    assert numbers(printed(command, language)) == numbers(printed(command, "en"))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", PAGES)
def test_the_numbers_of_an_arabic_page_are_those_that_fledge_prints(name: str) -> None:
    check_page(name, printed(PAGES[name], "en"))


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_the_numbers_of_the_plan() -> None:
    output = printed(PLAN, "en") + printed(f'{PLAN} --measured="batch_size=16:3900ms"', "en")
    check_page("plan.md", output, own={"3.68", "21.7", "2552", "1024"})


def check_page(name: str, output: str, own: frozenset[str] | set[str] = frozenset()) -> None:
    """`own` are numbers of the question."""
    answer = ANSWER.search((ROOT / "docs" / "ar" / name).read_text(encoding="utf-8"))
    assert answer is not None
    told = {number for number in numbers(answer[1]) if sum(map(str.isdigit, number)) >= MIN_DIGITS}
    assert len(told) >= MIN_DIGITS
    assert sorted(told - set(numbers(output)) - own) == []
