"""A warning for a plan: GPT-2's vocabulary makes some text several times as long as a learned one would."""

import numpy as np

from fledge.common.errors import FledgeError
from fledge.data.dataset import Dataset, blocks
from fledge.data.mixture import Data, parts_of
from fledge.data.prepare.learned_sample import LearnedSample, learn_and_compare
from fledge.texts import Message, say

WARNED_RATIO = 3.0
# A learned vocabulary has at most about 8 bytes per token in any language tried, so no other text can be affected.
MAX_BYTES_PER_TOKEN = 8 / WARNED_RATIO
SAMPLED_BLOCKS, SAMPLED_TOKENS = 32, 16_384  # half a million tokens, evenly spaced: about a megabyte of text
LEARNED_VOCAB_SIZE = 8192


def long_text_notes(data: Data) -> list[Message]:
    """One for each dataset of GPT-2's tokens that a learned vocabulary would make three times as short."""
    return [note for part in parts_of(data) if (note := _note(part.dataset)) is not None]


def _note(dataset: Dataset) -> Message | None:
    if dataset.tokenizer_spec.get("name") != "gpt2" or not dataset.bytes or not dataset.tokens["train"]:
        return None
    if dataset.bytes["train"] / dataset.tokens["train"] > MAX_BYTES_PER_TOKEN:
        return None
    found = _sampled(dataset)
    if found is None or found.ratio < WARNED_RATIO:
        return None
    return say(
        "plan.note.long_text",
        ratio=found.ratio,
        dataset=dataset.path.name,
        size=found.vocab_size,
        sample=found.bytes + found.learned_bytes,
    )


def _sampled(dataset: Dataset) -> LearnedSample | None:
    try:
        tokenizer = dataset.tokenizer()
    except FledgeError:
        return None  # the vocabulary can't be downloaded
    texts = [
        tokenizer.decode(np.asarray(block).tolist()).strip("\ufffd")
        for _, block in blocks(dataset.split("train"), SAMPLED_BLOCKS, SAMPLED_TOKENS)
    ]
    return learn_and_compare(texts, LEARNED_VOCAB_SIZE, tokenizer)
