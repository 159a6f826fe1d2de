"""`fledge serve` without a client library: raw bodies, the page, clients that go away, the command itself."""

import json
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
import torch

from fledge.config.shape import ModelShape
from fledge.interop.hf_export import write_hf_folder
from fledge.model.build import build_model
from fledge.tokenizer.base import ByteTokenizer
from fledge.web.server import TOKEN_VARIABLE
from tests.helpers import Fledge
from tests.processes import FledgeProcess
from tests.web.serving import Running, serving, tiny_engine

TOKEN = "the-token-of-this-test"
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
        client.post("/v1/completions", json=endless, timeout=0.03)
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


def saved_model(folder: Path) -> Path:
    """A Hugging Face folder with a tiny random model."""
    torch.manual_seed(0)
    tokenizer = ByteTokenizer()
    shape = ModelShape("llama", 1, 2, 32, 64, tokenizer.vocab_size, False)
    write_hf_folder(folder, shape, build_model(shape).state_dict(), tokenizer, card="")
    return folder


def test_the_command_serves_a_folder_and_ends_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, TOKEN)
    folder = saved_model(tmp_path / "my model")
    process = FledgeProcess("serve", str(folder), "--dtype=int8", "--streams=2", "--queue=3", cwd=tmp_path)
    printed = []
    for line in process.stdout:
        printed.append(line)
        if "Ctrl-C" in line:
            break
    shown = "".join(printed)
    base = re.search(r'base_url="(\S+)"', shown)
    assert base is not None, shown
    assert f'api_key="{TOKEN}"' in shown
    assert 'model="my model"' in shown
    assert f"Bearer {TOKEN}" in shown
    assert "Context 64 tokens" in shown
    with httpx2.Client(base_url=base[1], headers={"authorization": f"Bearer {TOKEN}"}, timeout=60) as client:
        assert client.get("/models").json()["data"][0]["id"] == "my model"
        with client.stream("POST", "/completions", json={**ENDLESS, "max_tokens": 4096, "stream": True}) as answer:
            next(answer.iter_lines())
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == 130
    assert process.stdout.read() == "fledge: stopped.\n"
    process.stdout.close()


def test_limits_that_the_model_does_not_have(tmp_path: Path, fledge: Fledge) -> None:
    folder = saved_model(tmp_path / "model")
    code, _, error = fledge("serve", str(folder), "--context=65")
    assert (code, "Try --context=64." in error) == (2, True)
