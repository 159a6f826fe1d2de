"""`fledge plan --hours`: the choice respects time, memory and text; ladders are remembered; the run is compared."""

import json
import math
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fledge.api import best_for_time as api
from fledge.api.best_for_time import asked_recipe, counts_for
from fledge.api.time_budget import hours_until
from fledge.cli.main import main
from fledge.common.errors import FledgeError
from fledge.config.load import load_config
from fledge.config.planned_loss import planned_loss_of, read_planned_loss
from fledge.model.flops import flops_per_token
from fledge.options.parser import parse
from fledge.options.plan import COMMAND
from fledge.plan import ladder as ladders
from fledge.plan import ladder_store, targets
from fledge.plan.best_for_time import DEEPER, HARDLY_BETTER
from fledge.plan.ladder import DESIGN, Ladder, OutOfTime
from fledge.plan.ladder_results import FEW_ITERS, law_of, longest_iters, most_tokens, seed_noise
from fledge.plan.ladder_store import LadderStore
from fledge.plan.mixed_loss import MixedLoss, fit_mixed_loss
from fledge.plan.recipe import Recipe, sequences_per_iter
from fledge.plan.rung import Rung, run_rung, weights_of
from fledge.plan.scaling import ScalingLaw
from fledge.plan.unigrams import unigram_loss
from fledge.texts import say
from tests.helpers import write_dataset

ASKED = [
    "--dataset=tiny",
    "--arch=modern",
    "--device=cpu",
    "--block_size=32",
    "--dtype=float32",
    "--compile=False",
    "--ngram_rows=64",
    "--ngram_counts=0",
]
FLOPS = 1e11  # per second, of a made-up machine


@pytest.fixture(autouse=True)
def _desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ladders of its own, and the traces of all tests: they take seconds."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ladder_store, "FOLDER", f"ladders-{tmp_path.name}")
    write_dataset(tmp_path / "data" / "tiny")


def recipe_of(*more: str) -> tuple[Recipe, Any]:
    config, data = asked_recipe(parse(COMMAND, [*ASKED, *more]))
    return Recipe(config, data.tokens["train"], data.tokens["val"]), data


def made_up(recipe: Recipe, depth: int, tokens: float, seed: int = 0, harm: float = 0.05) -> Rung:
    """A rung of a known law; `harm`: of repeated text."""
    config = recipe.rung(depth, tokens, seed)
    count, n = config.tokens_per_iter * config.max_iters, weights_of(config)
    passes = max(1.0, count / recipe.text_tokens)
    loss = (1.0 + 0.2 * (n / 4e5) ** -0.3 + 0.4 * (count / 1e5) ** -0.3) * math.exp(harm * math.log(passes) ** 2)
    step = flops_per_token(config.shape) * config.tokens_per_iter / FLOPS
    loss *= 1 + 0.004 * seed
    numbers = (config.learning_rate, config.seed, loss, loss, 0.0, 0.0, step, 0.01 + step * config.max_iters)
    return Rung(depth, n, count, recipe.text_tokens, config.tokens_per_iter, *numbers)


def remember(*more: str) -> Recipe:
    """A ladder that is complete, so that none is climbed."""
    recipe, data = recipe_of(*more)
    return remember_recipe(recipe, data)


def remember_recipe(recipe: Recipe, data: Any, harm: float = 0.05) -> Recipe:
    store = LadderStore(recipe.base, data)
    for depth, tokens, seed in ((1, 2e4, 0), (1, 2e4, 1), (1, 8e4, 0), (2, 3e4, 0), (2, 6e4, 0), (3, 4e4, 0)):
        store.add(made_up(recipe, depth, tokens, seed, harm))
    store.climbed(600)
    return recipe


