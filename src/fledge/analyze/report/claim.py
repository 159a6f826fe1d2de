"""A file may be written over only if it is one of ours."""

from pathlib import Path

from fledge.common.errors import FledgeError


def claim(path: Path, marker: bytes, option: str) -> None:
    """An error if something is there that does not begin as our files do."""
    if path.is_dir():
        raise FledgeError(f"{path} is a directory.", f"Name a file: {path / 'report.html'}.")
    if not path.exists():
        return
    if not path.is_file():  # a pipe, a device: nothing that a file can take the place of
        raise FledgeError(f"{path} is no file.", f"Choose another {option}.")
    with path.open("rb") as file:
        if marker not in file.read(400):
            raise FledgeError(f"{path} exists and was not made by this command.", f"Choose another {option}.")
