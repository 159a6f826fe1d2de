"""`fledge watch`: runs in the browser, live."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command


@dataclass(frozen=True)
class WatchOptions:
    port: int = setting(0, "0: 8710, or the next one that is free", least=0, most=65_535, group="Server")
    host: str = setting("127.0.0.1", "another address lets other machines connect; the token in the URL protects it")
    open: bool = setting(False, "open the page in your browser")


COMMAND = Command(name="watch", options=WatchOptions)
