"""`fledge serve`: a model behind OpenAI's API."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import data_dir_setting, device_setting, weights_setting, which_setting
from fledge.texts import say


@dataclass(frozen=True)
class ServeOptions:
    port: int = setting(0, say("option.serve.port"), group=say("option.group.server"), least=0, most=65_535)
    host: str = setting("127.0.0.1", say("option.serve.host"))
    name: str = setting("", say("option.serve.name"))
    streams: int = setting(16, say("option.streams"), group=say("option.group.limits"), least=1, most=256)
    queue: int = setting(64, say("option.queue"), least=0, most=100_000)
    rate: int = setting(0, say("option.rate"), least=0, most=1_000_000)
    context: int = setting(0, say("option.context"), least=0, most=10_000_000)
    max_tokens: int = setting(4096, say("option.max_tokens"), least=1, most=1_000_000)
    which: str = which_setting(say("option.group.model"))
    data_dir: str = data_dir_setting()
    device: str = device_setting()
    dtype: str = weights_setting()


COMMAND = Command(name="serve", options=ServeOptions, most_words=1)
