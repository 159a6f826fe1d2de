"""Which windows a batch takes: nanoGPT's CPU example with independent draws, and with fledge's batches.

    python bench/windows.py [--seeds=1,2,3] [--iterations=2000]     a minute a run, in a directory with the dataset

Prints the validation loss over the whole split for each seed. First: fledge prepare shakespeare_char.
"""

import contextlib
import io
import sys
import tempfile
from dataclasses import dataclass

import numpy as np
from torch import Tensor

from fledge.cli.parser import read_options
from fledge.config.fields import setting
from fledge.config.schema import load_config
from fledge.data.loader import Batches
from fledge.train.launch import new_launch
from fledge.train.loop import train
from fledge.train.session import new_session


@dataclass(frozen=True)
class Options:
    seeds: str = setting("1,2,3", "one run of each kind for each seed")
    iterations: int = setting(2000, "iterations of a run")


def independent(self: Batches, seed: int, stream: int, number: int) -> tuple[Tensor, Tensor]:
    """nanoGPT's way: every window of every batch on its own."""
    philox = np.random.Philox(key=np.array([seed, stream], np.uint64), counter=[0, number, 0, 0])
    starts = philox.random_raw(self.batch_size) % np.uint64(len(self.tokens) - self.block_size)
    return self.to_device(*self.windows(starts.astype(np.int64)))


def val_loss(seed: int, iterations: int) -> float:
    run = [
        "train_shakespeare_char_cpu",
        f"--seed={seed}",
        f"--max_iters={iterations}",
        f"--lr_decay_iters={iterations}",
    ]
    with tempfile.TemporaryDirectory() as out, contextlib.redirect_stdout(io.StringIO()):
        config = load_config([*run, "--eval_iters=all", f"--eval_interval={iterations}", f"--out_dir={out}/run"])
        losses = train(new_session(new_launch(config))).losses
    assert losses is not None
    return losses.val


def main() -> None:
    options, _ = read_options(Options, sys.argv[1:])
    ours = Batches.random
    for seed in map(int, options.seeds.split(",")):
        found = []
        for way in (independent, ours):
            Batches.random = way  # type: ignore[method-assign]
            found.append(val_loss(seed, options.iterations))
        print(f"seed {seed}: independent {found[0]:.4f}, fledge {found[1]:.4f}", flush=True)


if __name__ == "__main__":
    main()
