"""`fledge watch`: a page that shows runs while they go."""

import webbrowser

from fledge.options.parser import Arguments
from fledge.options.watch import WatchOptions
from fledge.web.server import announce, guarded, listen, run_server
from fledge.web.watch.app import WatchApp
from fledge.web.watch.places import Places
from fledge.web.watch.store import Store

PORT = 8710


def run(arguments: Arguments) -> int:
    options: WatchOptions = arguments.options
    places = Places(arguments.words)
    address = listen(options.host, options.port, PORT)
    store = Store(places)
    app = guarded(WatchApp(store).routes(), address)
    announce(address, "watching")
    store.start()
    if options.open:
        webbrowser.open(address.url)
    run_server(app, address)
    return 0
