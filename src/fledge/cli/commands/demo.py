"""`fledge demo`: from nothing to a sample, on this machine."""

from collections.abc import Sequence
from dataclasses import dataclass

from fledge.common.errors import raise_all
from fledge.config.fields import read_options, setting

SUMMARY = "prepare tiny Shakespeare, train a small GPT here, show a sample"
USAGE = "fledge demo [--quick]"
ABOUT = """\
Writes data/shakespeare_char and a run below runs/, in the current directory.
Ctrl-C stops it well at any time: what was learned is saved.

  fledge demo
  fledge demo --quick        a smaller model, a first sample within seconds
"""


@dataclass(frozen=True)
class Options:
    quick: bool = setting(False, "a smaller model and fewer iterations", group="Demo")


def run(argv: Sequence[str]) -> int:
    options, words, problems = read_options(Options, argv)
    problems += [f"{word!r} is not understood. Try fledge demo, or fledge demo --quick." for word in words]
    raise_all(problems)

    from fledge.cli.commands import explain, plan, prepare, sample, train
    from fledge.config.schema import find_config_file, load_config
    from fledge.data.dataset import is_dataset
    from fledge.logs.rundir import place_run

    path = str(find_config_file("quick.py" if options.quick else "demo.py"))
    config = load_config([path])
    if not is_dataset(config.dataset_paths[0]):
        prepare.run([config.dataset])
    from fledge.common.text import count, duration
    from fledge.model.flops import parameters, parameters_ngrams
    from fledge.train.launch import new_launch
    from fledge.train.loop import train as train_session
    from fledge.train.session import new_session

    print("\nWhat this run will need (`fledge plan`):\n")
    plan.run([path])
    session = new_session(new_launch(place_run(config, overwrite=False)))
    config, shape = session.config, session.config.shape
    print(
        f"\nNow training a GPT of {count(parameters(shape))} parameters ({count(parameters_ngrams(shape))} of "
        "them a table of n-grams)\non tiny Shakespeare, letter by letter: "
        f"{config.max_iters:,} iterations of {config.tokens_per_iter:,} letters.\n"
        "It starts knowing nothing: a loss of 4.17 is a blind guess among 65 letters.\n"
    )
    outcome = train_session(session)
    run_path = config.run_path
    if outcome.reason == "interrupted":
        print("\n".join(train.summary(run_path, outcome)))
        return 128 + (outcome.signal or 0)
    print("\nWhat happened (`fledge explain`):\n")
    explain.run([str(run_path)])
    print("\nWhat it writes now:\n")
    sample.run([str(run_path), "--num_samples=1", "--max_new_tokens=400"])
    assert outcome.losses is not None  # a finished run ends with an evaluation
    told = "" if options.quick else " (nanoGPT's CPU example: 1.88)"
    print(
        f"\nval loss {outcome.losses.val:.4f} after {duration(outcome.seconds)} of training{told}.\n"
        f"Everything is in {run_path}. Next:\n\n"
        f"  fledge sample --start='O Romeo' --temperature=0.7\n"
        f"  fledge prepare YOUR_TEXT.txt\n"
        f"  fledge train config/demo.py --dataset=YOUR_TEXT"
    )
    return 0
