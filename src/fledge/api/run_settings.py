"""What a user knows about a run that its log does not say: settings typed, or in a settings file."""

from collections.abc import Sequence
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.config.fields import Assignment
from fledge.config.load import find_config_file, load_config
from fledge.config.schema import SETTINGS
from fledge.logs.run import Known
from fledge.texts import say

# nanoGPT's defaults hold where its settings file does not say these.
DEFAULTED = [
    *("n_layer", "n_head", "n_embd", "block_size", "bias", "dropout", "batch_size", "gradient_accumulation_steps"),
    *("max_iters", "learning_rate", "min_lr", "decay_lr", "lr_decay_iters", "warmup_iters", "weight_decay"),
    *("beta1", "beta2", "grad_clip", "eval_iters", "eval_interval"),
]


def known_settings(settings: Sequence[Assignment]) -> dict[str, Known]:
    return {item.key: Known(item.value, item.origin) for item in settings}


def file_settings(path: str) -> dict[str, Known]:
    """The settings of a file, and nanoGPT's defaults for those that it does not say."""
    try:
        config = load_config([str(find_config_file(path))])
    except FledgeError as error:
        if Path(path).is_file():
            raise
        raise FledgeError(say("config.missing_file", name=path), say("api.name_settings_file")) from error
    chosen = {name: Known(getattr(config, name), path) for name in SETTINGS if config.chosen(name)}
    others = {name: Known(getattr(config, name), "nanoGPT's default") for name in DEFAULTED if name not in chosen}
    return {**others, **chosen}
