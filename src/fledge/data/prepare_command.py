"""The `fledge prepare` command that makes the dataset of a run: what train and plan tell the user to type."""

import shlex

from fledge.config.schema import Config
from fledge.data.corpus.by_language import word_of_dataset
from fledge.data.corpus.catalog import NAMED_CORPORA
from fledge.data.dataset import KNOWN_NAMES, SHIPPED_TOKENIZERS, Dataset, is_unprepared


def missing_data(config: Config) -> list[str]:
    """The names of the run's datasets that are not here."""
    return [name for name, path in zip(config.shares, config.dataset_paths, strict=True) if is_unprepared(path)]


def prepare_command(config: Config, name: str) -> str:
    """The command that makes the dataset `name`, with as many tokens as the run needs."""
    known = name if name in KNOWN_NAMES else word_of_dataset(name)
    words = ["fledge", "prepare", *([known] if known else ["PATH", f"--name={name}"])]
    if tokens := tokens_to_prepare(config, name):
        words.append(f"--tokens={short_number(tokens)}")
    if config.data_dir != Config.data_dir:
        words.append(f"--data_dir={config.data_dir}")
    return shlex.join(words)


def prepare_again(dataset: Dataset, tokenizer: str, suffix: str = "") -> str:
    """The command that makes the same text into other tokens, beside the dataset that is there.

    The new one's name ends in `suffix`, or in the tokenizer's name.
    """
    paths = (dataset.source or {}).get("paths")
    words = [str(path) for path in paths] if isinstance(paths, list) and paths else ["PATH"]
    known = [name for name, usual in SHIPPED_TOKENIZERS.items() if usual == tokenizer]
    if words[0] in SHIPPED_TOKENIZERS and known:
        return shlex.join(["fledge", "prepare", known[0]])
    name = f"--name={dataset.path.name}_{suffix or tokenizer}"
    return shlex.join(["fledge", "prepare", *words, f"--tokenizer={tokenizer}", name])


def tokens_to_prepare(config: Config, name: str) -> int:
    """The training tokens to take from a large corpus; 0: all of it, or nobody knows how many it has."""
    corpus = NAMED_CORPORA.get(name)
    if corpus is None or config.eval_only:
        return 0
    wanted = config.prepare_tokens or config.tokens_per_iter * config.max_iters
    tokens = int(config.shares[name] * wanted)
    return 0 if tokens >= (corpus.subset().tokens or 0) else tokens


def short_number(tokens: int) -> str:
    """3.68e9, as people type it; rounded to six digits."""
    return f"{tokens:.6g}".replace("e+0", "e").replace("e+", "e")
