"""`fledge plan`: what a run will need, before it starts."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import GpuOptions


@dataclass(frozen=True)
class PlanOptions(GpuOptions):
    gpu: str = setting("", "plan for a GPU of `fledge devices`; several with commas", group="GPU")
    gpus: int = setting(1, "how many of them in each machine, with torchrun", least=1, most=100_000)
    nodes: int = setting(1, "how many such machines", least=1, most=10_000)
    network_gbit: float = setting(
        100.0, "what each machine's network to the others carries, in Gbit/s, all its ports together", above=0, most=1e6
    )
    interconnect: str = setting(
        "auto",
        "between several GPUs; auto: nvlink on SXM boards, pcie on cards. It decides what exchanging gradients costs",
        choices=("auto", "nvlink", "pcie"),
    )
    dataset_tokens: float = setting(
        0.0, "tokens of the training split, if the dataset is not here", group="Run", least=0, most=1e18
    )
    price_per_kwh: float = setting(0.0, "electricity price per kWh, in your currency", least=0, most=1e6)
    price_per_hour: float = setting(0.0, "price of one rented GPU per hour, in your currency", least=0, most=1e6)
    measured: str = setting("", "an iteration time on that GPU: SETTINGS:TIME", group="Calibration")
    from_run: str = setting("", "the same, read from a run or a log; --from works too", also=("--from",))
    measure: bool = setting(True, "do not run the step on this machine for some seconds; estimate it")
    check: str = setting("", "compare what a finished run needed with its plan", group="Afterwards")
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


COMMAND = Command(name="plan", options=PlanOptions, settings="training")
