"""The disk of a run: checks that its checkpoints can fit, before it starts."""

from fledge.common.errors import FledgeError
from fledge.common.files import free_bytes
from fledge.config.schema import Config
from fledge.hardware.table import GIB
from fledge.logs.rundir import step_folders
from fledge.model.flops import checkpoint_bytes

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
    fewer = "keep fewer with --keep=1, " if config.keep > 1 else ""
    raise FledgeError(
        f"the checkpoints of this run take {one / GIB:,.2f} GB each, {needed / GIB:,.2f} GB with the newest, the best "
        f"and one being written, and {run} has {free / GIB:,.2f} GB free.",
        f"Free some space, {fewer}write elsewhere with --out_dir, or start anyway with --force.",
    )
