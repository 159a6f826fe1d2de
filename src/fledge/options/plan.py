"""`fledge plan`: what a run will need, before it starts."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import GpuOptions
from fledge.texts import say


@dataclass(frozen=True)
class PlanOptions(GpuOptions):
    gpu: str = setting("", say("option.plan.gpu"), group=say("option.group.gpu"))
    gpus: int = setting(1, say("option.plan.gpus"), least=1, most=100_000)
    nodes: int = setting(1, say("option.plan.nodes"), least=1, most=10_000)
    network_gbit: float = setting(100.0, say("option.network_gbit"), above=0, most=1e6)
    interconnect: str = setting(
        "auto",
        say("option.interconnect"),
        choices=("auto", "nvlink", "pcie"),
    )
    dataset_tokens: float = setting(
        0.0, say("option.dataset_tokens"), group=say("option.group.run"), least=0, most=1e18
    )
    price_per_kwh: float = setting(0.0, say("option.price_per_kwh"), least=0, most=1e6)
    price_per_hour: float = setting(0.0, say("option.price_per_hour"), least=0, most=1e6)
    hours: float = setting(0.0, say("option.plan.hours"), group=say("option.group.best"), above=0, most=87_600)
    until: str = setting("", say("option.plan.until"))
    kwh: float = setting(0.0, say("option.plan.kwh"), above=0, most=1e9)
    budget: float = setting(0.0, say("option.plan.budget"), above=0, most=1e9)
    watts: float = setting(0.0, say("option.plan.watts"), above=0, most=1_000_000)
    out: str = setting("planned.py", say("option.plan.out"))
    overwrite: bool = setting(False, say("option.plan.overwrite"))
    measured: str = setting("", say("option.measured"), group=say("option.group.calibration"))
    from_run: str = setting("", say("option.from_run"), also=("--from",))
    measure: bool = setting(True, say("option.plan.measure"))
    check: str = setting("", say("option.plan.check"), group=say("option.group.afterwards"))
    json: bool = setting(False, say("option.json"), group=say("option.group.output"))


COMMAND = Command(name="plan", options=PlanOptions, settings="training")
