"""`fledge checkpoint consolidate`: one file of what several processes have saved."""

import json
import shlex
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.common.files import check_writable
from fledge.options.checkpoint import ConsolidateOptions
from fledge.options.parser import Arguments
from fledge.texts import say, text
from fledge.train.checkpoint import read_checkpoint
from fledge.train.checkpoint_files import consolidate, for_nanogpt, write_weights
from fledge.train.checkpoint_report import named_step
from fledge.train.pretrained import write_nanogpt


def run(arguments: Arguments) -> int:
    options: ConsolidateOptions = arguments.options
    source = named_step(arguments.words[0] if arguments.words else None, options.which)
    if not options.out:
        raise FledgeError(say("checkpoint.where"), say("checkpoint.for_example", name=source.name))
    out = Path(options.out)
    if out.exists() or out.is_symlink():
        raise FledgeError(say("checkpoint.exists", out=str(out)), say("checkpoint.another_name"))
    check_writable(out)
    before = len(read_checkpoint(source).files) + 1
    if out.suffix == ".pt":
        write_nanogpt(out, for_nanogpt(source))
    elif out.suffix == ".safetensors":
        write_weights(source, out)
    else:
        consolidate(source, out)
    after = sum(1 for _ in out.iterdir()) if out.is_dir() else 1
    if options.json:
        print(json.dumps({"source": str(source), "out": str(out), "files_before": before, "files": after}, indent=1))
        return 0
    print(text(say("checkpoint.wrote", out=str(out), source=str(source), before=before, after=after)))
    if out.is_dir():
        print(text(say("checkpoint.next", command=f"fledge sample {shlex.quote(str(out))}")))
    return 0
