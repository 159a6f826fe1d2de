"""`fledge watch`: a page that shows runs while they go."""

import contextlib
import os
import signal
import sys
import threading
import webbrowser

from fledge.api.run_page import ENDS_WITH_INPUT
from fledge.options.parser import Arguments
from fledge.options.watch import WatchOptions
from fledge.texts import say, text
from fledge.web.server import announce, guarded, listen, run_server
from fledge.web.watch.analyst import Analyst
from fledge.web.watch.app import WatchApp
from fledge.web.watch.places import Places
from fledge.web.watch.sampler import Sampler
from fledge.web.watch.store import Store

PORT = 8710


def run(arguments: Arguments) -> int:
    options: WatchOptions = arguments.options
    places = Places(arguments.words)
    address = listen(options.host, options.port, PORT)
    store = Store(places, Analyst())
    sampler = Sampler()
    app = guarded(WatchApp(store, sampler).routes(), address)
    announce(address, text(say("web.watching")))
    store.start()
    if options.open:
        webbrowser.open(address.url)
    if os.environ.get(ENDS_WITH_INPUT):
        threading.Thread(target=_end_with_input, daemon=True).start()
    with contextlib.closing(sampler), contextlib.closing(store):
        run_server(app, address)
    return 0


def _end_with_input() -> None:
    """Ends this process when the one that started it is gone."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)
