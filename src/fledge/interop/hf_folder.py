"""A model as a folder of Hugging Face's: config.json, safetensors and a tokenizer, read."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import Tensor

from fledge.common.errors import FledgeError, why
from fledge.common.files import read_json
from fledge.config.shape import ModelShape
from fledge.interop.hf_config import CONFIG, model_type, read_shape
from fledge.interop.hf_tokenizer import read_tokenizer
from fledge.interop.hf_weights import INDEX, WHOLE, read_weights, without_zero_biases
from fledge.model.weights import shape_from
from fledge.texts import say
from fledge.tokenizer.spec import spec_vocab_size

GPT2_VOCABULARIES = (50257, 50304)  # plain, and padded as nanoGPT does


@dataclass(frozen=True)
class ForeignModel:
    """A model that another program saved. The weights were checked to fit the shape."""

    shape: ModelShape
    weights: dict[str, Tensor]
    tokenizer: dict[str, Any] | None  # as in dataset.json; None if the files don't have one
    document_end: int | None = None  # if attention stays inside documents


def is_hf_folder(path: Path) -> bool:
    """Whether the folder is of Hugging Face's kind, complete or not. A run of fledge's has a config.json too."""
    if (path / CONFIG).is_file() and any((path / name).is_file() for name in (WHOLE, INDEX)):
        return True
    return model_type(path) is not None


def read_hf_folder(folder: Path, label: str) -> ForeignModel:
    """The model of a folder. What does not fit is found before the weights are read."""
    file = folder / CONFIG
    about = read_json(file, say("interop.check_folder"))
    values = read_shape(about, file)
    try:
        shape = shape_from(values)
    except (ValueError, KeyError, TypeError) as error:
        raise FledgeError(
            say("interop.no_such_model", path=file, arch=values["arch"], reason=why(error)), say("interop.check_folder")
        ) from error
    spec = read_tokenizer(folder)
    if spec is None and shape.arch == "gpt2" and shape.vocab_size in GPT2_VOCABULARIES:
        spec = {"name": "gpt2"}
    check_vocabulary(shape, spec, label)
    shape, weights = without_zero_biases(shape, read_weights(folder, shape, label))
    end = about.get("document_end")
    return ForeignModel(shape, weights, spec, end if type(end) is int else None)


def check_vocabulary(shape: ModelShape, spec: dict[str, Any] | None, label: str) -> None:
    """Refuse a tokenizer with more tokens than the model has."""
    if spec is not None and spec_vocab_size(spec) > shape.vocab_size:
        raise FledgeError(
            say("interop.vocabulary_size", label=label, vocab_size=shape.vocab_size, tokens=spec_vocab_size(spec)),
            say("interop.own_tokenizer"),
        )
