import resource
from pathlib import Path

import pytest

from fledge.common.errors import FledgeError
from fledge.config.checks import notes_on
from fledge.config.load import config_from_json, load_config, shipped_configs
from fledge.config.schema import SETTINGS, Config

NANOGPT_DEFAULTS = {
    "eval_interval": 2000,
    "log_interval": 1,
    "eval_iters": 200,
    "eval_only": False,
    "always_save_checkpoint": True,
    "init_from": "scratch",
    "wandb_log": False,
    "dataset": "openwebtext",
    "gradient_accumulation_steps": 40,
    "batch_size": 12,
    "block_size": 1024,
    "n_layer": 12,
    "n_head": 12,
    "n_embd": 768,
    "dropout": 0.0,
    "bias": False,
    "learning_rate": 6e-4,
    "max_iters": 600_000,
    "weight_decay": 0.1,
    "beta1": 0.9,
    "beta2": 0.95,
    "grad_clip": 1.0,
    "decay_lr": True,
    "warmup_iters": 2000,
    "lr_decay_iters": 600_000,
    "min_lr": 6e-5,
}


def write(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


def test_defaults_are_nanogpts() -> None:
    config = load_config([])
    assert {key: getattr(config, key) for key in NANOGPT_DEFAULTS} == NANOGPT_DEFAULTS
    assert set(config.origins.values()) == {"default"}


@pytest.mark.parametrize(
    ("argv", "key", "value"),
    [
        (["--n_layer=6"], "n_layer", 6),
        (["--n-layer", "6"], "n_layer", 6),
        (["--n_layer", "6"], "n_layer", 6),
        (["--compile=False"], "compile", False),
        (["--compile=false"], "compile", False),
        (["--no-compile"], "compile", False),
        (["--compile"], "compile", True),
        (["--compile", "auto"], "compile", "auto"),
        (["--learning_rate=1"], "learning_rate", 1.0),
        (["--max_iters=2e3"], "max_iters", 2000),
        (["--max_iters=2_000"], "max_iters", 2000),
        (["--eval_iters=all"], "eval_iters", "all"),
        (["--eval_only", "--n_layer=3"], "eval_only", True),
        (["--wandb_run_name=a=b"], "wandb_run_name", "a=b"),
    ],
)
def test_every_way_to_write_a_setting(argv: list[str], key: str, value: object) -> None:
    config = load_config(argv)
    assert getattr(config, key) == value
    assert type(getattr(config, key)) is type(value)
    assert config.origins[key] == "command line"


def test_the_later_wins_left_to_right(tmp_path: Path) -> None:
    file = write(tmp_path / "c.py", "n_layer = 3\nn_head = 4\n")
    assert load_config([file, "--n_layer=6"]).n_layer == 6
    assert load_config(["--n_layer=6", file]).n_layer == 3
    assert load_config([file]).origins["n_head"] == f"{file}:2"


def test_a_file_may_compute(tmp_path: Path) -> None:
    file = write(
        tmp_path / "c.py",
        '"""A docstring."""\n'
        "import time\n"
        "gpus = 8\n"
        "gradient_accumulation_steps = 5 * gpus\n"
        "learning_rate = 1e-3\n"
        "min_lr = learning_rate / 10\n"
        "wandb_run_name = 'ft-' + str(time.time())\n"
        "wandb_project = f'owt-{gpus}-{min_lr:.0e}'\n"
        "n_layer: int = 6 if gpus > 4 else 3\n"
        "block_size = 2 ** 8\n"
        "batch_size = max(batch_size, 16)\n",
    )
    config = load_config([file])
    assert (config.gradient_accumulation_steps, config.min_lr, config.n_layer) == (40, 1e-4, 6)
    assert (config.block_size, config.batch_size, config.wandb_project) == (256, 16, "owt-8-1e-04")
    assert config.wandb_run_name.startswith("ft-1")


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "os.system('touch PWNED')",
        "n_layer = __import__('os').system('touch PWNED')",
        "n_layer = open('PWNED', 'w')",
        "n_layer = [].__class__",
        "n_layer = (lambda: 3)()",
        "for i in range(3): n_layer = i",
        "def n_layer(): pass",
        "n_layer = 9 ** 9 ** 9",
        "wandb_project = 'x' * 10 ** 9",
        "wandb_project = f'{1:1000000000}'",
        "n_layer = " + "(" * 50 + "1" + ")" * 50 + " + undefined",
    ],
)
def test_files_are_not_executed(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path / "c.py", f"batch_size = 3\n{line}\n")
    with pytest.raises(FledgeError) as error:
        load_config([file])
    assert f"{file}:2" in str(error.value)
    assert not Path("PWNED").exists()


