"""`fledge sample`: text from a trained model, as it is made."""

import sys
from pathlib import Path

from fledge.api.models import find_source, open_model
from fledge.common.errors import FledgeError
from fledge.logs.rundir import find_run
from fledge.options.parser import Arguments
from fledge.options.sample import SampleOptions
from fledge.texts import say

RULE = "---------------"


def run(arguments: Arguments) -> int:
    options: SampleOptions = arguments.options
    if arguments.words:
        source = find_source(arguments.words[0])
    elif options.init_from == "resume":
        source = find_run(options.out_dir or None)
    else:
        source = options.init_from
    prompt = read_prompt(options.start)
    model = open_model(source, options)
    pieces, weights = model.draw(prompt, options)
    print(say("sample.from", name=model.name, weights=weights), file=sys.stderr)
    print(prompt, end="", flush=True)
    others = [prompt] * (options.num_samples - 1)
    for first, *rest in pieces:  # the first sample is printed as it is made
        print(first, end="", flush=True)
        others = [text + piece for text, piece in zip(others, rest, strict=True)]
    print()
    for text in others:
        print(RULE)
        print(text)
    return 0


def read_prompt(start: str) -> str:
    path = Path(start.removeprefix("FILE:"))
    try:
        if start == "-":
            text = sys.stdin.read()
        else:
            text = path.read_text(encoding="utf-8") if start.startswith("FILE:") else start
        text.encode()  # bytes of a command line that are not UTF-8 are only found here
        return text
    except OSError as error:
        problem = say("sample.unreadable", path=str(path), reason=error.strerror)
        raise FledgeError(problem, say("sample.check_path")) from error
    except UnicodeError as error:
        raise FledgeError(say("sample.not_utf8", prompt=ascii(start[:40])), say("sample.save_utf8")) from error
