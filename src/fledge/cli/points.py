"""An iteration time that the user knows of a device: typed, or read off a run or a log."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fledge.common.errors import FledgeError
from fledge.config.schema import Config, config_from_json, load_config

if TYPE_CHECKING:
    from fledge.plan.types import MeasuredStep

POINT = re.compile(r"(?P<settings>.*):\s*(?P<time>[0-9.eE+]+)\s*(?P<unit>ms|s)")


def typed_point(config: Config, argv: Sequence[str], trust: bool, text: str) -> "MeasuredStep":
    """SETTINGS:TIME, where the settings are those that differ from the command line's."""
    from fledge.plan.types import MeasuredStep

    found = POINT.fullmatch(text.strip())
    try:
        seconds = float(found["time"]) * (0.001 if found["unit"] == "ms" else 1) if found else 0.0
    except ValueError:
        seconds = 0.0
    if not found or not seconds > 0:
        raise FledgeError(
            f"--measured={text!r} is not SETTINGS:TIME.", 'For example --measured="n_embd=768,batch_size=8:9340ms".'
        )
    words = [f"--{word.strip()}" for word in found["settings"].split(",") if word.strip()]
    other = load_config([*argv, *words], trust)
    if not other.vocab_size:
        other = other.with_values("as planned", vocab_size=config.vocab_size)
    return MeasuredStep(other, seconds, f"your {found['time']} {found['unit']}")


def point_of(config: Config, path: Path) -> "MeasuredStep":
    """The usual step of a run of fledge, with its settings; or of any trainer's log, of these settings."""
    from fledge.logs.facts import Facts
    from fledge.logs.readers import read_log
    from fledge.plan.types import MeasuredStep

    if not path.exists():
        raise FledgeError(f"--from={path}: there is no such run or log.", "Name a run directory or a log file.")
    facts = Facts(read_log(str(path)).runs[-1])
    if facts.step_ms is None:
        raise FledgeError(f"--from={path}: no iteration times in it.", "It needs lines as `iter 10: ..., time 33.2ms`.")
    if facts.run.origin == "directory":
        config = config_from_json(json.loads((path / "config.json").read_text()), source=path / "config.json")
    return MeasuredStep(config, facts.step_ms / 1000, f"{path}'s median of {len(facts.step_times)} iterations")
