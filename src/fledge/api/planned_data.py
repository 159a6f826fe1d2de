"""The dataset that a plan or a tuning is for, if it is here."""

from fledge.config.schema import Config
from fledge.data.dataset import is_unprepared, usual_vocab_size
from fledge.data.mixture import Data, open_data
from fledge.texts import say, text
from fledge.train.launch import with_vocabulary


def with_data(config: Config) -> tuple[Config, Data | None, list[str]]:
    """The config with a vocabulary, and the dataset if it is here; if not, a note says what is assumed."""
    missing = [path for path in config.dataset_paths if is_unprepared(path)]
    if not missing:
        dataset = open_data(config)
        return with_vocabulary(config, dataset), dataset, []
    if config.vocab_size:
        return config, None, []
    size = usual_vocab_size(missing[0].name)
    note = text(say("api.no_dataset", path=missing[0], size=size))
    return config.with_values("assumed", vocab_size=size), None, [note]
