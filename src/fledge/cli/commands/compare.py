"""`fledge compare`: what changed between runs, who is ahead, and what that shows."""

import json
import re
from collections.abc import Sequence

from fledge.analyze.compare import compare
from fledge.cli.open_runs import open_runs
from fledge.cli.options.compare import CompareOptions
from fledge.cli.options.shared import LogOptions
from fledge.cli.pages.compare_page import print_page
from fledge.cli.parser import RUN_NUMBERS, RUN_SETTINGS, Arguments
from fledge.common.errors import FledgeError, raise_all
from fledge.config.fields import THOUSANDS, Assignment, convert
from fledge.logs.facts import Facts
from fledge.logs.run import Known, Run


def run(arguments: Arguments) -> int:
    names = arguments.words
    if len(names) < 2:
        raise FledgeError(
            f"compare takes two runs or more, not {len(names)}.",
            "Try `fledge compare A B`; `fledge compare A A --pick=1,2` for two runs in one file.",
        )
    if names.count("-") > 1:
        raise FledgeError("- stands for what is piped in, once.", "Save one of them to a file.")
    runs = _open(names, arguments.options, arguments.settings)
    groups = _each("group", arguments.options.group, len(names)) if arguments.options.group else []
    comparison = compare(runs, groups)
    if arguments.options.json:
        print(json.dumps(comparison.to_json(), indent=1))
    else:
        print_page(comparison)
    return 0


def _open(names: Sequence[str], options: CompareOptions, settings: Sequence[Assignment]) -> list[Facts]:
    number = len(names)
    cards = [name if name.lower() not in ("cpu", "-") else "" for name in _each("gpu", options.gpu, number)]
    configs, picks = _each("config", options.config, number), _each("pick", options.pick, number)
    for_all, own = _known(settings, number)
    found = []
    for n, name in enumerate(names):
        if not re.fullmatch(r"\d{0,6}", picks[n]):
            raise FledgeError(f"--pick={options.pick} is not a number for each.", "Try --pick=1,2.")
        facts, _ = open_runs([name], LogOptions(cards[n], configs[n], int(picks[n] or 0)), {})[0]
        _check_agreement(facts.run, name, for_all)
        run = facts.run.with_settings({**for_all, **own[n]})
        # A run on the CPU has no card, whichever the others had.
        found.append(Facts(run, None if run.value("device") == "cpu" else facts.device))
    return found


def _each(name: str, text: str, number: int) -> list[str]:
    """One value for each run; the same where only one is given."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) not in (1, number):
        raise FledgeError(f"--{name} has {len(parts)} values for {number} runs.", "Give one for all, or one for each.")
    return parts * number if len(parts) == 1 else parts


def _known(settings: Sequence[Assignment], number: int) -> tuple[dict[str, Known], list[dict[str, Known]]]:
    """What was said about all runs, and about each."""
    for_all: dict[str, Known] = {}
    own: list[dict[str, Known]] = [{} for _ in range(number)]
    problems: list[str] = []
    for item in settings:
        text = str(item.value)
        if "," not in text or (item.key in RUN_NUMBERS and THOUSANDS.fullmatch(text)):
            _add(for_all, item.key, text, problems)
            continue
        for known, part in zip(own, _each(item.key, text, number), strict=True):
            if part:
                _add(known, item.key, part, problems)
    raise_all(problems)
    return for_all, own


def _add(known: dict[str, Known], key: str, text: str, problems: list[str]) -> None:
    try:
        known[key] = Known(convert(RUN_SETTINGS[key], text), "command line")
    except ValueError as error:
        problems.append(f"--{key}={text[:40]}: {error}.")


def _check_agreement(run: Run, name: str, known: dict[str, Known]) -> None:
    """One value for all must not hide that a run had another."""
    for key, given in known.items():
        said = run.value(key)
        if said is not None and said != given.value and not (key == "vocab_size" and said == 0):
            raise FledgeError(
                f"--{key}={given.value}, but {name} says {key}={said} ({run.settings[key].origin}).",
                f"Give one for each: --{key}=FIRST,SECOND; an empty one leaves it as it is.",
            )
