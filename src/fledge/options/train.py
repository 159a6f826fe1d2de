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
    auto_resume: bool = setting(
        False, "continue the run in out_dir if it has a checkpoint; for jobs that are started again (Slurm, spot)"
    )
    watch: bool = setting(False, "show the run in your browser while it goes, as `fledge watch` does")
    devices: int | str = setting(
        1,
        "processes to start here with torchrun's agent: one per GPU, or N that share the cores; auto: all GPUs",
        group="Processes",
        choices=("auto",),
        least=1,
        most=1024,
    )
    max_restarts: int = setting(
        0, "start processes that failed again so many times, from the last checkpoint", least=0, most=1_000_000
    )


COMMAND = Command(name="train", options=TrainOptions, settings="training")
