"""The cost of preparing a corpus that is not here yet: download, disk, time and memory."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pydoc_data.topics import topics  # half a megabyte of English that comes with Python
from typing import Any

from fledge.common.errors import FledgeError
from fledge.config.schema import Config
from fledge.data.corpus.catalog import NAMED_CORPORA, Subset
from fledge.data.prepare.disk_budget import FILES_HELD
from fledge.data.prepare.job import usable_cores
from fledge.data.prepare_command import prepare_command, tokens_to_prepare
from fledge.hardware.table import GIB
from fledge.plan.estimate import Estimate
from fledge.texts import say, text
from fledge.tokenizer.bpe import Gpt2Tokenizer

MEASURED_S = 0.3
TOKEN_BYTES = 2  # GPT-2's
# Low, usual, high.
# The pipeline also reads, hashes and writes: its share of the rate of encoding alone (bench/preparing.py: 0.73).
PIPELINE_SHARES = (0.45, 0.7, 1.0)
BYTES_PER_S_AND_CORE = (3e6, 12e6, 20e6)  # where nothing could be measured
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


def plan_preparation(config: Config, measure: bool) -> Preparation | None:
    """The preparation of the run's corpus; None where its size is not known."""
    corpus = NAMED_CORPORA.get(config.dataset)
    subset = corpus and corpus.subset()
    if not subset or not subset.tokens or not subset.download_bytes or not subset.text_bytes:
        return None
    tokens = tokens_to_prepare(config, config.dataset) or subset.tokens
    return Preparation(prepare_command(config, config.dataset), tokens, _figures(subset, tokens, measure))


def _figures(subset: Subset, tokens: int, measure: bool) -> dict[str, Estimate]:
    assert subset.tokens
    assert subset.download_bytes
    assert subset.text_bytes
    share = tokens / subset.tokens
    file_bytes = subset.download_bytes / (subset.files or 1)
    download = share * subset.download_bytes
    most = min(download + FILES_HELD * file_bytes, subset.download_bytes)  # the last file, and one fetched ahead
    output = TOKEN_BYTES * tokens
    held = output + min(most, FILES_HELD * file_bytes)
    text_bytes = share * subset.text_bytes
    rate = _rate(measure)
    hours = rate.map(
        lambda rate: text_bytes / rate / 3600, "h", text(say("plan.source.no_download", source=rate.source))
    )
    parts = text(say("plan.source.disk", bytes=TOKEN_BYTES, files=FILES_HELD))
    ends = [size / GIB for size in (output, held, 1.02 * held)]
    return {
        "prepare_download_gb": Estimate(
            download / GIB, download / GIB, most / GIB, "GiB", "table", text(say("plan.source.published"))
        ),
        "prepare_disk_gb": Estimate.between(ends, "GiB", "computed", parts),
        "prepare_hours": hours,
        "prepare_memory_mb": Estimate.between(MEMORY_MB, "MB", "assumed", text(say("plan.source.measured_text"))),
    }


def _rate(measure: bool) -> Estimate:
    """Bytes of text per second."""
    cores = usable_cores()
    rate = encoding_rate(cores) if measure else None
    if rate is None:
        source = text(say("plan.source.per_core", rate=BYTES_PER_S_AND_CORE[1] / 1e6))
        return Estimate.between([cores * each for each in BYTES_PER_S_AND_CORE], "bytes/s", "assumed", source)
    source = text(say("plan.source.encoding", rate=rate / 1e6, cores=cores))
    return Estimate.between([rate * share for share in PIPELINE_SHARES], "bytes/s", "measured", source)


def encoding_rate(cores: int) -> float | None:
    """Bytes of English per second to GPT-2's tokens on that many threads; None without a vocabulary."""
    try:
        tokenizer = Gpt2Tokenizer.load()
    except FledgeError:
        return None
    documents = list(topics.values())
    size, done = sum(len(text.encode()) for text in documents), 0
    with ThreadPoolExecutor(cores) as pool:
        began, worked = time.perf_counter(), time.process_time()
        while not done or time.perf_counter() - began < MEASURED_S:
            done += size * sum(len(ids) > 0 for ids in pool.map(tokenizer.encode_documents, [documents] * cores))
        # CPU time, not wall time: other work that runs now may be over when the corpus is prepared.
        return cores * done / (time.process_time() - worked)
