"""`fledge explain`: what a run did, whether it is healthy, what to do next."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.cli.options.shared import LogOptions
from fledge.config.fields import setting


@dataclass(frozen=True)
class ExplainOptions(LogOptions):
    follow: bool = setting(False, "look again every 5 s while the run goes on; Ctrl-C ends it", group="Output")
    terms: bool = setting(False, "the terms and their formulas, with the numbers of a run if one is named")
    verbose: bool = setting(False, "lines of the log that were not understood, and where settings come from")
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


COMMAND = Command(
    name="explain",
    summary="what a run did, whether it is healthy, what to do next",
    usage="""\
fledge explain [RUN | LOG | -] [--key=value ...] [--follow] [--json]
fledge explain TERM [RUN] | --terms""",
    about="""\
Reads a run of fledge, or a log of nanoGPT, llm.c, nanochat, litgpt, torchtitan
or another trainer, and says what happened: how far, how fast, how well, and
every finding with its numbers and the next command. Without a name it takes the
newest run here.

  fledge explain
  fledge explain nanogpt.log --gpu="RTX 4070" --config=train_shakespeare_char.py
  kubectl logs trainer | fledge explain -
  fledge explain runs/demo --follow
  fledge explain mfu

You can give a setting that the log does not say (--batch_size, --n_embd, ...);
the page asks for what is missing. docs/findings.md explains the findings.
""",
    options=ExplainOptions,
    settings="run",
)
