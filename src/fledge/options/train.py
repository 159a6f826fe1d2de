"""`fledge train`: train a GPT, or continue one."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import TrainingOptions


@dataclass(frozen=True)
class TrainOptions(TrainingOptions):
    overwrite: bool = setting(False, "start anew in an out_dir that holds a run: that run is deleted", group="Switches")
    force: bool = setting(
        False,
        "start even if memory or disk look too small, or if text it was trained on is now in the validation split",
    )
    profile: bool = setting(
        False, "trace some early iterations to RUN/profile.json (for ui.perfetto.dev) and list the slowest operators"
    )
    watch: bool = setting(False, "show the run in your browser while it goes, as `fledge watch` does")


COMMAND = Command(name="train", options=TrainOptions, settings="training")
