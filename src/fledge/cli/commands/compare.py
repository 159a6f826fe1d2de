"""`fledge compare`: what changed between runs, who is ahead, and what that shows."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fledge.cli.commands import take_settings
from fledge.cli.logs import ALSO, Sources, known_settings, open_runs, split_words
from fledge.common.errors import FledgeError
from fledge.config.fields import setting

if TYPE_CHECKING:
    from fledge.logs.facts import Facts
    from fledge.logs.run import Known, Run

SUMMARY = "what changed between runs, who is ahead, what that shows"
USAGE = "fledge compare A B [C ...] [--key=value ...] [--json]"
ABOUT = """\
Reads two or more runs of fledge, or logs of other trainers: which settings
differ, who is ahead at equal iterations, tokens, time and FLOPs, whether the
difference is more than chance, what can and can't be concluded, and the one
experiment that would tell. Runs that differ in their seed only are taken
together and tested as groups.

  fledge compare runs/demo runs/demo-2
  fledge compare a.log b.log --config=a.py,b.py --gpu="RTX 4070"
  fledge compare a.log b.log --n_embd=384,768 --batch_size=16,8
  fledge compare sweep.log sweep.log --pick=1,2

What a log does not say can be given as a setting: one value for all of them, or
one for each with commas.
"""
THOUSANDS = re.compile(r"[1-9]\d{0,2}(,\d{3})+")  # 524,288 is one number


@dataclass(frozen=True)
class Options:
    gpu: str = setting(
        "", "the GPU they ran on; one for each with commas, cpu for none", group="What the logs do not say"
    )
    config: str = setting("", "the settings file they ran with; one for each with commas")
    pick: str = setting("", "which run of a file that holds several, 1 for the first; one for each with commas")
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


def run(argv: Sequence[str]) -> int:
    options, rest = take_settings(Options, argv)
    names, words = split_words(rest)
    if len(names) < 2:
        raise FledgeError(
            f"compare takes two runs or more, not {len(names)}.",
            "Try `fledge compare A B`; `fledge compare A A --pick=1,2` for two runs in one file.",
        )
    if names.count("-") > 1:
        raise FledgeError("- stands for what is piped in, once.", "Save one of them to a file.")
    runs = _open(names, options, words)
    from fledge.analyze.compare import compare

    comparison = compare(runs)
    if options.json:
        print(json.dumps(comparison.to_json(), indent=1))
    else:
        from fledge.cli.pages.compare_page import print_page

        print_page(comparison)
    return 0


def _open(names: Sequence[str], options: Options, words: Sequence[str]) -> list["Facts"]:
    number = len(names)
    cards = [name if name.lower() not in ("cpu", "-") else "" for name in _each("gpu", options.gpu, number)]
    configs, picks = _each("config", options.config, number), _each("pick", options.pick, number)
    for_all, own = _known(words, number)
    found = []
    for n, name in enumerate(names):
        if not re.fullmatch(r"\d{0,6}", picks[n]):
            raise FledgeError(f"--pick={options.pick} is not a number for each.", "Try --pick=1,2.")
        facts, _ = open_runs([name], Sources(cards[n], configs[n], int(picks[n] or 0)), [])[0]
        _check_agreement(facts.run, name, for_all)
        found.append(_with(facts, {**for_all, **own[n]}))
    return found


def _with(facts: "Facts", known: dict[str, "Known"]) -> "Facts":
    """A run on the CPU has no card, whichever the others had."""
    from fledge.logs.facts import Facts

    run = facts.run.with_settings(known)
    return Facts(run, None if run.value("device") == "cpu" else facts.device)


def _each(name: str, text: str, number: int) -> list[str]:
    """One value for each run; the same where only one is given."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) not in (1, number):
        raise FledgeError(f"--{name} has {len(parts)} values for {number} runs.", "Give one for all, or one for each.")
    return parts * number if len(parts) == 1 else parts


def _known(words: Sequence[str], number: int) -> tuple[dict[str, "Known"], list[dict[str, "Known"]]]:
    """--key=value: of all runs, and of each."""
    for_all, own = [], [list[str]() for _ in range(number)]
    for word in words:
        name, equals, value = word.partition("=")
        is_one = "," not in value or (name.removeprefix("--").replace("-", "_") in ALSO and THOUSANDS.fullmatch(value))
        if is_one:
            for_all.append(word)
            continue
        for group, part in zip(own, _each(name.removeprefix("--"), value, number), strict=True):
            if part:
                group.append(f"{name}{equals}{part}")
    return known_settings(for_all), [known_settings(group) for group in own]


def _check_agreement(run: "Run", name: str, known: dict[str, "Known"]) -> None:
    """One value for all must not hide that a run had another."""
    for key, given in known.items():
        said = run.value(key)
        if said is not None and said != given.value and not (key == "vocab_size" and said == 0):
            raise FledgeError(
                f"--{key}={given.value}, but {name} says {key}={said} ({run.settings[key].origin}).",
                f"Give one for each: --{key}=FIRST,SECOND; an empty one leaves it as it is.",
            )
