"""Names of metrics, axes and settings, and their values, as sentences and pages write them."""

from fledge.analyze.compare.curves import Axis
from fledge.analyze.compare.group import RunGroup
from fledge.analyze.compare.settings import SettingChange
from fledge.config.fields import Value
from fledge.logs.run import Counts, Metric
from fledge.texts import Message, say, text
from fledge.texts.numbers import number, significant
from fledge.texts.units import count, parameter_count, token_count

METRIC_NAMES: dict[Metric, Message] = {
    "val_loss": say("compare.metric.val_loss"),
    "val_bpb": say("compare.metric.val_bpb"),
    "loss": say("compare.metric.loss"),
}
COUNT_NAMES: dict[Counts, Message] = {
    "iterations": say("compare.axis.iterations"),
    "micro-batches": say("compare.axis.micro_batches"),
    "log lines": say("compare.axis.log_lines"),
    "epochs": say("compare.axis.epochs"),
    "wandb steps": say("compare.axis.wandb_steps"),
    "samples": say("compare.axis.samples"),
    "steps of epochs": say("compare.axis.steps_of_epochs"),
}
AXIS_NAMES: dict[Axis, Message] = {
    "tokens": say("compare.axis.tokens"),
    "time": say("compare.axis.time"),
    "flops": say("compare.axis.flops"),
}
MIN_TIMES = 1.2  # smaller ratios are said in percent
SETTING_TITLES = {
    "block_size": say("compare.setting.block_size"),
    "gradient_accumulation_steps": say("compare.setting.gradient_accumulation_steps"),
    "params": say("compare.setting.params"),
    "tokens_per_iter": say("compare.setting.tokens_per_iter"),
    "tokens": say("compare.setting.tokens"),
    "flops_per_token": say("compare.setting.flops_per_token"),
    "epochs": say("compare.setting.epochs"),
}


def axis_name(axis: Axis, group: RunGroup) -> Message:
    """The axis, in the words of what the runs count; they all count the same where iterations are compared."""
    return counts_of(group) if axis == "iterations" else AXIS_NAMES[axis]


def counts_of(group: RunGroup) -> Message:
    return COUNT_NAMES[group.first.run.counts]


def position(axis: Axis, x: float) -> Message:
    """A point on an axis: 500; 262.1M; 1 h 05 min; 1.57e+17 FLOP."""
    if axis == "time":
        return say("compare.position.time", x=x)
    if axis == "tokens":
        return say("compare.position.tokens", x=x)
    if axis == "flops":
        return say("compare.position.flops", x=x)
    return say("compare.position.iterations", x=x)


def how_much_more(ratio: float) -> Message:
    """15%; 2.4x"""
    return (
        say("compare.ratio.times", ratio=ratio) if ratio >= MIN_TIMES else say("compare.ratio.share", share=ratio - 1)
    )


def change_message(change: SettingChange) -> Message:
    """n_embd 384 against 768"""
    first, second = (setting_value(change.name, value) for value in change.values)
    return say("compare.change", name=change.name, first=first, second=second)


def setting_title(name: str) -> str:
    return text(SETTING_TITLES[name]) if name in SETTING_TITLES else name


def setting_value(name: str, value: Value | None) -> str:
    """The value of a setting or of a derived figure."""
    if value is None:
        return "?"
    if isinstance(value, bool | str):
        return str(value)
    if name == "params":
        return parameter_count(value)
    if name == "tokens":
        return token_count(value)
    if name == "flops_per_token":
        return count(value)
    if name == "epochs":
        return significant(value, 3)
    if float(value).is_integer() and abs(value) < 1e15:
        return number(int(value))
    return significant(value)
