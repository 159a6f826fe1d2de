"""`fledge prepare`: text to a dataset directory."""

import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fledge.common.errors import FledgeError, raise_all
from fledge.config.fields import read_options, setting

if TYPE_CHECKING:
    from fledge.data.prepare import Prepared
    from fledge.data.prepare.request import Request
    from fledge.data.shards import Shard

SUMMARY = "make a dataset of token files from text, any amount of it"
USAGE = "fledge prepare NAME | PATH... | URL... | hf://... [--key=value ...]"
ABOUT = """\
Reads text, tokenises it on all cores and writes it to data/NAME as files of
tokens: train.bin and val.bin, or shards (train-00000.bin ...) if it is large.
Text is files and folders of parquet, JSONL, plain text, zip and tar, compressed
or not (.gz .zst .bz2 .xz), on this disk, at an address or on the hub. Memory
stays small however much it is. Stopped or killed, the same command goes on
where it was, and ends with the same bytes.

shakespeare_char and shakespeare are tiny Shakespeare (1.1 MB) as in nanoGPT;
fineweb_edu and openwebtext come from the hub, as many files as are needed. A
file or folder of such a name is written ./shakespeare.

  fledge prepare shakespeare_char
  fledge prepare my_novel.txt
  fledge prepare notes/ letters/ --name=mine --tokenizer=gpt2
  fledge prepare crawl/*.jsonl.zst --duplicates=exact --languages=en,de
  fledge prepare fineweb_edu --tokens=1e9
  fledge prepare hf://datasets/OWNER/NAME/data/*.parquet --tokenizer=bpe:32768
"""


@dataclass(frozen=True)
class Options:
    tokenizer: str = setting(
        "auto",
        "char for small text, gpt2 for large, byte for anything, bpe:32768 learns one from your text, or a file "
        "(tokenizer.json, .tiktoken); auto is char for plain text up to 20 MB, gpt2 for the rest",
        group="What comes out",
    )
    tokens: int = setting(0, "exactly so many training tokens, then stop; 0 takes all there are", least=0)
    name: str = setting("", "the dataset's name; by default that of the first file or folder")
    data_dir: str = setting("data", "where the dataset directory is made")
    split: str = setting(
        "auto",
        "documents: each goes by its hash to train or val, and stays there when others are added; contiguous: the "
        "end of the text is val, as nanoGPT has it; auto is contiguous for fewer than 1,000 files of plain text",
        choices=("auto", "documents", "contiguous"),
    )
    val_fraction: float = setting(
        0.0,
        "0 is 0.1 of a contiguous text, 0.01 of documents, 0.0005 of fineweb_edu and openwebtext; more if --tokens "
        "is so small that these would be fewer than a million",
        least=0,
        most=0.99,
    )
    shard_tokens: int = setting(
        100_000_000, "tokens a file (train-00000.bin ...); train.bin and val.bin, if neither has more", least=1
    )
    single: bool = setting(False, "one train.bin however large, as nanoGPT reads it")
    text_column: str = setting(
        "", "where the text is in parquet and JSONL; by default text, or content", group="What goes in"
    )
    subset: str = setting("", "of fineweb_edu: sample-10BT (the default), sample-100BT, CC-MAIN-2024-10, ...")
    separator: str = setting("", "what divides documents inside a plain text file, such as <|endoftext|>")
    encoding: str = setting("utf-8", "for text that is not UTF-8: latin-1, cp1252, utf-16, gb18030, ...")
    on_error: str = setting(
        "stop",
        "skip leaves out what is damaged, and counts it; what was read of a damaged file stays",
        choices=("stop", "skip"),
    )
    duplicates: str = setting(
        "keep",
        "exact leaves out repeated documents, near also those that differ in a few words (MinHash)",
        choices=("keep", "exact", "near"),
        group="Cleaning: what is left out is counted",
    )
    min_chars: int = setting(0, "shorter documents are left out", least=0)
    max_chars: int = setting(0, "longer documents are left out; 0 is no limit", least=0, most=1_000_000)
    languages: str = setting("", "only documents in these: en, or en,de,hi (guessed from their beginning)")
    workers: int = setting(0, "threads; 0 is one a core", least=0, most=1024, group="How")


