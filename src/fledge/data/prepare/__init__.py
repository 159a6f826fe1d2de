"""Text to a dataset directory: any amount, in bounded memory, on all cores, and after a crash from where it was."""

import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.common.files import read_json
from fledge.data.corpus.catalog import NAMED, TINY_SHAKESPEARE
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.local import describe_skipped, find_inputs, local_input
from fledge.data.corpus.remote import find_remote, is_remote, shown
from fledge.data.dataset import NAMED_SETS, Dataset, is_dataset_file, open_dataset
from fledge.data.prepare.job import Work
from fledge.data.prepare.request import Choices, Request, fingerprint
from fledge.data.prepare.vocabulary import check_tokenizer, choose
from fledge.data.prepare.workdir import KEPT, tidy, work_in

MOST_NAMED = 1_000  # files that a dataset.json names
ELSEWHERE = "Choose another --name or --data_dir, or move what is there away."


@dataclass(frozen=True)
class Prepared:
    """What was made, and what the user should know about it."""

    dataset: Dataset
    files: int
    left_out: Counter[str]
    notes: list[str]
    is_new: bool = True


def prepare(request: Request) -> Prepared:
    """Make the dataset that the request asks for, or go on making it."""
    request.check()
    check_tokenizer(request.tokenizer)
    inputs, passed_over = find(request)
    choices, notes = choose(request, inputs)
    _check_out(request.out, [shown(word) for word in request.words])
    mark = fingerprint(request, choices, inputs)
    if passed_over:
        notes.append(describe_skipped(passed_over))
    if dataset := _already_there(request.out, mark):
        tidy(request.out)
        return Prepared(dataset, len(inputs), Counter(_description(request.out)["left_out"]), notes, is_new=False)
    with work_in(request.out, mark) as (folder, state):
        if state.tokens:
            notes.append(f"went on at {state.tokens:,} tokens, where it had stopped")
        work = Work(request, choices, inputs, folder, state)
        dataset = work.run(_source(request, choices, inputs, mark))
        notes += work.tokenizer.notes
    if dataset.tokens["train"] < request.tokens:
        notes.append(f"there are no more than {dataset.tokens['train']:,} of the {request.tokens:,} tokens asked for")
    return Prepared(dataset, len(inputs), state.counts, notes)


def find(request: Request) -> tuple[list[Input], Counter[str]]:
    """The inputs that the request's words stand for, in order, and what was passed over."""
    words, skipped = request.words, Counter[str]()
    if not all(words):
        raise FledgeError("one of the names is empty.", "Is a variable of the shell not set?")
    if words[0] in NAMED_SETS:
        return [local_input(TINY_SHAKESPEARE)], skipped
    if words[0] in NAMED:
        return NAMED[words[0]].find(request.subset), skipped
    inputs: list[Input] = []
    local = [Path(word) for word in words if not is_remote(word)]
    if local:
        inputs, skipped = find_inputs(local, request.reading.encoding)
    for word in words:
        inputs += find_remote(word) if is_remote(word) else []
    return inputs, skipped


def _source(request: Request, choices: Choices, inputs: Sequence[Input], mark: str) -> dict[str, Any]:
    """Where a dataset came from, for its dataset.json."""
    return {
        "paths": [shown(word) for word in request.words],
        "files": [{"name": item.name, "bytes": item.size} for item in inputs[:MOST_NAMED]],
        "more_files": max(0, len(inputs) - MOST_NAMED),
        "encoding": request.reading.encoding,
        "split": choices.split,
        "val_fraction": choices.val_fraction,
        "fingerprint": mark,
    }


def _already_there(out: Path, mark: str) -> Dataset | None:
    """The dataset at `out`, if it is what the same request would make again."""
    if not (out / "dataset.json").is_file() or _description(out).get("fingerprint") != mark:
        return None
    try:
        return open_dataset(out)
    except FledgeError:
        return None  # torn: made again


def _check_out(out: Path, words: list[str]) -> None:
    """Refuse, before a long pass over the text, to overwrite something else."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        out.stat()  # a link that leads to itself is an error here, and does not exist to `exists`
    if not out.exists():
        return
    if not out.is_dir():
        raise FledgeError(f"{out} is a file, not a directory.", ELSEWHERE)
    names = sorted(path.name for path in out.iterdir())
    if foreign := [name for name in names if name not in KEPT and not is_dataset_file(name)]:
        raise FledgeError(f"{out} holds files that are not a dataset's ({', '.join(foreign[:3])}).", ELSEWHERE)
    made_from = [str(path) for path in _description(out).get("paths", ["an unknown text"])]
    if names and made_from != words:
        raise FledgeError(f"{out} already holds another dataset (made from {', '.join(made_from)}).", ELSEWHERE)


def _description(out: Path) -> dict[str, Any]:
    try:
        source = read_json(out / "dataset.json", "")["source"]
        return source if isinstance(source, dict) else {}
    except (FledgeError, KeyError, TypeError):
        return {}
