"""Tuning: the candidates, and the choice among them."""

from dataclasses import asdict, dataclass, field
from typing import Any

from fledge.common.stats import Spread
from fledge.config.fields import Value
from fledge.config.schema import Config
from fledge.hardware.table import Device
from fledge.plan.estimate import Estimate
from fledge.plan.tune.ratio import Ratio
from fledge.texts import Message, text
from fledge.texts.message_json import message_to_json


@dataclass(frozen=True)
class Candidate:
    """One micro-batch. Its rate is measured (Spread) or planned (Estimate); None where it did not fit."""

    batch_size: int
    accumulation: int
    rate: Spread | Estimate | None
    memory: Estimate | None
    fits: bool | None
    refused: Message | None = None
    slow_host_share: float | None = None  # of the best, where the host is slow; for a GPU that is not here

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
            "of_best_on_slow_host": self.slow_host_share,
            "note": text(self.refused) if self.refused else "",
            "note_code": message_to_json(self.refused) if self.refused else None,
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
            "note_code": message_to_json(self.note) if self.note else None,
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
    was_busy: bool = False  # the machine, for so long that nothing could be decided

    @property
    def is_kept(self) -> bool:
        """Whether the user's own settings stay as they are."""
        is_own = self.choice.batch_size == self.config.batch_size
        return is_own and all(self.choices[key] == self.usual[key] for key in self.choices)

    def to_json(self) -> dict[str, Any]:
        def pair(candidate: Candidate) -> dict[str, int]:
            return {"batch_size": candidate.batch_size, "gradient_accumulation_steps": candidate.accumulation}

        c = self.config

        return {
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "best": pair(self.best),
            "knee": pair(self.knee),
            "choice": pair(self.choice),
            "own": {"batch_size": c.batch_size, "gradient_accumulation_steps": c.gradient_accumulation_steps},
            "is_kept": self.is_kept,
            "was_busy": self.was_busy,
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
            "sure_code": message_to_json(self.sure),
            "basis_code": message_to_json(self.basis),
            "note_codes": [message_to_json(note) for note in self.notes],
        }
