"""The engine: texts written side by side are the texts written alone, whatever joins and leaves."""

import random
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
import torch

from fledge.config.shape import ModelShape
from fledge.model.base import GPT
from fledge.model.build import build_model
from fledge.model.modern import Modern
from fledge.model.quantize import converted
from fledge.serving.engine import Engine, QueueFull
from fledge.serving.request import Asked, Piece, Ticket
from fledge.serving.steps import Steps
from fledge.serving.text import TextStream
from fledge.tokenizer.base import ByteTokenizer
from fledge.train.generate import Sampling, generate

GREEDY = Sampling(temperature=0)
TOKENIZER = ByteTokenizer()
MODELS = {
    "gpt2, int8": ("gpt2", "int8", None),
    "llama, bfloat16": ("llama", "bfloat16", None),
    "modern, float32": ("modern", "float32", None),
    "gpt2, documents": ("gpt2", "int8", 256),
}


def model_of(arch: str, dtype: str = "int8", document_end: int | None = None, block: int = 32) -> GPT:
    torch.manual_seed(0)
    rows = {"ngram_rows": 100, "ngram_counts": 500} if arch == "modern" else {}
    made = build_model(ModelShape(arch, 2, 2, 64, block, 260, False, **rows)).eval()  # type: ignore[arg-type]
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.add_(0.15 * torch.randn_like(parameter))
    if isinstance(made, Modern) and made.counts is not None:
        made.counts.count(torch.randint(260, (50,)).repeat(9))
    made.document_end = document_end
    return converted(made, dtype)


class Written:
    """Collects the pieces of a ticket."""

    def __init__(self, asked: Asked) -> None:
        self.pieces: list[Piece] = []
        self._is_done = threading.Event()
        self.ticket = Ticket(asked, self._take)

    def _take(self, piece: Piece) -> None:
        self.pieces.append(piece)
        if piece.finish is not None:
            self._is_done.set()

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    @property
    def finish(self) -> str | None:
        return self.pieces[-1].finish

    def wait(self) -> "Written":
        assert self._is_done.wait(60), "the engine hangs"
        return self


@pytest.fixture(scope="module", params=MODELS)
def model(request: pytest.FixtureRequest) -> GPT:
    return model_of(*MODELS[request.param])


@pytest.fixture
def engine(model: GPT) -> Iterator[Engine]:
    made = Engine(model, TOKENIZER, slots=5, max_waiting=100)
    yield made
    made.close()


def write(engine: Engine, asked: Sequence[Asked]) -> list[Written]:
    written = [Written(one) for one in asked]
    engine.submit([one.ticket for one in written])
    return [one.wait() for one in written]


def ask(prompt: str | list[int], tokens: int = 20, **others: Any) -> Asked:
    ids = TOKENIZER.encode(prompt).tolist() if isinstance(prompt, str) else prompt
    return Asked(tuple(ids), tokens, **{"sampling": GREEDY, **others})


def expected(model: GPT, asked: Asked) -> str:
    """What generate() writes."""
    size, eot = TOKENIZER.vocab_size, TOKENIZER.eot
    rows = generate(model, asked.prompt, 1, asked.max_tokens, asked.sampling, eot, size)
    return TOKENIZER.decode([row[0] for row in rows if row[0] is not None])


PROMPTS: list[str | list[int]] = [
    "a",
    "hello world",
    "Once upon a time there was a k",
    "x" * 32,
    "zwölf Boxkämpfer",
    [256],
    [65, 256, 66, 67],
    [65, 256],
]


def test_texts_in_company_are_those_that_generate_writes_alone(model: GPT, engine: Engine) -> None:
    asked = [ask(prompt, tokens) for prompt in PROMPTS for tokens in (1, 60)]  # beyond the context: it slides
    asked += [ask("seeded", 30, sampling=Sampling(0.9, 20, 0.9, seed=seed)) for seed in range(4)]
    alone = [expected(model, one) for one in asked]
    random.Random(0).shuffle(together := list(zip(asked, alone, strict=True)))
    written = write(engine, [one for one, _ in together])
    assert [one.text for one in written] == [text for _, text in together]


