"""`fledge.prepare`: text to a dataset directory."""

import os
import re
import signal
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

from fledge.api.call import api_call
from fledge.api.names import Name, names_of
from fledge.common.errors import FledgeError
from fledge.common.progress import OnProgress
from fledge.config.fields import Value
from fledge.data.corpus.by_language import dataset_name_of, language_corpus
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.corpus.remote import without_secrets
from fledge.data.dataset import KNOWN_NAMES, SHIPPED_TOKENIZERS
from fledge.data.filters.cleaning import Cleaning
from fledge.data.prepare import Prepared
from fledge.data.prepare import prepare as prepare_request
from fledge.data.prepare.job import Stopped
from fledge.data.prepare.request import Request
from fledge.options.parser import Arguments, parse_call
from fledge.options.prepare import COMMAND, PrepareOptions
from fledge.texts import say


def prepare(
    text: Name | Iterable[Name],
    *,
    name: str | None = None,
    tokenizer: str | None = None,
    data_dir: Name | None = None,
    progress: OnProgress | None = None,
    **settings: Value,
) -> Prepared:
    """Makes a dataset of files, folders, addresses, or of a known name such as "shakespeare_char".

    The dataset is `data/NAME`, named after the first file if `name` is not given; `settings` are the options of `fledge
    prepare`. If it is there already and made of the same text, it is returned as it is. Ctrl-C keeps what is done and
    raises KeyboardInterrupt; the same call goes on from there.

        made = fledge.prepare("book.txt", tokenizer="char")
        print(made.dataset.path, made.dataset.tokens)
    """
    with api_call(progress):
        given = {"name": name, "tokenizer": tokenizer, "data_dir": data_dir, **settings}
        arguments = parse_call(COMMAND, names_of(text, say("api.text_file")), given)
        try:
            return prepare_named(arguments)
        except Stopped as stopped:
            number = stopped.signal
    # The handlers of before are in place again. Of Ctrl-C, Python's raises KeyboardInterrupt.
    signal.raise_signal(number)
    raise FledgeError(say("api.stopped"), say("api.goes_on"))


def prepare_named(arguments: Arguments) -> Prepared:
    """The dataset that a command line, or a call, asks for."""
    options: PrepareOptions = arguments.options
    words = arguments.words
    _check_names(words, options)
    return prepare_request(_request(words, Path(options.data_dir) / _checked(dataset_name(arguments)), options))


def dataset_name(arguments: Arguments) -> str:
    first = arguments.words[0]
    return arguments.options.name or (first if first in KNOWN_NAMES else dataset_name_of(first) or default_name(first))


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
        raise FledgeError(say("api.name_below", name=name), say("api.try_data_dir"))
    if set(name) & set(":,"):
        raise FledgeError(say("api.name_colon", name=name), say("api.leave_out"))
    return name


def _check_names(words: Sequence[str], options: PrepareOptions) -> None:
    """One of the known names stands alone, and for what it is."""
    name = next((word for word in words if word in KNOWN_NAMES or language_corpus(word)), "")
    if not name:
        if options.subset:
            raise FledgeError(say("api.subset"), say("api.name_files"))
        return
    others = [word for word in words if word != name]
    if others:
        raise FledgeError(
            say("api.own_dataset", name=name, other=others[0]),
            say("api.one_at_a_time", name=name),
        )
    if options.encoding != PrepareOptions.encoding:
        raise FledgeError(say("api.is_utf8", name=name), say("api.if_yours", name=name))
    usual = SHIPPED_TOKENIZERS.get(name)
    if usual and options.tokenizer not in ("auto", usual) and not options.name:
        raise FledgeError(
            say("api.stands_for", name=name, usual=usual),
            say("api.another_tokenizer", tokenizer=options.tokenizer, name=_other_name(name, options.tokenizer)),
        )


def _other_name(name: str, tokenizer: str) -> str:
    """shakespeare_byte; arabic_small_bpe_8192."""
    return re.sub(r"[^\w.-]+", "_", f"{name.removesuffix('_char')}_{Path(tokenizer).name}")
