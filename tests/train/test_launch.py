"""The launch: settings are read once, the dataset is opened once, and the plan and the trainer share both."""

from pathlib import Path

import pytest

from fledge.common.errors import FledgeError
from fledge.config.load import load_config
from fledge.data import mixture
from fledge.data.dataset import Dataset, open_dataset
from fledge.train.launch import new_launch, resume_launch
from fledge.train.session import new_session
from tests.helpers import TINY, Fledge


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The datasets that were opened, in order."""
    paths: list[Path] = []

    def opening(path: Path) -> Dataset:
        paths.append(path)
        return open_dataset(path)

    monkeypatch.setattr(mixture, "open_dataset", opening)
    return paths


def test_a_new_run_opens_its_dataset_once(work: Path, fledge: Fledge, opened: list[Path]) -> None:
    code, out, err = fledge("train", *TINY, "--out_dir=run", "--max_iters=2", "--lr_decay_iters=2")
    assert (code, err) == (0, "")
    assert "plan: 128 tokens" in out
    assert opened == [Path("data/tiny")]


def test_a_resumed_run_opens_its_dataset_once(work: Path, fledge: Fledge, opened: list[Path]) -> None:
    fledge("train", *TINY, "--out_dir=run", "--max_iters=2")
    opened.clear()
    assert fledge("train", "--init_from=resume", "--out_dir=run", "--max_iters=3")[0] == 0
    assert opened == [Path("data/tiny")]


@pytest.mark.parametrize("resume", [False, True])
def test_a_trusted_settings_file_is_executed_once(work: Path, fledge: Fledge, resume: bool) -> None:
    fledge("train", *TINY, "--out_dir=run", "--max_iters=1")
    Path("trusted.py").write_text("with open('executed.txt', 'a') as file:\n    file.write('once ')\nmax_iters = 2\n")
    settings = ["--init_from=resume"] if resume else [*TINY[:-5], "--overwrite"]
    code, _, err = fledge("train", *settings, "trusted.py", "--trust-config", "--out_dir=run", "--eval_iters=1")
    assert (code, err) == (0, "")
    assert Path("executed.txt").read_text() == "once "


def test_the_session_has_what_the_launch_resolved(work: Path) -> None:
    launch = new_launch(load_config([*TINY, "--dtype=float32"]))
    session = new_session(launch)
    assert (session.config, session.dataset, session.runtime) == (launch.config, launch.dataset, launch.runtime)
    assert session.config.vocab_size == launch.dataset.vocab_size
    assert not session.resumed


def test_a_resumed_launch_continues_the_counters(work: Path, fledge: Fledge) -> None:
    fledge("train", *TINY, "--out_dir=run", "--max_iters=6")
    launch = resume_launch(Path("run"), [])
    assert (launch.resumed, launch.counters.it, launch.counters.tokens) == (True, 6, 6 * 64)
    session = new_session(launch)
    session.counters.it += 1
    assert launch.counters.it == 6


def test_a_profile_needs_training(work: Path) -> None:
    with pytest.raises(FledgeError, match="nothing to trace"):
        new_launch(load_config([*TINY, "--eval_only"]), profile=True)
