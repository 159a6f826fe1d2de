"""`fledge watch`: runs in the browser, live."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.texts import say


@dataclass(frozen=True)
class WatchOptions:
    port: int = setting(0, say("option.watch.port"), least=0, most=65_535, group=say("option.group.server"))
    host: str = setting("127.0.0.1", say("option.watch.host"))
    open: bool = setting(False, say("option.open"))


COMMAND = Command(name="watch", options=WatchOptions)
