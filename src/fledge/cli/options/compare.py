"""`fledge compare`: what changed between runs, who is ahead, and what that shows."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.config.fields import setting


@dataclass(frozen=True)
class CompareOptions:
    gpu: str = setting(
        "", "the GPU they ran on; one for each with commas, cpu for none", group="What the logs do not say"
    )
    config: str = setting("", "the settings file they ran with; one for each with commas")
    pick: str = setting("", "which run of a file that holds several, 1 for the first; one for each with commas")
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


COMMAND = Command(
    name="compare",
    summary="what changed between runs, who is ahead, what that shows",
    usage="fledge compare A B [C ...] [--key=value ...] [--json]",
    about="""\
Reads two or more runs of fledge, or logs of other trainers: which settings
differ, who is ahead at equal iterations, tokens, time and FLOPs, whether the
difference is more than chance, what can and cannot be concluded, and the one
experiment that would tell. Runs that differ only in their seed form a group,
and groups are tested against each other.

  fledge compare runs/demo runs/demo-2
  fledge compare a.log b.log --config=a.py,b.py --gpu="RTX 4070"
  fledge compare a.log b.log --n_embd=384,768 --batch_size=16,8
  fledge compare sweep.log sweep.log --pick=1,2

If a log does not say a setting, you can give it: one value for all runs, or one
for each with commas.
""",
    options=CompareOptions,
    settings="runs",
)
