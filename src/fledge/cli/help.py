"""Help pages, in 80 columns, from the same declarations that the parser reads.

In a right-to-left language, what is typed stands on lines of its own: beside it, a terminal would mix up the order.
"""

from collections.abc import Sequence

from fledge import __version__
from fledge.config.fields import Setting, settings_of
from fledge.config.schema import Config
from fledge.options.command import Command, Group
from fledge.texts import Message, say, text
from fledge.texts.bidi import isolated
from fledge.texts.language import language
from fledge.texts.usage import usage
from fledge.texts.width import wrapped

HEAD_COLUMNS = 32  # a setting and its default; its comment stands beside it
COMMENT_COLUMNS = 48
BELOW = " " * 6  # a comment below its setting
COLUMNS = 80


def first_page(commands: Sequence[str]) -> str:
    """What `fledge --help` says: the first steps, and every command."""
    lines = [line for name in commands for line in _summary_lines(name)]
    return "\n".join([text(say("cli.about", version=__version__)), "", text(say("cli.commands")), *lines])


def _summary_lines(name: str) -> Sequence[str]:
    summary = text(Message(f"command.{name}.summary"))
    if language().is_right_to_left:
        return [f"  {name}", f"{BELOW}{summary}"]
    return [f"  {name:<10} {summary}"]


def command_help(command: Command | Group) -> str:
    """How to call it, what it does, examples, and every setting with its default and its comment."""
    about = text(Message(f"command.{command.name.replace(' ', '_')}.about"))
    page = f"{usage(command.name)}\n\n{about}"
    if isinstance(command, Group):
        return page
    page = f"{page}\n\n{settings_help(command.options)}".rstrip()
    if command.name in ("train", "config"):
        page = f"{page}\n\n{settings_help(Config)}"
    return page


def settings_help(options: type) -> str:
    lines: list[str] = []
    group: str | Message = ""
    for spec in settings_of(options).values():
        if spec.group != group:
            group = spec.group
            lines += ["", f"{group}:"]
        lines += _setting_lines(spec)
    return "\n".join(lines).strip("\n")


def _setting_lines(spec: Setting) -> Sequence[str]:
    head = f"  {spec.spellings[0]}={_default(spec)}"
    if spec.kinds == (bool,):  # a switch: what to type to change it
        head = f"  --no-{spec.name}" if spec.default else f"  --{spec.name}"
    comment = str(spec.comment)
    if spec.choices:
        comment += f" {_choices(spec)}"
    if language().is_right_to_left:
        return [head, *(f"{BELOW}{line}" for line in wrapped(comment, COLUMNS - len(BELOW)))]
    body = list(wrapped(comment, COMMENT_COLUMNS))
    if len(head) <= HEAD_COLUMNS - 2:
        head = f"{head:<{HEAD_COLUMNS - 1}} {body.pop(0)}"
    return [head, *(" " * HEAD_COLUMNS + line for line in body)]


def _choices(spec: Setting) -> str:
    listed = f"({' | '.join(str(choice) for choice in spec.choices)})"
    return isolated(listed) if language().is_right_to_left else listed


def _default(spec: Setting) -> str:
    if isinstance(spec.default, float):
        return f"{spec.default:g}"
    return repr(spec.default) if "\n" in str(spec.default) else str(spec.default)
