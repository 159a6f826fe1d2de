"""`fledge stop`: asks a run to end after its current step; it saves a checkpoint first."""

from fledge.logs.run_requests import ask
from fledge.logs.rundir import begun_run
from fledge.options.parser import Arguments
from fledge.texts import say, text


def run(arguments: Arguments) -> int:
    path = begun_run(arguments.words[0])
    writer = ask(path, "stop")
    print(text(say("request.stop", run=str(path), writer=str(writer))))
    return 0
