"""Text from tokens, handed out when it is sure: whole characters, and nothing that may begin a stop string."""

from collections.abc import Sequence

from fledge.tokenizer.base import StreamDecoder, Tokenizer


class TextStream:
    def __init__(self, tokenizer: Tokenizer, stops: Sequence[str] = ()) -> None:
        self._decoder, self._stops = StreamDecoder(tokenizer), [stop for stop in stops if stop]
        self._held = ""
        self._handed = 0
        self.is_stopped = False

    @property
    def handed(self) -> int:
        """Characters handed out so far."""
        return self._handed

    @property
    def decoded(self) -> int:
        """Characters decoded so far, those held back among them."""
        return self._handed + len(self._held)

    def feed(self, token: int) -> str:
        """The text that is sure now. Afterwards `is_stopped` says whether a stop string has ended it."""
        return self._hand_out(self._decoder.feed(token), is_last=False)

    def finish(self) -> str:
        """What was held back; U+FFFD for a character that stayed incomplete."""
        return "" if self.is_stopped else self._hand_out(self._decoder.finish(), is_last=True)

    def _hand_out(self, new: str, is_last: bool) -> str:
        self._held += new
        found = [at for at in (self._held.find(stop) for stop in self._stops) if at >= 0]
        if found:
            self.is_stopped = True
            sure, self._held = self._held[: min(found)], ""
        elif is_last:
            sure, self._held = self._held, ""
        else:
            cut = len(self._held) - self._may_begin_a_stop()
            sure, self._held = self._held[:cut], self._held[cut:]
        self._handed += len(sure)
        return sure

    def _may_begin_a_stop(self) -> int:
        """The length of the longest end of the held text that a stop string begins with."""
        longest = max((len(stop) - 1 for stop in self._stops), default=0)
        for length in range(min(longest, len(self._held)), 0, -1):
            end = self._held[-length:]
            if any(stop.startswith(end) for stop in self._stops):
                return length
        return 0
