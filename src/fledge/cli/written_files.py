"""Where a command may write the settings file that it makes."""

from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.texts import say


def check_place(out: Path, overwrite: bool, mark: str, usual: str) -> None:
    """Raise before minutes are spent, if the file may not be written. One that begins with `mark` is an earlier one."""
    if out.is_dir() or not out.name:
        raise FledgeError(say("best.is_directory", out=out), say("best.name_file", name=usual))
    if out.exists() and not overwrite and not out.read_bytes().startswith(mark.encode()):
        raise FledgeError(say("best.exists", out=out), say("tune.another_out"))
