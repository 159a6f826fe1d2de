"""prepare --normalize: the text of the whole, however it is read, interrupted or divided; counted, and never lost."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import fledge
from fledge.cli.main import dispatch
from fledge.common.errors import FledgeError
from fledge.config.load import load_config
from fledge.data.corpus import records
from fledge.data.dataset import open_dataset
from fledge.data.filters.cleaning import Cleaning
from fledge.data.mixture import open_data
from fledge.data.prepare import Prepared, batching, output, prepare
from fledge.data.prepare.job import PrepareJob
from fledge.data.prepare.request import Request
from fledge.interop.gguf_export import write_gguf_folder
from fledge.interop.hf_export import write_hf_folder
from fledge.tokenizer.normalize import Normalizer, parse_choices
from fledge.train.model_tokenizer import tokenizer_for
from fledge.train.pretrained import open_pretrained
from tests.api.conftest import TINY

PIECES = [
    "مـــرحبا",
    "السَّلامُ",
    "أحمد",
    "ا\u0654",
    "١٢٣",
    "ﻻ",
    "\u0958लम",
    "ज\u093cरूर",
    "क्\u200dष",
    "क\u200dमल",
    "cafe\u0301",
]
PIECES += ["\u0301", "\u093c", "ـ", "\u200d", "word", "\n", " ", " ", " ", " "]
ALL = Normalizer(parse_choices("ar,hi"))


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(output, "SAVE_INTERVAL_S", 0.0)


def some_text(length: int, seed: int = 1) -> str:
    return "مرحبا " + "".join(random.Random(seed).choices(PIECES, k=length))


def make(*words: str, out: str = "out", **changes: Any) -> Prepared:
    options: dict[str, Any] = {"tokenizer": "byte", "val_fraction": 0.2, "workers": 2, "normalize": "ar,hi", **changes}
    return prepare(Request(words, Path(out), **options))


def text_of(out: str, split: str) -> str:
    data = open_dataset(Path(out))
    return data.tokenizer().decode(data.split(split)[:].tolist())


def changes_in(out: str) -> Counter[str]:
    source = open_dataset(Path(out)).source
    assert source is not None
    return Counter(source["normalized"])


@pytest.mark.parametrize("tokenizer", ["char", "byte", "bpe:300"])
@pytest.mark.parametrize("chunk", [7, 64, 1 << 20])
def test_reading_in_pieces_changes_nothing(tokenizer: str, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = some_text(600)
    Path("a.txt").write_text(text)
    monkeypatch.setattr(records, "CHUNK_CHARS", chunk)
    monkeypatch.setattr(batching, "BATCH_CHARS", 3 * chunk)
    make("a.txt", tokenizer=tokenizer)
    cut = int(len(text) * 0.8)
    parts = {"train": ALL.counted(text[:cut]), "val": ALL.counted(text[cut:])}
    for split, (expected, _) in parts.items():
        assert text_of("out", split) == expected
    assert +changes_in("out") == parts["train"][1] + parts["val"][1]
    assert set(changes_in("out")) == set(ALL.choices), "a choice that changed nothing is listed, too"


def test_interrupted_anywhere_the_result_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "CHUNK_CHARS", 40)
    monkeypatch.setattr(batching, "BATCH_CHARS", 90)
    documents = [some_text(random.Random(n).choice([1, 8, 90]), n) for n in range(40)]
    Path("a.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in documents))
    make("a.jsonl", out="whole")
    done = 0
    check = PrepareJob._check_stop

    def crash_at_times(self: PrepareJob) -> None:
        nonlocal done
        check(self)
        done += 1
        if done % 3 == 0:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(PrepareJob, "_check_stop", crash_at_times)
        for _ in range(100):
            try:
                make("a.jsonl", out="parts")
                break
            except KeyboardInterrupt:
                continue
    assert done > 6, "it was interrupted several times"
    for name in ("train.bin", "val.bin"):
        assert Path("parts", name).read_bytes() == Path("whole", name).read_bytes()
    assert changes_in("parts") == changes_in("whole")
    assert +changes_in("whole") == sum((ALL.counted(text)[1] for text in documents), Counter())


def test_what_is_dropped_is_not_counted_and_what_is_left_empty_is_dropped() -> None:
    documents = ["ـــ", "مـرحبا يا عالم", "ـ", "مرحبا يا عالم", "b" * 3, "c" * 40, "d" * 30, "e" * 20]
    Path("a.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in documents))
    made = make("a.jsonl", normalize="ar:tatweel", val_fraction=0.4, cleaning=Cleaning(duplicates="exact", min_chars=5))
    assert made.left_out == {"empty": 2, "exact duplicate": 1, "too short": 1}
    assert changes_in("out") == {"ar:tatweel": 1}


def test_a_vocabulary_with_its_normalization_is_used_again() -> None:
    Path("a.txt").write_text(some_text(300))
    make("a.txt", tokenizer="bpe:300", out="one")
    make("a.txt", tokenizer="one/tokenizer.json", normalize="none", out="two")
    assert Path("two/train.bin").read_bytes() == Path("one/train.bin").read_bytes()
    with pytest.raises(FledgeError, match=r"normalizes text by .* asks for ar:tatweel"):
        make("a.txt", tokenizer="one/tokenizer.json", normalize="ar:tatweel", out="three")


def test_other_choices_make_another_dataset() -> None:
    Path("a.txt").write_text(some_text(300))
    assert make("a.txt", normalize="ar:alef,tatweel").is_new
    assert not make("a.txt", normalize="ar:tatweel,alef").is_new
    assert make("a.txt", normalize="none").is_new
    assert "normalized" not in (open_dataset(Path("out")).source or {})
    assert open_dataset(Path("out")).tokenizer_spec == {"name": "byte"}


def test_the_commands_show_it(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.txt").write_text("مـرحبا أحمد " * 50)
    assert dispatch(["prepare", "a.txt", "--tokenizer=byte", "--normalize=ar:tatweel,alef"]) == 0
    assert "normalized  ar:tatweel 50, ar:alef 50" in capsys.readouterr().out
    assert dispatch(["data", "inspect", "a"]) == 0
    assert "ar:tatweel 50, ar:alef 50" in capsys.readouterr().out
    with pytest.raises(FledgeError, match="Did you mean alef"):
        dispatch(["prepare", "a.txt", "--normalize=ar:alif"])


def test_texts_normalized_otherwise_are_not_mixed() -> None:
    Path("a.txt").write_text(some_text(300))
    make("a.txt", out="data/a", normalize="ar")
    make("a.txt", out="data/b", normalize="none")
    config = load_config(["--dataset=a:0.5,b:0.5"])
    with pytest.raises(FledgeError, match=r"normalized by ar:.* and none"):
        open_data(config)


@pytest.fixture(scope="module")
def run_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("normalized")
    (folder / "letters.txt").write_text("مـرحبا يا أحمدُ، السَّلامُ عليكم\n" * 60)
    fledge.prepare(folder / "letters.txt", tokenizer="bpe:300", normalize="ar", data_dir=folder / "data")
    settings = {**TINY, "dataset": "letters", "out_dir": folder / "run", "data_dir": folder / "data", "arch": "llama"}
    return fledge.train(**settings).path


def test_prompts_are_normalized_like_the_text(run_path: Path) -> None:
    model = fledge.load(run_path, dtype="float32")
    raw, plain = "أهـلاً يا أحمدُ", "اهلا يا احمد"
    assert model.generate(raw, max_tokens=12).text == model.generate(plain, max_tokens=12).text
    assert "".join(model.stream(raw, max_tokens=12)) == "".join(model.stream(plain, max_tokens=12))
    assert model.score(raw).nats == model.score(plain).nats
    assert model.score(raw).bytes == len(plain.encode()), "bits per byte are of the text that is scored"


@pytest.mark.parametrize("kind", ["hf", "gguf"])
def test_exports_keep_it(run_path: Path, kind: str, tmp_path: Path) -> None:
    saved = open_pretrained(run_path)
    tokenizer = tokenizer_for(saved, Path())
    assert tokenizer.normalizer == Normalizer(parse_choices("ar"))
    out = tmp_path / "exported"
    if kind == "hf":
        write_hf_folder(out, saved.shape, saved.weights, tokenizer, "card")
    else:
        pytest.importorskip("gguf")
        write_gguf_folder(out, "model", saved.shape, saved.weights, tokenizer)
    again = open_pretrained(out if kind == "hf" else out / "model.gguf")
    assert again.tokenizer == saved.tokenizer == tokenizer.to_json()
