"""Trained weights: our checkpoints, nanoGPT's ckpt.pt and other programs' files, all as one PretrainedModel."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from torch import Tensor

from fledge.common.errors import FledgeError, why
from fledge.common.files import atomic_file
from fledge.config.schema import PRETRAINED
from fledge.config.shape import ModelShape
from fledge.data.dataset import end_of_text
from fledge.interop.gguf_file import is_gguf, read_gguf
from fledge.interop.hf_folder import ForeignModel, is_hf_folder, read_hf_folder
from fledge.model.base import GPT
from fledge.model.build import build_model
from fledge.model.weights import check_weights, load_weights, shape_from
from fledge.texts import say
from fledge.train.checkpoint import find_checkpoint, load_pt, read_checkpoint, save_pt

NANOGPT_ARGUMENTS = ("n_layer", "n_head", "n_embd", "block_size", "vocab_size", "bias")


@dataclass(frozen=True)
class PretrainedModel:
    """Weights that were checked to fit their shape."""

    label: str  # what it is and where it comes from, for the log
    shape: ModelShape
    weights: dict[str, Tensor]
    tokenizer: dict[str, Any] | None = None  # as in dataset.json, if the file says
    dataset: str | None = None  # the name of the dataset it was trained on
    document_end: int | None = None  # if it was trained with mask_documents
    is_foreign: bool = False  # from another program than fledge and nanoGPT

    def build(self, dropout: float = 0.0) -> GPT:
        model = build_model(self.shape, dropout)
        model.document_end = self.document_end
        load_weights(model, self.weights)
        return model

    def cropped(self, block_size: int) -> "PretrainedModel":
        """The same model with a shorter context; gpt2's learned positions can't grow."""
        if block_size > self.shape.block_size:
            has = self.shape.block_size
            problem = say("train.beyond_positions", block_size=block_size, positions=has, label=self.label)
            raise FledgeError(problem, say("train.try_block_size", block_size=has))
        weights = dict(self.weights)
        if self.shape.arch == "gpt2":
            weights["transformer.wpe.weight"] = weights["transformer.wpe.weight"][:block_size]
        return replace(self, shape=replace(self.shape, block_size=block_size), weights=weights)


def open_pretrained(name: str | Path, which: str = "best") -> PretrainedModel:
    """A model by name: gpt2, gpt2-medium, ..., a run, a step directory, a ckpt.pt, a Hugging Face folder, a .gguf."""
    if str(name) in PRETRAINED:
        return _from_elsewhere(read_hf_folder(download_gpt2(str(name)), str(name)), str(name))
    path = Path(name)
    if path.is_file():
        if is_gguf(path):
            return _from_elsewhere(read_gguf(path, str(path)), str(path))
        return read_nanogpt(path).model
    if (path / "state.json").is_file():
        return _from_checkpoint(path)
    if (path / "checkpoints").is_dir():
        return _from_checkpoint(find_checkpoint(path, which))
    if (path / "ckpt.pt").is_file():
        return read_nanogpt(path / "ckpt.pt").model
    if is_hf_folder(path):
        return _from_elsewhere(read_hf_folder(path, str(path)), str(path))
    names = ", ".join(["scratch", "resume", *PRETRAINED])
    raise FledgeError(say("train.no_such_weights", name=str(name)), say("train.also_possible", names=names))


def is_foreign_model(path: Path) -> bool:
    """Whether another program saved it: a Hugging Face folder, or a GGUF file."""
    return is_hf_folder(path) or (path.is_file() and is_gguf(path))


def _from_elsewhere(found: ForeignModel, label: str) -> PretrainedModel:
    return PretrainedModel(
        label, found.shape, found.weights, found.tokenizer, document_end=found.document_end, is_foreign=True
    )


def _from_checkpoint(path: Path) -> PretrainedModel:
    checkpoint = read_checkpoint(path)
    dataset, is_masked = (checkpoint.config.get(key, {}).get("value") for key in ("dataset", "mask_documents"))
    spec = checkpoint.tokenizer
    end = end_of_text(spec) if is_masked and spec is not None else None
    return PretrainedModel(str(path), checkpoint.shape, checkpoint.weights(), spec, dataset, end)


@dataclass(frozen=True)
class NanoGPTCheckpoint:
    """The contents of nanoGPT's ckpt.pt: enough to continue its run."""

    model: PretrainedModel
    optimizer: dict[str, Any] | None
    it: int
    best_val: float
    config: dict[str, Any]


def read_nanogpt(path: Path) -> NanoGPTCheckpoint:
    content = load_pt(path)
    try:
        shape = shape_from({"bias": True, **content["model_args"], "arch": "gpt2"})
        weights = {name.removeprefix("_orig_mod."): tensor for name, tensor in content["model"].items()}
        if not all(isinstance(tensor, Tensor) for tensor in weights.values()):
            raise ValueError(say("checkpoint.model_holds_more"))
        config = dict(content.get("config") or {})
        it, best_val = int(content.get("iter_num", 0)), float(content.get("best_val_loss", float("inf")))
        if it < 0:
            raise ValueError(say("checkpoint.key_is", key="iter_num", value=it))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RuntimeError) as error:
        problem = say("checkpoint.not_nanogpts", path=str(path), reason=why(error))
        raise FledgeError(problem, say("checkpoint.another_file")) from error
    # The head is tied to the embedding, and old versions saved the attention mask.
    weights = {k: v for k, v in weights.items() if k != "lm_head.weight" and not k.endswith(".attn.bias")}
    check_weights(shape, weights, path)
    dataset = config.get("dataset")
    model = PretrainedModel(str(path), shape, weights, None, dataset if isinstance(dataset, str) else None)
    return NanoGPTCheckpoint(model, content.get("optimizer"), it, best_val, config)


def write_nanogpt(path: Path, checkpoint: NanoGPTCheckpoint) -> None:
    """Write a ckpt.pt that nanoGPT's train.py and sample.py load."""
    model, config = checkpoint.model, checkpoint.config
    if model.shape.arch != "gpt2":
        raise FledgeError(say("checkpoint.not_in_nanogpt", arch=model.shape.arch), say("checkpoint.gpt2_only"))
    arguments = {key: getattr(model.shape, key) for key in NANOGPT_ARGUMENTS}
    content = {
        "model": {**model.weights, "lm_head.weight": model.weights["transformer.wte.weight"]},
        "optimizer": checkpoint.optimizer,
        "model_args": {**arguments, "dropout": config.get("dropout", 0.0)},
        "iter_num": checkpoint.it,
        "best_val_loss": checkpoint.best_val,
        "config": config,
    }
    with atomic_file(path) as temporary:
        save_pt(content, temporary)


def download_gpt2(name: str) -> Path:
    """GPT-2's weights from the Hugging Face hub, through its own cache."""
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        raise FledgeError(say("train.needs_hub", name=name), "pip install 'fledge[interop]'") from None
    try:
        return Path(snapshot_download(f"openai-community/{name}", allow_patterns=["config.json", "model.safetensors"]))
    except Exception as error:  # the hub's client, requests and the system each raise their own
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        problem = say("train.no_download", name=name, error=first.rstrip("."))
        raise FledgeError(problem, say("train.download_elsewhere", name=name)) from error
