"""The arch of the weights that a run starts from, read before torch is imported.

The defaults of other settings, and so the checks of a command line, depend on the arch.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from fledge.config.fields import Assignment
from fledge.config.schema import ARCH_DEFAULTS, FINE_TUNING, PRETRAINED
from fledge.config.shape import LLAMA_ARCHS
from fledge.interop.gguf_head import gguf_arch
from fledge.interop.hf_config import MODERN, model_type


def with_arch_of_weights(written: Sequence[Assignment]) -> list[Assignment]:
    """What was written, and the arch of the weights that init_from names, unless an arch was typed."""
    last = {entry.key: entry for entry in written}
    if "init_from" not in last or ("arch" in last and last["arch"].is_typed):
        return list(written)
    name = str(last["init_from"].value)
    arch = None if name in ("scratch", "resume") else _arch_of(name)
    if not arch:
        return list(written)
    gentle = FINE_TUNING if arch in LLAMA_ARCHS and _newest_state(Path(name)) is None else []
    return [*gentle, *written, Assignment("arch", arch, name)]


def _arch_of(init_from: str) -> str | None:
    """The arch that the files say; None if there are no weights, or damaged ones: to open them will tell why."""
    if init_from in PRETRAINED:
        return "gpt2"
    try:
        state = _newest_state(Path(init_from))
        if state is None:
            return _foreign_arch(Path(init_from))
        arch = json.loads(state.read_text(encoding="utf-8"))["model"]["arch"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return arch if isinstance(arch, str) and arch in ARCH_DEFAULTS else None


def _foreign_arch(path: Path) -> str | None:
    """The arch of a Hugging Face folder or a GGUF file, or gpt2 for nanoGPT's ckpt.pt."""
    kind = gguf_arch(path) if path.suffix == ".gguf" else model_type(path)
    if kind == MODERN:
        return "modern"
    if kind is not None:
        return kind if kind in ARCH_DEFAULTS else None
    return "gpt2" if path.exists() else None


def _newest_state(path: Path) -> Path | None:
    """The state.json of a step directory, or of a run's newest one. All steps of a run have the same arch."""
    if (path / "state.json").is_file():
        return path / "state.json"
    return max(path.glob("checkpoints/step-*/state.json"), default=None)
