"""`fledge tune`: the micro-batch with the most tokens per second that fits."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.cli.options.shared import GpuOptions
from fledge.config.fields import setting


@dataclass(frozen=True)
class TuneOptions(GpuOptions):
    budget: float = setting(
        120.0, "seconds to search; more of them tell smaller differences apart", group="Search", above=0, most=1e6
    )
    out: str = setting("tuned.py", "the settings file to write", group="Output")
    overwrite: bool = setting(False, "write over a file that `fledge tune` did not write")
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


COMMAND = Command(
    name="tune",
    summary="find the micro-batch that trains fastest and fits",
    usage="""\
fledge tune [file.py ...] [--key=value ...] [--budget=120] [--gpu=NAME]
            [--out=tuned.py] [--overwrite] [--json]""",
    about="""\
Takes every setting of `fledge train` and splits the same number of tokens per
iteration into micro-batches in other ways: batch_size x
gradient_accumulation_steps. On this machine each is measured with random
tokens; memory comes from tracing the step. Then it tries dtype, threads and
torch.compile on the winner, unless you set them. With --gpu everything is
estimated from the trace and the roofline, and nothing is measured.

  fledge tune config/train_shakespeare_char.py
  fledge tune config/train_gpt2.py --budget=600
  fledge tune config/train_gpt2.py --gpu="RTX 4070"

It writes a settings file to name last:

  fledge train config/train_gpt2.py tuned.py
""",
    options=TuneOptions,
    settings="training",
)
