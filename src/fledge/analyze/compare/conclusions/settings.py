"""Conclusions about what was compared: the scale, the text, the settings, the device."""

from collections.abc import Iterator

from fledge.analyze.compare.conclusions.conclusion import Conclusion
from fledge.analyze.compare.loss_difference import main_difference
from fledge.analyze.compare.pair import Pair
from fledge.analyze.compare.repeat import is_one_run
from fledge.analyze.compare.settings import SETTING_KINDS, device_of, unknown_settings
from fledge.analyze.compare.wording import change_message, setting_title
from fledge.texts import Message, say

MAX_PRINTED = 6  # settings that fledge does not know, in a sentence
MODEL_SIZE_SETTINGS = {"n_layer", "n_embd", "depth", "arch"}


def other_data(pair: Pair) -> Iterator[Conclusion]:
    if not pair.is_other_data:
        return
    evidence: tuple[Message, ...] = ()
    changes = [change for name in ("dataset", "vocab_size") if (change := pair.change(name))]
    if changes:
        evidence += (say("compare.other_data.changes", changes=[change_message(change) for change in changes]),)
    if pair.has_equal_val_text is False:
        evidence += (say("compare.other_data.val_text"),)
    if pair.different_bases:
        a, b = pair.different_bases
        evidence += (say("compare.other_data.bases", a=pair.a.label, b=pair.b.label, a_base=a, b_base=b),)
    elif pair.different_first_losses:
        a, b = pair.different_first_losses
        evidence += (say("compare.other_data.first_losses", a=a, b=b),)
    yield Conclusion("other_data", "cannot", say("compare.other_data.text"), evidence)


def bits_of_one_text(pair: Pair) -> Iterator[Conclusion]:
    if pair.is_bits_of_one_text and not pair.is_other_data:
        evidence = (say("compare.bits_of_one_text.evidence"),)
        yield Conclusion("bits_of_one_text", "can", say("compare.bits_of_one_text.text"), evidence)


def different_experiments(pair: Pair) -> Iterator[Conclusion]:
    if pair.is_other_experiment and not pair.is_other_data:
        yield Conclusion(
            "different_experiments", "can", say("compare.different_experiments.text"), _scale_evidence(pair)
        )


def unknown_text(pair: Pair) -> Iterator[Conclusion]:
    if not pair.is_same_text and not pair.is_other_data and pair.metric is not None:
        evidence = (say("compare.unknown_text.evidence"),)
        yield Conclusion("unknown_text", "cannot", say("compare.unknown_text.text"), evidence)


def scale_differences(pair: Pair) -> list[Message]:
    """1.5M against 81.9M tokens (53x); 0.80M against 10.65M parameters; context 64 against 256. Else all settings."""
    found = []
    tokens, params, context = (pair.change(name) for name in ("tokens", "params", "block_size"))
    if tokens and tokens.ratio:
        a, b = tokens.values
        found.append(say("compare.scale.tokens", a=a, b=b, ratio=tokens.ratio))
    elif tokens:
        a, b = tokens.values
        found.append(say("compare.scale.tokens_from_zero", a=a, b=b))
    if params:
        a, b = params.values
        found.append(say("compare.scale.parameters", a=a, b=b))
    if context:
        a, b = context.values
        found.append(say("compare.scale.context", a=a, b=b))
    return found or [change_message(change) for change in pair.chosen_changes]


def _scale_evidence(pair: Pair) -> tuple[Message, ...]:
    differences = scale_differences(pair)
    return (say("compare.scale.evidence", differences=differences),) if differences else ()


