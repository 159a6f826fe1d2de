"""Experiment trackers, each optional: TensorBoard, wandb, trackio."""

from pathlib import Path
from typing import Any, Protocol

from fledge.common.errors import FledgeError
from fledge.config.schema import Config


class Tracker(Protocol):
    def log(self, values: dict[str, float], it: int) -> None: ...
    def close(self) -> None: ...


class TensorBoard:
    def __init__(self, run: Path) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            raise _missing("tensorboard") from None
        self._writer = SummaryWriter(str(run / "tensorboard"))

    def log(self, values: dict[str, float], it: int) -> None:
        for name, value in values.items():
            self._writer.add_scalar(name, value, it)

    def close(self) -> None:
        self._writer.close()


class Wandb:
    """wandb, or trackio, which has the same interface and keeps everything on this machine."""

    def __init__(self, library: str, config: Config) -> None:
        try:
            self._library: Any = __import__(library)
        except ImportError:
            raise _missing(library) from None
        name = config.run_path.name if config.wandb_run_name == "auto" else config.wandb_run_name
        try:
            self._library.init(project=config.wandb_project, name=name, config=config.values())
        except Exception as error:  # no key, no network: the library's own many errors
            first = (str(error).splitlines() or [type(error).__name__])[0]
            raise FledgeError(
                f"{library} does not start: {first}.",
                f"Log in to it, set {library.upper()}_MODE=offline, or leave out --track.",
            ) from error

    def log(self, values: dict[str, float], it: int) -> None:
        self._library.log({**values, "iter": it}, step=it)

    def close(self) -> None:
        self._library.finish()


def _missing(library: str) -> FledgeError:
    return FledgeError(f"--track={library} needs {library}.", "pip install 'fledge[track]'")


def open_trackers(config: Config) -> list[Tracker]:
    names = set(config.track.split(",")) | ({"wandb"} if config.wandb_log else set())
    trackers: list[Tracker] = []
    for name in sorted(names - {"none"}):
        trackers.append(TensorBoard(config.run_path) if name == "tensorboard" else Wandb(name, config))
    return trackers
