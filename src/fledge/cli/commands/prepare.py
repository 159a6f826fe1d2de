"""`fledge prepare`: text to a dataset directory."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from fledge.api.preparing import dataset_name, prepare_named
from fledge.cli.pages.inspect_page import normalized_text
from fledge.common.text import counted
from fledge.data.prepare import Prepared
from fledge.data.prepare.job import Stopped
from fledge.data.shards import Shard
from fledge.options.parser import Arguments
from fledge.options.prepare import PrepareOptions

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
        print(f"fledge: stopped at {stopped.tokens:,} tokens. The same command continues from there.", file=sys.stderr)
        return 128 + stopped.signal
    print(_summary(made, dataset_name(arguments), arguments.options))
    return 0


def _summary(made: Prepared, name: str, options: PrepareOptions) -> str:
    data = made.dataset
    assert data.bytes is not None
    assert data.documents is not None
    assert data.source is not None
    size = sum((data.path / shard.file).stat().st_size for shards in data.shards.values() for shard in shards)
    text_bytes, documents = sum(data.bytes.values()), sum(data.documents.values())
    rows = [
        ("text", f"{text_bytes:,} bytes, {counted(documents, 'document')}, {counted(made.files, 'file')}"),
        ("vocabulary", f"{data.vocab_size:,} tokens ({_about_tokenizer(data.tokenizer_spec)})"),
        ("train", f"{data.tokens['train']:,} tokens{_in_shards(data.shards['train'])}"),
        ("val", f"{data.tokens['val']:,} tokens ({_about_split(data.source)})"),
    ]
    if changes := normalized_text(data.source):
        rows.append(("normalized", changes))
    if made.left_out:
        rows.append(("left out", ", ".join(f"{count:,} {why}" for why, count in made.left_out.most_common())))
    rows.append(("written to" if made.is_new else "already in", f"{data.path} ({size:,} bytes, {data.dtype})"))
    # The demo takes minutes on a CPU; without a settings file it would be a 124M model.
    settings = SETTINGS_FILES.get(name, "demo")
    command = f"fledge train config/{settings}.py" + ("" if settings != "demo" else f" --dataset={shlex.quote(name)}")
    if options.data_dir != PrepareOptions.data_dir:
        command += f" --data_dir={shlex.quote(options.data_dir)}"
    lines = made.notes + [f"{label:<11} {text}" for label, text in rows]
    return "\n".join([*lines, "", f"next: {command}"])


def _about_split(source: Mapping[str, Any]) -> str:
    share = f"{100 * source['val_fraction']:.3g}% of the"
    return f"the last {share} text" if source["split"] == "contiguous" else f"{share} documents, by their hash"


def _in_shards(shards: Sequence[Shard]) -> str:
    return f" in {len(shards):,} shards" if len(shards) > 1 else ""


def _about_tokenizer(spec: Mapping[str, Any]) -> str:
    if spec["name"] != "char":
        return str(spec["name"])
    without_secrets = repr(spec["chars"])[1:-1]
    return f"char: {without_secrets}" if len(without_secrets) <= 100 else "char"
