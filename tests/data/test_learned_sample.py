"""What a learned vocabulary saves: tokenizer stats says it for the user's text, and plan warns where it is much."""

import json
import re
from pathlib import Path

import pytest

from fledge.api.planned_tokens import long_text_notes
from fledge.data.corpus.catalog import shipped_text
from fledge.data.prepare import prepare
from fledge.data.prepare.learned_sample import learn_and_compare
from fledge.data.prepare.request import Request
from fledge.texts import text
from fledge.tokenizer.base import ByteTokenizer
from fledge.tokenizer.bpe import Gpt2Tokenizer
from fledge.tokenizer.train import train_bpe
from tests.helpers import Fledge

HINDI = shipped_text("hindi_small").fetch(Path(), lambda _: None).read_text(encoding="utf-8")[:60_000]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GPT-2's rules with the pairs of some English, so that nothing has to be fetched."""
    monkeypatch.chdir(tmp_path)
    tokens = [token for token in train_bpe(["the cat sat on the mat and the dog ran " * 50], 300).tokens if token]
    small = Gpt2Tokenizer({token: rank for rank, token in enumerate(tokens)})
    monkeypatch.setattr(Gpt2Tokenizer, "load", staticmethod(lambda: small))
    Path("hindi.txt").write_text(HINDI)


def test_what_is_kept_aside_is_not_learned_from() -> None:
    found = learn_and_compare([HINDI], 1000, ByteTokenizer())
    assert found is not None
    assert found.vocab_size == 1000
    assert found.other_tokens == found.bytes, "bytes are as many tokens"
    assert 0.05 < found.bytes / (found.bytes + found.learned_bytes) < 0.15
    assert found.bytes + found.learned_bytes == len(HINDI.encode())
    assert found.ratio > 4
    assert learn_and_compare(["a short text"], 300, ByteTokenizer()) is None
    assert learn_and_compare([" \n" * 30_000], 300, ByteTokenizer()) is None


def test_stats_say_what_it_would_save(fledge: Fledge) -> None:
    document = json.loads(fledge("tokenizer", "stats", "hindi.txt", "--learn=1000", "--json")[1])
    by_name = {one["name"]: one["total"] for one in document["tokenizers"]}
    words = len(HINDI.split())
    assert by_name["byte"]["tokens_per_word"] == pytest.approx(len(HINDI.encode()) / words)
    learned = document["learned"]
    assert learned["times_fewer_tokens"] == pytest.approx(learned["other_tokens"] / learned["tokens"])
    assert learned["bytes_per_token"] > 2.5 * learned["other_bytes_per_token"]
    assert document["next_commands"] == ["fledge prepare hindi.txt --tokenizer=bpe:1000"]
    page = " ".join(fledge("tokenizer", "stats", "hindi.txt", "--learn=1000")[1].split())
    assert "A vocabulary of 1,000 tokens learned from this text has" in page
    assert "times fewer steps, and a context of 1,024 tokens holds" in page
    assert json.loads(fledge("tokenizer", "stats", "hindi.txt", "--learn=0", "--json")[1])["learned"] is None


def test_text_without_words_has_no_tokens_per_word(fledge: Fledge) -> None:
    Path("spaces.txt").write_text(" \n" * 30_000)
    document = json.loads(fledge("tokenizer", "stats", "spaces.txt", "--json")[1])
    assert [one["total"]["tokens_per_word"] for one in document["tokenizers"]] == [None, None]
    assert re.search(r"byte \(257\) +60,000 +- +1\.00", fledge("tokenizer", "stats", "spaces.txt")[1])


@pytest.mark.parametrize(("tokenizer", "warns"), [("gpt2", True), ("bpe:1000", False)])
def test_a_plan_warns_of_text_that_gpt2_makes_long(tokenizer: str, warns: bool) -> None:
    made = prepare(Request(("hindi.txt",), Path("out"), tokenizer))
    notes = [text(note) for note in long_text_notes(made.dataset)]
    assert bool(notes) == warns
    if warns:
        assert "times as long as a vocabulary of" in notes[0]
        assert "measured on a sample of" in notes[0]


def test_english_is_not_warned_of() -> None:
    Path("english.txt").write_text("the cat sat on the mat and the dog ran " * 3000)
    made = prepare(Request(("english.txt",), Path("out"), "gpt2"))
    assert long_text_notes(made.dataset) == []
