"""A request to prepare a dataset, and its fingerprint."""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.filters.cleaning import Cleaning
from fledge.texts import say
from fledge.tokenizer.normalize import parse_choices

SHARD_TOKENS = 100_000_000
FORMAT = 1  # raise it when the same request makes another dataset: older work is then not continued


@dataclass(frozen=True)
class Request:
    words: tuple[str, ...]  # files, folders, addresses, or one of the names
    out: Path
    tokenizer: str = "auto"  # char, byte, gpt2, bpe:32768, or a file
    split: str = "auto"  # documents: each by its hash; contiguous: the end of the text
    val_fraction: float = 0.0  # 0: the default of the split
    tokens: int = 0  # of the training split; 0: all there are
    shard_tokens: int = SHARD_TOKENS  # per file
    single: bool = False
    on_error: str = "stop"
    workers: int = 0
    subset: str = ""
    overwrite: bool = False  # replace a dataset of other text
    normalize: str = "none"  # choices of the tokenizer's normalizer, with commas
    read_options: ReadOptions = field(default_factory=ReadOptions)
    cleaning: Cleaning = field(default_factory=Cleaning)

    def check(self) -> None:
        if math.isnan(self.val_fraction) or not 0 <= self.val_fraction < 1:
            raise FledgeError(say("prepare.val_fraction", share=self.val_fraction), say("prepare.try_val_fraction"))
        if self.single and self.shard_tokens != SHARD_TOKENS:
            raise FledgeError(say("prepare.single_or_shards"), say("prepare.one_of_them"))


def fingerprint(request: Request, inputs: Sequence[Input]) -> str:
    """Equal for requests that make the same dataset, so that one may continue the work of another.

    The number of workers and `on_error` are not part of it: they do not change what has been written so far.
    """
    described: dict[str, Any] = {
        "format": FORMAT,
        "inputs": [[item.name, item.size, item.version] for item in inputs],
        "choices": {key: getattr(request, key) for key in ("tokenizer", "split", "val_fraction")},
        "reading": asdict(request.read_options),
        "cleaning": asdict(request.cleaning),
        "sizes": [request.tokens, request.shard_tokens, request.single],
    }
    if choices := parse_choices(request.normalize):
        described["normalize"] = choices
    if Path(request.tokenizer).is_file():
        described["vocabulary"] = hashlib.sha256(Path(request.tokenizer).read_bytes()).hexdigest()
    return hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()
