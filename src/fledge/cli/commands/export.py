"""`fledge export`: a run as a ckpt.pt that nanoGPT loads."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError, raise_all
from fledge.config.fields import read_options, setting
from fledge.logs.rundir import find_run

SUMMARY = "write a run's checkpoint as nanoGPT's ckpt.pt"
USAGE = "fledge export [RUN] [--out=ckpt.pt] [--which=best]"
ABOUT = """\
Writes weights, optimizer state and settings as nanoGPT saves them, for its
train.py and sample.py and for tools that read them. Only for arch=gpt2.

  fledge export runs/shakespeare_char-gpt2 --out=out/ckpt.pt
"""


@dataclass(frozen=True)
class Options:
    out: str = setting("ckpt.pt", "the file to write", group="Export")
    which: str = setting("best", "best is the lowest validation loss", choices=("best", "latest"))


def run(argv: Sequence[str]) -> int:
    options, words, problems = read_options(Options, argv)
    if len(words) > 1:
        problems.append(f"one RUN at a time, not {' and '.join(words[:2])}.")
    raise_all(problems)
    source = find_run(words[0] if words else None)
    out = Path(options.out)
    if out.exists():
        raise FledgeError(f"{out} exists already.", "Choose another name with --out.")
    from fledge.train.checkpoint import find_checkpoint, read_checkpoint
    from fledge.train.pretrained import open_pretrained, write_nanogpt

    is_step = (source / "state.json").is_file()
    if not is_step and not (source / "checkpoints").is_dir():
        raise FledgeError(f"{source} is nanoGPT's already.", "Name a run of fledge's.")
    path = source if is_step else find_checkpoint(source, options.which)
    checkpoint = read_checkpoint(path)
    optimizer, *_ = checkpoint.training_state()["optimizers"] or [None]
    config = {key: entry["value"] for key, entry in checkpoint.config.items()}
    write_nanogpt(out, open_pretrained(path), optimizer, checkpoint.counters.it, checkpoint.counters.best_val, config)
    print(f"wrote {out} from {path}")
    return 0
