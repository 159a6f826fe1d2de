"""The value of `--dataset`: one dataset, or several with a weight each: a:0.7,b:0.3."""

import math
import re
from pathlib import Path

from fledge.texts import say, text

ONE_SHARE = 1 << 31  # shares are counted in this unit: the product of two still fits into 64 bits
MAX_NAMES = 4
WORD = re.compile(r"[a-zA-Z]{2,}[\w-]*")  # in place of a weight: the language of a corpus, as `fledge prepare` takes it


def names_in(dataset: str) -> list[str]:
    return [part.partition(":")[0].strip() for part in dataset.split(",")]


def short_name(dataset: str) -> str:
    """A name for a directory: the dataset's, or the first few of a mixture."""
    names = names_in(dataset)
    if len(names) == 1:
        return names[0]
    own = [Path(name).name for name in names]
    more = [f"{len(own) - MAX_NAMES}-more"] if len(own) > MAX_NAMES else []
    return "+".join(own[:MAX_NAMES] + more)


def is_mixture(dataset: str) -> bool:
    return "," in dataset or ":" in dataset


def read_shares(dataset: str) -> dict[str, float]:
    """The datasets and their shares, which add up to 1. A ValueError says what is wrong and what to write."""
    names = names_in(dataset)
    example = ",".join(f"{name}:{1 / len(names):.2g}" for name in dict.fromkeys(names) if name) or "NAME"
    weights: dict[str, float] = {}
    for name, part in zip(names, dataset.split(","), strict=True):
        if not name and is_mixture(dataset):
            raise ValueError(text(say("config.dataset_empty", dataset=dataset)))
        if not _is_below(name):
            raise ValueError(text(say("config.dataset_below", dataset=dataset)))
        if name in weights:
            raise ValueError(text(say("config.dataset_twice", dataset=dataset, name=name)))
        if not is_mixture(dataset):
            return {name: 1.0}
        _, colon, word = part.partition(":")
        if not colon:
            raise ValueError(text(say("config.dataset_no_weight", dataset=dataset, name=name, example=example)))
        weight = word.strip()
        weights[name] = _weight(weight)
        if not weights[name] and len(names) == 1 and WORD.fullmatch(weight):
            raise ValueError(text(say("config.dataset_word", dataset=dataset, name=name, weight=weight)))
        if not weights[name]:
            raise ValueError(
                text(say("config.dataset_weight", dataset=dataset, name=name, weight=weight, example=example))
            )
    most = max(weights.values())  # divide first, so that no sum overflows
    total = sum(weight / most for weight in weights.values())
    shares = {name: weight / most / total for name, weight in weights.items()}
    for name, share in shares.items():
        if share * ONE_SHARE < 1:
            raise ValueError(
                text(say("config.dataset_tiny", dataset=dataset, name=name, most=ONE_SHARE, example=example))
            )
    return shares


def _is_below(name: str) -> bool:
    return bool(name) and ".." not in name.replace("\\", "/").split("/") and not Path(name).is_absolute()


def _weight(word: str) -> float:
    try:
        weight = float(word)
    except ValueError:
        return 0.0
    return weight if 0 < weight < math.inf else 0.0
