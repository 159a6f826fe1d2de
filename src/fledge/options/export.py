"""`fledge export`: a run for other programs."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import which_setting


@dataclass(frozen=True)
class ExportOptions:
    to: str = setting(
        "nanogpt",
        "hf: a folder for transformers; gguf: one for llama.cpp and Ollama; nanogpt: a ckpt.pt with the optimizer's "
        "state, for arch=gpt2",
        group="Export",
        choices=("hf", "gguf", "nanogpt"),
    )
    out: str = setting("auto", "the folder or file to write; auto: NAME-hf, NAME-gguf or ckpt.pt", also=("-o",))
    dtype: str = setting(
        "float32",
        "of the weights; 16 bits halve the size and round; q8_0 (gguf) is about 8 bits",
        choices=("float32", "bfloat16", "float16", "q8_0"),
    )
    which: str = which_setting()


COMMAND = Command(name="export", options=ExportOptions, most_words=1)
