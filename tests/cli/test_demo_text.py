"""The demo in the user's language: its text, its settings file and a prompt that the text knows."""

import pytest

from fledge.cli.demo_text import demo_file, demo_prompt, demo_settings
from fledge.config.load import load_config
from fledge.data.corpus.catalog import shipped_text
from fledge.data.dataset import SHIPPED_TOKENIZERS
from fledge.texts.language import Language, speaking


@pytest.mark.parametrize(
    ("code", "dataset"), [("en", "shakespeare_char"), ("ar", "arabic_small"), ("hi", "hindi_small")]
)
@pytest.mark.parametrize("is_quick", [False, True])
def test_each_language_has_its_text(code: str, dataset: str, is_quick: bool) -> None:
    with speaking(Language(code)):
        config = load_config(demo_settings(is_quick))
        assert config.dataset == dataset
        assert dataset in SHIPPED_TOKENIZERS
        text = shipped_text(dataset).fetch(None, lambda _: None).read_text(encoding="utf-8")  # type: ignore[arg-type]
        assert demo_prompt().split()[-1] in text
        assert demo_file().startswith("config/")
