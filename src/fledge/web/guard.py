"""Guard: who may talk to a server of ours, and what a browser may do with its answers.

It stands around the whole application. A request needs the server's token: in the address once, from then on in a
cookie, or as `Authorization: Bearer`. A page of another site can neither read nor post (Host, Origin, SameSite), and
our own pages run no script but our files (CSP).
"""

import asyncio
import contextlib
import html
import ipaddress
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fledge.texts import say, text
from fledge.texts.language import language
from fledge.texts.message import Message as Sentence

SAFE_METHODS = ("GET", "HEAD")
BODY_LIMIT_BYTES = 1 << 20  # the longest request of ours is a prompt
DRAIN_BYTES = 32 << 20  # of a body that is too large: a client that sends more finds the connection closed
DRAIN_S = 5.0
BODY_TIMEOUT_S = 20.0  # for each part of a body: a client that sends slower holds a place that others need
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PAGE_HEAD = (  # without an icon a browser would ask for one
    '<!doctype html><html lang="{lang}" dir="{dir}"><meta charset="utf-8"><title>fledge</title>'
    '<link rel="icon" href="data:,">'
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@dataclass(frozen=True)
class Door:
    """What a server asks of its visitors."""

    token: str
    hosts: Collection[str]  # names that this server is called by; an address in numbers always passes
    cookie: str  # its name. Browsers send a cookie to every port of a host, so each server has a name of its own
    body_limit: int = BODY_LIMIT_BYTES
    body_timeout_s: float = BODY_TIMEOUT_S


class Guard:
    """ASGI middleware. Answers what is not allowed itself; adds its headers to every answer."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self.app, self.door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # a websocket: no page of ours opens one
            await send({"type": "websocket.close", "code": 1008})
            return
        answer = self._answer(scope)
        if answer is not None:
            if answer.status_code == 413:
                await _drain(receive)
            await answer(scope, receive, _with_headers(send))
        else:
            await self.app(scope, _limited(receive, self.door), _with_headers(send))

    def _answer(self, scope: Scope) -> Response | None:
        """The answer to a request that does not reach the application."""
        headers = Headers(scope=scope)
        if not self._is_our_host(headers.get("host", "")):
            return refusal(headers, 421, say("web.refused.host"))
        origin = headers.get("origin")
        if origin is not None and not _is_same_origin(origin, headers.get("host", "")):
            return refusal(headers, 403, say("web.refused.origin"))
        is_safe = scope["method"] in SAFE_METHODS
        if is_safe and (opened := self._opened(scope)) is not None:
            return opened
        has_bearer = self._is_token(headers.get("authorization", "").removeprefix("Bearer "))
        if not has_bearer and not self._is_token(self._cookie(headers)):
            return refusal(headers, 401, say("web.refused.token"))
        if not is_safe and not has_bearer and origin is None:  # a browser always says where a POST comes from
            return refusal(headers, 403, say("web.refused.origin"))
        if not _is_within(headers.get("content-length", "0"), self.door.body_limit):
            return refusal(headers, 413, say("web.refused.body", limit=self.door.body_limit))
        return None

    def _opened(self, scope: Scope) -> Response | None:
        """The answer to an address with the token: the cookie, and on to the same address without it.

        A page that goes on by itself, not a redirect: after a link on another site, browsers would not send a strict
        cookie with the redirected request.
        """
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = [value for name, value in query if name == "token"]
        if not given or not self._is_token(given[-1]):
            return None
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        where = html.escape(quote("/" + scope["path"].lstrip("/")) + (f"?{rest}" if rest else ""))
        page = f'{page_head()}<meta http-equiv="refresh" content="0;url={where}">'
        answer = HTMLResponse(f'{page}<a href="{where}">fledge</a>')
        answer.set_cookie(self.door.cookie, self.door.token, httponly=True, samesite="strict", path="/")
        return answer

    def _cookie(self, headers: Headers) -> str:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self.door.cookie)
        except CookieError:
            return ""
        return found.value if found else ""

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), self.door.token.encode())

    def _is_our_host(self, host: str) -> bool:
        """Whether the name in the address is ours. Another one may be a foreign site's that points here (rebinding)."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self.door.hosts or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_same_origin(origin: str, host: str) -> bool:
    return origin.partition("://")[0] in ("http", "https") and origin.partition("://")[2] == host


def _is_within(length: str, limit: int) -> bool:
    return length.isascii() and length.isdigit() and int(length[:20]) <= limit


def page_head() -> str:
    return PAGE_HEAD.format(lang=language().code, dir=language().direction)


def refusal(headers: Headers, status: int, why: Sentence) -> Response:
    """A page for people, and for programs an error in OpenAI's form."""
    if "text/html" in headers.get("accept", ""):
        page = f"{page_head()}<p>{html.escape(text(why))}</p>"
        return HTMLResponse(page, status, headers={"connection": "close"})
    return JSONResponse(error_json(text(why), status), status, headers={"connection": "close"})


def error_json(message: str, status: int) -> dict[str, object]:
    kinds = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}
    kind = kinds.get(status, "server_error" if status >= 500 else "invalid_request_error")
    return {"error": {"message": message, "type": kind, "param": None, "code": None}}


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


async def _drain(receive: Receive) -> None:
    """Reads the rest of a body that is refused, as far as is worth it: many clients read no answer while they send."""
    seen = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_S):
            while seen < DRAIN_BYTES:
                message = await receive()
                seen += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


def _limited(receive: Receive, door: Door) -> Receive:
    """The body as far as it is allowed: an HTTPException if it is longer, or comes too slowly."""
    seen, is_complete = 0, False

    async def receiving() -> Message:
        nonlocal seen, is_complete
        if is_complete:  # what comes now is the client going away, in an hour perhaps
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), door.body_timeout_s)
        except TimeoutError:
            raise HTTPException(408, text(say("web.refused.slow"))) from None
        seen += len(message.get("body", b""))
        if seen > door.body_limit:
            raise HTTPException(413, text(say("web.refused.body", limit=door.body_limit)))
        is_complete = not message.get("more_body", False)
        return message

    return receiving
