"""fledge.load: text and scores from every kind of model, and what is said of wrong ones."""

import importlib.util
import os
import pickle
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F

import fledge
from fledge.api.models import Model
from fledge.cli.main import main
from fledge.tokenizer.base import ByteTokenizer
from fledge.train.pretrained import open_pretrained
from tests.api.conftest import TINY
from tests.helpers import TEXT

ARABIC = "الحمامة تطير فوق المدينة القديمة.\n"


@pytest.fixture
def model(run_path: Path) -> Model:
    return fledge.load(run_path, dtype="float32")


@pytest.fixture(scope="module")
def arabic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arabic")
    (folder / "letters.txt").write_text(ARABIC * 40)
    fledge.prepare(folder / "letters.txt", tokenizer="byte", data_dir=folder / "data")
    settings = {**TINY, "dataset": "letters", "out_dir": folder / "run", "data_dir": folder / "data"}
    return fledge.train(**settings).path


def test_a_run_writes_text(model: Model) -> None:
    made = model.generate("abc", max_tokens=20, seed=1)
    assert str(made) == "abc" + made.text
    assert (len(made.text), len(made.tokens), made.ended) == (20, 20, "length")
    assert model.tokenizer.decode(made.tokens) == made.text
    assert model.generate("abc", max_tokens=20, seed=1) == made
    assert model.generate("abc", max_tokens=20, seed=2) != made
    assert "".join(model.stream("abc", max_tokens=20, seed=1)) == made.text
    assert model.generate_many("abc", 3, max_tokens=20, seed=1)[0] == made


def test_the_command_writes_the_same(run_path: Path, model: Model, capsys: pytest.CaptureFixture[str]) -> None:
    main(
        [
            "sample",
            str(run_path),
            "--start=abc",
            "--max_new_tokens=20",
            "--num_samples=2",
            "--dtype=float32",
            "--seed=7",
        ]
    )
    first, second = model.generate_many("abc", 2, max_tokens=20, seed=7)
    assert capsys.readouterr().out == f"{first}\n---------------\n{second}\n"


def test_every_kind_of_model_is_the_same_model(run_path: Path, tmp_path: Path, model: Model) -> None:
    assert main(["export", str(run_path), "--to=hf", "-o", str(tmp_path / "hf")]) == 0
    assert main(["export", str(run_path), "-o", str(tmp_path / "ckpt.pt")]) == 0
    sources: list[str | Path] = [
        "tiny-gpt2",
        run_path / "checkpoints" / "step-00000004",
        tmp_path / "ckpt.pt",
        str(tmp_path / "hf"),
    ]
    if importlib.util.find_spec("gguf"):
        assert main(["export", str(run_path), "--to=gguf", "--dtype=float32", "-o", str(tmp_path / "gguf")]) == 0
        sources.append(tmp_path / "gguf" / "tiny-gpt2.gguf")
    expected = model.generate("abc", max_tokens=12, temperature=0)
    for source in sources:
        other = fledge.load(source, dtype="float32", which="latest")
        assert other.generate("abc", max_tokens=12, temperature=0) == expected


def test_two_models_at_once(model: Model, arabic: Path) -> None:
    other = fledge.load(arabic, dtype="float32")
    expected = model.generate("abc", max_tokens=10).text, other.generate(ARABIC, max_tokens=10).text
    a, b = model.stream("abc", max_tokens=10), other.stream(ARABIC, max_tokens=10)
    pieces: list[list[str]] = [[], []]
    for _ in range(12):
        pieces[0].append(next(a, ""))
        pieces[1].append(next(b, ""))
    assert ("".join(pieces[0]), "".join(pieces[1])) == expected


