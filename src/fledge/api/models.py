"""`fledge.load`: a trained model, to write text with and to score text by."""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import torch

from fledge.api.call import api_call
from fledge.api.results import Completion, Score, TokenScore
from fledge.api.scoring import token_losses
from fledge.common.errors import FledgeError, raise_all
from fledge.common.progress import OnProgress
from fledge.config.checks import device_problems
from fledge.config.schema import PRETRAINED
from fledge.config.shape import ModelShape
from fledge.logs.rundir import find_run
from fledge.model.base import GPT
from fledge.model.flops import least_sampling_bytes, parameters
from fledge.model.quantize import converted
from fledge.options.parser import parse_call
from fledge.options.sample import COMMAND, SampleOptions
from fledge.texts import Message, say
from fledge.tokenizer.base import StreamDecoder, Tokenizer
from fledge.train.choices import choose_device, choose_weights
from fledge.train.generate import Sampling, generate
from fledge.train.memory import require_memory
from fledge.train.model_tokenizer import tokenizer_for
from fledge.train.pretrained import PretrainedModel, is_foreign_model, open_pretrained
from fledge.train.runtime import DTYPES


def load(
    source: str | PathLike[str],
    *,
    which: str = "best",
    device: str = "auto",
    dtype: str = "auto",
    data_dir: str | PathLike[str] = "data",
    progress: OnProgress | None = None,
) -> "Model":
    """A trained model: a run, one of its steps, nanoGPT's ckpt.pt, a Hugging Face folder, a GGUF file, or "gpt2".

    A run may be named by its path or by its name in runs/; `which` takes its "best" or its "latest" checkpoint.
    `device` and `dtype` are as in `fledge sample`. nanoGPT's ckpt.pt has no vocabulary: `data_dir` holds the dataset
    that it was trained on. Nothing in a file is executed.

        model = fledge.load("runs/demo")
        print(model.generate("O Romeo", max_tokens=100))
    """
    with api_call(progress):
        options = checked_options(which=which, device=device, dtype=dtype, data_dir=data_dir)
        return open_model(find_source(_name(source)), options)


def _name(source: object) -> str:
    name = fspath(source) if isinstance(source, str | PathLike) else None
    if not isinstance(name, str) or not name or "\0" in name:
        raise FledgeError(say("api.load_takes", source=source), say("api.load_example"))
    return name


def find_source(name: str) -> str | Path:
    """What a user's name for a model stands for."""
    if name in PRETRAINED and not Path(name).exists():
        return name
    return Path(name) if is_foreign_model(Path(name)) else find_run(name)


def open_model(source: str | Path, options: SampleOptions) -> "Model":
    raise_all(device_problems(options.device))
    saved = open_pretrained(source, options.which)
    return Model(saved, tokenizer_for(saved, Path(options.data_dir)), options.device, options.dtype)


def checked_options(**given: object) -> SampleOptions:
    """Options of `fledge sample` that Python code gave, checked as those of a command line are."""
    options: SampleOptions = parse_call(COMMAND, [], given).options
    return options


