"""One preparation, from the inputs to the finished directory."""

import contextlib
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.common.files import read_json, reported
from fledge.common.progress import Show, nowhere, work_bar
from fledge.common.signals import StopRequest
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.reasons import counted_reasons
from fledge.data.dataset import Dataset, token_dtype
from fledge.data.filters.cleaning import Cleaner
from fledge.data.prepare.batching import BatchReader, ContiguousSplit
from fledge.data.prepare.disk_budget import check_disk, text_bytes_in, tokens_in
from fledge.data.prepare.encoding import Encoder
from fledge.data.prepare.fetching import Fetcher
from fledge.data.prepare.output import Output
from fledge.data.prepare.placing import move_into_place
from fledge.data.prepare.request import Request
from fledge.data.prepare.scan import scan_text
from fledge.data.prepare.source import TextSource
from fledge.data.prepare.vocabulary import LEARNED_BYTES, chosen_normalizer, first_texts, make_tokenizer
from fledge.data.prepare.workdir import DOWNLOADS, RUN_AGAIN, STATE_FILE, JobState
from fledge.data.shards import Shard
from fledge.data.text_identity import text_digest
from fledge.texts import Message, say, text

UNLIMITED_TOKENS = 1 << 62
MIN_SPLIT_TOKENS = 2  # one token and the one to predict


class Stopped(Exception):
    """The user asked to stop; the first `tokens` are saved."""

    def __init__(self, tokens: int, signal: int) -> None:
        super().__init__()
        self.tokens, self.signal = tokens, signal


