"""The report: one complete, self-contained HTML file that escapes everything a run says."""

import base64
import csv
import hashlib
import itertools
import json
import math
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fledge.analyze.report.page as page_module
from fledge.analyze.report.curves import smoothed, thin
from fledge.analyze.report.page import MARKER, render_page
from fledge.analyze.report.plots import plots_json, plots_of
from fledge.analyze.report.view import RunView, Sample, spaced, unique_labels, views_of
from fledge.analyze.summary import explain
from fledge.common.colours import COLOURS_FILE
from fledge.logs.facts import Facts
from fledge.logs.readers import LogReading
from fledge.logs.run import Curve, Known, Run
from fledge.logs.timeline import timeline_of
from tests.helpers import Fledge, browser_or_skip

VOID = {"meta", "input", "img", "br"}
EVIL = '</script><script>alert("x")</script><img src=https://x.invalid/a onerror=alert(1)>&amp;\x00\x1b[31m'
SETTINGS: dict[str, tuple[Any, str]] = {
    "n_layer": (4, "command line"),
    "n_head": (4, "default"),
    "n_embd": (64, "demo.py:3"),
    "block_size": (32, "default"),
    "batch_size": (8, "default"),
    "gradient_accumulation_steps": (1, "default"),
    "learning_rate": (0.001, "command line"),
    "dataset": ("shakespeare_char", "command line"),
    "max_iters": (200, "command line"),
    "vocab_size": (65, "the dataset"),
}


