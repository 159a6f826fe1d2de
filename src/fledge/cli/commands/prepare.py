"""`fledge prepare`: text to a dataset directory."""

import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from fledge.cli.options.prepare import PrepareOptions
from fledge.cli.parser import Arguments
from fledge.common.errors import FledgeError
from fledge.common.text import counted
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.corpus.remote import without_secrets
from fledge.data.dataset import KNOWN_NAMES, SHAKESPEARE_TOKENIZERS
from fledge.data.filters.cleaning import Cleaning
from fledge.data.prepare import Prepared, prepare
from fledge.data.prepare.job import Stopped
from fledge.data.prepare.request import Request
from fledge.data.shards import Shard


def run(arguments: Arguments) -> int:
    options: PrepareOptions = arguments.options
    words = arguments.words
    name = options.name or (words[0] if words[0] in KNOWN_NAMES else default_name(words[0]))
    _check_names(words, options)
    request = _request(words, Path(options.data_dir) / _checked(name), options)
    try:
        made = prepare(request)
    except Stopped as stopped:
        print(f"fledge: stopped at {stopped.tokens:,} tokens. The same command continues from there.", file=sys.stderr)
        return 128 + stopped.signal
    print(_summary(made, name, options))
    return 0


def _request(words: Sequence[str], out: Path, options: PrepareOptions) -> Request:
    languages = tuple(part.strip() for part in options.languages.split(",") if part.strip())
    same = {field.name for field in fields(Request)} & {field.name for field in fields(PrepareOptions)}
    return Request(
        words=tuple(words),
        out=out,
        read_options=ReadOptions(options.encoding, options.text_column, options.separator.replace("\\n", "\n")),
        cleaning=Cleaning(options.min_chars, options.max_chars, languages, options.duplicates),
        **{name: getattr(options, name) for name in same},
    )


def default_name(word: str) -> str:
    if on_hub := re.match(r"hf://datasets/[^/]+/([^/@]+)", word):
        word = on_hub[1]
    path = Path(os.path.abspath(without_secrets(word)))  # as it is called, not what a link leads to
    name = path.name if path.is_dir() else path.stem
    return re.sub(r"[^\w.-]+", "_", name).strip("._-") or "text"


def _checked(name: str) -> str:
    if Path(name).is_absolute() or name.startswith(".") or ".." in Path(name).parts:
        raise FledgeError(f"--name={name} is not a name below data_dir.", "Try --data_dir=FOLDER --name=NAME.")
    if set(name) & set(":,"):
        raise FledgeError(f"--name={name} has a colon or a comma, which mix datasets (a:0.7,b:0.3).", "Leave it out.")
    return name


def _check_names(words: Sequence[str], options: PrepareOptions) -> None:
    """One of the known names stands alone, and for what it is."""
    name = next((word for word in words if word in KNOWN_NAMES), "")
    if not name:
        if options.subset:
            raise FledgeError(
                "--subset is for fineweb_edu.", "Name the files themselves: hf://datasets/OWNER/NAME/PATH"
            )
        return
    others = [word for word in words if word != name]
    if others:
        raise FledgeError(
            f"{name} is a dataset of its own and can't be joined with {others[0]}.",
            f"One at a time; and a file or folder of that name is written ./{name}",
        )
    if options.encoding != PrepareOptions.encoding:
        raise FledgeError(f"{name} is UTF-8: --encoding is for your own files.", f"If it is yours, write ./{name}")
    usual = SHAKESPEARE_TOKENIZERS.get(name)
    if usual and options.tokenizer not in ("auto", usual) and not options.name:
        raise FledgeError(
            f"{name} stands for the tokenizer {usual}.",
            f"Name another one: --tokenizer={options.tokenizer} --name=shakespeare_{options.tokenizer}",
        )


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
    if made.left_out:
        rows.append(("left out", ", ".join(f"{count:,} {why}" for why, count in made.left_out.most_common())))
    rows.append(("written to" if made.is_new else "already in", f"{data.path} ({size:,} bytes, {data.dtype})"))
    # The demo takes minutes on a CPU; without a settings file it would be a 124M model.
    settings = {"fineweb_edu": "train_fineweb_edu_d384", "openwebtext": "train_gpt2"}.get(name, "demo")
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
