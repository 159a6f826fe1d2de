"""Where a command may write the settings file that it makes."""

from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.common.files import check_writable, reported
from fledge.texts import say


def check_place(out: Path, overwrite: bool, mark: str, usual: str) -> None:
    """Raise before minutes are spent, if the file may not be written. One that begins with `mark` is an earlier one."""
    with reported(out):
        if out.is_dir() or not out.name:
            raise FledgeError(say("best.is_directory", out=out), say("best.name_file", name=usual))
        if out.exists() and not out.is_file():  # a pipe or a device can't be replaced by a file
            raise FledgeError(say("report.not_regular", path=out), say("best.name_file", name=usual))
        if out.exists() and not overwrite and not _begins_with(out, mark.encode()):
            raise FledgeError(say("best.exists", out=out), say("tune.another_out"))
    check_writable(out)


def _begins_with(path: Path, mark: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(mark)) == mark
