"""`fledge save`: asks a run that goes on for a checkpoint, now."""

from fledge.logs.run_requests import ask
from fledge.logs.rundir import begun_run
from fledge.options.parser import Arguments
from fledge.texts import say, text


def run(arguments: Arguments) -> int:
    path = begun_run(arguments.words[0])
    writer = ask(path, "save")
    print(text(say("request.save", run=str(path), writer=str(writer))))
    return 0
