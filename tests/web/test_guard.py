"""The guard and the server: who may talk to us, and what happens to those who may not."""

import asyncio
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.types import Message

from fledge.cli.main import _implementation
from fledge.common.errors import FledgeError
from fledge.options.command import Command
from fledge.web.guard import Door, Guard
from fledge.web.server import TOKEN_VARIABLE, Address, announce, guarded, is_loopback, listen, run_server

TOKEN = "the-token-of-this-test"
BASE = "http://127.0.0.1:8710"
BEARER = {"authorization": f"Bearer {TOKEN}"}
LIMIT = 1000


async def body(request: Request) -> Response:
    return JSONResponse({"length": len(await request.body())})


async def hello(request: Request) -> Response:
    return PlainTextResponse("hello")


async def broken(request: Request) -> Response:
    raise ZeroDivisionError("a secret detail")


ROUTES = [Route("/", hello), Route("/runs/x", hello), Route("/body", body, methods=["POST"]), Route("/broken", broken)]


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[Address]:
    monkeypatch.setenv(TOKEN_VARIABLE, TOKEN)
    found = listen("127.0.0.1", 0, 18_710)
    yield found
    found.listener.close()


@pytest.fixture
def client(address: Address) -> TestClient:
    return TestClient(guarded(ROUTES, address, LIMIT), base_url=BASE, raise_server_exceptions=False)


def test_without_the_token_nothing_is_told(client: TestClient) -> None:
    for path in ("/", "/runs/x", "/nothing", "/?token=", "/?token=wrong", "/?token=the-token-of-this-tes"):
        answer = client.get(path)
        assert (answer.status_code, "hello" in answer.text) == (401, False), path
        assert answer.json()["error"]["type"] == "authentication_error"
    for value in ("", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"bearer {TOKEN}x", "Bearer \xe9"):
        headers = {b"authorization": value.encode("latin-1")}
        assert client.get("/", headers=headers).status_code == 401, value
    page = client.get("/", headers={"accept": "text/html,*/*"})
    assert (page.status_code, "?token=" in page.text) == (401, True)


def test_the_token_in_the_address_becomes_a_cookie_and_leaves_the_address(client: TestClient, address: Address) -> None:
    answer = client.get(f"/runs/x?a=%22%3E1&token={TOKEN}&b=")
    assert answer.status_code == 200
    assert "0;url=/runs/x?a=%22%3E1&amp;b=" in answer.text
    assert TOKEN not in answer.text
    (cookie,) = answer.headers.get_list("set-cookie")
    assert cookie == f"fledge_{address.port}={TOKEN}; HttpOnly; Path=/; SameSite=strict"
    assert client.get("/runs/x").text == "hello"
    assert client.get("/runs/x", headers={"cookie": f"fledge_{address.port}=wrong"}).status_code == 401


def test_the_page_behind_the_token_is_always_ours(client: TestClient) -> None:
    """`//evil.invalid/` as a path would be an address of another site."""
    answer = client.get(f"{BASE}//evil.invalid/x?token={TOKEN}")
    assert "0;url=/evil.invalid/x" in answer.text
    assert "url=//" not in answer.text


def test_programs_send_the_token_as_a_bearer(client: TestClient) -> None:
    assert client.get("/", headers=BEARER).text == "hello"
    assert client.post("/body", headers=BEARER, content=b"12345").json() == {"length": 5}


@pytest.mark.parametrize(
    "host",
    ["evil.invalid", "evil.invalid:8710", "127.0.0.1.evil.invalid", "localhost.evil.invalid", "", "a b", "[::1", "@"],
)
def test_another_name_for_this_server_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={**BEARER, "host": host}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:9", "localhost:8710", "LOCALHOST", "[::1]:8710", "10.1.2.3"])
def test_numbers_and_localhost_are_names_of_ours(client: TestClient, host: str) -> None:
    assert client.get("/", headers={**BEARER, "host": host}).text == "hello"


@pytest.mark.parametrize(
    "origin", ["https://evil.invalid", "null", "http://127.0.0.1:8711", "http://127.0.0.1", "file://", "", BASE + ".x"]
)
def test_a_page_of_another_origin_can_neither_post_nor_read(client: TestClient, origin: str) -> None:
    client.get(f"/?token={TOKEN}")
    for headers in ({"origin": origin}, {**BEARER, "origin": origin}):
        assert client.post("/body", headers=headers, content=b"x").status_code == 403
        assert client.get("/", headers=headers).status_code == 403


def test_a_post_with_the_cookie_needs_our_origin(client: TestClient) -> None:
    client.get(f"/?token={TOKEN}")
    assert client.post("/body", content=b"x").status_code == 403
    assert client.post("/body", headers={"origin": BASE}, content=b"x").json() == {"length": 1}
    assert (
        client.post(f"/body?token={TOKEN}", content=b"x").status_code == 403
    )  # an address with the token posts nothing