def test_a_prompt_that_several_share_is_read_once(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [ask("shared", 25, sampling=Sampling(0.9, 0, 1.0, seed)) for seed in range(4)]
    apart = [write(engine, [one])[0].text for one in asked]
    reads: list[list[int]] = []
    read = Steps.read

    def counted(steps: Steps, slots: Sequence[int], pieces: Sequence[Sequence[int]]) -> list[torch.Tensor]:
        reads.extend(list(piece) for piece in pieces)
        return read(steps, slots, pieces)

    monkeypatch.setattr(Steps, "read", counted)
    assert [one.text for one in write(engine, asked)] == apart
    assert reads.count(TOKENIZER.encode("shared").tolist()) == 1


def test_a_text_of_its_own_length_and_end(engine: Engine) -> None:
    short, long = write(engine, [ask("abc", 3), ask("abc", 9)])
    assert (short.finish, short.pieces[-1].tokens) == ("length", 3)
    assert long.pieces[-1].tokens == 9
    assert long.text.startswith(short.text[:-1])


def test_those_who_leave_free_their_places(engine: Engine) -> None:
    endless = [Written(ask("abc", 10**9)) for _ in range(5)]
    engine.submit([one.ticket for one in endless])
    waiting = Written(ask("abc", 2))
    engine.submit([waiting.ticket])
    endless[2].ticket.cancel()
    assert waiting.wait().finish == "length"
    for one in endless:
        one.ticket.cancel()
    assert write(engine, [ask("abc", 2)])[0].finish == "length"
    assert engine.counts() == (0, 0)


def test_a_full_queue_is_refused_as_a_whole(model: GPT) -> None:
    engine = Engine(model, TOKENIZER, slots=1, max_waiting=2)
    endless = [Written(ask("abc", 10**9)) for _ in range(3)]
    engine.submit([one.ticket for one in endless])
    for count in (1, 2):
        with pytest.raises(QueueFull):
            engine.submit([Written(ask("abc")).ticket] * count)
    engine.close()
    assert [one.wait().finish for one in endless] == ["error"] * 3
    with pytest.raises(QueueFull):
        engine.submit([Written(ask("abc")).ticket])


def test_a_failure_is_told_and_survived(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Steps, "step", fails)
    assert [one.finish for one in write(engine, [ask("abc"), ask("abd")])] == ["error", "error"]
    monkeypatch.undo()
    assert write(engine, [ask("abc")])[0].finish == "length"


def test_log_probabilities(engine: Engine) -> None:
    plain, scored = write(engine, [ask("abc", 8), ask("abc", 8, alternatives=3)])
    assert plain.text == scored.text
    tokens = [one for piece in scored.pieces for one in piece.scored]
    assert len(tokens) == 8
    assert all(one.top[0] == (one.token, one.logprob) for one in tokens)  # greedy: the likeliest
    assert all(len(one.top) == 3 and one.logprob <= 0 for one in tokens)
    assert [one.start for one in tokens] == sorted(one.start for one in tokens)


def test_a_stop_string_ends_the_text_before_it(engine: Engine) -> None:
    whole = write(engine, [ask("abc", 12)])[0].text
    stop = whole[4:6]
    (stopped,) = write(engine, [ask("abc", 12, stop=("never seen", stop), alternatives=0)])
    assert stopped.finish == "stop"
    assert stopped.text == whole[: whole.index(stop)]
    assert all(one.start < len(stopped.text) for piece in stopped.pieces for one in piece.scored)


def feed(text: str, stops: Sequence[str], step: int = 1) -> tuple[list[str], TextStream]:
    stream = TextStream(TOKENIZER, stops)
    handed = []
    for token in TOKENIZER.encode(text).tolist():
        handed.append(stream.feed(token))
        if stream.is_stopped:
            break
    return [*handed, stream.finish()], stream


@pytest.mark.parametrize(
    ("text", "stops", "expected", "is_stopped"),
    [
        ("plain", (), "plain", False),
        ("one END two", ("END",), "one ", True),
        ("one EN two", ("END",), "one EN two", False),
        ("aab", ("ab",), "a", True),
        ("aaab", ("aab",), "a", True),
        ("ends with EN", ("END",), "ends with EN", False),
        ("überÜber", ("Ü",), "über", True),
        ("x\ny", ("\n", "y"), "x", True),
        ("abcd", ("cd", "bc"), "a", True),
        ("", ("x",), "", False),
    ],
)
def test_stop_strings(text: str, stops: tuple[str, ...], expected: str, is_stopped: bool) -> None:
    pieces, stream = feed(text, stops)
    assert "".join(pieces) == expected
    assert stream.is_stopped == is_stopped
    assert stream.handed == len(expected)


def test_a_character_is_handed_out_whole() -> None:
    pieces, _ = feed("a€👩", ())
    assert [piece for piece in pieces if piece] == ["a", "€", "👩"]
    stream = TextStream(TOKENIZER)
    assert stream.feed(0xE2) + stream.finish() == "\ufffd"


def test_settings_of_one_do_not_touch_another(model: GPT, engine: Engine) -> None:
    hot = ask("abc", 15, sampling=Sampling(1.5, 0, 1.0, 7))
    alone = expected(model, hot)
    others = [ask("abc", 15, sampling=replace(hot.sampling, seed=seed, top_k=seed)) for seed in range(4)]
    assert write(engine, [*others, hot])[-1].text == alone
