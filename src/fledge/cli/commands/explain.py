"""`fledge explain`: what a run did, whether it is healthy, what to do next; or a term."""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from fledge.analyze.glossary import define
from fledge.analyze.summary import explain
from fledge.api.open_runs import ReadLog, open_runs
from fledge.api.run_settings import known_settings
from fledge.cli.newest_run import newest_run
from fledge.cli.pages.explain_page import print_page, print_terms
from fledge.common.errors import FledgeError
from fledge.common.terminal import uncleaned
from fledge.logs.readers import LogFollower, read_log
from fledge.logs.rundir import RUNS
from fledge.options.parser import Arguments
from fledge.texts import say, text
from fledge.texts.glossary import terms

REFRESH_S = 5.0


def run(arguments: Arguments) -> int:
    options, names = arguments.options, arguments.words
    if options.terms or _is_term(names):
        return _explain_terms(arguments)
    if len(names) > 1:
        raise FledgeError(say("explain.one_run", number=len(names)), say("explain.try_compare", runs=" ".join(names)))
    name = names[0] if names else newest_run("explain")
    if options.follow and name == "-":
        raise FledgeError(say("explain.follow_pipe"), say("explain.piped_once"))
    if options.follow and options.json:
        raise FledgeError(say("explain.follow_json"), say("explain.leave_one"))
    read = LogFollower().read if options.follow else read_log
    try:
        while _explain(name, arguments, read) and options.follow:
            time.sleep(REFRESH_S)
    except KeyboardInterrupt:
        if not options.follow:
            raise
    return 0


def _explain(name: str, arguments: Arguments, read: ReadLog) -> bool:
    """Prints one run. Returns whether it may still be running, by what its files say."""
    options = arguments.options
    facts, reading = open_runs([name], options, known_settings(arguments.settings), read)[0]
    explanation = explain(facts)
    if options.json:
        print(json.dumps(explanation.to_json(), indent=1))
        return False
    if options.follow and sys.stdout.isatty():
        print("\x1b[2J\x1b[H", end="", file=uncleaned(sys.stdout))
    print_page(explanation, reading, options.pick, options.verbose)
    if options.follow:
        print(f"\n{text(say('explain.following', seconds=REFRESH_S))}", flush=True)
    return not facts.run.ended


def _is_term(names: Sequence[str]) -> bool:
    """`fledge explain mfu`, or `fledge explain mfu RUN`: a word that is no file and no run's name."""
    return bool(names) and names[0] != "-" and not any(path.exists() for path in (Path(names[0]), RUNS / names[0]))


def _explain_terms(arguments: Arguments) -> int:
    names = arguments.words
    words_of_it = [name for name in names if _is_term([name])]  # `fledge explain gradient accumulation`
    found = [define(" ".join(words_of_it))] if words_of_it else terms()
    runs = [name for name in names if name not in words_of_it]
    if len(runs) > 1:
        raise FledgeError(
            say("explain.one_at_a_time", number=len(runs)), say("explain.try_term", term=names[0], run=runs[0])
        )
    facts = open_runs(runs, arguments.options, known_settings(arguments.settings))[0][0] if runs else None
    if arguments.options.json:
        print(json.dumps({"terms": [term.to_json() for term in found]}, indent=1))
    else:
        print_terms(found, facts)
    return 0
