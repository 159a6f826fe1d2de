"""The page of `fledge serve`: one HTML file with the sentences of the catalog put in."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from fledge.texts import say, text
from fledge.web.colours import colours_route
from fledge.web.openai_requests import Limits
from fledge.web.page_file import filled_page

STATIC = Path(__file__).parent / "static"
USUAL_LENGTH = 200  # tokens that the page asks for, unless the user wants more
SENTENCES = {
    "untrained": say("serve.untrained"),
    "chat": say("serve.page.chat"),
    "clear": say("serve.page.clear"),
    "continue": say("serve.page.continue"),
    "empty": say("serve.page.empty"),
    "empty_chat": say("serve.page.empty_chat"),
    "ended": say("serve.page.ended"),
    "gone": say("serve.page.gone"),
    "length": say("serve.page.length"),
    "log": say("serve.page.log"),
    "mode": say("serve.page.mode"),
    "model": say("serve.page.model"),
    "prompt": say("serve.page.prompt"),
    "send": say("serve.page.send"),
    "stop": say("serve.page.stop"),
    "temperature": say("serve.page.temperature"),
    "waiting": say("serve.page.waiting"),
    "you": say("serve.page.you"),
}


def page_routes(name: str, is_trained: bool, limits: Limits) -> list[BaseRoute]:
    page = _page(name, is_trained, limits)

    async def index(request: Request) -> Response:
        return HTMLResponse(page)

    return [Route("/", index), colours_route(), Mount("/static/chat", StaticFiles(directory=STATIC / "chat"))]


def _page(name: str, is_trained: bool, limits: Limits) -> str:
    values = {
        "title": text(say("serve.page.title", name=name)),
        "name": name,
        "is_trained": str(is_trained).lower(),
        "most": str(limits.max_tokens),
        "usual": str(min(USUAL_LENGTH, limits.max_tokens)),
    }

    values |= {key: text(sentence) for key, sentence in SENTENCES.items()}
    return filled_page(STATIC / "chat" / "chat.html", values)
