"""modded-nanogpt, and speedruns that print the same lines."""

from fledge.logs.readers.format import line_format
from fledge.logs.readers.numbers import NUMBER

FORMAT = line_format(
    "modded-nanogpt",
    "step:125/1390 train_loss:4.5120 train_time:18345ms step_avg:146.76ms",
    (
        "train_time:",
        rf"\bstep:(?P<it>\d+)/(?P<last>\d+)(?: train_loss:(?P<loss>{NUMBER}))?(?: val_loss:(?P<val_loss>{NUMBER}))?"
        rf".*? train_time:(?:(?P<train_ms>{NUMBER})ms|(?P<train_s>{NUMBER})s)\b(?: step_avg:(?P<mean_ms>{NUMBER})ms)?"
        rf"(?:.* tokens_seen:(?P<tokens>{NUMBER})(?!\S))?",
    ),
    startup_texts=("Running PyTorch ", "Running pytorch "),
)