class PrepareJob:
    def __init__(self, request: Request, inputs: Sequence[Input], folder: Path, state: JobState) -> None:
        self.request, self.inputs, self.folder, self.state = request, inputs, folder, state
        self.needs_scan = request.split == "contiguous" or request.tokenizer == "char"
        self.fetcher = Fetcher(inputs, folder / DOWNLOADS, keep=self.needs_scan)
        self.source = TextSource(inputs, self._open_input, request.read_options, request.on_error == "skip")
        self.normalizer = chosen_normalizer(request)
        self.stop = StopRequest()
        self.bytes_read = 0
        self.contiguous: ContiguousSplit | None = None
        self.output: Output | None = None
        self.show: Show = nowhere

    def run(self, description: dict[str, Any]) -> Dataset:
        with contextlib.closing(self.fetcher), reported(self.request.out, RUN_AGAIN):
            self._get_ready()
            if not self.state.is_complete:
                with self.stop:
                    self._write_tokens()
            return self._finish(description)

    def _get_ready(self) -> None:
        """Make the tokenizer, and learn what has to be known before the first token."""
        request = self.request
        found = None
        if self.needs_scan:
            with self._bar(text(say("prepare.scanning")), self._input_bytes()) as report:
                found = scan_text(self.source, report, self.normalizer)
            if not found.documents:
                raise self._no_text(found.left_out)
        saved = self.folder / "tokenizer.json"
        chars = found.chars if found else ""
        self.tokenizer = make_tokenizer(request.tokenizer, chars, saved, self._first_texts, self.normalizer)
        if found and request.split == "contiguous":
            characters = found.characters + (found.unended if self.tokenizer.eot is None else 0)
            cut = int(characters * (1 - request.val_fraction))  # for 0.1 exactly nanoGPT's int(n * 0.9)
            self.contiguous = ContiguousSplit(cut, found.documents, characters)
        if not self.state.tokens:
            check_disk(self.inputs, request.out, self.tokenizer, request.tokens, self.fetcher.keep)

    def _first_texts(self) -> Iterator[str]:
        with self._bar(text(say("prepare.learning")), min(LEARNED_BYTES, text_bytes_in(self.inputs)) or None) as report:
            yield from first_texts(self.source, report, self.normalizer)

    @contextlib.contextmanager
    def _bar(self, label: str, total: int | None) -> Iterator[Callable[[int], None]]:
        """A progress bar for a pass before the first token. Yields the function to call with the bytes just read."""
        done = 0
        with work_bar(label, total) as show:

            def report(count: int) -> None:
                nonlocal done
                done += count
                show(done, text(say("prepare.bar", label=label, megabytes=done / 1e6)))

            self.show = lambda about: show(done, about)
            yield report
        self.show = nowhere

    def _write_tokens(self) -> None:
        request, state = self.request, self.state
        with contextlib.ExitStack() as stack:
            cleaner = stack.enter_context(Cleaner(request.cleaning, self.folder))
            cleaner.rewind(state.resume_point.documents)
            encoder = Encoder(self.tokenizer, cleaner, request.val_fraction, request.workers or usable_cores())
            shard_tokens = UNLIMITED_TOKENS if request.single else request.shard_tokens
            dtype = token_dtype(self.tokenizer.vocab_size)
            self.output = output = Output(self.folder, state, encoder, cleaner, dtype, shard_tokens)
            stack.callback(output.close)
            self._stream(output, encoder)
            self._check_splits()
            output.finish()

    def _stream(self, output: Output, encoder: Encoder) -> None:
        request, state, contiguous = self.request, self.state, self.contiguous
        if self._is_full():
            return
        reader = BatchReader(self.source, self.tokenizer, contiguous, self._count_bytes, state.resume_point)
        self.bytes_read = sum(item.size or 0 for item in self.inputs[: state.resume_point.input])
        total = request.tokens or self._input_bytes()
        began, before = time.monotonic(), self._text_bytes()
        with work_bar(text(say("prepare.tokenising", tokenizer=self.tokenizer.name)), total) as show:
            self.show = lambda about: show(self._done(), about)
            for encoded in encoder.encoded(reader.batches(), state.resume_point):
                output.add(encoded, request.tokens, reads_on=contiguous is not None)
                speed = (self._text_bytes() - before) / max(1e-9, time.monotonic() - began)
                self.show(self._progress(speed))
                if output.save_if_due():
                    self.fetcher.release(state.resume_point.input)
                self._check_stop()
                if self._is_full():
                    return
        if contiguous and state.resume_point.position != contiguous.characters:
            raise FledgeError(say("prepare.text_changed"), say("prepare.when_complete"))

    def _open_input(self, index: int) -> Path:
        path = self.fetcher.path(index, self._show_and_check_stop)
        if self._needs_more(index):
            self.fetcher.begin_next(index)
        return path

    def _show_and_check_stop(self, about: str) -> None:
        self.show(about)
        self._check_stop()

    def _check_stop(self) -> None:
        if self.stop.number is not None:
            if self.output:
                self.output.save()
            raise Stopped(self.state.tokens, self.stop.number)

    def _is_full(self) -> bool:
        """Whether the token budget is used up. A contiguous text is read to its end, where its validation split is."""
        budget = self.request.tokens
        return bool(budget) and self.state.splits["train"].tokens == budget and not self.contiguous

    def _needs_more(self, index: int) -> bool:
        """Whether the inputs up to this one probably hold too little for the token budget."""
        budget = self.request.tokens
        return not budget or tokens_in(self.inputs[: index + 1], self.request.tokenizer) < budget

    def _input_bytes(self) -> int | None:
        sizes = [item.size for item in self.inputs]
        return None if None in sizes else sum(size or 0 for size in sizes)

    def _done(self) -> int:
        return self.state.splits["train"].tokens if self.request.tokens else self.bytes_read

    def _count_bytes(self, count: int) -> None:
        self.bytes_read += count

    def _text_bytes(self) -> int:
        return sum(split.text_bytes for split in self.state.splits.values())

    def _progress(self, speed: float) -> str:
        documents = sum(split.documents for split in self.state.splits.values())
        return text(say("prepare.progress", documents=documents, tokens=self.state.tokens, speed=speed / 1e6))

    def _check_splits(self) -> None:
        if not self.state.tokens:
            raise self._no_text(self.state.counts)
        left_out = _listed(self.state.counts)
        for name, split in self.state.splits.items():
            if split.tokens < MIN_SPLIT_TOKENS:
                size, tokens = self.state.resume_point.position, split.tokens
                problem = say("prepare.too_little", characters=size, split=name, tokens=tokens)
                if left_out:
                    problem = say(
                        "prepare.too_little_left_out", characters=size, left_out=left_out, split=name, tokens=tokens
                    )
                is_by_hash = self.request.split == "documents"
                raise self._give_up(
                    problem, say("prepare.add_text_or_split") if is_by_hash else say("prepare.add_text")
                )

    def _no_text(self, counts: Counter[str]) -> FledgeError:
        name, files = self.inputs[0].name, len(self.inputs)
        if left_out := _listed(counts):
            problem = say("prepare.nothing_left", name=name, left_out=left_out)
            if files > 1:
                problem = say("prepare.nothing_left_of_all", files=files, left_out=left_out)
            return self._give_up(problem, say("prepare.change_cleaning"))
        problem = say("prepare.all_empty", files=files) if files > 1 else say("prepare.empty", name=name)
        return self._give_up(problem, say("prepare.name_text"))

    def _give_up(self, problem: Message, fix: Message) -> FledgeError:
        (self.folder / STATE_FILE).unlink(missing_ok=True)  # continuing from here would fail again
        return FledgeError(problem, fix)

    def _finish(self, description: dict[str, Any]) -> Dataset:
        """Name the files, describe them, and move the directory into place. May be repeated after a crash."""
        request, splits = self.request, self.state.splits
        shards = {name: tuple(Shard(**shard) for shard in split.shards) for name, split in splits.items()}
        is_single = all(len(found) == 1 for found in shards.values())
        if is_single:  # nanoGPT's names
            shards = {name: (self._renamed(found[0], f"{name}.bin"),) for name, found in shards.items()}
        dataset = Dataset(
            path=request.out,
            vocab_size=self.tokenizer.vocab_size,
            dtype=token_dtype(self.tokenizer.vocab_size),
            shards=shards,
            bytes={name: split.text_bytes for name, split in splits.items()},
            tokenizer_spec=self.tokenizer.to_json(),
            source={**description, **self._about_normalization(), "left_out": dict(self.state.counts)},
            documents={name: split.documents for name, split in splits.items()},
        )
        dataset = replace(dataset, text={"val": self._val_text(dataset)})
        described = json.dumps(dataset.to_json(), ensure_ascii=False, indent=1)
        (self.folder / "dataset.json").write_text(described + "\n", encoding="utf-8")
        token_files = [shard.file for found in shards.values() for shard in found]
        move_into_place(self.folder, request.out, token_files)
        return dataset

    def _val_text(self, dataset: Dataset) -> str:
        """The digest of the validation text. After a crash its tokens may be in place, and their description too."""
        if all((self.folder / shard.file).exists() for shard in dataset.shards["val"]):
            return text_digest(replace(dataset, path=self.folder), "val")
        placed = read_json(dataset.path / "dataset.json", say("data.prepare_again"))
        return str(placed["text"]["val"])

    def _about_normalization(self) -> dict[str, Any]:
        """How often each choice changed something; one that changed nothing is there, too."""
        if self.normalizer is None:
            return {}
        return {"normalized": {name: self.state.normalized[name] for name in self.normalizer.choices}}

    def _renamed(self, shard: Shard, name: str) -> Shard:
        if (self.folder / shard.file).exists():
            (self.folder / shard.file).rename(self.folder / name)
        return Shard(name, shard.tokens, shard.sha256)


def _listed(counts: Counter[str]) -> str:
    return counted_reasons([(reason, number) for reason, number in counts.most_common() if reason != "empty"])


def usable_cores() -> int:
    """The cores that this process may use; in a container these are fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
