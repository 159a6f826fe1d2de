"""How a step was traced, in words. Stored traces keep the English ones."""

from fledge.texts import say, text

TRACED = {
    "one step traced on fake tensors": say("plan.source.traced"),
    "the compiled step lowered by inductor, on fake tensors": say("plan.source.lowered"),
    "bounded by the eager step, traced on fake tensors": say("plan.source.bounded"),
}


def traced_source(source: str) -> str:
    return text(TRACED[source]) if source in TRACED else source