def run(argv: Sequence[str]) -> int:
    options, words, problems = read_options(Options, argv)
    if not words:
        problems.append("nothing to prepare. Try: fledge prepare shakespeare_char, or your own file.txt")
    raise_all(problems)

    from fledge.data.corpus.catalog import NAMED_CORPORA
    from fledge.data.dataset import SHAKESPEARE_TOKENIZERS
    from fledge.data.prepare import prepare
    from fledge.data.prepare.job import Stopped

    name = options.name or (
        words[0] if words[0] in NAMED_CORPORA or words[0] in SHAKESPEARE_TOKENIZERS else _default_name(words[0])
    )
    _check_names(words, options, SHAKESPEARE_TOKENIZERS, NAMED_CORPORA)
    request = _request(words, Path(options.data_dir) / _checked(name), options)
    try:
        made = prepare(request)
    except Stopped as stopped:
        print(f"fledge: stopped at {stopped.tokens:,} tokens. The same command goes on from there.", file=sys.stderr)
        return 128 + stopped.signal
    print(_summary(made, name, options))
    return 0


def _request(words: Sequence[str], out: Path, options: Options) -> "Request":
    from fledge.data.corpus.kinds import ReadOptions
    from fledge.data.filters.cleaning import Cleaning
    from fledge.data.prepare.request import Request

    languages = tuple(part.strip() for part in options.languages.split(",") if part.strip())
    same = ("tokenizer", "tokens", "split", "val_fraction", "shard_tokens", "single", "on_error", "workers", "subset")
    return Request(
        words=tuple(words),
        out=out,
        read_options=ReadOptions(options.encoding, options.text_column, options.separator.replace("\\n", "\n")),
        cleaning=Cleaning(options.min_chars, options.max_chars, languages, options.duplicates),
        **{name: getattr(options, name) for name in same},
    )


def _default_name(word: str) -> str:
    from fledge.data.corpus.remote import without_secrets

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


def _check_names(words: Sequence[str], options: Options, sets: Mapping[str, str], corpora: Mapping[str, Any]) -> None:
    """One of the known names stands alone, and for what it is."""
    name = next((word for word in words if word in sets or word in corpora), "")
    if not name:
        if options.subset:
            raise FledgeError(
                "--subset is for fineweb_edu.", "Name the files themselves: hf://datasets/OWNER/NAME/PATH"
            )
        return
    if len(words) > 1:
        raise FledgeError(
            f"{name} is a dataset of its own and can't be joined with {words[words[0] == name]}.",
            f"One at a time; and a file or folder of that name is written ./{name}",
        )
    if options.encoding != Options.encoding:
        raise FledgeError(f"{name} is UTF-8: --encoding is for your own files.", f"If it is yours, write ./{name}")
    if name in sets and options.tokenizer not in ("auto", sets[name]) and not options.name:
        raise FledgeError(
            f"{name} stands for the tokenizer {sets[name]}.",
            f"Name another one: --tokenizer={options.tokenizer} --name=shakespeare_{options.tokenizer}",
        )


def _summary(made: "Prepared", name: str, options: Options) -> str:
    data = made.dataset
    assert data.bytes is not None
    assert data.documents is not None
    assert data.source is not None
    size = sum((data.path / shard.file).stat().st_size for shards in data.shards.values() for shard in shards)
    text_bytes, documents = sum(data.bytes.values()), sum(data.documents.values())
    rows = [
        ("text", f"{text_bytes:,} bytes, {_plural(documents, 'document')}, {_plural(made.files, 'file')}"),
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
    if options.data_dir != Options.data_dir:
        command += f" --data_dir={shlex.quote(options.data_dir)}"
    lines = made.notes + [f"{label:<11} {text}" for label, text in rows]
    return "\n".join([*lines, "", f"next: {command}"])


def _about_split(source: Mapping[str, Any]) -> str:
    share = f"{100 * source['val_fraction']:.3g}% of the"
    return f"the last {share} text" if source["split"] == "contiguous" else f"{share} documents, by their hash"


def _in_shards(shards: Sequence["Shard"]) -> str:
    return f" in {len(shards):,} shards" if len(shards) > 1 else ""


def _plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s'[: number != 1]}"


def _about_tokenizer(spec: Mapping[str, Any]) -> str:
    if spec["name"] != "char":
        return str(spec["name"])
    shown = repr(spec["chars"])[1:-1]
    return f"char: {shown}" if len(shown) <= 100 else "char"
