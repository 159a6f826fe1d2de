"""fledge: raises a small GPT on the hardware you have, and tells the truth about the run.

    import fledge

    model = fledge.load("runs/demo")                        # a run, ckpt.pt, a Hugging Face folder, a GGUF file
    run = fledge.read("train.log")                          # what happened: any trainer's log
    plan = fledge.plan("config/demo.py", gpu="RTX 4070")    # what a run will need
    fledge.compare("a.log", "b.log")
    fledge.prepare("book.txt")
    fledge.train("config/demo.py", max_iters=50)

Each function does what the command of that name does. Errors are FledgeErrors, and nothing is printed: docs/api.md.
"""

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fledge.analyze.compare import Comparison
    from fledge.analyze.forecast import Forecast
    from fledge.api.comparing import compare
    from fledge.api.language import use_language
    from fledge.api.models import Model, load
    from fledge.api.planning import plan
    from fledge.api.preparing import prepare
    from fledge.api.results import Completion, Score, TokenScore
    from fledge.api.runs import Diagnosis, read
    from fledge.api.runs import LoggedRun as Run
    from fledge.api.training import TrainedRun, train
    from fledge.common.errors import FledgeError
    from fledge.common.progress import Progress
    from fledge.data.prepare import Prepared
    from fledge.plan.estimate import Estimate
    from fledge.plan.types import Plan

__version__ = "0.1.0"

__all__ = [
    "Comparison",
    "Completion",
    "Diagnosis",
    "Estimate",
    "FledgeError",
    "Forecast",
    "Model",
    "Plan",
    "Prepared",
    "Progress",
    "Run",
    "Score",
    "TokenScore",
    "TrainedRun",
    "__version__",
    "compare",
    "load",
    "plan",
    "prepare",
    "read",
    "train",
    "use_language",
]

# Where each name is. They are imported when they are first used: torch alone takes seconds.
_PLACES = {
    "Comparison": "fledge.analyze.compare",
    "Completion": "fledge.api.results",
    "Diagnosis": "fledge.api.runs",
    "Estimate": "fledge.plan.estimate",
    "FledgeError": "fledge.common.errors",
    "Forecast": "fledge.analyze.forecast",
    "Model": "fledge.api.models",
    "Plan": "fledge.plan.types",
    "Prepared": "fledge.data.prepare",
    "Progress": "fledge.common.progress",
    "Run": "fledge.api.runs",
    "Score": "fledge.api.results",
    "TokenScore": "fledge.api.results",
    "TrainedRun": "fledge.api.training",
    "compare": "fledge.api.comparing",
    "load": "fledge.api.models",
    "plan": "fledge.api.planning",
    "prepare": "fledge.api.preparing",
    "read": "fledge.api.runs",
    "train": "fledge.api.training",
    "use_language": "fledge.api.language",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'fledge' has no attribute {name!r}")
    found = getattr(importlib.import_module(_PLACES[name]), "LoggedRun" if name == "Run" else name)
    if name in ("plan", "train"):
        # There is a package of the same name, whose modules stay reachable: `fledge.plan.types` as well as
        # `fledge.plan("config/demo.py")`.
        found.__dict__ = sys.modules[f"fledge.{name}"].__dict__
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__


class _Package(ModuleType):
    """Keeps the functions `plan` and `train` in their place when the packages of the same names are imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _PLACES and isinstance(value, ModuleType):
            return  # Python's import sets every package as an attribute of its parent
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
