"""Launch: what one command line asks for (config, dataset, runtime, switches), resolved once.

The preflight plan and the trainer both take it: `preflight(launch)`, then `new_session(launch)`.
"""

import contextlib
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.config.fields import Assignment, convert
from fledge.config.load import config_from_json
from fledge.config.schema import PRETRAINED, SETTINGS, SHAPE_SETTINGS, Config
from fledge.data.dataset import SPLITS
from fledge.data.identity import changes, windows_in_validation
from fledge.data.loader import check_block_size
from fledge.data.mixture import Data, open_data, parts_of
from fledge.data.prepare_command import prepare_again
from fledge.hardware.load import Load
from fledge.model.counts import NgramCounts
from fledge.parallel.processes import membership
from fledge.texts import Message, say, text
from fledge.tokenizer.spec import same_vocabulary
from fledge.train.checkpoint import Checkpoint, Counters, find_checkpoint, read_checkpoint
from fledge.train.given_shape import config_for_weights, resumed_config
from fledge.train.pretrained import NanoGPTCheckpoint, PretrainedModel, open_pretrained, read_nanogpt
from fledge.train.runtime import Runtime, choose_runtime

Choices = dict[str, Any]  # of a runtime: device, dtype, ...
USE_ITS_DATASET = say("train.use_its_dataset")


@dataclass(frozen=True)
class Launch:
    config: Config  # complete: with the vocabulary of the dataset, or the shape of the weights
    dataset: Data
    runtime: Runtime
    notes: list[str | Message]  # for the start of the log
    pretrained: PretrainedModel | None = None  # the weights that a new run starts from
    checkpoint: Checkpoint | NanoGPTCheckpoint | None = None  # the state that a resumed run continues
    counters: Counters = field(default_factory=Counters)
    force: bool = False  # start although memory, the disk or the data speak against it
    profile: bool = False  # trace some early iterations
    counted: NgramCounts | None = None  # the n-grams of this text, if they were counted before

    def __post_init__(self) -> None:
        if self.profile and self.config.eval_only:
            raise FledgeError(say("train.nothing_to_profile"), say("train.leave_one_out"))

    @property
    def resumed(self) -> bool:
        return self.checkpoint is not None


def new_launch(
    config: Config,
    dataset: Data | None = None,
    *,
    choices: Choices | None = None,
    force: bool = False,
    profile: bool = False,
    load: Load | None = None,
) -> Launch:
    """A run that starts at iteration 0, from random or given weights; on the config's dataset or a given one.

    `choices` are those of the first process, which all others make as well; `load` is the machine's, until now.
    """
    dataset = dataset or open_data(config)
    pretrained = None
    notes: list[str | Message] = []
    if config.init_from != "scratch":
        pretrained = open_pretrained(config.init_from)
        config, shape_notes = config_for_weights(config, pretrained)
        notes += shape_notes
        pretrained = pretrained.cropped(config.block_size)
        check_data(config, dataset, USE_ITS_DATASET)
        is_gpt2 = pretrained.label in PRETRAINED
        _check_tokenizer(pretrained.label, {"name": "gpt2"} if is_gpt2 else pretrained.tokenizer, dataset)
    else:
        config = with_vocabulary(config, dataset)
        check_data(config, dataset, say("train.try_vocab_size", size=dataset.vocab_size))
    sizes = {"size": config.vocab_size, "dataset": str(dataset.path), "has": dataset.vocab_size}
    notes.append(say("train.vocabulary", **sizes))
    if pretrained is not None:
        notes.append(say("train.weights_from", label=pretrained.label))
    return Launch(
        config, dataset, choose_runtime(config, choices, load), notes, pretrained, force=force, profile=profile
    )


def resume_launch(
    run: Path,
    written: Sequence[Assignment],
    choices: Choices | None = None,
    *,
    force: bool = False,
    profile: bool = False,
    load: Load | None = None,
) -> Launch:
    """The run in the directory `run`, from its last checkpoint; `written` are the settings given anew."""
    if not (run / "checkpoints").is_dir() and (run / "ckpt.pt").is_file():
        return _resume_nanogpt(run, written, choices, force, profile, load)
    checkpoint = read_checkpoint(find_checkpoint(run, "latest"))
    state = checkpoint.path / "state.json"
    before = config_from_json(checkpoint.config, source=state)
    if before.shape != checkpoint.shape:
        raise FledgeError(say("checkpoint.other_settings", path=str(state)), say("model.another_checkpoint"))
    config, changed = resumed_config(before, written, run)
    notes: list[str | Message] = [*changed]
    dataset = open_data(config)
    check_data(config, dataset, USE_ITS_DATASET)
    _check_tokenizer(str(checkpoint.path), checkpoint.tokenizer, dataset)
    notes += _changed_data(checkpoint, dataset, force)
    counters = checkpoint.counters
    if config.dataset != before.dataset:
        counters = replace(counters, best_val=float("inf"))  # losses on other text can't be compared with it
    before_choices, processes = dict(checkpoint.choices), membership().world_size
    if processes != checkpoint.processes:
        before_choices.pop("threads", None)  # processes on one machine share its cores
        notes.append(say("train.other_processes", before=checkpoint.processes, processes=processes))
    runtime = choose_runtime(config, choices or before_choices, load)
    if runtime.device.type != checkpoint.choices["device"]:
        notes.append(say("train.other_device", before=checkpoint.choices["device"], device=runtime.device.type))
    notes.append(say("train.resumed", path=str(checkpoint.path), it=counters.it))
    notes += _nothing_left(config, counters)
    return Launch(
        config, dataset, runtime, notes, checkpoint=checkpoint, counters=counters, force=force, profile=profile
    )


