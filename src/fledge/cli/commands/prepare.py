"""`fledge prepare`: text to a dataset directory."""

import shlex
import sys
from collections.abc import Mapping
from typing import Any

from fledge.api.preparing import dataset_name, prepare_named
from fledge.cli.pages.inspect_page import normalized_text
from fledge.cli.pages.tables import labelled
from fledge.data.corpus.reasons import counted_reasons
from fledge.data.prepare import Prepared
from fledge.data.prepare.job import Stopped
from fledge.options.parser import Arguments
from fledge.options.prepare import PrepareOptions
from fledge.texts import Message, say, text
from fledge.texts.units import with_commas

MIN_LABEL_WIDTH = 11

SETTINGS_FILES = {  # other datasets take the demo's
    "fineweb_edu": "train_fineweb_edu_d384",
    "openwebtext": "train_gpt2",
    "arabic_small": "train_arabic_small",
    "hindi_small": "train_hindi_small",
}


def run(arguments: Arguments) -> int:
    try:
        made = prepare_named(arguments)
    except Stopped as stopped:
        print(say("prepare.stopped", tokens=stopped.tokens), file=sys.stderr)
        return 128 + stopped.signal
    print(_summary(made, dataset_name(arguments), arguments.options))
    return 0


def _summary(made: Prepared, name: str, options: PrepareOptions) -> str:
    data = made.dataset
    assert data.bytes is not None
    assert data.documents is not None
    assert data.source is not None
    size = sum((data.path / shard.file).stat().st_size for shards in data.shards.values() for shard in shards)
    rows: list[tuple[str | Message, str | Message]] = [
        (say("prepare.page.text"), _about_text(sum(data.bytes.values()), sum(data.documents.values()), made.files)),
        (
            say("prepare.page.vocabulary"),
            say("prepare.page.tokens_of", tokens=data.vocab_size, about=_about_tokenizer(data.tokenizer_spec)),
        ),
        ("train", _in_shards(data.tokens["train"], len(data.shards["train"]))),
        ("val", say("prepare.page.tokens_of", tokens=data.tokens["val"], about=_about_split(data.source))),
    ]
    if changes := normalized_text(data.source):
        rows.append((say("prepare.page.normalized"), changes))
    if made.left_out:
        rows.append((say("prepare.page.left_out"), counted_reasons(made.left_out.most_common())))
    where = say("prepare.page.written_to") if made.is_new else say("prepare.page.already_in")
    rows.append((where, say("prepare.page.file", path=data.path, size=size, dtype=data.dtype)))
    # The demo takes minutes on a CPU; without a settings file it would be a 124M model.
    settings = SETTINGS_FILES.get(name, "demo")
    command = f"fledge train config/{settings}.py" + ("" if settings != "demo" else f" --dataset={shlex.quote(name)}")
    if options.data_dir != PrepareOptions.data_dir:
        command += f" --data_dir={shlex.quote(options.data_dir)}"
    next_line = text(say("prepare.page.next", command=command))
    return "\n".join([*made.notes, *labelled(rows, MIN_LABEL_WIDTH), "", next_line])


def _about_text(size: int, documents: int, files: int) -> str:
    parts = [
        say("prepare.page.bytes", number=size),
        say("prepare.page.documents", number=documents),
        say("prepare.page.files", number=files),
    ]
    return with_commas(parts)


def _about_split(source: Mapping[str, Any]) -> Message:
    percent = 100 * source["val_fraction"]
    if source["split"] == "contiguous":
        return say("prepare.page.last_part", percent=percent)
    return say("prepare.page.by_hash", percent=percent)


def _in_shards(tokens: int, shards: int) -> Message:
    if shards > 1:
        return say("prepare.page.tokens_in_shards", tokens=tokens, shards=shards)
    return say("prepare.page.tokens", tokens=tokens)


def _about_tokenizer(spec: Mapping[str, Any]) -> str:
    if spec["name"] != "char":
        return str(spec["name"])
    without_secrets = repr(spec["chars"])[1:-1]
    return f"char: {without_secrets}" if len(without_secrets) <= 100 else "char"
