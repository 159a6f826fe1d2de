"""A run in the user's language: the console speaks it, and what programs read stays English."""

import re
import threading
from pathlib import Path

import pytest

from fledge.logs.readers import read_log
from fledge.texts import say, text
from fledge.texts.language import ENGLISH, PSEUDO, Language, speak, speaking
from fledge.train import reporter
from tests.helpers import TINY, Fledge
from tests.texts.test_pseudo import english_in

# Lines that scripts read: nanoGPT's, and the one that says whose mfu it is.
READ_BY_SCRIPTS = re.compile(
    r"iter \d|step \d|saving checkpoint to |tokens per iteration will be: |number of parameters: |mfu is of "
)


def people_read(output: str) -> str:
    return "\n".join(line for line in output.splitlines() if not READ_BY_SCRIPTS.match(line))


def test_a_run_from_start_to_sample(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEDGE_LANG", PSEUDO)
    commands = [
        ["train", *TINY, "--out_dir=run"],
        ["train", "--init_from=resume", "--out_dir=run", "--max_iters=18", "--learning_rate=2e-3"],
        ["sample", "run", "--start=abc", "--max_new_tokens=0x", "--num_samples=1"],  # a mistake
        ["checkpoint", "inspect", "run"],
        ["checkpoint", "verify", "run"],
        ["checkpoint", "consolidate", "run", "--out=whole"],
        ["launch", "--slurm", "--dataset=tiny", "--out_dir=job"],
        ["stop", "run"],
        ["save", "run"],
    ]
    said = {}
    for words in commands:
        _, out, err = fledge(*words)
        said[" ".join(words[:2])] = english_in(people_read(f"{out}\n{err}"))
    assert {name: english for name, english in said.items() if english} == {}
    _, _, err = fledge("sample", "run", "--start=abc", "--max_new_tokens=4")
    assert english_in(err) == []
    for file in ("log.txt", "metrics.jsonl", "config.json"):
        assert (work / "run" / file).read_text(encoding="utf-8").isascii(), file
    assert "resumed run/checkpoints/step-00000012 at iteration 12" in (work / "run/log.txt").read_text()


def test_what_the_console_said_in_arabic_can_be_explained(
    work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLEDGE_LANG", "ar")
    code, out, _ = fledge("train", *TINY, "--out_dir=run")
    assert code == 0
    assert "خسارة التحقق" in out
    (work / "train.log").write_text(out, encoding="utf-8")
    (found,) = read_log(str(work / "train.log")).runs
    (logged,) = read_log(str(work / "run/log.txt")).runs
    assert found.format == logged.format == "fledge"
    for name in ("tokens_per_iter", "params", "peak_flops", "compile", "device_name"):
        assert found.settings[name] == logged.settings[name], name
    assert [notice.text for notice in found.notices_of("device")] == ["device=cpu"]


def test_the_english_of_a_log_is_for_one_thread() -> None:
    said: list[str] = []
    speak(Language("hi"))
    with speaking(ENGLISH):
        other = threading.Thread(target=lambda: said.append(text(say("train.saving"))))
        other.start()
        other.join()
        said.append(text(say("train.saving")))
    assert said == ["save हो रहा है", "saving"]


def test_words_beside_the_bar_are_ordered_by_themselves() -> None:
    message = say("train.progress", rate=1234.0, left=90.0)
    assert reporter._shown(message) == "1.23K tokens/s · 1 min 30 s left"
    with speaking(Language("ar")):
        shown = reporter._shown(message)
    assert (shown[0], shown[-1]) == ("\u2068", "\u2069")
    assert shown.count("\u2068") == shown.count("\u2069")
