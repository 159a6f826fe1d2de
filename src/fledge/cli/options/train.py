"""`fledge train`: train a GPT, or continue one."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.cli.options.shared import TrainingOptions
from fledge.config.fields import setting


@dataclass(frozen=True)
class TrainOptions(TrainingOptions):
    overwrite: bool = setting(False, "start anew in an out_dir that holds a run: that run is deleted", group="Switches")
    force: bool = setting(False, "start even if the plan says that it does not fit in memory")
    profile: bool = setting(
        False,
        "trace some early iterations to RUN/profile.json (for ui.perfetto.dev) and list the slowest operators",
    )


COMMAND = Command(
    name="train",
    summary="train a GPT, or continue one",
    usage="""\
fledge train [file.py ...] [--key=value ...]
             [--overwrite] [--force] [--profile] [--trust-config]""",
    about="""\
Settings come from files and from the command line; the later ones win.
nanoGPT's settings files, datasets, names and ckpt.pt work as they are.
Ctrl-C finishes the step, saves, and says how to continue.

  fledge train config/demo.py
  fledge train config/train_shakespeare_char.py --max_iters=500
  fledge train --init_from=resume --out_dir=runs/shakespeare_char-gpt2
  torchrun --nproc_per_node=2 -m fledge train config/train_gpt2.py
""",
    options=TrainOptions,
    settings="training",
)
