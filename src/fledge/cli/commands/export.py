"""`fledge export`: writes a run for other programs: a Hugging Face folder, GGUF, or nanoGPT's ckpt.pt."""

import shlex
from pathlib import Path

from fledge.cli.model_card import model_card
from fledge.common.errors import FledgeError
from fledge.common.files import check_writable
from fledge.common.progress import byte_bar
from fledge.interop.gguf_export import MODELFILE, text_end, write_gguf_folder
from fledge.interop.gguf_names import is_cut_alike_by_ollama
from fledge.interop.hf_export import write_hf_folder
from fledge.logs.rundir import find_run
from fledge.options.export import ExportOptions
from fledge.options.parser import Arguments
from fledge.texts.message import Message, say, text
from fledge.tokenizer.base import CharTokenizer
from fledge.train.checkpoint import Checkpoint, find_checkpoint, read_checkpoint
from fledge.train.checkpoint_files import for_nanogpt
from fledge.train.model_tokenizer import tokenizer_for
from fledge.train.pretrained import is_foreign_model, open_pretrained, write_nanogpt


def run(arguments: Arguments) -> int:
    options: ExportOptions = arguments.options
    named = arguments.words[0] if arguments.words else None
    source = Path(named) if named is not None and is_foreign_model(Path(named)) else find_run(named)
    out = _out(options, source)
    if out.exists():
        raise FledgeError(say("export.exists", out=out), say("export.another_name"))
    check_writable(out)
    path = _step(source, options.which)
    if options.to == "nanogpt":
        _to_nanogpt(path, source, out, options)
    elif options.to == "gguf":
        _to_gguf(path, out, _name(source), options)
    else:
        _to_hf(path, out, options)
    return 0


def _out(options: ExportOptions, source: Path) -> Path:
    if options.out != "auto":
        return Path(options.out)
    return Path("ckpt.pt" if options.to == "nanogpt" else f"{_name(source)}-{options.to}")


def _name(source: Path) -> str:
    """A name for the model: that of its run, not of its step or file."""
    path = source.absolute()
    if path.is_file():
        path = path.with_suffix("") if is_foreign_model(path) else path.parent
    is_step = path.parent.name == "checkpoints"
    return path.parent.parent.name if is_step else path.name


def _step(source: Path, which: str) -> Path:
    """The step directory to export; nanoGPT's ckpt.pt is one file."""
    is_ours = not (source / "state.json").is_file() and (source / "checkpoints").is_dir()
    return find_checkpoint(source, which) if is_ours else source


def _to_nanogpt(path: Path, source: Path, out: Path, options: ExportOptions) -> None:
    if not (path / "state.json").is_file():
        is_nanogpts = not is_foreign_model(source)
        problem = say("export.is_nanogpts", source=source) if is_nanogpts else say("export.no_run", source=source)
        raise FledgeError(problem, say("export.name_run"))
    if options.dtype != "float32":
        raise FledgeError(say("export.float32_only", dtype=options.dtype), say("export.leave_out"))
    checkpoint = for_nanogpt(path)
    write_nanogpt(out, checkpoint)
    _print(say("export.wrote", out=out, source=path))
    if checkpoint.model.shape.gelu == "tanh":
        _print(say("export.gelu_exact"))


def _to_gguf(path: Path, out: Path, name: str, options: ExportOptions) -> None:
    saved = open_pretrained(path)
    tokenizer = tokenizer_for(saved, Path("data"))
    total = sum(tensor.numel() for tensor in saved.weights.values()) * 4
    with byte_bar(text(say("export.writing", out=out)), total) as done:
        write_gguf_folder(out, name, saved.shape, saved.weights, tokenizer, options.dtype, done)
    _print(say("export.wrote", out=f"{out / name}.gguf", source=path))
    if saved.shape.arch == "gpt2":
        _print(say("export.gelu_approximated"))
    end = text_end(tokenizer, saved.shape.vocab_size)
    if isinstance(tokenizer, CharTokenizer) and end < tokenizer.vocab_size:
        _print(say("export.text_end", char=tokenizer.chars[end]))
    if tokenizer.normalizer:
        _print(say("export.normalized", choices=",".join(tokenizer.normalizer.choices)))
    if saved.shape.arch == "qwen3" and not is_cut_alike_by_ollama(tokenizer):
        _print(say("export.ollama_words"))
    _print(say("export.next", command=f"ollama create {shlex.quote(name)} -f {shlex.quote(str(out / MODELFILE))}"))


def _to_hf(path: Path, out: Path, options: ExportOptions) -> None:
    if options.dtype == "q8_0":
        raise FledgeError(say("export.q8_for_gguf"), say("export.use_bfloat16"))
    saved = open_pretrained(path)
    checkpoint: Checkpoint | None = read_checkpoint(path) if (path / "state.json").is_file() else None
    tokenizer = tokenizer_for(saved, Path("data"))
    card = model_card(out, saved, tokenizer, options.dtype, checkpoint)
    total = sum(tensor.numel() for tensor in saved.weights.values()) * (4 if options.dtype == "float32" else 2)
    with byte_bar(text(say("export.writing", out=out)), total) as done:
        write_hf_folder(out, saved.shape, saved.weights, tokenizer, card, options.dtype, saved.document_end, done)
    _print(say("export.wrote", out=out, source=path))
    _print(say("export.card", card=out / "README.md"))
    if saved.shape.arch == "modern":
        _print(say("export.python_trusting", folder=str(out)))
    else:
        _print(say("export.python", folder=str(out)))
    _print(say("export.next", command=f"fledge sample {shlex.quote(str(out))}"))


def _print(message: Message) -> None:
    print(text(message))
