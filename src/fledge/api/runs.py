"""`fledge.read`: what happened in a run, from its directory or from any trainer's log."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fledge.analyze.findings.finding import Severity
from fledge.analyze.forecast import Forecast, forecast, target_of
from fledge.analyze.notebook import run_html
from fledge.analyze.summary import Explanation, explain
from fledge.api.call import api_call
from fledge.api.frames import frame_of
from fledge.api.names import Name, name_of
from fledge.api.open_runs import open_runs
from fledge.api.run_settings import known_settings
from fledge.common.errors import FledgeError
from fledge.config.fields import Value
from fledge.logs.facts import Facts
from fledge.logs.readers import LogReading
from fledge.logs.run import Curve
from fledge.options.command import Command
from fledge.options.parser import parse_call
from fledge.options.shared import LogOptions
from fledge.texts import say

READ = Command(name="read", options=LogOptions, settings="run")


@dataclass(frozen=True)
class Diagnosis:
    """A finding about a run, in words: what `fledge explain` prints."""

    code: str  # stable; docs/findings.md explains each
    severity: Severity  # error, warning, note or good
    title: str
    evidence: str  # the numbers that led to it
    advice: str  # what to do next

    def __str__(self) -> str:
        return f"{self.severity}: {self.title} ({self.code})"


@dataclass(frozen=True, repr=False, eq=False)
class LoggedRun:
    """What happened in a run. `fledge.Run` is this class, and `fledge.read` makes one.

    It is a reading at one moment: of a run that goes on, read again later. In a notebook it draws itself.
    """

    facts: Facts  # what follows from its numbers: step time, tokens, FLOPs, MFU
    reading: LogReading  # the file, with the other runs in it

    @property
    def name(self) -> str:
        return self.facts.run.name

    @property
    def format(self) -> str:
        """The trainer that wrote it: fledge, nanoGPT, llm.c, ..."""
        return self.facts.run.format

    @property
    def losses(self) -> Curve:
        """(iteration, loss) of each iteration's own batch, as the trainer printed them; empty if it printed none."""
        return self.facts.run.curve("loss")

    @property
    def val_losses(self) -> Curve:
        """(iteration, loss) of each evaluation on the validation split."""
        return self.facts.run.curve("val_loss")

    @property
    def iterations(self) -> int:
        return self.facts.iterations

    @property
    def ended(self) -> str:
        """finished, interrupted, diverged, out of memory or error; empty if it may still be training."""
        return self.facts.run.ended

    @property
    def settings(self) -> dict[str, Value]:
        """The settings that the log or the run directory states, and those given to `fledge.read`."""
        return {name: known.value for name, known in sorted(self.facts.run.settings.items())}

    @cached_property
    def summary(self) -> Mapping[str, Any]:
        """The run in numbers, by the names of `fledge explain --json`. None where nobody knows."""
        summary: Mapping[str, Any] = self.explanation.to_json()["summary"]
        return summary

    @cached_property
    def explanation(self) -> Explanation:
        return explain(self.facts)

    def findings(self) -> list[Diagnosis]:
        """What is wrong with the run and what is not, worst first."""
        return [Diagnosis(**finding.to_json()) for finding in self.explanation.findings]  # type: ignore[arg-type]

    def forecast(self, to: int | None = None) -> Forecast:
        """The loss at a later iteration (if not given, where the run ends), with a 90% interval; or why there is none.

        Look at `refusal` first: it is not None where the run's own past does not support a forecast.
        """
        with api_call():
            if to is not None and (not isinstance(to, int) or isinstance(to, bool) or to < 1):
                raise FledgeError(say("api.no_iteration", to=to), say("api.whole_number"))
            return forecast(self.facts, target_of(self.facts, to or 0))

    def to_frame(self, library: str | None = None) -> Any:
        """A DataFrame of pandas, or of polars if that is the one installed; `library` names one of them.

        A row per iteration, a column per metric: loss, val_loss, lr, dt_ms, ...
        """
        with api_call():
            return frame_of(self.facts.run, library)

    def _repr_html_(self) -> str:
        """In a notebook."""
        return run_html(self.explanation, self.reading)

    def __repr__(self) -> str:
        loss = f", last loss {self.losses.values[-1]:.4f}" if len(self.losses) else ""
        return f"<fledge.Run {self.name}: {self.format}, {self.iterations:,} {self.facts.run.counts}{loss}>"


def read(
    log: Name,
    *,
    gpu: str | None = None,
    config: Name | None = None,
    pick: int | None = None,
    **settings: Value,
) -> LoggedRun:
    """A run: a directory of fledge's, a run's name in runs/, or the log of any trainer that docs/readers.md lists.

    What the log does not say can be told: the `gpu` it ran on, the `config` file it ran with, any setting. Of a file
    with several runs the last is taken, or the one that `pick` numbers (1 is the first).

        run = fledge.read("train.log", gpu="RTX 4070")
        for finding in run.findings():
            print(finding)
    """
    with api_call():
        name = name_of(log, say("api.run_or_log"))
        if name == "-":
            raise FledgeError(say("api.not_piped"), say("api.name_a_file"))
        given = {"gpu": gpu, "config": config, "pick": pick, **settings}
        arguments = parse_call(READ, [], given)
        return LoggedRun(*open_runs([name], arguments.options, known_settings(arguments.settings))[0])
