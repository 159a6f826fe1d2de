"""`fledge serve`: a model behind OpenAI's API."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command


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
    which: str = setting("best", "best has the lowest validation loss", group="Model", choices=("best", "latest"))
    data_dir: str = setting("data", "the directory of nanoGPT's datasets; its ckpt.pt needs their vocabulary")
    device: str = setting("auto", "auto | cpu | cuda | mps", group="System")
    dtype: str = setting(
        "auto",
        "dtype of the weights. auto: bfloat16 on a GPU that has it, the fastest on a CPU that has it, otherwise "
        "float32. int8: for CPUs; rounds most",
        choices=("auto", "float32", "bfloat16", "float16", "int8"),
    )


COMMAND = Command(name="serve", options=ServeOptions, most_words=1)
