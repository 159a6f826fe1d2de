"""Every command over the fixtures, in Arabic and Hindi: no English is left on its page, and its JSON says the same.

A page may have Latin words in code, in names and those of the language's latin_words.txt. In a JSON document only the
texts that people read change with the language: codes, numbers and keys are English's.
"""

import contextlib
import functools
import io
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from fledge.cli.main import COMMANDS as NAMES_OF_COMMANDS
from fledge.cli.main import main
from fledge.config.schema import SETTINGS
from fledge.hardware.table import gpu_table
from fledge.texts.bidi import without_isolates
from fledge.texts.glossary import terms
from fledge.texts.language import LANGUAGES, Language, speaking
from tests.cli.test_json_documents import COMMANDS, make_files
from tests.docs import cases
from tests.texts.latin import english_words

OTHERS = ("ar", "hi")
WRITES = {"checkpoint consolidate", "bench speed"}  # they write a folder, and measure: once is enough
UNHURRIED = {"--budget=1": "--budget=60"}  # what `tune` tries must not depend on how busy this machine is
DOCUMENTS = {
    name: [UNHURRIED.get(word, word) for word in argv] for name, argv in COMMANDS.items() if name not in WRITES
}
# The keys whose values are sentences, or names in the language. Where one key is a code in one document and a sentence
# in another, the document's name stands before it.
SENTENCES = {
    "text", "title", "evidence", "advice", "meaning", "formula", "also", "why", "verdict", "reason", "notes",
    "more_notes", "note", "source", "doubts", "sure", "last_value_is", "forecast: basis", "tune for a GPU: basis",
}  # fmt: skip
MEASURED_ANEW = {"seconds"}  # how long the command took
PAGES: dict[str, tuple[str, ...]] = {
    **{f"explain {name}": ("explain", name) for name in ("shakespeare.log", "laptop.log", "width768.log")},
    "explain with a GPU": ("explain", "rtx4070ti.log", "--gpu=RTX 4070 Ti"),
    "compare widths": ("compare", "width384.log", "width768.log"),
    "forecast width": ("forecast", "width384.log", "--to=5000"),
    "devices": ("devices", "gh200"),
    **{f"help {name}": (name, "--help") for name in ("--help", *NAMES_OF_COMMANDS)},
    "error: settings": ("train", "--n_layer=x", "--nope=1", "--n_head=5"),
    "error: several": ("train", "--batch_size=0", "--dropout=7", "--dtype=int4", "--learning_rat=1"),
    "error: command": ("trian",),
    "error: log": ("explain", "nope.log"),
    "error: dataset": ("train", "--dataset=nope"),
    "error: a word too many": ("devices", "4070", "--measure"),
    "error: GPU": ("plan", "--gpu=RTX 9999"),
    "error: run": ("sample", "nowhere"),
    "error: resume": ("train", "--init_from=resume", "--out_dir=nowhere"),
    "error: settings file": ("train", "nowhere.py"),
    "error: export there": ("export", "runs/one", "--out=data"),
    "error: export dtype": ("export", "runs/one", "--dtype=q8_0"),
    "error: export nanoGPT": ("export", "runs/one", "--to=nanogpt", "--dtype=bfloat16"),
    "error: compare one": ("compare", "a.log"),
    "error: report": ("report", "nope.log"),
    "error: checkpoint": ("checkpoint", "inspect", "data"),
    "error: stop": ("stop", "runs/one"),
    "error: save": ("save", "nowhere"),
    "error: language": ("explain", "a.log", "--lang=xx"),
    "error: tokenizer": ("tokenizer", "stats", "book.txt", "--tokenizers=nope"),
    "error: measured": ("plan", "--gpu=RTX 4070", "--measured=nonsense"),
    "error: watch": ("watch", "nowhere"),
    "error: serve": ("serve", "nowhere"),
    "error: launch": ("launch", "--dataset=tiny"),
}
# Lines that are not fledge's words: commands to copy, samples of the text, and the label that scripts look for.
COMMAND = re.compile(r"^ +(?:fledge|torchrun|python|echo|kubectl|sbatch|curl)\b.*|^ .*\\$|^ +--.*")
QUOTED = re.compile(
    r"'[^'\n]*'|“[^”\n]*”|fledge: error:|\([a-z_]+\)$|pip install \S+|fledge [a-z]+(?: [!-~]+)*"
    r"|model flops utilization,.*",
    re.MULTILINE,
)
OWN_NAMES = [
    "Ada Super Hopper llmfit hardware.rs hardware.ts mfu.h Wh trian one whole latest best training.safetensors uint8",
    "A val none random exact scratch stop nowhere nope PATH SETTINGS TIME",
]


