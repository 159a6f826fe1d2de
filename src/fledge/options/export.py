"""`fledge export`: a run for other programs."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import which_setting
from fledge.texts import say


@dataclass(frozen=True)
class ExportOptions:
    to: str = setting(
        "nanogpt",
        say("option.export.to"),
        group=say("option.group.export"),
        choices=("hf", "gguf", "nanogpt"),
    )
    out: str = setting("auto", say("option.export.out"), also=("-o",))
    dtype: str = setting(
        "float32",
        say("option.dtype"),
        choices=("float32", "bfloat16", "float16", "q8_0"),
    )
    which: str = which_setting()


COMMAND = Command(name="export", options=ExportOptions, most_words=1)
