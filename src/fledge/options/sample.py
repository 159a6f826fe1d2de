"""`fledge sample`: text from a trained model."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import data_dir_setting, device_setting, weights_setting, which_setting
from fledge.texts import say


@dataclass(frozen=True)
class SampleOptions:
    out_dir: str = setting("", say("option.out_dir"), group=say("option.group.model"))
    init_from: str = setting("resume", say("option.init_from"))
    which: str = which_setting()
    data_dir: str = data_dir_setting()
    start: str = setting("\n", say("option.start"), group=say("option.group.text"))
    num_samples: int = setting(10, say("option.num_samples"), least=1, most=10_000)
    max_new_tokens: int = setting(500, say("option.max_new_tokens"), least=1, most=1e9)
    temperature: float = setting(0.8, say("option.temperature"), least=0, most=100)
    top_k: int = setting(200, say("option.top_k"), least=0, most=1e9)
    top_p: float = setting(1.0, say("option.top_p"), above=0, most=1)
    seed: int = setting(1337, say("option.sample.seed"), least=0, most=2**62)
    device: str = device_setting()
    dtype: str = weights_setting()


COMMAND = Command(name="sample", options=SampleOptions, most_words=1)