@pytest.mark.parametrize(
    "lines",
    [
        ["n_layer = round(6, -10**8)"],
        ["n_layer = round(6.5, 10**8)"],
        ["a = 10 ** 300", "n_layer = (a * a * a) ** 4096"],
        ["a = 10 ** 300", "n_layer = a ** a"],
        ["a = 3 ** 400"] + ["a = a * a"] * 40,
        ["a = 'x' * 3"],
        ["a = 'x' + 'y'"] + ["a = f'{a}{a}{a}{a}{a}{a}{a}{a}'"] * 8,
        ["a = 'xxxxxxxxxx'"] + ["a = a + a"] * 40,
        ["a = 1"] + ["a = str(a) + str(a)"] * 40,
        ["a = 'x'", f"b = f'{'{a:>900}' * 9000}'"],
        ["a = f'{1:>1000000000}'"],
        ["a = f'{1:.1000000000f}'"],
        ["a = f'{1!r:>{10 ** 9}}'"],
        ["a = '%1000000000d' % 1"],
        [f"a = 0x{'f' * 50_000} // 0x{'f' * 25_000}"],
        [f"a = int('{'9' * 4000}')"],
        [f"a = '{'x' * 50_000}'"],
        ["a = (-1) ** 0.5"],
        ["a = 'x'.rjust(10 ** 9)"],
        ["a = 1 << 10 ** 9"],
        ["a = [0] * 10 ** 9"],
        ["a = sum(i for i in range(10 ** 9))"],
        [f"a = {'-' * 5000}1"],
        [f"a = {'(1, ' * 150}{')' * 150}"],
    ],
    ids=lambda lines: lines[-1][:40],
)
def test_no_expression_fills_the_memory(lines: list[str], tmp_path: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(FledgeError):
        load_config([write(tmp_path / "c.py", "\n".join([*lines, "out_dir = str(a)"]))])
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000


def test_numbers_of_ordinary_size_are_computed(tmp_path: Path) -> None:
    lines = ["max_iters = 10 ** 12 // 2 ** 20", "learning_rate = round(0.00061, 4)", "wandb_project = f'{max_iters:,}'"]
    config = load_config([write(tmp_path / "c.py", "\n".join(lines))])
    assert (config.max_iters, config.learning_rate, config.wandb_project) == (953674, 0.0006, "953,674")


def test_thousands_of_problems_are_counted(tmp_path: Path) -> None:
    with pytest.raises(FledgeError, match="3000 problems:") as error:
        load_config([write(tmp_path / "c.py", "\n".join(f"nothing{number} = 1" for number in range(3000)))])
    assert str(error.value).endswith("and 2,980 more")


def test_trust_config_executes(tmp_path: Path) -> None:
    file = write(tmp_path / "c.py", "import math\nn_layer = int(math.sqrt(16))\nhelper = [1, 2]\n")
    assert load_config([file], trust=True).n_layer == 4
    with pytest.raises(FledgeError, match="--trust-config"):
        load_config([file])


def test_every_problem_at_once() -> None:
    with pytest.raises(FledgeError) as error:
        load_config(["--n_layers=3", "--n_head=5", "--learning_rate=abc", "--compile=maybe", "--dropout=2"])
    text = str(error.value)
    assert text.startswith("5 problems")
    for part in ("did you mean --n_layer", "n_head=5 does not divide", "'abc' is not a number", "maybe", "dropout"):
        assert part.lower() in text.lower()


def test_an_unknown_name_in_a_file_is_an_error_unless_it_is_used(tmp_path: Path) -> None:
    with pytest.raises(FledgeError, match=r"c\.py:1: unknown setting n_layres\. Did you mean n_layer\?"):
        load_config([write(tmp_path / "c.py", "n_layres = 3\n")])
    assert load_config([write(tmp_path / "d.py", "layers = 3\nn_layer = layers\n")]).n_layer == 3


def test_modern_has_defaults_of_its_own() -> None:
    config = load_config(["--arch=modern", "--max_iters=100"])
    assert (config.optimizer, config.schedule) == ("muon", "wsd")
    assert config.origins["optimizer"] == "default of arch=modern"
    assert load_config(["--arch=modern", "--optimizer=adamw"]).optimizer == "adamw"


def test_json_round_trip() -> None:
    config = load_config(["--arch=modern", "--n_layer=3", "--compile=True", "--eval_iters=all"])
    again = config_from_json(config.to_json())
    assert again == config
    assert again.origins == config.origins


@pytest.mark.parametrize("document", [[], {"n_layer": {"value": "many"}}, {"n_layer": {"value": -1}}])
def test_a_damaged_config_json(document: object) -> None:
    with pytest.raises(FledgeError, match=r"config\.json"):
        config_from_json(document)


def test_settings_from_another_version_are_left_out() -> None:
    assert config_from_json({"n_layer": {"value": 3}, "from_the_future": {"value": 1}}).n_layer == 3


@pytest.mark.parametrize("path", shipped_configs().values(), ids=lambda path: path.name)
def test_shipped_configs_parse(path: Path) -> None:
    config = load_config([str(path)])
    assert notes_on(config) == []


def test_the_runs_of_the_fineweb_configs() -> None:
    narrow = load_config(["train_fineweb_edu_d384"])
    wide = load_config(["config/train_fineweb_edu_d768.py"])
    assert narrow.tokens_per_iter == wide.tokens_per_iter == 524_288
    assert (narrow.n_embd, narrow.batch_size, narrow.gradient_accumulation_steps) == (384, 16, 32)
    assert (wide.n_embd, wide.batch_size, wide.gradient_accumulation_steps) == (768, 8, 64)


def test_every_setting_says_when_to_change_it() -> None:
    for name, spec in SETTINGS.items():
        assert len(str(spec.comment)) > 5, name
        assert spec.group, name
    assert len(SETTINGS) == len(Config.__dataclass_fields__) - 1  # all but origins
