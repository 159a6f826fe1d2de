"""Pages about text, datasets and vocabularies, in the pseudo-language, Arabic and Hindi: no English is left in them."""

import ast
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import fledge
from fledge.cli.main import main
from fledge.common.errors import FledgeError
from fledge.data.corpus.reasons import IN_WORDS, counted_reasons, reason_in_words
from fledge.texts import say, text
from fledge.texts.bidi import without_isolates
from fledge.texts.language import PSEUDO, Language, speaking
from fledge.tokenizer.bpe import Gpt2Tokenizer
from tests.helpers import write_dataset
from tests.texts.latin import allowed_words
from tests.texts.test_pseudo import english_in

# No small letters: what a page quotes of it is not taken for English.
LINES = "XQ ZZK WVV QXX JKQ\n" * 300
PAGES = {
    "prepare": ("prepare", "text.txt", "--tokenizer=byte", "--name=one"),
    "prepare documents": (
        "prepare",
        "lines.jsonl",
        "--tokenizer=byte",
        "--on_error=skip",
        "--duplicates=exact",
        "--split=contiguous",
    ),
    "prepare shards": ("prepare", "text.txt", "--tokenizer=bpe:300", "--shard_tokens=500", "--name=shards"),
    "inspect": ("data", "inspect", "tiny"),
    "inspect some": ("data", "inspect", "tiny", "--no-check"),
    "inspect damaged": ("data", "inspect", "damaged"),
    "inspect nothing": ("data", "inspect", "nothing"),
    "train": ("tokenizer", "train", "text.txt", "--vocab_size=300"),
    "train little": ("tokenizer", "train", "little.txt", "--vocab_size=300", "--out=little.json"),
    "stats": ("tokenizer", "stats", "text.txt", "little.txt", "--tokenizers=byte"),
    "stats of none": ("tokenizer", "stats", "text.txt", "--tokenizers=nope"),
    "error: record": ("prepare", "lines.jsonl", "--tokenizer=byte"),
    "error: column": ("prepare", "columns.jsonl", "--tokenizer=byte"),
    "error: encoding": ("prepare", "old.txt", "--tokenizer=byte"),
    "error: binary": ("prepare", "binary.txt"),
    "error: empty": ("prepare", "empty.txt"),
    "error: little": ("prepare", "little.txt", "--val_fraction=0.9"),
    "error: no file": ("prepare", "nope.txt"),
    "error: no text": ("prepare", "folder"),
    "error: damaged": ("prepare", "text.gz"),
    "error: address": ("prepare", "s4://x/y"),
    "error: corpus": ("prepare", "finweb2:hindi"),
    "error: part": ("prepare", "fineweb2:xyzzy"),
    "error: no part": ("prepare", "fineweb2"),
    "error: subset": ("prepare", "fineweb2:hindi", "--subset=nope"),
    "error: language": ("prepare", "text.txt", "--languages=xx"),
    "error: characters": ("prepare", "text.txt", "--min_chars=9", "--max_chars=3"),
    "error: tokenizer": ("prepare", "text.txt", "--tokenizer=nope"),
    "error: other dataset": ("prepare", "text.txt", "--name=tiny"),
    "error: vocabulary": ("tokenizer", "train", "empty.txt"),
}


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)
    write_dataset(tmp_path / "data" / "tiny", LINES)
    damaged = write_dataset(tmp_path / "data" / "damaged", LINES)
    (damaged / "train.bin").write_bytes(b"\xff\xff")
    files = {
        "text.txt": LINES.encode(),
        "little.txt": b"XQ",
        "empty.txt": b"",
        "binary.txt": b"\0\1" * 500,
        "old.txt": "هذا نص عربي مكتوب بترميز قديم، وفيه كلمات كثيرة. ".encode("cp1256") * 30,
        "lines.jsonl": "\n".join([*(json.dumps({"text": LINES[:i]}) for i in (50, 60, 60, 900)), "[]", "{"]).encode(),
        "columns.jsonl": b'{"a": "x", "b": "y"}',
        "text.gz": b"nothing packed",
        "folder/picture.png": b"x",
    }
    for name, content in files.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_bytes(content)
    monkeypatch.setattr(Gpt2Tokenizer, "load", no_gpt2)
    capsys.readouterr()

    def run(code: str, *words: str) -> str:
        monkeypatch.setenv("FLEDGE_LANG", code)
        main(words)
        return "\n".join(capsys.readouterr())

    return run


def no_gpt2() -> Gpt2Tokenizer:
    raise FledgeError(say("downloads.no_pip"))


@pytest.mark.parametrize("name", PAGES)
def test_no_english_is_left(name: str, page: Callable[..., str]) -> None:
    shown = page(PSEUDO, *PAGES[name])
    assert shown.strip()
    assert english_in(shown) == []


@pytest.mark.parametrize("code", ["ar", "hi"])
def test_pages_are_in_the_language(code: str, page: Callable[..., str]) -> None:
    for name, words in PAGES.items():
        left = " ".join(english_in(page(code, *words))).split()
        assert set(left) <= allowed_words(code), name


@pytest.mark.parametrize(
    ("code", "said"), [("ar", "مكرر مطابق: 2، ليس JSON: 1"), ("hi", "हूबहू दोहराया हुआ: 2, JSON नहीं: 1")]
)
def test_a_summary_counts_reasons_in_the_language_and_the_file_by_name(
    code: str, said: str, page: Callable[..., str]
) -> None:
    lines = [*(json.dumps({"text": LINES[:i]}) for i in (50, 60, 60, 60, 900)), "{"]
    Path("twice.jsonl").write_text("\n".join(lines))
    shown = page(
        code,
        "prepare",
        "twice.jsonl",
        "--tokenizer=byte",
        "--on_error=skip",
        "--duplicates=exact",
        "--split=contiguous",
    )
    assert said in without_isolates(shown)
    described = json.loads(Path("data/twice/dataset.json").read_text())
    assert described["source"]["left_out"] == {"exact duplicate": 2, "not JSON": 1}


def reasons_in_code(made: str, place: int) -> set[str]:
    """The reasons that readers of text give for what they leave out."""
    found = set()
    for path in sorted((Path(fledge.__file__).parent / "data").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == made:
                named = [keyword.value for keyword in node.keywords if keyword.arg == "reason"]
                given = [*named, *node.args[place : place + 1]]
                found |= {str(value.value) for value in given if isinstance(value, ast.Constant)}
    return found


def test_every_reason_has_words() -> None:
    records, files = reasons_in_code("BadRecord", 0), reasons_in_code("DamagedFile", 2)
    assert "not JSON" in records
    assert {"binary", "cut off"} <= files
    wanted = records | files | {f"{name} file" for name in files}
    assert {name for name in wanted if isinstance(reason_in_words(name), str)} == set()


def test_reasons_in_english_are_their_names() -> None:
    """A dataset.json counts them by name; a file of an older version has the same."""
    for name in [*IN_WORDS, "not CP1256", "not CP1256 file", "not a zip archive", "another reason"]:
        assert str(reason_in_words(name)) == name
    assert counted_reasons([("binary", 1200), ("hidden", 1)]) == "1,200 binary, 1 hidden"


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "ملف واحد"), (2, "ملفان"), (3, "3 ملفات"), (11, "11 ملفًا"), (100, "100 ملف"), (0, "0 ملف")],
)
def test_files_are_counted_in_arabic(number: int, said: str) -> None:
    with speaking(Language("ar")):
        assert without_isolates(text(say("prepare.page.files", number=number))) == said