@pytest.fixture(scope="module", autouse=True)
def _files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with contextlib.chdir(tmp_path_factory.mktemp("languages")):
        make_files()
        cases.write()
        yield


def said(code: str, argv: Sequence[str]) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), speaking(Language(code)):
        main([*argv, f"--lang={code}"] if "--lang=xx" not in argv else list(argv))
    return out.getvalue(), err.getvalue()


def leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every value of a document and its path; a list of names in the language is one value."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list) and path[-1:] != ("also",):
        for item in value:
            yield from leaves(item, (*path, "#"))
    else:
        yield ".".join(path), value


def is_sentence(document: str, path: str) -> bool:
    keys = [key for key in path.split(".") if key != "#"]
    return keys[-1] in SENTENCES or (len(keys) == 1 and f"{document}: {keys[0]}" in SENTENCES)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_json_differs_in_sentences_only(name: str) -> None:
    argv = [*DOCUMENTS[name], "--json"]
    english = list(leaves(json.loads(said("en", argv)[0])))
    for code in OTHERS:
        own = list(leaves(json.loads(said(code, argv)[0])))
        assert [path for path, _ in own] == [path for path, _ in english]
        differing = {path for (path, one), (_, other) in zip(english, own, strict=True) if one != other}
        differing -= MEASURED_ANEW
        assert {path for path in differing if not is_sentence(name, path)} == set()
        assert not [path for path in differing for value in [dict(english)[path]] if isinstance(value, int | float)]


@functools.cache
def names() -> set[str]:
    """Words of what the fixtures and fledge call things: settings and their values, commands, GPUs, sources, runs."""
    found = [*SETTINGS, *NAMES_OF_COMMANDS, *LANGUAGES, *(device.name for device in gpu_table()), *OWN_NAMES]
    return set(re.findall(r"[a-z][a-z0-9]*", " ".join(found).lower()))


def english_on(code: str, page: str) -> list[str]:
    """The English words of a page. Lines are joined: a term may go on in the next."""
    lines = [line for line in without_isolates(page).replace("\u200e", "").splitlines() if not COMMAND.match(line)]
    return [word for word in english_words(code, QUOTED.sub(" ", "\n".join(lines))) if word not in names()]


@pytest.mark.parametrize("code", OTHERS)
def test_no_english_is_left_on_a_page(code: str) -> None:
    left = {}
    for name, argv in {**DOCUMENTS, **PAGES}.items():
        if name != "data inspect":  # it shows the dataset's own text
            page = "\n".join(said(code, argv))
            assert page.strip(), name
            left[name] = english_on(code, page)
    assert {name: words for name, words in left.items() if words} == {}


@pytest.mark.parametrize("code", OTHERS)
def test_every_term_is_explained_in_the_language(code: str) -> None:
    left = {}
    for term in terms():
        page = said(code, ("explain", term.name))[0]
        _, _, meaning = page.partition("\n")  # the first line has the names by which it can be asked for
        sentences = "\n".join(line for line in meaning.splitlines() if " = " not in line)
        left[term.name] = english_on(code, sentences)
    assert {name: words for name, words in left.items() if words} == {}


def test_english_is_found() -> None:
    assert english_on("ar", "الخسارة goes down 3.2\n  fledge train --x=1") == ["goes", "down"]
