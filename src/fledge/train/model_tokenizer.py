"""The tokenizer of a trained model: its own, or that of the dataset it was trained on."""

from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.config.mixture_spec import names_in
from fledge.data.dataset import open_dataset
from fledge.texts import say
from fledge.tokenizer.base import Tokenizer
from fledge.tokenizer.spec import spec_vocab_size, tokenizer_from_json
from fledge.train.pretrained import PretrainedModel


def tokenizer_for(saved: PretrainedModel, data_dir: Path) -> Tokenizer:
    """The model's own tokenizer; nanoGPT's checkpoints name a dataset instead, whose meta.pkl has it."""
    spec = saved.tokenizer
    if spec is None and saved.dataset is not None:
        spec = open_dataset(data_dir / names_in(saved.dataset)[0]).tokenizer_spec  # those of a mixture have one
    spec = spec or {"name": "gpt2"}
    if spec_vocab_size(spec) > saved.shape.vocab_size:
        numbers = {"label": saved.label, "size": saved.shape.vocab_size, "tokenizer": spec["name"]}
        fix = say("sample.unnamed_dataset")
        if saved.dataset:
            fix = say("sample.its_dataset", dataset=saved.dataset)
        raise FledgeError(say("sample.small_vocabulary", **numbers), fix)
    return tokenizer_from_json(spec)
