"""The process that reads and explains runs for the page. `analyst.py` starts and ends it.

It reads a JSON object a line from standard input, and answers in the same form. It ends when its input does.
"""

import json
import os
import queue
import sys
import threading
import time
import traceback
from pathlib import Path

from fledge.texts import say, text
from fledge.web.watch.analysis import Analysis, stamp_of
from fledge.web.watch.entry import Entry
from fledge.web.watch.heap import return_memory, use_one_heap
from fledge.web.watch.places import Place

NICENESS = 10  # a run on the same cores comes first
MOST_HELD = 3  # runs that go on, whose rows stay in memory: 100,000 iterations are 15 MB


class Explainer:
    """Explains one run after another. Those that go on will be asked for again: their rows are kept."""

    def __init__(self) -> None:
        self.held: dict[Place, Entry] = {}  # the last used one last

    def explain(self, place: Place) -> Analysis:
        entry = self.held.pop(place, None) or Entry(place, "")
        try:
            found = entry.analysis()
        except Exception:  # one run that fails must not end the others
            traceback.print_exc()
            return Analysis(stamp_of(place), text(say("web.watch.failed")))
        if found.row is not None and found.row["state"] == "running":
            self.held[place] = entry
        while len(self.held) > MOST_HELD:
            del self.held[next(iter(self.held))]
        return found


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    use_one_heap()
    asked: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_take_lines, args=(asked,), daemon=True).start()
    explainer = Explainer()
    while True:
        place = json.loads(asked.get())
        began = time.process_time()
        found = explainer.explain(Place(Path(place["path"]), Path(place["root"]), place["is_named"])).to_json()
        return_memory()
        print(json.dumps({**found, "seconds": time.process_time() - began}), flush=True)


def _take_lines(asked: "queue.SimpleQueue[str]") -> None:
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)  # the server is gone: nobody waits for what is being read


if __name__ == "__main__":
    main()
