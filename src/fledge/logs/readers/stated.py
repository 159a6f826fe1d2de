"""What a log states about its run in its own words: `name: value` or `name=value` before its first loss.

fledge does not know what these names mean. But two logs that state different values are of different configs.
"""

import re

from fledge.config.schema import SETTINGS
from fledge.logs.readers.metadata import ALIASES

VALUE = r"""["']?(?P<value>[-+\w.]{1,40})["']?"""
# name=value or name:value in a list, 'name': value in a dictionary. "number of parameters: 10M" is a sentence
PAIR = re.compile(
    r"""(?<![\w./-])(?:(?P<name>[A-Za-z_]\w*(?:[.-]\w+)*)(?:\s*=\s*|:(?!\s))|["'](?P<quoted>[A-Za-z_][\w.-]*)["']\s*:\s*)"""
    rf"""{VALUE}(?=$|[\s,;)}}\]|\#])"""
)
LINE = re.compile(
    rf"""^\s*(?P<name>[A-Za-z_]\w*(?:[.-]\w+)*)\s*:\s*(?:(?:int|float|bool|str)\s*=\s*)?{VALUE}\s*,?\s*(?:\#.*)?$"""
)
# names of what differs from run to run of one config: seeds, places, times, machines
OF_THE_RUN = re.compile(
    r"(?:^|[_.-])(?:seed|time|date|path|dir|file|host\w*|addr|port|pid|rank|uuid|id|run|log\w*|cache|elapsed|took|"
    r"duration|mem\w*|driver|commit|hash|sha|url|ms|sec\w*|temp\w*|util\w*|device\w*|user|version|eta)(?:$|[_.-])",
    re.IGNORECASE,
)
RANDOM_WORD = re.compile(r"(?=\w*\d)(?=\w*[a-f])[0-9a-f]{8,}$")
MAX_NAMES, MAX_VALUES = 4000, 8  # of a log that prints its source code


def note_stated(text: str, stated: dict[str, list[str]]) -> None:
    """Add the names and values of a line."""
    if text.startswith(("|", "+")) or ("=" not in text and ":" not in text):
        return
    line = LINE.match(text)
    found = (
        [(line["name"], line["value"])]
        if line
        else [(pair["name"] or pair["quoted"], pair["value"]) for pair in PAIR.finditer(text)]
    )
    for name, value in found:
        key = name.lower().replace("-", "_")
        if key in SETTINGS or key in ALIASES or OF_THE_RUN.search(name) or RANDOM_WORD.match(value):
            continue
        values = stated.setdefault(name, []) if len(stated) < MAX_NAMES else stated.get(name, [])
        if value not in values and len(values) < MAX_VALUES:
            values.append(value)
