"""The fields of a request in OpenAI's form, checked one by one. What is wrong becomes a BadRequest."""

import json
import math
from collections.abc import Collection, Mapping
from typing import Any

from starlette.responses import JSONResponse, Response

from fledge.config.fields import did_you_mean
from fledge.texts import say, text
from fledge.texts.message import Message
from fledge.web.guard import error_json

MAX_STOPS = 4  # as OpenAI's
MAX_SEED = 2**62


class BadRequest(Exception):
    """An error for the client, in OpenAI's form."""

    def __init__(self, why: Message, param: str | None = None, code: str | None = None, status: int = 400) -> None:
        super().__init__(text(why))
        self.param, self.code, self.status = param, code, status
        self.retry_s = 1  # after which a 429 is worth another try


def refused(problem: BadRequest) -> Response:
    content = error_json(str(problem), problem.status)
    error = content["error"]
    assert isinstance(error, dict)
    error.update(param=problem.param, code=problem.code)
    headers = {"retry-after": str(problem.retry_s)} if problem.status == 429 else None
    return JSONResponse(content, problem.status, headers)


def read_body(body: bytes) -> dict[str, Any]:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0][:200] or text(say("serve.bad.nested"))
        raise BadRequest(say("serve.bad.json", reason=reason)) from None
    if not isinstance(content, dict):
        raise BadRequest(say("serve.bad.object"))
    return content


class Fields:
    """The arguments of a request. A value of null stands for none, as in OpenAI's API."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._content = {name: value for name, value in content.items() if value is not None}

    def only(
        self, known: Collection[str], unsupported: Mapping[str, Collection[Any]], ignored: Collection[str]
    ) -> None:
        """Refuses what is unknown, and what is unsupported unless its value asks for nothing."""
        for name, value in self._content.items():
            if name in unsupported:
                if value not in unsupported[name]:
                    raise BadRequest(say("serve.bad.unsupported", name=name), name, "unsupported_parameter")
            elif name not in known and name not in ignored:
                near = did_you_mean(name[:40], known)
                raise BadRequest(say("serve.bad.unknown", name=repr(name[:40]), near=near), name[:40])

    def get(self, name: str) -> Any:
        return self._content.get(name)

    def flag(self, name: str) -> bool:
        value = self.get(name)
        if value is None or isinstance(value, bool):
            return bool(value)
        raise _not(name, say("serve.kind.true"))

    def whole(self, name: str, default: int, least: int, most: int) -> int:
        value = self.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            raise _not(name, say("serve.kind.whole"))
        if not least <= value <= most:
            raise BadRequest(say("serve.bad.range", name=name, least=least, most=most), name)
        return value

    def number(self, name: str, default: float, least: float, most: float) -> float:
        value = self.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _not(name, say("serve.kind.number"))
        if math.isnan(value) or not least <= value <= most:
            raise BadRequest(say("serve.bad.range", name=name, least=least, most=most), name)
        return float(value)

    def stops(self) -> tuple[str, ...]:
        value = self.get("stop")
        if value is None:
            return ()
        stops = [value] if isinstance(value, str) else value
        is_sound = isinstance(stops, list) and all(isinstance(stop, str) and stop for stop in stops)
        if not is_sound or len(stops) > MAX_STOPS:
            raise BadRequest(say("serve.bad.type", name="stop", kind=say("serve.kind.stop", most=MAX_STOPS)), "stop")
        return tuple(stops)

    def object(self, name: str) -> Mapping[str, Any]:
        value = self.get(name)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise _not(name, say("serve.kind.object"))
        return value


def _not(name: str, kind: Message) -> BadRequest:
    return BadRequest(say("serve.bad.type", name=name, kind=kind), name)


def checked_text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise _not(name, say("serve.kind.text"))
    try:
        value.encode()
    except UnicodeError:
        raise BadRequest(say("serve.bad.text", name=name), name) from None
    return value
