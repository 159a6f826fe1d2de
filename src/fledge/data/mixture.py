"""Several datasets as one, each with its share of the training sequences."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fledge.common.errors import FledgeError
from fledge.config.mixture_spec import ONE_SHARE, short_name
from fledge.config.schema import Config
from fledge.data.corpus.by_language import word_of_dataset
from fledge.data.dataset import KNOWN_NAMES, SPLITS, Dataset, open_dataset
from fledge.data.permutation import Numbers
from fledge.data.prepare_command import missing_data, prepare_command
from fledge.texts import say
from fledge.tokenizer.base import Tokenizer
from fledge.tokenizer.spec import same_vocabulary


@dataclass(frozen=True)
class MixturePart:
    name: str
    share: float
    dataset: Dataset


@dataclass(frozen=True)
class Mixture:
    """Several datasets with the same tokenizer; a run uses it like a Dataset."""

    path: Path  # for messages: where the datasets are, and their names
    parts: tuple[MixturePart, ...]

    @property
    def vocab_size(self) -> int:
        return self.parts[0].dataset.vocab_size

    @property
    def tokenizer_spec(self) -> dict[str, Any]:
        return self.parts[0].dataset.tokenizer_spec

    @property
    def eot(self) -> int | None:
        return self.parts[0].dataset.eot

    @functools.cached_property
    def tokens(self) -> dict[str, int]:
        return {split: sum(part.dataset.tokens[split] for part in self.parts) for split in SPLITS}

    def tokenizer(self) -> Tokenizer:
        return self.parts[0].dataset.tokenizer()

    def bytes_per_token(self, split: str) -> float | None:
        """The average over the mixed tokens."""
        total = 0.0
        for part in self.parts:
            own = part.dataset.bytes_per_token(split)
            if own is None:
                return None
            total += part.share * own
        return total


Data = Dataset | Mixture


def open_data(config: Config) -> Data:
    """The dataset that the config names, or the mixture of several."""
    for name in missing_data(config):
        if name in KNOWN_NAMES or word_of_dataset(name):
            path = Path(config.data_dir) / name
            raise FledgeError(say("data.none", path=path), say("data.make", command=prepare_command(config, name)))
    parts = tuple(
        MixturePart(name, share, open_dataset(Path(config.data_dir) / name)) for name, share in config.shares.items()
    )
    if len(parts) == 1:
        return parts[0].dataset
    for part in parts[1:]:
        _check_tokenizers(parts[0].dataset, part.dataset)
    return Mixture(Path(config.data_dir) / short_name(config.dataset), parts)


def parts_of(data: Data) -> tuple[MixturePart, ...]:
    return data.parts if isinstance(data, Mixture) else (MixturePart("", 1.0, data),)


def _check_tokenizers(a: Dataset, b: Dataset) -> None:
    """Check that the same ids stand for the same text."""
    if a.tokenizer_spec == b.tokenizer_spec:
        return
    if same_vocabulary(a.tokenizer_spec, b.tokenizer_spec):
        choices = [",".join(data.tokenizer_spec.get("normalize", ())) or "none" for data in (a, b)]
        raise FledgeError(
            say("data.mixed_normalized", a=a.path, b=b.path, first=choices[0], second=choices[1]),
            say("data.one_normalize"),
        )
    names = [str(data.tokenizer_spec["name"]) for data in (a, b)]
    problem = say("data.mixed_tokenizers", a=a.path, b=b.path, first=names[0], second=names[1])
    if names[0] == names[1]:
        problem = say("data.mixed_vocabularies", a=a.path, b=b.path, name=names[0])
    raise FledgeError(problem, say("data.one_tokenizer"))


class MixturePattern:
    """Assigns every sequence of a run to a part, as evenly as whole sequences allow.

    The first part takes a sequence whenever its share of the sequences so far passes a whole number, the second does
    the same with the sequences that are left, and so on. So the part of a sequence, and how many of that part came
    before, follow from its number, and any stretch of sequences has the right shares up to a few sequences.
    """

    def __init__(self, shares: Sequence[float]) -> None:
        left = np.cumsum(shares[::-1])[::-1]
        own = [round(ONE_SHARE * share / rest) for share, rest in zip(shares, left.tolist(), strict=True)]
        self.takes = [min(max(share, 1), ONE_SHARE - 1) for share in own[:-1]]  # of the sequences that are left

    def locate(self, numbers: Numbers) -> tuple[Numbers, Numbers]:
        """For each sequence of the run: its part, and its number within that part."""
        part, number = np.full_like(numbers, len(self.takes)), numbers
        is_left = np.ones(numbers.shape, np.bool_)
        for which, share in enumerate(self.takes):
            before = _taken(number, share)
            is_own = is_left & (_taken(number + 1, share) > before)
            part[is_own] = which
            number = np.where(is_own, before, np.where(is_left, number - before, number))
            is_left &= ~is_own
        return part, number


def _taken(count: Numbers, share: int) -> Numbers:
    """How many of the first `count` sequences a share takes: in integers, so that nothing drifts."""
    return count // ONE_SHARE * share + (count % ONE_SHARE * share + ONE_SHARE // 2) // ONE_SHARE
