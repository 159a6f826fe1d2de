"""Options that several commands have."""

from dataclasses import dataclass
from typing import Any

from fledge.config.fields import setting


@dataclass(frozen=True)
class TrainingOptions:
    """Of every command that reads the settings of a new run."""

    trust_config: bool = setting(
        False, "execute settings files as Python, as nanoGPT does, instead of reading plain values", group="Files"
    )


@dataclass(frozen=True)
class GpuOptions(TrainingOptions):
    """A GPU that is not here: named, or described."""

    gpu: str = setting("", "for a GPU that is not here, by its name in `fledge devices`", group="GPU")
    gpu_tflops: float = setting(
        0.0, "peak of a GPU that is not listed: 16-bit, dense, in TFLOP/s", least=0, most=1_000_000
    )
    gpu_memory: float = setting(0.0, "its memory in GB", least=0, most=1_000_000)
    gpu_bandwidth: float = setting(0.0, "its memory bandwidth in GB/s", least=0, most=1_000_000)
    gpu_watts: float = setting(0.0, "its power in watts", least=0, most=1_000_000)
    program: str = setting(
        "fledge",
        "the trainer that will run: nanogpt holds all logits; nanochat makes them at once and divides the update",
        choices=("fledge", "nanogpt", "nanochat"),
    )
    attention: str = setting(
        "flash",
        "math where there is no flash attention (torch 1): the whole square of scores",
        choices=("flash", "math"),
    )


@dataclass(frozen=True)
class LogOptions:
    """What a log may not say about the run in it."""

    gpu: str = setting("", "the GPU it ran on, if the log does not name it", group="What the log does not say")
    config: str = setting("", "the settings file it ran with; with several logs, one for each, with commas")
    pick: int = setting(0, "which run of a file that holds several: 1 is the first, 0 the last", least=0)


@dataclass(frozen=True)
class TextOptions:
    """How text is read."""

    encoding: str = setting("utf-8", "for text that is not UTF-8: latin-1, cp1252, utf-16, ...", group="Reading")
    text_column: str = setting("", "the column of JSON lines or Parquet that holds the text; default: text, or content")


def which_setting(group: str = "") -> Any:
    """Which checkpoint of a run."""
    return setting("best", "best has the lowest validation loss", group=group, choices=("best", "latest"))


def data_dir_setting() -> Any:
    """Of a command that reads a model."""
    return setting("data", "the directory of nanoGPT's datasets; its ckpt.pt needs their vocabulary")


def device_setting() -> Any:
    """Of a command that writes text."""
    return setting("auto", "auto | cpu | cuda | mps", group="System")


def weights_setting() -> Any:
    """The dtype of a command that writes text."""
    return setting(
        "auto",
        "dtype of the weights. auto: bfloat16 on a GPU that has it, the fastest on a CPU that has it, otherwise "
        "float32. int8: for CPUs; rounds most",
        choices=("auto", "float32", "bfloat16", "float16", "int8"),
    )
