"""`fledge forecast`: the loss to come, with an interval."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.cli.options.shared import LogOptions
from fledge.config.fields import setting


@dataclass(frozen=True)
class ForecastOptions(LogOptions):
    to: int = setting(0, "the iteration to forecast; 0: max_iters", least=0, most=10**12, group="Forecast")
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


COMMAND = Command(
    name="forecast",
    summary="what the loss will be later, tested on the run's own past",
    usage="fledge forecast [RUN | LOG | -] [--to=ITER] [--key=value ...] [--json]",
    about="""\
Extrapolates the validation loss (or the batch loss, if there are too few
evaluations) with several fits. Each fit is weighted by how well it would have
forecast this run's own past. The interval should hold nine times in ten. The
learning-rate schedule comes from the settings or the log: a learning rate that
falls at the end lowers the loss. If the past is no basis for a forecast, it
says why. Without a name it takes the newest run here.

  fledge forecast
  fledge forecast runs/demo --to=5000
  fledge forecast nanogpt.log --config=train_shakespeare_char.py
  fledge forecast train.log --to=20000 --json
""",
    options=ForecastOptions,
    settings="run",
    most_words=1,
)
