"""`fledge bench speed`: tokens per second of training, and where an iteration's time goes."""

import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import torch

from fledge.cli.pages.bench_page import print_speed
from fledge.common.errors import FledgeError
from fledge.common.progress import Show, status_line
from fledge.config.schema import Config
from fledge.data.dataset import usual_vocab_size
from fledge.hardware.detect import device_name
from fledge.hardware.matmul_peak import device_peak
from fledge.model.flops import flops_per_token, mfu, parameters
from fledge.options.bench import BenchSpeedOptions
from fledge.options.parser import Arguments
from fledge.plan.throughput import Speed, measure_speed
from fledge.plan.timing.random_data import random_dataset
from fledge.texts import say, text
from fledge.train.launch import new_launch
from fledge.train.session import Session, new_session
from fledge.train.step import TrainingStep, batches_of, compiled_model

FORMULA = "6 N + 12 L C T, nanoGPT's counting"


def run(arguments: Arguments) -> int:
    options: BenchSpeedOptions = arguments.options
    config = arguments.config()
    if config.init_from == "resume":
        raise FledgeError(say("bench.new_runs"), say("bench.leave_out_resume"))
    if os.environ.get("WORLD_SIZE", "1") != "1":
        raise FledgeError(say("bench.one_process"), say("tune.no_torchrun"))
    with _session(config) as (session, notes), status_line() as show:
        for line in [*session.runtime.reasons, *session.notes, *notes]:
            print(line, file=sys.stderr if options.json else sys.stdout, flush=True)
        step, compile_s = _step(session, show)
        speed = measure_speed(step, options.iters, options.repeats, show)
        document = _document(session, speed, options.repeats, compile_s, is_random=bool(notes))
    if options.json:
        print(json.dumps(document, indent=1))
    else:
        print_speed(document)
    if speed.is_disturbed:
        print(say("bench.disturbed", lost=1 - speed.core_share), file=sys.stderr)
    return 0


@contextlib.contextmanager
def _session(config: Config) -> Iterator[tuple[Session, list[str]]]:
    """A session on the config's dataset; on random tokens, and a note that says so, if it isn't there."""
    config = config.with_values("fledge bench", sample_interval=0)  # no text is shown: no vocabulary is needed
    missing = [path for path in config.dataset_paths if not path.exists()]
    if not missing:
        yield new_session(new_launch(config)), []
        return
    vocab_size = config.vocab_size or usual_vocab_size(missing[0].name)
    with random_dataset(vocab_size, config.block_size) as dataset:
        config = config.with_values("fledge bench", vocab_size=vocab_size)
        session = new_session(new_launch(config, dataset))
        session.notes.clear()  # they speak of the dataset
        yield session, [text(say("bench.random_tokens", path=missing[0], vocab_size=vocab_size))]


def _step(session: Session, show: Show) -> tuple[TrainingStep, float | None]:
    """The step that the training loop would run, and the seconds that compiling it took."""
    batches = batches_of(session, "train")
    if not session.runtime.compile:
        return TrainingStep(session, session.model, batches), None
    show(text(say("train.compiling")))
    began = time.perf_counter()
    model, problem = compiled_model(session, batches)
    if problem:
        print(say("train.warning", problem=problem), file=sys.stderr)
        return TrainingStep(session, model, batches), None
    return TrainingStep(session, model, batches), time.perf_counter() - began


def _document(session: Session, speed: Speed, repeats: int, compile_s: float | None, is_random: bool) -> dict[str, Any]:
    config, runtime, shape = session.config, session.runtime, session.model.shape
    rate = speed.seconds.rate(config.tokens_per_iter)
    each = flops_per_token(shape, "nanogpt")
    peak, basis, source = device_peak(runtime.device, runtime.dtype, runtime.threads)
    return {
        "model": {**asdict(shape), "parameters": parameters(shape)},
        "data": "random tokens" if is_random else str(session.dataset.path),
        "batch_size": config.batch_size,
        "gradient_accumulation_steps": config.gradient_accumulation_steps,
        "tokens_per_iter": config.tokens_per_iter,
        "optimizer": config.optimizer,
        "choices": runtime.choices(),
        "device_name": device_name(runtime.device),
        "torch": torch.__version__,
        "repeats": repeats,
        "iterations": speed.iterations,
        "tokens_per_s": rate.to_json(),
        "ms_per_iter": speed.seconds.times(1000).to_json(),
        "mfu": mfu(each, rate.median, peak),
        "flops_per_token": each,
        "flops_counting": FORMULA,
        "peak_flops": peak,
        "peak_basis": basis,
        "peak_source": source,
        "memory_mb": speed.memory_mb,
        "memory_of": "the whole process" if runtime.device.type == "cpu" else "the GPU",
        "compile_s": compile_s,
        "is_disturbed": speed.is_disturbed,
        "parts": {
            "ms_per_iter": speed.watched_seconds * 1000,
            "ms": {part: seconds * 1000 for part, seconds in speed.parts.items()},
            "percent": {part: 100 * seconds / speed.watched_seconds for part, seconds in speed.parts.items()},
        },
    }
