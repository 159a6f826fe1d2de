"""What it costs to save a checkpoint every 20 iterations, in the background.

    python bench/saving.py --dataset=shakespeare_char --vocab_size=50304 --n_layer=12 --n_head=12 --n_embd=768 \\
        --batch_size=3 --block_size=256 --gradient_accumulation_steps=1   # GPT-2 124M: about five minutes on two cores
    torchrun --standalone --nproc_per_node=2 bench/saving.py --gradient_accumulation_steps=2 ...

It takes the settings of `fledge train`, and ROUNDS=3 and OUT=DIR from the environment. Blocks of 20 iterations with a
save at their beginning alternate with blocks without one, on an idle machine. A block's time includes the wait for its
write: if 20 iterations are shorter than the write, that shows. What a save costs does not depend on the tokens of an
iteration: with 768, few, its share is larger than in real training. The checkpoints go to a directory in OUT: put it on
the disk that counts.
"""

import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from fledge.config.load import load_config
from fledge.parallel.processes import leave_processes
from fledge.parallel.wrap import replicate
from fledge.train.launch import new_launch
from fledge.train.saver import Saver
from fledge.train.session import new_session
from fledge.train.step import TrainingStep, batches_of

EVERY = 20  # iterations between two saves
WARM_UP = 3  # the first steps allocate


def main() -> None:
    rounds = int(os.environ.get("ROUNDS", "3"))
    folder = Path(os.environ.get("OUT", tempfile.gettempdir())) / "fledge-bench-saving"
    folder.mkdir(parents=True, exist_ok=True)
    config = load_config(["--compile=False", *sys.argv[1:], f"--out_dir={folder}", "--keep=1"])
    session = new_session(new_launch(config))
    runtime, counters = session.runtime, session.counters
    model = replicate(session.model, runtime.device) if runtime.parallel == "ddp" else session.model
    step, saver = TrainingStep(session, model, batches_of(session, "train")), Saver(session)

    def block(saves: bool, iterations: int = EVERY) -> tuple[float, float]:
        """Seconds of some iterations, and of these, how long the save held up the first."""
        runtime.any_process(False)  # all begin together
        runtime.synchronize()
        began = time.perf_counter()
        if saves:
            saver.save(is_best=False)
        stopped = time.perf_counter() - began
        for _ in range(iterations):
            step.run(counters.it)
            counters.it += 1
        runtime.synchronize()
        saver.wait()
        return time.perf_counter() - began, stopped

    block(saves=True, iterations=WARM_UP)
    saver.finished()
    pairs = [(block(saves=False)[0], *block(saves=True)) for _ in range(rounds)]
    written = saver.finished()
    if runtime.is_main:
        plain = statistics.median(one for one, _, _ in pairs) / EVERY
        more = statistics.median((with_save - without) / without for without, with_save, _ in pairs)
        stopped = statistics.median(stopped for _, _, stopped in pairs)
        size = sum(file.stat().st_size for file in written[-1].path.iterdir())
        writing = statistics.median(saved.seconds for saved in written)
        print(f"{runtime.world_size} process(es), {size / 1e6:,.1f} MB per checkpoint, {rounds} rounds")
        print(f"a step takes {1e3 * plain:,.1f} ms; a save stops it for {1e3 * stopped:,.1f} ms")
        print(f"a checkpoint is on the disk after {writing:,.2f} s")
        print(f"saving every {EVERY} iterations costs {more:+.1%} of a step, over all {EVERY} (median of the rounds)")
        shutil.rmtree(folder)
    leave_processes()


if __name__ == "__main__":
    main()
