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
from fledge.texts import say

MEASURED = re.compile(r"(?P<settings>.*):\s*(?P<time>\d+\.?\d*([eE][+-]?\d+)?|\.\d+)\s*(?P<unit>ms|s)")


def typed_step(config: Config, written: Sequence[Assignment], text: str) -> MeasuredStep:
    """SETTINGS:TIME, where the settings are those that differ from the command line's."""
    found = MEASURED.fullmatch(text.strip())
    if not found or not float(found["time"]):
        raise FledgeError(say("api.not_measured", text=text), say("api.measured_example"))
    words = [f"--{word.strip()}" for word in found["settings"].split(",") if word.strip()]
    arguments, problems = read_arguments(SETTINGS, words)
    raise_all(problems)
    differing, _ = read_written(arguments)
    other = make_config([*written, *differing])
    if not other.vocab_size:
        other = other.with_values("as planned", vocab_size=config.vocab_size)
    seconds = float(found["time"]) / (1000 if found["unit"] == "ms" else 1)
    return MeasuredStep(other, seconds, str(say("plan.source.your_time", time=found["time"], unit=found["unit"])))


def logged_step(config: Config, path: Path) -> MeasuredStep:
    """The usual step of a run of fledge, with its settings; or of any trainer's log, with the settings given."""
    if not path.exists():
        raise FledgeError(say("api.from_missing", path=path), say("api.name_run_or_log"))
    facts = Facts(read_log(str(path)).runs[-1])
    if facts.step_ms is None:
        raise FledgeError(say("api.from_no_times", path=path), say("api.needs_lines"))
    if facts.run.origin == "directory":
        file = Path(facts.run.name) / "config.json"
        config = config_from_json(read_json(file, say("api.name_another")), source=file)
    return MeasuredStep(
        config, facts.step_ms / 1000, str(say("plan.source.median_of", path=path, iterations=len(facts.step_times)))
    )