def changed_settings(pair: Pair) -> Iterator[Conclusion]:
    changes = pair.chosen_changes
    is_all_known = not unknown_settings([group.first for group in pair.groups]) and not pair.printed_changes
    if _is_unexplained(pair):
        yield Conclusion("unknown_settings", "cannot", say("compare.unknown_settings.text"), _scale_evidence(pair))
    elif pair.repeated_losses and is_one_run(pair.a.members, pair.b.members):
        return  # the verdict says all there is
    elif pair.repeated_losses:
        yield Conclusion("repeat", "can", say("compare.repeat.text"), (say("compare.repeat.evidence"),))
    elif not changes and pair.printed_changes:
        message = say("compare.printed_settings.text")
        yield Conclusion("printed_settings", "cannot", message, _changes_evidence(pair))
    elif not changes and _are_apart(pair):
        yield Conclusion("no_setting", "cannot", say("compare.no_setting.text_apart"), _stated_by_one(pair))
    elif not changes and pair.other_seed:
        yield Conclusion("no_setting", "can", say("compare.no_setting.text_and_seed"))
    elif not changes:
        yield Conclusion("no_setting", "can", say("compare.no_setting.text"))
    elif len(changes) == 1 and pair.printed_changes:
        message = say("compare.printed_settings.text_with", setting=setting_title(changes[0].name))
        yield Conclusion("printed_settings", "cannot", message, _changes_evidence(pair))
    elif len(changes) == 1 or pair.is_only_micro_batch:
        setting: str | Message = setting_title(changes[0].name)
        if pair.is_only_micro_batch:
            setting = say("compare.one_setting.micro_batch")
        message = say("compare.one_setting.text", setting=setting)
        if pair.other_seed:
            message = say("compare.one_setting.text_and_seed", setting=setting)
        if not is_all_known:
            message = say("compare.one_setting.text_at_least", setting=setting)
        yield Conclusion("one_setting", "can", message, _changes_evidence(pair))
    else:
        message = say("compare.several_settings.text", number=len(changes))
        if not is_all_known:
            message = say("compare.several_settings.text_at_least", number=len(changes))
        yield Conclusion("several_settings", "cannot", message, _changes_evidence(pair))


def _are_apart(pair: Pair) -> bool:
    """Whether the losses lie further apart than seeds make them."""
    main = main_difference(pair)
    return main is not None and main.ahead is not None


def _stated_by_one(pair: Pair) -> tuple[Message, ...]:
    """The settings that one log states and the other does not: any of them may differ."""
    a, b = (group.first.run.settings.keys() & SETTING_KINDS.keys() for group in pair.groups)
    found = [
        say("compare.no_setting.stated", setting=name, value=group.first.run.value(name), label=group.label)
        for group, names in zip(pair.groups, (a - b, b - a), strict=True)
        for name in sorted(names - {"seed"})
    ]
    return (say("compare.no_setting.stated_by_one", settings=found[:MAX_PRINTED]),) if found else ()


def _is_unexplained(pair: Pair) -> bool:
    """Whether the sizes differ by more than the known changes of settings can explain."""
    names = {change.name for change in pair.chosen_changes}
    if not names:
        return bool(pair.change("params") or pair.change("tokens_per_iter"))
    is_shape_unknown = any(group.first.shape is None for group in pair.groups)
    return bool(pair.change("params")) and is_shape_unknown and not names & MODEL_SIZE_SETTINGS


def _changes_evidence(pair: Pair) -> tuple[Message, ...]:
    evidence = []
    if pair.chosen_changes:
        evidence.append(say("compare.changes", changes=[change_message(change) for change in pair.chosen_changes]))
    if pair.printed_changes:
        printed = [change_message(change) for change in pair.printed_changes]
        evidence.append(say("compare.printed_changes", changes=printed[:MAX_PRINTED]))
        if len(printed) > MAX_PRINTED:
            evidence.append(say("compare.more_printed_changes", number=len(printed) - MAX_PRINTED))
    for leader in dict.fromkeys(change.follows for change in pair.changes if change.follows):
        names = [change.name for change in pair.changes if change.follows == leader]
        evidence.append(say("compare.changed_with", names=names, leader=leader))
    return tuple(evidence)


def device(pair: Pair) -> Iterator[Conclusion]:
    """A device changes how fast the loss falls, not how far."""
    if not pair.is_about_devices or pair.is_other_data:
        return
    a, b = (device_of(group.first) or say("compare.device.unnamed") for group in pair.groups)
    evidence = (
        say("compare.device.names", a=pair.a.label, device_a=a, b=pair.b.label, device_b=b),
        say("compare.device.same_config"),
    )
    yield Conclusion("device", "cannot", say("compare.device.text"), evidence)


CONCLUSIONS = (other_data, bits_of_one_text, different_experiments, unknown_text, changed_settings, device)
