"""`fledge serve` without a client library: raw bodies, the page, clients that go away, the command itself."""

import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.helpers import Fledge
from tests.web.serving import Running, serving, tiny_engine

ENDLESS = {"prompt": "a", "max_tokens": 1000, "temperature": 0}


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with serving(tiny_engine()) as made:
        yield made


@pytest.fixture
def client(running: Running) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=running.address.base, headers=running.bearer, timeout=60) as made:
        yield made


BODIES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"text"',
    b"\xff\xfe",
    b'{"prompt": "\\ud800"}',
    b'{"prompt": "a", "temperature": NaN}',
    b'{"prompt": "a", "temperature": Infinity}',
    b'{"prompt": "a", "max_tokens": 1' + b"0" * 5000 + b"}",
    b'{"prompt": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b'{"prompt": {"a": 1}}',
    b'{"prompt": "a", "a\\u0000b": 1}',
    b'{"prompt": "a", "stream_options": {"include_usage": 5}}',
]


@pytest.mark.parametrize("path", ["completions", "chat/completions"])
@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_a_body_that_is_no_request(client: httpx2.Client, path: str, body: bytes) -> None:
    answer = client.post(f"/v1/{path}", content=body)
    assert answer.status_code == 400
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}


def test_errors_of_the_road_have_openais_form(client: httpx2.Client) -> None:
    found = [
        client.get("/v1/nothing"),
        client.get("/v1/completions"),
        client.post("/v1/models"),
        client.post("/v1/completions", content=b"x" * 2_000_000),
        client.post("/v1/completions", json=ENDLESS, headers={"authorization": "Bearer wrong"}),
        client.post("/v1/completions", json=ENDLESS, headers={"origin": "http://evil.example"}),
        client.get("/v1/models", headers={"host": "evil.example"}),
    ]
    assert [answer.status_code for answer in found] == [404, 405, 405, 413, 401, 403, 421]
    assert all(set(answer.json()["error"]) == {"message", "type", "param", "code"} for answer in found)


def idle(running: Running) -> bool:
    """Whether the engine comes to rest before it could have written what it was asked for."""
    for _ in range(600):
        if running.engine.counts() == (0, 0):
            return True
        time.sleep(0.05)
    return False


def test_a_client_that_goes_away_frees_its_place(running: Running, client: httpx2.Client) -> None:
    endless = {**ENDLESS, "n": 4}
    started = threading.Event()
    before = running.engine.step_count
    with client.stream("POST", "/v1/completions", json={**endless, "stream": True}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        next(answer.iter_lines())
        started.set()
    with pytest.raises(httpx2.ReadTimeout):
        client.post("/v1/completions", json=endless, timeout=0.3)
    assert idle(running)
    assert started.is_set()
    assert running.engine.step_count - before < 1900  # two times 1,000 would have been written


def test_characters_come_whole(running: Running, client: httpx2.Client) -> None:
    """The model is random, and so are its bytes: what is no UTF-8 is U+FFFD, and every event is valid JSON."""
    asked = {"prompt": "é", "max_tokens": 200, "temperature": 1.5, "seed": 1, "stream": True}
    with client.stream("POST", "/v1/completions", json=asked) as answer:
        lines = [line for line in answer.iter_lines() if line]
    assert lines[-1] == "data: [DONE]"
    text = "".join(json.loads(line[6:])["choices"][0]["text"] for line in lines[:-1])
    whole = client.post("/v1/completions", json={**asked, "stream": False}).json()["choices"][0]["text"]
    assert text == whole


def test_the_page(client: httpx2.Client) -> None:
    page = client.get("/").text
    assert "{{" not in page
    assert "not trained to chat" in page
    for path in re.findall(r'(?:href|src)="(/[^"]+)"', page):
        assert client.get(path).status_code == 200, path
    for path in ("/static/chat/../uplot/LICENSE", "/static/chat/%2e%2e/%2e%2e/guard.py", "/static/chat//etc/passwd"):
        assert client.get(path).status_code == 404, path


def test_a_model_that_is_not_there(work: Path, fledge: Fledge) -> None:
    code, _, error = fledge("serve", "runs/nothing")
    assert (code, "no run runs/nothing" in error) == (2, True)
