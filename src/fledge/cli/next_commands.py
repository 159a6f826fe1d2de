"""What to type after a plan: the command that prepares the data, and the one that starts the run."""

import shlex
from collections.abc import Sequence

from fledge.data.prepare_command import missing_data, prepare_command
from fledge.options.parser import Arguments
from fledge.plan.program import FLEDGE
from fledge.plan.types import Plan


def next_commands(arguments: Arguments, plans: Sequence[Plan]) -> list[str]:
    """The commands for exactly the settings that were planned; with the advice, where those do not fit."""
    plan = plans[0]
    is_one = len(plans) == 1
    if (is_one and plan.fits is False and not plan.remedy) or plan.target.program is not FLEDGE:
        return []
    remedy = plan.remedy if is_one else ()
    replaced = tuple(f"{setting.partition('=')[0]}=" for setting in remedy)
    settings = [*(word for word in arguments.typed if not word.startswith(replaced)), *remedy]
    if arguments.options.trust_config:
        settings.append("--trust-config")
    processes = plan.target.processes
    torchrun = ["torchrun", "--standalone", f"--nproc_per_node={processes}", "-m"] if processes > 1 else []
    prepare = [prepare_command(plan.config, name) for name in missing_data(plan.config)]
    return [*prepare, shlex.join([*torchrun, "fledge", "train", *settings])]
