"""Which of the shown commands can run here, and which are quick."""

import importlib.util
import sys
from pathlib import Path

import torch

from tests.docs.shown import Shown

UNRUNNABLE = {
    "make demo": "runs outside: it installs, then does what `fledge demo` does, which a test runs",
    "make test": "runs these tests",
    "fledge demo": "takes minutes; `fledge demo --quick` runs",
    "fledge demo --lang=ar": "takes minutes; tests/cli/test_demo_text.py checks its settings",
    "fledge demo --lang=hi": "takes minutes; tests/cli/test_demo_text.py checks its settings",
    "make check": "a part of make test",
    "make format": "changes the sources",
    "make test-all": "runs these tests",
    "make test-pythons": "runs these tests",
    "make test-minimum": "runs these tests",
    "fledge train config/finetune_shakespeare.py": "downloads GPT-2",
    "fledge data inspect /mnt/sets/mine --sample=2000 --seed=7": "a folder outside of the tests'",
    "fledge devices --measure": "measures for half a minute",
    "NCCL_DEBUG=INFO torchrun --standalone --nproc_per_node=2 -m fledge train config/quick.py "
    "--gradient_accumulation_steps=2 --out_dir=nccl": "needs two GPUs; the same with gloo runs",
}
UNRUNNABLE_COMMANDS = {
    "watch": "serves until Ctrl-C; tests/web starts it",
    "stop": "needs a run that goes on; tests/train/test_requests.py has one",
    "save": "needs a run that goes on; tests/train/test_requests.py has one",
    "sweep": "trains for minutes; tests/cli/test_sweep.py runs it",
    "checkpoint": "needs checkpoints of such runs; tests/train/test_checkpoint_files.py has them",
    "launch": "writes a file that the next one does not replace; tests/cli/test_launch.py runs it",
}
REAL_RUNS = {"a1", "scene"}  # trained for the pages; the desk has smaller ones of the same name
DOWNLOADED = ("fineweb_edu", "openwebtext")
QUICK = ("explain", "compare", "forecast", "report", "config", "devices", "data", "export", "sample", "prepare")


def downloads(shown: Shown) -> bool:
    return shown.argv[0] == "prepare" and any(
        word in DOWNLOADED or word.startswith(("hf://", "https://", "s3://")) for word in shown.argv
    )


def needs_gpt2(shown: Shown) -> bool:
    """It fetches GPT-2's vocabulary, from the package index: documents are tokenized with it by default."""
    if shown.argv[0] == "tokenizer":
        return True
    has_documents = any("jsonl" in word or "crawl" in word for word in shown.argv)
    return shown.argv[0] == "prepare" and (has_documents or "--tokenizer=gpt2" in shown.argv)


def is_quick(shown: Shown) -> bool:
    """Runs in well under a second, in this process."""
    if shown.program != "fledge" or shown.env or needs_gpt2(shown):
        return False
    if shown.is_error:  # a mistake that is found before anything starts
        return shown.output[0].startswith("fledge: error:")
    name, *rest = shown.argv
    return name in QUICK or any(word.startswith("--check") for word in rest)


def is_elsewhere(shown: Shown) -> bool:
    """Planned for a GPU that is not here."""
    return any(word.partition("=")[0] == "--gpu" for word in shown.argv)


def shows_a_missing_gpu(shown: Shown) -> bool:
    """An error that a machine with that GPU does not make."""
    has_cuda, has_mps = Path("/dev/nvidiactl").exists(), sys.platform == "darwin"
    return (has_cuda and "--device=cuda" in shown.argv) or (has_mps and "--device=mps" in shown.argv)


def can_run(shown: Shown) -> bool:
    is_here = not shown.is_template and not downloads(shown) and not shows_a_missing_gpu(shown)
    lacks_gguf = "--to=gguf" in shown.argv and importlib.util.find_spec("gguf") is None
    is_left_out = shown.program == "fledge" and shown.argv[:1] and shown.argv[0] in UNRUNNABLE_COMMANDS
    return is_here and not lacks_gguf and not is_left_out and shown.text not in UNRUNNABLE


def is_stable(shown: Shown) -> bool:
    """Quick, and prints the same on every machine: errors, tables, terms, and what is said about logs of the desk."""
    if not shown.output or not can_run(shown) or not is_quick(shown):
        return False
    name, *rest = shown.argv
    if "--device=cuda" in rest and torch.version.cuda is not None:
        return False  # the pages show what torch's CPU build says
    if shown.is_error or name in ("config", "forecast"):
        return True
    if name in ("explain", "compare"):
        return not REAL_RUNS.intersection(rest)
    return name == "devices" and bool(rest)
