"""Conclusion: what a comparison shows, or cannot show, with the numbers behind it."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from fledge.analyze.compare.pair import Pair
from fledge.texts import Message, say, text


@dataclass(frozen=True)
class Conclusion:
    code: str
    kind: Literal["can", "cannot"]  # be concluded
    text: Message
    evidence: tuple[Message, ...] = ()

    def between(self, pair: Pair) -> "Conclusion":
        """The same, naming the two groups: for comparisons of more than two."""
        return replace(self, text=say("compare.between", a=pair.a.label, b=pair.b.label, text=self.text))

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "kind": self.kind, "text": text(self.text), "evidence": text(self.evidence)}
