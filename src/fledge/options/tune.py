"""`fledge tune`: the micro-batch with the most tokens per second that fits."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import GpuOptions


@dataclass(frozen=True)
class TuneOptions(GpuOptions):
    budget: float = setting(
        120.0, "seconds to search; more of them tell smaller differences apart", group="Search", above=0, most=1e6
    )
    out: str = setting("tuned.py", "the settings file to write", group="Output")
    overwrite: bool = setting(False, "write over a file that `fledge tune` did not write")
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


COMMAND = Command(name="tune", options=TuneOptions, settings="training")