def _changed_data(checkpoint: Checkpoint, dataset: Data, force: bool) -> list[str | Message]:
    """What has changed about the data since the checkpoint; refused if training text is now validation text."""
    notes: list[str | Message] = [*changes(checkpoint.data, dataset)]
    if not notes:
        return []
    found, kept = windows_in_validation(checkpoint.data, dataset)
    if found and not force:
        raise FledgeError(say("train.leaked", change=notes[0], found=found, kept=kept), say("train.leaked_advice"))
    return notes


def _resume_nanogpt(
    run: Path,
    written: Sequence[Assignment],
    choices: Choices | None,
    force: bool,
    profile: bool,
    load: Load | None,
) -> Launch:
    """Continue a run that nanoGPT saved: its weights, optimizer and iteration, in our run directory."""
    path = run / "ckpt.pt"
    checkpoint = read_nanogpt(path)
    document: dict[str, Any] = {}
    for key, value in checkpoint.config.items():
        if key not in SETTINGS or key in ("device", "dtype", "compile"):
            continue
        with contextlib.suppress(ValueError):  # a fork's own kind of value: our default stays
            document[key] = {"value": convert(SETTINGS[key], value), "origin": str(path)}
    for key in SHAPE_SETTINGS:
        document[key] = {"value": getattr(checkpoint.model.shape, key), "origin": str(path)}
    config, changed = resumed_config(config_from_json(document), written, run)
    notes: list[str | Message] = [*changed]
    dataset = open_data(config)
    check_data(config, dataset, USE_ITS_DATASET)
    it = checkpoint.it
    counters = Counters(it, it * config.tokens_per_iter, checkpoint.best_val, last_eval=it)
    notes.append(say("train.resumed_nanogpt", path=str(path), it=it))
    notes += _nothing_left(config, counters)
    runtime = choose_runtime(config, choices, load)
    return Launch(
        config, dataset, runtime, notes, checkpoint=checkpoint, counters=counters, force=force, profile=profile
    )


def with_vocabulary(config: Config, dataset: Data) -> Config:
    """The config with the dataset's vocabulary, unless vocab_size is set.

    GPT-2's 50257 becomes 50304, a multiple of 64 that runs faster; a small vocabulary stays as it is.
    """
    if config.vocab_size:
        return config
    size = dataset.vocab_size
    return config.with_values(f"{dataset.path}", vocab_size=size if size < 1024 else -(-size // 64) * 64)


def check_data(config: Config, dataset: Data, fix: Message) -> None:
    """Refuse data that does not fit the model and the settings, before anything is built or written."""
    if config.vocab_size < dataset.vocab_size:
        numbers = {"size": config.vocab_size, "dataset": str(dataset.path), "tokens": dataset.vocab_size}
        raise FledgeError(say("train.small_vocabulary", **numbers), fix)
    for part in parts_of(dataset):
        for split in SPLITS:
            check_block_size(config.block_size, f"{part.name} {split}".strip(), part.dataset.tokens[split])
    if config.mask_documents and dataset.eot is None:
        name = dataset.tokenizer_spec["name"]
        problem = say("train.no_documents", dataset=str(dataset.path), tokenizer=name)
        raise FledgeError(problem, say("train.no_documents_advice"))
    if config.sample_interval:
        dataset.tokenizer()  # its vocabulary may need a download: better now than hours later


def _check_tokenizer(label: str, spec: dict[str, Any] | None, dataset: Data) -> None:
    """Refuse data of another tokenizer than the model was trained with."""
    if spec is None or same_vocabulary(spec, dataset.tokenizer_spec):
        return
    name, data_name = str(spec.get("name")), str(dataset.tokenizer_spec.get("name"))
    path = str(dataset.path)
    if name != data_name:
        problem = say("train.other_tokens", label=label, name=name, data_name=data_name, dataset=path)
    elif name == "char":
        problem = say("train.other_characters", label=label, dataset=path)
    else:
        problem = say("train.other_vocabulary", label=label, name=name, dataset=path)
    raise FledgeError(problem, text([_how_to_get_its_tokens(label, name, dataset), say("train.or_new")]))


def _how_to_get_its_tokens(label: str, tokenizer: str, dataset: Data) -> Message:
    """What to type to have the same text in the tokens of the model `label`."""
    file = Path(label) / "tokenizer.json"
    if tokenizer == "bpe" and file.is_file():  # of a Hugging Face folder
        commands = [prepare_again(part.dataset, str(file), Path(label).name) for part in parts_of(dataset)]
    elif tokenizer in ("gpt2", "byte"):
        commands = [prepare_again(part.dataset, tokenizer) for part in parts_of(dataset)]
    else:
        return USE_ITS_DATASET  # the other vocabularies have no name
    return say("train.make_its_tokens", tokenizer=tokenizer, commands="; ".join(commands))


def _nothing_left(config: Config, counters: Counters) -> list[Message]:
    """How to go on with a run that has done all its iterations."""
    if counters.it < config.max_iters or config.eval_only:
        return []
    more = f"fledge train --init_from=resume --out_dir={shlex.quote(config.out_dir)} --max_iters={2 * counters.it}"
    return [say("train.nothing_left", it=counters.it, command=more)]
