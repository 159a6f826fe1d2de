"""`fledge serve`: a model behind OpenAI's API."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import data_dir_setting, device_setting, weights_setting, which_setting


@dataclass(frozen=True)
class ServeOptions:
    port: int = setting(0, "the port; 0: 8000, or the next that is free", group="Server", least=0, most=65_535)
    host: str = setting("127.0.0.1", "the address to listen on; another one lets other machines connect")
    name: str = setting("", "the model's name for clients; default: the name of the run or file")
    streams: int = setting(
        16, "texts written at once; each needs room for its context", group="Limits", least=1, most=256
    )
    queue: int = setting(64, "texts that may wait for a place; beyond, requests get error 429", least=0, most=100_000)
    rate: int = setting(0, "requests a minute; beyond, they get error 429. 0: no limit", least=0, most=1_000_000)
    context: int = setting(
        0, "longest prompt, in tokens; 0: the model's context, at most 4,096", least=0, most=10_000_000
    )
    max_tokens: int = setting(4096, "new tokens that a request may ask for", least=1, most=1_000_000)
    which: str = which_setting("Model")
    data_dir: str = data_dir_setting()
    device: str = device_setting()
    dtype: str = weights_setting()


COMMAND = Command(name="serve", options=ServeOptions, most_words=1)
