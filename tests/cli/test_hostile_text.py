"""Text that others wrote has no power over the terminal, in any command: names, logs, settings, samples, tokens.

`ESC c` resets a terminal, `ESC ( 0` changes its letters, OSC renames its window, CSI moves the cursor over what stands
there; C1 has the same codes in one character. Of control characters only tab and line feed may be printed.
"""

import io
import json
import os
import re
import sys
from pathlib import Path

import pytest

from fledge.cli.main import main
from fledge.common.terminal import clean
from tests.helpers import TINY, Fledge, write_dataset
from tests.processes import FledgeProcess

CODES = "\x1bc\x1b(0\x1b]0;title\x07\x1b[2J\x9d0;title\x9c\x9b2J\x90q\x9c\x07\b\x7f\r\u202e"
UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# Persian with a joiner that is needed, an emoji that is joined, Arabic with a mark of direction, combining letters
HARMLESS = "می\u200cخواهم 👩\u200d💻 \u200fعربي\u061c é e\u0301 \u2066نص\u2069\n\tend"
NAME = f"odd{CODES.replace('/', '')}name"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset, a run and a log that are full of codes, in their names too."""
    folder = tmp_path_factory.mktemp("hostile")
    before = Path.cwd()
    os.chdir(folder)
    try:
        write_dataset(folder / "data" / NAME, (CODES + "ab\n") * 900)
        Path("text.txt").write_text((CODES + " some words\n") * 900)
        Path(f"{NAME}.log").write_text(_log())
        argv = ["train", *TINY, f"--dataset={NAME}", f"--out_dir=runs/{NAME}", "--sample_interval=6"]
        assert main([*argv, f"--wandb_project={CODES}"]) == 0
    finally:
        os.chdir(before)
    _poison(folder / "runs" / NAME)
    return folder


def _log() -> str:
    lines = [f"iter {it}: loss {4 - it / 100:.4f}, time 12.50ms, mfu 3.00%" for it in range(200)]
    lines[50:50] = [f"RuntimeError: CUDA out of memory {CODES}", f"using device: {CODES}cuda", f"{CODES} what is this"]
    return "\n".join([f"learning_rate = {CODES}", *lines, f"Traceback {CODES}", f"ValueError: {CODES}"])


def _poison(run: Path) -> None:
    """Codes in every text that a run directory holds."""
    config = json.loads((run / "config.json").read_text())
    for entry in config.values():
        entry["origin"] = CODES
    config["wandb_run_name"]["value"] = CODES
    (run / "config.json").write_text(json.dumps({**config, CODES: {"value": CODES, "origin": CODES}}))
    with (run / "metrics.jsonl").open("a") as file:
        for event in ("warning", "compile", "checkpoint", "sample", CODES):
            file.write(json.dumps({"event": event, "time": 1, "iter": 11, "text": CODES, "path": CODES}) + "\n")
        file.write(
            json.dumps({"event": "planned", "time": 1, CODES: {"planned": 1, "actual": 2, "unit": CODES}}) + "\n"
        )
        file.write(json.dumps({"event": "start", "time": 1, "iter": 12, "device_name": CODES}) + "\n")
        file.write(f"no JSON {CODES}\n")
        file.write(json.dumps({"event": "end", "time": 1, "reason": CODES}) + "\n")


RUN = f"runs/{NAME}"
LOG = f"{NAME}.log"
SETTINGS = f"{NAME}.py"
COMMANDS = {
    "explain a run": ["explain", RUN, "--verbose"],
    "explain a log": ["explain", LOG, "--verbose"],
    "explain as JSON": ["explain", RUN, "--json"],
    "a term": ["explain", "mfu", RUN],
    "compare": ["compare", RUN, LOG],
    "compare as JSON": ["compare", RUN, LOG, "--json"],
    "forecast": ["forecast", LOG, "--to=900"],
    "report": ["report", RUN, LOG, f"--out={NAME}.html"],
    "sample": ["sample", RUN, "--max_new_tokens=200", "--num_samples=2"],
    "sample from a prompt": ["sample", RUN, "--max_new_tokens=3", f"--start={CODES}"],
    "inspect": ["data", "inspect", NAME],
    "inspect as JSON": ["data", "inspect", NAME, "--json"],
    "config": ["config", f"--wandb_project={CODES}"],
    "learn a tokenizer": ["tokenizer", "train", "text.txt", "--vocab_size=300", f"--out={NAME}.json"],
    "measure tokenizers": ["tokenizer", "stats", "text.txt", "--tokenizers=byte"],
    "plan --check": ["plan", f"--check={RUN}"],
    "train": ["train", *TINY, f"--dataset={NAME}", f"--out_dir={NAME}", "--sample_interval=4", "--overwrite"],
}
MISTAKES = {
    "no such run": ["explain", f"no{CODES}"],
    "no such command": [f"no{CODES}"],
    "no such setting": ["train", f"--no{CODES}=3", f"--n_layer={CODES}"],
    "no such dataset": ["train", *TINY, f"--dataset=no{CODES}"],
    "no such file to prepare": ["prepare", f"no{CODES}.txt"],
    "a settings file": ["config", SETTINGS],
}


@pytest.mark.parametrize("name", [*COMMANDS, *MISTAKES])
def test_no_code_reaches_the_terminal(
    hostile: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    argv = COMMANDS.get(name) or MISTAKES[name]
    monkeypatch.chdir(hostile)
    Path(SETTINGS).write_text(f"n_layer = {CODES!r}\nout_dir = 3{CODES}\n")
    code, out, err = fledge(*argv)
    assert code == (0 if name in COMMANDS else 2), err
    assert not UNSAFE.findall(out + err)
    assert out + err
    if "--json" in argv:
        assert json.loads(out)


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("command", ["explain a run", "explain a log", "compare", "inspect", "sample"])
def test_on_a_terminal_only_our_own_colours(hostile: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(hostile)
    monkeypatch.setenv("TERM", "xterm-256color")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    assert main(COMMANDS[command]) == 0
    printed = terminal.getvalue()
    assert command == "sample" or COLOUR.search(printed)
    assert not UNSAFE.findall(COLOUR.sub("", printed))
    assert "\x1b[2J" not in printed


def test_the_log_file_can_be_printed_too(hostile: Path) -> None:
    assert not UNSAFE.search((hostile / RUN / "log.txt").read_text())


def test_what_is_written_in_any_script_stays_as_it_is() -> None:
    assert clean(HARMLESS) == HARMLESS
    assert clean("a\x1b[31m\r\nb\x9b\u202e") == "a\\x1b[31m\nb\\x9b\\u202e"


@pytest.mark.parametrize("encoding", ["cp1252", "ascii:strict"])
def test_a_run_survives_a_terminal_of_any_encoding(work: Path, encoding: str) -> None:
    """With sampling of letters that the encoding lacks, on both streams."""
    write_dataset(work / "data" / "ελληνικά", "καλημέρα κόσμε 你好\n" * 900)
    argv = ["train", *TINY, "--dataset=ελληνικά", "--out_dir=runs/čeština", "--sample_interval=3"]
    process = FledgeProcess(*argv, encoding=encoding)
    output = process.communicate()
    assert process.returncode == 0, output
    assert "sample at 9: " in output
    assert "Traceback" not in output
