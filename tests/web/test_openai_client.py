"""The official client against a real server with a tiny model: completions, chats, streams, errors."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from fledge.web.rate import Rate
from tests.helpers import Later
from tests.web.serving import CHARS, NAME, Running, serving, tiny_engine

openai = Later("openai")
CHAT: list[Any] = [{"role": "system", "content": "be kind"}, {"role": "user", "content": "hello"}]


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with serving(tiny_engine(CHARS)) as made:
        yield made


@pytest.fixture(scope="module")
def client(running: Running) -> Iterator[Any]:
    with openai.OpenAI(base_url=running.url, api_key=running.address.token, max_retries=0) as made:
        yield made


def test_models(client: Any) -> None:
    assert [model.id for model in client.models.list()] == [NAME]
    assert client.models.retrieve(NAME).object == "model"
    with pytest.raises(openai.NotFoundError) as caught:
        client.models.retrieve("gpt-4")
    assert caught.value.code == "model_not_found"


def test_a_completion(client: Any) -> None:
    answer = client.completions.create(model=NAME, prompt="hello", max_tokens=12, temperature=0)
    assert answer.object == "text_completion"
    (choice,) = answer.choices
    assert len(choice.text) == 12
    assert choice.finish_reason == "length"
    assert answer.usage is not None
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens, answer.usage.total_tokens) == (5, 12, 17)
    again = client.completions.create(model=NAME, prompt="hello", max_tokens=12, temperature=0)
    assert again.choices[0].text == choice.text
    assert len(client.completions.create(model=NAME, prompt="hello").choices[0].text) == 16  # OpenAI's default


def test_a_stream_is_the_completion_in_pieces(client: Any) -> None:
    asked: dict[str, Any] = {"model": NAME, "prompt": "hello", "max_tokens": 30, "temperature": 0.9, "seed": 5}
    whole = client.completions.create(**asked).choices[0]
    chunks = list(client.completions.create(**asked, stream=True, stream_options={"include_usage": True}))
    assert "".join(chunk.choices[0].text for chunk in chunks[:-1]) == whole.text
    assert [chunk.choices[0].finish_reason for chunk in chunks[:-1] if chunk.choices[0].finish_reason] == ["length"]
    assert chunks[-1].choices == []
    assert chunks[-1].usage is not None
    assert chunks[-1].usage.completion_tokens == 30
    assert len({chunk.id for chunk in chunks}) == 1


def test_seeds_and_several_choices(client: Any) -> None:
    def drawn(seed: int, n: int = 1) -> list[str]:
        answer = client.completions.create(model=NAME, prompt="a", max_tokens=20, seed=seed, n=n)
        assert [choice.index for choice in answer.choices] == list(range(n))
        return [choice.text for choice in answer.choices]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)
    assert drawn(-1) != drawn(1)
    three = drawn(1, n=3)
    assert three[0] == drawn(1)[0]
    assert len(set(three)) == 3
    unseeded = [client.completions.create(model=NAME, prompt="a", max_tokens=20).choices[0].text for _ in range(2)]
    assert unseeded[0] != unseeded[1]
    chunks = list(client.completions.create(model=NAME, prompt="a", max_tokens=20, seed=1, n=3, stream=True))
    streamed = ["".join(c.choices[0].text for c in chunks if c.choices[0].index == k) for k in range(3)]
    assert streamed == three


def test_several_prompts_as_text_and_as_tokens(client: Any) -> None:
    ids = [CHARS.encode(text).tolist() for text in ("hello", "a")]
    answers = [
        client.completions.create(model=NAME, prompt=prompt, max_tokens=5, temperature=0, n=2)
        for prompt in (["hello", "a"], ids)
    ]
    texts = [[choice.text for choice in answer.choices] for answer in answers]
    assert texts[0] == texts[1]
    assert len(texts[0]) == 4
    assert texts[0][0] == texts[0][1]
    alone = client.completions.create(model=NAME, prompt=ids[1], max_tokens=5, temperature=0)
    assert alone.choices[0].text == texts[0][2]


def test_stop(client: Any) -> None:
    whole = client.completions.create(model=NAME, prompt="hello", max_tokens=30, temperature=0).choices[0].text
    stop = whole[7:9]
    for given in (stop, ["zzzzz", stop]):
        choice = client.completions.create(
            model=NAME, prompt="hello", max_tokens=30, temperature=0, stop=given
        ).choices[0]
        assert (choice.text, choice.finish_reason) == (whole[: whole.index(stop)], "stop")


def test_logprobs_of_a_completion(client: Any) -> None:
    choice = client.completions.create(model=NAME, prompt="hello", max_tokens=6, temperature=0, logprobs=2).choices[0]
    scores = choice.logprobs
    assert scores is not None
    assert "".join(scores.tokens or []) == choice.text
    assert scores.text_offset == list(range(6))
    assert scores.top_logprobs is not None
    assert all(len(top) == 2 for top in scores.top_logprobs)
    assert scores.token_logprobs == [max(top.values()) for top in scores.top_logprobs]


def test_a_chat(client: Any) -> None:
    answer = client.chat.completions.create(
        model=NAME, messages=CHAT, max_tokens=10, temperature=0, logprobs=True, top_logprobs=3
    )
    assert answer.object == "chat.completion"
    assert answer.choices[0].message.role == "assistant"
    assert answer.choices[0].message.content
    assert "not trained to chat" in answer.model_dump()["warning"]
    scores = answer.choices[0].logprobs
    assert scores is not None
    assert scores.content is not None
    assert all(len(one.top_logprobs) == 3 and bytes(one.bytes or []).decode() == one.token for one in scores.content)


def test_a_streamed_chat(client: Any) -> None:
    asked: dict[str, Any] = {"model": NAME, "messages": CHAT, "max_completion_tokens": 15, "seed": 3}
    whole = client.chat.completions.create(**asked).choices[0]
    chunks = list(client.chat.completions.create(**asked, stream=True))
    assert chunks[0].choices[0].delta.role == "assistant"
    assert {chunk.object for chunk in chunks} == {"chat.completion.chunk"}
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == whole.message.content
    assert chunks[-1].choices[0].finish_reason == whole.finish_reason


def test_a_chat_in_parts_of_text(client: Any) -> None:
    parts = [{"role": "user", "content": [{"type": "text", "text": "hel"}, {"type": "text", "text": "lo"}]}]
    asked: dict[str, Any] = {"model": NAME, "max_tokens": 8, "temperature": 0}
    together = client.chat.completions.create(messages=[{"role": "user", "content": "hello"}], **asked)
    apart = client.chat.completions.create(messages=parts, **asked)
    assert apart.choices[0].message.content == together.choices[0].message.content


BAD: list[tuple[dict[str, Any], str | None]] = [
    ({"max_tokens": 0}, "max_tokens"),
    ({"max_tokens": 1001}, "max_tokens"),
    ({"max_tokens": "12"}, "max_tokens"),
    ({"max_tokens": True}, "max_tokens"),
    ({"temperature": -1}, "temperature"),
    ({"temperature": 3}, "temperature"),
    ({"temperature": "warm"}, "temperature"),
    ({"top_p": 2}, "top_p"),
    ({"n": 17}, "n"),
    ({"n": 0}, "n"),
    ({"n": 9, "prompt": ["a", "b"]}, "n"),
    ({"seed": 2**80}, "seed"),
    ({"seed": 1.5}, "seed"),
    ({"stop": ["a"] * 5}, "stop"),
    ({"stop": ""}, "stop"),
    ({"stop": [1]}, "stop"),
    ({"stop": {}}, "stop"),
    ({"stream": "yes"}, "stream"),
    ({"stream_options": []}, "stream_options"),
    ({"logprobs": 6}, "logprobs"),
    ({"prompt": []}, "prompt"),
    ({"prompt": 5}, "prompt"),
    ({"prompt": None}, "prompt"),
    ({"prompt": ["a", 5]}, "prompt"),
    ({"prompt": [[]]}, "prompt"),
    ({"prompt": [10**30]}, "prompt"),
    ({"prompt": [-1]}, "prompt"),
    ({"prompt": ["a"] * 17}, "prompt"),
    ({"prompt": "not in the vocabulary: Ж"}, "prompt"),
    ({"prompt": "a" * 65}, "prompt"),
    ({"model": 5}, "model"),
    ({"echo": True}, "echo"),
    ({"presence_penalty": 0.5}, "presence_penalty"),
    ({"logit_bias": {"5": 1}}, "logit_bias"),
    ({"max_token": 5}, "max_token"),
    ({"messages": []}, "messages"),
]


@pytest.mark.parametrize(("wrong", "param"), BAD, ids=[json.dumps(wrong)[:40] for wrong, _ in BAD])
def test_a_malformed_completion_is_refused(client: Any, wrong: dict[str, Any], param: str | None) -> None:
    body = {"model": NAME, "prompt": "hello", "max_tokens": 4, **wrong}
    with pytest.raises(openai.BadRequestError) as caught:
        client.post("/completions", body=body, cast_to=object)
    error = caught.value.body
    assert isinstance(error, dict)
    assert set(error) == {"message", "type", "param", "code"}
    assert (error["type"], error["param"]) == ("invalid_request_error", param)
    assert error["message"].endswith((".", "?"))


def said(content: Any) -> list[dict[str, Any]]:
    return [{"role": "user", "content": content}]


MESSAGES: list[Any] = [
    *(None, [], "hello", [5], [{}], [{"role": "user"}], [{"role": "tool", "content": "x"}]),
    *(said(5), said("Ж"), said("a" * 100), said("a") * 1001),
    *(said([5]), said([{"type": "image_url", "image_url": {"url": "x"}}]), said([{"type": "text", "text": 5}])),
]


@pytest.mark.parametrize("messages", MESSAGES)
def test_malformed_messages_are_refused(client: Any, messages: Any) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        client.post("/chat/completions", body={"model": NAME, "messages": messages}, cast_to=object)
    assert caught.value.param == "messages"


def test_a_wrong_model_a_wrong_key_and_a_wrong_path(client: Any, running: Running) -> None:
    with pytest.raises(openai.NotFoundError, match="this server has tiny"):
        client.completions.create(model="gpt-4", prompt="a")
    with pytest.raises(openai.AuthenticationError, match="token"):
        client.with_options(api_key="wrong").models.list()
    with pytest.raises(openai.NotFoundError):
        client.embeddings.create(model=NAME, input="a")
    with pytest.raises(openai.APIStatusError) as caught:
        client.completions.create(model=NAME, prompt="a" * 2_000_000)
    assert caught.value.status_code == 413


def test_a_busy_server_says_so(running: Running, client: Any) -> None:
    streams = [
        client.completions.create(model=NAME, prompt="a", max_tokens=1000, n=4, stream=True, temperature=0)
        for _ in range(3)  # 4 are written, 8 wait
    ]
    with pytest.raises(openai.RateLimitError) as caught:
        client.completions.create(model=NAME, prompt="a", n=16, max_tokens=1)
    assert caught.value.code == "queue_full"
    assert caught.value.response.headers["retry-after"] == "1"
    for stream in streams:
        stream.close()
    retrying = client.with_options(max_retries=5)
    assert retrying.completions.create(model=NAME, prompt="a", max_tokens=2).choices[0].finish_reason == "length"


def test_a_limit_of_requests_a_minute() -> None:
    with (
        serving(tiny_engine(CHARS), per_minute=2) as running,
        openai.OpenAI(base_url=running.url, api_key=running.address.token, max_retries=0) as client,
    ):
        with pytest.raises(openai.BadRequestError):
            client.completions.create(model=NAME, prompt=[])  # does not count
        for _ in range(2):
            client.completions.create(model=NAME, prompt="a", max_tokens=1)
        with pytest.raises(openai.RateLimitError, match="2 requests a minute") as caught:
            client.completions.create(model=NAME, prompt="a", max_tokens=1)
        assert caught.value.code == "rate_limit_exceeded"
        assert 1 <= int(caught.value.response.headers["retry-after"]) <= 60
        assert len(client.models.list().data) == 1


def test_the_minute_moves_on() -> None:
    now = 0.0
    rate = Rate(2, lambda: now)
    assert [rate.wait_s() for _ in range(3)] == [0, 0, 60]
    now = 59.5
    assert rate.wait_s() == 1
    now = 60.0
    assert [rate.wait_s(), rate.wait_s(), rate.wait_s()] == [0, 0, 60]


def test_a_tiny_temperature_is_greedy(client: Any) -> None:
    drawn = [
        client.completions.create(model=NAME, prompt="hello", max_tokens=9, temperature=temperature).choices[0].text
        for temperature in (0, 1e-300, 1e-5, 1e-3)
    ]
    assert len(set(drawn)) == 1


def test_what_other_clients_send_is_taken(client: Any) -> None:
    extra: dict[str, Any] = {
        "top_k": 1,
        "user": "me",
        "presence_penalty": 0,
        "frequency_penalty": 0.0,
        "logit_bias": {},
    }
    first = client.post("/completions", body={"prompt": "hello", "max_tokens": 9, **extra}, cast_to=object)
    greedy = client.completions.create(model=NAME, prompt="hello", max_tokens=9, temperature=0)
    assert isinstance(first, dict)
    assert first["choices"][0]["text"] == greedy.choices[0].text
    zero = client.completions.create(model=NAME, prompt="hello", max_tokens=9, top_p=0)
    assert zero.choices[0].text == greedy.choices[0].text
