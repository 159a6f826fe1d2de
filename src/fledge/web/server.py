"""Starts a server of ours: the address, the token, and an end at once on Ctrl-C."""

import errno
import ipaddress
import logging
import os
import secrets
import socket
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from fledge.common.errors import FledgeError
from fledge.texts import say, text
from fledge.web.connection import Connection
from fledge.web.guard import BODY_LIMIT_BYTES, Door, Guard, error_json

LOOPBACK = "127.0.0.1"
PORTS_TRIED = 20  # after the usual one, if the user names none
TOKEN_VARIABLE = "FLEDGE_WEB_TOKEN"  # noqa: S105  its name, not its value
TOKEN_BYTES = 32
MIN_TOKEN_CHARS = 16


@dataclass(frozen=True)
class Address:
    """Where a server listens, and the token that it asks for."""

    listener: socket.socket
    host: str
    token: str

    @property
    def port(self) -> int:
        port: int = self.listener.getsockname()[1]
        return port

    @property
    def is_local(self) -> bool:
        return is_loopback(self.host)

    @property
    def base(self) -> str:
        """Without the token."""
        everywhere = self.host in ("0.0.0.0", "::")  # noqa: S104  compared, not bound
        host = socket.gethostname() if everywhere else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def url(self) -> str:
        """The address to open: it carries the token."""
        return f"{self.base}?token={self.token}"

    @property
    def hosts(self) -> set[str]:
        """Names that the server may be called by. Through a tunnel that is localhost, with any port."""
        names = {"localhost", self.host.lower()}
        if not self.is_local:
            own = socket.gethostname().lower()
            names |= {own, f"{own}.local"}
        return names


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int, usual: int) -> Address:
    """Takes a port: the one asked for, or for 0 the usual one or one of the next."""
    token = _token()
    ports = [port] if port else [*range(usual, usual + PORTS_TRIED), 0]
    for tried in ports:
        try:
            listener = _bound(host, tried)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and tried != ports[-1]:
                continue
            raise _refusal(host, tried, error) from error
        return Address(listener, host, token)
    raise AssertionError("the last port is taken or refused")


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except UnicodeError as error:  # no name can be written so
        raise OSError(errno.EADDRNOTAVAIL, str(error)) from error
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port that was just closed is free
        listener.bind(where)
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def _refusal(host: str, port: int, error: OSError) -> FledgeError:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65_535 else port - 1
        return FledgeError(say("web.port_used", port=port), say("web.try_port", other=other))
    if error.errno == errno.EACCES:
        return FledgeError(say("web.port_refused", port=port), say("web.try_high_port"))
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return FledgeError(say("web.no_address", host=host), say("web.try_host", loopback=LOOPBACK))
    return FledgeError(
        say("web.cant_listen", host=host, port=port, reason=error.strerror), say("web.try_any", loopback=LOOPBACK)
    )


def _token() -> str:
    """A random one; or the user's, for programs that must know it before the server starts."""
    given = os.environ.get(TOKEN_VARIABLE, "")
    if not given:
        return secrets.token_urlsafe(TOKEN_BYTES)
    is_plain = given.isascii() and all(char.isalnum() or char in "-_.~" for char in given)
    if len(given) < MIN_TOKEN_CHARS or not is_plain:
        raise FledgeError(
            say("web.bad_token", variable=TOKEN_VARIABLE, least=MIN_TOKEN_CHARS),
            say("web.unset_token"),
        )
    return given


def guarded(routes: Sequence[BaseRoute], address: Address, body_limit: int = BODY_LIMIT_BYTES) -> Guard:
    """The application behind its guard. Its errors are JSON in OpenAI's form."""
    app = Starlette(routes=routes, exception_handlers={HTTPException: _http_error, Exception: _failure})
    door = Door(address.token, address.hosts, f"fledge_{address.port}", body_limit)
    return Guard(app, door)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse(error_json(str(error.detail), error.status_code), error.status_code, error.headers)


async def _failure(request: Request, error: Exception) -> Response:
    traceback.print_exception(error)
    return JSONResponse(error_json(text(say("web.failure")), 500), 500)


def announce(address: Address, what: str) -> None:
    """Where to find the server. Anyone with this address may use it."""
    if not address.is_local:
        print(text(say("web.warning.open", host=address.host)), flush=True)
    print(f"{what}: {address.url}", flush=True)
    print(text(say("web.ctrl_c")), flush=True)


def run_server(app: Guard, address: Address) -> None:
    """Serves until Ctrl-C or SIGTERM. Open connections are dropped then: nobody waits for a page to be closed."""
    make_server(app).run(sockets=[address.listener])


def make_server(app: Guard) -> uvicorn.Server:
    config = uvicorn.Config(
        app,
        log_level="critical",  # a request that Ctrl-C cut short is no error; `_failure` prints those that are
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        http=Connection,
        timeout_keep_alive=30,
    )
    return _Server(config)


class _Server(uvicorn.Server):
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = True
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # requests that this cuts off are no errors
        super().handle_exit(sig, frame)
