"""One preparation, from the inputs to the finished directory."""

import contextlib
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.common.files import reported
from fledge.common.progress import Show, nowhere, work_bar
from fledge.common.signals import StopRequest
from fledge.common.text import count
from fledge.data.corpus import Reading
from fledge.data.corpus.inputs import Input
from fledge.data.dataset import Dataset, token_dtype
from fledge.data.filters.cleaning import Cleaner
from fledge.data.prepare.batching import Contiguous, Flow
from fledge.data.prepare.disk_budget import reckon, tell_and_check, text_in, tokens_in
from fledge.data.prepare.encoding import Encoder
from fledge.data.prepare.fetching import Fetcher
from fledge.data.prepare.output import Output
from fledge.data.prepare.request import Choices, Request
from fledge.data.prepare.scan import Survey, survey
from fledge.data.prepare.vocabulary import LEARNT_BYTES, first_texts, make_tokenizer
from fledge.data.prepare.workdir import AGAIN, DOWNLOADS, STATE, State, move_into_place
from fledge.data.shards import Shard

UNLIMITED = 1 << 62  # tokens


class Stopped(Exception):
    """The user asked to stop. What is done is saved: `tokens` of it."""

    def __init__(self, tokens: int, signal: int) -> None:
        super().__init__()
        self.tokens, self.signal = tokens, signal


