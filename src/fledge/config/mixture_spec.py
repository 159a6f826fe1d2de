"""The value of `--dataset`: one dataset, or several with a weight each: a:0.7,b:0.3."""

import math
from pathlib import Path

ONE_SHARE = 1 << 31  # shares are counted in this unit: the product of two still fits into 64 bits
MAX_NAMES = 4


def names_in(text: str) -> list[str]:
    return [part.partition(":")[0].strip() for part in text.split(",")]


def short_name(text: str) -> str:
    """A name for a directory: the dataset's, or the first few of a mixture."""
    names = names_in(text)
    if len(names) == 1:
        return names[0]
    own = [Path(name).name for name in names]
    more = [f"{len(own) - MAX_NAMES}-more"] if len(own) > MAX_NAMES else []
    return "+".join(own[:MAX_NAMES] + more)


def is_mixture(text: str) -> bool:
    return "," in text or ":" in text


def read_shares(text: str) -> dict[str, float]:
    """The datasets and their shares, which add up to 1. A ValueError says what is wrong and what to write."""
    names = names_in(text)
    example = ",".join(f"{name}:{1 / len(names):.2g}" for name in dict.fromkeys(names) if name) or "NAME"
    weights: dict[str, float] = {}
    for name, part in zip(names, text.split(","), strict=True):
        if not name and is_mixture(text):
            raise ValueError(f"dataset={text!r} has an empty name. Try --dataset=A:0.7,B:0.3.")
        if not _is_below(name):
            raise ValueError(f"dataset={text!r} is not a name below data_dir. Try --data_dir=FOLDER --dataset=NAME.")
        if name in weights:
            raise ValueError(f"dataset={text!r} has {name} twice. Write it once, with the sum of its weights.")
        if not is_mixture(text):
            return {name: 1.0}
        _, colon, word = part.partition(":")
        if not colon:
            raise ValueError(f"dataset={text!r} has no weight for {name}. Try --dataset={example}.")
        weights[name] = _weight(word)
        if not weights[name]:
            raise ValueError(
                f"dataset={text!r} gives {name} the weight {word.strip()!r}, not a number above 0. "
                f"Try --dataset={example}."
            )
    most = max(weights.values())  # divide first, so that no sum overflows
    total = sum(weight / most for weight in weights.values())
    shares = {name: weight / most / total for name, weight in weights.items()}
    for name, share in shares.items():
        if share * ONE_SHARE < 1:
            raise ValueError(
                f"dataset={text!r} gives {name} less than one sequence in {ONE_SHARE:,}. Leave it out, or try "
                f"--dataset={example}."
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
