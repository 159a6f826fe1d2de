"""The `fledge` command: finds the command, prints help, and turns errors into one line and an exit code."""

import atexit
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from fledge import __version__
from fledge.cli.help import command_help, first_page
from fledge.cli.language import take_language
from fledge.common.errors import FledgeError, RunFailed, as_fledge_error
from fledge.common.terminal import clean_output
from fledge.config.fields import did_you_mean
from fledge.hardware.torch_import import without_tracing
from fledge.hardware.waiting import START_UP
from fledge.options.command import Command, Group
from fledge.options.parser import parse
from fledge.parallel.failures import Failure, must_print, tell
from fledge.texts import say
from fledge.texts.usage import usages

COMMANDS = tuple(name for name in usages() if " " not in name)  # of a group, its own name only
# Commands of other tools: what does the same here.
INSTEAD = {
    "finetune": say("cli.instead.finetune"),
    "resume": say("cli.instead.resume"),
    "continue": say("cli.instead.resume"),
    "eval": say("cli.instead.eval"),
    "evaluate": say("cli.instead.eval"),
    "generate": say("cli.instead.generate"),
    "chat": say("cli.instead.chat"),
    "export-hf": say("cli.instead.export_hf"),
    "convert": say("cli.instead.convert"),
    "init": say("cli.instead.init"),
    "new": say("cli.instead.init"),
    "run": say("cli.instead.run"),
    "download": say("cli.instead.download"),
    "preprocess": say("cli.instead.preprocess"),
    "benchmark": say("cli.instead.benchmark"),
    "log": say("cli.instead.log"),
    "logs": say("cli.instead.log"),
    "doctor": say("cli.instead.doctor"),
}

EXTRAS = {"starlette": "web", "uvicorn": "web"}  # a package that a command imports at once: the extra that has it


def command() -> NoReturn:
    """`fledge` as it is typed. Python would take torch's modules apart before it ends, which takes 0.1 s."""
    exit_code = 1  # of an error that nobody caught

    def end() -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(exit_code)

    atexit.register(end)  # the first one to be registered is the last one to be called; threads have ended by then
    exit_code = main()
    sys.exit(exit_code)


def main(argv: Sequence[str] | None = None) -> int:
    START_UP.begin()
    with clean_output():
        return _run(sys.argv[1:] if argv is None else argv)


def _run(argv: Sequence[str]) -> int:
    """The exit code of a command line. An error is printed."""
    try:
        return dispatch(take_language(argv))
    except FledgeError as error:
        return _report(error)
    except KeyboardInterrupt:
        print(f"fledge: {say('cli.stopped')}", file=sys.stderr)
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
        print(first_page(COMMANDS))
        return 0
    if words[0] in ("-V", "--version", "version"):
        print(f"fledge {__version__}")
        return 0
    command, rest = find_command(words)
    if isinstance(command, Group) or "-h" in rest or "--help" in rest:
        print(command_help(command))
        return 0
    if sys.platform == "win32":  # a dataset and a run are locked and synced with what only Unix has
        raise FledgeError(say("cli.windows"), say("cli.use_wsl"))
    arguments = parse(command, rest)
    code: int = _implementation(command).run(arguments)
    return code


def _implementation(command: Command) -> ModuleType:
    try:
        if command.settings != "training" and command.name != "demo":
            return _imported(command.module)
        with START_UP.importing_torch():
            return _imported(command.module)
    except ModuleNotFoundError as error:
        extra = EXTRAS.get(error.name or "")
        if extra is None:
            raise
        what = say("cli.needs_package", command=command.name, package=error.name)
        raise FledgeError(what, f"pip install 'fledge[{extra}]'") from error


def _imported(name: str) -> ModuleType:
    """A command's module. What an import makes stays: torch's is a tenth faster if nobody looks for garbage in it."""
    if name in sys.modules:
        return sys.modules[name]
    gc.disable()
    try:
        with without_tracing():
            return importlib.import_module(name)
    finally:
        gc.freeze()
        gc.enable()


def find_command(words: Sequence[str]) -> tuple[Command | Group, list[str]]:
    """The command that the first word or two name, and the words after it."""
    name, *rest = words
    if name not in COMMANDS:
        problem = say("cli.unknown_command", name=name, near=did_you_mean(name, COMMANDS))
        raise FledgeError(problem, INSTEAD.get(name.lower().replace("_", "-"), say("cli.lists_commands")))
    command = _declared(name)
    if isinstance(command, Command) or not rest or _asks_for_help(rest[0]):
        return command, rest
    if rest[0] not in command.commands:
        near = did_you_mean(rest[0], command.commands)
        problem = say("cli.unknown_subcommand", command=name, word=rest[0], near=near)
        raise FledgeError(problem, say("cli.subcommands", names=", ".join(command.commands)))
    return command.commands[rest[0]], rest[1:]


def _asks_for_help(word: str) -> bool:
    return word in ("-h", "--help", "help")


def _declared(name: str) -> Command | Group:
    command: Command | Group = importlib.import_module(f"fledge.options.{name}").COMMAND
    return command
