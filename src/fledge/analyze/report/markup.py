"""HTML, safe by default: text is escaped unless it is markup already."""

import html
import re

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # HTML has no such characters; a log may


class Html(str):
    """Markup: what `tag` and `escape` give."""

    __slots__ = ()


def escape(text: object) -> Html:
    """Any text as HTML. A file's name may hold bytes that no encoding has."""
    if isinstance(text, Html):
        return text
    whole = str(text).replace("\r\n", "\n").encode("utf-8", "replace").decode("utf-8")
    return Html(html.escape(CONTROL.sub("\ufffd", whole)))


def tag(name: str, *children: object, **attributes: str) -> Html:
    """An element. `class_` is class, `data_label` is data-label."""
    words = [f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items()]
    return Html(f"<{name}{''.join(words)}>{join(*children)}</{name}>")


def join(*children: object) -> Html:
    return Html("".join(escape(child) for child in children))


def with_code(text: str) -> Html:
    """Text whose `commands` are set as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick without its other half is a backtick
        return escape(text)
    return join(*(tag("code", part) if number % 2 else part for number, part in enumerate(parts)))


def section(key: str, title: str, *children: object) -> Html:
    """A part of the page that a link can name."""
    heading = tag("h2", title, id=f"{key}-title")
    return tag("section", heading, *children, id=key, aria_labelledby=f"{key}-title")