def write_run(path: Path, evals: bool = True, extra: list[dict[str, Any]] | None = None, **settings: Any) -> Path:
    """A run directory: 200 iterations, logged every second one, with its own arithmetic for numbers."""
    path.mkdir(parents=True)
    known = {**SETTINGS, **{name: (value, "command line") for name, value in settings.items()}}
    document = {name: {"value": value, "origin": origin} for name, (value, origin) in known.items()}
    (path / "config.json").write_text(json.dumps(document))
    events: list[dict[str, Any]] = [
        {"event": "start", "iter": 0, "params": 210_000, "tokens_per_iter": 256, "peak_flops": 4e11}
    ]
    for it in range(0, 200, 2):
        if evals and it % 50 == 0:
            events.append(evaluation(it))
        events.append(iteration(it))
    events += [evaluation(200)] if evals else []
    events += extra or []
    events.append({"event": "end", "iter": 200, "reason": "finished"})
    (path / "metrics.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    return path


def iteration(it: int) -> dict[str, Any]:
    loss = 1.5 + 2.5 * math.exp(-it / 40) + 0.05 * math.sin(it)
    rest = {"lr": 1e-3 * (1 - it / 400), "grad_norm": 0.5 + 0.1 * math.cos(it), "dt_ms": 20.0 + it % 3}
    more = {"tokens": 256 * (it + 1), "tokens_per_s": 12_000.5, "mfu": 0.31, "memory_mb": 700.25}
    return {"event": "iter", "iter": it, "loss": loss, **rest, **more}


def evaluation(it: int) -> dict[str, Any]:
    val = 1.6 + 2.4 * math.exp(-it / 40) + (0.4 if it == 200 else 0)
    return {"event": "eval", "iter": it, "train_loss": val - 0.05, "val_loss": val, "eval_s": 0.5, "train_s": it / 50}


PLANNED = {"event": "planned", "hours": {"planned": 0.5, "actual": 0.6, "unit": "h"}}
SAMPLES = [{"event": "sample", "iter": it, "text": f"text of {it}"} for it in (100, 200)]

LLMC_LOG = "\n".join(
    ["val loss 11.012"]
    + [
        f"step {it:4}/40 | loss {11 - it / 8:.6f} (+nanz)| norm {2 + it / 100:.4f} (+nanz)| lr 6.00e-04 | "
        f"{300 + it / 10:.2f} ms | 55.{it % 10}% bf16 MFU | {170000 + it} tok/s"
        for it in range(1, 41)
    ]
)
NANOGPT_LOG = "\n".join(
    ["tokens per iteration will be: 4,096", "number of parameters: 0.80M"]
    + [f"iter {it}: loss {4 - it / 100:.4f}, time {50 + it % 7:.2f}ms, mfu 12.50%" for it in range(0, 200, 10)]
)


class Parsed(HTMLParser):
    """A document taken apart: complains where an element is not closed in its order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((name, dict(attributes)))
        if name not in VOID and name != "bdi":  # a name is text of the element around it
            self.open.append(name)
            self.texts.setdefault(name, []).append("")

    def handle_endtag(self, name: str) -> None:
        assert name == "bdi" or self.open.pop() == name

    def handle_data(self, text: str) -> None:
        if self.open:
            self.texts[self.open[-1]][-1] += text

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for element, attributes in self.elements if element == name]

    @property
    def numbers(self) -> dict[str, Any]:
        places = [number for number, script in enumerate(self.named("script")) if script.get("id") == "data"]
        document: dict[str, Any] = json.loads(self.texts["script"][places[0]])
        return document


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def report(fledge: Fledge, *argv: str) -> Parsed:
    code, out, err = fledge("report", *argv)
    assert (code, err) == (0, "")
    assert re.fullmatch(r"\S+ \(\d+\.\d MB\)", out.splitlines()[0])
    return Parsed(Path(out.split(" (")[0]).read_text(encoding="utf-8"))


def plot(parsed: Parsed, key: str) -> dict[str, Any]:
    found: dict[str, Any] = next(plot for plot in parsed.numbers["plots"] if plot["key"] == key)
    return found


# what a report is


def test_one_whole_file_that_loads_nothing(here: Path, fledge: Fledge) -> None:
    write_run(here / "a", extra=[PLANNED, *SAMPLES])
    parsed = report(fledge, "a", "-o", "a.html")
    text = (here / "a.html").read_text(encoding="utf-8")
    assert text.startswith(f"<!doctype html>\n{MARKER}\n")
    assert 3e6 < len(text) < 10e6  # plotly.js is in it
    for _, attributes in parsed.elements:
        for name in ("src", "href", "srcset", "action", "data"):
            assert (attributes.get(name) or "#").startswith("#")
        assert not any(name.startswith("on") or name == "style" for name in attributes)
    assert "url(" not in parsed.texts["style"][0]
    assert "@import" not in parsed.texts["style"][0]
    policy = next(m["content"] for m in parsed.named("meta") if m.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "http" not in policy
    ids = [attributes["id"] for _, attributes in parsed.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [(link["href"] or "#").removeprefix("#") for link in parsed.named("a")]
    assert set(links) <= set(ids)


def test_the_policy_names_the_two_scripts_and_no_other_runs(here: Path, fledge: Fledge) -> None:
    write_run(here / "a")
    parsed = report(fledge, "a")
    policy = str(next(m["content"] for m in parsed.named("meta") if "http-equiv" in m))
    scripts = [text for text, about in zip(parsed.texts["script"], parsed.named("script"), strict=True) if not about]
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in scripts]
    assert re.findall(r"sha256-([^']+)", policy) == digests
    assert len(scripts) == 2


def test_headings_and_tables_can_be_read_aloud(here: Path, fledge: Fledge) -> None:
    write_run(here / "a", extra=[PLANNED, *SAMPLES])
    write_run(here / "b", n_embd=128)
    for names in (["a"], ["a", "b"]):
        parsed = report(fledge, *names)
        levels = [int(name[1]) for name, _ in parsed.elements if re.fullmatch("h[1-6]", name)]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(b - a <= 1 for a, b in itertools.pairwise(levels))
        assert all(head["scope"] in ("row", "col") for head in parsed.named("th"))
        assert len(parsed.named("caption")) == len(parsed.named("table")) > 0
        drawn = [about for about in parsed.named("div") if about.get("role") == "img"]
        assert len(drawn) == len(parsed.numbers["plots"])
        assert all(about["aria-label"] for about in drawn)
        assert parsed.named("html")[0]["lang"] == "en"
        assert "width=device-width" in str([m.get("content") for m in parsed.named("meta")])


def colours(style: str) -> Iterator[dict[str, str]]:
    light, dark = re.findall(r":root \{(.*?)\}", style, flags=re.S)[:2]
    for block in (light, dark):
        yield dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))


def contrast(one: str, other: str) -> float:
    """WCAG 2's ratio."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_light_and_dark_say_the_same_colours_and_both_can_be_read() -> None:
    style = COLOURS_FILE.read_text()
    assert "@media (prefers-color-scheme: dark)" in style
    light, dark = colours(style)
    assert light.keys() == dark.keys()
    package = COLOURS_FILE.parents[1]
    for sheet in ("analyze/report/style.css", "web/static/watch/style.css", "web/static/chat/chat.css"):
        used = set(re.findall(r"var\(--([\w-]+)\)", (package / sheet).read_text()))
        assert used <= light.keys() | {"tone", "tint", "run"}, sheet
    for theme in (light, dark):
        for text in ("text", "quiet", "link", "error", "warning", "note", "good"):
            for ground in ("page", "card"):
                assert contrast(theme[text], theme[ground]) >= 4.5, (text, ground)
        for severity in ("error", "warning", "note", "good"):
            assert contrast(theme[severity], theme[f"{severity}-tint"]) >= 4.5
            assert contrast(theme["text"], theme[f"{severity}-tint"]) >= 4.5
        assert contrast(theme["on-accent"], theme["accent"]) >= 4.5
        for number in range(page_module.COLOURS):
            assert contrast(theme[f"run-{number}"], theme["card"]) >= 3  # lines, not letters


# what is in it


def test_findings_numbers_plan_settings_and_samples(here: Path, fledge: Fledge) -> None:
    write_run(here / "a", extra=[PLANNED, *SAMPLES])
    parsed = report(fledge, "a")
    code, out, _ = fledge("explain", "a", "--json")
    assert code == 0
    findings = json.loads(out)["findings"]
    assert [title.strip() for title in parsed.texts["h3"]][: len(findings)] == [each["title"] for each in findings]
    said = " ".join(text for texts in parsed.texts.values() for text in texts)
    assert findings[0]["title"] in parsed.texts["p"]  # the verdict
    assert parsed.texts["pre"] == ["text of 100", "text of 200"]
    for words in ("30 min 00 s", "36 min 00 s", "1.20×", "demo.py:3", "210,000", "iteration 100"):
        assert words in said
    best = min(evaluation(it)["val_loss"] for it in range(0, 201, 50))
    assert f"{best:.4f}" in said


def test_plots_hold_the_runs_own_numbers_along_each_axis(here: Path, fledge: Fledge) -> None:
    write_run(here / "a")
    parsed = report(fledge, "a")
    assert parsed.numbers["axes"] == {"iterations": "iterations", "tokens": "tokens", "time": "seconds"}
    val, train, best = plot(parsed, "evaluated_loss")["lines"]
    assert (val["name"], train["name"], best["role"]) == ("val", "train", "best")
    assert val["x"]["iterations"] == [0, 50, 100, 150, 200]
    assert val["x"]["tokens"] == [256 * it for it in (0, 50, 100, 150, 200)]
    assert val["y"] == pytest.approx([evaluation(it)["val_loss"] for it in (0, 50, 100, 150, 200)], rel=1e-5)
    assert best["x"]["iterations"] == [150]
    raw, mean = plot(parsed, "batch_loss")["lines"]
    assert raw["y"] == pytest.approx([iteration(it)["loss"] for it in range(0, 200, 2)], rel=1e-5)
    assert (raw["role"], mean["role"]) == ("raw", "smooth")
    assert val["x"]["time"][0] == 0
    assert val["x"]["time"][-1] == pytest.approx(200 * 0.021, rel=0.02)
    assert {each["key"] for each in parsed.numbers["plots"]} == {
        *("evaluated_loss", "batch_loss", "throughput", "mfu", "memory_mb", "lr", "grad_norm")
    }
    assert plot(parsed, "mfu")["lines"][0]["y"][0] == 0.31


def test_several_runs_stand_in_the_same_plots(here: Path, fledge: Fledge) -> None:
    write_run(here / "x" / "a")
    write_run(here / "y" / "a", n_embd=128, learning_rate=0.001)
    (here / "nano.log").write_text(NANOGPT_LOG)
    parsed = report(fledge, "x/a", "y/a", "nano.log")
    assert parsed.numbers["runs"] == ["x/a", "y/a", "nano.log"]
    assert {line["run"] for line in plot(parsed, "batch_loss")["lines"]} == {0, 1, 2}
    assert {line["run"] for line in plot(parsed, "evaluated_loss")["lines"]} == {0, 1}
    assert {line["colour"] for line in plot(parsed, "evaluated_loss")["lines"] if line["run"] == 1} == {1}
    rows = [about.get("class") for about in parsed.named("tr")]
    assert rows.count("differs") == 3  # n_embd, and what the log says otherwise: parameters and tokens per iteration
    assert len([about for about in parsed.named("section") if "verdict" in str(about.get("class"))]) == 3
    assert any("fledge compare x/a y/a nano.log" in text for text in parsed.texts["code"])


def test_a_run_without_evaluations(here: Path, fledge: Fledge) -> None:
    write_run(here / "a", evals=False)
    parsed = report(fledge, "a")
    keys = [each["key"] for each in parsed.numbers["plots"]]
    assert "evaluated_loss" not in keys
    assert "batch_loss" in keys
    assert "Best val loss" not in parsed.texts["dt"]
    assert {about.get("id") for about in parsed.named("section")} >= {"findings", "numbers", "curves", "settings"}
    assert not {about.get("id") for about in parsed.named("section")} & {"samples", "plan"}


def test_logs_of_other_trainers(here: Path, fledge: Fledge) -> None:
    (here / "main.log").write_text(LLMC_LOG)
    parsed = report(fledge, "main.log")
    assert plot(parsed, "lr")["lines"][0]["y"][0] == 6e-4
    assert plot(parsed, "batch_loss")["lines"][0]["y"][-1] == pytest.approx(6)
    assert "a log of llm.c" in " ".join(parsed.texts["p"])


def test_a_run_that_never_trained(here: Path, fledge: Fledge) -> None:
    (here / "oom.log").write_text(
        "batch_size = 64\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 9 GiB\n"
    )
    parsed = report(fledge, "oom.log")
    assert parsed.numbers["plots"] == []
    links = {(link["href"] or "").removeprefix("#") for link in parsed.named("a")}
    assert links == {about["id"] for about in parsed.named("section") if "id" in about}
    assert "curves" not in links


def test_a_log_that_is_piped_in(here: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fledge", "report", "-"], input=NANOGPT_LOG, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "stdin" in Parsed((here / "report.html").read_text(encoding="utf-8")).texts["h1"][0]


def test_where_tokens_and_times_are_not_known_there_is_nothing_to_choose(here: Path, fledge: Fledge) -> None:
    (here / "bare.log").write_text("\n".join(f"step: {it} loss: {5 - it / 50}" for it in range(50)))
    parsed = report(fledge, "bare.log")
    assert parsed.numbers["axes"] == {"iterations": "iterations"}
    assert parsed.named("input") == []


def test_a_run_that_diverged_has_a_gap_and_a_mark(here: Path, fledge: Fledge) -> None:
    lines = NANOGPT_LOG.splitlines() + [f"iter {it}: loss nan, time 50.00ms, mfu 12.50%" for it in range(200, 300, 10)]
    (here / "nan.log").write_text("\n".join(lines))
    parsed = report(fledge, "nan.log")
    loss, broken = plot(parsed, "batch_loss")["lines"]
    assert loss["y"][-1] is None
    assert (broken["role"], broken["x"]["iterations"]) == ("break", [200])
    assert any("error" in str(about.get("class")) for about in parsed.named("section"))


def test_many_samples_are_some_evenly_spaced(here: Path, fledge: Fledge) -> None:
    many = [{"event": "sample", "iter": it, "text": "x" * 5000} for it in range(200)]
    write_run(here / "a", extra=many)
    parsed = report(fledge, "a")
    assert len(parsed.texts["pre"]) == 12
    assert all(len(text) < 2010 for text in parsed.texts["pre"])
    assert [sample.it for sample in spaced([Sample(it, "") for it in range(100)], 3)] == [0, 50, 99]


# text of the user's is text


def test_nothing_of_a_run_becomes_markup(here: Path, fledge: Fledge) -> None:
    name = "<script>alert(1)<&>\"'"
    extra: list[dict[str, Any]] = [
        {"event": "sample", "iter": 1, "text": EVIL},
        {"event": "planned", EVIL: {"planned": 1, "actual": 2}},
    ]
    write_run(here / name, extra=extra, dataset=EVIL)
    write_run(here / "b")
    log = NANOGPT_LOG + f"\n{EVIL} RuntimeError: out of memory {EVIL}\n"
    (here / "evil.log").write_text(log)
    for names in ([name], [name, "b", "evil.log"], ["evil.log"]):
        parsed = report(fledge, *names)
        assert [about.get("type") for about in parsed.named("script")] == ["application/json", None, None]
        assert parsed.named("img") == []
        assert not any("alert" in str(attributes) for tag_, attributes in parsed.elements if tag_ in ("a", "script"))
    alone = report(fledge, name)
    assert alone.texts["h1"] == [name]
    assert alone.numbers["runs"] == [name]
    assert alone.texts["pre"][0].startswith('</script><script>alert("x")</script><img')
    assert "\x00" not in alone.texts["pre"][0]


def test_names_that_no_encoding_has(here: Path, fledge: Fledge) -> None:
    log = here / "caf\udce9.log"
    try:
        log.write_text(NANOGPT_LOG)
    except (OSError, UnicodeEncodeError):
        pytest.skip("this file system has no such names")
    assert report(fledge, log.name).texts["h1"] == ["caf?.log"]


def test_commands_in_sentences_are_code_and_a_backtick_alone_is_a_backtick(here: Path, fledge: Fledge) -> None:
    (here / "pair.log").write_text(f"{NANOGPT_LOG}\nRuntimeError: is `a < b` true\n")
    (here / "alone.log").write_text(f"{NANOGPT_LOG}\nRuntimeError: is ` < b true\n")
    report(fledge, "pair.log")
    words = "<bdi>a</bdi> <bdi>&lt;</bdi> <bdi>b</bdi>"  # it breaks between its words only
    assert f"is <code>{words}</code> true" in (here / "report.html").read_text(encoding="utf-8")
    report(fledge, "alone.log")
    assert "is ` &lt; b true" in (here / "report.html").read_text(encoding="utf-8")


def test_no_template_switches_escaping_off() -> None:
    templates = list((Path(page_module.__file__).parent / "templates").glob("*.html"))
    assert len(templates) > 1
    for template in templates:
        assert not re.search(r"\|\s*safe|autoescape", template.read_text())


# fewer points


@given(st.lists(st.floats(allow_subnormal=False), min_size=1, max_size=400), st.integers(5, 120))
def test_thinning_keeps_both_ends_and_every_extreme(values: list[float], most: int) -> None:
    points = list(enumerate(values))
    kept = thin(points, most)
    assert len(kept) <= max(most, 5)
    assert [it for it, _ in kept] == sorted({it for it, _ in kept})
    assert all(value is values[it] for it, value in kept)
    assert (kept[0][0], kept[-1][0]) == (0, len(values) - 1)
    finite = [value for value in values if math.isfinite(value)]
    shown = [value for _, value in kept if math.isfinite(value)]
    if finite:
        assert (min(shown), max(shown)) == (min(finite), max(finite))
    assert (len(finite) < len(values)) == any(not math.isfinite(value) for _, value in kept)


def test_smoothing_stands_where_the_curve_stands() -> None:
    assert smoothed([(it, 1.0) for it in range(10)]) == []
    flat = smoothed([(it, 2.5) for it in range(1000)])
    assert {value for _, value in flat} == {2.5}
    line = [(it, 3.0 * it) for it in range(0, 2000, 2)]
    assert all(value == pytest.approx(3.0 * it) for it, value in smoothed(line))
    assert smoothed(line)[0] == line[0]
    assert smoothed(line)[-1] == line[-1]
    spiked = [(it, 1e30 if it == 500 else 1.0) for it in range(1000)]
    assert smoothed(spiked)[-1] == (999, 1.0)


def long_view(points: int) -> RunView:
    run = Run("long", "nanoGPT")
    for metric in ("loss", "lr", "grad_norm", "dt_ms"):
        curve = run.curves.setdefault(metric, Curve())
        for it in range(points):
            curve.add(it, 3 + math.sin(it * 0.37) + (100 if it == points // 3 else 0))
    run.settings["tokens_per_iter"] = Known(524288, "test")
    facts = Facts(run)
    return RunView("long", explain(facts), LogReading([run]))


def test_long_curves_are_thinned_for_the_page() -> None:
    view = long_view(100_000)
    document = plots_json(plots_of([view]), [view])
    raw = next(each for each in document["plots"] if each["key"] == "batch_loss")["lines"][0]
    assert len(raw["y"]) <= 3000
    assert max(raw["y"]) > 100
    assert 33_333 in raw["x"]["iterations"]
    assert len(json.dumps(document)) < 2e6
    assert len(render_page([view])) < 10e6
    assert document["plots"][0]["frame"][1] < 10  # one spike does not flatten the rest


# labels and times


def test_labels_tell_runs_apart() -> None:
    assert unique_labels(["runs/a"]) == ["a"]
    assert unique_labels(["runs/a", "runs/b"]) == ["a", "b"]
    assert unique_labels(["x/a", "y/a", "y/b"]) == ["x/a", "y/a", "y/b"]
    assert unique_labels(["x/a", "x/a"]) == ["a (1)", "a (2)"]
    assert unique_labels(["/", "stdin"]) == ["/", "stdin"]


def run_with(**curves: list[tuple[int, float]]) -> Run:
    run = Run("r", "nanoGPT")
    for name, points in curves.items():
        curve = run.curves.setdefault(name, Curve())  # type: ignore[arg-type]
        for it, value in points:
            curve.add(it, value)
    return run


def test_the_clock_is_the_sum_of_the_steps() -> None:
    clock = timeline_of(Facts(run_with(dt_ms=[(0, 30_000.0), (10, 100.0), (20, 200.0)])))
    assert clock is not None
    assert [clock.at(it) for it in (0, 5, 10, 20, 30)] == pytest.approx([0, 0.5, 1, 3, 5])


def test_the_clock_that_a_log_prints_goes_on_after_a_resume() -> None:
    clock = timeline_of(Facts(run_with(train_s=[(0, 0.0), (10, 5.0), (20, 2.0), (30, 7.0), (40, math.nan)])))
    assert clock is not None
    assert [clock.at(it) for it in (0, 10, 20, 30)] == [0, 5, 7, 12]
    assert timeline_of(Facts(run_with(loss=[(0, 1.0), (1, 1.0)]))) is None


# CSV


def test_csv_has_every_point_as_it_was_read(here: Path, fledge: Fledge) -> None:
    write_run(here / "a")
    (here / "b c.log").write_text(NANOGPT_LOG)
    code, out, _ = fledge("report", "a", "b c.log", "--csv=curves")
    assert code == 0
    assert out.splitlines()[1:] == [str(Path("curves/a.csv")), str(Path("curves/b_c.log.csv"))]
    with (here / "curves" / "a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["iter"]) for row in rows] == [*range(0, 200, 2), 200]
    for row in rows[:-1]:
        expected = iteration(int(row["iter"]))
        assert all(float(row[name]) == expected[name] for name in ("loss", "lr", "grad_norm", "dt_ms", "memory_mb"))
    assert [row["iter"] for row in rows if row["val_loss"]] == ["0", "50", "100", "150", "200"]
    assert float(rows[-1]["val_loss"]) == evaluation(200)["val_loss"]
    assert rows[-1]["loss"] == ""
    assert float(rows[1]["x_tokens"]) == 512
    whole = (here / "curves" / "b_c.log.csv").read_text().splitlines()
    assert whole[0] == "iter,x_tokens,x_hours,dt_ms,loss,mfu"
    assert whole[1] == "0,0.0,0.0,50.0,4.0,0.125"
    assert len(whole) == 21
    assert fledge("report", "a", "b c.log", "--csv=curves")[0] == 0  # over its own files


def test_a_csv_of_somebody_else_stays(here: Path, fledge: Fledge) -> None:
    write_run(here / "a")
    (here / "a.csv").write_text("mine,too\n")
    code, _, err = fledge("report", "a", "--csv=.")
    assert (code, (here / "a.csv").read_text()) == (2, "mine,too\n")
    assert "a.csv exists" in err


# in a browser


def look(browser: str, page: Path, *words: str) -> tuple[str, str]:
    """The document as a browser has it after its scripts, and what it complained of."""
    usual = ["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0", "--dump-dom"]
    profile = f"--user-data-dir={page.parent / 'profile'}"
    done = subprocess.run(
        [browser, *usual, profile, *words, page.as_uri()], capture_output=True, text=True, timeout=120
    )
    return done.stdout, "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)


@pytest.mark.slow
def test_a_browser_draws_the_page_and_complains_of_nothing(here: Path, fledge: Fledge) -> None:
    browser = browser_or_skip()
    write_run(here / "a", extra=[PLANNED, *SAMPLES])
    parsed = report(fledge, "a")
    document, complaints = look(browser, here / "report.html")
    assert document.count('class="main-svg"') >= len(parsed.numbers["plots"])
    assert complaints == ""
    buttons = {"Zoom", "Pan", "Autoscale", "Reset axes", "Save as PNG"}
    assert set(re.findall(r'data-title="([^"]*)"', document)) == buttons  # none that sends the numbers anywhere
    assert not re.search(r'(?:href|src)="(?!#|data:)', document.split("<script", 1)[0])


@pytest.mark.slow
def test_a_narrow_screen_needs_no_scrolling_to_the_side(here: Path, fledge: Fledge) -> None:
    browser = browser_or_skip()
    name = "a_name_that_is_long_and_has_no_place_to_break_it" * 3
    wide = [{"event": "sample", "iter": 1, "text": "x" * 500}]
    write_run(here / name, extra=[PLANNED, *wide], dataset="y" * 300)
    write_run(here / "b", n_embd=128)
    (here / f"{name}.log").write_text(LLMC_LOG)
    for names in ([name], [name, "b", f"{name}.log"]):
        report(fledge, *names)
        text = (here / "report.html").read_text(encoding="utf-8")
        measure = "<script>document.title = `${document.documentElement.scrollWidth} of ${innerWidth}`</script>"
        text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text).replace(
            "<details", "<details open"
        )
        (here / "measured.html").write_text(text.replace("</body>", f"{measure}</body>"), encoding="utf-8")
        document, _ = look(browser, here / "measured.html", "--window-size=390,800")
        found = re.search(r"<title>(\d+) of (\d+)</title>", document)
        assert found
        assert int(found[1]) <= int(found[2]) <= 500, found[0]


# what can go wrong


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["nothing"], "no run or log nothing"),
        (["a", "-o"], "-o needs a value"),
        (["a", "-o", "--csv=x"], "-o needs a value"),
        (["a", "-o", "a"], "is a directory"),
        (["a", "--colour=red"], "unknown setting --colour"),
        (["a", "--png=pictures"], "unknown setting --png"),
        (["a", "-o", "a/config.json"], "exists and was not made by this command"),
        (["a", "-o", "a/config.json/x.html"], "can't write"),
        (["a", "-o", "/dev/null"], "/dev/null is not a regular file"),
        (["empty.log"], "no training lines"),
    ],
)
def test_bad_input_is_one_line(here: Path, fledge: Fledge, argv: list[str], words: str) -> None:
    write_run(here / "a")
    (here / "empty.log").write_text("hello\n")
    before = (here / "a" / "config.json").read_text()
    code, out, err = fledge("report", *argv)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
    assert (here / "a" / "config.json").read_text() == before


def test_without_plotly_it_says_what_to_install(here: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    write_run(here / "a")
    monkeypatch.setitem(sys.modules, "plotly.offline", None)
    code, _, err = fledge("report", "a")
    assert (code, (here / "report.html").exists()) == (2, False)
    assert "pip install 'fledge[report]'" in err


def test_a_report_may_be_written_over_and_is_never_half(
    here: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_run(here / "a")
    assert fledge("report", "a")[0] == 0
    first = (here / "report.html").read_bytes()
    write_run(here / "b")
    assert fledge("report", "b")[0] == 0
    second = (here / "report.html").read_bytes()
    assert first != second

    def fails(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fails)
    code, _, err = fledge("report", "a")
    assert code == 1
    assert "No space left" in err
    assert (here / "report.html").read_bytes() == second
    assert [path.name for path in here.iterdir() if path.name.startswith(".")] == []


def test_the_newest_run_without_a_name(here: Path, fledge: Fledge) -> None:
    assert fledge("report")[0] == 2
    write_run(here / "runs" / "only")
    (here / "runs" / "only" / "ckpt.pt").touch()
    code, _, err = fledge("report")
    assert (code, err) == (0, "report: runs/only, the newest run\n")
    assert report(fledge, "only").texts["h1"] == ["only"]


def test_real_logs_of_other_trainers(here: Path, fledge: Fledge) -> None:
    folder = Path(__file__).resolve().parents[3] / "shared" / "logs"
    if not folder.is_dir():
        pytest.skip("no collection of logs beside the repository")
    for name in ("041_llmc_readme_log.txt", "042_litgpt_0_to_litgpt_log.txt", "104_hf_zero_nan.log", "110_olmo150.log"):
        report(fledge, str(folder / name))


def test_views_read_a_run_that_is_still_going(here: Path) -> None:
    from fledge.logs.readers import read_log

    run = write_run(here / "a")
    with (run / "metrics.jsonl").open("a") as file:
        file.write('{"event": "iter", "iter": 202, "lo')
    reading = read_log(str(run))
    (view,) = views_of([(Facts(reading.runs[0]), reading)])
    assert view.facts.iterations == 200


def test_a_report_in_arabic_runs_from_right_to_left(here: Path, fledge: Fledge) -> None:
    write_run(here / "a", extra=[PLANNED, *SAMPLES])
    write_run(here / "b", n_embd=128)
    assert report(fledge, "a").named("html") == [{"lang": "en", "dir": "ltr"}]
    parsed = report(fledge, "a", "b", "--lang=ar")
    assert parsed.named("html") == [{"lang": "ar", "dir": "rtl"}]
    assert "النتائج" in parsed.texts["h2"]
    assert {plot.get("dir") for plot in parsed.named("div") if plot.get("class") == "plot"} == {"ltr"}
    assert [sample.get("dir") for sample in parsed.named("pre")] == ["auto", "auto"]
    english = report(fledge, "a", "b", "--lang=en")
    values = [[line["y"] for line in plot["lines"]] for plot in english.numbers["plots"]]
    assert [[line["y"] for line in plot["lines"]] for plot in parsed.numbers["plots"]] == values


def test_the_style_knows_no_left_and_right() -> None:
    """So that a page in a right-to-left language is mirrored."""
    style = (Path(page_module.__file__).parent / "style.css").read_text()
    sides = (
        r"(?:margin|padding|border)-(?:left|right)|text-align: (?:left|right)|float: (?:left|right)|\b(?:left|right): "
    )
    assert re.findall(sides, style) == []
