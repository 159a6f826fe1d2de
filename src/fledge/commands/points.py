"""An iteration time that the user knows of a device: typed, or read off a run or a log."""

import json
import re
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fledge.config import Config, config_from_json, load_config
from fledge.errors import FledgeError
from fledge.runlog import read_events

if TYPE_CHECKING:
    from fledge.plan import Point

POINT = re.compile(r"(?P<settings>.*):\s*(?P<time>[0-9.eE+]+)\s*(?P<unit>ms|s)")
LOG_LINE = re.compile(r"iter (\d+):.*? time ([\d.]+)\s*ms")


def typed_point(config: Config, argv: Sequence[str], trust: bool, text: str) -> "Point":
    """SETTINGS:TIME, where the settings are those that differ from the command line's."""
    from fledge.plan import Point

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
    return Point(other, seconds, f"your {found['time']} {found['unit']}")


def point_of(config: Config, path: Path) -> "Point":
    """The median of a run of fledge, with its settings; or of a log in nanoGPT's format, of these settings."""
    from fledge.plan import Point

    if (path / "metrics.jsonl").is_file():
        times = [event["dt_ms"] for event in read_events(path / "metrics.jsonl") if event["event"] == "iter"][1:]
        try:
            document = json.loads((path / "config.json").read_text())
        except (OSError, ValueError) as error:
            raise FledgeError(f"{path / 'config.json'} can't be read.", "Name another run, or a log.") from error
        other = config_from_json(document, source=path / "config.json")
    elif path.is_file():
        # an iteration that was evaluated is slower, and the first one compiles: the median is of the others
        times = [float(ms) for _, ms in LOG_LINE.findall(path.read_text(errors="replace"))][1:]
        other = config
    else:
        raise FledgeError(f"--from={path}: there is no such run or log.", "Name a run directory or a log file.")
    if not times:
        raise FledgeError(f"--from={path}: no iteration times in it.", "It needs lines as `iter 10: ..., time 33.2ms`.")
    return Point(other, statistics.median(times) / 1000, f"{path}'s median of {len(times)} iterations")