def test_every_answer_tells_the_browser_to_be_careful(client: TestClient) -> None:
    for headers in (BEARER, {}, {"host": "evil.invalid"}):
        for path in ("/", "/nothing", "/broken", f"/?token={TOKEN}"):
            found = client.get(path, headers=headers).headers
            policy = found["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert (found["x-content-type-options"], found["referrer-policy"]) == ("nosniff", "no-referrer")
            assert found["cache-control"] == "no-store"


def test_a_failure_tells_no_details(client: TestClient) -> None:
    answer = client.get("/broken", headers=BEARER)
    assert (answer.status_code, "secret" in answer.text) == (500, False)
    assert answer.json()["error"]["type"] == "server_error"
    assert client.get("/nothing", headers=BEARER).json()["error"]["type"] == "not_found_error"


def test_a_large_body_is_refused_before_it_is_read(client: TestClient) -> None:
    assert client.post("/body", headers=BEARER, content=b"x" * LIMIT).status_code == 200
    assert client.post("/body", headers=BEARER, content=b"x" * (LIMIT + 1)).status_code == 413
    for length in ("100000000", "9" * 5000, "-1", "x"):
        assert client.post("/body", headers={**BEARER, "content-length": length}, content=b"x").status_code == 413

    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        for _ in range(100):
            taken += 1
            yield b"x" * 100

    assert client.post("/body", headers=BEARER, content=endless()).status_code == 413


def test_a_body_that_comes_too_slowly_is_given_up(address: Address) -> None:
    door = Door(TOKEN, address.hosts, "c", body_timeout_s=0.01)
    answers: list[Message] = []

    async def never() -> Message:
        await asyncio.sleep(3600)
        raise AssertionError

    async def send(message: Message) -> None:
        answers.append(message)

    app = guarded(ROUTES, address).app
    headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {TOKEN}".encode())]
    scope = {"type": "http", "method": "POST", "path": "/body", "query_string": b"", "headers": headers}
    asyncio.run(Guard(app, door)(scope, never, send))
    assert answers[0]["status"] == 408


def test_websockets_are_closed(address: Address) -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        raise AssertionError

    asyncio.run(guarded(ROUTES, address)({"type": "websocket", "headers": []}, receive, send))
    assert [message["type"] for message in sent] == ["websocket.close"]


# ports and addresses


def test_a_port_in_use_is_one_line(address: Address) -> None:
    with pytest.raises(FledgeError, match=rf"^port {address.port} is in use\. Try --port={address.port + 1}\.$"):
        listen("127.0.0.1", address.port, 1)


def test_without_a_port_the_next_free_one_is_taken(address: Address) -> None:
    other = listen("127.0.0.1", 0, address.port)
    assert other.port != address.port
    other.listener.close()


@pytest.mark.parametrize(("host", "words"), [("192.0.2.1", "no address of this machine"), ("a..b", "no address")])
def test_a_host_that_is_not_here_is_one_line(host: str, words: str) -> None:
    with pytest.raises(FledgeError, match=words):
        listen(host, 0, 18_710)


@pytest.mark.parametrize("token", ["short", "with a space in the token", "tokén-tokén-tokén-tokén", "x" * 15])
def test_a_weak_token_of_the_user_is_refused(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, token)
    with pytest.raises(FledgeError, match=TOKEN_VARIABLE):
        listen("127.0.0.1", 0, 18_710)


def test_tokens_are_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TOKEN_VARIABLE, raising=False)
    found = [listen("127.0.0.1", 0, 18_710) for _ in range(2)]
    for one in found:
        one.listener.close()
    assert found[0].token != found[1].token
    assert min(len(one.token) for one in found) >= 40


def test_another_address_than_loopback_warns_and_keeps_the_token(capsys: pytest.CaptureFixture[str]) -> None:
    address = listen("0.0.0.0", 0, 18_710)
    announce(address, "watching")
    said = capsys.readouterr().out
    assert said.startswith("warning: --host=0.0.0.0 lets other machines connect")
    assert f"?token={address.token}" in said
    with TestClient(guarded(ROUTES, address), base_url="http://10.0.0.1:8710") as client:
        assert client.get("/").status_code == 401
        assert client.get("/", headers={"authorization": f"Bearer {address.token}"}).text == "hello"
        assert client.get("/", headers={"host": "evil.invalid"}).status_code == 421
    address.listener.close()


def test_only_loopback_is_local() -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "127.8.9.1", "::1", "localhost")] == [True] * 4
    assert [is_loopback(host) for host in ("0.0.0.0", "::", "10.0.0.1", "example.com", "")] == [False] * 5


def test_ctrl_c_ends_it_while_a_request_is_open(address: Address, capfd: pytest.CaptureFixture[str]) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    is_open, is_closed = threading.Event(), threading.Event()

    async def endless(request: Request) -> Response:
        is_open.set()
        await asyncio.sleep(3600)
        raise AssertionError

    def visit() -> None:
        with socket.create_connection(("127.0.0.1", address.port)) as visitor:
            lines = f"GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
            visitor.sendall(lines.encode())
            assert is_open.wait(60)
            os.kill(os.getpid(), signal.SIGINT)
            visitor.settimeout(60)
            visitor.recv(1)
            is_closed.set()

    threading.Thread(target=visit, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        run_server(guarded([Route("/", endless)], address), address)
    signal.signal(signal.SIGINT, before)
    assert is_closed.wait(60)
    assert "".join(capfd.readouterr()) == ""


def test_without_the_extra_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "needs_web.py"
    module.write_text("import uvicorn")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.setattr(Command, "module", "needs_web")
    with pytest.raises(FledgeError, match=r"needs uvicorn, which is not installed\. pip install 'fledge\[web\]'"):
        _implementation(Command("watch", object))
