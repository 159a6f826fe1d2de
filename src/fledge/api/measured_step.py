"""An iteration time that the user knows of a device: typed, or read from a run or a log."""

import re
from collections.abc import Sequence
from pathlib import Path

from fledge.common.errors import FledgeError, raise_all
from fledge.common.files import read_json
from fledge.config.arguments import read_arguments
from fledge.config.fields import Assignment
from fledge.config.load import config_from_json, make_config, read_written
from fledge.config.schema import SETTINGS, Config
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.plan.types import MeasuredStep

MEASURED = re.compile(r"(?P<settings>.*):\s*(?P<time>\d+\.?\d*([eE][+-]?\d+)?|\.\d+)\s*(?P<unit>ms|s)")


def typed_step(config: Config, written: Sequence[Assignment], text: str) -> MeasuredStep:
    """SETTINGS:TIME, where the settings are those that differ from the command line's."""
    found = MEASURED.fullmatch(text.strip())
    if not found or not float(found["time"]):
        raise FledgeError(
            f"--measured={text!r} is not SETTINGS:TIME.", 'For example --measured="n_embd=768,batch_size=8:9340ms".'
        )
    words = [f"--{word.strip()}" for word in found["settings"].split(",") if word.strip()]
    arguments, problems = read_arguments(SETTINGS, words)
    raise_all(problems)
    differing, _ = read_written(arguments)
    other = make_config([*written, *differing])
    if not other.vocab_size:
        other = other.with_values("as planned", vocab_size=config.vocab_size)
    seconds = float(found["time"]) / (1000 if found["unit"] == "ms" else 1)
    return MeasuredStep(other, seconds, f"your {found['time']} {found['unit']}")


def logged_step(config: Config, path: Path) -> MeasuredStep:
    """The usual step of a run of fledge, with its settings; or of any trainer's log, with the settings given."""
    if not path.exists():
        raise FledgeError(f"--from={path}: there is no such run or log.", "Name a run directory or a log file.")
    facts = Facts(read_log(str(path)).runs[-1])
    if facts.step_ms is None:
        raise FledgeError(f"--from={path}: no iteration times in it.", "It needs lines as `iter 10: ..., time 33.2ms`.")
    if facts.run.origin == "directory":
        file = Path(facts.run.name) / "config.json"
        config = config_from_json(read_json(file, "Name another run or log."), source=file)
    return MeasuredStep(config, facts.step_ms / 1000, f"{path}'s median of {len(facts.step_times)} iterations")
