"""Builds the model of a shape: the one place that knows every architecture."""

from fledge.config.shape import LLAMA_ARCHS, ModelShape
from fledge.model.attention import Attend
from fledge.model.base import GPT
from fledge.model.gpt2 import GPT2
from fledge.model.llama import Llama
from fledge.model.modern import Modern


def build_model(shape: ModelShape, dropout: float = 0.0, how: Attend = "sdpa") -> GPT:
    if shape.arch == "modern":
        return Modern(shape, dropout, how)
    if shape.arch in LLAMA_ARCHS:
        return Llama(shape, dropout, how)
    return GPT2(shape, dropout, how)
