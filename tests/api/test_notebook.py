"""How runs, plans and comparisons look in a notebook: whole HTML, no resources of others, all text escaped."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import fledge
from fledge.common.chart import ChartLine, line_chart, ticks
from tests.api.conftest import TINY
from tests.docs.desk import ends_in_nan, falling, nanogpt_log

HOSTILE = "تدريب <script>alert(1)</script> & \u202ex.log"
HTML = ("div", "b", "bdi", "span", "table", "tr", "th", "td")
SVG = ("svg", "line", "text", "polyline", "circle")


class Checker(HTMLParser):
    """Raises if a tag is not closed, or not known."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.add(tag)
        assert not {name for name, _ in attrs} & {"src", "href", "onload", "onclick"}

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def checked(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert checker.tags <= {*HTML, *SVG}
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", page) == []
    assert "url(" not in page
    assert "<style" not in page
    return checker


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path(HOSTILE.replace("/", "∕")).write_text(nanogpt_log(falling, 1000))
    Path("nan.log").write_text(nanogpt_log(ends_in_nan, 1490, falling, eval_interval=250))
    Path("oom.log").write_text("step 0: train loss 10.9, val loss 10.9\ntorch.OutOfMemoryError: CUDA out of memory.\n")
    return tmp_path


def test_a_run(logs: Path) -> None:
    run = fledge.read(HOSTILE.replace("/", "∕"))
    page = checked(run._repr_html_())
    assert {"svg", "polyline"} <= page.tags
    assert "<script>alert(1)<∕script> &" in page.text
    assert "\u202e" not in page.text
    for finding in run.findings()[:4]:
        assert finding.title in page.text
    assert re.search(r"<bdi>[^<]*تدريب", run._repr_html_())


def test_a_run_with_one_loss_and_one_that_broke(logs: Path) -> None:
    assert "circle" in checked(fledge.read("oom.log")._repr_html_()).tags
    broken = checked(fledge.read("nan.log")._repr_html_())
    assert "nan" not in " ".join(re.findall(r'points="([^"]*)"', fledge.read("nan.log")._repr_html_()))
    assert "error" in broken.text


def test_a_comparison(logs: Path) -> None:
    made = fledge.compare(HOSTILE.replace("/", "∕"), "nan.log", learning_rate=[1e-3, 2e-3])
    page = checked(made._repr_html_())
    assert str(made) in page.text
    assert "learning_rate" in page.text
    assert made._repr_html_().count("<polyline") == 2


def test_a_plan(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fledge.plan.planner.is_tested", lambda: False)  # it does not look whether compiling would help
    plan = fledge.plan(gpu="RTX 4070", **{**TINY, "dtype": "auto", "compile": False})
    page = checked(plan._repr_html_())
    assert "RTX 4070" in page.text
    assert "fits" in page.text
    assert "learning rate" in page.text
    settings = {**TINY, "dtype": "auto", "compile": False}
    small = fledge.plan(gpu_tflops=10, gpu_memory=0.01, gpu_bandwidth=100, **settings)
    assert small.fits is False
    assert "does not fit" in checked(small._repr_html_()).text


def test_a_chart_of_nothing_and_of_odd_numbers() -> None:
    assert line_chart([], "x", "") == ""
    assert line_chart([ChartLine("a", [(0, float("nan"))])], "x", "") == ""
    for points in ([(0, 0.0)], [(0, 1.0), (1, 1.0)], [(0, -1e300), (1, 1e300)], [(0, 1e-300), (5, 2e-300)]):
        checked(line_chart([ChartLine("<a>", points)], "<x>", '"<spoken>'))
    spike = line_chart([ChartLine("a", [*((float(x), 1.0 + x / 1000) for x in range(500)), (500.0, 1e9)])], "x", "")
    heights = [float(y) for _, y in re.findall(r"([\d.]+),(-?[\d.]+)", re.findall(r'points="([^"]*)"', spike)[0])]
    assert max(heights[:-1]) - min(heights[:-1]) > 100  # one outlier does not flatten the rest


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 7), (0.123, 0.124), (1e9, 5e9), (2.5, 11)])
def test_ticks_are_round_numbers_inside(low: float, high: float) -> None:
    found = ticks(low, high)
    assert 2 <= len(found) <= 7
    assert all(low <= value <= high for value in found)
