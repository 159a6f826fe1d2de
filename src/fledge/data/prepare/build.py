"""From a request to a finished dataset directory."""

import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.common.files import read_json
from fledge.data.corpus.find import find_inputs
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.local import describe_skipped
from fledge.data.corpus.remote import without_secrets
from fledge.data.dataset import Dataset, is_dataset_file, open_dataset
from fledge.data.prepare.job import PrepareJob
from fledge.data.prepare.placing import is_ours, stays, tidy
from fledge.data.prepare.request import Request, fingerprint
from fledge.data.prepare.vocabulary import check_tokenizer, chosen_normalizer, make_choices
from fledge.data.prepare.workdir import open_workdir
from fledge.texts import say, text

MAX_FILES_NAMED = 1_000  # in a dataset.json
MAX_FOREIGN_NAMED = 3
ELSEWHERE = say("prepare.elsewhere")


@dataclass(frozen=True)
class Prepared:
    """A dataset, and what the user should know about it."""

    dataset: Dataset
    files: int
    left_out: Counter[str]
    notes: list[str]
    is_new: bool = True


def prepare(request: Request) -> Prepared:
    """Make the dataset that is requested, or continue making it."""
    request.check()
    check_tokenizer(request.tokenizer)
    chosen_normalizer(request)
    inputs, skipped = find_inputs(request.words, request.subset, request.read_options.encoding)
    request, notes = make_choices(request, inputs)
    _check_out(request)
    mark = fingerprint(request, inputs)
    if skipped:
        notes.append(describe_skipped(skipped))
    if dataset := _already_there(request.out, mark):
        tidy(request.out)
        left_out = Counter(_source_in(request.out)["left_out"])
        return Prepared(dataset, len(inputs), left_out, notes, is_new=False)
    with open_workdir(request.out, mark) as (folder, state):
        if state.tokens:
            notes.append(text(say("prepare.continued", tokens=state.tokens)))
        job = PrepareJob(request, inputs, folder, state)
        dataset = job.run(_describe_source(request, inputs, mark))
        notes += job.tokenizer.notes
    if dataset.tokens["train"] < request.tokens:
        notes.append(text(say("prepare.too_few", tokens=dataset.tokens["train"], asked=request.tokens)))
    return Prepared(dataset, len(inputs), state.counts, notes)


def _describe_source(request: Request, inputs: Sequence[Input], mark: str) -> dict[str, Any]:
    """Where a dataset came from, for its dataset.json."""
    return {
        "paths": [without_secrets(word) for word in request.words],
        "files": [{"name": item.name, "bytes": item.size} for item in inputs[:MAX_FILES_NAMED]],
        "more_files": max(0, len(inputs) - MAX_FILES_NAMED),
        "encoding": request.read_options.encoding,
        "split": request.split,
        "val_fraction": request.val_fraction,
        "fingerprint": mark,
    }


def _already_there(out: Path, mark: str) -> Dataset | None:
    """The dataset at `out`, if the same request would make it again."""
    if not (out / "dataset.json").is_file() or _source_in(out).get("fingerprint") != mark:
        return None
    try:
        return open_dataset(out)
    except FledgeError:
        return None  # damaged: made again


def _check_out(request: Request) -> None:
    """Refuse, before a long pass over the text, to overwrite something else."""
    out = request.out
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        out.stat()  # raises for a link that leads to itself, which `exists` takes for absent
    if not out.exists():
        return
    if not out.is_dir():
        raise FledgeError(say("prepare.is_file", out=out), ELSEWHERE)
    names = sorted(path.name for path in out.iterdir())
    inputs = {Path(word).name for word in request.words if Path(word).resolve().parent == out.resolve()}
    own = [name for name in names if is_ours(name) and (is_dataset_file(name) or "dataset.json" in names)]
    if foreign := [name for name in names if name not in own and name not in inputs and not stays(name)]:
        raise FledgeError(say("prepare.foreign_files", out=out, files=foreign[:MAX_FOREIGN_NAMED]), ELSEWHERE)
    made_from = [str(path) for path in _source_in(out).get("paths", ())]
    if own and made_from != [without_secrets(word) for word in request.words] and not request.overwrite:
        problem = say("prepare.other_unknown", out=out)
        if made_from:
            problem = say("prepare.other_dataset", out=out, paths=made_from)
        raise FledgeError(problem, say("prepare.or_overwrite"))


def _source_in(out: Path) -> dict[str, Any]:
    """The `source` in a directory's dataset.json; empty if there is none."""
    try:
        source = read_json(out / "dataset.json", "")["source"]
        return source if isinstance(source, dict) else {}
    except (FledgeError, KeyError, TypeError):
        return {}
