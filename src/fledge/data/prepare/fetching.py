"""Inputs as local files; the next one is downloaded while the current one is read."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from functools import partial
from pathlib import Path

from fledge.data.corpus.inputs import Input
from fledge.texts import say, text

POLL_S = 0.2  # how often a waiting main thread checks whether to stop
CLOSE_S = 2.0


class Fetcher:
    def __init__(self, inputs: Sequence[Input], folder: Path, keep: bool) -> None:
        self.inputs, self.folder, self.keep = inputs, folder, keep
        self.received: Counter[int] = Counter()  # bytes of each input
        self._fetches: dict[int, Future[Path]] = {}
        self._threads: list[threading.Thread] = []
        self._is_closed = False

    def path(self, index: int, while_waiting: Callable[[str], None]) -> Path:
        """The local file of input `index`. `while_waiting` gets the progress of its download, and may raise."""
        fetch = self._begin(index)
        while True:
            try:
                return fetch.result(POLL_S)
            except NotYet:
                if fetch.done():  # just now, or the download itself raised a TimeoutError
                    return fetch.result()
                item, received = self.inputs[index], self.received[index] / 1e6
                name = item.name.rsplit("/", 1)[-1]
                about = say("prepare.fetching", name=name, received=received)
                if item.size:
                    about = say("prepare.fetching_of", name=name, received=received, size=item.size / 1e6)
                while_waiting(text(about))

    def begin_next(self, index: int) -> None:
        if index + 1 < len(self.inputs) and self.inputs[index + 1].is_temporary:
            self._begin(index + 1)

    def release(self, index: int) -> None:
        """Delete the downloads before this input: they are no longer needed."""
        for number in [number for number in self._fetches if number < index]:
            fetch = self._fetches.pop(number)
            if self.inputs[number].is_temporary and not self.keep:
                fetch.result().unlink(missing_ok=True)

    def _begin(self, index: int) -> Future[Path]:
        if index in self._fetches:
            return self._fetches[index]
        fetch: Future[Path] = Future()
        item = self.inputs[index]

        def run() -> None:
            try:
                fetch.set_result(item.fetch(self.folder, partial(self._report, index)))
            except BaseException as error:
                fetch.set_exception(error)

        self._fetches[index] = fetch
        if item.is_temporary:
            self._threads.append(threading.Thread(target=run, daemon=True))  # an exit does not wait for gigabytes
            self._threads[-1].start()
        else:
            run()
        return fetch

    def close(self) -> None:
        """Stop the downloads; the parts that have arrived stay for the next time."""
        self._is_closed = True
        for thread in self._threads:
            thread.join(CLOSE_S)

    def _report(self, index: int, received: int) -> None:
        self.received[index] += received
        if self._is_closed:
            raise InterruptedError
