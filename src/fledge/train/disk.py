"""The disk of a run: checks that its checkpoints can fit, before it starts."""

from fledge.common.errors import FledgeError
from fledge.common.files import free_bytes
from fledge.config.schema import Config
from fledge.hardware.table import GIB
from fledge.logs.rundir import step_folders
from fledge.model.flops import checkpoint_bytes
from fledge.texts import say

SLACK_BYTES = 32 << 20  # logs and samples


def check_disk(config: Config) -> None:
    """Refuse a run whose checkpoints have no room. A checkpoint is written whole before an older one is removed."""
    if config.eval_only or not config.max_iters:
        return
    run, one = config.run_path, checkpoint_bytes(config.shape, config.optimizer)
    there = len(step_folders(run / "checkpoints"))
    kept = config.keep + 1  # the newest and the best
    needed = (max(0, kept - there) + 1) * one + SLACK_BYTES
    free = free_bytes(run)
    if needed <= free:
        return
    fix = say("runtime.keep_fewer") if config.keep > 1 else say("runtime.free_space")
    raise FledgeError(say("runtime.disk_small", one=one / GIB, needed=needed / GIB, run=str(run), free=free / GIB), fix)
