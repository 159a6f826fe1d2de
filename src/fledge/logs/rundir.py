"""Finding runs: the newest one, the one a word means, and a free place for the next."""

import json
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.config.schema import Config

RUNS = Path("runs")
FILES = ("config.json", "metrics.jsonl", "log.txt", "profile.json")  # what a run writes besides its checkpoints
ELSEWHERE = "Choose another --out_dir."


def is_run(path: Path) -> bool:
    """A run of ours that has something to lose, or nanoGPT's out_dir."""
    return (path / "ckpt.pt").is_file() or any((path / "checkpoints").glob("step-*/state.json"))


def has_weights(path: Path) -> bool:
    """Whether something trained would be lost with the directory, even if it is damaged."""
    return is_run(path) or any((path / "checkpoints").glob("step-*"))


def foreign_file(path: Path) -> str | None:
    """A file in the directory that a run would write over, and that no run of ours wrote."""
    found = [name for name in FILES if (path / name).exists()]
    if not found:
        return None
    try:
        about = json.loads((path / "config.json").read_text(encoding="utf-8"))
        return None if "origin" in about["out_dir"] else found[0]
    except (OSError, ValueError, KeyError, TypeError):
        return found[0]


def all_runs(root: Path = Path()) -> list[Path]:
    """Runs below runs/ and, as nanoGPT writes them, in the current directory; the newest first."""
    folders = [*(root / RUNS).glob("*"), *root.glob("*")]
    return sorted((path for path in folders if path.is_dir() and is_run(path)), key=_last_touched, reverse=True)


def _last_touched(path: Path) -> float:
    marks = [path / "metrics.jsonl", path / "ckpt.pt", path / "checkpoints"]
    return max(mark.stat().st_mtime for mark in marks if mark.exists())


def find_run(name: str | None) -> Path:
    """The run that was named, by path or by its name below runs/; without a name, the newest."""
    if name is None:
        runs = all_runs()
        if not runs:
            raise FledgeError("there is no run here yet.", "`fledge demo` makes one in a few minutes.")
        return runs[0]
    for path in (Path(name), RUNS / name):
        if path.is_file() and path.suffix == ".pt":
            return path
        if is_run(path) or (path.parent.name == "checkpoints" and (path / "state.json").is_file()):
            return path
    known = [str(path) for path in all_runs()]
    near = did_you_mean(name, known)
    if Path(name).is_dir():
        raise FledgeError(f"{name} holds no checkpoint.", near or "`fledge train` writes one at each evaluation.")
    raise FledgeError(f"no run {name}.", near or f"Runs here: {', '.join(known[:5]) or 'none'}.")


def place_run(config: Config, overwrite: bool) -> Config:
    """Where a new run goes: never onto another run, unless the user says so."""
    path = config.run_path
    if config.chosen("out_dir"):
        if path.exists() and not path.is_dir():
            raise FledgeError(f"{path} is a file, not a directory.", ELSEWHERE)
        if has_weights(path) and not overwrite:
            raise FledgeError(
                f"{path} already holds a run.",
                "Continue it with --init_from=resume, write elsewhere with --out_dir, or replace it with --overwrite.",
            )
        if name := foreign_file(path):
            raise FledgeError(f"{path} holds a {name} that is not a run's.", ELSEWHERE)
        return config
    free, number = path, 1
    while has_weights(free) or foreign_file(free):
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return config.with_values("default", out_dir=str(free))


def resumable_run(out_dir: str | None) -> Path:
    """The run to continue: the one in out_dir, or without one the newest."""
    if out_dir is None or out_dir == "auto":
        return find_run(None)
    if not is_run(Path(out_dir)):
        known = [str(path) for path in all_runs()]
        raise FledgeError(
            f"there is nothing to resume in {out_dir}.",
            did_you_mean(out_dir, known).strip() or f"Runs here: {', '.join(known[:5]) or 'none'}.",
        )
    return Path(out_dir)
