"""Options that several commands have."""

from dataclasses import dataclass
from typing import Any

from fledge.config.fields import setting
from fledge.texts import Message, say


@dataclass(frozen=True)
class TrainingOptions:
    """Of every command that reads the settings of a new run."""

    trust_config: bool = setting(False, say("option.trust_config"), group=say("option.group.files"))


@dataclass(frozen=True)
class GpuOptions(TrainingOptions):
    """A GPU that is not here: named, or described."""

    gpu: str = setting("", say("option.gpu"), group=say("option.group.gpu"))
    gpu_tflops: float = setting(0.0, say("option.gpu_tflops"), least=0, most=1_000_000)
    gpu_memory: float = setting(0.0, say("option.gpu_memory"), least=0, most=1_000_000)
    gpu_bandwidth: float = setting(0.0, say("option.gpu_bandwidth"), least=0, most=1_000_000)
    gpu_watts: float = setting(0.0, say("option.gpu_watts"), least=0, most=1_000_000)
    program: str = setting(
        "fledge",
        say("option.program"),
        choices=("fledge", "nanogpt", "nanochat"),
    )
    attention: str = setting(
        "flash",
        say("option.attention"),
        choices=("flash", "math"),
    )


@dataclass(frozen=True)
class LogOptions:
    """What a log may not say about the run in it."""

    gpu: str = setting("", say("option.log.gpu"), group=say("option.group.what_the_log_does_not_say"))
    config: str = setting("", say("option.config"))
    pick: int = setting(0, say("option.pick"), least=0)


@dataclass(frozen=True)
class TextOptions:
    """How text is read."""

    encoding: str = setting("utf-8", say("option.encoding"), group=say("option.group.reading"))
    text_column: str = setting("", say("option.text_column"))


def which_setting(group: str | Message = "") -> Any:
    """Which checkpoint of a run."""
    return setting("best", say("option.which"), group=group, choices=("best", "latest"))


def data_dir_setting() -> Any:
    """Of a command that reads a model."""
    return setting("data", say("option.data_dir"))


def device_setting() -> Any:
    """Of a command that writes text."""
    return setting("auto", say("option.device"), group=say("option.group.system"))


def weights_setting() -> Any:
    """The dtype of a command that writes text."""
    return setting(
        "auto",
        say("option.weights"),
        choices=("auto", "float32", "bfloat16", "float16", "int8"),
    )
