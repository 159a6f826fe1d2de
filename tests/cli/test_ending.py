"""How the `fledge` command ends: at once, but after everything that has to happen before."""

import subprocess
import sys

SCRIPT = """
import atexit, threading, time
from fledge.cli import main as cli

class Module:
    def __del__(self):
        print("taken apart")

module = Module()

def work():
    time.sleep(0.1)
    print("the thread has ended")

def main():
    atexit.register(print, "registered later, called before")
    threading.Thread(target=work).start()
    {last}

cli.main = main
cli.command()
"""


def end(last: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", SCRIPT.format(last=last)], capture_output=True, text=True)


def test_threads_and_exit_functions_are_waited_for() -> None:
    done = end("return 3")
    assert done.stdout == "the thread has ended\nregistered later, called before\n"
    assert (done.returncode, done.stderr) == (3, "")


def test_an_error_that_nobody_caught_is_shown() -> None:
    done = end("raise KeyError('lost')")
    assert done.returncode == 1
    assert "KeyError: 'lost'" in done.stderr
