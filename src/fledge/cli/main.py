"""The `fledge` command: finds the subcommand, prints help, and turns errors into one line and an exit code."""

import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from fledge import __version__
from fledge.common.errors import FledgeError, RunFailed, is_out_of_memory
from fledge.config.fields import did_you_mean, settings_help

COMMANDS = (
    "demo",
    "prepare",
    "tokenizer",
    "data",
    "plan",
    "tune",
    "train",
    "explain",
    "forecast",
    "compare",
    "report",
    "sample",
    "config",
    "export",
    "devices",
    "bench",
)

ABOUT = f"""\
fledge {__version__}: raises a small GPT on the hardware you have, and tells the
truth about the run.

  fledge demo                    data, training and a sample in minutes
  fledge prepare my_book.txt     your own text as a dataset
  fledge train config/demo.py    train; nanoGPT's commands work too
  fledge explain                 what happened; your logs of other trainers too
  fledge sample                  text from the newest run
"""


def main(argv: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(arguments)
    except FledgeError as error:
        return _report(error)
    except KeyboardInterrupt:
        print("fledge: stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a path that no check foresaw: too long, not readable, on a broken disk
        where = f"{error.filename}: " if error.filename else ""
        return _report(FledgeError(f"{where}{error.strerror or error}.", "Check that path."))
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        return _report(RunFailed("out of memory.", "Try a smaller --batch_size or model."))


def _report(error: FledgeError) -> int:
    print(f"fledge: error: {error}", file=sys.stderr)
    return error.exit_code


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(_help())
        return 0
    name, *rest = arguments
    if name in ("-V", "--version", "version"):
        print(f"fledge {__version__}")
        return 0
    if name not in COMMANDS:
        raise FledgeError(f"unknown command {name!r}.{did_you_mean(name, COMMANDS)}", "`fledge --help` lists them.")
    command = _command(name)
    if subcommands := getattr(command, "SUBCOMMANDS", ()):
        if not rest or rest[0] in ("-h", "--help", "help"):
            print(_command_help(command))
            return 0
        if rest[0] not in subcommands:
            near = did_you_mean(rest[0], subcommands)
            raise FledgeError(f"fledge {name} has no {rest[0]!r}.{near}", f"It has {', '.join(subcommands)}.")
        command, rest = _command(f"{name}.{rest[0]}"), rest[1:]
    if "-h" in rest or "--help" in rest:
        print(_command_help(command))
        return 0
    code: int = command.run(rest)
    return code


def _command(name: str) -> ModuleType:
    return importlib.import_module(f"fledge.cli.commands.{name}")


def _help() -> str:
    lines = [f"  {name:<10} {_command(name).SUMMARY}" for name in COMMANDS]
    return f"{ABOUT}\nCommands (`fledge COMMAND --help` explains each):\n" + "\n".join(lines)


def _command_help(command: ModuleType) -> str:
    """A command that has sub-commands has no settings of its own."""
    settings = settings_help(command.Options) if hasattr(command, "Options") else ""
    return f"{command.USAGE}\n\n{command.ABOUT.rstrip()}\n\n{settings}".rstrip()
