"""Settings and figures of a comparison as people read them."""

from collections.abc import Sequence

from fledge.common.text import count
from fledge.config.fields import Value

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
TITLES = {
    "block_size": "context (block_size)",
    "gradient_accumulation_steps": "grad. accumulation",
    "params": "parameters",
    "tokens_per_iter": "tokens a step",
    "tokens": "tokens in all",
    "flops_per_token": "FLOPs a token",
}


def title(name: str) -> str:
    return TITLES.get(name, name)


def number_word(n: int) -> str:
    return WORDS[n] if n < len(WORDS) else str(n)


def settings_count(n: int) -> str:
    return f"{number_word(n)} setting{'' if n == 1 else 's'}"


def tokens_text(n: float) -> str:
    """768, 524,288, 81.9M, 10.5B."""
    if n >= 1e9:
        return f"{n / 1e9:.1f}B"
    return f"{n / 1e6:.1f}M" if n >= 1e6 else f"{n:,.0f}"


def shown(name: str, value: Value | None) -> str:
    """A setting's or a derived figure's value."""
    if value is None:
        return "?"
    if isinstance(value, bool | str):
        return str(value)
    if name == "params":
        return f"{value / 1e9:.2f}B" if value >= 1e9 else f"{value / 1e6:.2f}M"
    if name == "tokens":
        return tokens_text(value)
    if name == "flops_per_token":
        return count(value)
    if name == "epochs":
        return f"{value:.3g}"
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:g}"


def times(ratio: float) -> str:
    """53x, 2.4x, 0.33x."""
    return f"{ratio:.0f}x" if ratio >= 10 else f"{ratio:.1f}x" if ratio >= 1 else f"{ratio:.2g}x"


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def listed(words: Sequence[str]) -> str:
    """a, b and c."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
