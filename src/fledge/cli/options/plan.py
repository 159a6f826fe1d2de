"""`fledge plan`: what a run will need, before it starts."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.cli.options.shared import GpuOptions
from fledge.config.fields import setting


@dataclass(frozen=True)
class PlanOptions(GpuOptions):
    gpu: str = setting("", "plan for a GPU of `fledge devices`; several with commas", group="GPU")
    gpus: int = setting(1, "how many of them, with torchrun", least=1, most=100_000)
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


COMMAND = Command(
    name="plan",
    summary="what a run will need: memory, time, energy, cost",
    usage="""\
fledge plan [file.py ...] [--key=value ...] [--gpu=NAME[,NAME...]] [--json]
fledge plan --check=RUN""",
    about="""\
Takes every setting of `fledge train` and says what the run will need, on this
machine or on a GPU that is not here, without starting it. Memory comes from
tracing one real step on fake tensors. Time comes from running the step here, or
for another GPU from the kernels of that trace and the GPU's data sheet. Each
figure has a basis (computed, traced, measured, table, assumed) and a range.

  fledge plan config/demo.py
  fledge plan config/train_gpt2.py --gpu="RTX 4070" --dataset_tokens=3.68e9
  fledge plan --gpu="RTX 4070, RTX 4090, A100 80GB" --max_iters=20000
  fledge plan --gpu="RTX 4070" --measured="n_embd=768,batch_size=8:9340ms"
  fledge plan --gpu="RTX 4070" --from=nanogpt.log
  fledge plan --gpu=MyCard --gpu_tflops=80 --gpu_memory=16 --gpu_bandwidth=700
  fledge plan --check=runs/shakespeare_char-modern

One iteration time that you measured on a GPU improves every other plan for it.
--measured gives the settings that differed, and the time; --from reads both
from a run of fledge, or the time from a log of these settings.
""",
    options=PlanOptions,
    settings="training",
)
