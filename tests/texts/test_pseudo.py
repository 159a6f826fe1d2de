"""Pages in the pseudo-language: what is left in plain English comes from no catalog."""

import html
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fledge.cli.main import COMMANDS, main
from fledge.texts.bidi import without_isolates
from fledge.texts.language import PSEUDO
from tests.docs import cases
from tests.helpers import TINY, write_dataset

# Two words of small letters, one after the other: names (nanoGPT), settings and commands do not look like that.
ENGLISH = re.compile(r"(?<![\w`'/.=-])[A-Z]?[a-z]+ [a-z]{2,}(?: [a-z]+)*(?![\w`/.=-])")
# Parts of a page that are code, somebody else's words, or names of sources.
KEPT = re.compile(
    r"`[^`]*`|fledge [a-z]+[^·]*|.*\x1b.*|python -m.*|pip install.*"
    r"|\b[a-zA-Z] (?:llmfit|nanochat)|torch inductor|issue 1"
)
PLAN = ("plan", "--dataset=tiny", "--n_layer=1", "--n_embd=64", "--n_head=2", "--compile=False", "--arch=modern")
PAGES: dict[str, tuple[str, ...]] = {
    "explain": ("explain", "shakespeare.log", "--config=train_shakespeare_char.py"),
    "explain width": ("explain", "width384.log", "--gpu=RTX 4070"),
    "explain terms": ("explain", "--terms"),
    "explain mfu": ("explain", "mfu", "rtx4070ti.log"),
    "forecast": ("forecast", "width384.log"),
    "compare": ("compare", "width384.log", "width768.log"),
    "devices": ("devices",),
    "devices 4070": ("devices", "4070"),
    "devices MI250X": ("devices", "mi250x"),
    "config": ("config", "--n_layer=4"),
    "data": ("data", "inspect", "tiny", "--sample=0"),
    "plan": ("plan", *TINY, "--gpu=RTX 4070", "--n_layer=1", "--compile=False"),  # traced for other tests, too
    "plan for several GPUs": (*PLAN, "--gpu=RTX 4090", "--devices=4"),
    "plan with shards": (*PLAN, "--gpu=RTX 4090", "--devices=4", "--parallel=fsdp"),
    "plan with a measurement": (*PLAN, "--gpu=RTX 4090", "--measured=batch_size=8:90000ms"),
    "plan of a described GPU": (*PLAN, "--gpu=Mine", "--gpu_tflops=40", "--gpu_memory=8", "--gpu_bandwidth=300"),
    "help": ("--help",),
    **{f"help {name}": (name, "--help") for name in COMMANDS},
    "error: settings": ("train", "--n_layer=x", "--nope=1", "--n_head=5"),
    "error: command": ("trian",),
    "error: log": ("explain", "nope.log"),
    "error: dataset": ("train", "--dataset=nope"),
}


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FLEDGE_LANG", PSEUDO)
    write_dataset(tmp_path / "data" / "tiny")
    cases.write()
    capsys.readouterr()

    def run(*words: str) -> str:
        main(words)
        return "\n".join(capsys.readouterr())

    return run


def english_in(page: str) -> list[str]:
    """What on a page is plain English."""
    found = []
    for line in without_isolates(page).splitlines():
        found += ENGLISH.findall(KEPT.sub(" ", line))
    return found


@pytest.mark.parametrize("name", PAGES)
def test_no_english_is_left(name: str, page: Callable[..., str]) -> None:
    assert english_in(page(*PAGES[name])) == []


def test_no_english_is_left_in_a_report(page: Callable[..., str]) -> None:
    page("report", "width384.log", "width768.log", "-o", "report.html")
    written = Path("report.html").read_text(encoding="utf-8")
    assert '<html lang="xx-pseudo" dir="rtl">' in written
    body, _, rest = written.partition("</style>")[2].partition('<script type="application/json" id="data">')
    spoken = re.findall(r'aria-label="([^"]*)"', body)
    shown = re.sub(r"<code>.*?</code>|<[^>]*>", "\n", body)
    drawn = json.loads(rest.partition("</script>")[0])
    words = [*drawn["axes"].values(), *drawn["words"].values()]
    words += [word for plot in drawn["plots"] for word in (plot["title"], plot["unit"])]
    assert spoken
    assert [left for text in (html.unescape(shown), *spoken, *words) for left in english_in(text)] == []


def test_english_is_found() -> None:
    assert english_in("Ťĥé ĺóśś, and it is high: --n_layer=4 `fledge plan`") == ["and it is high"]
