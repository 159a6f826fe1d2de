"""Tuning: the candidates, the choice among them, and how sure it is."""

from dataclasses import asdict, dataclass, field
from typing import Any

from fledge.common.stats import Spread
from fledge.config.fields import Value
from fledge.config.schema import Config
from fledge.hardware.table import Device
from fledge.plan.estimate import Estimate
from fledge.plan.tune.search import Ratio, Search
from fledge.texts import Message, say, text


@dataclass(frozen=True)
class Candidate:
    """One micro-batch. Its rate is measured (Spread) or planned (Estimate); None where it did not fit."""

    batch_size: int
    accumulation: int
    rate: Spread | Estimate | None
    memory: Estimate | None
    fits: bool | None
    refused: Message | None = None

    @property
    def name(self) -> str:
        return f"{self.batch_size} x {self.accumulation}"

    @property
    def tokens_per_s(self) -> float:
        """The middle of its rate; 0 where there is none."""
        if self.rate is None:
            return 0.0
        return self.rate.median if isinstance(self.rate, Spread) else self.rate.value

    def to_json(self) -> dict[str, Any]:
        return {
            "batch_size": self.batch_size,
            "gradient_accumulation_steps": self.accumulation,
            "tokens_per_s": self.rate.to_json() if self.rate else None,
            "peak_memory_mb": self.memory.to_json() if self.memory else None,
            "fits": self.fits,
            "note": text(self.refused) if self.refused else "",
        }


@dataclass(frozen=True)
class VariantTrial:
    """Another variant of the step that was tried on the chosen micro-batch."""

    what: str  # dtype=float32
    gain: Ratio | None  # in speed; None where it could not be tried
    kept: bool
    note: Message | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "gain": asdict(self.gain) if self.gain else None,
            "kept": self.kept,
            "note": text(self.note) if self.note else "",
        }


@dataclass(frozen=True)
class Tuning:
    config: Config
    device: Device
    candidates: list[Candidate]
    best: Candidate
    knee: Candidate
    choice: Candidate
    sure: Message
    basis: Message
    usual: dict[str, Any]  # dtype, compile, attention and threads that the candidates have
    choices: dict[str, Any]  # the same for the choice
    settings: dict[str, Value]  # for the settings file
    seconds: float
    trials: list[VariantTrial] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        def pair(candidate: Candidate) -> dict[str, int]:
            return {"batch_size": candidate.batch_size, "gradient_accumulation_steps": candidate.accumulation}

        return {
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "best": pair(self.best),
            "knee": pair(self.knee),
            "choice": pair(self.choice),
            "sure": text(self.sure),
            "basis": text(self.basis),
            "usual": self.usual,
            "choices": self.choices,
            "settings": self.settings,
            "trials": [trial.to_json() for trial in self.trials],
            "tokens_per_iter": self.config.tokens_per_iter,
            "device": self.device.to_json(),
            "seconds": self.seconds,
            "notes": [text(note) for note in self.notes],
        }


def how_sure(search: Search, names: dict[int, str]) -> Message:
    """Whether the measurements tell the choice from the others. `names` are the micro-batches' names."""
    alike, best = search.alike, search.best
    choice = alike[0]
    if best == max(search.seconds) and any(size > best for size in search.untried):
        return say("tune.sure.budget_ended", choice=names[choice])
    measured = say("tune.measured.once")
    if search.rounds:
        measured = say("tune.measured.rounds", rounds=len(search.rounds))
    if len(alike) > 1:
        return say("tune.sure.within_noise", others=[names[size] for size in alike[1:]], measured=measured)
    doubtful = [size for size in search.doubtful if size != choice]
    if doubtful:
        ratio = search.ratio(doubtful[0], best)
        other = names[doubtful[0]]
        return say("tune.sure.doubtful", other=other, low=ratio.low - 1, high=ratio.high - 1, measured=measured)
    slower = sorted((size for size in search.seconds if size != choice), key=search.median)
    if not slower:
        return say("tune.sure.nothing_else")
    return say("tune.sure.clear", other=names[slower[0]], share=search.share(slower[0]), measured=measured)