class Model:
    """A trained language model: `generate`, `stream` and `score` text. `fledge.load` makes one.

    It reads its weights once; several models and several threads may work side by side. Sampling draws from random
    numbers of its own: a seed gives the same text again, whatever else the process draws.
    """

    def __init__(self, saved: PretrainedModel, tokenizer: Tokenizer, device: str = "auto", dtype: str = "auto") -> None:
        self._saved, self._dtype = saved, dtype
        self.tokenizer = tokenizer
        self.device, _ = choose_device(device)
        self._built: tuple[str, GPT] | None = None  # the weights' dtype, and the model that was used last

    @property
    def name(self) -> str:
        """Where its weights come from."""
        return self._saved.label

    @property
    def shape(self) -> ModelShape:
        """Layers, heads, width, context and vocabulary."""
        return self._saved.shape

    @property
    def parameters(self) -> int:
        return parameters(self._saved.shape)

    @property
    def context(self) -> int:
        """How many tokens it can look back on. Longer prompts are cut at their beginning."""
        return self._saved.shape.block_size

    def __repr__(self) -> str:
        size = f"{self.parameters / 1e6:.2f}M parameters"
        return f"<fledge.Model {self.name}: {self.shape.arch}, {size}, context {self.context}>"

    def generate(
        self,
        prompt: str = "",
        *,
        max_tokens: int = 500,
        temperature: float = 0.8,
        top_k: int = 200,
        top_p: float = 1.0,
        seed: int = 1337,
    ) -> Completion:
        """One continuation of the prompt. An empty prompt begins a new text.

        It ends after `max_tokens`, or where the model writes <|endoftext|>. `temperature`: lower is safer, higher is
        wilder, 0 takes the likeliest token. `top_k` and `top_p` leave unlikely tokens out; 0 and 1 leave all in.
        """
        return self.generate_many(
            prompt, 1, max_tokens=max_tokens, temperature=temperature, top_k=top_k, top_p=top_p, seed=seed
        )[0]

    def generate_many(
        self,
        prompt: str,
        samples: int,
        *,
        max_tokens: int = 500,
        temperature: float = 0.8,
        top_k: int = 200,
        top_p: float = 1.0,
        seed: int = 1337,
    ) -> list[Completion]:
        """Several continuations, written side by side, which takes far less time than one after the other.

        The first is the one that `generate` gives for the same seed, unless "auto" chooses other weights for so many.
        """
        how = {"temperature": temperature, "top_k": top_k, "top_p": top_p, "seed": seed}
        options = _sampling_options(prompt, max_tokens, {"num_samples": samples, **how})
        texts = ["" for _ in range(options.num_samples)]
        tokens: list[list[int]] = [[] for _ in texts]
        for row in self._drawn(prompt, max_tokens, options):
            for k, (token, text) in enumerate(row):
                texts[k] += text
                if token is not None:
                    tokens[k].append(token)
        return [
            Completion(prompt, text, tuple(ids), "length" if len(ids) == max_tokens else "end of text")
            for text, ids in zip(texts, tokens, strict=True)
        ]

    def stream(
        self,
        prompt: str = "",
        *,
        max_tokens: int = 500,
        temperature: float = 0.8,
        top_k: int = 200,
        top_p: float = 1.0,
        seed: int = 1337,
    ) -> Iterator[str]:
        """The text that `generate` gives, piece by piece, as it is written. A piece is whole characters."""
        how = {"temperature": temperature, "top_k": top_k, "top_p": top_p, "seed": seed}
        rows = self._drawn(prompt, max_tokens, _sampling_options(prompt, max_tokens, {"num_samples": 1, **how}))
        return (row[0][1] for row in rows if row[0][1])

    def score(self, text: str, *, after: str = "") -> Score:
        """How well the model predicts the text: in nats, in bits per byte, and for each token.

        The text is read as the beginning of a document, or as what follows `after`, which is not scored itself. The
        weights are float32 unless `dtype` was given to `fledge.load`.
        """
        with api_call():
            _check_text("text", text)
            _check_text("after", after)
            if not text:
                raise FledgeError(say("api.nothing_to_score"), say("api.longer_text"))
            ids = self.tokenizer.encode(text, allow_special=True).tolist()
            before = self._prompt_ids(after)
            model = self._model("float32" if self._dtype == "auto" else self._dtype)
            losses = token_losses(model, before, ids, self.tokenizer.vocab_size)
            eot = self.tokenizer.eot
            scores = [
                TokenScore(token, b"" if token == eot else self.tokenizer.decode_bytes([token]), loss)
                for token, loss in zip(ids, losses, strict=True)
            ]
            return Score(sum(losses), tuple(scores))

    def draw(self, prompt: str, options: SampleOptions) -> tuple[Iterator[list[str]], Message]:
        """The text of each sample, piece by piece, one list per position; and which weights it is drawn with."""
        dtype, why = self._weights(options.num_samples)
        rows = self._drawn(prompt, options.max_new_tokens, options)
        return ([text for _, text in row] for row in rows), say("sample.weights", dtype=dtype, why=why)

    def _drawn(self, prompt: str, max_tokens: int, options: SampleOptions) -> Iterator[list[tuple[int | None, str]]]:
        """The next token of each sample and the text it completes, position by position; last the rests of characters.

        What the prompt or the memory forbid is an error now, not when the first piece is asked for.
        """
        with api_call():
            ids = self._prompt_ids(prompt)
            dtype, _ = self._weights(options.num_samples)
            number_bytes = 1 if dtype == "int8" else DTYPES[dtype].itemsize
            cached = replace(self._saved.shape, block_size=min(self.context, len(ids) + max_tokens))
            least = least_sampling_bytes(cached, options.num_samples, number_bytes)
            samples = f"num_samples={options.num_samples}"
            require_memory(self.device, least, samples, say("sample.fewer_samples"))
            model = self._model(dtype)
        sampling = Sampling(options.temperature, options.top_k, options.top_p, options.seed)
        return self._rows(model, ids, max_tokens, options.num_samples, sampling)

    def _rows(
        self, model: GPT, ids: list[int], max_tokens: int, samples: int, sampling: Sampling
    ) -> Iterator[list[tuple[int | None, str]]]:
        decoders = [StreamDecoder(self.tokenizer) for _ in range(samples)]
        if max_tokens:
            eot, size = self.tokenizer.eot, self.tokenizer.vocab_size
            for row in generate(model, ids, samples, max_tokens, sampling, eot, size):
                yield [
                    (token, "" if token is None else decoder.feed(token))
                    for token, decoder in zip(row, decoders, strict=True)
                ]
        yield [(None, decoder.finish()) for decoder in decoders]

    def _prompt_ids(self, prompt: str) -> list[int]:
        """The prompt's tokens; those that open a text if it is empty.

        The command's default prompt is a line break, which some vocabularies do not have: they begin as if without one.
        """
        try:
            return self.tokenizer.encode(prompt, allow_special=True).tolist() or self.tokenizer.opening()
        except FledgeError:
            if prompt != SampleOptions.start:
                raise
            return self.tokenizer.opening()

    def _weights(self, samples: int) -> tuple[str, Message]:
        return choose_weights(self._dtype, self.device, self._saved.shape, samples)

    def _model(self, dtype: str) -> GPT:
        """The model with weights of that dtype. The last one is kept: a second copy could be gigabytes."""
        built = self._built
        if built is None or built[0] != dtype:
            self._built = built = None
            with torch.random.fork_rng(devices=[]):  # the initial weights, which are replaced, are drawn at random
                model = self._saved.build()
            built = (dtype, converted(model.to(self.device), dtype).eval())
            self._built = built
        return built[1]


def _sampling_options(prompt: str, max_tokens: int, given: Mapping[str, Any]) -> SampleOptions:
    """The options of a call, checked. Unlike on the command line, no new token at all may be asked for."""
    with api_call():
        _check_text("prompt", prompt)
        asked = None if isinstance(max_tokens, int) and max_tokens == 0 else max_tokens
        with contextlib.ExitStack() as stack:
            stack.enter_context(_named("max_new_tokens", "max_tokens"))
            stack.enter_context(_named("num_samples", "samples"))
            return checked_options(max_new_tokens=asked, **given)


@contextlib.contextmanager
def _named(option: str, name: str) -> Iterator[None]:
    """Errors that name an option of the command name the argument of the function instead."""
    try:
        yield
    except FledgeError as error:
        raise FledgeError(error.problem.replace(option, name), error.fix) from None


def _check_text(name: str, given: object) -> None:
    if not isinstance(given, str):
        kind = type(given).__name__
        raise FledgeError(say("api.not_text", name=name, kind=kind), say("api.give_str"))
    try:
        given.encode()
    except UnicodeError:
        raise FledgeError(say("api.half_character", name=name), say("api.leave_out")) from None
