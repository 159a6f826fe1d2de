"""nanoGPT and its many forks."""

from fledge.logs.readers.format import LinePattern, line_format
from fledge.logs.readers.numbers import END, NUMBER

PATTERNS: tuple[LinePattern, ...] = (
    (  # as nanoGPT prints it: most lines of most logs
        "ms, mfu ",
        rf"\biter (?P<it>\d+): loss (?P<loss>{NUMBER}), time (?P<dt_ms>{NUMBER})ms, mfu (?P<mfu_percent>{NUMBER})%$",
    ),
    (
        "val loss ",
        rf"\b(?:step|iter) (?P<it>\d+): (?:train loss (?P<train_loss>{NUMBER}), )?val loss (?P<val_loss>{NUMBER}){END}"
        r"(?P<rest>.*)",
    ),
    ("iter ", rf"\biter (?P<it>\d+): (?:train )?loss (?P<loss>{NUMBER}){END}(?P<rest>.*)"),
)

FORMAT = line_format(
    "nanoGPT",
    "iter 4980: loss 0.8010, time 33.22ms, mfu 11.07%",
    *PATTERNS,
    startup_texts=(
        "tokens per iteration will be: ",
        "Overriding config with ",
        "Initializing a new model from scratch",
    ),
)
