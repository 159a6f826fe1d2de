"""`fledge export`: writes a run as a ckpt.pt that nanoGPT loads."""

from pathlib import Path

from fledge.cli.options.export import ExportOptions
from fledge.cli.parser import Arguments
from fledge.common.errors import FledgeError
from fledge.logs.rundir import find_run
from fledge.train.checkpoint import find_checkpoint, read_checkpoint
from fledge.train.pretrained import NanoGPTCheckpoint, open_pretrained, write_nanogpt


def run(arguments: Arguments) -> int:
    options: ExportOptions = arguments.options
    source = find_run(arguments.words[0] if arguments.words else None)
    out = Path(options.out)
    if out.exists():
        raise FledgeError(f"{out} exists already.", "Choose another name with --out.")
    is_step = (source / "state.json").is_file()
    if not is_step and not (source / "checkpoints").is_dir():
        raise FledgeError(f"{source} is nanoGPT's already.", "Name a run of fledge's.")
    path = source if is_step else find_checkpoint(source, options.which)
    checkpoint = read_checkpoint(path)
    optimizer, *_ = checkpoint.training_state()["optimizers"] or [None]
    config = {key: entry["value"] for key, entry in checkpoint.config.items()}
    counters = checkpoint.counters
    write_nanogpt(out, NanoGPTCheckpoint(open_pretrained(path), optimizer, counters.it, counters.best_val, config))
    print(f"wrote {out} from {path}")
    return 0
