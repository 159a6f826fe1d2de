"""The settings of a run that starts from saved weights: the shape is theirs, whatever the settings say.

People repeat the command that started a run, settings file included. So a shape that only a file says yields to the
weights, with a note. A shape that was typed is meant: it is an error if the weights have another one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from fledge.common.errors import FledgeError, raise_all
from fledge.config.fields import COMMAND_LINE, Assignment
from fledge.config.load import config_from_json, make_config
from fledge.config.schema import FINE_TUNING, SHAPE_SETTINGS, Config, sizes_of_depth
from fledge.config.shape import LLAMA_ARCHS, ModelShape
from fledge.texts import Message, say
from fledge.train.pretrained import PretrainedModel


def resumed_config(before: Config, written: Sequence[Assignment], run: Path) -> tuple[Config, list[Message]]:
    """The config of a resumed run, and a note on every setting that has changed. The last of equal settings counts."""
    last = {entry.key: entry for entry in written if entry.key not in ("init_from", "out_dir")}

    def refused(asked: Assignment, has: str) -> Message:
        return say("train.shape_of_run", key=asked.key, value=asked.value, has=has)

    notes = _notes_on_shape(last, before.shape, refused, before.depth)
    fresh = [entry for key, entry in last.items() if key not in (*SHAPE_SETTINGS, "depth")]
    for entry in fresh:
        old = getattr(before, entry.key)
        if entry.value != old:
            notes.append(say("train.setting_changed", key=entry.key, value=entry.value, old=old))
    place = Assignment("out_dir", str(run), COMMAND_LINE)
    return config_from_json(before.to_json(), [*fresh, place]), notes


def config_for_weights(config: Config, pretrained: PretrainedModel) -> tuple[Config, list[Message]]:
    """The config of a new run with the shape of the weights it starts from; only the context may be made shorter."""
    label, shape = pretrained.label, pretrained.shape
    if shape.arch == "gpt2" and config.optimizer == "muon" and config.chosen("optimizer"):
        raise FledgeError(say("train.muon_for_gpt2", label=label), say("train.use_adamw"))

    def refused(asked: Assignment, has: str) -> Message:
        return say("train.shape_of_weights", key=asked.key, value=asked.value, label=label, has=has)

    chosen = {
        key: Assignment(key, value, config.origins[key]) for key, value in config.values().items() if config.chosen(key)
    }
    context = chosen.get("block_size")
    is_cropped = context is not None and (context.is_typed or config.block_size <= shape.block_size)
    if context is None and pretrained.is_foreign and shape.block_size > Config.block_size:
        # Published contexts take more memory than most people have.
        context, is_cropped = Assignment("block_size", Config.block_size, "default for trained weights"), True
    asked = {key: entry for key, entry in chosen.items() if key != "block_size" or not is_cropped}
    notes = _notes_on_shape(asked, shape, refused)
    others = [entry for key, entry in chosen.items() if key not in (*SHAPE_SETTINGS, "depth")]
    shaped = [Assignment(key, value, label) for key, value in asdict(shape).items()]
    if context is not None and is_cropped:
        shaped.append(context)
        if not config.chosen("block_size"):
            numbers = {"value": context.value, "positions": shape.block_size, "label": label}
            notes.append(say("train.shorter_context", **numbers))
    place = Assignment("out_dir", config.out_dir, config.origins["out_dir"])
    # Made anew, because the defaults of other settings depend on the arch.
    gentle = FINE_TUNING if pretrained.is_foreign and shape.arch in LLAMA_ARCHS else []
    return make_config([*gentle, *others, *shaped, place]), notes


def _notes_on_shape(
    written: Mapping[str, Assignment],
    shape: ModelShape,
    refused: Callable[[Assignment, str], Message],
    depth: int = 0,
) -> list[Message]:
    """A note on every setting that asks for another shape than the weights have, which were made with `depth`.

    If any was typed, they are refused, with what `refused` says.
    """
    clashes = []
    for key in SHAPE_SETTINGS:
        asked, has = written.get(key), getattr(shape, key)
        is_open = key == "vocab_size" and asked is not None and asked.value == 0  # the dataset's, whatever it is
        if asked is not None and asked.value != has and not is_open:
            clashes.append((asked, str(has)))
    asked_depth = written.get("depth")
    if asked_depth is not None and asked_depth.value != depth:
        sizes = sizes_of_depth(int(asked_depth.value))
        if any(getattr(shape, key) != size for key, size in sizes.items()):
            clashes.append((asked_depth, ", ".join(f"{key}={getattr(shape, key)}" for key in sizes)))
    typed = [(one, has) for one, has in clashes if one.is_typed]
    raise_all([refused(one, has) for one, has in typed])
    return [say("train.shape_unused", key=one.key, value=one.value, origin=one.origin, has=has) for one, has in clashes]
