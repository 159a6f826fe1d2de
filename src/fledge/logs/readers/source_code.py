"""Source code in a log: a pasted script, or the trainer's own. What it assigns are not the run's settings."""

import re

CODE = re.compile(  # a line that only a program has
    r"^\s*(?:(?:async )?def \w+\(.*|class \w+\s*(?:\(.*)?:.*|import [\w.]+(?: as \w+)?(?:, [\w.]+(?: as \w+)?)*"
    r"|from [\w.]+ import .*|@[\w.]+(?:\(.*\))?|for \w+(?:, ?\w+)* in .*:|(?:if|elif|while) .*[=<>!(\[.].*:"
    r"|else:|try:|finally:|except\b.*:|with [\w.]+\(.*:|print0?\(f?[\"'].*|if __name__.*|torch\.manual_seed\(.*"
    r"|return [\w.(\[].*(?<=[\w)\]])"
    r"|(?:self|torch)\.\w+.*=.*)\s*(?:#.*)?$"
)
HINTS = ("(", ":", "import ", "@", "return ")  # fast to look for: a line without any of them is not code
QUOTES_CODE = re.compile(r'\.py:\d+|^\s*File "')  # a traceback or a warning: its next line is code of a library
RULE = re.compile(r"^\s*[=\-#*_]{20,}\s*$")
CONFIG_FILE = "Overriding config with "  # nanoGPT prints the settings file that follows, and it may import
MAX_CODE_CHARS = 300  # of a line
NEAR_LINES = 40  # an assignment so near to code is code
CONFIG_LINES = 200


def _is_code(text: str) -> bool:
    return len(text) <= MAX_CODE_CHARS and any(map(text.__contains__, HINTS)) and CODE.match(text) is not None


class CodeWatch:
    """Looks at the lines that are not rows, and knows where code is."""

    def __init__(self) -> None:
        self.last_code = self.last_rule = self.config_end = -NEAR_LINES - 1
        self.before = ""

    def see(self, line: int, text: str) -> bool:
        """Whether this line is code. Then the settings from `begins` on are code, too."""
        before, self.before = self.before, text
        if RULE.match(text):
            self.last_rule, self.last_code = line, -NEAR_LINES - 1
        elif CONFIG_FILE in text:
            self.config_end = line + CONFIG_LINES
        elif _is_code(text) and not QUOTES_CODE.search(before):
            self.last_code = line if line > self.config_end else self.last_code
            return line > self.config_end
        return False

    def begins(self) -> int:
        """The first line of the code that was seen last."""
        return max(self.last_code - NEAR_LINES, self.last_rule)

    def is_near(self, line: int) -> bool:
        return line - self.last_code <= NEAR_LINES
