"""Published results of known configs, to compare a run with."""

from dataclasses import dataclass

from fledge.logs.facts import Facts
from fledge.texts import Message, say


@dataclass(frozen=True)
class Reference:
    settings: dict[str, object]  # the run must have these
    also: dict[str, object]  # must be equal if the run states them
    val_loss: float
    at: int  # iteration
    is_best: bool  # the lowest of a run that then gets worse; else the end of the run
    source: Message


NANOGPT = say("finding.nanogpt_readme")
REFERENCES = [
    Reference(
        {"dataset": "shakespeare_char", "n_layer": 6, "n_embd": 384, "block_size": 256, "batch_size": 64},
        {"n_head": 6, "dropout": 0.2, "gradient_accumulation_steps": 1, "learning_rate": 1e-3, "arch": "gpt2"},
        1.4697,
        2000,
        True,
        NANOGPT,
    ),
    Reference(
        {"dataset": "shakespeare_char", "n_layer": 4, "n_embd": 128, "block_size": 64, "batch_size": 12},
        {"n_head": 4, "dropout": 0.0, "gradient_accumulation_steps": 1, "max_iters": 2000, "arch": "gpt2"},
        1.88,
        2000,
        False,
        NANOGPT,
    ),
    Reference(
        {"dataset": "openwebtext", "n_layer": 12, "n_embd": 768, "block_size": 1024, "batch_size": 12},
        {"n_head": 12, "dropout": 0.0, "gradient_accumulation_steps": 40, "max_iters": 600_000, "arch": "gpt2"},
        2.85,
        600_000,
        False,
        NANOGPT,
    ),
]


def reference(facts: Facts) -> Reference | None:
    """The published result of this config, if there is one."""
    value = facts.run.value
    for known in REFERENCES:
        if all(value(name) == wanted for name, wanted in known.settings.items()) and all(
            value(name) in (None, wanted) for name, wanted in known.also.items()
        ):
            return known
    return None