def planned(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    assert main(["plan", *ASKED, "--json", *more]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_choice_fits_the_time_and_beats_its_neighbours(capsys: pytest.CaptureFixture[str]) -> None:
    remember()
    found = planned(capsys, "--hours=0.05")
    best = found["best"]
    assert best["total_hours"]["value"] <= 0.05
    assert best["fits"] is True
    assert best["val_loss"]["low"] < best["val_loss"]["value"] < best["val_loss"]["high"]
    for other in (found["smaller"], found["larger"]):
        assert other is None or other["val_loss"]["value"] >= (1 - HARDLY_BETTER) * best["val_loss"]["value"]
        assert other is None or other["total_hours"]["value"] <= 0.05
    assert found["ladder"]["new_rungs"] == 0
    assert best["tokens"] <= 4.8 * 18_000 * 3  # no small run read the text more than 4.6 times
    picture = Path("planned.html").read_text()
    assert picture.count("<svg") == 2  # for a screen and for a phone
    assert "prefers-color-scheme: dark" in picture
    assert picture.count(">minutes<") == picture.count(">val loss</text>") == 2
    settings = load_config(["planned.py"])
    assert (settings.depth, settings.max_iters, settings.batch_size) == (
        best["depth"],
        best["max_iters"],
        best["batch_size"],
    )
    expected = planned_loss_of(settings)
    assert expected is not None
    assert expected.value == pytest.approx(best["val_loss"]["value"], abs=1e-4)


@pytest.mark.slow
def test_less_memory_takes_smaller_models(capsys: pytest.CaptureFixture[str]) -> None:
    remember()
    card = ["--hours=0.2", "--gpu=MyCard", "--gpu_tflops=1", "--gpu_bandwidth=100", "--compile=False"]
    large = planned(capsys, *card, "--gpu_memory=24")["best"]
    small = planned(capsys, *card, "--gpu_memory=0.75")["best"]
    assert small["peak_memory_mb"]["high"] <= 0.75 * 1024
    assert small["peak_memory_mb"]["high"] <= large["peak_memory_mb"]["high"]


def test_the_page_says_what_it_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    remember()
    assert main(["plan", *ASKED, "--hours=0.05"]) == 0
    page = " ".join(capsys.readouterr().out.split())
    for words in (
        "in nine of ten cases",
        "From 6 runs on your text. All were remembered",
        "fledge train planned.py",
        "n-gram",
    ):
        assert words in page
    Path("planned.py").write_text("batch_size = 4\n")
    assert main(["plan", *ASKED, "--hours=0.05"]) == 2
    assert "this command did not write it" in capsys.readouterr().err
    assert Path("planned.py").read_text() == "batch_size = 4\n"


def test_the_table_is_left_out_where_the_text_is_short_for_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    """Unless the user wants it."""
    asked = [word for word in ASKED if not word.startswith("--ngram_rows")]
    slow = ["--gpu=MyCard", "--gpu_tflops=0.01", "--gpu_bandwidth=100", "--gpu_memory=24", "--no-measure"]
    for hours, is_out in (("0.03", False), ("4", True)):
        assert main(["plan", *asked, *slow, f"--hours={hours}", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["settings"].get("ngram_rows") == 0) is is_out
        assert any(note.startswith("the n-gram table is left out") for note in found["notes"]) is is_out
    kept = planned(capsys, *slow, "--hours=4")
    assert kept["settings"]["ngram_rows"] == 64


@pytest.mark.parametrize("is_compiled", [True, False])
def test_a_plan_on_a_cpu_does_not_count_on_compilation(
    is_compiled: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Training decides by itself. The time is then that of the slower run, and the page says so."""
    remember()
    monkeypatch.setattr(targets, "choose_compile", lambda *_: (is_compiled, say("runtime.as_asked")))
    found = planned(capsys, "--hours=0.05")
    assert found["best"]["choices"]["compile"] is False
    assert any("will be compiled" in note for note in found["notes"]) is is_compiled


def test_without_measuring_published_figures_choose(capsys: pytest.CaptureFixture[str]) -> None:
    found = planned(capsys, "--hours=0.1", "--no-measure")
    assert found["best"]["val_loss"] is None  # nobody has fitted such a vocabulary
    assert found["picture"] is None
    assert not found["ladder"]["measured"]
    assert "Hoffmann" in " ".join(found["notes"])
    assert "planned_loss" not in found["settings"]


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--hours=0"], "hours"),
        (["--hours=-3"], "hours"),
        (["--hours=soon"], "hours"),
        (["--hours=0.001"], "too short"),
        (["--hours=0.00001", "--no-measure"], "Give at least"),
        (["--hours=1", "--until=07:00"], "Give one of them"),
        (["--until=25:00"], "no time of day"),
        (["--until=25:00", "--dataset=nowhere"], "no time of day"),  # said before anything is opened
        (["--until=tomorrow"], "no time of day"),
        (["--until=2001-01-01 07:00"], "in the past"),
        (["--budget=5"], "price"),
        (["--kwh=2"], "power of the device"),
        (["--budget=5", "--price_per_kwh=0.3"], "power of the device"),
        (["--hours=1", "--depth=4"], "--depth"),
        (["--hours=1", "--max_iters=50"], "--max_iters"),
        (["--hours=1", "--dataset=nowhere"], "nowhere"),
        (["--hours=1", "--block_size=512"], "too few"),
        (["--hours=1", "--init_from=gpt2"], "new model"),
        (["--hours=1", "--gpu=RTX 4070, RTX 4090"], "one device"),
        (["--hours=1", "--out=data"], "directory"),
    ],
)
def test_bad_input_is_one_line(argv: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", *ASKED, *argv]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said
    assert not Path("planned.py").exists()


def test_a_clock_time_is_the_next_one() -> None:
    now = datetime(2026, 11, 17, 23, 0)
    assert hours_until("07:00", now) == 8
    assert hours_until("23:30", now) == 0.5
    assert hours_until("2026-11-19 23:00", now) == 48
    with pytest.raises(FledgeError):
        hours_until("2026-02-30 10:00", now)


def test_energy_and_money_are_hours(capsys: pytest.CaptureFixture[str]) -> None:
    remember()
    assert planned(capsys, "--kwh=0.00425", "--watts=100")["hours"] == pytest.approx(0.05)
    assert planned(capsys, "--budget=1", "--price_per_hour=20")["hours"] == pytest.approx(0.05)


def test_a_ladder_is_climbed_once_and_kept_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe, data = recipe_of()
    asked: list[int] = []

    def run(config: Any, *_: Any) -> Any:
        asked.append(config.n_layer)
        if len(asked) == 4:
            raise KeyboardInterrupt
        if len(asked) == 6:
            raise OutOfTime
        tokens = config.tokens_per_iter * config.max_iters
        return made_up(recipe, config.n_layer, tokens, config.seed - recipe.base.seed), None

    monkeypatch.setattr(ladders, "run_rung", run)
    with pytest.raises(KeyboardInterrupt):
        Ladder(recipe, data, 1.0).climb()
    assert len(LadderStore(recipe.base, data).rungs) == 3
    assert LadderStore(recipe.base, data).climbed_s == 0
    again = Ladder(recipe, data, 1.0)
    again.climb()
    assert again.ran <= len(DESIGN) - 1  # what was finished is not run again, and what took too long is left out
    before = len(asked)
    assert Ladder(recipe, data, 1.0).climb() == again.rungs
    assert len(asked) == before
    assert LadderStore(recipe.base.with_values("x", dropout=0.1), data).rungs == []  # another recipe


@pytest.mark.parametrize(("rows", "passes"), [(0, 6), (1024, 3)])
def test_small_runs_read_a_short_text_only_as_often_as_tells_something(
    rows: int, passes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_dataset(Path("data/long"), "abcdefgh" * 20_000)
    recipe, data = recipe_of("--dataset=long", f"--ngram_rows={rows}")

    def run(config: Any, *_: Any) -> Any:
        tokens = config.tokens_per_iter * config.max_iters
        return made_up(recipe, config.n_layer, tokens, config.seed - recipe.base.seed), None

    monkeypatch.setattr(ladders, "run_rung", run)
    rungs = Ladder(recipe, data, 600.0).climb()  # long enough for hundreds of passes
    assert max(rung.tokens for rung in rungs if rung.depth == 2) == pytest.approx(passes * recipe.text_tokens, rel=0.05)
    assert max(rung.tokens for rung in rungs) < 1.05 * passes * recipe.text_tokens


def test_a_damaged_ladder_is_forgotten() -> None:
    recipe, data = recipe_of()
    store = LadderStore(recipe.base, data)
    store.add(made_up(recipe, 1, 2e4))
    assert store.path is not None
    store.climbed(600)
    whole = json.loads(store.path.read_text())
    assert LadderStore(recipe.base, data).climbed_s == 600
    for rung in whole["rungs"]:
        del rung["held_out_loss"]  # as earlier versions wrote them
    store.path.write_text(json.dumps(whole))
    assert len(LadderStore(recipe.base, data).rungs) == 1
    for broken in ("", "[]", '{"rungs": 3, "climbed_s": 1}', json.dumps({**whole, "rungs": [{"depth": 1}]})):
        store.path.write_text(broken)
        assert LadderStore(recipe.base, data).rungs == []
    whole["rungs"][0]["val_loss"] = "NaN"
    store.path.write_text(json.dumps(whole))
    assert LadderStore(recipe.base, data).rungs == []
    assert LadderStore(recipe.base, data).climbed_s == 0  # so that it is climbed again


def test_a_real_rung_learns_and_reads_the_validation_split() -> None:
    recipe, data = recipe_of()
    rung, session = run_rung(recipe.rung(1, 2e4, 0), data, recipe.val_tokens, None, lambda: None)
    assert 0.3 < rung.val_loss < math.log(data.vocab_size)
    assert rung.val_error == 0  # all of it was read
    assert (rung.network_loss, rung.counts_loss) == (rung.val_loss, 0)
    part, _ = run_rung(recipe.rung(1, 2e4, 0), data, 600, session, lambda: None)
    assert part.val_error > 0
    assert abs(part.val_loss / rung.val_loss - 1) < 0.2


def test_a_rung_that_counts_ngrams_has_three_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe, data = recipe_of("--ngram_counts=4000")
    alone, _ = run_rung(recipe_of()[0].rung(1, 2e4, 0), data, recipe.val_tokens, None, lambda: None)
    rung, session = run_rung(recipe.rung(1, 2e4, 0), data, recipe.val_tokens, None, lambda: None)
    assert rung.val_loss < rung.network_loss
    assert 0 < rung.counts_loss < rung.network_loss, "this text repeats itself"
    assert rung.network_loss == pytest.approx(alone.val_loss, rel=0.05), "some text is held out of training"
    assert rung.val_loss < rung.held_out_loss < rung.network_loss, "the pieces are too short for contexts here"
    assert alone.held_out_loss == 0
    monkeypatch.setattr("fledge.train.session.count_ngrams", lambda *_: pytest.fail("counted again"))
    again, _ = run_rung(recipe.rung(2, 1e4, 0), data, recipe.val_tokens, session, lambda: None)
    assert again.counts_loss == pytest.approx(rung.counts_loss)


@pytest.mark.parametrize(("held_out", "is_said"), [(0.8, True), (0.95, False), (0.0, False)])
def test_a_validation_split_of_another_kind_is_said(
    held_out: float, is_said: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """`held_out`: the losses of pieces of the training text, as a share of those of the split; 0: not measured."""
    recipe = remember()
    _, data = recipe_of()
    store = LadderStore(recipe.base, data)
    for rung in store.rungs:
        store.add(replace(rung, held_out_loss=held_out * rung.val_loss))
    notes = planned(capsys, "--hours=0.05")["notes"]
    assert any("losses of small runs are 25% higher on it" in note for note in notes) == is_said


def test_the_mixed_loss_is_fitted_and_undone() -> None:
    truth = MixedLoss(counts_loss=4.5, sharpness=3.0)
    network = [6.0, 5.2, 4.9]
    found = fit_mixed_loss(network, truth.of_network(np.array(network)).tolist(), 4.5)
    assert found.sharpness == pytest.approx(3.0, rel=0.02)
    assert found.of_network(4.5) == pytest.approx(4.5 - math.log(2) / found.sharpness)
    assert found.network(float(found.of_network(4.2))) == pytest.approx(4.2)
    assert found.of_network(99.0) == pytest.approx(4.5)
    assert found.network(5.0) == 4.5, "no network explains a mixture that is worse than the counts"


def test_counts_are_planned_by_the_length_of_the_text() -> None:
    assert [counts_for(tokens) for tokens in (0, 1_000_000, 4_000_000, 8_000_000, 10**12)] == [
        524_288,
        524_288,
        1_048_576,
        2_097_152,
        2_097_152,
    ]


def test_a_small_model_is_no_witness_of_what_a_large_one_learns_by_heart() -> None:
    recipe, _ = recipe_of("--ngram_rows=0")
    with_table, _ = recipe_of("--ngram_rows=1024")
    text = recipe.text_tokens
    smallest, larger = made_up(recipe, 1, 8 * text), made_up(recipe, 2, 2 * text)
    rungs = [smallest, larger]
    assert most_tokens(recipe, [], 1) == most_tokens(recipe, [smallest], 2) == most_tokens(recipe, rungs, 3) == 4 * text
    assert most_tokens(recipe, rungs, 2) == pytest.approx(6 * text, rel=0.05)
    assert most_tokens(recipe, rungs, 1) == pytest.approx(24 * text, rel=0.05)
    assert most_tokens(with_table, [], 1) == most_tokens(with_table, rungs, 3) == 2 * text
    assert most_tokens(with_table, rungs, 2) == pytest.approx(6 * text, rel=0.05)


@pytest.mark.parametrize(
    ("size_share", "depth"),
    [
        (2.0, 3 + DEEPER),  # the deepest small run has depth 3
        (1e-3, 1),  # a larger model is expected to be hardly better
    ],
)
def test_a_text_to_be_read_once_is_no_reason_for_a_giant(
    size_share: float, depth: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a second pass only harms, there is time for any depth, and the law knows nothing about most of them."""
    write_dataset(Path("data/long"), "abcdefgh" * 20_000)
    remember("--dataset=long")
    harmed = [math.log(1.0), math.log(size_share), 0.3, math.log(0.5), 0.3, 0.0, math.log(15.0), math.log(3.0)]
    law = ScalingLaw(np.array([harmed]), (4e5, 1e5), 0.01)
    monkeypatch.setattr(api, "law_of", lambda *_: (law, None))
    found = planned(capsys, "--dataset=long", "--hours=0.5")
    assert found["best"]["depth"] == depth
    assert found["best"]["limited_by"] == "text"
    assert found["best"]["total_hours"]["value"] <= 0.5
    assert any("of the time is left over" in note for note in found["notes"])


def test_a_text_that_no_small_run_has_read_whole_is_read_four_times_at_most(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_dataset(Path("data/long"), "abcdefgh" * 20_000)
    remember("--dataset=long", "--ngram_rows=0")
    harmless = [math.log(1.0), math.log(2.0), 0.3, math.log(0.5), 0.3, 0.0, math.log(15.0), math.log(1e-9)]
    law = ScalingLaw(np.array([harmless]), (4e5, 1e5), 0.01)
    monkeypatch.setattr(api, "law_of", lambda *_: (law, None))
    found = planned(capsys, "--dataset=long", "--ngram_rows=0", "--hours=0.5")
    assert found["best"]["limited_by"] == "unseen"
    assert any(note.startswith("no small run of a model this large read the whole text") for note in found["notes"])


@pytest.mark.parametrize("hours", ["0.002", "0.05", "3"])
def test_without_small_runs_a_short_text_gets_a_small_model(hours: str, capsys: pytest.CaptureFixture[str]) -> None:
    """However much time there is: depths beyond the first one that is too large for the text are no better."""
    found = planned(capsys, "--gpu=RTX 4070", f"--hours={hours}", "--no-measure")
    assert (found["best"]["depth"], found["smaller"], found["larger"]) == (1, None, None)


def test_small_runs_of_few_iterations_are_no_basis(capsys: pytest.CaptureFixture[str]) -> None:
    recipe, data = recipe_of()
    remember_recipe(recipe, data)
    rungs = LadderStore(recipe.base, data).rungs
    longest = longest_iters(rungs)
    assert longest < FEW_ITERS
    assert any(f"had {longest} iterations" in note for note in planned(capsys, "--hours=0.1")["notes"])
    long = [replace(rung, tokens_per_iter=1) for rung in rungs]
    assert law_of(rungs, 3.3)[0].widened >= 1.5 > law_of(long, 3.3)[0].widened
    LadderStore(recipe.base, data).add(made_up(recipe, 1, 1e7))
    assert not any("small run had" in note for note in planned(capsys, "--hours=0.1")["notes"])


def test_the_loss_of_frequencies() -> None:
    write_dataset(Path("data/quarters"), "aabc" * 500)
    write_dataset(Path("data/mostly"), "abca" * 100 + "a" * 1600)
    _, quarters = recipe_of("--dataset=quarters")
    assert unigram_loss(quarters) == pytest.approx(1.5 * math.log(2), rel=0.01)
    _, mixture = recipe_of("--dataset=quarters:0.9,mostly:0.1")
    _, other = recipe_of("--dataset=quarters:0.1,mostly:0.9")
    assert unigram_loss(other) < unigram_loss(mixture) < unigram_loss(quarters)


def test_the_noise_is_that_between_seeds() -> None:
    recipe, _ = recipe_of()
    rungs = [made_up(recipe, 1, 1e8, 0), made_up(recipe, 1, 1e8, 1), made_up(recipe, 2, 1e8, 0)]
    assert seed_noise(rungs) == pytest.approx(0.004 / math.sqrt(2), rel=0.02)
    assert seed_noise(rungs[1:]) is None
    few = [made_up(recipe, 1, 2e4, 0), made_up(recipe, 1, 2e4, 1)]
    assert seed_noise(few) == 0.0, "few iterations explain as much"


def test_batches_grow_with_the_tokens() -> None:
    sizes = [sequences_per_iter(tokens, 128) for tokens in np.geomspace(1e4, 1e10, 30)]
    assert sizes == sorted(sizes)
    assert sequences_per_iter(1.4e6, 128) in (12, 16)  # the demo has 16
    assert sequences_per_iter(1.0, 1024) == 4


def test_a_finished_run_is_compared_and_improves_the_next_plan(capsys: pytest.CaptureFixture[str]) -> None:
    recipe, data = recipe_of()
    lines = [f"{key} = {value!r}" for key, value in {
        "dataset": "tiny", "device": "cpu", "arch": "modern", "block_size": 32, "dtype": "float32", "compile": False,
        "ngram_rows": 64, "depth": 1, "batch_size": 8, "max_iters": 20, "eval_interval": 20, "eval_iters": "all",
        "learning_rate": 0.02, "planned_loss": "2.5000 0.5000 3.5000",
    }.items()]  # fmt: skip
    Path("planned.py").write_text("\n".join(lines))
    assert main(["train", "planned.py", "--out_dir=run"]) == 0
    assert "inside the range" in capsys.readouterr().out
    assert main(["plan", "--check=run", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)["figures"]["val_loss"]
    assert (row["planned"], row["low"], row["high"]) == (2.5, 0.5, 3.5)
    assert main(["explain", "run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["summary"]["planned_val_loss"] == 2.5
    assert main(["explain", "run"]) == 0
    assert "inside the range" in " ".join(capsys.readouterr().out.split())
    [rung] = LadderStore(recipe.base, data).rungs
    assert rung.is_whole_run
    assert rung.val_loss == pytest.approx(row["actual"])
    assert main(["train", "planned.py", "--out_dir=other", "--max_iters=10"]) == 0
    assert "the range" not in capsys.readouterr().out  # nobody expected anything of that one
    assert len(LadderStore(recipe.base, data).rungs) == 1


@pytest.mark.parametrize("written", ["1.4", "a b c", "1 2 3", "nan 1 2", "2 1 inf", "1.5 1.4 1.6 1.7"])
def test_a_planned_loss_is_three_numbers_in_order(written: str) -> None:
    assert read_planned_loss(written) is None
    with pytest.raises(FledgeError, match="planned_loss"):
        load_config([f"--planned_loss={written}"])