def test_in_threads(model: Model) -> None:
    expected = model.generate("abc", max_tokens=15)
    found: list[fledge.Completion] = []
    threads = [threading.Thread(target=lambda: found.append(model.generate("abc", max_tokens=15))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 3


def test_no_prompt_no_tokens_and_a_prompt_beyond_the_context(model: Model) -> None:
    assert model.generate("", max_tokens=0) == fledge.Completion("", "", (), "length")
    assert list(model.stream("", max_tokens=0)) == []
    assert len(model.generate(max_tokens=5).tokens) == 5
    long = (TEXT * 2)[:500]
    ends = model.generate(long, max_tokens=5, temperature=0).text
    assert ends == model.generate(long[-model.context :], max_tokens=5, temperature=0).text


def test_arabic(arabic: Path) -> None:
    model = fledge.load(arabic)
    assert isinstance(model.tokenizer, ByteTokenizer)
    made = model.generate("الحمامة", max_tokens=30)
    assert made.text == model.tokenizer.decode(made.tokens)
    score = model.score(ARABIC)
    assert score.bytes == len(ARABIC.encode()) == len(score.tokens)
    assert score.bits_per_byte == pytest.approx(score.nats / 0.6931471805599453 / score.bytes)
    assert "".join(token.text for token in score.tokens).count("�") > 0  # a token is half a letter here
    assert b"".join(token.bytes for token in score.tokens).decode() == ARABIC


def nats(source: Path, ids: list[int]) -> list[float]:
    """Of every token but the first, by one forward pass over all of them."""
    model = open_pretrained(source).build().eval()
    with torch.no_grad():
        logits = model.all_logits(torch.tensor([ids[:-1]]))[0]
    return F.cross_entropy(logits, torch.tensor(ids[1:]), reduction="none").tolist()


def test_a_score_is_the_loss_of_each_token(model: Model, run_path: Path) -> None:
    text = TEXT[:16]
    score = model.score(text)
    ids = model.tokenizer.encode(text).tolist()
    expected = nats(run_path, [*model.tokenizer.opening(), *ids])
    assert [token.nats for token in score.tokens] == pytest.approx(expected, rel=1e-4)
    assert score.nats == pytest.approx(sum(token.nats for token in score.tokens))
    assert score.nats_per_token == score.nats / 16
    assert score.tokens[0].probability == pytest.approx(2.718281828459045 ** -score.tokens[0].nats)
    rest = model.score(text[6:], after=text[:6])
    assert [token.nats for token in rest.tokens] == pytest.approx(nats(run_path, ids)[5:], rel=1e-4)


@pytest.mark.parametrize("length", [16, 17, 18, 24, 25, 100, 333])
def test_a_long_text_is_scored_in_windows(model: Model, run_path: Path, length: int) -> None:
    text, block = TEXT[:length], model.context
    score = model.score(text)
    assert "".join(token.text for token in score.tokens) == text
    ids = [*model.tokenizer.opening(), *model.tokenizer.encode(text).tolist()]
    for place in (1, block, length):  # the last token sees the whole context, or all there is
        sees = nats(run_path, ids[max(0, place - block) : place + 1])[-1]
        assert score.tokens[place - 1].nats == pytest.approx(sees, rel=1e-4)


def test_text_after_much_text(model: Model, run_path: Path) -> None:
    before, text = TEXT[:200], TEXT[200:210]
    ids, block = model.tokenizer.encode(before + text).tolist(), model.context
    half = block // 2
    expected = nats(run_path, ids[200 + half - block - 1 : 200 + half])[-half:]  # the first eight, then the other two
    expected += nats(run_path, ids[-block - 1 :])[-(10 - half) :]
    assert [token.nats for token in model.score(text, after=before).tokens] == pytest.approx(expected, rel=1e-4)


class Danger:
    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.system, ("touch executed",)


def test_a_pickle_is_never_executed(run_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("raw.pt").write_bytes(pickle.dumps({"model": Danger()}))
    torch.save({"model": Danger(), "model_args": {}}, "ckpt.pt")
    for name in ("raw.pt", "ckpt.pt"):
        with pytest.raises(fledge.FledgeError, match="safely"):
            fledge.load(name)
    assert not Path("executed").exists()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda m: fledge.load("nothing"), "no run nothing"),
        (lambda m: fledge.load(""), "name of a run"),
        (lambda m: fledge.load(b"runs"), "name of a run"),  # type: ignore[arg-type]
        (lambda m: fledge.load(None), "name of a run"),  # type: ignore[arg-type]
        (lambda m: fledge.load("data"), "holds no checkpoint"),
        (lambda m: fledge.load("runs/tiny-gpt2", which="worst"), "'best' or 'latest'"),
        (lambda m: fledge.load("runs/tiny-gpt2", device="tpu"), "not known"),
        (lambda m: fledge.load("runs/tiny-gpt2", dtype="float8"), "dtype='float8'"),
        (lambda m: m.generate(3), "prompt is of the type int"),
        (lambda m: m.generate("\ud800"), "half a character"),
        (lambda m: m.generate("é"), "not in the vocabulary"),
        (lambda m: m.generate("a", max_tokens=-1), "max_tokens=-1"),
        (lambda m: m.generate("a", max_tokens=1.5), "max_tokens=1.5"),
        (lambda m: m.generate("a", temperature="hot"), "temperature='hot'"),
        (lambda m: m.generate("a", top_p=0), "top_p=0"),
        (lambda m: m.generate_many("a", 0), "samples=0"),
        (lambda m: m.stream("a", max_tokens=-1), "max_tokens=-1"),  # now, not when the first piece is asked for
        (lambda m: m.score(""), "nothing to score"),
        (lambda m: m.score(["a"]), "text is of the type list"),
    ],
)
def test_mistakes_are_told(call: Callable[[Model], object], says: str, model: Model) -> None:
    with pytest.raises(fledge.FledgeError, match=says):
        call(model)


@pytest.mark.parametrize("dtype", ["bfloat16", "int8"])
def test_a_cache_as_short_as_the_text_gives_the_same_text(run_path: Path, dtype: str) -> None:
    """The weights that decode.c multiplies, where it can be built; a longer text has a larger cache."""
    model = fledge.load(run_path, dtype=dtype)
    longest = model.generate_many("abc", 3, max_tokens=13, temperature=0)
    for tokens in (1, 2, 7):
        short = model.generate_many("abc", 3, max_tokens=tokens, temperature=0)
        assert [one.tokens for one in short] == [one.tokens[:tokens] for one in longest]
