"""The files that `fledge report` writes: the page, and every curve as CSV. Other files are replaced only if asked."""

import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from fledge.analyze.report.page import MARKER, render_page
from fledge.analyze.report.view import RunView
from fledge.common.errors import FledgeError
from fledge.common.files import atomic_file, check_writable, write_text
from fledge.texts import say

CSV_HEAD = "iter,x_tokens,x_hours"  # all our CSV files begin with it
HEAD_BYTES = 400  # of a file, in which our mark must stand


def check_places(page: Path, folder: Path | None, overwrite: bool) -> None:
    """Raise before the logs are read if the page, or the folder of the curves, can't be written."""
    _check_ours(page, MARKER.encode(), "-o FILE", overwrite)
    check_writable(page)
    if folder is not None:
        check_writable(folder / "run.csv")


def write_report(path: Path, views: Sequence[RunView], overwrite: bool = False) -> None:
    _check_ours(path, MARKER.encode(), "-o FILE", overwrite)
    write_text(path, render_page(views))


def write_csvs(folder: Path, views: Sequence[RunView], overwrite: bool = False) -> list[Path]:
    """One file per run, one column per curve, with every point that the run has."""
    paths = [folder / f"{name}.csv" for name in _file_names(views)]
    for path in paths:
        _check_ours(path, CSV_HEAD.encode(), "--csv=DIR", overwrite)
    for path, view in zip(paths, views, strict=True):
        with atomic_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow([*CSV_HEAD.split(","), *sorted(view.facts.run.curves)])
            rows.writerows(_rows(view))
    return paths


def _check_ours(path: Path, mark: bytes, option: str, overwrite: bool) -> None:
    """An error if something is there that this command did not write, unless the user says `overwrite`."""
    if path.is_dir():
        raise FledgeError(say("report.directory", path=path), say("report.name_file", path=path / "report.html"))
    if not path.exists():
        return
    if not path.is_file():  # a pipe or a device can't be replaced by a file
        raise FledgeError(say("report.not_regular", path=path), say("report.choose", option=option))
    if overwrite:
        return
    with path.open("rb") as file:
        if mark not in file.read(HEAD_BYTES):
            raise FledgeError(say("report.not_ours", path=path), say("report.choose_or_overwrite", option=option))


def _file_names(views: Sequence[RunView]) -> list[str]:
    """A name for each run: its label without the characters that file systems refuse, numbered where two are equal."""
    names: list[str] = []
    for view in views:
        base = re.sub(r"[^\w.-]+", "_", view.label, flags=re.ASCII).strip("._")[-100:] or "run"
        taken = {name.lower() for name in names}  # some file systems ignore case
        name, number = base, 1
        while name.lower() in taken:
            number += 1
            name = f"{base}-{number}"
        names.append(name)
    return names


def _rows(view: RunView) -> Iterator[list[str]]:
    """For each iteration: tokens, hours of training, and every value printed for it, as it was read."""
    curves = [curve for _, curve in sorted(view.facts.run.curves.items())]
    for it in sorted({it for curve in curves for it in curve.iters}):
        hours = view.clock.at(it) / 3600 if view.clock else None
        values = [view.tokens_at(it), hours, *(curve.at(it) for curve in curves)]
        yield [str(it), *("" if value is None else repr(value) for value in values)]
