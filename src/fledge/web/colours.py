"""The style sheet that all pages share, as a route."""

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from fledge.common.colours import COLOURS_FILE


def colours_route() -> Route:
    async def colours(request: Request) -> Response:
        return FileResponse(COLOURS_FILE)

    return Route("/static/colours.css", colours)