class Work:
    def __init__(self, request: Request, choices: Choices, inputs: Sequence[Input], folder: Path, state: State) -> None:
        self.request, self.choices, self.inputs, self.folder, self.state = request, choices, inputs, folder, state
        self.needs_survey = choices.split == "contiguous" or choices.tokenizer == "char"
        self.fetcher = Fetcher(inputs, folder / DOWNLOADS, keep=self.needs_survey)
        self.stop = StopRequest()
        self.bytes_read = 0
        self.contiguous: Contiguous | None = None
        self.output: Output | None = None
        self.show: Show = nowhere

    def run(self, source: dict[str, Any]) -> Dataset:
        with contextlib.closing(self.fetcher), reported(self.request.out, AGAIN):
            self._get_ready()
            if not self.state.is_complete:
                with self.stop:
                    self._write_tokens()
            return self._finish(source)

    def _get_ready(self) -> None:
        """The tokenizer, and whatever else has to be known before the first token."""
        request, choices = self.request, self.choices
        found = self._survey() if self.needs_survey else None
        if found and not found.documents:
            raise self._empty(found.left_out)
        saved = self.folder / "tokenizer.json"
        chars = found.chars if found else ""
        self.tokenizer = make_tokenizer(choices.tokenizer, chars, saved, self._first_texts)
        if found and choices.split == "contiguous":
            characters = found.characters + (found.unended if self.tokenizer.eot is None else 0)
            cut = int(characters * (1 - choices.val_fraction))  # for 0.1 exactly nanoGPT's int(n * 0.9)
            self.contiguous = Contiguous(cut, found.documents, characters)
        if not self.state.tokens:
            tell_and_check(reckon(self.inputs, request.out, self.tokenizer, request.tokens, self.fetcher.keep))

    def _survey(self) -> Survey:
        with self._bar("looking through the text first", self._input_bytes()) as report:
            return survey(*self._source(), report)

    def _first_texts(self) -> Iterator[str]:
        with self._bar("learning a vocabulary", min(LEARNT_BYTES, text_in(self.inputs)) or None) as report:
            yield from first_texts(*self._source(), report)

    def _source(self) -> tuple[Sequence[Input], Callable[[int], Path], Reading, bool]:
        return self.inputs, self._open, self.request.reading, self.request.on_error == "skip"

    @contextlib.contextmanager
    def _bar(self, label: str, total: int | None) -> Iterator[Callable[[int], None]]:
        """Yields the function to call with the number of bytes just read, for what comes before the tokens."""
        done = 0
        with work_bar(label, total) as show:

            def report(count: int) -> None:
                nonlocal done
                done += count
                show(done, f"{label}: {done / 1e6:,.0f} MB")

            self.show = lambda about: show(done, about)
            yield report
        self.show = nowhere

    def _write_tokens(self) -> None:
        request, state = self.request, self.state
        with contextlib.ExitStack() as stack:
            cleaner = stack.enter_context(Cleaner(request.cleaning, self.folder))
            cleaner.rewind(state.place.documents)
            encoder = Encoder(self.tokenizer, cleaner, self.choices.val_fraction, request.workers or usable_cores())
            shard_tokens = UNLIMITED if request.single else request.shard_tokens
            dtype = token_dtype(self.tokenizer.vocab_size)
            self.output = output = Output(self.folder, state, encoder, cleaner, dtype, shard_tokens)
            stack.callback(output.close)
            self._stream(output, encoder)
            self._check_splits()
            output.finish()

    def _stream(self, output: Output, encoder: Encoder) -> None:
        request, state, contiguous = self.request, self.state, self.contiguous
        flow = Flow(
            *(self.inputs, self._open, request.reading, self.tokenizer, contiguous, request.on_error == "skip"),
            report=self._count_bytes,
        )
        if self._is_full():
            return
        self.bytes_read = sum(item.size or 0 for item in self.inputs[: state.place.input])
        total = request.tokens or self._input_bytes()
        began, before = time.monotonic(), self._text_bytes()
        with work_bar(f"tokenising ({self.tokenizer.name})", total) as show:
            self.show = lambda about: show(self._done(), about)
            for encoded in encoder.encoded(flow.batches(state.place), state.place):
                output.add(encoded, request.tokens, reads_on=contiguous is not None)
                speed = (self._text_bytes() - before) / max(1e-9, time.monotonic() - began)
                self.show(self._so_far(speed))
                if output.save_if_due():
                    self.fetcher.release(state.place.input)
                self._look()
                if self._is_full():
                    return
        if contiguous and state.place.position != contiguous.characters:
            raise FledgeError("the text changed while it was being read.", "Try again when it is complete.")

    def _open(self, index: int) -> Path:
        path = self.fetcher.path(index, self._look)
        if self._needs_more(index):
            self.fetcher.begin_next(index)
        return path

    def _look(self, about: str = "") -> None:
        if about:
            self.show(about)
        if self.stop.number is not None:
            if self.output:
                self.output.save()
            raise Stopped(self.state.tokens, self.stop.number)

    def _is_full(self) -> bool:
        """Whether there is nothing left to read for. A contiguous text is read to its end, where its val split is."""
        budget = self.request.tokens
        return bool(budget) and self.state.splits["train"].tokens == budget and not self.contiguous

    def _needs_more(self, index: int) -> bool:
        """Whether the inputs up to this one are likely to be too few."""
        return (
            not self.request.tokens or tokens_in(self.inputs[: index + 1], self.choices.tokenizer) < self.request.tokens
        )

    def _input_bytes(self) -> int | None:
        sizes = [item.size for item in self.inputs]
        return None if None in sizes else sum(size or 0 for size in sizes)

    def _done(self) -> int:
        return self.state.splits["train"].tokens if self.request.tokens else self.bytes_read

    def _count_bytes(self, count: int) -> None:
        self.bytes_read += count

    def _text_bytes(self) -> int:
        return sum(written.text_bytes for written in self.state.splits.values())

    def _so_far(self, speed: float) -> str:
        documents = sum(written.documents for written in self.state.splits.values())
        return f"{count(documents)} documents, {count(self.state.tokens)} tokens, {speed / 1e6:.1f} MB/s"

    def _check_splits(self) -> None:
        if not self.state.tokens:
            raise self._empty(self.state.counts)
        left_out = _listed(self.state.counts)
        for split, written in self.state.splits.items():
            if written.tokens < 2:  # a token and the one to predict
                size = f"of {self.state.place.position:,} characters" + f" ({left_out} left out)" * bool(left_out)
                other = " (or --split=contiguous)" * (self.choices.split == "documents")
                raise self._useless(
                    f"too little text: {size} the {split} split gets {written.tokens} tokens, and 2 is the least.",
                    f"Add text, or change --val_fraction{other}.",
                )

    def _empty(self, counts: Counter[str]) -> FledgeError:
        named = self.inputs[0].name if len(self.inputs) == 1 else f"each of the {len(self.inputs):,} files"
        if left_out := _listed(counts):
            return self._useless(f"nothing is left of {named}: {left_out}.", "Change what is left out.")
        return self._useless(f"{named} is empty: there is no text to prepare.", "Name a file that has some.")

    def _useless(self, problem: str, fix: str) -> FledgeError:
        (self.folder / STATE).unlink(missing_ok=True)  # to go on from here would end here again
        return FledgeError(problem, fix)

    def _finish(self, source: dict[str, Any]) -> Dataset:
        """Name the files, describe them, and put the directory in its place. May be repeated after a crash."""
        request, splits = self.request, self.state.splits
        shards = {split: tuple(Shard(**shard) for shard in written.shards) for split, written in splits.items()}
        is_single = all(len(found) == 1 for found in shards.values())
        if is_single:  # as nanoGPT has them
            shards = {split: (self._renamed(found[0], f"{split}.bin"),) for split, found in shards.items()}
        dataset = Dataset(
            path=request.out,
            vocab_size=self.tokenizer.vocab_size,
            dtype=token_dtype(self.tokenizer.vocab_size),
            shards=shards,
            bytes={split: written.text_bytes for split, written in splits.items()},
            tokenizer_spec=self.tokenizer.to_json(),
            source={**source, "left_out": dict(self.state.counts)},
            documents={split: written.documents for split, written in splits.items()},
        )
        text = json.dumps(dataset.to_json(), ensure_ascii=False, indent=1)
        (self.folder / "dataset.json").write_text(text + "\n", encoding="utf-8")
        move_into_place(self.folder, request.out)
        return dataset

    def _renamed(self, shard: Shard, name: str) -> Shard:
        if (self.folder / shard.file).exists():
            (self.folder / shard.file).rename(self.folder / name)
        return Shard(name, shard.tokens, shard.sha256)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {why}" for why, count in counts.most_common() if why != "empty")


def usable_cores() -> int:
    """Those this process may use, which in a container are fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
