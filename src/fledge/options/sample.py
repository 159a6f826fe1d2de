"""`fledge sample`: text from a trained model."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import data_dir_setting, device_setting, weights_setting, which_setting


@dataclass(frozen=True)
class SampleOptions:
    out_dir: str = setting("", "nanoGPT's way to name RUN", group="Model")
    init_from: str = setting(
        "resume", "resume: RUN; gpt2, gpt2-medium, ...: OpenAI's weights; or a Hugging Face folder"
    )
    which: str = which_setting()
    data_dir: str = data_dir_setting()
    start: str = setting("\n", "the prompt: text, FILE:path, or - for standard input", group="Text")
    num_samples: int = setting(10, "how many, side by side", least=1, most=10_000)
    max_new_tokens: int = setting(500, "tokens per sample, unless <|endoftext|> comes first", least=1, most=1e9)
    temperature: float = setting(0.8, "lower is safer, higher is wilder; 0: the likeliest token", least=0, most=100)
    top_k: int = setting(200, "choose among the k likeliest tokens; 0: all", least=0, most=1e9)
    top_p: float = setting(
        1.0, "choose among the likeliest tokens that sum to p; 0.9 drops unlikely ones", above=0, most=1
    )
    seed: int = setting(1337, "another seed gives another text", least=0, most=2**62)
    device: str = device_setting()
    dtype: str = weights_setting()


COMMAND = Command(name="sample", options=SampleOptions, most_words=1)
