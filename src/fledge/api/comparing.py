"""`fledge.compare`: what changed between runs, which is ahead, and what that shows."""

import re
from collections.abc import Sequence

from fledge.analyze.compare import Comparison
from fledge.analyze.compare import compare as compare_facts
from fledge.api.call import api_call
from fledge.api.names import Name, name_of
from fledge.api.open_runs import open_runs
from fledge.api.runs import LoggedRun
from fledge.common.errors import FledgeError, raise_all
from fledge.config.fields import THOUSANDS, Assignment, convert
from fledge.logs.facts import Facts
from fledge.logs.run import Known, Run
from fledge.options.compare import COMMAND, CompareOptions
from fledge.options.parser import RUN_NUMBERS, RUN_SETTINGS, Arguments, parse_call
from fledge.options.shared import LogOptions
from fledge.texts import say


def compare(*runs: Name | LoggedRun, **settings: object) -> Comparison:
    """Compares runs or logs: `str(comparison)` is the verdict, and in a notebook it draws the losses.

    "Better" is said only of a difference beyond the noise. What the logs do not say can be told as to `fledge.read`,
    one value for all runs or a list with one for each: `gpu`, `config`, `pick`, any setting. `group` says which runs
    repeat one config: ["a", "a", "b", "b"].

        print(fledge.compare("a.log", "b.log", batch_size=[12, 24]))
    """
    with api_call():
        read_ones = [run.facts for run in runs if isinstance(run, LoggedRun)]
        if not read_ones:
            names = [name_of(run, say("api.run_or_log")) for run in runs]
            return compare_named(parse_call(COMMAND, names, settings))
        if len(read_ones) != len(runs):
            raise FledgeError(say("api.mixed"), say("api.read_each"))
        if others := set(settings) - {"group"}:
            raise FledgeError(say("api.for_named", option=min(others)), say("api.give_to_read"))
        options: CompareOptions = parse_call(COMMAND, [], settings).options
        return _compared(read_ones, options)


def compare_named(arguments: Arguments) -> Comparison:
    """The comparison of the runs that a command line, or a call, names."""
    names = arguments.words
    if names.count("-") > 1:
        raise FledgeError(say("api.piped_once"), say("api.save_one"))
    _check_number(names)
    return _compared(_open(names, arguments.options, arguments.settings), arguments.options)


def _check_number(runs: Sequence[object]) -> None:
    if len(runs) < 2:
        raise FledgeError(
            say("api.two_runs", number=len(runs)),
            say("api.try_compare"),
        )


def _compared(runs: Sequence[Facts], options: CompareOptions) -> Comparison:
    _check_number(runs)
    return compare_facts(runs, _each("group", options.group, len(runs)) if options.group else [])


def _open(names: Sequence[str], options: CompareOptions, settings: Sequence[Assignment]) -> list[Facts]:
    number = len(names)
    cards = [name if name.lower() not in ("cpu", "-") else "" for name in _each("gpu", options.gpu, number)]
    configs, picks = _each("config", options.config, number), _each("pick", options.pick, number)
    for_all, own = _known(settings, number)
    found = []
    for n, name in enumerate(names):
        if not re.fullmatch(r"\d{0,6}", picks[n]):
            raise FledgeError(say("api.pick_each", pick=options.pick), say("api.try_pick"))
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
        raise FledgeError(say("api.values_each", name=name, values=len(parts), runs=number), say("api.one_for_each"))
    return parts * number if len(parts) == 1 else parts


def _known(settings: Sequence[Assignment], number: int) -> tuple[dict[str, Known], list[dict[str, Known]]]:
    """What was said about all runs, and about each."""
    for_all: dict[str, Known] = {}
    own: list[dict[str, Known]] = [{} for _ in range(number)]
    problems: list[str] = []
    for item in settings:
        text = str(item.value)
        if "," not in text or (item.key in RUN_NUMBERS and THOUSANDS.fullmatch(text)):
            _add(for_all, item, text, problems)
            continue
        for known, part in zip(own, _each(item.key, text, number), strict=True):
            if part:
                _add(known, item, part, problems)
    raise_all(problems)
    return for_all, own


def _add(known: dict[str, Known], item: Assignment, text: str, problems: list[str]) -> None:
    try:
        known[item.key] = Known(convert(RUN_SETTINGS[item.key], text), item.origin)
    except ValueError as error:
        problems.append(f"--{item.key}={text[:40]}: {error}.")


def _check_agreement(run: Run, name: str, known: dict[str, Known]) -> None:
    """One value for all must not hide that a run had another."""
    for key, given in known.items():
        said = run.value(key)
        if said is not None and said != given.value and not (key == "vocab_size" and said == 0):
            raise FledgeError(
                say(
                    "api.contradicts", key=key, value=given.value, name=name, said=said, origin=run.settings[key].origin
                ),
                say("api.give_each", key=key),
            )
