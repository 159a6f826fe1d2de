"""What it will take to prepare a corpus that isn't here yet: download, disk, time and memory."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from fledge.common.errors import FledgeError
from fledge.data.corpus.catalog import NAMED_CORPORA, Subset
from fledge.data.prepare.disk_budget import FILES_HELD
from fledge.data.prepare.job import usable_cores
from fledge.hardware.table import GIB
from fledge.plan.estimate import Basis, Estimate

MEASURED_S = 1.0
TOKEN_BYTES = 2  # GPT-2's
# Of what encoding alone manages; the rest is reading, hashing and writing: 0.73 of it here (bench/preparing.py)
PIPELINE = (0.45, 0.7, 1.0)
RATE_A_CORE = (3e6, 12e6, 20e6)  # bytes/s, where nothing could be measured: low, usual, high
MEMORY_MB = (160, 260, 1000)  # 162 to 258 on two cores, on 5.5 GB of parquet, JSONL and text (bench/preparing.py)


@dataclass(frozen=True)
class Preparation:
    """The command that makes the dataset, and its Estimates by name."""

    command: str
    tokens: int
    figures: dict[str, Estimate]

    def to_json(self) -> dict[str, Any]:
        figures = {name: figure.to_json() for name, figure in self.figures.items()}
        return {"command": self.command, "tokens": self.tokens, **figures}


def plan_preparation(name: str, wanted: float, measure: bool) -> Preparation | None:
    """To train on `wanted` tokens of a named corpus; None for one whose size is not known."""
    corpus = NAMED_CORPORA.get(name)
    subset = corpus and corpus.subset()
    if not subset or not subset.tokens or not subset.download_bytes or not subset.text_bytes:
        return None
    is_all = wanted >= subset.tokens
    tokens = subset.tokens if is_all else int(wanted)
    command = f"fledge prepare {name}" + ("" if is_all else f" --tokens={_short(tokens)}")
    return Preparation(command, tokens, _figures(subset, tokens, measure))


def _short(tokens: int) -> str:
    """3.68e9, as people type it."""
    return f"{tokens:.6g}".replace("e+0", "e").replace("e+", "e")


def _figures(subset: Subset, tokens: int, measure: bool) -> dict[str, Estimate]:
    assert subset.tokens
    assert subset.download_bytes
    assert subset.text_bytes
    share = tokens / subset.tokens
    a_file = subset.download_bytes / (subset.files or 1)
    download = share * subset.download_bytes
    most = min(download + FILES_HELD * a_file, subset.download_bytes)  # the file it ends in, and one begun ahead
    output = TOKEN_BYTES * tokens
    held = output + min(most, FILES_HELD * a_file)
    text = share * subset.text_bytes
    rates, basis, source = _rates(measure)
    slow, usual, fast = (text / rate / 3600 for rate in rates)
    return {
        "prepare_download_gb": Estimate(
            download / GIB, download / GIB, most / GIB, "GiB", "table", "the corpus's published size"
        ),
        "prepare_disk_gb": Estimate(
            held / GIB,
            output / GIB,
            1.02 * held / GIB,
            "GiB",
            "computed",
            f"{TOKEN_BYTES} bytes a token, and {FILES_HELD} files of the download at a time",
        ),
        "prepare_hours": Estimate(usual, fast, slow, "h", basis, f"{source}; without the download"),
        "prepare_memory_mb": Estimate(
            MEMORY_MB[1], MEMORY_MB[0], MEMORY_MB[2], "MB", "assumed", "seen on 5.5 GB of text (LOG.md)"
        ),
    }


def _rates(measure: bool) -> tuple[tuple[float, float, float], Basis, str]:
    """Bytes of text a second: low, usual, high."""
    cores = usable_cores()
    rate = encoding_rate(cores) if measure else None
    if rate is None:
        low, usual, high = (cores * each for each in RATE_A_CORE)
        return (low, usual, high), "assumed", f"{RATE_A_CORE[1] / 1e6:.0f} MB/s a core"
    low, usual, high = (rate * share for share in PIPELINE)
    return (
        (low, usual, high),
        "measured",
        f"{rate / 1e6:.0f} MB/s on {cores} cores here, encoding Python's own help pages",
    )


def encoding_rate(cores: int) -> float | None:
    """Bytes of English a second to GPT-2's tokens, on that many threads; None without a vocabulary or a text."""
    from fledge.tokenizer.bpe import Gpt2Tokenizer

    try:
        from pydoc_data.topics import topics  # half a megabyte of English that comes with Python

        tokenizer = Gpt2Tokenizer.load()
    except (ImportError, FledgeError):
        return None
    documents = list(topics.values())
    size, done = sum(len(text.encode()) for text in documents), 0
    with ThreadPoolExecutor(cores) as pool:
        began, worked = time.perf_counter(), time.process_time()
        while time.perf_counter() - began < MEASURED_S:
            done += size * sum(len(ids) > 0 for ids in pool.map(tokenizer.encode_documents, [documents] * cores))
        # By the time its threads had, not by the clock: other work that is going on now may be over by then.
        return cores * done / (time.process_time() - worked)
