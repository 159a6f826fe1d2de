"""`fledge prepare`: text to a dataset directory."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fledge.errors import FledgeError, raise_all
from fledge.settings import Assignment, read_arguments, setting

if TYPE_CHECKING:
    from fledge.prepare import Prepared

SUMMARY = "make a dataset of token files from text"
USAGE = "fledge prepare shakespeare_char | shakespeare | PATH... [--key=value ...]"
ABOUT = """\
Reads text, tokenises it and writes train.bin, val.bin and dataset.json to
data/NAME. The end of the text becomes the validation split. A folder is read
with all its folders; each file is a document of its own.

shakespeare_char and shakespeare fetch tiny Shakespeare (1.1 MB) and prepare it
as nanoGPT does, by characters and by GPT-2's tokens. A file or folder of that
name is written ./shakespeare.

  fledge prepare shakespeare_char
  fledge prepare my_novel.txt
  fledge prepare notes/ letters/ --name=mine --tokenizer=gpt2
  fledge prepare old.txt --encoding=cp1252 --val_fraction=0.05
"""


@dataclass(frozen=True)
class Options:
    tokenizer: str = setting(
        "auto",
        "char for small text, gpt2 for large, byte for anything; auto takes char up to 20 MB, then gpt2",
        choices=("auto", "char", "byte", "gpt2"),
    )
    name: str = setting("", "the dataset's name; by default that of the first file or folder")
    data_dir: str = setting("data", "where the dataset directory is made")
    val_fraction: float = setting(0.1, "less for large text: a million validation tokens are plenty")
    encoding: str = setting("utf-8", "for text that is not UTF-8: latin-1, cp1252, utf-16, gb18030, ...")


def run(argv: Sequence[str]) -> int:
    items, problems = read_arguments(Options, argv)
    words = [item for item in items if isinstance(item, str)]
    given: dict[str, Any] = {item.key: item.value for item in items if isinstance(item, Assignment)}
    options = Options(**given)
    if not words:
        problems.append("nothing to prepare. Try: fledge prepare shakespeare_char, or your own file.txt")
    raise_all(problems)

    from fledge.dataset import NAMED_SETS
    from fledge.prepare import prepare_named, prepare_text

    named = [word for word in words if word in NAMED_SETS]
    name = options.name or (named[0] if named else _default_name(words[0]))
    out = Path(options.data_dir) / _checked(name)
    if named:
        _check_named(words, options, NAMED_SETS)
        made = prepare_named(named[0], out, options.tokenizer, options.val_fraction)
    else:
        paths = [Path(word) for word in words]
        made = prepare_text(paths, out, options.tokenizer, options.val_fraction, options.encoding)
    print(_summary(made, name, options))
    return 0


def _default_name(word: str) -> str:
    path = Path(word).resolve()
    name = path.name if path.is_dir() else path.stem
    return re.sub(r"[^\w.-]+", "_", name).strip("._-") or "text"


def _checked(name: str) -> str:
    if Path(name).is_absolute() or name.startswith(".") or ".." in Path(name).parts:
        raise FledgeError(f"--name={name} is not a name below data_dir.", "Try --data_dir=FOLDER --name=NAME.")
    return name


def _check_named(words: Sequence[str], options: Options, named_sets: dict[str, str]) -> None:
    name = next(word for word in words if word in named_sets)
    if len(words) > 1:
        raise FledgeError(
            f"{name} is a dataset of its own and can't be joined with {words[words[0] == name]}.",
            f"One at a time; and a file or folder of that name is written ./{name}",
        )
    if options.encoding != Options.encoding:
        raise FledgeError(f"{name} is UTF-8: --encoding is for your own files.", f"If it is yours, write ./{name}")
    if options.tokenizer not in ("auto", named_sets[name]) and not options.name:
        raise FledgeError(
            f"{name} stands for the tokenizer {named_sets[name]}.",
            f"Name another one: --tokenizer={options.tokenizer} --name=shakespeare_{options.tokenizer}",
        )


def _summary(made: "Prepared", name: str, options: Options) -> str:
    data = made.dataset
    assert data.bytes is not None
    size = sum((data.path / f"{split}.bin").stat().st_size for split in data.tokens)
    text_bytes = sum(data.bytes.values())
    files = "1 file" if made.documents == 1 else f"{made.documents:,} files"
    rows = [
        ("text", f"{made.characters:,} characters, {text_bytes:,} bytes, {files}"),
        ("vocabulary", f"{data.vocab_size:,} tokens ({_about_tokenizer(data.tokenizer_spec)})"),
        ("train", f"{data.tokens['train']:,} tokens"),
        ("val", f"{data.tokens['val']:,} tokens (the last {100 * options.val_fraction:.3g}% of the text)"),
        ("written to", f"{data.path} ({size:,} bytes, {data.dtype})"),
    ]
    command = (
        f"fledge train config/demo.py --dataset={shlex.quote(name)}"  # minutes on a CPU; the default is a 124M model
    )
    if options.data_dir != Options.data_dir:
        command += f" --data_dir={shlex.quote(options.data_dir)}"
    lines = made.notes + [f"{label:<11} {text}" for label, text in rows]
    return "\n".join([*lines, "", f"next: {command}"])


def _about_tokenizer(spec: dict[str, Any]) -> str:
    if spec["name"] != "char":
        return str(spec["name"])
    shown = repr(spec["chars"])[1:-1]
    return f"char: {shown}" if len(shown) <= 100 else "char"
