"""`fledge demo`: from nothing to a sample, on this machine."""

import math
from pathlib import Path

from fledge.cli.commands import explain, plan, prepare, sample
from fledge.cli.commands.train import summary
from fledge.cli.demo_text import SETTINGS_FILES, demo_file, demo_prompt, demo_settings
from fledge.config.load import load_config
from fledge.config.schema import Config
from fledge.data.dataset import is_dataset
from fledge.logs.rundir import place_run
from fledge.model.flops import parameters, parameters_ngrams
from fledge.options.explain import COMMAND as EXPLAIN
from fledge.options.parser import Arguments, parse
from fledge.options.plan import COMMAND as PLAN
from fledge.options.prepare import COMMAND as PREPARE
from fledge.options.sample import COMMAND as SAMPLE
from fledge.texts import say
from fledge.texts.language import language
from fledge.texts.units import count, duration
from fledge.train.launch import new_launch
from fledge.train.loop import Outcome, train
from fledge.train.session import new_session


def run(arguments: Arguments) -> int:
    is_quick = arguments.options.quick
    words = demo_settings(is_quick)
    config = load_config(words)
    if not is_dataset(config.dataset_paths[0]):
        prepare.run(parse(PREPARE, [config.dataset]))
    print("\nWhat this run will need (`fledge plan`):\n")
    plan.run(parse(PLAN, words), says_next=False)
    config, lock = place_run(config, overwrite=False)
    with lock:
        session = new_session(new_launch(config))
        _say_what_is_trained(session.config)
        outcome = train(session)
    return _show(session.config.run_path, outcome, is_quick)


def _say_what_is_trained(config: Config) -> None:
    shape = config.shape
    if config.dataset != "shakespeare_char":
        about = {"dataset": config.dataset, "iterations": config.max_iters, "tokens": config.tokens_per_iter}
        size = {"parameters": parameters(shape), "table": parameters_ngrams(shape)}
        print(f"\n{say('demo_text.trains', **about, **size)}")
        print(f"{say('demo_text.knows_nothing', loss=math.log(shape.vocab_size), vocabulary=shape.vocab_size)}\n")
        return
    print(
        f"\nNow training a GPT of {count(parameters(shape))} parameters ({count(parameters_ngrams(shape))} of "
        "them a table of n-grams)\non tiny Shakespeare, letter by letter: "
        f"{config.max_iters:,} iterations of {config.tokens_per_iter:,} letters.\n"
        "It starts knowing nothing: a loss of 4.17 is a blind guess among 65 letters.\n"
    )


def _show(run_path: Path, outcome: Outcome, is_quick: bool) -> int:
    if outcome.reason == "interrupted":
        print("\n".join(summary(run_path, outcome)))
        return 128 + (outcome.signal or 0)
    print("\nWhat happened (`fledge explain`):\n")
    explain.run(parse(EXPLAIN, [str(run_path)]))
    print("\nWhat it writes now:\n")
    sample.run(parse(SAMPLE, [str(run_path), "--num_samples=1", "--max_new_tokens=400"]))
    assert outcome.losses is not None  # a finished run ends with an evaluation
    told = " (nanoGPT's CPU example: 1.88)" if not is_quick and language().code not in SETTINGS_FILES else ""
    print(
        f"\nval loss {outcome.losses.val:.4f} after {duration(outcome.seconds)} of training{told}.\n"
        f"Everything is in {run_path}. Next:\n\n"
        f"  fledge sample --start='{demo_prompt()}' --temperature=0.7\n"
        f"  fledge export {run_path} --to=hf\n"
        f"  fledge prepare YOUR_TEXT.txt\n"
        f"  fledge train {demo_file()} --dataset=YOUR_TEXT"
    )
    return 0
