"""`fledge demo`: from nothing to a sample, on this machine."""

import contextlib
import math
from pathlib import Path

from fledge.cli.commands import explain, plan, prepare, sample
from fledge.cli.commands.train import summary
from fledge.cli.demo_text import ABOUT, demo_file, demo_prompt, demo_settings, is_english
from fledge.config.load import load_config
from fledge.config.schema import Config
from fledge.data.dataset import is_dataset
from fledge.hardware.waiting import START_UP
from fledge.logs.neighbours import announced
from fledge.logs.rundir import place_run
from fledge.model.flops import parameters, parameters_ngrams
from fledge.options.explain import COMMAND as EXPLAIN
from fledge.options.parser import Arguments, parse
from fledge.options.plan import COMMAND as PLAN
from fledge.options.prepare import COMMAND as PREPARE
from fledge.options.sample import COMMAND as SAMPLE
from fledge.texts import say
from fledge.train.launch import new_launch
from fledge.train.loop import Outcome, train
from fledge.train.session import new_session


def run(arguments: Arguments) -> int:
    is_quick = arguments.options.quick
    words = demo_settings(is_quick)
    config = load_config(words)
    if not is_dataset(config.dataset_paths[0]):
        prepare.run(parse(PREPARE, [config.dataset]))
    print(f"\n{say('demo.needs')}\n")
    plan.run(parse(PLAN, words), says_next=False)
    config, lock = place_run(config, overwrite=False)
    with lock:
        session = new_session(new_launch(config, load=START_UP.load()))
        _say_what_is_trained(session.config)
        is_on_cpu = session.runtime.device.type == "cpu"
        with announced(session.config.run_path) if is_on_cpu else contextlib.nullcontext():
            outcome = train(session)
    return _show(session.config.run_path, outcome, is_quick)


def _say_what_is_trained(config: Config) -> None:
    shape = config.shape
    if config.dataset != "shakespeare_char":
        about = {"dataset": config.dataset, "iterations": config.max_iters, "tokens": config.tokens_per_iter}
        size = {"parameters": parameters(shape), "table": parameters_ngrams(shape)}
        print(f"\n{say('demo_text.trains', **about, **size)}")
        print(ABOUT[config.dataset])
        print(f"{say('demo_text.knows_nothing', loss=math.log(shape.vocab_size), vocabulary=shape.vocab_size)}\n")
        return
    numbers = {"parameters": parameters(shape), "ngrams": parameters_ngrams(shape)}
    said = say("demo.training", iterations=config.max_iters, letters=config.tokens_per_iter, **numbers)
    print(f"\n{said}\n")


def _show(run_path: Path, outcome: Outcome, is_quick: bool) -> int:
    if outcome.reason == "interrupted":
        print("\n".join(summary(run_path, outcome)))
        return 128 + (outcome.signal or 0)
    print(f"\n{say('demo.happened')}\n")
    explain.run(parse(EXPLAIN, [str(run_path)]))
    print(f"\n{say('demo.writes')}\n")
    sample.run(parse(SAMPLE, [str(run_path), "--num_samples=1", "--max_new_tokens=400"]))
    assert outcome.losses is not None  # a finished run ends with an evaluation
    ended = say("demo.ended_beside", val=outcome.losses.val, seconds=outcome.seconds)
    if is_quick or not is_english():
        ended = say("demo.ended", val=outcome.losses.val, seconds=outcome.seconds)
    print(
        f"\n{ended}\n"
        f"{say('demo.next', run=str(run_path))}\n\n"
        f"  fledge sample --start='{demo_prompt()}' --temperature=0.7\n"
        f"  fledge export {run_path} --to=hf\n"
        f"  fledge prepare YOUR_TEXT.txt\n"
        f"  fledge train {demo_file()} --dataset=YOUR_TEXT"
    )
    return 0
