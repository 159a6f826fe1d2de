"""The model card of an export: what the run's files say about the model, and blanks for what only its author knows."""

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from fledge import __version__
from fledge.logs.names import origin_name
from fledge.logs.rundir import events_in
from fledge.model.flops import parameters
from fledge.texts import say
from fledge.texts.catalog import document
from fledge.texts.language import language
from fledge.texts.numbers import fixed, number
from fledge.texts.units import count
from fledge.tokenizer.base import Tokenizer
from fledge.train.checkpoint import Checkpoint
from fledge.train.generate import Sampling, generate
from fledge.train.pretrained import PretrainedModel

SAMPLES, SAMPLE_TOKENS = 2, 100
FENCE, OTHER_FENCE = "```", "'''"  # a sample must not end its own block


def model_card(
    out: Path, saved: PretrainedModel, tokenizer: Tokenizer, dtype: str, checkpoint: Checkpoint | None = None
) -> str:
    """The README.md of an exported folder. Without a checkpoint of ours, what it would say is not known."""
    shape = saved.shape
    about = {
        "name": out.name,
        "folder": str(out),
        "arch": shape.arch,
        "version": __version__,
        "parameters": count(parameters(shape)),
        "tokenizer": tokenizer.name,
        "vocabulary": number(tokenizer.vocab_size),
        "context": number(shape.block_size),
        "dtype": dtype,
        "is_char": tokenizer.name == "char",
        "is_masked": saved.document_end is not None,
        "new_tokens": min(SAMPLE_TOKENS, max(1, shape.block_size // 2)),
        "prompt": json.dumps(tokenizer.decode(tokenizer.opening()), ensure_ascii=False),
        "samples": _samples(saved, tokenizer),
        "dataset": _cell(saved.dataset) if saved.dataset else None,
        **_training(checkpoint),
    }
    pages = Environment(undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True)  # noqa: S701, Markdown
    return pages.from_string(document(language().code, "model_card.md.jinja")).render(about)


def _training(checkpoint: Checkpoint | None) -> dict[str, Any]:
    """What the checkpoint and the run's metrics say about its training."""
    empty = dict.fromkeys(("iterations", "tokens", "loss", "bits", "loss_basis"))
    if checkpoint is None:
        return {**empty, "settings": []}
    counters, evaluation = checkpoint.counters, _evaluation(checkpoint)
    loss, bits = evaluation.get("val_loss"), evaluation.get("bits_per_byte")
    settings = [
        (key, _cell(entry["value"]), _cell(origin_name(str(entry.get("origin", "")))))
        for key, entry in checkpoint.config.items()
        if not str(entry.get("origin", "default")).startswith("default")
    ]
    batches = checkpoint.config.get("eval_iters", {}).get("value")
    whole = say("export.card_whole_split") if batches == "all" else say("export.card_batches", batches=batches)
    return {
        "iterations": number(counters.it),
        "tokens": number(counters.tokens),
        "loss": fixed(loss, 4) if isinstance(loss, float) else None,
        "bits": fixed(bits, 4) if isinstance(bits, float) else None,
        "loss_basis": str(whole) if isinstance(loss, float) else None,
        "settings": settings,
    }


def _evaluation(checkpoint: Checkpoint) -> dict[str, Any]:
    """The evaluation of exactly these weights; empty if the run's metrics don't have it."""
    metrics = checkpoint.path.parent.parent / "metrics.jsonl"
    if checkpoint.path.parent.name != "checkpoints" or not metrics.is_file():
        return {}
    found = [e for e in events_in(metrics) if e["event"] == "eval" and e.get("iter") == checkpoint.counters.it]
    return dict(found[-1]) if found else {}


def _samples(saved: PretrainedModel, tokenizer: Tokenizer) -> list[str]:
    ids = tokenizer.opening()
    model = saved.cropped(min(saved.shape.block_size, len(ids) + SAMPLE_TOKENS)).build().eval()
    texts: list[list[int]] = [[] for _ in range(SAMPLES)]
    for row in generate(model, ids, SAMPLES, SAMPLE_TOKENS, Sampling(), tokenizer.eot, tokenizer.vocab_size):
        for text, token in zip(texts, row, strict=True):
            text += [] if token is None else [token]
    return [tokenizer.decode(text).replace(FENCE, OTHER_FENCE) for text in texts]


def _cell(value: object) -> str:
    """A value in a cell of a table."""
    return str(value).replace("|", "\\|").replace("\n", " ")
