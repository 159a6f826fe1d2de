"""One reader for every command line."""

from pathlib import Path

import pytest

from fledge.cli.main import COMMANDS, INSTEAD, find_command
from fledge.common.errors import FledgeError
from fledge.options.command import Command
from fledge.options.parser import Arguments, parse
from tests.helpers import Fledge


def read(*argv: str) -> Arguments:
    command, rest = find_command(argv)
    assert isinstance(command, Command)
    return parse(command, rest)


def written(arguments: Arguments) -> dict[str, object]:
    return {item.key: item.value for item in arguments.settings}


@pytest.mark.parametrize(
    "argv",
    [
        ["--batch_size=12", "--gpu=RTX 4070", "--json", "x.log"],
        ["x.log", "--batch_size", "12", "--gpu", "RTX 4070", "--json"],
        ["--batch-size", "12", "x.log", "--gpu=RTX 4070", "--json", "True"],
        ["--json", "--gpu=RTX 4070", "--batch_size=12", "--", "x.log"],
        ["x.log", "--no-json", "--batch_size=99", "--batch_size=12", "--gpu=RTX 4070", "--json=yes"],
    ],
)
def test_every_spelling_of_one_command_line(argv: list[str]) -> None:
    arguments = read("explain", *argv)
    assert arguments.words == ["x.log"]
    assert (arguments.options.gpu, arguments.options.json) == ("RTX 4070", True)
    assert written(arguments) == {"batch_size": 12}


def test_options_of_the_command_and_settings_of_the_training_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("n_head = 2\nn_layer = 9\n")
    argv = [str(file), "--repeats", "5", "--n_layer", "2", "--json", "--iters=7", "--compile", "False"]
    arguments = read("bench", "speed", *argv)
    assert (arguments.options.repeats, arguments.options.json, arguments.options.iters) == (5, True, 7)
    assert arguments.typed == [str(file), "--n_layer=2", "--compile=False"]
    config = arguments.config()
    assert (config.n_layer, config.n_head, config.compile) == (2, 2, False)
    assert config.origins["n_head"] == f"{file}:1"


def test_a_file_after_a_setting_wins_over_it(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("n_layer = 9\n")
    assert read("train", "--n_layer=2", str(file)).config().n_layer == 9


def test_a_trusted_file_is_executed_once(tmp_path: Path) -> None:
    file, log = tmp_path / "x.py", tmp_path / "log"
    file.write_text(f"with open({str(log)!r}, 'a') as f:\n    f.write('x')\nn_layer = 3\n")
    assert read("train", str(file), "--trust-config").config().n_layer == 3
    assert log.read_text() == "x"


def test_one_value_for_each_run() -> None:
    arguments = read("compare", "a.log", "b.log", "--n_embd", "384,768", "--tokens_per_iter=524,288")
    assert written(arguments) == {"n_embd": "384,768", "tokens_per_iter": "524,288"}
    assert written(read("explain", "a.log", "--tokens_per_iter=524,288")) == {"tokens_per_iter": 524288.0}


def test_other_spellings() -> None:
    assert read("report", "-o", "x.html").options.out == "x.html"
    assert read("report", "-o=x.html").options.out == "x.html"
    assert read("plan", "--from=a.log").options.from_run == "a.log"
    assert read("plan", "--from", "a.log").options.from_run == "a.log"


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("n_layres = 3\n")
    with pytest.raises(FledgeError) as caught:
        read("plan", str(file), "--gpu_memroy=3", "--gpus=zero", "--n_head=5", "--no-n_embd", "--measured")
    told = str(caught.value)
    for problem in (
        "6 problems",
        "unknown setting --gpu_memroy. Did you mean --gpu_memory?",
        "--gpus=zero: 'zero' is not a whole number",
        "--measured needs a value",
        "--no-n_embd: n_embd is not a switch. Give it a value: --n_embd=768.",
        "unknown setting n_layres. Did you mean n_layer?",
        "n_head=5 does not divide n_embd=768",
    ):
        assert problem in told


def test_a_missing_file_is_a_problem_among_others() -> None:
    with pytest.raises(FledgeError, match=r"2 problems:\n  - --gpus needs a value.*\n  - no settings file nowhere\.py"):
        read("plan", "nowhere.py", "--gpus")


@pytest.mark.parametrize("command", ["export", "sample", "forecast", "demo"])
def test_too_many_words(command: str, fledge: Fledge) -> None:
    code, _, err = fledge(command, "one", "two")
    assert code == 2
    assert "one" in err


@pytest.mark.parametrize("word", INSTEAD)
def test_commands_of_other_tools_say_what_to_type(word: str, fledge: Fledge) -> None:
    code, _, err = fledge(word)
    assert code == 2
    assert "fledge " in err.split("unknown command")[1]
    assert word not in COMMANDS


def test_train_in_an_empty_folder_points_at_the_demo(
    fledge: Fledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = fledge("train")
    assert code == 2
    assert "fledge demo" in err
