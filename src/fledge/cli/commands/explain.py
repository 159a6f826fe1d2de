"""`fledge explain`: what a run did, whether it is healthy, what to do next."""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fledge.cli.commands import take_settings
from fledge.cli.logs import Sources, open_runs, split_words
from fledge.cli.pages.explain_page import print_page, print_terms
from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.logs.rundir import RUNS

SUMMARY = "what a run did, whether it is healthy, what to do next"
USAGE = """\
fledge explain [RUN | LOG | -] [--key=value ...] [--follow] [--json]
fledge explain TERM [RUN] | --terms"""
ABOUT = """\
Reads a run of fledge, or a log that nanoGPT, llm.c, nanochat, litgpt,
torchtitan or another trainer printed, and says what happened: how far, how
fast, how well, and every finding with its numbers and the next command. Without
a name it takes the newest run here.

  fledge explain
  fledge explain nanogpt.log --gpu="RTX 4070" --config=train_shakespeare_char.py
  kubectl logs trainer | fledge explain -
  fledge explain runs/demo --follow
  fledge explain mfu

What a log does not say (--batch_size, --n_embd, ...) can be given as a setting;
the page asks for what it misses. docs/findings.md explains the findings.
"""
REFRESH = 5.0  # seconds between two looks at a run that is followed


@dataclass(frozen=True)
class Options(Sources):
    follow: bool = setting(False, "look again every 5 s while the run goes on; Ctrl-C ends it", group="Output")
    terms: bool = setting(False, "the words and their formulas, with this run's numbers if one is named")
    verbose: bool = setting(False, "lines of the log that were not understood, and where settings come from")
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


def run(argv: Sequence[str]) -> int:
    options, rest = take_settings(Options, argv)
    names, words = split_words(rest)
    if options.terms or _is_term(names):
        return _explain_terms(names, words, options)
    if len(names) > 1:
        raise FledgeError(f"explain takes one run, not {len(names)}.", f"Try `fledge compare {' '.join(names)}`.")
    name = names[0] if names else _newest()
    if options.follow and name == "-":
        raise FledgeError("--follow needs a file or a run.", "What is piped in is read once, to its end.")
    if options.follow and options.json:
        raise FledgeError("--follow is for people, --json for programs.", "Leave one of them out.")
    try:
        while _explain(name, words, options) and options.follow:
            time.sleep(REFRESH)
    except KeyboardInterrupt:
        if not options.follow:
            raise
    return 0


def _explain(name: str, words: Sequence[str], options: Options) -> bool:
    """Whether it may go on, as far as its files say."""
    from fledge.analyze.summary import explain

    facts, reading = open_runs([name], options, words)[0]
    explanation = explain(facts)
    if options.json:
        print(json.dumps(explanation.to_json(), indent=1))
        return False
    if options.follow and sys.stdout.isatty():
        print("\x1b[2J\x1b[H", end="")
    print_page(explanation, reading, options.pick, options.verbose)
    if options.follow:
        print(f"\nLooking again every {REFRESH:.0f} s; Ctrl-C ends it.", flush=True)
    return not facts.run.ended


def _is_term(names: Sequence[str]) -> bool:
    """`fledge explain mfu`, or `fledge explain mfu RUN`: a word that is no file and no run's name."""
    return bool(names) and names[0] != "-" and not any(path.exists() for path in (Path(names[0]), RUNS / names[0]))


def _explain_terms(names: Sequence[str], words: Sequence[str], options: Options) -> int:
    from fledge.analyze.glossary import TERMS, define

    words_of_it = [name for name in names if _is_term([name])]  # `fledge explain gradient accumulation`
    found = [define(" ".join(words_of_it))] if words_of_it else list(TERMS.values())
    runs = [name for name in names if name not in words_of_it]
    if len(runs) > 1:
        raise FledgeError(f"one run at a time, not {len(runs)}.", f"Try `fledge explain {names[0]} {runs[0]}`.")
    facts = open_runs(runs, options, words)[0][0] if runs else None
    if options.json:
        print(json.dumps({"terms": [term.to_json() for term in found]}, indent=1))
    else:
        print_terms(found, facts)
    return 0


def _newest() -> str:
    from fledge.logs.rundir import find_run

    return str(find_run(None))
