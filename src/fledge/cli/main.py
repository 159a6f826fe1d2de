"""The `fledge` command: finds the command, prints help, and turns errors into one line and an exit code."""

import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from fledge import __version__
from fledge.cli.help import command_help, summary
from fledge.cli.language import take_language
from fledge.common.errors import FledgeError, RunFailed, as_fledge_error
from fledge.common.terminal import clean_output
from fledge.config.fields import did_you_mean
from fledge.options.command import Command, Group
from fledge.options.parser import parse
from fledge.parallel.failures import Failure, must_print, tell
from fledge.texts.usage import usages

COMMANDS = tuple(name for name in usages() if " " not in name)  # of a group, its own name only
# Commands of other tools: what does the same here.
INSTEAD = {
    "finetune": "Fine-tuning is training from given weights: fledge train --init_from=gpt2 --dataset=NAME",
    "resume": "To continue a run: fledge train --init_from=resume --out_dir=RUN",
    "continue": "To continue a run: fledge train --init_from=resume --out_dir=RUN",
    "eval": "To evaluate a run: fledge train --init_from=resume --eval_only --out_dir=RUN",
    "evaluate": "To evaluate a run: fledge train --init_from=resume --eval_only --out_dir=RUN",
    "generate": "To write text: fledge sample RUN --start='Once upon a time'",
    "chat": "To talk to a model: fledge serve RUN has a page. It continues text: fledge does not train chat models.",
    "export-hf": "fledge export RUN --to=hf writes a folder for transformers.",
    "convert": "fledge export RUN --to=hf writes a folder for transformers; fledge train and sample read such folders.",
    "init": "No set-up is needed: fledge demo, or fledge prepare YOUR_TEXT.txt and fledge train",
    "new": "No set-up is needed: fledge demo, or fledge prepare YOUR_TEXT.txt and fledge train",
    "run": "To start a run: fledge train config/demo.py",
    "download": "To fetch and tokenize data: fledge prepare NAME",
    "preprocess": "To tokenize text: fledge prepare YOUR_TEXT.txt",
    "benchmark": "To measure this machine: fledge bench speed",
    "log": "To read a run or a log: fledge explain LOG",
    "logs": "To read a run or a log: fledge explain LOG",
    "doctor": "To see this machine: fledge devices",
}

EXTRAS = {"starlette": "web", "uvicorn": "web"}  # a package that a command imports at once: the extra that has it

ABOUT = f"""\
fledge {__version__}: raises a small GPT on the hardware you have, and tells the
truth about the run.

  fledge demo                    data, training and a sample in minutes
  fledge prepare my_book.txt     your own text as a dataset
  fledge train config/demo.py    train; nanoGPT's commands work too
  fledge explain                 what happened; reads other trainers' logs too
  fledge watch                   runs in your browser, live
  fledge sample                  text from the newest run
"""


def main(argv: Sequence[str] | None = None) -> int:
    with clean_output():
        return _run(sys.argv[1:] if argv is None else argv)


def _run(argv: Sequence[str]) -> int:
    """The exit code of a command line. An error is printed."""
    try:
        return dispatch(take_language(argv))
    except FledgeError as error:
        return _report(error)
    except KeyboardInterrupt:
        print("fledge: stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (OSError, MemoryError, RuntimeError) as error:
        told = as_fledge_error(error)
        return _failed(error) if told is None else _report(told)
    except Exception as error:
        return _failed(error)


def _report(error: FledgeError) -> int:
    tell(Failure.of(error), lambda: print(f"fledge: error: {error}", file=sys.stderr, flush=True))
    return error.exit_code


def _failed(error: Exception) -> int:
    """A fault of fledge's own: its traceback, once for all processes."""
    if must_print(Failure.of(error)):
        raise error
    return RunFailed.exit_code


def dispatch(argv: Sequence[str]) -> int:
    """Runs a command line; its exit code. Errors are raised."""
    words = list(argv)
    if not words or _asks_for_help(words[0]):
        print(_help())
        return 0
    if words[0] in ("-V", "--version", "version"):
        print(f"fledge {__version__}")
        return 0
    command, rest = find_command(words)
    if isinstance(command, Group) or "-h" in rest or "--help" in rest:
        print(command_help(command))
        return 0
    if sys.platform == "win32":  # a dataset and a run are locked and synced with what only Unix has
        raise FledgeError("fledge runs on Linux and macOS.", "On Windows, use it in WSL: wsl --install")
    arguments = parse(command, rest)
    code: int = _implementation(command).run(arguments)
    return code


def _implementation(command: Command) -> ModuleType:
    try:
        return importlib.import_module(command.module)
    except ModuleNotFoundError as error:
        extra = EXTRAS.get(error.name or "")
        if extra is None:
            raise
        what = f"fledge {command.name} needs {error.name}, which is not installed."
        raise FledgeError(what, f"pip install 'fledge[{extra}]'") from error


def find_command(words: Sequence[str]) -> tuple[Command | Group, list[str]]:
    """The command that the first word or two name, and the words after it."""
    name, *rest = words
    if name not in COMMANDS:
        near = INSTEAD.get(name.lower().replace("_", "-")) or "`fledge --help` lists them."
        raise FledgeError(f"unknown command {name!r}.{did_you_mean(name, COMMANDS)}", near)
    command = _declared(name)
    if isinstance(command, Command) or not rest or _asks_for_help(rest[0]):
        return command, rest
    if rest[0] not in command.commands:
        near = did_you_mean(rest[0], command.commands)
        raise FledgeError(f"fledge {name} has no {rest[0]!r}.{near}", f"It has {', '.join(command.commands)}.")
    return command.commands[rest[0]], rest[1:]


def _asks_for_help(word: str) -> bool:
    return word in ("-h", "--help", "help")


def _declared(name: str) -> Command | Group:
    command: Command | Group = importlib.import_module(f"fledge.options.{name}").COMMAND
    return command


def _help() -> str:
    lines = [f"  {name:<10} {summary(name)}" for name in COMMANDS]
    return f"{ABOUT}\nCommands (`fledge COMMAND --help` explains each):\n" + "\n".join(lines)
