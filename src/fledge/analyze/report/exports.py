"""Curves as CSV: one file a run, one column a curve, every point that the run has."""

import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from fledge.analyze.report.claim import claim
from fledge.analyze.report.view import View
from fledge.common.files import atomic_file

HEAD = "iter,x_tokens,x_hours"


def csv_paths(folder: Path, views: Sequence[View]) -> list[Path]:
    """A file name for each run: its label, with nothing in it that a file system minds."""
    names: list[str] = []
    for view in views:
        name = re.sub(r"[^\w.-]+", "_", view.label, flags=re.ASCII).strip("._")[-100:] or "run"
        number = 1
        while (whole := name if number == 1 else f"{name}-{number}").lower() in (other.lower() for other in names):
            number += 1
        names.append(whole)
    return [folder / f"{name}.csv" for name in names]


def write_csvs(folder: Path, views: Sequence[View]) -> list[Path]:
    paths = csv_paths(folder, views)
    for path in paths:
        claim(path, HEAD.encode(), "--csv=DIR")
    for path, view in zip(paths, views, strict=True):
        with atomic_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow([*HEAD.split(","), *sorted(view.facts.run.curves)])
            rows.writerows(_rows(view))
    return paths


def _rows(view: View) -> Iterator[list[str]]:
    """Each iteration with its tokens, hours of training and all that was printed of it; numbers as they were read."""
    curves = [curve for _, curve in sorted(view.facts.run.curves.items())]
    places = [0] * len(curves)
    for it in sorted({it for curve in curves for it in curve.iters}):
        seconds = view.seconds_at(it)
        row = [str(it), _text(view.tokens_at(it)), _text(None if seconds is None else seconds / 3600)]
        for number, curve in enumerate(curves):
            place = places[number]
            there = place < len(curve.iters) and curve.iters[place] == it
            row.append(repr(curve.values[place]) if there else "")
            places[number] += there
        yield row


def _text(value: float | None) -> str:
    return "" if value is None else repr(value)
