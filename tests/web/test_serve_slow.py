"""Clients that read slowly or not at all: they hold little memory, no place, and nobody up."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator

import httpx2
import pytest

import fledge.web.connection as connection
from fledge.serving.request import Asked, Piece, Scored
from fledge.train.generate import Sampling
from fledge.web.openai_requests import Wanted
from fledge.web.serve_app import MOST_UNREAD_BYTES, Inbox, ReadsTooSlowly
from tests.web.serving import NAME, Running, serving, tiny_engine

FORM = {"message", "type", "param", "code"}


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(connection, "STALL_S", 0.3)
    with serving(tiny_engine(), max_tokens=100_000) as made:
        made.address.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # the kernel would hold megabytes
        yield made


def opened(running: Running) -> socket.socket:
    """A connection whose client has room for little."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", running.address.port))
    return client


def asking(running: Running, **more: object) -> bytes:
    body = json.dumps({"model": NAME, "prompt": "a", "temperature": 0, "stream": True, **more}).encode()
    head = f"POST /v1/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {running.address.token}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def is_at_rest(running: Running) -> bool:
    for _ in range(1200):
        if running.engine.counts() == (0, 0) and not running.connections:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("is_streamed", [True, False])
def test_a_client_that_stops_reading_is_let_go_and_blocks_nobody(running: Running, is_streamed: bool) -> None:
    more = {"max_tokens": 100_000, "logprobs": 5} if is_streamed else {"max_tokens": 1000, "logprobs": 5}
    with opened(running) as client:
        client.sendall(asking(running, stream=is_streamed, **more))
        with httpx2.Client(base_url=running.url, headers=running.bearer, timeout=60) as other:
            answer = other.post("/completions", json={"prompt": "b", "max_tokens": 5, "temperature": 0})
            assert answer.json()["usage"]["completion_tokens"] == 5
        assert is_at_rest(running)  # though the client has not gone


def test_a_client_that_reads_slowly_gets_all(running: Running) -> None:
    with opened(running) as client:
        client.settimeout(60)
        client.sendall(asking(running, max_tokens=300, stream_options={"include_usage": True}))
        got = b""
        while b"data: [DONE]" not in got:
            got += client.recv(2000)
            time.sleep(0.002)
    assert b'"completion_tokens": 300' in got


def test_what_nobody_reads_is_bounded() -> None:
    async def pile() -> None:
        wanted = Wanted((Asked((1,), 10**6, Sampling()),) * 2, 1, True, False)
        inbox = Inbox(wanted)
        top = tuple((token, -1.0) for token in range(20))
        for place in range(10_000):
            inbox.tickets[0].deliver(Piece("x", place, (Scored(1, -1.0, top, place),)))
        await asyncio.sleep(0)
        assert all(ticket.is_cancelled for ticket in inbox.tickets)  # nothing more is written
        assert inbox.unread_bytes <= MOST_UNREAD_BYTES
        with pytest.raises(ReadsTooSlowly):
            await anext(inbox.batches())

    asyncio.run(pile())


def test_the_whole_text_of_a_request_may_wait() -> None:
    """A client that reads nothing for a while loses nothing of a usual text."""

    async def wait() -> str:
        inbox = Inbox(Wanted((Asked((1,), 4096, Sampling()),), 1, True, False))
        for place in range(4096):
            inbox.tickets[0].deliver(Piece("word ", place, (), "length" if place == 4095 else None))
        await asyncio.sleep(0)
        return "".join([batch[0].text async for batch in inbox.batches()])

    assert asyncio.run(wait()) == "word " * 4096


def test_too_many_connections_are_refused_in_openais_form(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MAX_CONNECTIONS", 3)
    idle = [opened(running) for _ in range(3)]
    for _ in range(600):
        if len(running.connections) == 3:
            break
        time.sleep(0.01)
    address = running.address.base
    for path in ("v1/models", "v1/chat/completions", ""):
        answer = httpx2.get(f"{address}{path}", headers=running.bearer)
        assert (answer.status_code, answer.headers["connection"], answer.headers["retry-after"]) == (503, "close", "1")
        assert set(answer.json()["error"]) == FORM
        assert answer.json()["error"]["type"] == "server_error"
    page = httpx2.get(address, headers={**running.bearer, "accept": "text/html"})
    assert (page.status_code, "connections" in page.text) == (503, True)
    for client in idle:
        client.close()
    assert is_at_rest(running)
    assert httpx2.get(f"{address}v1/models", headers=running.bearer).status_code == 200
